"""Scores of a round, and who wins it: E15V3-SCO, E15V3-RND, E15V3-VAL."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from hypothesis import given as tried
from hypothesis import settings
from hypothesis import strategies as some
from msgspec.structs import replace

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.rounds import rounds_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v3.three import Played, at, given, sheets, through

POWERS = ("austria", "france", "spain", "england", "denmark")
FIVE_UNITS = {"austria": ["A VIE"], "france": ["A PAR"], "spain": ["A MAD"]}


def scored(*rulings: Ruling, **parts: Any) -> Played:
    """The scoring of a year; nobody but three powers has units."""
    return sheets(given(phase="scoring", **{"units": FIVE_UNITS, **parts}), *rulings)


def points(played: Played) -> dict[str, int]:
    return {power: sum(row.values()) for power, row in played.state.scores.items()}


def won(state: EuropeState, **years: tuple[int, ...]) -> EuropeState:
    """A state in which powers have won rounds."""
    return replace(
        state, parts=MappingProxyType({**state.parts, "rounds": MappingProxyType(years)})
    )


def rule(kind: str, phase: str, **facts: Any) -> Ruling:
    return Ruling(1, phase, kind, "as agreed", "", facts)


@pytest.mark.rule("E15V3-SCO-1")
def test_points_are_counted_in_the_scoring_and_in_no_other_phase() -> None:
    state = given(phase="status-check", infs={"SAX": {"austria": 6}})
    played = through(state, "scoring")
    assert [bool(events(one, "score")) for one in played] == [False] * 6 + [True]
    assert all(not one.state.scores for one in played[:-1])


@pytest.mark.rule("E15V3-SCO-2")
@pytest.mark.rule("E15V3-INF-5")
@pytest.mark.parametrize(
    ("code", "owner", "captor"),
    [("BOH", "austria", "denmark"), ("GUY", "france", "spain")],
)
def test_a_home_center_that_was_a_state_in_between_is_home_again(
    code: str, owner: str, captor: str
) -> None:
    """It gives its INFs again, and no VPs but to others."""
    number = opening(EDITION).facts.centers[code]
    for holder, scores in ((owner, 0), (captor, number)):
        played = scored(captures={code: holder}, founded=(code,))
        assert points(played) == {**dict.fromkeys(POWERS, 0), holder: scores}
    free, taken = (
        year_of(sheets(scored(founded=(code,), captures=held).state).state).allotment[owner]
        for held in ({}, {code: owner})
    )
    assert taken == free + number


@pytest.mark.rule("E15V3-SCO-3")
@pytest.mark.parametrize("row", [{}, {"austria": 2, "france": 2}])
def test_states_that_follow_nobody_score_for_nobody(row: dict[str, int]) -> None:
    assert not any(points(scored(infs={"SAX": row})).values())


@pytest.mark.rule("E15V3-SCO-8")
def test_the_same_holdings_score_again_in_the_next_year() -> None:
    first = through(given(phase="scoring", infs={"SAX": {"austria": 6}}), "scoring")[-1]
    second = through(first.state, "scoring")[-1]
    # A Catholic marker stands in Saxony from the status check on.
    assert (points(first)["austria"], points(second)["austria"]) == (27, 37)
    assert second.state.totals["austria"] == 64


@pytest.mark.rule("E15V3-RND-2")
def test_nobody_wins_a_round_whose_highest_score_is_shared() -> None:
    played = scored(infs={"SAX": {"austria": 1}, "BAV": {"france": 1}, "HES": {"spain": 1}})
    assert not any(rounds_of(played.state).values())
    (event,) = events(played, "round")
    assert (event.data["winner"], event.powers) == ("", ("austria", "france"))
    assert EDITION.rulebook.causes["tie"] == event.rule == "E15V3-RND-2"


@pytest.mark.rule("E15V3-RND-1")
def test_the_referee_may_set_an_item_of_a_score() -> None:
    ruling = rule("score", "scoring", power="spain", item="captured_center", points=30)
    assert rounds_of(scored(ruling, infs={"SAX": {"austria": 1}}).state)["spain"] == 1


@pytest.mark.rule("E15V3-RND-1")
def test_pages_count_rounds_and_show_what_was_scored() -> None:
    played = scored(infs={"SAX": {"austria": 1}})
    state = played.state
    words, shot = RULESET.gazetteer(state), RULESET.snapshot(state)
    assert (words.points, words.goal, words.goal_rule) == ("rounds", 5, "E15V3-VIC-1")
    assert (shot.points["austria"], shot.figures["score"]["austria"]) == (1, 27)
    assert RULESET.with_scores(shot, played).points == shot.points
    assert next(iter(RULESET.standings(state)))[0] == "Rounds"
    assert "treasury" not in words.figures
    # In spring there is no score of the new year, and the old one is not shown as one.
    assert RULESET.snapshot(at(state, "spring")).figures["score"] == {}


def seceded(**parts: Any) -> EuropeState:
    return given(founded=("GUY",), **{"units": FIVE_UNITS, **parts})


VALUE = rule("value", "spring", state="GUY", capture=7, alignment=15)


@pytest.mark.rule("E15V3-VAL-4")
def test_the_referee_sets_what_a_new_state_is_worth() -> None:
    ruled = sheets(seceded(infs={"GUY": {"england": 1}}), VALUE).state
    assert ruled.facts.centers["GUY"] == 7
    assert RULESET.load(RULESET.dump(ruled)) == ruled
    assert points(sheets(at(ruled, "scoring")))["england"] == 15
    # One more center counts as it would without.
    grown = sheets(
        at(seceded(infs={"GUY": {"england": 1}}, captures={"MEC": "GUY"}), "spring"), VALUE
    )
    assert points(sheets(at(grown.state, "scoring")))["england"] == 15 + 3 * 3


STATES = tuple(opening(EDITION).states)
CODES = tuple(code for code in opening(EDITION).facts.centers)


@some.composite
def boards(draw: some.DrawFn) -> dict[str, Any]:
    """Any captures, INFs and markers."""
    sides = some.sampled_from((*POWERS, "PRU", "SAX", "OTT"))
    captures = draw(some.dictionaries(some.sampled_from(CODES), sides, max_size=8))
    facts = opening(EDITION).facts
    captures = {c: side for c, side in captures.items() if facts.provinces[c].owner != side}
    # A state that is captured itself holds nothing.
    fallen = [code for code, one in facts.states.items() if one.seat in captures]
    captures = {code: side for code, side in captures.items() if side not in fallen}
    rows = some.dictionaries(some.sampled_from(POWERS), some.integers(1, 9), max_size=3)
    infs = draw(some.dictionaries(some.sampled_from(STATES[:-1]), rows, max_size=8))
    kinds = some.sampled_from(("catholic", "protestant"))
    markers = draw(some.dictionaries(some.sampled_from(STATES[:-1]), kinds, max_size=6))
    return {"captures": captures, "infs": infs, "markers": markers}


def by_hand(state: EuropeState, power: str) -> int:
    """The score of a power, told from the catalogue of rules."""
    facts, holders = state.facts, state.standing.holders
    own = sum(
        value
        for code, value in facts.centers.items()
        if holders[code] == power and facts.provinces[code].owner != power
    )
    aligned = 0
    for code, status in state.statuses.items():
        if status.patron == power:
            values = [value for c, value in facts.centers.items() if holders[c] == code]
            land = facts.provinces[facts.states[code].seat]
            aligned += 3 * sum(values) if values else land.value
    mine = [s for s, one in state.markers.items() if one == facts.powers[power].confession]
    return own + aligned + 10 * len([state for state in mine if state != "PAPL"])


@tried(boards())
@settings(max_examples=60, deadline=None)
@pytest.mark.rule("E15V3-SCO-3")
@pytest.mark.rule("E15V3-RND-1")
@pytest.mark.rule("E15V3-RND-2")
def test_scores_are_what_the_rules_say_and_one_highest_score_wins(board: dict[str, Any]) -> None:
    state = given(phase="scoring", units={}, **board)
    played = sheets(state)
    found = points(played)
    assert found == {power: by_hand(state, power) for power in POWERS}
    assert dict(played.state.totals) == found
    best = [power for power in POWERS if found[power] == max(found.values())]
    winners = [power for power, rounds in rounds_of(played.state).items() if rounds]
    assert winners == (best if len(best) == 1 else [])


def won_by(history: Mapping[str, int]) -> dict[str, tuple[int, ...]]:
    return {power: tuple(range(1615, 1615 + n)) for power, n in history.items() if n}


@tried(some.fixed_dictionaries({power: some.integers(0, 4) for power in POWERS}))
@settings(max_examples=30, deadline=None)
@pytest.mark.rule("E15V3-VIC-1")
def test_the_game_ends_with_the_fifth_round_of_a_power_and_with_no_other(
    history: dict[str, int],
) -> None:
    state = given(phase="scoring", year=1640, units={}, infs={"SAX": {"spain": 1}})
    played = sheets(won(state, **won_by(history)))
    assert (played.state.ending is not None) == (history["spain"] == 4)
    assert rounds_of(played.state) == {**history, "spain": history["spain"] + 1}
