"""Units stronger than 1: E19-BOL."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.units import Unit
from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import given, gone, move, rules, said, stands

WAR = [("france", "spain")]


def support(supporter: int, *attackers: tuple[str, int], **options: Any) -> Any:
    """France's A CHA supports A PAR - BRB with some strength; Spaniards attack Champagne."""
    state = given(
        units={
            "france": ["A PAR", str(Unit("A", "CHA", supporter))],
            "spain": ["A BRB +8", *(str(Unit("A", at, n)) for at, n in attackers)],
        },
        captures={at: "spain" for at, _ in attackers if at in ("LOR", "BUR")},
        infs={"LOR": {}},
        wars=WAR,
        options=options,
    )
    moves = "; ".join(f"A {at} - CHA" for at, _ in attackers)
    return move(state, france="A PAR - BRB; A CHA S A PAR - BRB", spain=moves)


SUPPORT = "A CHA S A PAR - BRB"


@pytest.mark.rule("E19-BOL-1")
def test_a_bolstered_unit_goes_one_way():
    state = given(units={"france": ["A PAR +2"]})
    result = move(state, france="A PAR - BUR; A PAR - CHA")
    assert stands(result, "france") == ["A PAR +2"]
    assert outcome(result, "A PAR - BUR") == outcome(result, "A PAR - CHA") == "illegal"
    assert stands(move(state, france="A PAR - BUR"), "france") == ["A BUR +2"]


@pytest.mark.rule("E19-BOL-2")
@pytest.mark.parametrize(("strength", "becomes"), [(2, "bounce"), (3, "success")])
def test_the_whole_strength_attacks(strength: int, becomes: str):
    """Against an army of 1 with the support of another 1."""
    state = given(
        units={"france": [str(Unit("A", "PAR", strength))], "spain": ["A BRB", "A LIE"]}, wars=WAR
    )
    result = move(state, france="A PAR - BRB", spain="A BRB H; A LIE S A BRB")
    assert outcome(result, "A PAR - BRB") == becomes
    assert f"attack {strength} (Paris {strength}) against hold 2" in said(result, "A PAR - BRB")


@pytest.mark.rule("E19-BOL-2")
def test_the_whole_strength_supports():
    state = given(
        units={"france": ["A PAR", "A CHA +1"], "spain": ["A BRB +1"]},
        wars=WAR,
    )
    result = move(state, france="A PAR - BRB; A CHA S A PAR - BRB")
    assert "attack 3 (Paris 1, Champagne 2) against hold 2" in said(result, "A PAR - BRB")


@pytest.mark.rule("E19-BOL-2")
def test_a_unit_that_fails_to_move_holds_with_all_it_has():
    state = given(
        units={"france": ["A PAR +2", "A FLA"], "spain": ["A BRB +2", "A NORM +1"]},
        captures={"FLA": "france", "NORM": "spain"},
        wars=WAR,
    )
    result = move(state, france="A PAR - BRB", spain="A BRB H; A NORM - PAR")
    assert outcome(result, "A PAR - BRB") == "bounce"
    assert outcome(result, "A NORM - PAR") == "bounce"


@pytest.mark.rule("E19-BOL-3")
def test_an_attack_takes_its_strength_from_a_support():
    result = support(2, ("FRC", 1))
    assert outcome(result, SUPPORT) == "success"
    assert rules(result, SUPPORT) == ["E19-BOL-3"]
    assert "reduced to 1 by Free County" in said(result, SUPPORT)
    assert "attack 2 (Paris, Champagne)" in said(result, "A PAR - BRB")


@pytest.mark.rule("E19-BOL-3")
def test_a_support_of_two_attacked_by_two_is_cut():
    result = support(2, ("FRC", 2))
    assert outcome(result, SUPPORT) == "cut"
    assert rules(result, SUPPORT) == ["E19-BOL-3"]
    assert gone(result) == []


@pytest.mark.rule("E19-BOL-3")
def test_supports_of_the_attack_do_not_count():
    state = given(
        units={"france": ["A PAR", "A CHA +2"], "spain": ["A BRB +8", "A FRC", "A LIE"]},
        wars=WAR,
    )
    result = move(
        state,
        france="A PAR - BRB; A CHA S A PAR - BRB",
        spain="A FRC - CHA; A LIE S A FRC - CHA",
    )
    assert "reduced to 2" in said(result, SUPPORT)


