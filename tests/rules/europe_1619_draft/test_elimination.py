"""Elimination: E19D-ELM. The cases X-36 to X-42 are among those of captures."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, play, units_of
from tests.rules.europe_1619_draft.marching import adjust, given, holder, status


def after(**parts: Any) -> Any:
    """A position that waits for its map adjustment."""
    return given(phase="adjustment", **parts)


@pytest.mark.rule("E19D-ELM-1")
def test_a_power_without_a_home_center_falls_whatever_it_holds_abroad():
    state = after(
        units={"austria": ["A BAV"], "league": ["A COL"]},
        captures={"COL": "league"},
        wars=[("austria", "league")],
    )
    result = adjust(state)
    assert result.state.eliminated == {"league": 1619}
    assert [one.rule for one in events(result, "eliminated")] == ["E19D-ELM-1"]


@pytest.mark.rule("E19D-ELM-3")
def test_what_it_held_is_free():
    state = after(
        units={"austria": ["A BAV"], "league": ["A HES", "A NORM"]},
        captures={"HES": "league", "NORM": "league"},
        wars=[("austria", "league")],
    )
    assert state.statuses["HES"].kind == "captured"
    result = adjust(state)
    assert status(result, "HES") == "aligned union"
    assert (holder(result, "HES"), holder(result, "NORM")) == ("HES", "france")
    assert {one.rule for one in events(result, "liberated")} == {"E19D-ELM-3"}
    assert units_of(play(EDITION, result.state).state, "HES") == ["A HES"]


@pytest.mark.rule("E19D-ELM-5")
def test_an_ally_on_the_last_home_center_eliminates_nobody():
    state = after(units={"austria": ["A BAV"]}, alliances=[("austria", "league")])
    result = adjust(state)
    assert not result.state.eliminated
    assert holder(result, "BAV") == "league"


@pytest.mark.rule("E19D-ELM-6")
def test_spain_falls_with_its_three_home_centers():
    """(source)"""
    state = after(
        units={"france": ["A MAD", "A VAL", "F ANDL"], "spain": ["A MIL"]},
        wars=[("france", "spain")],
    )
    assert "spain" in adjust(state).state.eliminated
    units = {"france": ["A MAD", "A VAL"], "spain": ["A MIL"]}
    two = after(units=units, wars=[("france", "spain")])
    assert not adjust(two).state.eliminated


@pytest.mark.rule("E19D-ELM-7")
def test_spain_leaves_three_states():
    """(source)"""
    state = after(
        units={"france": ["A MAD", "A VAL", "F ANDL"], "austria": ["A NAP"]},
        wars=[("france", "spain"), ("austria", "spain")],
    )
    result = adjust(state)
    assert result.state.founded == ("NET", "MIL", "NAP")
    assert status(result, "MIL") == status(result, "NET") == "unaligned"
    assert status(result, "NAP") == "captured austria"
    assert infs_in(result.state, "MIL") == {}
    assert {one.rule for one in events(result, "founded")} == {"E19D-ELM-7"}


@pytest.mark.rule("E19D-DEC-15")
def test_its_ties_end_with_it():
    state = after(
        units={"austria": ["A BAV"]},
        wars=[("austria", "league")],
        alliances=[("league", "spain")],
    )
    result = adjust(state)
    assert not [pair for pair in result.state.relations if "league" in pair]
    assert [one.rule for one in events(result, "ties-ended")] == ["E19D-DEC-15"]
