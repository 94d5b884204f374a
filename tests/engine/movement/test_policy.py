"""What a ruleset's policy may refuse, with its own rule and sentence: entering, following a unit
that leaves, and helping another."""

from __future__ import annotations

import pytest

from generator.engine.movement import Explainer, StandardPolicy, judge_orders
from generator.engine.movement.why.remedies import Remedies
from generator.engine.rulebook import Rulebook
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import board, parse, play
from tests.engine.movement.refusals import Refusals

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


MUNICH = Refusals(closed="MUN")


# --- the unit leaves


def test_nobody_follows_a_unit_that_leaves():
    turn = play(policy=MUNICH, austria=["A BOH - MUN"], germany=["A MUN - BER"])
    assert turn.moved == ["A BER"]
    assert turn.outcome("A BOH") == "bounce"
    assert turn.movement.contested == set()


def test_a_refusal_to_follow_carries_the_policy_s_rule_and_sentence():
    turn = play(policy=MUNICH, austria=["A BOH - MUN"], germany=["A MUN - BER"])
    assert turn.reason("A BOH") == (
        "TST-3",
        "bounced: MUN is closed, and nobody may follow a unit that leaves it",
    )


def test_it_would_have_done_had_the_unit_stayed():
    turn = play(
        policy=MUNICH, austria=["A BOH - MUN", "A TYR S A BOH - MUN"], germany=["A MUN - BER"]
    )
    remedy = Remedies(turn.movement, ["austria", "austria", "germany"]).remedy(0)
    assert (remedy.kind, remedy.orders) == ("without", ("A MUN - BER",))


# --- chains and rings


def test_a_chain_ends_where_nobody_may_follow():
    turn = play(
        policy=MUNICH,
        italy=["A VIE - BOH"],
        austria=["A BOH - MUN"],
        germany=["A MUN - BER", "A BER - KIE"],
    )
    assert turn.moved == ["A BER", "A KIE"]
    assert turn.reason("A BOH")[0] == "TST-3"
    assert turn.reason("A VIE")[1] == "bounced: attack 1 (Vienna) against hold 1 (Bohemia)"


def test_three_units_stay_though_the_follower_could_dislodge():
    """Bohemia would dislodge Munich if that stayed; Munich stays only if Bohemia does."""
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN", "A TYR - BOH"],
        germany=["A MUN - TYR"],
        russia=["A SIL S A BOH - MUN"],
    )
    assert turn.moved == []
    assert turn.dislodged == []
    rule, text = turn.reason("A BOH")
    assert rule == "TST-3"
    assert text == (
        "bounced: MUN is closed, and nobody may follow a unit that leaves it; whether Munich "
        "leaves would hang on this very move"
    )
    assert turn.reason("A MUN")[1] == "bounced: attack 1 (Munich) against hold 1 (Tyrolia)"


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
def test_a_refusal_to_help_shows_before_resolving_whatever_the_other_does(mover: str):
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
