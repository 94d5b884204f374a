"""Strength bought for armies, and strength given up: E19-BLD-7 to 11, 15."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.units import Piece
from generator.rulesets.europe.state.values import ReduceUnit
from tests.rules.europe.building import outcome, units_of
from tests.rules.europe_1619.spending import builds, refusal, spend

"""France at strength 4, with all its home centers vacant."""


@pytest.mark.rule("E19-UNIT-3")
@pytest.mark.rule("E19-BLD-7")
@pytest.mark.parametrize(
    ("units", "order", "refused"),
    [
        (["F LON"], "BOLSTER F LON 1", "illegal E19-BLD-7"),
        (["A LON +9"], "BOLSTER A LON 1", "excess E19-BLD-7"),
        (["A LON +8"], "BOLSTER A LON 2", "excess E19-BLD-7"),
        (["A LON"], "BOLSTER A YOR 1", "illegal E19-BLD-7"),
        (["A LON"], "BOLSTER F LON 1", "illegal E19-BLD-7"),
    ],
)
def test_what_cannot_be_bolstered(units: list[str], order: str, refused: str) -> None:
    """Fleets, armies of strength 10, armies that are not there."""
    result = spend(builds(units={"england": units}), {"england": order}, england=500)
    assert refusal(result, order) == refused
    assert units_of(result.state, "england") == units


@pytest.mark.rule("E19-BLD-8")
@pytest.mark.parametrize(
    ("army", "parts", "permitted"),
    [
        ("A GAS", {}, False),
        ("A PAR", {}, True),
        ("A COL", {"captures": {"COL": "france"}}, True),
        ("A SAA", {"captures": {"SAA": "france"}}, False),
        ("A TUR", {"alliances": [("france", "savoy")]}, True),
        ("A TUR", {}, False),
        ("A HES", {"infs": {"HES": {"france": 5}}}, True),
        ("A HES", {"infs": {"HES": {"savoy": 5}}, "alliances": [("france", "savoy")]}, True),
        ("A HES", {"infs": {"HES": {"savoy": 5}}}, False),
        ("A COL", {"captures": {"COL": "savoy"}, "alliances": [("france", "savoy")]}, True),
        ("A PAR", {"captures": {"PAR": "savoy"}}, False),
    ],
)
def test_armies_are_bolstered_on_home_captured_and_allied_centers(
    army: str, parts: dict[str, Any], permitted: bool
) -> None:
    order = f"BOLSTER {army} 1"
    result = spend(builds(units={"france": [army]}, **parts), {"france": order}, france=9)
    assert (outcome(result, order) == "success") is permitted
    if not permitted:
        assert refusal(result, order) == "illegal E19-BLD-8"


@pytest.mark.rule("E19-BLD-9")
@pytest.mark.parametrize("points", [-1, 0, 2, 3])
def test_an_army_keeps_a_point_when_it_is_reduced(points: int) -> None:
    order = ReduceUnit(Piece("A", "PAR"), points)
    result = spend(builds(units={"france": ["A PAR +1"]}), {"france": [order]}, france=9)
    assert refusal(result, str(order)) == "illegal E19-BLD-9"
    assert units_of(result.state, "france") == ["A PAR +1"]
