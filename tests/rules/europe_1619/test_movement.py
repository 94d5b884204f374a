"""Who may be ordered where: E19-MOV."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import ComingChange
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, outcome, play
from tests.rules.europe_1619.moves import (
    checked,
    given,
    move,
    orders,
    played,
    stands,
)


def coming(kind: str, one: str, other: str) -> dict[str, Any]:
    """A declaration of this year, in effect from the next one."""
    return {"changes": (ComingChange(1620, kind, (one, other), (one, other)),)}  # type: ignore[arg-type]


def test_orders_of_other_phases_are_refused():
    state = given(units={"france": ["A PAR"]})
    result = play(EDITION, state, {"france": [PlaceInfs(5, "BRE"), *orders("A PAR - BUR")]})
    assert outcome(result, "5: BRE") == "illegal"
    assert outcome(result, "A PAR - BUR") == "success"


@pytest.mark.rule("E19-MOV-3")
def test_unaligned_land_needs_no_declaration():
    state = given(units={"france": ["A LOR"]}, infs={"SAA": {}})
    result = move(state, france="A LOR - SAA")
    assert outcome(result, "A LOR - SAA") == "success"
    assert checked(state, "france", "A SAA").kind == "capture"


@pytest.mark.rule("E19-MOV-4")
def test_the_land_of_a_fallen_power_is_open():
    state = given(units={"england": ["A NORM"]}, eliminated=MappingProxyType({"france": 1618}))
    assert outcome(move(state, england="A NORM - BRIT"), "A NORM - BRIT") == "success"


@pytest.mark.rule("E19-MOV-13")
def test_a_power_moves_through_its_aligned_states():
    state = given(units={"spain": ["A ARA"]})
    assert stands(move(state, spain="A ARA - CAT"), "spain") == ["A CAT"]
    assert checked(state, "spain", "A CAT").kind == "stay"


def test_x_19_a_war_announced_for_next_year_is_peace_this_year():
    state = given(units={"france": ["A GAS"]}, **coming("war", "france", "spain"))
    assert outcome(move(state, france="A GAS - CAT"), "A GAS - CAT") == "illegal"


def test_x_24_fleets_of_powers_at_peace_may_convoy():
    state = given(units={"england": ["A LON"], "denmark": ["F NAR"]}, wars=[("england", "dutch")])
    result = move(state, england="A LON - HLD", denmark="F NAR C A LON - HLD")
    assert stands(result, "england") == ["A HLD"]


def ruling(is_: str, unit: str = "A GAS", to: str = "CAT") -> Ruling:
    facts = MappingProxyType({"unit": unit, "to": to, "is": is_})
    return Ruling(1, "movement", "entry", "agreed by letter", "", facts)


def test_a_ruling_on_a_place_that_is_not_there_does_not_apply():
    state = given(units={"france": ["A GAS"]})
    with pytest.raises(GameError):
        played(state, {"france": "A GAS - CAT"}, [ruling("legal", unit="X GAS")])


def test_a_year_without_orders_leaves_everything_in_place():
    state = opening(EDITION)
    moving = given()
    result = move(moving)
    assert result.state.units == state.units
    assert result.state.moment.phase == "adjustment"
    assert {one.note for one in result.verdicts} == {"no order given"}
