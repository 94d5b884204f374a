"""What the map of a phase shows: the colors of E15V7-STAT-20 and E15V7-REP-1."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.picture import Picture
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe_1615_v7.seven import given, sheets

UNITS = {"france": ["A PAR"], "spain": ["A MAD"]}


def picture(before, **texts: str) -> Picture:
    return RULESET.picture_of(before, sheets(before, **texts))


@pytest.mark.rule("E15V7-STAT-20")
@pytest.mark.rule("E15V7-REP-1")
def test_the_map_of_the_phase_has_the_colors_of_its_own_politics():
    """Hesse becomes French and Westphalia neutral in the phase whose moves the map shows."""
    state = given(units=UNITS, infs={"WES": {"spain": 2}})
    shown = picture(state, france="2: HES ; 2: WES ; A PAR - BUR")
    fills = RULESET.picture(sheets(state, france="2: HES ; 2: WES").state).fills
    assert len({str(fills[code]) for code in ("HES", "WES", "LOR")}) == 3
    for code in ("HES", "WES", "LOR"):
        assert shown.fills[code] == fills[code], code
    assert (
        shown.markers["HES"]
        == RULESET.picture_of(state, sheets(state, france="2: HES")).markers["HES"]
    )
    assert [one.unit.at for one in shown.units if one.owner == "france"] == ["PAR"]
    assert shown.title == EDITION.course.title(state.moment)


@pytest.mark.rule("E15V7-STAT-20")
def test_unaligned_neutral_and_aligned_states_differ_and_so_does_captured_land():
    infs = {"HES": {"france": 2}, "WES": {"france": 1, "spain": 1}}
    state = given(
        phase="adjustment",
        units={**UNITS, "france": ["A PAR", "A LOR"]},
        infs=infs,
        captures={"LOR": "france"},
    )
    fills = RULESET.picture(state).fills
    assert len({str(fills[code]) for code in ("HES", "WES", "SAX", "LOR")}) == 4


@pytest.mark.rule("E15V7-REP-1")
def test_the_unit_of_a_state_that_aligns_in_the_phase_is_drawn_as_its_patrons() -> None:
    """Hesse follows France from the politics of the phase in which its army moves."""
    state = given(units={**UNITS, "HES": ["A HES"]}, infs={"HES": {}})
    shown = picture(state, france="2: HES ; A HES - FRA")
    drawn = [(one.owner, one.kind, one.at, one.target) for one in shown.orders]
    assert ("france", "move", "HES", "FRA") in drawn


@pytest.mark.rule("E15V7-REP-1")
def test_the_unit_of_a_state_that_is_lost_in_the_phase_is_not_drawn_as_ordered() -> None:
    """Spain draws level in Hesse, which is neutral before its army would move for France."""
    state = given(units={**UNITS, "HES": ["A HES"]}, infs={"HES": {"france": 1}})
    shown = picture(state, france="A HES - FRA", spain="1: HES")
    assert not [one for one in shown.orders if one.at == "HES"]


@pytest.mark.rule("E15V7-AUTO-9")
def test_a_unit_that_goes_home_of_its_own_accord_is_drawn_where_it_goes() -> None:
    state = given(
        units={"france": ["A PAR"], "spain": ["A FRA"], "HES": ["A WES"]},
        infs={"HES": {"france": 1}, "WES": {"france": 1}},
        wars=[("france", "spain")],
    )
    shown = picture(state, france="A WES H")
    drawn = [(one.owner, one.kind, one.at, one.target, one.outcome) for one in shown.orders]
    assert ("france", "move", "WES", "HES", "success") in drawn


@pytest.mark.rule("E15V7-STAT-20")
def test_whatever_a_captor_holds_is_hatched() -> None:
    """In the color of the power that lost it; in grey where a state or a fallen power did."""
    state = given(
        phase="adjustment",
        units={"france": ["A NET", "A LOR", "A BAV"], "HES": ["A WES", "A CHA"]},
        infs={"HES": {"france": 2}},
        captures={"NET": "france", "LOR": "france", "BAV": "france", "WES": "HES", "CHA": "HES"},
        eliminated={"bavaria": 1618},
    )
    fills = RULESET.picture(state).fills
    hatched = {code: (fills[code].native, fills[code].hatched) for code in state.captures}
    assert hatched == {
        "NET": ("spain", False),
        "LOR": ("", True),
        "BAV": ("", True),
        "WES": ("", True),
        "CHA": ("france", False),
    }
    assert not any(fills[code].hatched for code in fills if code not in state.captures)


@pytest.mark.rule("E15V7-REB-1")
def test_markers_of_rebellion_stand_on_the_land() -> None:
    moods = {
        "NET": Mood("revolt", "catholic", "protestant", 1622),
        "BOH": Mood("quelled", "catholic", "protestant"),
        "CHA": Mood("tolerant", "catholic", "catholic"),
    }
    state = given(
        units={"dutch": ["A NET"], "palatinate": ["A BOH"], "spain": ["A CHA"]},
        captures={"NET": "dutch", "BOH": "palatinate", "CHA": "spain"},
    )
    state = replace(state, parts=MappingProxyType({**state.parts, "rebellion": moods}))
    for shown in (RULESET.picture(state), picture(state)):
        signs = {code: shown.markers[code][-1] for code in moods}
        assert {code: (sign.kind, sign.text) for code, sign in signs.items()} == {
            "NET": ("revolt", "1622"),
            "BOH": ("quelled", ""),
            "CHA": ("tolerant", ""),
        }


@pytest.mark.rule("E15V7-REB-1")
def test_the_maps_strip_says_until_when_land_is_in_revolt() -> None:
    moods = {"NET": Mood("revolt", "catholic", "protestant", 1622), "CHA": Mood("quelled")}
    state = given(units=UNITS, captures={"NET": "dutch", "CHA": "dutch"})
    state = replace(state, parts=MappingProxyType({**state.parts, "rebellion": moods}))
    assert RULESET.picture(state).corner == ("Southern Netherlands is in revolt until 1622",)
    assert picture(state).corner == RULESET.picture(state).corner
