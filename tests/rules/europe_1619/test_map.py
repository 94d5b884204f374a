"""The board of Europe 1619 and the units on it: E19-MAP and E19-UNIT."""

from __future__ import annotations

import pytest

from generator.engine.units import Unit
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, outcome
from tests.rules.europe_1619.moves import given, move

BOARD = EDITION.board


def fleet(at: str, order: str, owner: str = "england") -> str:
    """What becomes of the one order of a lone fleet, with nobody in its way."""
    state = given(
        units={owner: [f"F {at}"]}, wars=[(owner, other) for other in ("denmark", "spain")]
    )
    return outcome(move(state, **{owner: order}), order)


@pytest.mark.rule("E19-MAP-1")
def test_three_states_are_large():
    minors = opening(EDITION).facts.minors
    large = {code: one.provinces for code, one in minors.items() if len(one.provinces) > 1}
    assert large == {
        "BOHC": ("BOH", "LUS", "SIL", "MOR"),
        "BRAP": ("BRA", "PRU"),
        "LOWR": ("BRU", "KAL"),
    }
    assert len(minors) == 38
    assert sum(len(one.provinces) for one in minors.values()) == 43


@pytest.mark.rule("E19-MAP-3")
def test_holstein_is_outside():
    assert "hre" not in opening(EDITION).facts.provinces["HOL"].marks


@pytest.mark.rule("E19-MAP-13")
def test_copenhagen_touches_six_places():
    reached = {place.partition("/")[0] for place in BOARD.fleet_from("COP")}
    assert reached == {"SCA", "BOR", "SKA", "NTH", "HEL", "HOL"}
    assert set(BOARD.army_from("COP")) == {"SCA", "HOL"}
    assert fleet("COP", "F COP - NTH", "denmark") == "success"


@pytest.mark.rule("E19-MAP-13")
def test_armies_cross_from_copenhagen_to_scania():
    assert "SCA" in EDITION.board.army_from("COP")


@pytest.mark.rule("E19-MAP-17")
def test_every_center_has_its_number():
    facts = opening(EDITION).facts
    assert set(facts.centers) == set(BOARD.centers)
    assert all(value > 0 for value in facts.centers.values())
    assert {code: facts.centers[code] for code in ("BAV", "COL", "WUE")} == {
        "BAV": 3,
        "COL": 3,
        "WUE": 1,
    }


@pytest.mark.rule("E19-UNIT-2")
def test_only_flanders_opens_bolstered():
    stronger = [str(unit) for _, unit in opening(EDITION).stands if unit.strength > 1]
    assert stronger == ["A FLA +1"]


@pytest.mark.rule("E19-UNIT-3")
def test_strength_has_limits():
    facts = opening(EDITION).facts
    assert not unit_problem(facts, Unit("A", "PAR", 10))
    assert unit_problem(facts, Unit("A", "PAR", 11))
    assert not unit_problem(facts, Unit("F", "LON", 1))
    assert unit_problem(facts, Unit("F", "LON", 2))


@pytest.mark.rule("E19-UNIT-5")
def test_the_military_strength_of_spain_opens_at_six():
    assert sum(unit.strength for unit in opening(EDITION).units["spain"]) == 6


@pytest.mark.rule("E19-UNIT-6")
def test_states_with_a_center_open_with_one_unit():
    state = opening(EDITION)
    counts = {code: len(state.units.get(code, ())) for code in state.facts.minors}
    assert counts == {code: int(bool(one.home)) for code, one in state.facts.minors.items()}
    assert sum(counts.values()) == 25
    assert counts["ERF"] == 0
