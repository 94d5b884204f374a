"""Whether units may stay where they stand: E19-POS."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.units import Unit
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening
from tests.rules.europe_1619.moves import checked, given, gone, move


@pytest.mark.rule("E19-POS-1")
def test_units_on_land_of_their_own_side_are_left_alone():
    result = move(given())
    assert result.events == ()
    assert result.state.units == given().units


@pytest.mark.rule("E19-POS-1")
def test_fleets_at_sea_are_left_alone():
    result = move(given(units={"england": ["F NTH"], "GEN": ["F LIG"]}, infs={"GEN": {}}))
    assert result.events == ()


def test_a_broken_capture_goes_to_the_owners_friends():
    state = given(
        captures={"BRB": "dutch"}, wars=[("spain", "dutch")], alliances=[("austria", "spain")]
    )
    assert checked(state, "spain", "A BRB").kind == "liberate"
    assert checked(state, "austria", "A BRB").kind == "liberate"
    assert checked(state, "dutch", "A BRB").kind == "stay"


def test_an_enemy_of_the_captor_captures_in_turn():
    state = given(captures={"NORM": "england"}, wars=[("france", "england"), ("spain", "england")])
    assert checked(state, "spain", "A NORM").kind == "capture"
    assert checked(state, "savoy", "A NORM").kind == "evict"


def test_a_freed_state_is_what_its_infs_make_it():
    """Hesse, captured by Sweden, is the Union's when it comes free."""
    state = given(
        captures={"HES": "sweden"}, infs={"HES": {"union": 5}}, wars=[("france", "union")]
    )
    assert checked(state, "union", "A HES").kind == "liberate"
    assert checked(state, "france", "A HES").kind == "capture"
    assert checked(state, "denmark", "A HES").kind == "evict"


def test_x_16_a_proxy_at_war_with_the_owner_transfers_nothing():
    base: dict[str, Any] = {
        "wars": [("france", "spain"), ("savoy", "spain")],
        "alliances": [("france", "savoy")],
    }
    held = given(captures={"BRB": "france"}, **base)
    assert checked(held, "savoy", "A BRB").kind == "proxy"
    assert checked(given(**base), "savoy", "A BRB").kind == "capture"


def test_x_21_a_unit_deep_in_an_old_allys_land_cannot_get_out():
    """Castile: all that Madrid borders is Spanish and now closed."""
    state = given(units={"france": ["A MAD +2"]})
    for end in ("LEO", "ARA", "VAL"):
        result = move(state, france=f"A MAD - {end}")
        assert gone(result, "evicted") == ["france: A MAD +2"]
        assert gone(result, "disbanded") == ["france: A MAD +2"]


OPENING = opening(EDITION)
POWERS = list(OPENING.facts.powers)
LAND = list(OPENING.facts.provinces)
RELATIONS = st.dictionaries(
    st.sampled_from([(a, b) for n, a in enumerate(POWERS) for b in POWERS[n + 1 :]]),
    st.sampled_from(["war", "alliance", "peace"]),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@over(
    relations=RELATIONS,
    captures=st.dictionaries(st.sampled_from(LAND), st.sampled_from(POWERS), max_size=20),
    power=st.sampled_from(POWERS),
)
def test_whatever_may_be_entered_is_land_to_stay_on(
    relations: dict[tuple[str, str], str], captures: dict[str, str], power: str
):
    """The territory test and the position check agree, on empty land."""
    facts = OPENING.facts
    state = given(
        units={},
        captures={code: p for code, p in captures.items() if facts.provinces[code].owner != p},
        wars=[pair for pair, kind in relations.items() if kind == "war"],
        alliances=[pair for pair, kind in relations.items() if kind == "alliance"],
    )
    passage = EDITION.passage(state.standing, (), EDITION.rulebook)
    for code in LAND:
        unit = Unit("A", code)
        if passage.may_enter((power, unit), code) is None:
            assert check_position(state, power, unit).kind != "evict", code
