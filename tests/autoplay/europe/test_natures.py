"""Every kind of player is at the table, keeps its nature, and plays by it."""

from __future__ import annotations

from collections import Counter
from functools import cache

from generator.autoplay.europe.natures import NATURES, nature_of
from generator.engine.chance import Chance
from generator.rulesets.europe.state.values import Declare
from generator.rulesets.europe_1619 import RULESET
from tests.autoplay.europe.playing import play

POWERS = tuple(RULESET.powers)
SEEDS = ("flint", "gravel", "heron")


@cache
def habits() -> dict[str, Counter[str]]:
    """What the players of each nature meant to do in eight years of three games."""
    found = {name: Counter[str]() for name in NATURES}
    for seed in SEEDS:
        natures = {power: nature_of(Chance(seed, ""), POWERS, power).name for power in POWERS}
        for phase in play(seed, 8):
            for power, meant in phase.meant.items():
                found[natures[power]].update(
                    order.kind for order in meant if isinstance(order, Declare)
                )
            if phase.before.moment.phase == "scoring":
                for power in phase.before.living:
                    found[natures[power]]["TP"] += phase.before.treasury[power]
                    found[natures[power]]["years"] += 1
    return found


def per_hundred(name: str, what: str) -> int:
    counts = habits()[name]
    return 100 * counts[what] // counts["years"]


def test_every_nature_is_drawn_about_as_often_and_stays_for_the_game() -> None:
    for seed in SEEDS:
        drawn = [nature_of(Chance(seed, "1619"), POWERS, power).name for power in POWERS]
        assert sorted(Counter(drawn).values()) == [3, 4, 4, 4]
        assert drawn == [nature_of(Chance(seed, "1648"), POWERS, power).name for power in POWERS]


def test_natures_differ_from_game_to_game() -> None:
    deals = {
        tuple(nature_of(Chance(seed, ""), POWERS, power).name for power in POWERS) for seed in SEEDS
    }
    assert len(deals) == len(SEEDS)


def test_expansionists_declare_more_wars_than_diplomats_and_misers() -> None:
    wars = {name: per_hundred(name, "war") for name in NATURES}
    assert wars["expansionist"] > 1.5 * wars["diplomat"]
    assert wars["expansionist"] > 1.5 * wars["miser"]


def test_diplomats_make_more_alliances_than_expansionists() -> None:
    assert per_hundred("diplomat", "alliance") > per_hundred("expansionist", "alliance")


def test_misers_hoard_and_expansionists_spend() -> None:
    assert per_hundred("miser", "TP") > 1.3 * per_hundred("expansionist", "TP")


def test_betrayers_leave_alliances_more_often_than_diplomats() -> None:
    left = {
        name: 100 * habits()[name]["dissolution"] // habits()[name]["alliance"]
        for name in ("betrayer", "diplomat")
    }
    assert left["betrayer"] > 2 * left["diplomat"]
