"""Sheets: several orders on a line, headings, lists and remarks."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.engine.orders import PhaseKind, read_orders
from tests.engine.orders.sheets import BOARD, complaints_in, orders_in

CATALOG = tomllib.loads(Path(__file__).with_name("sheets.toml").read_text("utf-8"))
SHEETS: dict[str, tuple[PhaseKind, str]] = {
    "movement": ("movement", "france"),
    "build": ("build", "france"),
    "england": ("movement", "england"),
}


@pytest.mark.parametrize(
    ("sheet", "text", "orders"),
    [(sheet, text, orders) for sheet, texts in CATALOG.items() for text, orders in texts.items()],
)
def test_all_orders_of_a_sheet_are_read(sheet: str, text: str, orders: list[str]) -> None:
    kind, power = SHEETS[sheet]
    assert orders_in(text, kind, power) == orders
    assert len(complaints_in(text, kind, power)) == orders.count("?")


@pytest.mark.parametrize("line", ["A LON - BEL VIA NTH - SKA", "A LON - BEL VIA ENG - NTH"])
def test_line_that_splits_in_two_ways_is_asked_about(line: str) -> None:
    assert orders_in(line) == ["?"]
    assert "more than one way" in complaints_in(line)[0].problem
    assert orders_in(line.replace("VIA ", "VIA; ")) == ["A LON - BEL VIA", line.split("VIA ")[1]]


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
    assert orders_in("F BRE - ENG English F LON - NTH") == ["F BRE - ENG", "F LON - NTH"]


@pytest.mark.parametrize(
    ("kind", "text"),
    [("movement", "BUILD A PAR"), ("movement", "A PAR R GAS"), ("retreat", "A PAR S A MAR")],
)
def test_order_of_another_phase_is_not_read(kind: PhaseKind, text: str) -> None:
    assert orders_in(text, kind) == ["?"]
