"""The game and its board."""

from __future__ import annotations

from itertools import permutations

import pytest

from generator.engine.phases import Setup
from generator.rulesets.standard import RULESET
from tests.rules.standard.play import adjudicate, play

OPENING = """
    austria: A VIE - GAL
    russia: A WAR - GAL
    turkey: F ANK - BLA
    russia: F SEV - BLA
    italy: A VEN - TYR
    germany: A MUN - TYR
    germany: A BER S A MUN - TYR
"""


@pytest.mark.rule("STD-GEN-1")
def test_seven_powers_play() -> None:
    assert list(RULESET.powers) == [
        "austria", "england", "france", "germany", "italy", "russia", "turkey",
    ]  # fmt: skip
    state = RULESET.opening(Setup())
    book = RULESET.read(state, {"spain": "A MAD H"})
    complaints = [(one.power, one.problem) for one in book.complaints]
    assert ("spain", "there is no power spain") in complaints


@pytest.mark.rule("STD-GEN-2")
def test_opening_position() -> None:
    state = RULESET.opening(Setup())
    assert str(state.moment) == "1901 spring-movement"
    assert [len(units) for units in state.units.values()] == [3, 3, 3, 3, 3, 4, 3]
    for power, units in state.units.items():
        assert {unit.province for unit in units} == set(RULESET.facts.homes[power])
    assert {str(unit) for unit in state.units["russia"]} == {
        "A MOS", "A WAR", "F SEV", "F STP/SC",
    }  # fmt: skip
    assert len(RULESET.facts.board.centers) - len(state.centers) == 12


@pytest.mark.rule("STD-GEN-7")
@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_the_sequence_of_orders_makes_no_difference(order: tuple[int, ...]) -> None:
    lines = OPENING.strip().splitlines()
    parts = [lines[:2], lines[2:5], lines[5:]]
    shuffled = "\n".join(line for number in order for line in parts[number])
    state = RULESET.opening(Setup())
    plain, other = adjudicate(state, OPENING), adjudicate(state, shuffled)
    assert plain.state == other.state
    assert set(plain.resolution.verdicts) == set(other.resolution.verdicts)


@pytest.mark.rule("STD-GEN-8")
def test_the_same_orders_end_in_the_same_way() -> None:
    state = RULESET.opening(Setup())
    assert adjudicate(state, OPENING).resolution == adjudicate(state, OPENING).resolution


@pytest.mark.rule("STD-MAP-1")
def test_seventy_five_provinces() -> None:
    kinds = [one.kind for one in RULESET.facts.board.provinces.values()]
    assert len(kinds) == 75
    assert [kinds.count(kind) for kind in ("inland", "coastal", "sea")] == [14, 42, 19]


@pytest.mark.rule("STD-MAP-2")
def test_thirty_four_centers_of_which_twenty_two_are_homes() -> None:
    assert len(RULESET.facts.board.centers) == 34
    assert sum(map(len, RULESET.facts.homes.values())) == 22


@pytest.mark.rule("STD-MAP-8")
def test_every_province_is_open_to_every_power() -> None:
    """One unit walks or sails to each neighbor of each province, whosever home that is."""
    board = RULESET.facts.board
    for code, one in board.provinces.items():
        for to in one.army:
            assert play(f"turkey: A {code} - {to}").units("turkey") == [f"A {to}"]
    assert "SWI" not in board.provinces


@pytest.mark.rule("STD-PUB-1")
def test_all_orders_and_events_are_public() -> None:
    turn = adjudicate(RULESET.opening(Setup()), OPENING)
    assert all(event.public for event in turn.events)
    document = RULESET.dump(turn.state)
    assert not document.private
    assert len(turn.resolution.verdicts) == 22


@pytest.mark.rule("STD-PUB-2")
def test_land_shows_who_stood_there_last() -> None:
    state = RULESET.opening(Setup())
    assert state.land["GAL"] == "austria"
    first = adjudicate(state, "russia: A WAR - GAL")
    second = first.then("russia: A GAL - WAR")
    picture = RULESET.picture(second.state)
    assert picture.land["GAL"] == "russia"
    assert picture.land["VIE"] == "austria"
    assert "GRE" not in picture.land
