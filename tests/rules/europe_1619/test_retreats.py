"""Retreats, and units that cannot make any: E19-RET."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe_1619.moves import (
    displaced,
    given,
    move,
    retreat,
    rules,
    said,
)

WAR = [("france", "spain")]


def beaten(unit: str = "A BUR +2", others: tuple[str, ...] = (), **parts: Any) -> Any:
    """A French unit in Burgundy, dislodged by a Spanish army of 5 from the Free County."""
    state = given(
        units={"france": [unit, *others], "spain": ["A FRC +4"], **parts.pop("more", {})},
        wars=WAR,
        **parts,
    )
    return move(state, spain="A FRC - BUR", **parts.get("sheets", {}))


@pytest.mark.rule("E19-RET-3")
def test_no_retreat_to_occupied_land():
    after = retreat(beaten(others=("A PAR",)), france="A BUR - PAR")
    assert "occupied" in said(after, "A BUR - PAR")


@pytest.mark.rule("E19-RET-5")
@pytest.mark.parametrize("swiss", [{}, {"spain": 1}])
def test_the_enemys_states_are_open_to_retreats(swiss: dict[str, int]):
    around = ("A CHA", "A DAU", "A LYO", "A PAR")
    result = beaten("A BUR +3", around, infs={"SWI": swiss})
    assert displaced(result) == {"france: A BUR +3": ("SWI",)}


@pytest.mark.rule("E19-RET-7")
def test_a_closed_retreat_says_why():
    after = retreat(beaten(infs={"SWI": {"savoy": 1, "venice": 1}}), france="A BUR - SWI")
    assert rules(after, "A BUR - SWI") == ["E19-RET-7"]
    assert "neutral" in said(after, "A BUR - SWI")
