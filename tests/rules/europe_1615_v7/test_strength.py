"""Units stronger than 1: E15V7-STR."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events, outcome, units_of, verdict
from tests.rules.europe_1615_v7.seven import Played, at, cited, given, sheets

WAR = [("france", "spain")]


def war(france: list[str], spain: list[str], **parts: Any) -> EuropeState:
    """France and Spain at war, about unaligned Savoy and the land around it."""
    return given(units={"france": france, "spain": spain}, wars=WAR, **parts)


def stand(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V7-STR-1")
@pytest.mark.parametrize(("bonus", "result"), [("+4", "bounce"), ("+3", "success")])
def test_an_attack_has_the_strength_of_mover_and_supporters(bonus: str, result: str):
    """2 and 3 against 5, and against 4."""
    state = war(["A BUR +1", "A DAU +2"], [f"A SAV {bonus}"])
    played = sheets(state, france="A BUR - SAV ; A DAU S A BUR - SAV")
    assert outcome(played, "A BUR - SAV") == result
    assert verdict(played, "A BUR - SAV").strength == 5


@pytest.mark.rule("E15V7-STR-2")
def test_a_holder_has_its_supports_and_a_bounced_one_itself():
    state = war(["A BUR +2"], ["A SAV +1", "A MIL"])
    assert outcome(sheets(state, france="A BUR - SAV", spain="A MIL S A SAV"), "A BUR - SAV") == (
        "bounce"
    )
    bounced = war(["A BUR +2", "A PRO +2"], ["A SAV +1", "A MIL"])
    played = sheets(bounced, france="A BUR - SAV ; A PRO H", spain="A SAV - PRO ; A MIL S A SAV")
    assert outcome(played, "A SAV - PRO") == "bounce"
    assert outcome(played, "A MIL S A SAV") == "void"
    assert outcome(played, "A BUR - SAV") == "success"


@pytest.mark.rule("E15V7-STR-3")
def test_a_support_adds_the_whole_strength_of_its_giver():
    state = war(["A BUR", "A DAU +1"], ["A SAV +1"])
    played = sheets(state, france="A BUR - SAV ; A DAU S A BUR - SAV")
    assert outcome(played, "A BUR - SAV") == "success"


@pytest.mark.rule("E15V7-STR-4")
def test_a_stronger_army_needs_no_support():
    played = sheets(war(["A BUR +1"], ["A SAV"]), france="A BUR - SAV")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A SAV"]


@pytest.mark.rule("E15V7-STR-5")
@pytest.mark.parametrize(
    ("bonus", "results"),
    [(" +1", ["success", "bounce", "bounce"]), ("", ["bounce", "bounce", "bounce"])],
)
def test_the_strongest_of_several_gets_there(bonus: str, results: list[str]):
    state = war([f"A BUR{bonus}", "A PRO"], ["A MIL"])
    played = sheets(state, france="A BUR - SAV ; A PRO - SAV", spain="A MIL - SAV")
    orders = ("A BUR - SAV", "A PRO - SAV", "A MIL - SAV")
    assert [outcome(played, one) for one in orders] == results


@pytest.mark.rule("E15V7-STR-6")
def test_head_to_head_the_stronger_one_dislodges():
    played = sheets(war(["A BUR +1"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A SAV"]
    even = sheets(war(["A BUR"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert cited(even, "A BUR - SAV") == ("bounce", "E15V7-STR-6")


@pytest.mark.rule("E15V7-STR-7")
def test_any_attack_cuts_a_support_altogether():
    state = war(["A BUR", "A DAU +2"], ["A SAV +1", "A PRO"])
    played = sheets(
        state, france="A BUR - SAV ; A DAU S A BUR - SAV", spain="A SAV H ; A PRO - DAU"
    )
    found = verdict(played, "A DAU S A BUR - SAV")
    assert (found.outcome, found.strength) == ("cut", 0)
    assert outcome(played, "A BUR - SAV") == "bounce"


@pytest.mark.rule("E15V7-STR-7")
def test_the_unit_that_is_attacked_does_not_cut():
    state = war(["A BUR", "A DAU +2"], ["A SAV +2"])
    played = sheets(state, france="A BUR - SAV ; A DAU S A BUR - SAV", spain="A SAV - DAU")
    assert outcome(played, "A DAU S A BUR - SAV") == "success"
    assert outcome(played, "A BUR - SAV") == "success"


@pytest.mark.rule("E15V7-STR-8")
@pytest.mark.parametrize(
    ("first", "second"), [("A PAR - BUR", "A PAR - CHA"), ("A PAR - CHA", "A PAR - BUR")]
)
def test_of_two_orders_for_a_unit_the_first_counts(first: str, second: str):
    played = sheets(given(units={"france": ["A PAR +2"]}), france=f"{first} ; {second}")
    assert outcome(played, first) == "success"
    assert cited(played, second) == ("illegal", "E15V7-STR-8")
    assert stand(played, "france") == [f"A {first[-3:]} +2"]


@pytest.mark.rule("E15V7-STR-8")
def test_an_impossible_order_does_not_stand_in_the_way_of_the_next():
    played = sheets(given(units={"france": ["A PAR"]}), france="A PAR - VIE ; A PAR - BUR")
    assert stand(played, "france") == ["A BUR"]


@pytest.mark.rule("E15V7-STR-9")
def test_a_successful_defense_costs_nothing():
    played = sheets(war(["A BUR +2"], ["A SAV +2"]), france="A BUR - SAV")
    assert stand(played, "spain") == ["A SAV +2"]
    assert stand(played, "france") == ["A BUR +2"]


@pytest.mark.rule("E15V7-STR-10")
@pytest.mark.rule("E15V7-STR-11")
@pytest.mark.parametrize(
    ("unit", "order"), [("A PAR +9", "BOLSTER A PAR 1"), ("F NORM", "BOLSTER F NORM 1")]
)
def test_what_cannot_be_made_stronger(unit: str, order: str):
    state = at(given(units={"france": [unit]}, treasury={"france": 99}), "builds")
    played = sheets(state, france=order)
    assert outcome(played, order) in ("illegal", "excess")
    assert stand(played, "france") == [unit]


@pytest.mark.rule("E15V7-STR-12")
def test_a_convoyed_army_keeps_its_strength():
    units = {"england": ["A LON +1", "F NAR"], "dutch": ["A HLD"]}
    state = given(units=units, wars=[("england", "dutch")])
    played = sheets(state, england="A LON - HLD ; F NAR C A LON - HLD")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A HLD"]
    assert stand(played, "england") == ["A HLD +1", "F NAR"]
