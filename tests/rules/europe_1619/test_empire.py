"""Foreign units in the Empire: E19-HRE."""

from __future__ import annotations

from typing import Any

import pytest

from tests.rules.europe.building import outcome
from tests.rules.europe_1619.moves import checked, given, gone, move, stands

FRENCH_IN_SAARBRUECKEN: dict[str, Any] = {
    "units": {"france": ["A SAA"], "union": ["A PAL", "A TRI"]},
    "infs": {"SAA": {}, "TRI": {}},
    "captures": {"SAA": "france", "TRI": "union"},
}


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


@pytest.mark.rule("E19-HRE-10")
def test_the_attacker_comes_in_when_the_foreign_unit_leaves():
    """Saarbrücken, unaligned before France took it, is then captured by the Union."""
    state = given(**FRENCH_IN_SAARBRUECKEN)
    result = move(state, union="A PAL - SAA", france="A SAA - LOR")
    assert stands(result, "union") == ["A SAA", "A TRI"]
    assert checked(state, "union", "A SAA").kind == "capture"


def test_x_44_the_victor_frees_an_allys_center():
    state = given(
        units={"dutch": ["A FLA"], "austria": ["A BRB +1"]},
        captures={"FLA": "dutch"},
        wars=[("spain", "dutch")],
        alliances=[("austria", "spain")],
    )
    result = move(state, austria="A BRB - FLA")
    assert gone(result) == ["dutch: A FLA"]
    assert checked(state, "austria", "A FLA").kind == "liberate"
    assert gone(result, "evicted") == []
