"""The end of the game and its scores: E15V7-SCORE and what CORE says of them."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v7.seven import EDITION, Played, given, sheets

UNITS = {"france": ["A PAR"], "spain": ["A MAD"]}


def scored(year: int = 1629, *rulings: Ruling, **parts: Any) -> Played:
    """The scoring of a year."""
    return sheets(given(phase="scoring", year=year, **{"units": UNITS, **parts}), *rulings)


def items(played: Played, power: str) -> dict[str, int]:
    return {name: n for name, n in played.state.scores[power].items() if n}


def tied(**parts: Any) -> EuropeState:
    """France and Spain are tied at the end, all others behind."""
    infs = {"HES": {"france": 2}, "WES": {"spain": 2}}
    return given(phase="scoring", year=1629, units=UNITS, infs=infs, **parts)


@pytest.mark.rule("E15V7-SCORE-1")
@pytest.mark.rule("E15V7-CORE-12")
def test_the_position_after_the_builds_of_1629_is_scored_and_nothing_follows():
    state = given(phase="builds", year=1629, units=UNITS, infs={"HES": {"france": 2}})
    played = sheets(state)
    assert played.state.moment.phase == "scoring"
    played = sheets(played.state)
    assert played.state.ending is not None
    assert EDITION.course.awaited(played.state) == ()
    assert (state.facts.first_year, state.facts.last_year) == (1615, 1629)


@pytest.mark.rule("E15V7-SCORE-2")
def test_scores_of_1625_are_published_and_others_stay_with_the_referee():
    infs = {"HES": {"france": 2}}
    assert all(not one.known_to for one in events(scored(1625, infs=infs), "score"))
    hidden = scored(1624, infs=infs)
    assert all(one.known_to == ("referee",) for one in events(hidden, "score"))
    assert hidden.state.scores == {}
    ruling = Ruling(1, "scoring", "publish", "half-time", "E15V7-SCORE-2", {"published": True})
    assert all(not one.known_to for one in events(scored(1624, ruling, infs=infs), "score"))


@pytest.mark.rule("E15V7-SCORE-2")
@pytest.mark.parametrize(
    ("options", "years"),
    [
        ({"publish_scores": "always"}, [1616, 1620, 1625]),
        ({"publish_scores": "final"}, []),
        ({"score_years": [1616, 1620]}, [1616, 1620]),
    ],
)
def test_options_say_which_scores_are_published(options, years):
    told = [
        year
        for year in (1616, 1620, 1625)
        if not any(one.known_to for one in events(scored(year, options=options), "score"))
    ]
    assert told == years


@pytest.mark.rule("E15V7-SCORE-3")
@pytest.mark.rule("E15V7-CORE-15")
def test_the_table_of_scores():
    played = scored(
        captures={"NET": "france", "SWI": "france", "SLO": "france", "VIE": "sweden"},
        units={**UNITS, "france": ["A PAR", "A NET", "A SWI", "A SLO"], "sweden": ["A VIE"]},
        infs={"BRA": {"france": 3}, "TRI": {"france": 1}, "SWI": {"france": 1}},
        markers={"BRA": "catholic", "HES": "protestant"},
        treasury=dict.fromkeys(opening(EDITION).facts.powers, 0),
    )
    assert items(played, "france") == {
        "captured_center": 20,  # Southern Netherlands 1, Slovenia 1
        "captured_province": 5,  # Switzerland
        "aligned_minor": 15,  # Brandenburg-Prussia 3
        "aligned_minor_without_center": 1,  # Trier
        "own_marker": 5,
    }
    assert items(played, "austria") == {"own_marker": 5, "lost_home_center": -60}
    assert items(played, "sweden") == {"own_marker": 5, "captured_center": 50}


@pytest.mark.rule("E15V7-SCORE-9")
def test_tied_powers_extend_the_game_by_a_year_and_it_is_scored_anew():
    played = sheets(tied())
    assert played.state.moment.phase == "vote"
    assert EDITION.course.awaited(played.state) == ("spain", "france")
    played = sheets(played.state, france="EXTEND 1", spain="EXTEND 1")
    assert (played.state.year, played.state.moment.phase) == (1630, "movement")
    state, anew = played.state, played
    while state.ending is None and state.moment.phase != "vote":
        anew = sheets(state)
        state = anew.state
    assert (state.year, anew.moment.phase) == (1630, "scoring")
