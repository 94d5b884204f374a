"""Words that sentences of every part are made of."""

from __future__ import annotations

from generator.engine.words import closest, nearest, unknown


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
