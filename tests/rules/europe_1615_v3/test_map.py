"""What the map shows: E15V3-MAP."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.picture import Picture, UnitSign
from generator.rulesets.europe.features.counterbalance import Signed
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import confession_of
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from mapsvg import load_geometry
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v3.three import given, sheets, through, with_modifiers


def picture(state: EuropeState) -> Picture:
    return RULESET.picture(state)


def sign_at(shown: Picture, place: str) -> UnitSign:
    return next(one for one in shown.units if province_of(one.unit.at) == place)


def looks(shown: Picture, *codes: str) -> list[tuple[str, str]]:
    """How provinces are painted: the kind of paint, and whose color it has."""
    return [(shown.fills[code].kind, shown.fills[code].power) for code in codes]


@pytest.mark.rule("E15V3-MAP-1")
def test_units_of_states_have_their_labels_and_those_of_powers_their_colors() -> None:
    units = {"SAX": ["A SAX"], "OTT": ["A RUM"], "austria": ["A VIE"]}
    shown = picture(given(units=units))
    told = {one.unit.province: (one.owner, one.label) for one in shown.units}
    assert told["SAX"] == ("", "Sx")
    assert told["RUM"] == ("", "Ot")
    assert told["VIE"] == ("austria", "")


@pytest.mark.rule("E15V3-MAP-2")
@pytest.mark.parametrize(("modifiers", "strength"), [((), 1), (("polish_intervention",), 2)])
def test_a_special_unit_shows_its_letter_and_its_strength(
    modifiers: tuple[str, ...], strength: int
) -> None:
    units = {"POLN": ["A WAR", "A POD"]}
    state = with_modifiers(modifiers, letters={"P": "WAR"}, units=units)
    shown = picture(state)
    special, other = sign_at(shown, "WAR"), sign_at(shown, "POD")
    assert (special.label, special.letter, special.unit.strength) == ("Po", "P", strength)
    assert (other.label, other.letter, other.unit.strength) == ("Po", "", 1)


@pytest.mark.rule("E15V3-MAP-3", "E15V3-STA-7")
def test_a_dominion_has_the_look_of_its_state() -> None:
    captures = {"MEC": "PRU"}
    neutral = given(captures=captures, infs={"PRU": {"denmark": 2, "spain": 2}})
    assert looks(picture(neutral), "PRU", "MEC") == [("neutral", "")] * 2
    aligned = given(captures=captures, infs={"PRU": {"denmark": 2}})
    assert looks(picture(aligned), "PRU", "MEC") == [("aligned", "denmark")] * 2


@pytest.mark.rule("E15V3-MAP-3")
def test_unaligned_states_are_grey_and_captured_ones_have_the_color_of_their_captor() -> None:
    state = given(captures={"MEC": "france", "LOR": "HES"}, infs={"HES": {"spain": 1}})
    shown = picture(state)
    assert looks(shown, "SAX", "MEC") == [("unaligned", ""), ("captured", "france")]
    assert looks(shown, "HES", "LOR") == [("aligned", "spain")] * 2


def test_the_ottomans_look_like_no_state_that_could_be_won() -> None:
    state = given(captures={"CRO": "OTT"}, infs={"HES": {"spain": 1, "france": 1}})
    shown = picture(state)
    assert {code: shown.fills[code].hatched for code in ("RUM", "CRO", "HES", "SAX")} == {
        "RUM": True, "CRO": True, "HES": False, "SAX": False,
    }  # fmt: skip
    assert shown.words["hatched"] == "Ottoman Empire"


@pytest.mark.rule("E15V3-MAP-4", "E15V3-REL-8")
def test_a_cross_stands_at_the_center_of_a_state_with_a_majority() -> None:
    markers = {"SAX": "protestant", "BAV": "catholic", "PRU": "protestant"}
    shown = picture(given(markers=markers, captures={"MEC": "PRU"}))
    kinds = {code: [one.kind for one in signs] for code, signs in shown.markers.items()}
    assert kinds["SAX"] == kinds["PRU"] == ["protestant"]
    assert kinds["BAV"] == ["catholic"]
    assert not {"HES", "TUN", "RUM", "MEC"} & set(kinds)


@pytest.mark.rule("E15V3-MAP-4")
def test_a_captured_state_has_no_cross() -> None:
    units = {"france": ["A MEC"], "MEC": [], "denmark": ["F COP"]}
    state = given(phase="fall", units=units, infs={"MEC": {"denmark": 9}})
    assert "MEC" in picture(sheets(state).state).markers
    last = through(state, "early-winter")[-1]
    assert last.state.captures["MEC"].holder == "france"
    assert "MEC" not in picture(last.state).markers


@pytest.mark.rule("E15V3-MAP-5")
def test_rome_has_its_blue_cross_on_the_first_map() -> None:
    shown = picture(opening(EDITION))
    assert [one.kind for one in shown.markers["ROM"]] == ["catholic"]


@pytest.mark.rule("E15V3-MAP-6", "E15V3-MAP-7", "E15V3-CB-9", "E15V3-SAN-5")
def test_the_sign_and_all_modifiers_stand_in_the_corner() -> None:
    state = with_modifiers(["polish_intervention", "wallenstein"], units={})
    names = {one.id: one.name for one in state.facts.of(SanctionRules).modifier}
    both = tuple(names[one] for one in names if one in ("polish_intervention", "wallenstein"))
    assert picture(state).corner == both
    parts = MappingProxyType({**state.parts, "counterbalance": Signed("widerstand")})
    under = replace(state, parts=parts)
    assert picture(under).corner == ("WIDERSTAND", *both)


@pytest.mark.rule("E15V3-MAP-8")
def test_the_map_has_the_number_of_each_center_and_home_centers_in_black() -> None:
    state = opening(EDITION)
    facts = state.facts
    shown = picture(state)
    assert (shown.values["SAX"], shown.values["BRA"], shown.values["MEC"]) == (9, 6, 3)
    assert all(shown.values[code] == one for code, one in facts.centers.items())
    homes = {code for one in facts.powers.values() for code in one.centers}
    black = {code for code in facts.centers if code not in shown.center_kinds}
    assert black == homes


@pytest.mark.rule("E15V3-MAP-10")
def test_both_coasts_of_holstein_and_the_straits_are_drawn() -> None:
    board = load_geometry("europe-1615-v3")
    crossings = {frozenset(one.between) for one in board.crossings}
    assert {frozenset({"IRE", "SCOT"}), frozenset({"ANDL", "SUL"})} <= crossings
    coasts = board.provinces["HOL"].coasts
    assert set(coasts) == set(EDITION.board.provinces["HOL"].coasts)
    assert len({coast.unit for coast in coasts.values()}) == 2


@pytest.mark.rule("E15V3-MAP-9")
def test_land_of_a_power_that_fell_belongs_to_nobody() -> None:
    state = given(
        phase="early-winter",
        units={},
        captures={"LON": "OTT", "YOR": "OTT", "WSX": "spain", "FRA": "england"},
        infs={"FRA": {"spain": 2}},
    )
    after = sheets(state).state
    assert after.standing.holders["LNC"] == ""
    shown = picture(after)
    assert "LNC" not in shown.land
    assert shown.fills["LNC"].power == ""
    assert after.statuses["FRA"].patron == "spain"


@pytest.mark.parametrize(
    ("provinces", "least"), [(1, 5), (2, 9), (3, 12), (4, 14), (5, 15), (9, 15)]
)
@pytest.mark.rule("E15V3-REL-5")
def test_the_minimum_grows_with_the_provinces(provinces: int, least: int) -> None:
    """No state of the board has three or four provinces that count."""
    facts = given().facts
    facts = replace(facts, influence=replace(facts.influence, counted_provinces={"HES": provinces}))
    assert confession_of(facts, "HES", {"denmark": least - 1}) == ""
    assert confession_of(facts, "HES", {"denmark": least}) == "protestant"
