"""Words that sentences of every part are made of."""

from __future__ import annotations

import pytest

from generator.engine.words import closest, count, listed, nearest, spelled, unknown


def test_names_are_listed_with_and_before_the_last() -> None:
    assert [listed("ABC"[:many]) for many in range(4)] == ["", "A", "A and B", "A, B and C"]


@pytest.mark.parametrize(
    ("noun", "plural", "said"),
    [
        ("unit", "", "2 units"),
        ("army", "", "2 armies"),
        ("day", "", "2 days"),
        ("bounce", "bounces", "2 bounces"),
    ],
)
def test_a_number_takes_the_plural_of_its_noun(noun: str, plural: str, said: str) -> None:
    assert count(2, noun, plural) == said
    assert count(1, noun, plural) == f"1 {noun}"


def test_small_numbers_are_spelled_out() -> None:
    said = [spelled(number, "build") for number in (0, 1, 10, 11)]
    assert said == ["no builds", "one build", "ten builds", "11 builds"]


def test_the_name_that_was_meant_is_found_in_any_case_of_letters() -> None:
    assert closest("FRANSE", ("england", "France")) == "France"
    assert closest("xyz", ("england", "France")) == ""


def test_a_hint_names_the_one_that_was_meant_or_all() -> None:
    codes = {"Vienna": "VIE", "VIE": "VIE", "vie": "VIE"}
    assert nearest("viena", codes, "places", codes) == "did you mean VIE?"
    assert nearest("xyz", codes, "places", codes) == "places: VIE"
    assert nearest("xyz", codes, None, codes) == ""
    assert nearest("xyz", (), "places") == "there are no places"
    assert unknown("viena", ("Vienna",)) == "there is no 'viena' (did you mean Vienna?)"
    assert unknown(7, ("Vienna",)) == "there is no 7"
