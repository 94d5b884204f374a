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


@pytest.mark.rule("E19-RET-1")
def test_an_army_of_strength_one_is_disbanded():
    result = beaten("A BUR")
    assert gone(result) == gone(result, "disbanded") == ["france: A BUR"]
    assert events(result, "disbanded")[0].rule == "E19-RET-1"
    assert result.state.moment.phase == "adjustment"
    assert result.state.displaced == ()


@pytest.mark.rule("E19-RET-2")
def test_a_fleet_is_disbanded():
    state = given(units={"france": ["F NORM"], "spain": ["A FLA +1"]}, wars=WAR)
    result = move(state, spain="A FLA - NORM")
    assert events(result, "disbanded")[0].rule == "E19-RET-2"
    assert stands(result, "france") == []


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
def test_no_retreat_to_where_the_attack_came_from():
    after = retreat(beaten(), france="A BUR - FRC")
    assert outcome(after, "A BUR - FRC") == "illegal"
    assert "the attack on Burgundy came from Free County" in said(after, "A BUR - FRC")


@pytest.mark.rule("E19-RET-3")
def test_no_retreat_to_occupied_land():
    after = retreat(beaten(others=("A PAR",)), france="A BUR - PAR")
    assert "occupied" in said(after, "A BUR - PAR")


@pytest.mark.rule("E19-RET-3")
def test_no_retreat_to_where_a_standoff_was():
    state = given(units={"france": ["A BUR +2", "A PAR", "A LOR"], "spain": ["A FRC +4"]}, wars=WAR)
    result = move(state, spain="A FRC - BUR", france="A PAR - CHA; A LOR - CHA")
    assert displaced(result) == {"france: A BUR +2": ("DAU", "LYO", "SWI")}
    assert result.state.contested == ("CHA",)
    after = retreat(result, france="A BUR - CHA")
    assert "standoff" in said(after, "A BUR - CHA")


@pytest.mark.rule("E19-RET-3")
def test_two_retreats_to_one_province_fail_both():
    state = given(
        units={
            "france": ["A BUR +1", "A CHA +1"],
            "spain": ["A FRC +4", "A LIE +4"],
        },
        wars=WAR,
    )
    result = move(state, spain="A FRC - BUR; A LIE - CHA")
    after = retreat(result, france="A BUR - PAR; A CHA - PAR")
    assert outcome(after, "A BUR - PAR") == outcome(after, "A CHA - PAR") == "bounce"
    assert stands(after, "france") == []


@pytest.mark.rule("E19-RET-3")
def test_only_those_who_must_leave_are_ordered():
    after = retreat(
        beaten(others=("A PAR",)), france="A PAR - CHA; A BUR - CHA", spain="A BUR - PAR"
    )
    assert "does not have to leave" in said(after, "A PAR - CHA")
    assert outcome(after, "A BUR - PAR") == "illegal"
    assert stands(after, "france") == ["A CHA +1", "A PAR"]


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
def test_without_a_space_the_whole_unit_is_removed():
    around = ("A CHA", "A DAU", "A LYO", "A PAR")
    result = beaten("A BUR +3", around, infs={"SWI": {"savoy": 1}})
    assert events(result, "disbanded")[0].rule == "E19-RET-5"
    assert result.state.moment.phase == "adjustment"
    assert sum(unit.strength for unit in result.state.units["france"]) == 4


@pytest.mark.rule("E19-RET-5")
@pytest.mark.parametrize("swiss", [{}, {"spain": 1}])
def test_the_enemys_states_are_open_to_retreats(swiss: dict[str, int]):
    around = ("A CHA", "A DAU", "A LYO", "A PAR")
    result = beaten("A BUR +3", around, infs={"SWI": swiss})
    assert displaced(result) == {"france: A BUR +3": ("SWI",)}


@pytest.mark.rule("E19-RET-6")
def test_a_dislodged_unit_of_a_state_is_disbanded():
    state = given(units={"HES": ["A HES +3"], "league": ["A COL +4"]}, wars=[("union", "league")])
    result = move(state, league="A COL - HES")
    assert gone(result) == ["HES: A HES +3"]
    assert events(result, "disbanded")[0].rule == "E19-RET-6"
    assert result.state.moment.phase == "adjustment"


