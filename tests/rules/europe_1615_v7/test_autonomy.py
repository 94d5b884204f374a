"""What units of minor states do of their own accord: E15V7-AUTO, and edge cases 16 to 25."""

from __future__ import annotations

from typing import Any

import pytest

from generator.rulesets.europe.state.state import EuropeState
from tests.rules.europe.building import events, outcome, units_of, verdict
from tests.rules.europe_1615_v7.seven import Played, cited, given, said, sheets

FRENCH = {"HES": {"france": 1}, "WES": {"france": 1}}
BRA = {"BRA": {"sweden": 1}}
WAR = [("france", "spain")]
SWEDISH_WAR = [("sweden", "poland")]


def hesse(*enemies: str, home: str = "A HES", **parts: Any) -> EuropeState:
    """Hesse with France, France at war with Spain, whose armies are the enemies."""
    units = {"HES": [home] if home else [], "spain": [f"A {code}" for code in enemies]}
    units |= parts.pop("units", {})
    return given(**{"units": units, "infs": FRENCH, "wars": WAR, **parts})


def stand(played: Played, side: str = "HES") -> list[str]:
    return units_of(played.state, side)


def told(played: Played) -> list[dict[str, Any]]:
    return [dict(one.data) for one in events(played, "order-overruled")]


# --- leaving home


@pytest.mark.rule("E15V7-AUTO-5")
def test_supports_are_never_refused_at_home():
    state = hesse("FRA", "WES", units={"palatinate": ["A PAL"]})
    played = sheets(state, france="A HES S A PAL", palatinate="A PAL H")
    assert outcome(played, "A HES S A PAL") == "success"


@pytest.mark.rule("E15V7-AUTO-6")
@pytest.mark.rule("E15V7-AUTO-7")
@pytest.mark.parametrize("side", ["france", "england", "WES", "denmark", "SAX", "BRA"])
def test_friends_and_those_at_peace_do_not_threaten(side: str):
    """Own and allied units, those at peace, and those of neutral and unaligned states."""
    infs = {**FRENCH, "SAX": {"spain": 1, "bavaria": 1}}
    units = {"HES": ["A HES"], side: ["A BRU"]}
    state = given(units=units, infs=infs, wars=WAR, alliances=[("france", "england")])
    assert outcome(sheets(state, france="A HES - FRA"), "A HES - FRA") == "success"


@pytest.mark.rule("E15V7-AUTO-7")
def test_edge_case_20_only_the_patrons_own_wars_count():
    units = {"HES": ["A HES"], "COL": ["A COL"]}
    state = given(
        units=units,
        infs={**FRENCH, "COL": {"spain": 1}},
        wars=[("england", "spain")],
        alliances=[("france", "england")],
    )
    assert outcome(sheets(state, france="A HES - FRA"), "A HES - FRA") == "success"


@pytest.mark.rule("E15V7-AUTO-2")
@pytest.mark.parametrize(
    ("state", "unit", "enemy", "order", "result"),
    [
        ("MEC", "A MEC", "F BOR", "A MEC - BRU", "illegal"),
        ("MEC", "A MEC", "F BAL", "A MEC - BRU", "success"),
        # Beside inland Kurmark a fleet is no threat; nor is one that lies on the other coast.
        ("BRA", "A KUR", "F POM", "A KUR - BRU", "success"),
        ("MEC", "A MEC", "F SLG/WC", "A MEC - BRU", "success"),
        ("MEC", "A MEC", "F SLG/EC", "A MEC - BRU", "illegal"),
    ],
)
def test_edge_case_19_an_enemy_threatens_where_it_could_move(
    state: str, unit: str, enemy: str, order: str, result: str
):
    units = {state: [unit], "poland": [enemy]}
    before = given(units=units, infs={state: {"sweden": 1}}, wars=SWEDISH_WAR)
    assert outcome(sheets(before, sweden=order), order) == result


@pytest.mark.rule("E15V7-AUTO-8")
def test_a_unit_abroad_is_not_bound_to_stay():
    units = {"BRA": ["A MEC"], "poland": ["A POM"]}
    state = given(units=units, infs=BRA, wars=SWEDISH_WAR, captures={"MEC": "BRA"})
    played = sheets(state, sweden="A MEC - BRU")
    assert stand(played, "BRA") == ["A BRU"]


# --- going home


@pytest.mark.rule("E15V7-AUTO-9")
@pytest.mark.rule("E15V7-AUTO-18")
@pytest.mark.parametrize("order", ["A WES H", "A WES - BRE", ""])
def test_a_guest_next_door_goes_home(order: str):
    state = hesse("FRA", home="", units={"HES": ["A WES"]})
    played = sheets(state, france=order)
    assert stand(played) == ["A HES"]
    assert cited(played, "A WES - HES", "france") == ("success", "E15V7-AUTO-9")
    if order:
        assert cited(played, order) == ("illegal", "E15V7-AUTO-9")
        assert said(played, order) == "replaced: Hesse is empty, enemy in Franconia"
    (row,) = told(played)
    assert (row["ordered"], row["does"]) == (order, "A WES - HES")


