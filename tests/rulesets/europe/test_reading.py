"""Sheets as players write them become the orders that they mean."""

from __future__ import annotations

import tomllib
from pathlib import Path

import pytest

from generator.rulesets.europe.state.values import PlaceInfs
from tests.rulesets.europe.sheets import complaints, orders, read

CATALOG = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text("utf-8"))
SPELLINGS = [
    (phase, spelling, order)
    for phase, table in CATALOG.items()
    for order, spellings in table.items()
    for spelling in spellings
]


@pytest.mark.parametrize(("phase", "text", "order"), SPELLINGS)
def test_an_order_is_read_however_it_is_written(phase: str, text: str, order: str) -> None:
    assert orders(text, phase) == [order]
    assert complaints(text, phase) == []


@pytest.mark.parametrize(
    ("phase", "order"), [(phase, order) for phase, table in CATALOG.items() for order in table]
)
def test_the_canonical_notation_is_read_back(phase: str, order: str) -> None:
    assert orders(order, phase) == [order]


SHEETS = tomllib.loads(Path(__file__).with_name("sheets.toml").read_text("utf-8"))


@pytest.mark.parametrize(
    ("phase", "text", "found"),
    [(phase, text, found) for phase, texts in SHEETS.items() for text, found in texts.items()],
)
def test_all_orders_of_a_sheet_are_read(phase: str, text: str, found: list[str]) -> None:
    """Several on a line or none, lists, headings, remarks, and bare units below a heading."""
    assert orders(text, phase) == found
    said = complaints(text, phase)
    assert bool(said) == ("?" in found)
    assert not any("  " in one for one in said)


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_the_heading_of_another_power_is_a_warning(phase: str) -> None:
    (complaint,) = read("Spain, 1620:", phase).complaints
    assert complaint.severity == "warning"
    assert complaint.problem == "this is headed SPAIN, and the sheet is that of FRANCE"


def test_orders_behind_a_power_are_read_as_orders() -> None:
    assert orders("Spain: 5 BRE") == ["5: BRE"]
    assert complaints("Spain: 5 BRE")[0].startswith("1:1: this is headed SPAIN")


@pytest.mark.parametrize(
    ("text", "places"),
    [
        ("  5: BRE;  3: HES", [(1, 3), (1, 12)]),
        ("\n\n- WAR: SPAIN", [(3, 3)]),
        ("# a remark\n1. 5: BRE", [(2, 4)]),
    ],
)
def test_an_order_knows_its_line_and_column(text: str, places: list[tuple[int, int]]) -> None:
    assert [(one.line, one.column) for one in read(text).orders] == places


@pytest.mark.parametrize(
    ("text", "column", "shown"),
    [
        ("He A HES - SAA", 4, "A HES - SAA"),
        ("A PAR H;  HES: A(2) HES H", 16, "A(2) HES H"),
        ("  Hesse:  A HES H", 11, "A HES H"),
    ],
)
def test_a_label_before_a_unit_does_not_move_its_column(text: str, column: int, shown: str) -> None:
    last = read(text, "movement").orders[-1]
    assert (last.column, last.text) == (column, shown)


def test_an_unknown_province_is_pointed_at_behind_a_label() -> None:
    (said,) = complaints("He A HES - SAX; He A HES - BRM", "movement")
    assert said.startswith("1:28: there is no province BRM")


def test_a_number_of_influence_points_is_a_number() -> None:
    (one,) = read("7: Lower Saxony").orders
    assert one.order == PlaceInfs(7, "LOWR")
    assert one.text == "7: Lower Saxony"
