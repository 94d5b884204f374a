"""Winter: who captures what, which states fall, what comes free, which units are disbanded."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.rulesets.europe.state.standing import Status
from tests.rules.europe_1615_v3.three import (
    Played,
    at,
    cited,
    complaints,
    given,
    sheets,
    through,
)


def winter(orders: Mapping[str, str] | None = None, **parts: Any) -> Played:
    """Early winter of a position."""
    return sheets(given(phase="early-winter", **parts), **(orders or {}))


def held(played: Played) -> dict[str, str]:
    """The captured provinces with their holders."""
    return {code: one.holder for code, one in played.state.captures.items()}


def status(played: Played, state: str) -> Status:
    return played.state.statuses[state]


def test_the_new_patron_waives_for_the_state() -> None:
    """X-12, R-71"""
    state = given(phase="fall", units={"MEC": ["A HOL"], "spain": ["A MIL"]},
                  infs={"MEC": {"denmark": 5}})  # fmt: skip
    orders = {"spain": "9: MEC ; WAIVE HOL"}
    assert held(through(state, "early-winter", fall=orders)[-1]) == {}
    orders = {"spain": "9: MEC", "denmark": "WAIVE HOL"}
    assert held(through(state, "early-winter", fall=orders)[-1]) == {"HOL": "MEC"}


def test_the_land_of_a_captured_state_is_open() -> None:
    """X-34"""
    played = winter(units={"austria": ["A WAR"], "denmark": ["A DAN"]},
                    infs={"POLN": {"spain": 5, "france": 5}})  # fmt: skip
    assert held(played) == {"WAR": "austria", "DAN": "denmark"}
    assert status(played, "POLN") == Status("captured", "", "austria")
    # Land that nobody holds lies open, and nobody's movement needs the status of Poland.
    spring = through(played.state, "status-check")[-1].state
    moved = sheets(at(spring, "spring", units={"denmark": played.state.units["denmark"]}),
                   denmark="A DAN - POS")  # fmt: skip
    assert cited(moved, "A DAN - POS")[0] == "success"


@pytest.mark.parametrize("phase", ["spring", "summer", "late-winter"])
@pytest.mark.rule("E15V3-WAI-2")
def test_a_waiver_has_its_time(phase: str) -> None:
    state = given(phase=phase, units={"austria": ["A SAX"]})
    found = complaints(state, austria="WAIVE SAX")
    assert ("WAIVE SAX", "error") in [(one.text, one.severity) for one in found]
    assert sheets(state, austria="WAIVE SAX").state.parts["waivers"] == {}
