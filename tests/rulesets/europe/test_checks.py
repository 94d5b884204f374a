"""Sheets are checked while they can be mended, and nobody learns what another power wrote."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.units import Unit
from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import Displaced, EuropeState, Loan
from tests.rulesets.europe.sheets import EDITION, position, read_book


def said(state: EuropeState, **texts: str) -> list[str]:
    """The complaints about some sheets as lines: severity, rule, place, text and problem."""
    return [
        f"{one.severity} {one.rule}: {one}" if one.rule else f"{one.severity}: {one}"
        for one in read_book(state, texts).complaints
    ]


def phase(name: str, **fields: object) -> EuropeState:
    return position(EDITION, phase=name, **fields)  # type: ignore[arg-type]


def test_a_clean_sheet_has_no_complaints() -> None:
    assert said(phase("diplomatic"), france="5: BRE\nWAR: SAVOY\nDISSOLVE: NONE") == []
    france = "A PAR - BUR\nF NORM H\nA LYO S A PAR - BUR\nA PRO H\nA LOR H"
    assert said(phase("movement"), france=france) == []


def test_what_the_rules_refuse_is_an_error_with_its_rule() -> None:
    state = phase("diplomatic", tables={"allotment": {"france": 7}})
    first, second = said(state, france="5: BRE\n3: HES\n")[0], said(state, france="BRE > FRANCE")[0]
    assert first.startswith("error E19-INF-5: france:2:1: 3: HES: France has only 2 of its 7 INFs")
    assert second.startswith("error E19-ATK-")


def test_a_line_that_names_several_powers_is_complained_of_for_each() -> None:
    found = said(phase("diplomatic"), dutch="WAR: FRANCE, DUTCH, FRANCE")
    assert [one.partition(" ")[0] for one in found] == ["error", "warning"]


@pytest.mark.parametrize(
    ("order", "kind", "problem"),
    [
        ("WAR: SPAIN", "war", "Dutch Republic and Spain are at war already"),
        ("ALLIANCE: SPAIN", "alliance", "Dutch Republic and Spain are allied already"),
    ],
)
def test_what_is_so_already_harms_nothing(order: str, kind: Any, problem: str) -> None:
    relations = {("spain", "dutch"): Relation(kind, 1610)}
    (one,) = said(phase("diplomatic", relations=relations), dutch=order)
    assert one.startswith("warning ")
    assert one.endswith(problem)


def test_only_what_money_could_buy_may_still_become_possible() -> None:
    """More TP buys neither an eleventh point of strength nor a second unit in one place."""
    state = phase("builds", units={"france": ["A PAR +9"]}, treasury={"france": 200})
    (strong,) = said(state, france="BOLSTER A PAR")
    assert strong.startswith("error E19-BLD-7: ")
    second = said(state, france="BUILD A LYO\nBUILD A LYO")
    assert [one.partition(" ")[0] for one in second] == ["error"]
    poor = phase("builds", units={"france": ["A PAR +8"]})
    (short,) = said(poor, france="BOLSTER A PAR")
    assert short.startswith("warning E19-BLD-3: ")
    assert short.endswith("(unless TP from others make it possible)")


def test_a_repayment_of_more_than_is_owed_is_noted() -> None:
    """It is made all the same, as a gift."""
    owing = phase("builds", loans=(Loan(1618, "spain", "france", 3),))
    assert said(owing, france="REPAY 3 TO SPAIN") == []
    (line,) = said(owing, france="REPAY 4 TO SPAIN")
    assert line.startswith("warning ")
    assert line.endswith("this is more than the 3 that France owes Spain")


def test_a_treaty_may_name_its_own_author() -> None:
    """One text with the names of all three parties is pasted into three mails."""
    treaty = "ALLIANCE: FRANCE, ENGLAND, SWEDEN"
    lines = said(phase("diplomatic"), france=treaty, england=treaty, sweden=treaty)
    assert len(lines) == 6
    assert all("needs both" in line for line in lines)
    (alone,) = said(phase("diplomatic"), france="ALLIANCE: FRANCE")
    assert alone.startswith("error ")


OFFERS = {
    "france": "ALLIANCE: SAVOY\nBRE > DENMARK",
    "savoy": "ALLIANCE: FRANCE",
    "spain": "ARMISTICE: DUTCH",
    "dutch": "ARMISTICE: SPAIN",
}


def test_an_offer_is_noted_whether_it_is_answered_or_not() -> None:
    state = phase("diplomatic")
    alone = said(state, france=OFFERS["france"])
    assert alone[0].startswith("warning E19-DEC-8: france:1:1: ALLIANCE: SAVOY: ")
    assert alone[0].endswith("an alliance needs both: it counts if Savoy declares it too")
    together = said(state, **OFFERS)
    assert [one for one in together if "france:" in one] == alone
    assert sum("needs both" in one for one in together) == 4


SHEETS = {
    "diplomatic": {
        "france": "5: BRE\n3: BRE\nBRE > DENMARK\nALLIANCE: SAVOY\nWAR: SPAIN",
        "savoy": "ALLIANCE: FRANCE\nGEN > FRANCE\nREICHSTAG VOTE AYE",
        "denmark": "2: BRE\nBRE > FRANCE\nREICHSTAG VOTE NAY",
        "austria": "REICHSTAG CALL 1\nREICHSTAG VOTE AYE\nALLIANCE: POLAND",
        "spain": "ARMISTICE: DUTCH\n99: POR",
        "dutch": "ARMISTICE: SPAIN\nWAR: DENMARK",
    },
    "movement": {
        "france": "A PAR S A MIL - LYO\nA LYO H\nF NORM - CHN\nA LOR S A FLA",
        "spain": "A MIL - LYO\nA FLA S A LOR\nA MAD - BUR\nF ANDL - POR",
        "savoy": "A TUR S A LYO\nREICHSTAG VOTE AYE",
        "austria": "REICHSTAG CALL 1\nA VIE - BOH",
        "england": "F LON C A LNC - NORM\nA LNC - NORM",
    },
    "builds": {
        "france": "LOAN 9 TO SAVOY\nGRANT 1 TO SPAIN\nBOLSTER A PAR 3",
        "savoy": "BOLSTER A TUR 2\nREPAY 1 TO FRANCE\nBUILD A LOR FOR LOR",
        "spain": "BUILD A MAD\nDISBAND A NAP\nBOLSTER A FLA",
        "austria": "BUILD A HES FOR HES",
    },
    "vote": {"france": "EXTEND 2", "spain": "DRAW"},
}


@pytest.mark.parametrize("name", SHEETS)
def test_complaints_do_not_hang_on_what_others_wrote(name: str) -> None:
    state = phase(name)
    together = read_book(state, SHEETS[name]).complaints
    for power, text in SHEETS[name].items():
        alone = read_book(state, {power: text}).complaints
        assert [one for one in together if one.power == power] == list(alone)
    assert name == "vote" or together


def test_a_support_that_no_order_of_its_own_power_matches_is_a_warning() -> None:
    france = "A PAR S A LYO - BUR\nA LYO H\nF NORM H\nA PRO H\nA LOR H"
    (found,) = said(phase("movement"), france=france)
    assert found.startswith("warning E19-MOV-5: france:1:1: A PAR S A LYO - BUR: ")


def test_a_support_of_another_power_is_no_matter_for_a_check() -> None:
    france = "A PRO S A TUR\nA LYO H\nF NORM H\nA PAR H\nA LOR H"
    assert said(phase("movement"), france=france, savoy="A TUR H") == []


def test_a_coast_that_is_left_out_is_a_warning_where_only_one_can_be_meant() -> None:
    found = said(phase("movement"), spain="F POR - ANDL")
    assert found[0].endswith("the coast is left out; it is read as F POR - ANDL/WC")
    assert found[0].startswith("warning")


def test_units_of_a_power_and_its_states_without_an_order_are_named() -> None:
    found = said(phase("movement"), union="A PAL H\nA HES H")
    units = {one.partition("union: ")[2].partition(":")[0] for one in found}
    assert units == {"A ANS", "A BRA", "A WUR"}
    assert all(one.startswith("warning") for one in found)
    assert found[0].endswith("A ANS: no order: it will hold (write A ANS H)")


def test_a_power_that_sent_nothing_is_missing_and_not_reminded_of_every_unit() -> None:
    book = read_book(phase("movement"), {"france": " \n", "spain": "A MIL H"})
    assert "france" in book.missing
    assert "spain" not in book.missing
    assert not [one for one in book.complaints if one.power == "france"]


def test_a_label_of_another_state_is_a_warning() -> None:
    found = said(phase("movement"), union="Co A HES - SAA\nHe A HES - SAA")
    assert found[0] == (
        "warning: union:1:4: A HES - SAA: the unit in HES is that of Hesse, not of Cologne"
        " (the label Co is left out)"
    )
    assert not any("label He" in one for one in found)


def test_a_purchase_without_the_money_is_a_warning_for_others_may_lend_it() -> None:
    state = phase("builds", treasury={"savoy": 0})
    (found,) = said(state, savoy="BOLSTER A TUR 9")
    assert found.startswith("warning E19-")
    assert found.endswith("(unless TP from others make it possible)")


@pytest.mark.parametrize(
    ("written", "order"),
    [
        ("DISBAND F ANDL", "DISBAND F ANDL/WC"),
        ("DISBAND ANDL", "DISBAND F ANDL/WC"),
        ("REDUCE FLA", "REDUCE A FLA 1"),
        ("BOLSTER FLA 2", "BOLSTER A FLA 2"),
        ("BOLSTER F FLA 2", "BOLSTER F FLA 2"),
        ("MINOR POR DISBANDS POR", "MINOR POR DISBANDS F POR"),
    ],
)
def test_a_standing_unit_is_named_as_it_stands(written: str, order: str) -> None:
    """Its type and coast may be left out; a wrong type is not mended."""
    book = read_book(phase("builds"), {"spain": written})
    assert [str(one.order) for one in book.sheets["spain"].orders] == [order]


def test_retreats_are_due_from_those_who_have_a_choice() -> None:
    waiting = (
        Displaced("france", Unit("A", "BUR", 2), "dislodged", "FRE", ("GAS", "PAR")),
        Displaced("HES", Unit("A", "SAA", 2), "evicted", "", ("HES",)),
        Displaced("spain", Unit("A", "MIL", 2), "dislodged", "TUR", ()),
    )
    state = phase("retreats", displaced=waiting)
    assert read_book(state, {}).missing == ("france", "union")
    (refused,) = said(state, france="A BUR R LYO")
    assert refused.startswith("error E19-RET-")
    found = said(state, union="He A SAA R HES\nBo A SAA R HES")
    assert any("the unit in SAA is that of Hesse" in one for one in found)


def test_sheets_of_nobody_and_of_the_fallen_are_left_out() -> None:
    state = replace(phase("diplomatic"), eliminated={"savoy": 1621})
    book = read_book(state, {"atlantis": "5: BRE", "savoy": "5: GEN", "france": "5: BRE"})
    assert list(book.sheets) == ["france"]
    problems = [one.problem for one in book.complaints]
    assert problems == ["Savoy fell in 1621", "there is no power atlantis"]
    assert "savoy" not in book.missing


@pytest.mark.parametrize("name", ["adjustment", "scoring"])
def test_phases_without_orders_miss_nobody(name: str) -> None:
    book = read_book(phase(name), {})
    assert (book.missing, book.complaints) == ((), ())


def test_what_is_said_of_a_sheet_follows_what_is_said_of_its_lines() -> None:
    book = read_book(phase("movement"), {"spain": "A MAD - XYZ", "france": "A PAR - XYZ\n5: BRE"})
    places = [(one.power, one.line) for one in book.complaints]
    assert places[:1] == [("spain", 1)]
    assert [line for power, line in places if power == "france"][:2] == [1, 2]
    assert places[-1] == ("france", 0)
