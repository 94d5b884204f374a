"""Bolstered units in combat: E19D-STR."""

from __future__ import annotations

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import outcome
from tests.rules.europe_1619_draft.marching import given, gone, move, rules, said, stands

WAR = {"wars": [("france", "spain")]}


@pytest.mark.rule("E19D-STR-1")
@pytest.mark.parametrize(("strength", "wins"), [(3, True), (2, False), (1, False)])
def test_a_unit_attacks_and_defends_with_its_whole_strength(strength: int, wins: bool):
    bolster = f" +{strength - 1}" if strength > 1 else ""
    state = given(units={"france": [f"A PAR{bolster}"], "spain": ["A NET +1"]}, **WAR)
    assert gone(move(state, france="A PAR - NET")) == (["spain: A NET +1"] if wins else [])


@pytest.mark.rule("E19D-STR-1")
def test_a_unit_keeps_others_out_with_its_whole_strength():
    units = {"france": ["A PAR +2", "A LYO"], "spain": ["A FRC"]}
    state = given(units=units, **WAR)
    result = move(state, france="A PAR - BUR; A LYO H", spain="A FRC - BUR")
    assert outcome(result, "A FRC - BUR") == "bounce"
    assert stands(result, "france") == ["A BUR +2", "A LYO"]


@pytest.mark.rule("E19D-STR-2")
def test_a_unit_supports_with_its_whole_strength():
    """1 with the support of a unit of 2, against 2."""
    units = {"france": ["A CHA", "A PAR +1"], "spain": ["A NET +1"]}
    sheet = "A CHA - NET; A PAR S A CHA - NET"
    assert gone(move(given(units=units, **WAR), france=sheet)) == ["spain: A NET +1"]
    units["france"] = ["A CHA", "A PAR"]
    assert gone(move(given(units=units, **WAR), france=sheet)) == []


def supported(supporter: str, attackers: dict[str, str], victim: str = "A NET +1") -> bool:
    """Whether Champagne takes the Netherlands with the support of Paris, which is attacked."""
    units: dict[str, list[str]] = {"france": ["A CHA", supporter], "spain": [victim]}
    for unit, owner in attackers.items():
        units.setdefault(owner, []).append(unit)
    state = given(
        units=units,
        captures={"LYO": "spain", "BUR": "spain", "POI": "spain", "NORM": "england"},
        **WAR,
    )
    sheets = {"france": f"A CHA - NET; {supporter[:5]} S A CHA - NET"}
    for unit, owner in attackers.items():
        sheets[owner] = "; ".join(filter(None, (sheets.get(owner), f"{unit[:5]} - PAR")))
    return bool(gone(move(state, **sheets)))


@pytest.mark.rule("E19D-STR-3")
@pytest.mark.parametrize(
    ("supporter", "attacker", "victim", "wins"),
    [
        # 1 with what is left of the support, against the victim.
        ("A PAR +1", "A BUR", "A NET", True),
        ("A PAR +1", "A BUR", "A NET +1", False),
        ("A PAR +2", "A BUR", "A NET +1", True),
        ("A PAR +3", "A BUR +1", "A NET +1", True),
        ("A PAR +3", "A BUR +1", "A NET +2", False),
        ("A PAR", "A BUR", "A NET", False),
    ],
)
def test_attacks_take_their_strength_from_a_support(
    supporter: str, attacker: str, victim: str, wins: bool
):
    """A supporter of 2 that is attacked by 1 gives 1. (source)"""
    assert supported(supporter, {attacker: "spain"}, victim) is wins


@pytest.mark.rule("E19D-STR-3")
def test_the_verdict_says_what_is_left_of_a_support():
    units = {"france": ["A CHA", "A PAR +1"], "spain": ["A NET +1", "A BUR"]}
    state = given(units=units, captures={"BUR": "spain"}, **WAR)
    sheets = {"france": "A CHA - NET; A PAR S A CHA - NET", "spain": "A BUR - PAR"}
    result = move(state, **sheets)
    assert "E19D-STR-3" in rules(result, "A PAR S A CHA - NET")
    assert "1" in said(result, "A PAR S A CHA - NET")


@pytest.mark.rule("E19D-STR-3")
def test_supports_of_an_attack_do_not_count_in_reducing_a_support():
    """R-18: the army in Burgundy has 1, and a support of 1."""
    units = {"france": ["A CHA", "A PAR +2"], "spain": ["A NET +1", "A BUR", "A LYO"]}
    state = given(
        units=units,
        captures={"BUR": "spain", "LYO": "spain"},
        **WAR,
    )
    sheets = {
        "france": "A CHA - NET; A PAR S A CHA - NET",
        "spain": "A BUR - PAR; A LYO S A BUR - PAR",
    }
    assert gone(move(state, **sheets))


@pytest.mark.rule("E19D-STR-4")
def test_several_attacks_add_up():
    """A supporter of 3 attacked by two units of 1: 1 is left."""
    both = {"A BUR": "spain", "A LYO": "spain"}
    assert supported("A PAR +2", both, "A NET")
    assert not supported("A PAR +2", both, "A NET +1")
    assert supported("A PAR +2", {"A BUR": "spain"}, "A NET +1")


