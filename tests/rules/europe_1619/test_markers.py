"""Confessional markers in the home centers of minor states."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

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


def marked(infs: Mapping[str, Mapping[str, int]], **parts: Any) -> Mapping[str, str]:
    before = position(EDITION, phase="adjustment", infs=infs, **parts)
    return settled(before).markers


@pytest.mark.rule("E19-CNF-1")
@pytest.mark.parametrize(
    ("power", "marker"), [("ottoman", "muslim"), ("spain", "catholic"), ("sweden", "protestant")]
)
def test_three_confessions_have_a_marker(power: str, marker: str) -> None:
    assert marked({"TRA": {power: 3}})["TRA"] == marker


CASES = [
    ("WES", {"papacy": 1}, "catholic"),
    ("HES", {"union": 5, "denmark": 1, "league": 3}, "protestant"),
    ("HES", {"union": 5, "league": 3}, ""),
    ("HES", {"union": 4, "denmark": 2, "league": 3}, ""),
    ("HES", {"union": 4, "league": 2}, "protestant"),
    ("GEN", {"spain": 3, "france": 3}, ""),
    ("GEN", {}, ""),
    ("TRI", {"league": 5}, ""),
    ("POR", {"spain": 5, "france": 3, "england": 4}, ""),
    ("POR", {"spain": 7, "france": 1, "england": 4}, "catholic"),
    ("POR", {"spain": 7, "ottoman": 2, "england": 2}, ""),
    ("POR", {"spain": 8, "ottoman": 2, "england": 2}, "catholic"),
    ("HES", {"union": 26, "league": 9}, "protestant"),
]


@pytest.mark.rule("E19-CNF-2")
@pytest.mark.rule("E19-CNF-3")
@pytest.mark.rule("E19-CNF-4")
@pytest.mark.rule("E19-CNF-7")
@pytest.mark.rule("E19-CNF-8")
@pytest.mark.parametrize(("state", "infs", "marker"), CASES)
def test_infs_decide_the_marker(state: str, infs: Mapping[str, int], marker: str) -> None:
    assert marked({state: infs}).get(state, "") == marker


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


@pytest.mark.rule("E19-CNF-5")
@pytest.mark.parametrize(
    ("infs", "new"),
    [
        ({"papacy": 3, "sweden": 2}, ""),
        ({"papacy": 3, "sweden": 3}, ""),
        ({}, ""),
        ({"sweden": 5, "papacy": 1}, "protestant"),
        ({"papacy": 2}, "catholic"),
    ],
)
def test_markers_are_settled_anew(infs: Mapping[str, int], new: str) -> None:
    before = position(EDITION, phase="adjustment", infs={"WES": infs})
    assert before.markers["WES"] == "catholic"
    assert settled(before).markers.get("WES", "") == new


@pytest.mark.rule("E19-CNF-7")
def test_a_state_with_its_center_elsewhere_is_marked_there() -> None:
    """Kalenberg captured leaves Lower Saxony its marker: the home center is Brunswick."""
    before = position(EDITION, phase="adjustment", captures={"KAL": "union"})
    assert settled(before).markers["LOWR"] == "protestant"


def test_nothing_is_reported_where_nothing_changes() -> None:
    before = position(EDITION, phase="adjustment")
    turn = settled(before)
    assert not turn.events
    assert turn.markers == dict(before.markers)
    assert len(before.markers) == 16
