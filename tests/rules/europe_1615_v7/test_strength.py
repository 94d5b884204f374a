"""Units stronger than 1: E15V7-STR."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.seven import Played, cited, given, sheets

WAR = [("france", "spain")]


def war(france: list[str], spain: list[str], **parts: Any) -> EuropeState:
    """France and Spain at war, about unaligned Savoy and the land around it."""
    return given(units={"france": france, "spain": spain}, wars=WAR, **parts)


def stand(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


@pytest.mark.rule("E15V7-STR-4")
def test_a_stronger_army_needs_no_support():
    played = sheets(war(["A BUR +1"], ["A SAV"]), france="A BUR - SAV")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A SAV"]


@pytest.mark.rule("E15V7-STR-6")
def test_head_to_head_the_stronger_one_dislodges():
    played = sheets(war(["A BUR +1"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A SAV"]
    even = sheets(war(["A BUR"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert cited(even, "A BUR - SAV") == ("bounce", "E15V7-STR-6")


@pytest.mark.rule("E15V7-STR-12")
def test_a_convoyed_army_keeps_its_strength():
    units = {"england": ["A LON +1", "F NAR"], "dutch": ["A HLD"]}
    state = given(units=units, wars=[("england", "dutch")])
    played = sheets(state, england="A LON - HLD ; F NAR C A LON - HLD")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A HLD"]
    assert stand(played, "england") == ["A HLD +1", "F NAR"]
