"""Confessional markers in the home centers of minor states."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.phases import OrderBook
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.markers import marker_of, set_markers
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, position

POWERS = tuple(EDITION.powers)


def settled(before: EuropeState) -> Turn:
    """The phase of a state with its markers set."""
    turn = Turn(EDITION, before, OrderBook({}))
    set_markers(turn)
    return turn


@pytest.mark.rule("E19-CNF-8")
@given(st.dictionaries(st.sampled_from(POWERS), st.integers(1, 40)))
def test_a_marker_shows_the_confession_of_the_patron(infs: dict[str, int]) -> None:
    facts = opening(EDITION).facts
    status = status_of(facts, infs)
    marker = marker_of(facts, facts.minors["HES"], status, infs)
    assert not marker or marker == facts.powers[status.patron].confession
    own = sum(n for power, n in infs.items() if facts.powers[power].confession == marker)
    assert not marker or own >= 2 * (sum(infs.values()) - own)
    assert marker_of(facts, facts.minors["TRI"], status, infs) == ""


@pytest.mark.rule("E19-CNF-2")
@pytest.mark.rule("E19-CNF-3")
def test_a_new_marker_is_reported_with_its_numbers() -> None:
    infs = {"HES": {"league": 4, "france": 2, "union": 3}, "GEN": {"spain": 2}}
    before = position(EDITION, phase="adjustment", infs=infs)
    told = [one for one in settled(before).events if one.kind == "marker"]
    by_state = {one.data["state"]: one for one in told}
    assert by_state["GEN"].rule == "E19-CNF-2"
    assert by_state["GEN"].text == (
        "Genoa carries the Catholic marker now: only Catholic powers have INFs there"
    )
    assert by_state["GEN"].data["was"] == ""
    # League 4 of 9 is no majority: the state is neutral, and its Protestant marker goes.
    assert (by_state["HES"].rule, by_state["HES"].data["marker"]) == ("E19-CNF-4", "")
    more = {"HES": {"league": 6, "france": 2, "union": 3}}
    told = settled(position(EDITION, phase="adjustment", infs=more)).events
    assert [(one.rule, one.data["marker"]) for one in told] == [("E19-CNF-3", "catholic")]
    assert told[0].data["infs"] == {"catholic": 8, "protestant": 3}
    assert told[0].text.endswith("Catholic powers have 8 of its 11 INFs")


def test_nothing_is_reported_where_nothing_changes() -> None:
    before = position(EDITION, phase="adjustment")
    turn = settled(before)
    assert not turn.events
    assert turn.markers == dict(before.markers)
    assert len(before.markers) == 16
