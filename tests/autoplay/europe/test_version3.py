"""The automatic players of Version 3 play it for many years, and most of what they order counts."""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from generator.autoplay import get_player
from generator.engine.chance import Chance
from generator.engine.phases import Resolution, Setup
from generator.rulesets.europe.features.annual_infs import year_of
from generator.rulesets.europe.features.ballots import BallotVote
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuyUnit, PlaceInfs
from generator.rulesets.europe_1615_v3 import RULESET

SEEDS = ("e", "b", "c")
"""Games that last long, with the most of what this edition has; the first has it all."""
PARAMS = [SEEDS[0], *(pytest.param(seed, marks=pytest.mark.slow) for seed in SEEDS[1:])]

Played = Resolution[EuropeState]


@cache
def played(seed: str) -> tuple[tuple[EuropeState, Played], ...]:
    """A game to its end, of twelve years at most: each phase with the state before it."""
    player, state = get_player(RULESET.id), RULESET.opening(Setup())
    found = []
    while state.ending is None and state.year < 1627:
        texts = {
            power: "\n".join(player.write_orders(RULESET, state, power, Chance(seed, "")))
            for power in RULESET.awaits(state)
        }
        chance = Chance("three", str(state.moment))
        done = RULESET.adjudicate(state, RULESET.read(state, texts), (), chance)
        found.append((state, done))
        state = done.state
    return tuple(found)


def every(seeds: tuple[str, ...] = SEEDS[:1]) -> list[tuple[EuropeState, Played]]:
    return [one for seed in seeds for one in played(seed)]


@pytest.mark.parametrize("seed", PARAMS)
def test_a_game_lasts_for_years_and_most_powers_live_long(seed: str) -> None:
    last = played(seed)[-1][1].state
    assert last.year >= 1615 + 6 - 1
    assert last.ending is not None
    later = [state for state, _ in played(seed) if state.year == 1620]
    assert len(later[0].living) >= 4


@pytest.mark.parametrize("seed", PARAMS)
def test_most_orders_are_in_order(seed: str) -> None:
    outcomes = Counter(one.outcome for _, done in played(seed) for one in done.verdicts)
    assert outcomes["illegal"] < sum(outcomes.values()) * 6 // 100


def test_what_this_edition_has_is_played() -> None:
    kinds = Counter(event.kind for _, done in every() for event in done.events)
    for kind in ("captured", "state-captured", "placement", "diplomatic-attack", "marker", "ballot",
                 "motion", "modifier", "round", "retreat", "minor-built", "built", "founded",
                 "orders-ignored"):  # fmt: skip
        assert kinds[kind], kind
    rules = {r.rule for _, done in every() for one in done.verdicts for r in one.reasons}
    for rule in ("OTT-3", "OTT-4", "WAI-1", "MOT-2", "NEU-3", "BLD-7", "ALI-5"):
        assert f"E15V3-{rule}" in rules, rule


def test_infs_are_spread_over_the_year() -> None:
    for season in ("spring", "summer", "fall"):
        sums = [
            sum(v.meant.number for v in done.verdicts if isinstance(v.meant, PlaceInfs))
            for state, done in every()
            if state.moment.phase == season
        ]
        assert min(sums) > 0
    spent = [
        (year_of(done.state).spent.get(power, 0), number)
        for state, done in every()
        if state.moment.phase == "fall"
        for power, number in year_of(done.state).allotment.items()
    ]
    assert sum(number for number, _ in spent) * 100 > sum(all_ for _, all_ in spent) * 95


def test_ballots_weigh_what_they_name_and_seldom_tie() -> None:
    votes = [
        abs(v.meant.votes)
        for _, done in every()
        for v in done.verdicts
        if isinstance(v.meant, BallotVote)
    ]
    assert len(set(votes)) > 10
    assert any(v.meant.votes < 0 for _, done in every() for v in done.verdicts
               if isinstance(v.meant, BallotVote))  # fmt: skip
    voted = [
        sum(one.kind == "ballot" and one.data["result"] == "voted" for one in done.events)
        for state, done in every()
        if state.moment.phase == "late-winter"
    ]
    assert Counter(voted)[1] * 10 > len(voted) * 6


@pytest.mark.slow
def test_many_modifiers_come_into_effect_in_a_few_games() -> None:
    names = {one.name for one in RULESET.opening(Setup()).facts.of(SanctionRules).modifier}
    said = {
        event.text.removesuffix(" is in effect")
        for _, done in every(SEEDS)
        for event in done.events
        if event.kind == "modifier"
    }
    assert len(said & names) >= 12


def test_states_are_built_for() -> None:
    built = [v for _, done in every() for v in done.verdicts if isinstance(v.meant, BuyUnit)]
    assert sum(v.outcome == "success" for v in built) * 10 > len(built) * 8 > 0
