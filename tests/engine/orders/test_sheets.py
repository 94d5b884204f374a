"""Sheets: several orders on a line, headings, lists and remarks."""

from __future__ import annotations

import pytest

from generator.engine.orders import PhaseKind, read_orders
from tests.engine.orders.sheets import BOARD, complaints_in, orders_in


@pytest.mark.parametrize(
    "line",
    [
        "A PAR-BUR A MAR S A PAR-BUR",
        "A PAR-BUR; A MAR S A PAR-BUR",
        "A PAR-BUR, A MAR S A PAR-BUR",
        "A PAR-BUR and A MAR S A PAR-BUR.",
        "A PAR-BUR. A MAR S A PAR-BUR.",
        "A PAR-BUR,; A MAR S A PAR-BUR;",
        "PAR-BUR A MAR S A PAR-BUR",
        "France: A PAR-BUR, France: A MAR S A PAR-BUR",
    ],
)
def test_several_orders_may_share_a_line(line: str) -> None:
    assert [one.removeprefix("A ") for one in orders_in(line)] == [
        "PAR - BUR",
        "MAR S A PAR - BUR",
    ]
    assert complaints_in(line) == ()


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A PAR S A MAR A BUR - MUN", ["A PAR S A MAR", "A BUR - MUN"]),
        ("A PAR S A MAR H A BUR H", ["A PAR S A MAR", "A BUR H"]),
        ("PAR H MAR H BUR S PAR", ["PAR H", "MAR H", "BUR S PAR"]),
        ("A LON - BEL VIA F NTH C A LON - BEL", ["A LON - BEL VIA", "F NTH C A LON - BEL"]),
        ("F BRE - ENG English F LON - NTH", ["F BRE - ENG", "F LON - NTH"]),
    ],
)
def test_line_without_separators_is_split_in_its_one_way(line: str, orders: list[str]) -> None:
    assert orders_in(line) == orders


@pytest.mark.parametrize("line", ["A LON - BEL VIA NTH - SKA", "A LON - BEL VIA ENG - NTH"])
def test_line_that_splits_in_two_ways_is_asked_about(line: str) -> None:
    assert orders_in(line) == ["?"]
    assert "more than one way" in complaints_in(line)[0].problem
    assert orders_in(line.replace("VIA ", "VIA; ")) == ["A LON - BEL VIA", line.split("VIA ")[1]]


@pytest.mark.parametrize(
    ("line", "orders"),
    [
        ("A PAR - BUR A MAR S A PAR - XYZ F BRE H A GAS - SPA", ["?"]),
        ("A PAR - BUR A MAR S H F BRE H", ["?"]),
        ("F NTH C ENG A LON - BEL", ["?"]),
        ("F ENG S ENG F NTH - BEL", ["?"]),
        ("ENG A LON - BEL", ["?"]),
        ("F NTH - NWG, F MAO S Eng. F BRE - ENG", ["F NTH - NWG", "?"]),
        ("F NTH - ENG A LON H", ["F NTH - ENG", "A LON H"]),
        ("A PAR - BUR, GAS or PIC", ["?"]),
        ("A PAR - BUR; GAS", ["?"]),
        ("A PAR - BUR, thanks", ["?"]),
        ("ok, A PAR - BUR", ["?"]),
        ("F BRE H, A PAR - BUR, if you like, A MAR H", ["F BRE H", "?", "A MAR H"]),
        ("A PAR - BUR, A MAR - XYZ, F BRE H", ["A PAR - BUR", "?", "F BRE H"]),
        ("A PAR - GAS / BUR", ["?"]),
        ("A PAR - BUR / A MAR - GAS / F BRE H", ["A PAR - BUR", "A MAR - GAS", "F BRE H"]),
        ("A PAR-BUR/A MAR-GAS", ["A PAR - BUR", "A MAR - GAS"]),
        ("F MAO - SPA / SC / A PAR H", ["F MAO - SPA/SC", "A PAR H"]),
    ],
)
def test_an_order_is_not_cut_off_from_what_cannot_be_read(line: str, orders: list[str]) -> None:
    """What stands between two commas and begins as an order does is one by itself."""
    assert orders_in(line) == orders


@pytest.mark.parametrize(
    "line",
    [
        "F NTH C FRA A LON - BEL",
        "F NTH C Ger. A LON - BEL",
        "F NTH C G A LON - BEL",
        "F NTH C G's A LON - BEL",
        "F NTH C (Ger) A LON - BEL",
        "F NTH C A (Ger) LON - BEL",
        "F NTH C A LON (Ger) - BEL",
        "F NTH C A LON (ENG) - BEL",
        "F NTH C (ENG) A LON - BEL",
        "F NTH (ENG) C A LON - BEL",
        "F NTH C A LON Germany - BEL",
        "F NTH C GER LON - BEL",
        "E: F NTH C A LON - BEL",
        "ENG: F NTH C A LON - BEL",
        "English F NTH C English A LON - BEL",
        "F NTH C England's army in London to Belgium",
    ],
)
def test_the_mark_of_a_power_is_read(line: str) -> None:
    (order,) = orders_in(line, power="england")
    assert order.replace("C LON", "C A LON") == "F NTH C A LON - BEL"
    assert complaints_in(line, power="england") == ()


