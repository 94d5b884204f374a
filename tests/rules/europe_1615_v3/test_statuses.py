"""What a state is by its INFs: political status, and which confession leads in it."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.steps.statuses import confession_of, status_of
from tests.rules.europe.building import with_rules
from tests.rules.europe_1615_v3.three import given, sheets

NEUTRAL, UNALIGNED = Status("neutral"), Status("unaligned")


@pytest.mark.parametrize(
    ("infs", "status"),
    [
        ({}, UNALIGNED),
        ({"spain": 0}, UNALIGNED),
        ({"spain": 5}, Status("aligned", "spain")),
        ({"france": 10, "austria": 5, "spain": 5}, Status("aligned", "france")),
        ({"france": 6, "spain": 6}, NEUTRAL),
        ({"france": 6, "spain": 6, "england": 1}, NEUTRAL),
        ({"england": 5, "france": 10, "spain": 10}, NEUTRAL),
        ({"england": 20, "france": 40, "spain": 40}, NEUTRAL),
        ({"england": 45, "france": 30, "spain": 25}, NEUTRAL),
        ({"england": 51, "france": 30, "spain": 19}, Status("aligned", "england")),
        ({"england": 3, "france": 0, "spain": 3}, NEUTRAL),
    ],
)
@pytest.mark.rule("E15V3-STA-1", "E15V3-STA-2", "E15V3-STA-3", "E15V3-STA-4", "E15V3-STA-5")
def test_a_status_follows_from_infs_alone(infs: Mapping[str, int], status: Status) -> None:
    """R-2, R-75"""
    state = given()
    assert status_of(state.facts, infs) == status
    assert given(infs={"LOR": infs}).statuses["LOR"] == status


@pytest.mark.rule("E15V3-STA-1", "E15V3-STA-2")
def test_every_pliant_state_has_one_status() -> None:
    opening = given(phase="status-check")
    kinds = {code: opening.statuses[code].kind for code in opening.facts.minors if code != "OTT"}
    assert kinds.pop("SUL") == "neutral"
    assert set(kinds.values()) == {"unaligned"}


@pytest.mark.rule("E15V3-STA-6")
def test_statuses_are_settled_at_the_status_check() -> None:
    state = given(phase="status-check", year=1616, infs={"HES": {"denmark": 3}},
                  statuses=given(year=1616).statuses)  # fmt: skip
    assert sheets(state).state.statuses["HES"] == Status("aligned", "denmark")


def marker_after(state: str, **infs: int) -> str:
    """The marker of a state with these INFs at the status check."""
    played = sheets(given(phase="status-check", year=1616, infs={state: infs}))
    return played.state.markers.get(state, "")


@pytest.mark.parametrize(
    ("infs", "marker"),
    [
        ({"england": 3, "denmark": 4, "austria": 2}, "protestant"),
        ({"england": 6, "austria": 6}, ""),
        ({"austria": 5, "england": 3, "denmark": 3}, "protestant"),
        ({"austria": 5, "spain": 1, "england": 5}, "catholic"),
    ],
)
@pytest.mark.rule("E15V3-REL-1", "E15V3-REL-2", "E15V3-REL-7", "E15V3-REL-12")
def test_the_sums_of_both_confessions_decide(infs: dict[str, int], marker: str) -> None:
    """R-23, R-69"""
    assert marker_after("SAX", **infs) == marker


@pytest.mark.rule("E15V3-REL-12", "E15V3-ID-4")
def test_marker_and_status_are_two_things() -> None:
    played = sheets(given(), austria="5: SAX", england="3: SAX", denmark="3: SAX")
    assert played.state.statuses["SAX"] == NEUTRAL
    assert played.state.markers["SAX"] == "protestant"
    mixed = sheets(given(), austria="6: SAX", england="4: SAX", denmark="2: SAX", france="1: SAX")
    assert mixed.state.statuses["SAX"] == NEUTRAL
    led = sheets(given(), denmark="6: SAX", austria="4: SAX", france="2: SAX")
    assert led.state.statuses["SAX"] == Status("aligned", "denmark")
    assert "SAX" not in led.state.markers


@pytest.mark.parametrize(
    ("state", "power", "least"),
    [
        ("HES", "denmark", 5), ("LOWR", "denmark", 9), ("POLN", "austria", 15),
        ("BRA", "denmark", 5), ("VEN", "spain", 5), ("FRA", "france", 5), ("DUT", "england", 5),
    ],
)  # fmt: skip
@pytest.mark.rule("E15V3-REL-3", "E15V3-REL-4", "E15V3-REL-6")
def test_a_majority_takes_a_minimum(state: str, power: str, least: int) -> None:
    """R-25, R-81"""
    assert marker_after(state, **{power: least - 1}) == ""
    confession = given().facts.powers[power].confession
    assert marker_after(state, **{power: least}) == confession


@pytest.mark.parametrize(
    ("provinces", "least"), [(1, 5), (2, 9), (3, 12), (4, 14), (5, 15), (9, 15)]
)
@pytest.mark.rule("E15V3-REL-5")
def test_the_minimum_grows_with_the_provinces(provinces: int, least: int) -> None:
    state = with_rules(given(), influence={"counted_provinces": {"HES": provinces}})
    assert confession_of(state.facts, "HES", {"denmark": least - 1}) == ""
    assert confession_of(state.facts, "HES", {"denmark": least}) == "protestant"
