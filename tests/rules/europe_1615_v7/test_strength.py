"""Units stronger than 1: E15V7-STR."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import cited, given, sheets

WAR = [("france", "spain")]


def war(france: list[str], spain: list[str], **parts: Any) -> EuropeState:
    """France and Spain at war, about unaligned Savoy and the land around it."""
    return given(units={"france": france, "spain": spain}, wars=WAR, **parts)


@pytest.mark.rule("E15V7-STR-6")
def test_head_to_head_the_stronger_one_dislodges():
    played = sheets(war(["A BUR +1"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert [one.data["unit"] for one in events(played, "dislodged")] == ["A SAV"]
    even = sheets(war(["A BUR"], ["A SAV"]), france="A BUR - SAV", spain="A SAV - BUR")
    assert cited(even, "A BUR - SAV") == ("bounce", "E15V7-STR-6")