@pytest.mark.rule("E19D-STR-5")
def test_a_support_of_1_is_gone_with_any_attack():
    assert supported("A PAR", {}, "A NET")
    assert not supported("A PAR", {"A BUR": "spain"}, "A NET")


@pytest.mark.rule("E19D-STR-6")
def test_a_dislodged_supporter_gives_nothing():
    """A supporter of 4 dislodged by 5, that is 2 and a support of 3: the attacker alone would have
    left 2 of it."""
    units = {"france": ["A CHA", "A PAR +3"], "spain": ["A NET +1", "A BUR +1", "A LYO +2"]}
    state = given(units=units, captures={"BUR": "spain", "LYO": "spain"}, **WAR)
    french = "A CHA - NET; A PAR S A CHA - NET"
    result = move(state, france=french, spain="A BUR - PAR; A LYO S A BUR - PAR")
    assert gone(result) == ["france: A PAR +3"]
    assert "E19D-STR-6" in rules(result, "A PAR S A CHA - NET")
    assert outcome(result, "A CHA - NET") == "bounce"
    alone = move(state, france=french, spain="A BUR - PAR; A LYO H")
    assert gone(alone) == ["spain: A NET +1"]


@pytest.mark.rule("E19D-STR-7")
@pytest.mark.parametrize(
    ("strength", "dislodged"), [("", "spain: A NET"), (" +1", "france: A PAR")]
)
def test_an_attack_by_the_target_counts_only_if_it_dislodges(strength: str, dislodged: str):
    units = {"france": ["A CHA", "A PAR"], "spain": [f"A NET{strength}"]}
    state = given(units=units, **WAR)
    result = move(state, france="A CHA - NET; A PAR S A CHA - NET", spain="A NET - PAR")
    assert gone(result) == [dislodged]


@pytest.mark.rule("E19D-STR-8")
def test_who_is_not_at_war_with_the_supporter_takes_nothing():
    units = {"france": ["A CHA", "A PAR"], "spain": ["A NET"], "england": ["A NORM +4"]}
    sheets = {"france": "A CHA - NET; A PAR S A CHA - NET", "england": "A NORM - PAR"}
    friends = given(units=units, **WAR, alliances=[("england", "france")])
    result = move(friends, **sheets)
    assert outcome(result, "A NORM - PAR") == "bounce"
    assert gone(result) == ["spain: A NET"]
    # A Spanish guest supports in Austria; the Union is at war with Austria alone.
    units = {"spain": ["A VIE", "A RHU"], "union": ["A BOH +4"], "poland": ["A MOR"]}
    state = given(
        units=units,
        captures={"MOR": "poland"},
        wars=[("austria", "union"), ("spain", "poland")],
        alliances=[("austria", "spain")],
    )
    result = move(state, spain="A RHU - MOR; A VIE S A RHU - MOR", union="A BOH - VIE")
    assert outcome(result, "A BOH - VIE") == "bounce"
    assert gone(result) == ["poland: A MOR"]


@pytest.mark.rule("E19D-STR-9")
def test_a_unit_whose_move_fails_defends_with_its_own_strength():
    """An army of 3 bounces and is attacked at home by 2."""
    units = {"france": ["A PAR +2"], "spain": ["A NET +3", "A BUR +1"]}
    state = given(units=units, captures={"BUR": "spain"}, **WAR)
    result = move(state, france="A PAR - NET", spain="A NET H; A BUR - PAR")
    assert outcome(result, "A PAR - NET") == outcome(result, "A BUR - PAR") == "bounce"
    assert gone(result) == []
    units["spain"] = ["A NET +3", "A BUR +3"]
    stronger = move(
        given(units=units, captures={"BUR": "spain"}, **WAR),
        france="A PAR - NET",
        spain="A NET H; A BUR - PAR",
    )
    assert gone(stronger) == ["france: A PAR +2"]


@pytest.mark.rule("E19D-STR-10")
def test_one_fleet_carries_an_army_of_4():
    units = {"england": ["A LON +3", "F NAR"]}
    state = given(units=units, wars=[("dutch", "england")])
    result = move(state, england="A LON - HLD; F NAR C A LON - HLD")
    assert stands(result, "england") == ["A HLD +3", "F NAR"]


@pytest.mark.rule("E19D-STR-11")
@pytest.mark.parametrize(
    ("strength", "label"), [(1, "A PAR"), (2, "A PAR +1"), (3, "A PAR +2"), (10, "A PAR +9")]
)
def test_the_label_is_the_strength_above_1(strength: int, label: str):
    """+1 is a strength of 2, +9 one of 10. (source)"""
    assert str(Unit("A", "PAR", strength)) == label
    state = given(units={"france": [label]})
    (sign,) = picture_of_position(EDITION, state).units
    assert sign.unit.strength == strength
