"""Retreats and attrition: E19D-RET."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe_1619_draft.marching import (
    Played,
    given,
    gone,
    move,
    retreat,
    stands,
    worn,
)

WAR = {"wars": [("france", "spain")]}


def beaten(unit: str = "A PAR", by: str = "A NET +5", **parts: Any) -> Played:
    """A Spanish army from the Netherlands dislodges a French one in Paris."""
    units = {"france": [unit], "spain": [by], **parts.pop("units", {})}
    result = move(given(units=units, **WAR, **parts), spain="A NET - PAR")
    assert f"france: {unit}" in gone(result)
    return result


@pytest.mark.rule("E19D-RET-3")
@pytest.mark.parametrize("sheets", [{"france": "A PAR DISBAND"}, {"france": "A PAR D"}, {}])
def test_it_may_be_disbanded_and_is_without_an_order(sheets: dict[str, str]):
    result = retreat(beaten(), **sheets)
    assert gone(result, "disbanded") == ["france: A PAR"]
    assert (stands(result, "france"), worn(result)) == ([], ())


@pytest.mark.rule("E19D-RET-7")
@pytest.mark.parametrize(("unit", "after"), [("A PAR +2", "A BUR +1"), ("A PAR +1", "A BUR")])
def test_a_bolstered_army_loses_1_and_gets_no_attrition(unit: str, after: str):
    """3 becomes 2, and 2 becomes 1 without a white cross."""
    result = retreat(beaten(unit), france="A PAR R BUR")
    assert stands(result, "france") == [after]
    assert worn(result) == ()
