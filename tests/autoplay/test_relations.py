"""Alliances: mutual, lasting for an era, broken before a victory; and the draws behind them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from generator.autoplay.outlook import NEAR_VICTORY, read_relations
from generator.engine.chance import Chance
from generator.rulesets.standard import RULESET

POWERS = tuple(RULESET.powers)
EVEN = dict.fromkeys(POWERS, 4)
SEEDS = ("ember", "flint", "gravel")


@pytest.mark.parametrize("seed", SEEDS)
def test_alliances_are_mutual_and_one_of_two_leads(seed: str) -> None:
    chance = Chance(seed, "")
    for year in range(1901, 1921):
        table = {power: read_relations(chance, POWERS, EVEN, power, year) for power in POWERS}
        for power, relations in table.items():
            assert relations.hostility[power] == 0
            if relations.ally:
                other = table[relations.ally]
                assert other.ally == power
                assert relations.hostility[relations.ally] == 0
                assert relations.leads is not other.leads


@pytest.mark.parametrize("seed", SEEDS)
def test_alliances_last_some_years_and_change_during_a_game(seed: str) -> None:
    chance = Chance(seed, "")
    allies = [
        tuple(read_relations(chance, POWERS, EVEN, power, year).ally for power in POWERS)
        for year in range(1901, 1921)
    ]
    changes = sum(one != two for one, two in pairwise(allies))
    assert any(allies[0])
    assert 2 <= changes <= 7


def test_nobody_stays_allied_with_a_power_about_to_win() -> None:
    chance = Chance("ember", "")
    for power in POWERS:
        counts = {**EVEN, power: NEAR_VICTORY}
        for other in POWERS:
            relations = read_relations(chance, POWERS, counts, other, 1901)
            assert power not in (relations.ally, other) or not relations.ally


def test_a_branch_draws_the_same_whatever_was_drawn_before() -> None:
    fresh, used = Chance("ember", "spring"), Chance("ember", "fall")
    used.number(100)
    draws = [fresh.branch("mood").number(1000), used.branch("mood").number(1000)]
    assert draws[0] == draws[1] == Chance("ember", "mood").number(1000)
    assert fresh.number(2**32) == Chance("ember", "spring").number(2**32)
