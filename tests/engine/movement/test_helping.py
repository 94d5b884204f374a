"""Whether one unit may help another: supports and convoys that a policy refuses are void."""

from __future__ import annotations

import pytest

from generator.engine.movement import StandardPolicy, judge_orders
from generator.engine.movement.why.remedies import Remedies
from tests.engine.movement.notation import board, parse, play
from tests.engine.movement.refusals import Refusals

ITALY_SHUNS = Refusals(unhelpful="italy", shunned="TUS NAP")


# --- what is said


def test_a_void_support_carries_the_policy_s_rule_and_sentence():
    turn = play(policy=ITALY_SHUNS, turkey=["A ROM - TUS"], italy=["A VEN S A ROM - TUS"])
    assert turn.reason("A VEN") == (
        "TST-4",
        "void: italy does not support units of turkey into TUS",
    )


def test_an_army_is_told_whose_convoy_is_void():
    turn = play(policy=ITALY_SHUNS, turkey=["A TUN - NAP"], italy=["F TYS C A TUN - NAP"])
    assert turn.reason("F TYS")[0] == "TST-4"
    assert turn.reason("A TUN")[1] == (
        "unmatched: no chain of fleets was ordered to convoy from Tunis to Naples; the order of "
        "the fleet in Tyrrhenian Sea is void: italy does not convoy units of turkey into NAP"
    )


@pytest.mark.parametrize("mover", ["A ROM - TUS", "A ROM H"])
def test_the_refusal_shows_before_resolving_whatever_the_other_does(mover: str):
    pairs = [("turkey", *parse(mover)), ("italy", *parse("A VEN S A ROM - TUS"))]
    judgment = judge_orders(
        board(), [(o, unit) for o, unit, _ in pairs], [order for *_, order in pairs], ITALY_SHUNS
    )[1]
    assert (judgment.status, judgment.cause, judgment.rule) == ("void", "may-not-help", "TST-4")


def test_an_impossible_support_is_illegal_before_it_is_void():
    turn = play(policy=ITALY_SHUNS, turkey=["A ROM - TUS"], italy=["A TYR S A ROM - TUS"])
    assert turn.outcome("A TYR") == "illegal"


def test_no_other_order_would_have_made_a_refused_support_count():
    turn = play(policy=ITALY_SHUNS, turkey=["A ROM - TUS"], italy=["A VEN S A ROM - TUS"])
    assert Remedies(turn.movement, ["turkey", "italy"]).remedy(1).kind == "none"


def test_a_refused_support_is_no_remedy():
    """Rome bounces for want of a support: Venice could reach Tuscany but may not help."""
    orders = {"turkey": ["A ROM - TUS"], "italy": ["A VEN H"], "france": ["A TUS H"]}
    sides = ["turkey", "italy", "france"]
    allowed, refused = play(**orders), play(policy=ITALY_SHUNS, **orders)
    assert Remedies(allowed.movement, sides).remedy(0).orders == ("A VEN S A ROM - TUS",)
    assert Remedies(refused.movement, sides).remedy(0).kind == "none"


def test_a_policy_that_inherits_the_questions_is_not_asked(monkeypatch: pytest.MonkeyPatch):
    def fail(*arguments: object, **named: object) -> None:
        raise AssertionError("asked")

    class Plain(StandardPolicy):
        pass

    monkeypatch.setattr(StandardPolicy, "may_help", fail)
    monkeypatch.setattr(StandardPolicy, "may_follow", fail)
    turn = play(
        policy=Plain(),
        turkey=["A TUN - NAP", "A ROM - TUS"],
        italy=["F TYS C A TUN - NAP", "A VEN S A ROM - TUS", "A TUS - PIE"],
    )
    assert turn.moved == ["A NAP", "A TUS", "A PIE"]
