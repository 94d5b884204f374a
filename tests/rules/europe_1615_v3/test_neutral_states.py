"""Neutral states: closed to everybody, but a foreign unit inside may be attacked. E15V3-NEU."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.phases import Ruling
from tests.rules.europe.building import units_of
from tests.rules.europe_1615_v3.three import Played, given, sheets

NEUTRAL = {"SAX": {"denmark": 5, "austria": 5}}


def around(infs: Any = NEUTRAL, captures: Any = None, **units: list[str]) -> Any:
    """Spring, with Saxony neutral and the units of these sides alone."""
    return given(units=units, infs=infs, captures=captures)


def on(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V3-NEU-1")
@pytest.mark.parametrize(("kind", "after"), [("legal", "A SAX"), ("void", "A BOH")])
def test_the_referee_s_word_on_a_move_stands(kind: str, after: str):
    inside = {"denmark": ["A SAX"]} if kind == "void" else {}
    facts = {"unit": "A BOH", "to": "SAX", "is": kind}
    ruling = Ruling(1, "spring", "entry", "agreed before", "E15V3-NEU-1", facts)
    state = around(austria=["A BOH", "A BRA"], **inside)
    played = sheets(state, ruling, austria="BOH-SAX ; BRA S BOH-SAX")
    assert after in on(played, "austria")
