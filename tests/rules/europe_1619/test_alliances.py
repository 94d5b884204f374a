"""What allies may do and may not do to each other: E19-ALL."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import checked, given, gone, move, stands

AUSTRIA_LEAGUE = [("austria", "league")]


@pytest.mark.rule("E19-ALL-1")
@pytest.mark.parametrize(("start", "end"), [("UAU", "BAV"), ("BAV", "WUR")])
def test_allies_move_through_each_others_lands(start: str, end: str):
    """Bavaria is the League's, Baden-Württemberg a state aligned with it."""
    state = given(
        units={"austria": [f"A {start}"]}, alliances=AUSTRIA_LEAGUE, infs={"WUR": {"league": 5}}
    )
    assert stands(move(state, austria=f"A {start} - {end}"), "austria") == [f"A {end}"]
    assert checked(state, "austria", f"A {end}").kind == "stay"


@pytest.mark.rule("E19-ALL-6")
def test_a_guest_captures_nothing():
    state = given(units={"england": ["A FLA"]}, alliances=[("england", "spain")])
    found = checked(state, "england", "A FLA")
    assert (found.kind, found.lord) == ("stay", "spain")
    assert gone(move(state), "evicted") == []


def test_x_51_an_old_ally_in_ones_home_center_is_put_out_and_not_attacked():
    """The alliance of Austria and the League ended; an Austrian army still stands in Bavaria."""
    state = given(units={"austria": ["A BAV"], "league": ["A UPP +2"]}, captures={"UPP": "league"})
    result = move(state, league="A UPP - BAV")
    assert outcome(result, "A UPP - BAV") == "bounce"
    assert gone(result) == []
    assert gone(result, "evicted") == ["austria: A BAV"]
    assert checked(state, "austria", "A BAV").kind == "evict"
    left = move(state, league="A UPP - BAV", austria="A BAV - UAU")
    assert stands(left, "league") == ["A BAV +2"]


def test_x_54_allies_that_change_places_keep_each_others_captures():
    state = given(
        units={"france": ["A BRB"], "savoy": ["A LIE"], "dutch": ["F HLD"]},
        captures={"BRB": "france", "LIE": "savoy"},
        alliances=[("france", "savoy")],
    )
    assert checked(state, "savoy", "A BRB").kind == "proxy"
    assert checked(state, "france", "A LIE").kind == "proxy"
