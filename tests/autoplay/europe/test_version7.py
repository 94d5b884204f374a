"""The automatic players of Version 7 play it to its end, and most of what they order counts."""

from __future__ import annotations

from collections import Counter

import pytest

from generator.autoplay import get_player
from generator.autoplay.europe.player import intended_orders
from generator.engine.chance import Chance
from generator.engine.phases import Resolution, Setup
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Transfer
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import outcome, play
from tests.rules.europe_1615_v7.seven import given
from tests.rules.europe_1615_v7.wealth import lent, loan


@pytest.fixture(scope="module")
def played() -> list[Resolution[EuropeState]]:
    """A game of fifteen years."""
    player, state = get_player(RULESET.id), RULESET.opening(Setup())
    found: list[Resolution[EuropeState]] = []
    while state.ending is None:
        chance = Chance("seven", str(state.moment))
        texts = {
            power: "\n".join(player.write_orders(RULESET, state, power, Chance("players", "")))
            for power in RULESET.awaits(state)
        }
        resolution = RULESET.adjudicate(state, RULESET.read(state, texts), (), chance)
        found.append(resolution)
        state = resolution.state
    return found


def test_a_game_is_played_to_its_end(played: list[Resolution[EuropeState]]) -> None:
    assert {one.moment.year for one in played} >= set(range(1615, 1630))
    assert played[-1].state.ending is not None


def test_most_orders_are_in_order(played: list[Resolution[EuropeState]]) -> None:
    outcomes = Counter(verdict.outcome for one in played for verdict in one.verdicts)
    assert outcomes["illegal"] < sum(outcomes.values()) // 10


def test_what_this_edition_has_is_played(played: list[Resolution[EuropeState]]) -> None:
    kinds = Counter(event.kind for one in played for event in one.events)
    for kind in ("captured", "rebellion", "treaty", "transfer", "maintenance", "donation",
                 "decree-announced", "purchase", "infs-bought", "objective"):  # fmt: skip
        assert kinds[kind], kind


def test_strong_armies_wish_for_retreats(played: list[Resolution[EuropeState]]) -> None:
    wishes = [
        verdict
        for one in played
        for verdict in one.verdicts
        if verdict.order.startswith("IF DISLODGED")
    ]
    assert wishes
    assert {one.outcome for one in wishes} == {"success"}


def test_a_wish_for_a_retreat_stands_in_for_an_order() -> None:
    units = {"austria": ["A VIE +1"], "bavaria": ["A UAU +4"]}
    state = given(units=units, wars=[("austria", "bavaria")])
    sheets = {"austria": "IF DISLODGED A VIE - STY", "bavaria": "A UAU - VIE"}
    driven = play(EDITION, state, sheets).state
    assert [one.unit.province for one in driven.displaced] == ["VIE"]
    assert intended_orders(EDITION, driven, "austria", Chance("ember", "")) == ()
    forgotten = play(EDITION, state, {"bavaria": "A UAU - VIE"}).state
    assert len(intended_orders(EDITION, forgotten, "austria", Chance("ember", ""))) == 1


@pytest.mark.parametrize("lender", ["denmark", "referee"])
def test_what_is_in_default_is_paid_when_it_can_be(lender: str) -> None:
    owed = loan(lender, "sweden", 3, due=1619, enforced=True, status="defaulted")
    state = lent(given(phase="income", treasury={"sweden": 5}), owed)
    orders = intended_orders(EDITION, state, "sweden", Chance("ember", ""))
    assert orders == (Transfer("repayment", 3, lender),)
    played = play(EDITION, state, {"sweden": "\n".join(map(str, orders))})
    assert outcome(played, f"REPAY 3 TO {lender.upper()}") == "success"
