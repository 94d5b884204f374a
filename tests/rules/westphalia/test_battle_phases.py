"""A Battle Phase on the board: automatic victories, leaders, hands, scripts, live play."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.chance import Lots
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.state.orders import BattleOrder
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.wars.battles import (
    open_battles,
)
from generator.rulesets.westphalia.wars.fighting import fight
from tests.rules.westphalia.table import (
    after,
    events,
    foreign,
    lots,
    six,
    verdicts,
    wars,
)


def opened(state: State, *declared: str, drawn: Lots | None = None) -> Progress:
    return after(open_battles, wars(state, *declared).state, 1, drawn or lots())


def with_power(state: State, player: str, power: int) -> State:
    """A Foreign Power with a home of so much Imperial Power, beside its four provinces."""
    return foreign(state, player, "S", power - 4)


@pytest.mark.rule("POW-BAT-4")
def test_one_deck_a_battle_and_the_attacker_first(vector: Lots) -> None:
    state = with_power(six(), "red", 6)
    field = opened(state, "red: black", drawn=vector).state.hands["1"]
    first, second = field.battle.armies
    assert first.hand.letters == "PMCCCC"
    assert second.hand.letters == "PPMM", "the next four are P M P M"
    assert "".join(field.deck) == "MPCM"


def scripts(**lines: Any) -> dict[str, list[BattleOrder]]:
    return {player: [BattleOrder(Script(**script))] for player, script in lines.items()}


@pytest.mark.rule("POW-BAT-27")
def test_battles_of_one_phase_do_not_touch_each_other() -> None:
    """War 1 and its cards are the same whether or not another war is fought beside it."""
    alone = opened(six(), "red: black").state
    both = opened(six(), "red: black", "green: white").state
    assert alone.hands["1"] == both.hands["1"]
    one = events(after(fight, alone, {}, lots()), "battle")[0]
    assert one == events(after(fight, both, {}, lots()), "battle")[0]


@pytest.mark.rule("POW-MAIL-5")
def test_a_battle_is_told_card_by_card_with_the_rule_of_each_step() -> None:
    state = opened(with_power(with_power(six(), "red", 15), "black", 13), "red: black").state
    done = after(fight, state, scripts(red={"policy": "most"}, black={"policy": "least"}), lots())
    (event,) = events(done, "battle")
    rounds = event.data["rounds"]
    assert event.data["fought"] == len(rounds)
    assert [one["number"] for one in rounds] == list(range(1, len(rounds) + 1))
    rules = {step["rule"] for one in rounds for step in one["steps"]}
    assert rules <= {f"POW-BAT-{number}" for number in range(7, 24)}
    assert all(one["steps"] for one in rounds)
    assert verdicts(done) == [
        "red: BATTLE vs:default policy:most success",
        "black: BATTLE vs:default policy:least success",
    ]
