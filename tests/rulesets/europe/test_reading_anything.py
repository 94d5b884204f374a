"""No text stops a turn: whatever players write is read, or complained about, and never raises."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.reading.reader import GameReader, game_reader
from tests.rulesets.europe.sheets import EDITION, OPENING, position, read, read_book

CORPUS = Path(__file__).parents[2] / "corpus" / "orders"
SCRAPS = st.sampled_from(
    [
        *("5", "-2", "2.5", "0", "1620", "99999999999999999999", "+1", "(2)"),
        *("BRE", "HES", "BRAP", "Lower", "Saxony", "He", "SPAIN", "the Dutch", "France", "PAR"),
        *("A", "F", "army", "A PAR", "F IRE (EC)", "A HES", "ANDL/WC", "MED"),
        *(":", ";", ",", ">", "->", "-", "/", "(", ")", "[", "#", "//", '"', "“", "\n", ".", "&"),
        *("WAR", "ALLIANCE", "ATTACK", "BUILD", "BOLSTER", "MINOR", "FOR", "TO", "LOAN", "DUE"),
        *("INTEREST", "EXTEND", "DRAW", "REICHSTAG", "CALL", "VOTE", "AYE", "NONE", "NO", "and"),
        *("S", "C", "H", "R", "D", "VIA", "Orders", "Builds:", "xyz", "İ", "ß", "ﬁ", "\u0301"),
    ]
)
TEXTS = st.one_of(
    st.lists(SCRAPS, max_size=12).map(" ".join),
    st.text(max_size=60),
    st.lists(SCRAPS | st.text(max_size=4), max_size=10).map("".join),
)


@cache
def corpus() -> dict[str, str]:
    return {path.name: path.read_bytes().decode("utf-8") for path in sorted(CORPUS.glob("*.txt"))}


@given(TEXTS, st.sampled_from(YEAR.slugs))
def test_any_text_is_read_and_every_line_without_an_order_has_a_complaint(
    text: str, phase: str
) -> None:
    sheet = read(text, phase)
    lines = text.split("\n")
    bad = {one.line for one in sheet.orders if one.order is None}
    assert bad <= {one.line for one in sheet.complaints if one.severity == "error"}
    places = [(one.line, one.column) for one in sheet.orders]
    for line, column in (*places, *((one.line, one.column) for one in sheet.complaints)):
        assert 1 <= line <= len(lines)
        assert 1 <= column <= len(lines[line - 1]) + 1
    for order in sheet.orders:
        assert lines[order.line - 1][order.column - 1 :].startswith(order.text)


@given(TEXTS, st.sampled_from(YEAR.slugs))
def test_an_order_reads_the_same_in_its_canonical_notation(text: str, phase: str) -> None:
    written = [str(one.order) for one in read(text, phase).orders if one.order is not None]
    for order in written:
        again = read(order, phase)
        assert [str(one.order) for one in again.orders] == [order]


@given(TEXTS, TEXTS, st.sampled_from(YEAR.slugs))
def test_any_texts_can_be_checked(one: str, other: str, phase: str) -> None:
    state = position(EDITION, phase=phase)
    book = read_book(state, {"france": one, "austria": other})
    assert set(book.sheets) == {"france", "austria"}
    assert list(book.complaints) == sorted(
        book.complaints,
        key=lambda one: (one.power != "austria", not one.line, one.line, one.column),
    )


@pytest.mark.parametrize(
    "name",
    # A sheet of 100 kB without an order takes seconds in each phase.
    [pytest.param(one, marks=[pytest.mark.slow] * (one == "garbage.txt")) for one in corpus()],
)
def test_the_corpus_of_bad_sheets_is_read(name: str) -> None:
    for phase in ("diplomatic", "movement", "builds"):
        sheet = read(corpus()[name], phase)
        assert all(one.order is not None for one in sheet.orders) or sheet.complaints


@pytest.mark.parametrize(
    "text",
    [
        "France: " * 3000 + "5: BRE",
        "1. " * 3000 + "5: BRE",
        "ALLIANCE: " + "SPAIN, " * 5000 + "SAVOY",
        "BUILD " + "A PAR, " * 5000,
        "5: BRE, " * 5000,
        "(" * 20000,
        "[" * 5000 + "5: BRE" + "]" * 5000,
        "5 " * 20000,
        "xyz " * 20000,
        "LOAN 5 TO SPAIN " * 3000,
        "9" * 20000 + ": BRE",
        '"' * 9999,
        "(2) Saxony > Saxony :",
    ],
)
@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_the_longest_lines_are_read_in_time(text: str, phase: str) -> None:
    sheet = read(text, phase)
    assert bool(sheet.orders or sheet.complaints) or not any(c.isalpha() for c in text)


def test_a_reader_is_made_once_for_all_phases_of_games_with_the_same_sides() -> None:
    reader = game_reader(EDITION, OPENING.facts)
    assert isinstance(reader, GameReader)
    assert game_reader(EDITION, position(EDITION, phase="builds").facts) is reader
