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


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("ALLIANCE: SPAIN, ENGLAND", ["ALLIANCE: SPAIN", "ALLIANCE: ENGLAND"]),
        ("war on Spain and the Dutch Republic", ["WAR: SPAIN", "WAR: DUTCH"]),
        (
            "ALLIANCE: Catholic League and Bavaria and Denmark",
            ["ALLIANCE: LEAGUE", "ALLIANCE: DENMARK"],
        ),
        ("5: BRE; 3: HES", ["5: BRE", "3: HES"]),
        ("5 BRE and 3 HES", ["5: BRE", "3: HES"]),
        ("(5: BRE)", ["5: BRE"]),
        ("5: BRE, 3: HES, 1 Ansbach", ["5: BRE", "3: HES", "1: ANS"]),
        ("INFs: 5 BRE, 3 HES", ["5: BRE", "3: HES"]),
        ("BRAP > FRANCE; WAR: SPAIN, SAVOY", ["BRAP > FRANCE", "WAR: SPAIN", "WAR: SAVOY"]),
        ("WAR: NONE", []),
        ("no attack", []),
        ("Alliances: none", []),
        ("no orders", []),
        ("pass", []),
    ],
)
def test_a_line_may_hold_several_orders_or_none(text: str, found: list[str]) -> None:
    assert orders(text) == found
    assert complaints(text) == []


def test_a_list_of_builds_becomes_single_orders() -> None:
    assert orders("BUILD A PAR, A LYO and F NORM", "builds") == [
        "BUILD A PAR",
        "BUILD A LYO",
        "BUILD F NORM",
    ]


SHEET = """
France, 1620:

Influence:
  5: BRE
  * 3: HES     # both of them
Diplomatic attack:
  BRAP > UNION
Declarations
1620
France
"""


def test_headings_blank_lines_and_remarks_are_no_orders() -> None:
    assert orders(SHEET.replace("Declarations\n", "Declarations:\n")) == [
        "5: BRE",
        "3: HES",
        "BRAP > UNION",
    ]
    assert complaints(SHEET.replace("Declarations\n", "Declarations:\n")) == []


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_the_heading_of_another_power_is_a_warning(phase: str) -> None:
    (complaint,) = read("Spain, 1620:", phase).complaints
    assert complaint.severity == "warning"
    assert complaint.problem == "this is headed SPAIN, and the sheet is that of FRANCE"


def test_orders_behind_a_power_are_read_as_orders() -> None:
    assert orders("France: WAR SPAIN") == ["WAR: SPAIN"]
    assert complaints("France: WAR SPAIN") == []
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


def test_the_reichstag_meets_in_two_phases() -> None:
    """Orders that a feature of the edition adds are read beside those for units."""
    for phase in ("diplomatic", "movement"):
        assert orders("REICHSTAG CALL 2 SAXONY INFS HES", phase, "austria") == [
            "REICHSTAG CALL 2 SAXONY INFS HES"
        ]
    assert orders("Reichstag:\nA VIE - STY", "movement", "austria") == ["A VIE - STY"]
    assert orders("Reichstag: vote aye\nA VIE - STY", "movement", "austria") == [
        "REICHSTAG VOTE AYE",
        "A VIE - STY",
    ]


@pytest.mark.parametrize(
    ("sheet", "meant"),
    [
        ("Builds: A PAR, F NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("Builds:\nA Paris\nDisbands:\nA LYO", ["BUILD A PAR", "DISBAND A LYO"]),
        ("Builds\n\nA PAR", ["BUILD A PAR"]),
        ("Builds: A PAR\nF NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("BUILD A PAR / BUILD F NORM", ["BUILD A PAR", "BUILD F NORM"]),
        ("Disbands:\nA LYO\nKeep:\nA PAR", ["DISBAND A LYO", "?", "?"]),
        ("Builds:\nA PAR\nLoans:\nA LYO", ["BUILD A PAR", "?", "?"]),
        ("Builds:\nA PAR\n1619, builds:\nA LYO", ["BUILD A PAR", "?"]),
        ("Builds:\nParis\nA PAR", ["?", "BUILD A PAR"]),
    ],
)  # fmt: skip
def test_bare_units_below_a_heading_are_built_or_disbanded(sheet: str, meant: list[str]) -> None:
    assert orders(sheet, "builds") == meant


def test_no_line_below_a_heading_is_dropped_in_a_phase_without_builds() -> None:
    sheet = "Builds:\nParis\nA xyz"
    assert orders(sheet, "diplomatic") == ["?", "?"]
    assert not any("  " in said for said in complaints(sheet, "diplomatic"))
