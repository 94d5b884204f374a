"""Influence points: E19D-INF."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, opening, outcome, position, units_of
from tests.rules.europe_1619_draft.drafted import (
    at,
    cited,
    diplomatic,
    next_year,
    open_next,
    sheets,
)


def allotted(**numbers: int) -> EuropeState:
    return position(EDITION, phase="diplomatic", year=1620, tables={"allotment": numbers})


@pytest.mark.rule("E19D-INF-1")
def test_every_year_has_the_allotment_of_the_table():
    facts = opening(EDITION).facts
    for power in facts.powers:
        row = EDITION.tables["allotment"]["infs"][power]
        assert len(row) == 16
        assert [facts.infs_of(power, year) for year in range(1619, 1635)] == row
        assert facts.infs_of(power, 1640) == row[-1]


@pytest.mark.rule("E19D-INF-1")
def test_the_allotments_are_reported_when_the_year_begins():
    (event,) = [one for one in open_next(opening(EDITION)).events if one.kind == "allotment"]
    assert event.rule == "E19D-INF-1"
    assert event.data["year"] == 1620
    assert event.data["infs"] == {
        power: EDITION.tables["allotment"]["infs"][power][1]
        for power in opening(EDITION).facts.powers
    }


@pytest.mark.rule("E19D-INF-3")
def test_unused_infs_are_lost():
    played = sheets(allotted(sweden=8), sweden="5: MEC")
    (event,) = events(played, "placement")
    assert (event.data["allotted"], event.data["lost"]) == (8, 3)
    later = next_year(played.state)
    again = sheets(later, sweden="9: MEC")
    assert outcome(again, "9: MEC") == "excess"
    assert infs_in(again.state, "MEC") == {"sweden": 4 + 5 + 8}


@pytest.mark.rule("E19D-INF-7")
@settings(max_examples=40, deadline=None)
@hypothesis_given(st.data())
def test_infs_go_only_in_pairs_by_an_attack(data: Any):
    """Whatever is ordered: a number falls only by an attack, and as far as the other's does."""
    powers = ("spain", "france", "austria", "union")
    states = ("POR", "VEN", "HES", "BRA")
    state = diplomatic(infs={c: {p: 3 + n for n, p in enumerate(powers)} for c in states})
    orders = {
        power: [
            *(
                PlaceInfs(data.draw(st.integers(-2, 9)), data.draw(st.sampled_from(states)))
                for _ in range(2)
            ),
            DiplomaticAttack(
                data.draw(st.sampled_from(states)), data.draw(st.sampled_from(powers))
            ),
        ]
        for power in powers
    }
    played = sheets(state, **orders)
    placed = {
        (code, power): sum(
            event.data["placed"].get(code, 0)
            for event in events(played, "placement")
            if event.data["power"] == power
        )
        for code in states
        for power in powers
    }
    lost: dict[tuple[str, str], int] = dict.fromkeys(placed, 0)
    for event in events(played, "diplomatic-attack"):
        for power in (event.data["by"], event.data["against"]):
            lost[event.data["state"], power] += event.data["lost"]
    for (code, power), number in placed.items():
        before, after = state.infs[code].get(power, 0), played.state.infs[code].get(power, 0)
        assert after == before + number - lost[code, power] >= 0


@pytest.mark.rule("E19D-INF-8")
def test_a_province_of_a_power_is_no_state():
    played = sheets(diplomatic(), spain=[PlaceInfs(2, "PAR")])
    assert cited(played, "2: PAR") == ("illegal", "E19D-INF-8")


@pytest.mark.rule("E19D-INF-11")
def test_an_attack_meets_what_is_placed_in_the_same_year():
    state = diplomatic(infs={"LOR": {"france": 2}})
    played = sheets(state, spain="3: LOR", france="LOR > SPAIN")
    (event,) = events(played, "diplomatic-attack")
    assert event.data["before"] == {"france": 2, "spain": 3}
    assert infs_in(played.state, "LOR") == {"spain": 1}


@pytest.mark.rule("E19D-INF-12")
def test_a_missing_part_of_a_sheet_is_empty():
    state = diplomatic(infs={"BRA": {"france": 2, "union": 4}})
    played = sheets(state, france="WAR: ENGLAND", union="BRA > FRANCE", spain="1: POR")
    assert infs_in(played.state, "BRA") == {"union": 2}
    assert [change.kind for change in played.state.changes] == ["war"]
    assert {event.data["power"] for event in events(played, "placement")} == {"spain"}


@pytest.mark.rule("E19D-INF-12")
def test_who_sends_nothing_spends_nothing_and_holds():
    state = diplomatic()
    played = sheets(state)
    assert played.state.infs == state.infs
    assert played.state.treasury == state.treasury
    after = sheets(at(played.state, "movement"))
    assert {side: units_of(after.state, side) for side in after.state.units} == {
        side: units_of(state, side) for side in state.units
    }
