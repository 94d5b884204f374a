"""What holds of the end, of scores and signs, whatever the position."""

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
from generator.rulesets.europe.features.counterbalance import sign_of
from generator.rulesets.europe.features.rounds import rounds_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v3.three import Played, at, given, sheets

POWERS = ("austria", "france", "spain", "england", "denmark")


CENTERS = {
    "austria": ("VIE", "BOH", "SLO"),
    "france": ("PAR", "NORM", "BRIT", "PRO", "GUY"),
    "spain": ("MAD", "ANDL", "NAP", "MIL"),
    "england": ("LON", "YOR", "WSX"),
    "denmark": ("COP", "HOL", "NOR"),
}


FIVE = ("VIE", "BOH", "SLO", "TRA", "VEN")


"""Christian centers that the Ottomans may hold."""


def winter(**parts: Any) -> Played:
    """Early winter, in which the units named stand where they stand."""
    return sheets(given(phase="early-winter", **{"units": {}, **parts}))


def ended(played: Played) -> tuple[str, tuple[str, ...], str]:
    """How the game ended, who won or drew, and by which rule."""
    ending = played.state.ending
    if ending is None:
        assert not events(played, "game-over")
        return "", (), ""
    (event,) = events(played, "game-over")
    assert event.text == ending.text
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    return ending.kind, ending.powers, event.rule


@pytest.mark.rule("E15V3-VIC-4")
def test_the_phase_of_the_agreement_waits_for_the_referee() -> None:
    assert RULESET.waits_for_referee(given(phase="agreement"))
    assert not RULESET.waits_for_referee(given(phase="scoring"))


@tried(
    some.dictionaries(
        some.sampled_from([code for own in CENTERS.values() for code in own] + [*FIVE, "ROM"]),
        some.sampled_from((*POWERS, "OTT", "SAX")),
        max_size=19,
    )
)
@settings(max_examples=80, deadline=None)
@pytest.mark.rule("E15V3-VIC-6")
@pytest.mark.rule("E15V3-ELI-1")
def test_the_end_follows_from_who_holds_what(held: dict[str, str]) -> None:
    facts = given().facts
    captures = {c: side for c, side in held.items() if facts.provinces[c].owner != side}
    played = winter(captures=captures)
    holders = {code: facts.provinces[code].owner for code in facts.centers} | captures
    living = tuple(power for power in POWERS if power in holders.values())
    assert played.state.living == living
    protestants = tuple(power for power in living if power in ("england", "denmark"))
    catholics = tuple(power for power in living if power not in protestants)
    turks = [c for c, side in holders.items() if side == "OTT" and c not in ("RUM", "SER")]
    expected: tuple[str, ...] | None = None
    if holders["ROM"] in protestants:
        expected = (holders["ROM"],)
    elif holders["ROM"] == "OTT" and protestants:
        expected = protestants if len(protestants) > 1 else living
    elif not protestants or not catholics or len(turks) >= 5:
        expected = living
    ending = played.state.ending
    assert (ending.powers if ending else None) == expected
    if ending is not None:
        assert ending.kind == {0: "ended", 1: "victory"}.get(len(ending.powers), "draw")
        assert EDITION.course.awaited(at(played.state, "late-winter")) == ()


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


def weighed(**parts: Any) -> str:
    return sign_of(sheets(given(phase="status-check", **parts)).state)


@tried(some.lists(some.integers(1, 40), min_size=5, max_size=5))
@settings(max_examples=40, deadline=None)
@pytest.mark.rule("E15V3-CB-1")
@pytest.mark.rule("E15V3-CB-3")
def test_the_sign_follows_from_the_two_sums(values: list[int]) -> None:
    """Each power has one center left, of any value."""
    left = ("VIE", "PAR", "MAD", "LON", "COP")
    facts = given().facts
    lost = [c for c, one in facts.provinces.items() if one.owner in facts.powers and one.center]
    found = weighed(
        captures=dict.fromkeys((code for code in lost if code not in left), "OTT"),
        tables={"centers": dict(zip(left, values, strict=True))},
        units={},
    )
    catholic, protestant = sum(values[:3]), sum(values[3:])
    assert (found == "widerstand") == (catholic >= 2 * protestant)
    assert (found == "ketzenhammer") == (protestant >= 2 * catholic)
