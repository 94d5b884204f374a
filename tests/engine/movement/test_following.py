"""Whether a unit may follow into the place that another leaves: contingent attacks."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.engine.movement import No, Stand, StandardPolicy
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


def test_strength_does_not_help_to_follow():
    turn = play(
        policy=MUNICH,
        austria=["A BOH +3 - MUN", "A TYR S A BOH - MUN"],
        germany=["A MUN - BER"],
    )
    assert turn.moved == ["A BER"]
    assert turn.outcome("A TYR") == "success"


def test_the_refusal_carries_the_policy_s_rule_and_sentence():
    turn = play(policy=MUNICH, austria=["A BOH - MUN"], germany=["A MUN - BER"])
    assert turn.reason("A BOH") == (
        "TST-3",
        "bounced: MUN is closed, and nobody may follow a unit that leaves it",
    )


def test_it_would_have_done_had_the_unit_stayed():
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
        germany=["A MUN - BER"],
    )
    remedy = Remedies(turn.movement, ["austria", "austria", "germany"]).remedy(0)
    assert (remedy.kind, remedy.orders) == ("without", ("A MUN - BER",))


def test_elsewhere_units_are_followed():
    policy = Refusals(closed="BER")
    assert play(policy=policy, austria=["A BOH - MUN"], germany=["A MUN - BER"]).moved == [
        "A MUN",
        "A BER",
    ]


def test_two_that_may_not_follow_stay_and_contest_nothing():
    turn = play(
        policy=MUNICH, austria=["A BOH - MUN"], italy=["A TYR - MUN"], germany=["A MUN - BER"]
    )
    assert turn.moved == ["A BER"]
    assert turn.movement.contested == set()


def test_one_that_may_not_follow_stands_off_one_that_may():
    """Its attack is made, like that of a unit which may not dislodge."""

    class AustriaMayNot(StandardPolicy):
        def may_follow(self, mover: Stand, leaver: Stand) -> No | None:
            return No("TST-6", "Austria follows nobody") if mover[0] == "austria" else None

    policy = AustriaMayNot()
    orders = {"italy": ["A TYR - MUN"], "germany": ["A MUN - BER"]}
    assert play(policy=policy, **orders).moved == ["A MUN", "A BER"]
    turn = play(policy=policy, austria=["A BOH - MUN"], **orders)
    assert turn.moved == ["A BER"]
    assert turn.movement.contested == {"MUN"}
    supported = play(
        policy=policy, austria=["A BOH - MUN"], france=["A RUH S A TYR - MUN"], **orders
    )
    assert supported.moved == ["A MUN", "A BER"]


# --- the unit stays


@pytest.mark.parametrize("stay", ["A MUN H", "A MUN - BER", "A MUN - LON", "A MUN S A KIE - BER"])
def test_a_unit_that_stays_is_dislodged_as_anywhere(stay: str):
    """Holding, bounced, with an order that cannot be, or supporting."""
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN", "A TYR S A BOH - MUN"],
        germany=[stay],
        russia=["A BER H"],
    )
    assert turn.moved == ["A MUN"]
    assert turn.dislodged == ["A MUN"]


def test_a_contingent_attack_cuts_support():
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN"],
        germany=["A MUN S A KIE - BER", "A KIE - BER"],
        russia=["A BER H"],
    )
    assert turn.outcome("A MUN") == "cut"
    assert turn.dislodged == []


def test_two_equal_contingent_attacks_stand_each_other_off():
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN", "A VIE S A BOH - TYR"],
        italy=["A TYR - MUN"],
        germany=["A MUN H"],
    )
    assert turn.moved == []
    assert turn.dislodged == []


@pytest.mark.parametrize(
    ("helped", "dislodged"),
    [("A BOH - MUN", ["A MUN"]), ("A MUN - BOH", ["A BOH"]), ("A GAL", [])],
)
def test_head_to_head_goes_by_strength(helped: str, dislodged: list[str]):
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN", "A GAL H"],
        germany=["A MUN - BOH"],
        russia=[f"A SIL S {helped}"],
    )
    assert turn.dislodged == dislodged
    assert turn.reason("A BOH - MUN")[0] != "TST-3"


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


def test_a_chain_goes_on_where_the_follower_dislodges_the_one_before():
    """Munich leaves, so Bohemia stays there; Vienna is strong enough to drive it out."""
    turn = play(
        policy=MUNICH,
        austria=["A BOH - MUN"],
        germany=["A MUN - BER"],
        russia=["A VIE - BOH", "A GAL S A VIE - BOH"],
    )
    assert turn.moved == ["A BER", "A BOH"]
    assert turn.dislodged == ["A BOH"]


def test_three_units_that_change_places_all_stay():
    turn = play(policy=MUNICH, austria=["A BOH - MUN", "A TYR - BOH"], germany=["A MUN - TYR"])
    assert turn.moved == []
    assert turn.dislodged == []


def test_a_ring_elsewhere_goes_round():
    policy = Refusals(closed="BER")
    turn = play(policy=policy, austria=["A BOH - MUN", "A TYR - BOH"], germany=["A MUN - TYR"])
    assert turn.moved == ["A MUN", "A BOH", "A TYR"]


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


ROUND = {
    "austria": ["A BOH - MUN"],
    "germany": ["A MUN - TYR"],
    "italy": ["A TYR - VIE", "A TRI S A TYR - VIE"],
    "russia": ["A VIE - BOH", "A SIL S A BOH - MUN"],
}


@pytest.mark.parametrize("powers", list(permutations(ROUND)), ids="-".join)
def test_two_that_may_not_follow_in_one_ring_both_stay(powers: tuple[str, ...]):
    """Each would dislodge its unit if the other stayed; who is written first does not tell."""
    orders = {power: ROUND[power] for power in powers}
    turn = play(policy=Refusals(closed="MUN VIE"), **orders)
    assert turn.moved == []
    assert turn.dislodged == []


@pytest.mark.parametrize("helped", [[], ["F HEL S A BEL - HOL"]])
def test_two_units_do_not_change_places_by_convoy(helped: list[str]):
    orders = {
        "england": ["A BEL - HOL", *helped],
        "germany": ["A HOL - BEL VIA", "F NTH C A HOL - BEL"],
    }
    assert play(policy=Refusals(closed="HOL"), **orders).moved == []
    assert play(**orders).moved == ["A HOL", "A BEL"]


def test_a_convoyed_army_does_not_follow_either():
    turn = play(
        policy=Refusals(closed="HOL"),
        england=["A YOR - HOL", "F NTH C A YOR - HOL"],
        germany=["A HOL - RUH"],
    )
    assert turn.moved == ["A RUH"]
    assert turn.outcome("A YOR") == "bounce"
    assert turn.outcome("F NTH") == "success"
