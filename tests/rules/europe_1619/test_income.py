"""Income: E19-INC."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

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

EMPTY: dict[str, dict[str, int]] = {code: {} for code in ("ANS", "BRAP", "WUR", "STR", "HES")}
LEAGUE: dict[str, dict[str, int]] = {
    "WUE": {"league": 5},
    "COL": {"league": 5},
    "TRI": {"league": 5},
}


@pytest.mark.rule("E19-INC-1", "E19-INC-2", "E19-INC-3", "E19-INC-4", "E19-INC-5", "E19-INC-6")
@pytest.mark.rule("E19-INC-7", "E19-INC-8", "E19-CAP-13")
@pytest.mark.parametrize(
    ("parts", "power", "tp"),
    [
        pytest.param({}, "france", {"home_center": 2 + 5 + 2 + 2}, id="home centers alone"),
        pytest.param({}, "spain", {"home_center": 8, "build_site": 6}, id="build sites"),
        pytest.param(
            {"captures": {"COL": "savoy"}},
            "savoy",
            {"home_center": 5, "captured_center": 3},
            id="captured center",
        ),
        pytest.param(
            {"captures": {"SAA": "france", "PAD": "france"}},
            "france",
            {"home_center": 11, "captured_province": 2},
            id="captured provinces",
        ),
        pytest.param(
            {"infs": LEAGUE}, "league", {"home_center": 3, "aligned_state": 4}, id="rulebook's 7"
        ),
        pytest.param(
            {"infs": {**LEAGUE, "WUE": {"league": 30}}},
            "league",
            {"home_center": 3, "aligned_state": 4},
            id="vassal",
        ),
        pytest.param(
            {"infs": {**LEAGUE, "WUE": {"league": 2, "union": 2}}, "captures": {"COL": "france"}},
            "league",
            {"home_center": 3},
            id="neutral and captured states",
        ),
        pytest.param(
            {"infs": {**EMPTY, "HES": {"union": 5}}, "captures": {"WES": "HES"}},
            "union",
            {"home_center": 3, "aligned_state": 1},
            id="what an aligned state captured",
        ),
        pytest.param(
            {"infs": {**EMPTY, "TRA": {"union": 9}}}, "union", {"home_center": 3}, id="not Empire"
        ),
        pytest.param(
            {"infs": {"POR": {"spain": 5}, "TUS": {"spain": 4}}},
            "spain",
            {"home_center": 8, "build_site": 6},
            id="other powers and their states",
        ),
        pytest.param(
            {"captures": {"NORM": "england"}}, "france", {"home_center": 9}, id="lost center"
        ),
        pytest.param(
            {"units": {"austria": ["A BAV"]}, "alliances": [("austria", "league")], "infs": LEAGUE},
            "league",
            {"home_center": 3, "aligned_state": 4},
            id="guest",
        ),
    ],
)
def test_what_a_power_earns(parts: dict[str, Any], power: str, tp: dict[str, int]) -> None:
    found = earned(play(EDITION, builds(**parts)), power)
    assert found == {**tp, "total": sum(tp.values())}


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
