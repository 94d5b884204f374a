"""Retreats, and units that cannot make any: E19-RET."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe_1619 import EDITION, RULESET
from tests.rules.europe.building import events, outcome
from tests.rules.europe_1619.moves import (
    checked,
    displaced,
    given,
    gone,
    move,
    played,
    retreat,
    rules,
    said,
    stands,
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
def test_a_bolstered_army_of_a_power_may_retreat():
    result = beaten()
    assert result.state.moment.phase == "retreats"
    assert displaced(result) == {"france: A BUR +2": ("CHA", "DAU", "LYO", "PAR", "SWI")}
    assert RULESET.awaits(result.state) == ("france",)
    after = retreat(result, france="A BUR - PAR")
    assert stands(after, "france") == ["A PAR +1"]
    assert after.state.moment.phase == "adjustment"
    assert after.state.displaced == ()
    assert after.state.contested == ()


@pytest.mark.rule("E19-RET-3")
@pytest.mark.parametrize("text", ["A BUR D", "", "A BUR - LON", "A BUR - FRC"])
def test_without_a_valid_retreat_the_army_is_disbanded(text: str):
    after = retreat(beaten(), france=text)
    assert stands(after, "france") == []
    assert gone(after, "disbanded") == ["france: A BUR +2"]


@pytest.mark.rule("E19-RET-3")
def test_no_retreat_to_occupied_land():
    after = retreat(beaten(others=("A PAR",)), france="A BUR - PAR")
    assert "occupied" in said(after, "A BUR - PAR")


@pytest.mark.rule("E19-RET-4")
@pytest.mark.parametrize(("before", "after"), [(" +2", " +1"), (" +1", ""), (" +9", " +8")])
def test_a_retreat_costs_one_strength(before: str, after: str):
    state = given(
        units={"france": [f"A BUR{before}"], "spain": ["A FRC +9", "A SAV +4"]},
        captures={"SAV": "spain"},
        wars=WAR,
    )
    result = retreat(move(state, spain="A FRC - BUR; A SAV S A FRC - BUR"), france="A BUR - PAR")
    assert stands(result, "france") == [f"A PAR{after}"]
    assert events(result, "retreat")[0].rule == "E19-RET-4"


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


HESSIANS: dict[str, Any] = {
    "infs": {"PAD": {"papacy": 1, "union": 1}, "HES": {"union": 5}},
}


@pytest.mark.rule("E19-RET-8")
def test_an_evicted_bolstered_army_of_a_state_may_retreat():
    state = given(units={"HES": ["A PAD +1"]}, **HESSIANS)
    result = move(state)
    assert displaced(result) == {"HES: A PAD +1": ("HES",)}
    assert RULESET.awaits(result.state) == ("union",)
    after = retreat(result, union="A PAD - HES")
    assert stands(after, "HES") == ["A HES"]


@pytest.mark.parametrize(("wars", "open_to"), [([], False), ([("spain", "dutch")], True)])
def test_x_30_a_retreat_may_take_an_enemys_home_center(wars: list[tuple[str, str]], open_to: bool):
    state = given(units={"spain": ["A BRB +1"], "france": ["A PAR +4"]}, wars=[*WAR, *wars])
    result = move(state, france="A PAR - BRB")
    assert ("HLD" in displaced(result)["spain: A BRB +1"]) == open_to
    if open_to:
        after = retreat(result, spain="A BRB - HLD")
        assert stands(after, "spain") == ["A HLD"]
        assert checked(after.state, "spain", "A HLD").kind == "capture"


@pytest.mark.parametrize(
    ("is_", "to", "becomes"), [("legal", "FRC", "success"), ("void", "PAR", "illegal")]
)
def test_the_referee_rules_on_a_retreat(is_: str, to: str, becomes: str):
    facts = MappingProxyType({"unit": "A BUR +2", "to": to, "is": is_})
    ruling = Ruling(1, "retreats", "entry", "agreed by letter", "", facts)
    after = played(beaten().state, {"france": f"A BUR - {to}"}, [ruling])
    assert outcome(after, f"A BUR - {to}") == becomes


def test_the_moment_after_retreats_is_map_adjustment():
    after = retreat(beaten(), france="A BUR - PAR")
    assert after.state.moment == EDITION.moment_of(1619, "adjustment")
