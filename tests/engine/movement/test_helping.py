"""Whether one unit may help another: supports and convoys that a policy refuses are void."""

from __future__ import annotations

import pytest

from generator.engine.movement import No, Stand, StandardPolicy, judge_orders
from generator.engine.movement.why.remedies import Remedies
from tests.engine.movement.notation import board, parse, play
from tests.engine.movement.refusals import Refusals

ITALY_SHUNS = Refusals(unhelpful="italy", shunned="TUS NAP")


# --- supports


def test_a_void_support_adds_no_strength_to_an_attack():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A ROM - TUS"],
        italy=["A VEN S A ROM - TUS"],
        france=["A TUS H"],
    )
    assert turn.outcome("A VEN") == "void"
    assert turn.strength("A ROM") == 1
    assert turn.outcome("A ROM") == "bounce"
    assert turn.dislodged == []


def test_a_void_support_does_not_help_against_a_rival():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A ROM - TUS"],
        italy=["A VEN S A ROM - TUS"],
        france=["A PIE - TUS"],
    )
    assert turn.moved == []
    assert turn.movement.contested == {"TUS"}


def test_a_void_support_adds_no_strength_to_a_unit_that_holds():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A TUS H"],
        italy=["A VEN S A TUS"],
        france=["A PIE - TUS", "A ROM S A PIE - TUS"],
    )
    assert turn.outcome("A VEN") == "void"
    assert turn.dislodged == ["A TUS"]


def test_a_void_support_is_not_cut_and_its_unit_can_be_supported_to_hold():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A ROM - TUS"],
        italy=["A VEN S A ROM - TUS", "A PIE S A VEN"],
        austria=["A TRI - VEN", "A TYR S A TRI - VEN"],
    )
    assert turn.outcome("A VEN") == "void"
    assert turn.outcome("A PIE") == "success"
    assert turn.dislodged == []


def test_a_unit_that_gives_a_void_support_can_be_dislodged():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A ROM - TUS"],
        italy=["A VEN S A ROM - TUS"],
        austria=["A TRI - VEN", "A TYR S A TRI - VEN"],
    )
    assert turn.outcome("A VEN") == "void"
    assert turn.dislodged == ["A VEN"]


@pytest.mark.parametrize(
    ("owner", "policy"),
    [
        ("italy", ITALY_SHUNS),
        ("turkey", Refusals(unhelpful="italy", shunned="NAP")),
        ("turkey", Refusals(unhelpful="austria", shunned="TUS")),
    ],
    ids=["of its own", "elsewhere", "somebody else"],
)
def test_help_that_is_not_refused_counts(owner: str, policy: Refusals):
    orders = {"italy": ["A VEN S A ROM - TUS"], "france": ["A TUS H"]}
    orders[owner] = [*orders.get(owner, ()), "A ROM - TUS"]
    turn = play(policy=policy, **orders)
    assert turn.outcome("A VEN") == "success"
    assert turn.dislodged == ["A TUS"]


# --- convoys


def test_a_void_convoy_carries_nobody():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A TUN - NAP"],
        italy=["F TYS C A TUN - NAP"],
    )
    assert turn.outcome("F TYS") == "void"
    assert turn.outcome("A TUN") == "void"
    assert turn.moved == []


def test_a_chain_with_one_void_convoy_is_broken():
    orders = {
        "turkey": ["A GRE - TUS", "F ION C A GRE - TUS"],
        "italy": ["F TYS C A GRE - TUS"],
    }
    assert play(**orders).moved == ["A TUS"]
    assert play(policy=ITALY_SHUNS, **orders).moved == []


def test_an_army_goes_round_a_void_convoy():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A TUN - NAP", "F ION C A TUN - NAP"],
        italy=["F TYS C A TUN - NAP"],
    )
    assert turn.moved == ["A NAP"]
    assert turn.movement.route(0) == ("ION",)


def test_an_army_that_no_convoy_carries_attacks_and_cuts_nothing():
    turn = play(
        policy=ITALY_SHUNS,
        turkey=["A TUN - NAP"],
        italy=["F TYS C A TUN - NAP"],
        france=["A NAP S A ROM - APU", "A ROM - APU"],
        austria=["A APU H"],
    )
    assert turn.outcome("A NAP") == "success"
    assert turn.dislodged == ["A APU"]


@pytest.mark.parametrize(("via", "moved"), [("", ["A NAP"]), (" VIA", [])])
def test_a_void_convoy_sends_no_neighbor_by_sea(via: str, moved: list[str]):
    """Without a word of its own the army marches; ordered by convoy, it waits in vain."""
    turn = play(
        policy=ITALY_SHUNS,
        turkey=[f"A ROM - NAP{via}"],
        italy=["F TYS C A ROM - NAP"],
    )
    assert turn.moved == moved


def test_supports_and_convoys_are_asked_apart():
    class NoSupports(StandardPolicy):
        def may_help(self, helper: Stand, helped: Stand, to: str, *, convoy: bool) -> No | None:
            return None if convoy else No("TST-5", "only convoys are given")

    turn = play(
        policy=NoSupports(),
        turkey=["A TUN - NAP"],
        italy=["F TYS C A TUN - NAP", "A ROM S A TUN - NAP"],
    )
    assert turn.outcome("A ROM") == "void"
    assert turn.moved == ["A NAP"]


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
