"""One pair of cards: which rules decide, in order. `battle_rounds.txt` has what comes of them."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.battle.army import Cards, Terms
from generator.rulesets.westphalia.battle.duel import picked
from generator.rulesets.westphalia.battle.exchange import Front
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.state.orders import BattleOrder, Swap
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan, plan_for
from tests.rules.westphalia.cards import EARLY, LATE, meet, rules_of


@pytest.mark.parametrize(
    ("hands", "cards", "terms", "rules"),
    [
        (("PPMMCC", "PPMMCC"), "PP", EARLY, "BAT-7 BAT-7"),
        (("PPM", "CC"), "PC", EARLY, "BAT-8 BAT-9 BAT-10"),
        (("PPM", "C"), "PC", EARLY, "BAT-8 BAT-9"),
        (("MMP", "PPMM"), "MP", EARLY, "BAT-11"),
        (("MMP", "PPMM"), "MP", LATE, "BAT-11 BAT-12 BAT-12"),
        (("M", "P"), "MP", LATE, "BAT-11"),
        (("CCC", "PPPMMM"), "CM", EARLY, "BAT-14 BAT-15"),
        (("C", "MPPC"), "CM", EARLY, "BAT-14 BAT-16 BAT-16"),
        (("CCPPM", "MPCC"), "CM", EARLY, "BAT-14 BAT-16 BAT-17"),
        (("CCPPP", "MPPC"), "CM", EARLY, "BAT-14 BAT-16 BAT-16 BAT-18"),
    ],
)
def test_which_rules_decide(hands: tuple[str, str], cards: str, terms: Terms, rules: str) -> None:
    assert " ".join(rules_of(meet(hands, cards, terms, strip="CMP"))) == rules


@pytest.mark.rule("POW-BAT-6")
def test_a_card_that_is_not_held_cannot_be_played() -> None:
    with pytest.raises(ValueError, match="cannot be played"):
        meet(("PP", "MM"), "CM")


@pytest.mark.rule("POW-RWB-5")
def test_in_a_league_seven_against_one_fights_on() -> None:
    fronts = (Front(alone=False), Front(alone=False))
    assert not meet(("CPPPPPP", "MPPC"), "CM", fronts=fronts).routed


@pytest.mark.rule("POW-BAT-19")
def test_reinforcements_are_chosen_from_the_pile_and_no_more_than_it_has() -> None:
    assert picked(Cards.of("PPPMMC"), 3, ("M", "M", "C")) == Cards.of("MMC")
    assert picked(Cards.of("PM"), 5, ("C",)) == Cards.of("PM")


@pytest.mark.rule("POW-BAT-5")
def test_a_new_script_without_swaps_leaves_the_swap_on_file() -> None:
    filed = Plan(Script("black", policy="most"), ("C",))
    bare = {"red": [BattleOrder(Script("black", policy="least"))]}
    assert plan_for("red", "black", bare, filed) == Plan(Script("black", policy="least"), ("C",))
    full = {"red": [BattleOrder(Script("black", swap=("P",)))]}
    assert plan_for("red", "black", full, filed).swap == ("P",)
    line = {"red": [Swap(("M",), (), "black")]}
    assert plan_for("red", "black", line, filed) == Plan(filed.script, ("M",))
    assert plan_for("", "black", full) == NO_PLAN, "nobody leads"
