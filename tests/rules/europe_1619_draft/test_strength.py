"""Bolstered units in combat: E19D-STR."""

from __future__ import annotations

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.telling.pictures import picture_of_position
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe_1619_draft.marching import given, gone, move

WAR = {"wars": [("france", "spain")]}


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
