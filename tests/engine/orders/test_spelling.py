"""What was probably meant: the nearest known spelling, and the English words for orders in other
languages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.orders.spelling import Speller, distance
from generator.engine.orders.words import KEYWORDS, english_hint
from generator.rulesets import get_ruleset

LETTERS = st.text("abcd", max_size=8)


@pytest.mark.parametrize(
    ("one", "other", "steps"),
    [
        ("", "", 0),
        ("", "abc", 3),
        ("bho", "boh", 1),
        ("burgandy", "burgundy", 1),
        ("marsailles", "marseilles", 1),
        ("paris", "pairs", 1),
        ("kitten", "sitting", 3),
    ],
)
def test_distance_counts_changed_and_swapped_letters(one: str, other: str, steps: int) -> None:
    assert distance(one, other, 9) == distance(other, one, 9) == steps


@given(LETTERS, LETTERS, st.integers(0, 8))
def test_bound_changes_no_distance_within_it(one: str, other: str, most: int) -> None:
    exact, bounded = distance(one, other, 99), distance(one, other, most)
    assert bounded == exact if exact <= most else bounded > most


@given(LETTERS, LETTERS)
def test_equal_words_alone_have_no_distance(one: str, other: str) -> None:
    assert (distance(one, other, 99) == 0) == (one == other)


PLACES = Speller(
    [("bur", "BUR"), ("burgundy", "BUR"), ("bul", "BUL"), ("bulgaria", "BUL"), ("bud", "BUD")],
    shortened=True,
)


@pytest.mark.parametrize(
    ("word", "near", "meant"),
    [
        ("burg", (), ("BUR",)),
        ("bulgria", (), ("BUL",)),
        ("burgan", (), ("BUR",)),
        ("bux", (), ("BUD", "BUL", "BUR")),
        ("bux", ("BUL",), ("BUL",)),
        ("bux", ("XXX",), ("BUD", "BUL", "BUR")),
        ("zzz", ("BUL",), ()),
        ("", (), ()),
        ("burgundy" * 9, (), ()),
    ],
)
def test_nearest_meanings_come_first_and_those_in_reach_alone(
    word: str, near: tuple[str, ...], meant: tuple[str, ...]
) -> None:
    assert PLACES.nearest(word, near) == meant


RULESETS = ("standard", "europe-1619", "europe-1619-draft", "westphalia")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("Armee Paris nach Burgund", "army for Armee, moves to for nach"),
        ("A MAR unterstützt A PAR - BUR", "supports for unterstützt"),
        ("Flotte Brest hält", "fleet for Flotte, holds for hält"),
        ("Armée Marseille soutient Paris", "army for Armée, supports for soutient"),
        ("Armata Venezia appoggia A ROM", "army for Armata, supports for appoggia"),
        ("Ejército París hacia Borgoña", "army for Ejército, moves to for hacia"),
        ("Leger Parijs naar Bourgondië", "army for Leger, moves to for naar"),
        ("KRIEG: SPANIEN", "war for KRIEG"),
    ],
)
def test_the_english_words_are_named(line: str, words: str) -> None:
    assert english_hint(line) == f"orders are read in English: write {words}"


@pytest.mark.parametrize("name", RULESETS)
def test_english_orders_get_no_hint(name: str) -> None:
    ruleset = get_ruleset(name)
    examples = [form.example for part in ruleset.primer().parts for form in part.forms]
    assert [one for one in (*examples, *ruleset.names().values()) if english_hint(one)] == []


def test_no_english_word_of_orders_is_foreign() -> None:
    assert [word for word in KEYWORDS if english_hint(word)] == []
