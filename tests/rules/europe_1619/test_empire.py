"""Foreign units in the Empire: E19-HRE."""

from __future__ import annotations

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import given, gone, move


@pytest.mark.rule("E19-HRE-1")
@pytest.mark.parametrize("power", ["austria", "spain", "union", "saxony", "league", "savoy"])
def test_six_powers_have_the_exemption(power: str):
    state = given(
        units={"denmark": ["A MAG"], power: ["A BRA +1"]},
        infs={"BRAP": {}, "MAG": {}},
        captures={"MAG": "denmark", "BRA": power},
    )
    assert gone(move(state, **{power: "A BRA - MAG"})) == ["denmark: A MAG"]


@pytest.mark.rule("E19-HRE-1")
@pytest.mark.parametrize("power", ["france", "sweden", "poland", "dutch", "ottoman"])
def test_other_powers_have_not(power: str):
    state = given(
        units={"denmark": ["A MAG"], power: ["A BRA +1"]},
        infs={"BRAP": {}, "MAG": {}},
        captures={"MAG": "denmark", "BRA": power},
    )
    assert outcome(move(state, **{power: "A BRA - MAG"}), "A BRA - MAG") == "illegal"
