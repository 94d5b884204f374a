"""Late winter: units that come back by themselves, builds of powers, of states and of Ottomans."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v3.three import Played, cited, given, sheets


def late(orders: Mapping[str, str] | None = None, **parts: Any) -> Played:
    """Late winter of a position."""
    return sheets(given(phase="late-winter", **parts), **(orders or {}))


@pytest.mark.rule("E15V3-BLD-6")
def test_a_first_unit_that_lives_abroad_does_not() -> None:
    """R-47"""
    played = late(units={"PRU": ["A LIVN"], "LIVN": ["A PRU"]})
    assert units_of(played.state, "PRU") == ["A LIVN"]
    assert units_of(played.state, "LIVN") == ["A PRU"]


@pytest.mark.parametrize(
    ("power", "order", "captures", "result"),
    [
        ("denmark", "BUILD A SAX", {"SAX": "denmark"}, ("success", "E15V3-BLD-1")),
        ("denmark", "BUILD F HOL/EC", {}, ("success", "E15V3-BLD-1")),
        ("denmark", "BUILD A SCA", {}, ("illegal", "E15V3-BLD-2")),
        ("denmark", "BUILD A SAX", {}, ("illegal", "E15V3-BLD-2")),
        ("denmark", "BUILD A FRA", {"FRA": "denmark"}, ("illegal", "E15V3-BLD-2")),
        ("austria", "BUILD F VIE", {}, ("illegal", "E15V3-BLD-2")),
        ("austria", "BUILD A SER", {"SER": "austria"}, ("illegal", "E15V3-BLD-3")),
        ("spain", "BUILD A TUN", {"TUN": "spain"}, ("illegal", "E15V3-BLD-3")),
        ("denmark", "BUILD A BOH", {"BOH": "denmark"}, ("illegal", "E15V3-BLD-4")),
        ("spain", "BUILD A YOR", {"YOR": "spain"}, ("illegal", "E15V3-BLD-4")),
        ("france", "BUILD A MIL", {"MIL": "france"}, ("success", "E15V3-BLD-1")),
        ("england", "BUILD A NOR", {"NOR": "england"}, ("success", "E15V3-BLD-1")),
        ("austria", "BUILD A BOH", {"BOH": "france"}, ("illegal", "E15V3-BLD-2")),
    ],
)
@pytest.mark.rule("E15V3-BLD-2", "E15V3-BLD-3", "E15V3-BLD-4", "E15V3-BLD-5", "E15V3-CAP-8")
def test_where_a_power_builds(
    power: str, order: str, captures: dict[str, str], result: tuple[str, str]
) -> None:
    """R-44"""
    played = late({power: order}, units={}, captures=captures)
    assert cited(played, order) == result


@pytest.mark.rule("E15V3-OTT-10")
def test_the_ottomans_build_at_home() -> None:
    """R-46"""
    played = late(units={"OTT": ["A SER", "A TRA"]}, captures={"TRA": "OTT"})
    assert units_of(played.state, "OTT") == ["A RUM", "A SER", "A TRA"]
    (told,) = [one for one in events(played, "minor-built") if one.data["state"] == "OTT"]
    assert told.rule == "E15V3-OTT-10"
    again = late(units={"OTT": []})
    assert units_of(again.state, "OTT") == ["A RUM", "A SER"]
    lost = late(units={"OTT": ["A BOS"]}, captures={"RUM": "austria", "TRA": "OTT"})
    assert units_of(lost.state, "OTT") == ["A BOS", "A SER"]
    full = late(units={"OTT": ["A BOS", "A BUL"]})
    assert units_of(full.state, "OTT") == ["A BOS", "A BUL"]
