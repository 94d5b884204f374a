"""Orders as players write them are read as what they mean, whatever the spelling; complaints say
where, what is wrong, and what was probably meant."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

from generator.engine.board import Board, Province
from generator.engine.errors import Complaint
from generator.engine.orders import PhaseKind, read_order
from generator.engine.phases import Setup
from generator.rulesets.standard import RULESET
from tests.engine.orders.sheets import BOARD, complaints_in, orders_in

CATALOG = tomllib.loads(Path(__file__).with_name("complaints.toml").read_text("utf-8"))["complaint"]


@pytest.mark.parametrize("case", CATALOG, ids=[f"{one['phase']}: {one['text']}" for one in CATALOG])
def test_complaint_says_where_what_and_what_was_meant(case: dict[str, Any]) -> None:
    said = complaints_in(case["text"], case["phase"])
    assert [f"{one.line}:{one.column}: {one.problem} ({one.hint})" for one in said] == case["said"]


def test_complaint_is_one_line_with_the_order_as_written() -> None:
    (complaint,) = complaints_in("A MAR H\n a par - burg  ")
    assert str(complaint) == (
        "france:2:10: a par - burg: there is no province BURG (did you mean BUR Burgundy?)"
    )


def test_hidden_signs_and_length_do_not_reach_the_message() -> None:
    (complaint,) = complaints_in("A PAR - \u202eX\x1bYZ\u2066" + "Q" * 500)
    assert complaint.text.isprintable()
    assert complaint.problem.isprintable()
    assert len(str(complaint)) < 250


@pytest.mark.parametrize("text", ["", "  ", "# nothing", "France:"])
def test_single_order_that_is_not_there_is_a_complaint(text: str) -> None:
    answer = read_order(text, BOARD, "movement")
    assert isinstance(answer, Complaint)
    assert answer.problem == "there is no order here"


def test_two_orders_where_one_is_wanted_are_a_complaint() -> None:
    answer = read_order("A PAR H; A MAR H", BOARD, "movement")
    assert isinstance(answer, Complaint)
    assert answer.problem == "there are 2 orders where one is wanted"


def test_hints_have_places_of_the_board() -> None:
    """Orders of another board than the standard one are shown with its own places."""
    land = {"FEN": ("HILL", "MOOR"), "HILL": ("FEN", "WOOD"), "MOOR": ("FEN",), "WOOD": ("HILL",)}
    provinces = {code: Province(code, code.title(), "inland", army=to) for code, to in land.items()}
    board = Board("fens", "The Fens", provinces)
    hints = {
        text: getattr(read_order(text, board, kind), "hint", "")
        for kind, text in (
            ("movement", "BUILD A FEN"),
            ("retreat", "FEN -"),
            ("movement", "A FEN S"),
        )
    }
    assert hints == {
        "BUILD A FEN": "orders look like A FEN - HILL, A FEN S A WOOD - HILL or A FEN H",
        "FEN -": "FEN touches HILL, MOOR",
        "A FEN S": "A FEN S A HILL or A FEN S A WOOD - HILL",
    }


def test_complaints_come_power_by_power_and_those_of_whole_sheets_last() -> None:
    state = RULESET.opening(Setup(position={"units": {"france": ["A PAR", "A MAR"]}}))
    sheets = {"italy": "A VIE H\nA ROM - LON", "france": "A MUN H\nA PAR - ROM"}
    found = [(one.power, one.line) for one in RULESET.read(state, sheets).complaints]
    assert found == [("france", 1), ("france", 2), ("france", 0), ("italy", 1), ("italy", 2)]


WRITTEN = tomllib.loads(Path(__file__).with_name("spellings.toml").read_text("utf-8"))
SPELLINGS = [
    pytest.param(kind, order, spelling, id=f"{kind}: {spelling}")
    for kind, orders in WRITTEN.items()
    for order, spellings in orders.items()
    for spelling in spellings
]


@pytest.mark.parametrize(("kind", "order", "spelling"), SPELLINGS)
def test_spelling_means_the_order(kind: PhaseKind, order: str, spelling: str) -> None:
    assert not [one for one in complaints_in(spelling, kind) if one.severity == "error"]
    for text in (spelling, spelling.upper(), spelling.lower()):
        assert orders_in(text, kind) == [order]


def test_code_name_and_aliases_name_the_province() -> None:
    """And a long beginning of a name does, or is asked about."""
    for code in BOARD.codes:
        one = BOARD.provinces[code]
        for spelling in (code, one.name, *one.aliases):
            assert orders_in(f"F {spelling} H") == [f"F {code} H"]
        for end in range(5, len(one.name)):
            assert orders_in(f"F {one.name[:end]} H") in ([f"F {code} H"], ["?"])


@pytest.mark.parametrize("place", [place for place in BOARD.places if "/" in place])
def test_coast_is_read_in_every_form(place: str) -> None:
    province, coast = place.split("/")
    word = {"N": "north", "S": "south", "E": "east"}[coast[0]]
    for form in ("{}/{}", "{}({})", "{} ({})", "{} {}", "{}{}", "{}-{}"):
        assert orders_in("F " + form.format(province, coast.lower()) + " H") == [f"F {place} H"]
    for form in ("{} {} coast", "{} ({} coast)", "{}/{}", "{} ({})", "{} {}ern coast"):
        assert orders_in("F " + form.format(province, word) + " H") == [f"F {place} H"]