def test_a_mark_that_may_be_a_place_is_asked_about() -> None:
    (complaint,) = complaints_in("F NTH C ENG A LON - BEL")
    assert complaint.problem == "ENG may be English Channel or say whose unit follows"
    assert complaint.hint.startswith("without it this is F NTH C A LON - BEL")


@pytest.mark.parametrize(
    "line",
    [
        "A PAR - BUR, GAS or PIC",
        "A PAR - BUR or GAS",
        "A PAR - BUR; GAS",
        "A PAR > BUR > GAS",
        "A PAR: retreat BUR, then GAS",
        "A PAR R BUR, else GAS",
    ],
)
def test_a_retreat_to_one_of_several_places_is_asked_about(line: str) -> None:
    (complaint,) = complaints_in(line, "retreat")
    assert complaint.problem == "the order names several places, and only one counts"
    assert complaint.hint == "write A PAR - BUR"


@pytest.mark.parametrize(
    "line",
    [
        "A PAR A MAR - BUR",
        "A PAR SUPORTS A MAR - BUR",
        "A XYZ S A MAR - BUR",
        "A PAR S A XYZ A MAR - BUR",
        "A PAR and with it A MAR - BUR",
    ],
)
def test_supported_move_is_never_taken_for_an_order(line: str) -> None:
    assert "A MAR - BUR" not in orders_in(line)


def test_text_line_and_column_say_where_an_order_stands() -> None:
    text = "France:\r\n\r\n  1. A PAR - BUR;  F BRE (hold)\n\tA MAR S A PAR-BUR # why not"
    written, _ = read_orders(text, BOARD, "movement", "france")
    assert [(one.line, one.column, one.text) for one in written] == [
        (3, 6, "A PAR - BUR"),
        (3, 20, "F BRE (hold)"),
        (4, 2, "A MAR S A PAR-BUR"),
    ]


@pytest.mark.parametrize(
    "heading",
    [
        "France:",
        "FRANCE",
        "French orders:",
        "Orders for France",
        "France - Spring 1901",
        "Spring 1901, France:",
        "Moves:",
        "S1901",
        "# Markdown heading",
        "-----",
        "=====",
        "* * *",
        "",
        "   ",
    ],
)
def test_heading_is_no_order(heading: str) -> None:
    assert orders_in(f"{heading}\nA PAR H") == ["A PAR H"]
    assert complaints_in(f"{heading}\nA PAR H") == ()


@pytest.mark.parametrize("line", ["Dear referee,", "Regards", "John", "see you in Rome!", "🙂"])
def test_greeting_is_complained_of_and_kept(line: str) -> None:
    assert orders_in(f"A PAR H\n{line}") == ["A PAR H", "?"]
    (complaint,) = complaints_in(f"A PAR H\n{line}")
    assert (complaint.severity, complaint.line) == ("error", 2)


@pytest.mark.parametrize("text", ["England: A PAR - BUR", "England:\nA PAR - BUR"])
def test_label_of_another_power_is_complained_of(text: str) -> None:
    assert orders_in(text) == ["A PAR - BUR"]
    (complaint,) = complaints_in(text)
    assert (complaint.line, complaint.column) == (1, 1)
    assert complaint.problem == "this is headed England, and the sheet is that of france"


def test_label_of_the_sheets_own_power_or_of_any_supported_unit_is_fine() -> None:
    assert complaints_in("French A PAR S English A LON - BEL") == ()
    assert complaints_in("France: A PAR H", power="FRANCE") == ()
    assert complaints_in("England: A PAR H", power="") == ()


def test_adjective_is_told_from_the_province_of_that_name() -> None:
    assert orders_in("F English S English F LON - NTH") == ["F ENG S F LON - NTH"]
    assert orders_in("English F English - BEL", power="") == ["F ENG - BEL"]


@pytest.mark.parametrize(
    ("text", "orders"),
    [
        ("Build A PAR, F BRE and A MAR", ["BUILD A PAR", "BUILD F BRE", "BUILD A MAR"]),
        ("Builds: A PAR\nF BRE", ["BUILD A PAR", "BUILD F BRE"]),
        ("Removals:\n- A PAR\n- F BRE", ["REMOVE A PAR", "REMOVE F BRE"]),
        ("B A PAR B F BRE", ["BUILD A PAR", "BUILD F BRE"]),
        ("A PAR B F BRE B", ["BUILD A PAR", "BUILD F BRE"]),
        ("BUILD A PAR F BRE\nWAIVE", ["BUILD A PAR", "BUILD F BRE", "WAIVE"]),
        ("BUILD A PAR\nF BRE", ["BUILD A PAR", "?"]),
    ],
)
def test_one_word_may_stand_before_a_list_of_units(text: str, orders: list[str]) -> None:
    assert orders_in(text, "build") == orders


@pytest.mark.parametrize(
    ("kind", "text"),
    [("movement", "BUILD A PAR"), ("movement", "A PAR R GAS"), ("retreat", "A PAR S A MAR")],
)
def test_order_of_another_phase_is_not_read(kind: PhaseKind, text: str) -> None:
    assert orders_in(text, kind) == ["?"]
