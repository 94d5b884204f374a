"""Bolstered units in combat: E19D-STR."""

from __future__ import annotations

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe_1619_draft.marching import given, gone, move

WAR = {"wars": [("france", "spain")]}


@pytest.mark.rule("E19D-STR-1")
@pytest.mark.parametrize(("strength", "wins"), [(3, True), (2, False), (1, False)])
def test_a_unit_attacks_and_defends_with_its_whole_strength(strength: int, wins: bool):
    bolster = f" +{strength - 1}" if strength > 1 else ""
    state = given(units={"france": [f"A PAR{bolster}"], "spain": ["A NET +1"]}, **WAR)
    assert gone(move(state, france="A PAR - NET")) == (["spain: A NET +1"] if wins else [])


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


@pytest.mark.rule("E19D-STR-7")
@pytest.mark.parametrize(
    ("strength", "dislodged"), [("", "spain: A NET"), (" +1", "france: A PAR")]
)
def test_an_attack_by_the_target_counts_only_if_it_dislodges(strength: str, dislodged: str):
    units = {"france": ["A CHA", "A PAR"], "spain": [f"A NET{strength}"]}
    state = given(units=units, **WAR)
    result = move(state, france="A CHA - NET; A PAR S A CHA - NET", spain="A NET - PAR")
    assert gone(result) == [dislodged]


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
