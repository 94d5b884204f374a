"""What the map shows: E15V3-MAP."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.picture import Picture
from generator.rulesets.europe.features.counterbalance import Signed
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import confession_of
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from mapsvg import load_geometry
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v3.three import given, with_modifiers


def picture(state: EuropeState) -> Picture:
    return RULESET.picture(state)


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