@pytest.mark.rule("E19-BOL-4")
def test_attacks_on_a_supporter_add_up():
    result = support(3, ("FRC", 1), ("LIE", 1))
    assert outcome(result, SUPPORT) == "success"
    assert "reduced to 1 by Free County and Liège" in said(result, SUPPORT)


@pytest.mark.rule("E19-BOL-5")
def test_an_attack_from_the_target_reduces_nothing():
    state = given(
        units={"france": ["A PAR", "A CHA +1"], "spain": ["A BRB"]},
        wars=WAR,
    )
    result = move(state, france="A PAR - BRB; A CHA S A PAR - BRB", spain="A BRB - CHA")
    assert "gives 2" in said(result, SUPPORT)
    assert "E19-BOL-5" in rules(result, SUPPORT)
    assert gone(result) == ["spain: A BRB"]


@pytest.mark.rule("E19-BOL-5")
def test_a_dislodged_supporter_gives_nothing():
    result = support(3, ("FRC", 4))
    assert gone(result) == ["france: A CHA +2"]
    assert outcome(result, SUPPORT) == "cut"


@pytest.mark.rule("E19-BOL-5")
def test_an_attack_from_the_target_that_dislodges_ends_the_support():
    state = given(
        units={"france": ["A PAR", "A CHA +1"], "spain": ["A BRB +2"]},
        wars=WAR,
    )
    result = move(state, france="A PAR - BRB; A CHA S A PAR - BRB", spain="A BRB - CHA")
    assert outcome(result, SUPPORT) == "cut"
    assert rules(result, SUPPORT)[0] == "E19-BOL-5"
    assert outcome(result, "A PAR - BRB") == "success"


@pytest.mark.rule("E19-BOL-6")
@pytest.mark.parametrize(("strength", "label"), [(1, ""), (2, " +1"), (3, " +2"), (10, " +9")])
def test_the_label_is_the_strength_above_one(strength: int, label: str):
    state = given(units={"france": [f"A PAR{label}"]})
    assert state.units["france"][0].strength == strength
    assert stands(move(state, france="A PAR - BUR"), "france") == [f"A BUR{label}"]


def test_x_26_a_beleaguered_province_counts_reduced_supports():
    """Two attacks on Brabant, 3 and 3 before a support is cut: then 3 and 2, and 3 gets in."""
    units = {
        "france": ["A PAR", "A CHA +1"],
        "dutch": ["A HLD", "A FLA +1"],
        "spain": ["A BRB", "A NORM"],
    }
    state = given(
        units=units,
        captures={"FLA": "dutch", "NORM": "spain"},
        wars=[*WAR, ("dutch", "spain")],
    )
    attacks = {
        "france": "A PAR - BRB; A CHA S A PAR - BRB",
        "dutch": "A HLD - BRB; A FLA S A HLD - BRB",
    }
    assert gone(move(state, **attacks)) == []
    cut = move(state, **attacks, spain="A NORM - FLA; A BRB H")
    assert gone(cut) == ["spain: A BRB"]
    assert stands(cut, "france") == ["A BRB", "A CHA +1"]


def test_x_27_only_attacks_from_elsewhere_count():
    """A supporter of 3 attacked by 2 from a third province and by 1 from its target: 1 is left."""
    state = given(
        units={"france": ["A PAR", "A CHA +2"], "spain": ["A BRB", "A FRC +1"]},
        wars=WAR,
    )
    result = move(
        state,
        france="A PAR - BRB; A CHA S A PAR - BRB",
        spain="A BRB - CHA; A FRC - CHA",
    )
    assert "reduced to 1 by Free County" in said(result, SUPPORT)


def test_x_29_the_stronger_wins_head_on():
    state = given(units={"france": ["A PAR +1"], "spain": ["A BRB"]}, wars=WAR)
    result = move(state, france="A PAR - BRB", spain="A BRB - PAR")
    assert stands(result, "france") == ["A BRB +1"]
    assert gone(result) == ["spain: A BRB"]
