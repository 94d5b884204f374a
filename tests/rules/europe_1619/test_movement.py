"""Who may be ordered where: E19-MOV."""

from __future__ import annotations

from types import MappingProxyType

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import (
    given,
    move,
    played,
    stands,
)


@pytest.mark.rule("E19-MOV-4")
def test_the_land_of_a_fallen_power_is_open():
    state = given(units={"england": ["A NORM"]}, eliminated=MappingProxyType({"france": 1618}))
    assert outcome(move(state, england="A NORM - BRIT"), "A NORM - BRIT") == "success"


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
