"""Whether a unit may follow into the place that another leaves: contingent attacks."""

from __future__ import annotations

from generator.engine.movement.why.remedies import Remedies
from tests.engine.movement.notation import play
from tests.engine.movement.refusals import Refusals

MUNICH = Refusals(closed="MUN")


# --- the unit leaves


def test_nobody_follows_a_unit_that_leaves():
    turn = play(policy=MUNICH, austria=["A BOH - MUN"], germany=["A MUN - BER"])
    assert turn.moved == ["A BER"]
    assert turn.outcome("A BOH") == "bounce"
    assert turn.movement.contested == set()


def test_the_refusal_carries_the_policy_s_rule_and_sentence():
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
