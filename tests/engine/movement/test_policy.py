"""What a ruleset's policy may refuse: entering, with its own rule and sentence."""

from __future__ import annotations

from generator.engine.movement import Explainer, judge_orders
from generator.engine.rulebook import Rulebook
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import board, parse, play

NEUTRAL = Alliances(closed=(("MUN", "TST-1"), ("BEL", "TST-2")))


def test_a_closed_province_is_not_entered():
    turn = play(policy=NEUTRAL, austria=["A BOH - MUN", "A TYR - BOH"])
    assert turn.outcome("A BOH") == "illegal"
    assert turn.outcome("A TYR") == "bounce"
    assert turn.moved == []


def test_the_refusal_carries_the_policy_s_rule_and_sentence():
    turn = play(policy=NEUTRAL, austria=["A BOH - MUN"])
    reason = Explainer(turn.movement, Rulebook((), {})).explain(0)[0]
    assert reason.rule == "TST-1"
    assert "MUN is closed to austria" in reason.text


def test_the_refusal_shows_before_resolving():
    unit, order = parse("A BOH - MUN")
    judgment = judge_orders(board(), [("austria", unit)], [order], NEUTRAL)[0]
    assert (judgment.status, judgment.cause, judgment.rule) == ("illegal", "may-not-enter", "TST-1")
