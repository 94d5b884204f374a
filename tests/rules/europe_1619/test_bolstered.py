"""Units stronger than 1: E19-BOL."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.units import Unit
from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import given, gone, move, said, stands

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


@pytest.mark.rule("E19-BOL-4")
def test_attacks_on_a_supporter_add_up():
    result = support(3, ("FRC", 1), ("LIE", 1))
    assert outcome(result, SUPPORT) == "success"
    assert "reduced to 1 by Free County and Liège" in said(result, SUPPORT)


@pytest.mark.rule("E19-BOL-5")
def test_a_dislodged_supporter_gives_nothing():
    result = support(3, ("FRC", 4))
    assert gone(result) == ["france: A CHA +2"]
    assert outcome(result, SUPPORT) == "cut"


@pytest.mark.rule("E19-BOL-6")
@pytest.mark.parametrize(("strength", "label"), [(1, ""), (2, " +1"), (3, " +2"), (10, " +9")])
def test_the_label_is_the_strength_above_one(strength: int, label: str):
    state = given(units={"france": [f"A PAR{label}"]})
    assert state.units["france"][0].strength == strength
    assert stands(move(state, france="A PAR - BUR"), "france") == [f"A BUR{label}"]
