"""What minor states build and give up: E19D-MBD."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import events, units_of
from tests.rules.europe_1619_draft.paying import builds, spend


@pytest.mark.rule("E19D-MBD-1")
def test_a_state_keeps_a_unit_for_each_center_that_it_holds():
    held = builds(units={"OTT": ["A HUN", "A COL"]}, captures={"COL": "OTT"})
    assert units_of(spend(held, {}).state, "OTT") == ["A COL", "A HUN"]
    lost = builds(units={"OTT": ["A HUN", "A COL"]})
    assert len(units_of(spend(lost, {}).state, "OTT")) == 1


@pytest.mark.rule("E19D-MBD-2")
@pytest.mark.parametrize("infs", [{}, {"union": 4}, {"union": 1, "league": 1, "france": 1}])
def test_a_state_builds_by_itself_whatever_its_status(infs: dict[str, int]):
    played = spend(builds(units={}, infs={"HES": infs}), {})
    assert units_of(played.state, "HES") == ["A HES"]
    assert not [one for one in events(played, "purchase") if one.data["state"] == "HES"]


@pytest.mark.rule("E19D-MBD-2")
def test_a_state_that_was_a_power_builds_on_its_other_centers_too():
    """Poland keeps two units: one for Warsaw, one for Danzig."""
    options = {"players": 10, "converted": ["saxony", "poland"]}
    state = builds(units={}, options=options)
    assert units_of(spend(state, {}).state, "POLN") == ["A WAR", "F DAN"]
    state = builds(units={"POLN": ["A WAR"]}, options=options)
    assert units_of(spend(state, {}).state, "POLN") == ["A WAR", "F DAN"]


@pytest.mark.rule("E19D-MBD-3")
def test_nothing_is_built_on_an_occupied_home_center():
    state = builds(units={"sweden": ["A BRU"]}, alliances=[("sweden", "denmark")])
    played = spend(state, {})
    assert units_of(played.state, "LOWR") == []
    blocked = [one for one in events(played, "minor-build-blocked") if one.data["state"] == "LOWR"]
    assert [one.rule for one in blocked] == ["E19D-MBD-3"]