def brandenburg(enemy: str = "A POM", **parts: Any) -> EuropeState:
    """Brandenburg's army in Mecklenburg, which it controls, with its home empty and threatened."""
    units = {"BRA": ["A MEC"], "poland": [enemy], **parts.pop("units", {})}
    held = {"captures": {"MEC": "BRA"}, "infs": BRA, "wars": SWEDISH_WAR}
    return given(**{"units": units, **held, **parts})


@pytest.mark.rule("E15V7-AUTO-11")
@pytest.mark.parametrize(
    ("order", "after"),
    [("A MEC - BRE", "A BRE"), ("A MEC H", "A KUR"), ("A MEC S A BRE", "A KUR"), ("", "A KUR")],
)
def test_from_a_foreign_center_only_an_order_to_move_stands(order: str, after: str):
    """Edge case 23 is the support."""
    state = brandenburg(units={"sweden": ["F BRE"]}) if "S A" in order else brandenburg()
    assert stand(sheets(state, sweden=order), "BRA") == [after]


@pytest.mark.rule("E15V7-AUTO-11")
@pytest.mark.parametrize(
    ("order", "after"),
    [("A MEC - BRE", "A BRE"), ("A MEC H", "A KUR"), ("A MEC - VIE", "A KUR")],
)
def test_only_a_move_that_the_map_allows_keeps_it_away(order: str, after: str):
    assert stand(sheets(brandenburg(), sweden=order), "BRA") == [after]


@pytest.mark.rule("E15V7-AUTO-11")
def test_edge_case_25_land_without_a_center_does_not_exempt():
    """Hesse controls Trier, which has no center."""
    units = {"HES": ["A TRI"], "spain": ["A FRA"]}
    state = given(units=units, infs=FRENCH, wars=WAR, captures={"TRI": "HES"})
    assert stand(sheets(state, france="A TRI - LOR")) == ["A HES"]


@pytest.mark.rule("E15V7-AUTO-13")
def test_edge_case_21_the_way_home_may_be_stood_off_or_the_home_lost():
    state = hesse("FRA", home="", units={"HES": ["A WES"]})
    even = sheets(state, spain="A FRA - HES")
    assert outcome(even, "A WES - HES") == outcome(even, "A FRA - HES") == "bounce"
    assert "HES" not in {unit.province for _, unit in even.state.stands}
    units = {"HES": ["A WES"], "spain": ["A FRA", "A PAL"]}
    beaten = sheets(
        hesse(home="", units=units), spain="A FRA - HES ; A PAL S A FRA - HES", france=""
    )
    assert outcome(beaten, "A FRA - HES") == "success"
    adjusted = sheets(beaten.state)
    assert adjusted.state.statuses["HES"].kind == "captured"
    assert stand(adjusted) == []


@pytest.mark.rule("E15V7-AUTO-14")
def test_edge_case_16_a_guest_at_home_takes_its_place():
    units = {"HES": ["A WES"], "england": ["A HES"]}
    state = hesse("FRA", home="", units=units, alliances=[("france", "england")])
    played = sheets(state, france="A WES H")
    assert stand(played) == ["A WES"]
    lost = hesse("FRA", home="", units={"HES": ["A WES"]}, captures={"HES": "spain"})
    assert told(sheets(lost, france="A WES H")) == []


@pytest.mark.rule("E15V7-AUTO-15")
def test_who_is_two_provinces_away_follows_its_order():
    state = hesse("FRA", home="", units={"HES": ["A BRE"]})
    assert stand(sheets(state, france="A BRE - MEC")) == ["A MEC"]


@pytest.mark.rule("E15V7-AUTO-16")
def test_states_with_nobody_hold():
    state = hesse("FRA", home="", units={"HES": ["A WES"]}, infs={"HES": {}})
    assert told(sheets(state)) == []


@pytest.mark.rule("E15V7-AUTO-16")
def test_the_ottomans_go_home_too():
    units = {"OTT": ["A BUL"], "austria": ["A SER"]}
    played = sheets(given(units=units, infs={"OTT": {"france": 1}}, wars=[("austria", "france")]))
    assert stand(played, "OTT") == ["A RUM"]
    assert all(row["ordered"] == "" for row in told(played))


@pytest.mark.rule("E15V7-AUTO-18")
def test_what_is_refused_is_reported_to_all():
    played = sheets(hesse("FRA", "WES"), france="A HES - FRA")
    (event,) = events(played, "order-overruled")
    assert event.public
    assert event.text == "Hesse's army in Hesse stays at home: refused: enemy in Westphalia"
    assert verdict(played, "A HES - FRA").public