@pytest.mark.rule("E19-RET-7")
@pytest.mark.parametrize(
    ("swiss", "places"),
    [({"savoy": 1, "venice": 1}, {}), ({"savoy": 1}, {}), ({}, {"france: A BUR +3": ("SWI",)})],
)
def test_a_retreat_needs_land_that_is_open(swiss: dict[str, int], places: dict[str, Any]):
    """The Swiss are neutral, aligned with a power at peace, or unaligned."""
    result = beaten("A BUR +3", ("A CHA", "A DAU", "A LYO", "A PAR"), infs={"SWI": swiss})
    assert displaced(result) == places


@pytest.mark.rule("E19-RET-7")
def test_a_closed_retreat_says_why():
    after = retreat(beaten(infs={"SWI": {"savoy": 1, "venice": 1}}), france="A BUR - SWI")
    assert rules(after, "A BUR - SWI") == ["E19-RET-7"]
    assert "neutral" in said(after, "A BUR - SWI")


@pytest.mark.rule("E19-RET-7")
def test_no_retreat_to_where_a_foreign_unit_stood_before():
    """The exemption opens a province with a foreign unit in it, not one that it has left."""
    state = given(
        units={"union": ["A PAL +1"], "france": ["A SAA"], "dutch": ["A TRI +4"]},
        infs={"SAA": {"france": 1}, "TRI": {}, "STR": {"france": 1}, "HES": {"france": 1}},
        captures={"TRI": "dutch"},
        wars=[("union", "dutch")],
    )
    result = move(state, dutch="A TRI - PAL", france="A SAA - LOR")
    assert gone(result) == ["union: A PAL +1"]
    assert "SAA" not in displaced(result)["union: A PAL +1"]


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


@pytest.mark.rule("E19-RET-8")
def test_an_evicted_unit_that_cannot_retreat_is_disbanded():
    for unit in ("A PAD",):
        result = move(given(units={"HES": [unit]}, **HESSIANS))
        assert gone(result, "disbanded") == [f"HES: {unit}"]
        assert events(result, "disbanded")[0].rule == "E19-RET-8"
    fleets = given(units={"spain": ["F TUS"]}, infs={"TUS": {"spain": 1, "papacy": 1}})
    assert events(move(fleets), "disbanded")[0].rule == "E19-RET-8"


@pytest.mark.rule("E19-RET-8")
def test_nobody_orders_the_evicted_units_of_a_neutral_state():
    state = given(
        units={"HES": ["A PAD +1"]},
        infs={"PAD": {"papacy": 3}, "HES": {"union": 1, "league": 1}},
    )
    result = move(state)
    assert gone(result, "disbanded") == ["HES: A PAD +1"]
    assert result.state.moment.phase == "adjustment"


@pytest.mark.rule("E19-RET-3")
@pytest.mark.parametrize(("guests", "is_open"), [({}, True), ({"spain": ["A HES"]}, False)])
def test_a_province_that_somebody_is_about_to_leave_is_not_vacant(
    guests: dict[str, list[str]], is_open: bool
):
    """The Spaniards have to leave Hesse, a state of the Union, and are there until they do."""
    state = given(
        units={"union": ["A PAL +1"], "dutch": ["A TRI +4"], **guests},
        captures={"TRI": "dutch"},
        wars=[("union", "dutch")],
    )
    result = move(state, dutch="A TRI - PAL")
    assert gone(result, "evicted") == [f"{side}: {own[0]}" for side, own in guests.items()]
    assert ("HES" in displaced(result)["union: A PAL +1"]) == is_open


def test_x_25_a_dislodged_convoying_fleet_ends_the_convoy():
    state = given(
        units={"england": ["A LON", "F ENG"], "france": ["F NORM", "F BRIT"]},
        wars=[("england", "france")],
    )
    result = move(
        state,
        england="A LON - BRIT; F ENG C A LON - BRIT",
        france="F NORM - ENG; F BRIT S F NORM - ENG",
    )
    assert outcome(result, "A LON - BRIT") == "disrupted"
    assert gone(result, "disbanded") == ["england: F ENG"]


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
