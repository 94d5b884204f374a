"""What is said of orders while they can still be mended."""

from __future__ import annotations

from generator.engine.errors import Complaint
from generator.engine.movement import judge_orders
from generator.engine.orders import (
    Convoy,
    Hold,
    Move,
    SupportHold,
    SupportMove,
    UnitOrder,
    assign_orders,
    check_builds,
    check_movement,
    check_retreats,
)
from generator.engine.phases import orders_of
from generator.engine.units import parse_unit
from tests.engine.orders.sheets import BOARD, sheet_of, stands


def lines(complaints: tuple[Complaint, ...]) -> list[str]:
    """`severity line: text: problem (hint) [rule]`."""
    return [
        f"{one.severity} {one.power}:{one.line}:{one.column}: {one.text}: {one.problem}"
        + (f" ({one.hint})" if one.hint else "")
        + (f" [{one.rule}]" if one.rule else "")
        for one in complaints
    ]


def movement(units: dict[str, str], **orders: str) -> list[str]:
    stood = stands(**units)
    sheets = {power: sheet_of(power, text) for power, text in orders.items()}
    assignment = assign_orders(stood, orders_of(sheets))
    counted: list[UnitOrder | None] = [
        one if isinstance(one, Hold | Move | SupportHold | SupportMove | Convoy) else None
        for one in assignment.orders
    ]
    judged = judge_orders(BOARD, stood, counted)
    return lines(check_movement(BOARD, stood, assignment, judged, lambda cause: cause))


def test_good_orders_are_passed_in_silence() -> None:
    assert movement({"france": "A PAR, A MAR"}, france="A PAR - BUR\nA MAR S A PAR - BUR") == []


def test_unit_without_an_order_is_named() -> None:
    assert movement({"france": "A PAR, A MAR"}, france="A PAR H") == [
        "warning france:0:0: A MAR: no order: it will hold (write A MAR H) [no-order]"
    ]


def test_power_that_sent_nothing_is_not_told_of_each_unit() -> None:
    assert movement({"france": "A PAR", "italy": "A ROM"}, france="A PAR H", italy="") == []


def test_orders_for_absent_and_foreign_units_are_errors() -> None:
    assert movement(
        {"france": "A PAR", "germany": "A MUN"}, france="A PAR H\nA ROM - VEN\nA MUN H"
    ) == [
        (
            "error france:2:1: A ROM - VEN: there is no unit in ROM Rome (france has A PAR)"
            " [no-such-unit]"
        ),
        "error france:3:1: A MUN H: A MUN belongs to germany (france has A PAR) [foreign-unit]",
    ]


def test_same_order_twice_is_a_warning_and_different_ones_are_errors() -> None:
    assert movement({"france": "A PAR"}, france="A PAR - BUR\na par-bur") == [
        "warning france:2:1: a par-bur: A PAR has the same order on line 1 [duplicate-order]"
    ]
    assert movement({"france": "A PAR"}, france="A PAR - BUR\nA PAR H") == [
        (
            "error france:1:1: A PAR - BUR: A PAR has different orders, and none of them counts"
            " (keep one of them) [duplicate-order]"
        ),
        (
            "error france:2:1: A PAR H: A PAR has different orders, and none of them counts"
            " (keep one of them) [duplicate-order]"
        ),
    ]


def test_wrong_type_is_read_as_the_unit_there_with_a_warning() -> None:
    assert movement({"england": "F NTH"}, england="A NTH - NWY") == [
        "warning england:1:1: A NTH - NWY: there is no A NTH (it is read as for F NTH)"
    ]
    assert movement({"england": "F NTH"}, england="NTH - NWY") == []


def test_support_that_matches_no_order_is_a_warning() -> None:
    (said,) = movement({"france": "A PAR, A MAR"}, france="A PAR H\nA MAR S A PAR - BUR")
    assert said.startswith("warning france:2:1: A MAR S A PAR - BUR: unmatched: ")
    assert said.endswith("[support-unmatched]")


def test_via_convoy_without_a_convoy_is_said() -> None:
    (said,) = movement({"england": "A LON, F NTH"}, england="A LON - BEL VIA\nF NTH H")
    assert said.startswith("warning england:1:1: A LON - BEL VIA: unmatched: ")
    (said,) = movement({"england": "A LON"}, england="A LON - BEL VIA")
    assert said.startswith("error england:1:1: A LON - BEL VIA: illegal: ")


def test_coast_left_out_is_an_error_that_names_the_coasts() -> None:
    (said,) = movement({"france": "F MAO"}, france="F MAO - SPA")
    assert said.startswith("error france:1:1: F MAO - SPA: illegal: ")
    assert said.endswith("(F MAO - SPA/NC or F MAO - SPA/SC) [coast-needed]")


def test_move_out_of_reach_tells_what_is_in_reach() -> None:
    (said,) = movement({"france": "A PAR"}, france="A PAR - ROM")
    assert said.startswith("error france:1:1: A PAR - ROM: illegal: ")
    assert "(PAR touches BRE, BUR, GAS, PIC)" in said


def test_complaints_stand_in_the_order_of_the_sheets() -> None:
    said = movement(
        {"france": "A PAR, A MAR", "italy": "A ROM"},
        italy="A VIE H\nA ROM - LON",
        france="A MUN H\nA PAR - ROM",
    )
    assert [one.split(" ", 1)[1].split(": ")[0] for one in said] == [
        "italy:1:1",
        "italy:2:1",
        "france:1:1",
        "france:2:1",
        "france:0:0",
    ]


