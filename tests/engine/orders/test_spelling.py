"""The nearest known spelling."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.orders.spelling import Speller, distance

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
