"""Placing INFs: what an allotment buys, and where it can go."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs, Transfer
from generator.rulesets.europe.steps.influence import allotment_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, play, position, verdict

POWERS = tuple(EDITION.powers)


def diplomacy(allotment: int = 12, **parts: Any) -> EuropeState:
    """The diplomatic phase with the same allotment for every power."""
    return position(
        EDITION, phase="diplomatic", tables={"allotment": dict.fromkeys(POWERS, allotment)}, **parts
    )


def reasons(resolution: Any, order: str, power: str = "") -> list[str]:
    return [one.rule for one in verdict(resolution, order, power).reasons]


@pytest.mark.rule("E19-INF-7")
@pytest.mark.parametrize(
    "sheet", ["LEND 2 INFS TO SPAIN", "GIVE 2 INFS TO SPAIN", [Transfer("grant", 2, "spain")]]
)
def test_infs_cannot_go_to_another_power(sheet: Any) -> None:
    after = play(EDITION, diplomacy(5), {"france": sheet, "spain": "7: SWI"})
    assert [one.outcome for one in after.verdicts if one.power == "france"] == ["illegal"]
    assert infs_in(after.state, "SWI") == {"spain": 5}


@pytest.mark.rule("E19-INF-16")
def test_nothing_is_allotted_after_the_last_year() -> None:
    before = diplomacy(year=1649)
    after = play(EDITION, before, {power: [PlaceInfs(1, "SWI")] for power in POWERS})
    assert infs_in(after.state, "SWI") == {}
    assert {one.outcome for one in after.verdicts} == {"excess"}
    assert {one.reasons[0].rule for one in after.verdicts} == {"E19-INF-16"}


def test_a_fallen_power_has_no_allotment() -> None:
    before = diplomacy(eliminated={"saxony": 1625})
    turn = Turn(EDITION, before, _empty())
    assert allotment_of(turn.edition, turn, "saxony") == 0
    assert allotment_of(turn.edition, turn, "france") == 12


def _empty() -> Any:
    from generator.engine.phases import OrderBook

    return OrderBook({})


STATES = ("BRE", "HES", "BOHC", "SWI", "LOR", "PAR")
ORDERS = st.builds(PlaceInfs, st.integers(-3, 15), st.sampled_from(STATES))
ATTACKS = st.builds(DiplomaticAttack, st.sampled_from(STATES), st.sampled_from(POWERS))
SHEETS = st.dictionaries(
    st.sampled_from(POWERS), st.lists(st.one_of(ORDERS, ORDERS, ATTACKS), max_size=6)
)
ROWS = st.fixed_dictionaries(
    {state: st.dictionaries(st.sampled_from(POWERS), st.integers(1, 40)) for state in STATES[:5]}
)


@given(SHEETS, ROWS, st.booleans())
def test_infs_come_from_allotments_and_go_in_pairs(sheets: Any, rows: Any, captured: bool) -> None:
    """Nobody places more than the allotment, attacks take as many from both, all else stays."""
    held = {"LOR": "savoy"} if captured else {}
    before = diplomacy(7, infs=rows, captures=held)
    after = play(EDITION, before, sheets)
    due = {state: dict(row) for state, row in before.infs.items()}
    for one in events(after, "placement"):
        placed = one.data["placed"]
        assert all(number > 0 for number in placed.values())
        assert sum(placed.values()) + one.data["lost"] == one.data["allotted"] == 7
        for state, number in placed.items():
            due[state][one.data["power"]] = due[state].get(one.data["power"], 0) + number
    attackers = [one.data["by"] for one in events(after, "diplomatic-attack")]
    assert len(attackers) == len(set(attackers))
    for one in events(after, "diplomatic-attack"):
        row, lost = due[one.data["state"]], one.data["lost"]
        for power in (one.data["by"], one.data["against"]):
            assert row.get(power, 0) == one.data["before"][power]
            row[power] = row.get(power, 0) - lost
            assert row[power] == one.data["after"][power]
        assert lost == min(one.data["before"].values())
    assert {state: infs_in(after.state, state) for state in after.state.states} == {
        state: {power: number for power, number in row.items() if number}
        for state, row in due.items()
    }
    assert all(number > 0 for row in after.state.infs.values() for number in row.values())
    if captured:
        assert "LOR" not in {s for one in events(after, "placement") for s in one.data["placed"]}