def retreats(units: dict[str, tuple[str, tuple[str, ...]]], text: str) -> list[str]:
    dislodged = [(owner, parse_unit(unit), to) for unit, (owner, to) in units.items()]
    sheets = {"italy": sheet_of("italy", text, "retreat")}
    assignment = assign_orders([(owner, unit) for owner, unit, _ in dislodged], orders_of(sheets))
    return lines(check_retreats(BOARD, dislodged, assignment, lambda cause: cause))


def test_retreat_out_of_reach_tells_what_is_open() -> None:
    units = {"F TRI": ("italy", ("ADR", "ALB")), "A VEN": ("italy", ())}
    assert retreats(units, "F TRI - VEN\nA VEN - ROM") == [
        (
            "error italy:1:1: F TRI - VEN: F TRI cannot retreat to VEN (open: ADR, ALB)"
            " [retreat-not-adjacent]"
        ),
        (
            "error italy:2:1: A VEN - ROM: A VEN cannot retreat to ROM (it has nowhere to go)"
            " [retreat-not-adjacent]"
        ),
    ]


def test_retreat_needs_a_coast_only_where_two_are_open() -> None:
    assert retreats({"F MAO": ("italy", ("POR", "SPA/NC"))}, "F MAO - SPA") == []
    (said,) = retreats({"F MAO": ("italy", ("SPA/NC", "SPA/SC"))}, "F MAO - SPA")
    assert said.endswith("[coast-needed]")


def test_own_retreats_to_one_place_are_a_warning() -> None:
    units = {"F TRI": ("italy", ("ALB",)), "A SER": ("italy", ("ALB", "GRE"))}
    said = retreats(units, "F TRI - ALB\nA SER - ALB")
    assert [one.split(": ", 2)[2] for one in said] == [
        "2 units retreat to ALB, and all would be disbanded [retreat-collision]"
    ] * 2


def test_dislodged_unit_without_an_order_is_named_if_it_can_go_anywhere() -> None:
    units = {
        "F TRI": ("italy", ("ALB",)),
        "A SER": ("italy", ("GRE",)),
        "A VEN": ("italy", ()),
        "A MUN": ("germany", ("BER",)),
    }
    assert retreats(units, "F TRI - ALB") == [
        (
            "warning italy:0:0: A SER: no order: it will be disbanded (write A SER D)"
            " [retreat-no-order]"
        )
    ]


def builds(
    due: int, text: str, units: str = "A BUR, F ENG", sites: str = "BRE PAR STP"
) -> list[str]:
    sheets = {"france": sheet_of("france", text, "build")}
    stood = stands(france=units, germany="A MUN")
    found = check_builds(
        BOARD, stood, {"france": due}, {"france": tuple(sites.split())}, sheets, lambda cause: cause
    )
    return [one.split(": ", 1)[1] for one in lines(found)]


def test_builds_as_due_are_passed_in_silence() -> None:
    assert builds(2, "BUILD A PAR\nBUILD F BRE") == []
    assert builds(2, "BUILD PAR\nWAIVE") == []
    assert builds(-1, "REMOVE F ENG") == []


def test_more_and_fewer_builds_than_due_are_warnings() -> None:
    assert builds(1, "BUILD A PAR\nBUILD F BRE") == [
        "BUILD F BRE: more than is due: 1 build is due [build-excess]"
    ]
    assert builds(2, "BUILD A PAR") == [
        (
            ": fewer orders than are due: 2 builds are due (write WAIVE to give up a build)"
            " [build-unused]"
        )
    ]
    assert builds(-2, "REMOVE F ENG") == [
        (
            ": fewer orders than are due: 2 removals are due (the rules choose the other removals)"
            " [civil-disorder]"
        )
    ]
    assert builds(-1, "REMOVE F ENG\nREMOVE A BUR") == [
        "REMOVE A BUR: more than is due: 1 removal is due [remove-excess]"
    ]


def test_builds_that_can_do_nothing_are_errors() -> None:
    assert builds(0, "BUILD A PAR") == [
        "BUILD A PAR: no build is due: nothing is due [build-excess]"
    ]
    assert builds(0, "WAIVE") == ["WAIVE: nothing to waive: nothing is due [build-excess]"]
    assert builds(1, "REMOVE A BUR")[0] == (
        "REMOVE A BUR: no removal is due: 1 build is due [remove-not-due]"
    )
    assert builds(1, "BUILD A MAR")[0] == (
        "BUILD A MAR: you cannot build in MAR (open: BRE, PAR, STP) [build-not-home]"
    )
    assert builds(1, "BUILD F PAR")[0] == (
        "BUILD F PAR: Paris has no coast for a fleet (BUILD A PAR) [build-type]"
    )
    assert builds(1, "BUILD BRE")[0] == (
        "BUILD BRE: army or fleet? (BUILD A BRE or BUILD F BRE) [build-type]"
    )
    assert builds(1, "BUILD F STP")[0] == (
        "BUILD F STP: the coast of St Petersburg is missing (BUILD F STP/NC or BUILD F STP/SC)"
        " [build-coast]"
    )
    assert builds(2, "BUILD A PAR\nBUILD A PAR")[0] == (
        "BUILD A PAR: PAR already appears on line 1 [duplicate-order]"
    )
    assert builds(-1, "REMOVE A MUN")[0] == (
        "REMOVE A MUN: no unit of this power in MUN (it has A BUR, F ENG) [remove-no-unit]"
    )
