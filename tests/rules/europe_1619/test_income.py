"""Income: E19-INC."""

from __future__ import annotations

from types import MappingProxyType

import pytest
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.rulesets.europe.data.facts import Sea
from generator.rulesets.europe.data.rule_tables import Income
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.income import income_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, with_rules
from tests.rules.europe_1619.spending import builds, earned


def income(power: str, **parts: object) -> dict[str, int]:
    return earned(play(EDITION, builds(**parts)), power)


@pytest.mark.rule("E19-INC-1")
def test_home_centers_pay_their_value() -> None:
    assert income("france") == {"home_center": 11, "total": 11}


@pytest.mark.rule("E19-INC-2")
def test_captured_centers_pay_their_value() -> None:
    found = income("savoy", captures={"COL": "savoy"})
    assert found["captured_center"] == 3


@pytest.mark.rule("E19-INC-3")
def test_captured_provinces_pay_one_point_each() -> None:
    found = income("france", captures={"SAA": "france", "PAD": "france"})
    assert found == {"home_center": 11, "captured_province": 2, "total": 13}


@pytest.mark.rule("E19-INC-4")
def test_league_earns_from_aligned_states_of_the_empire() -> None:
    """The rulebook's example: Bavaria 3, Würzburg 1 and Cologne 3 make 7."""
    infs = {"WUE": {"league": 5}, "COL": {"league": 5}, "TRI": {"league": 5}}
    assert income("league", infs=infs) == {"home_center": 3, "aligned_state": 4, "total": 7}


@pytest.mark.rule("E19-INC-4")
def test_vassals_pay_as_aligned_states_do() -> None:
    infs = {"WUE": {"league": 30}, "COL": {"league": 5}}
    state = builds(infs=infs)
    assert state.statuses["WUE"].kind == "vassal"
    assert earned(play(EDITION, state), "league")["aligned_state"] == 4


@pytest.mark.rule("E19-INC-4")
def test_captured_and_neutral_states_pay_no_dues() -> None:
    infs = {"WUE": {"league": 2, "union": 2}, "COL": {"league": 5}}
    found = income("league", infs=infs, captures={"COL": "france"})
    assert found == {"home_center": 3, "total": 3}


@pytest.mark.rule("E19-INC-4")
def test_states_without_a_center_pay_nothing() -> None:
    found = income("league", infs={"TRI": {"league": 5}, "WUE": {}, "COL": {}})
    assert "aligned_state" not in found


@pytest.mark.rule("E19-INC-4")
def test_what_an_aligned_state_captured_does_not_pay() -> None:
    """Hesse (1) holds Westphalia (1) by capture."""
    infs = {"HES": {"union": 5}, "ANS": {}, "BRAP": {}, "WUR": {}, "STR": {}}
    found = income("union", infs=infs, captures={"WES": "HES"})
    assert found == {"home_center": 3, "aligned_state": 1, "total": 4}


@pytest.mark.rule("E19-INC-5")
def test_states_outside_the_empire_pay_nothing() -> None:
    empty = {"ANS": {}, "BRAP": {}, "WUR": {}, "STR": {}, "HES": {}}
    found = income("union", infs={"TRA": {"union": 9}, **empty})
    assert found == {"home_center": 3, "total": 3}


@pytest.mark.rule("E19-INC-5")
def test_other_powers_are_not_paid_for_alignments() -> None:
    state = builds(infs={"POR": {"spain": 5}, "TUS": {"spain": 4}})
    assert state.statuses["POR"].patron == state.statuses["TUS"].patron == "spain"
    assert "aligned_state" not in earned(play(EDITION, state), "spain")


@pytest.mark.rule("E19-INC-6")
def test_captured_home_center_pays_its_captor() -> None:
    result = play(EDITION, builds(captures={"NORM": "england"}))
    assert earned(result, "france") == {"home_center": 9, "total": 9}
    assert earned(result, "england")["captured_center"] == 2


@pytest.mark.rule("E19-INC-6")
def test_guests_take_no_income_away() -> None:
    units = {"austria": ["A BAV"], "COL": ["A MIL"]}
    found = income("league", units=units, alliances=[("austria", "league")])
    assert found["home_center"] == 3


@pytest.mark.rule("E19-INC-7")
def test_build_sites_pay() -> None:
    found = income("spain")
    assert found["build_site"] == 6
    assert found["home_center"] == 8


@pytest.mark.rule("E19-INC-8")
def test_plain_provinces_of_ones_own_pay_nothing() -> None:
    state = builds()
    plain = [code for code in state.facts.powers["france"].home if code not in state.facts.centers]
    assert len(plain) == 8
    assert earned(play(EDITION, state), "france")["total"] == 2 + 5 + 2 + 2


@pytest.mark.rule("E19-CAP-13")
def test_captures_of_states_do_not_pay_the_patron() -> None:
    """Hesse, aligned with Denmark, holds Westphalia (1) and Paderborn by capture."""
    found = income(
        "denmark",
        infs={"HES": {"denmark": 5}},
        captures={"WES": "HES", "PAD": "HES"},
    )
    assert not {"captured_center", "captured_province"} & set(found)


def test_eliminated_powers_earn_nothing() -> None:
    state = builds(eliminated=MappingProxyType({"savoy": 1620}), year=1621)
    result = play(EDITION, state)
    assert all(one.data["power"] != "savoy" for one in events(result, "income"))
    assert "savoy" not in result.state.treasury


def test_events_list_what_every_place_pays() -> None:
    result = play(EDITION, builds(captures={"SAA": "france"}))
    (one,) = [event for event in events(result, "income") if event.data["power"] == "france"]
    home, taken = one.data["items"]
    assert home["parts"] == {"NORM": 2, "PAR": 5, "LYO": 2, "PRO": 2}
    assert (taken["rule"], taken["parts"]) == ("E19-INC-3", {"SAA": 1})
    assert one.data["treasury"] == 12


def _turn(state: EuropeState) -> Turn:
    return Turn(EDITION, state, OrderBook({}))


def _with_income(state: EuropeState, income: dict[str, object]) -> EuropeState:
    return with_rules(state, treasury={"income": Income(**income)})


def test_sources_are_data() -> None:
    """Valued own provinces and waters with a fleet pay where an edition's table names them."""
    state = builds(units={"france": ["F ENG", "A PAR"], "ROC": ["F BIS"]})
    provinces = {
        **state.facts.provinces,
        "BUR": replace(state.facts.provinces["BUR"], value=2),
        "SAA": replace(state.facts.provinces["SAA"], value=4),
    }
    facts = replace(
        state.facts,
        provinces=MappingProxyType(provinces),
        waters=MappingProxyType({"ENG": Sea(1), "BIS": Sea(1)}),
    )
    state = replace(state, facts=facts, captures=builds(captures={"SAA": "france"}).captures)
    state = _with_income(
        state,
        {"domestic_province": "value", "captured_province": "value", "water_with_own_fleet": 3},
    )
    items = {item.source: dict(item.parts) for item in income_of(_turn(state))["france"]}
    assert items == {
        "domestic_province": {"BUR": 2},
        "captured_province": {"SAA": 4},
        "water_with_own_fleet": {"ENG": 3},
    }
