"""Declarations: E19D-DEC, and the edge cases X-10 to X-12."""

from __future__ import annotations

import pytest

from generator.rulesets.europe.state.state import ComingChange, EuropeState
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1619_draft.drafted import (
    at,
    cited,
    diplomatic,
    given,
    next_year,
    said,
    sheets,
)


def between(state: EuropeState, one: str, other: str) -> str:
    return state.standing.relation(one, other)


def declared(state: EuropeState, **texts: str) -> EuropeState:
    """The start of the year after these declarations."""
    return next_year(sheets(state, **texts).state)


@pytest.mark.rule("E19D-DEC-1")
def test_a_war_of_1620_is_fought_in_1621():
    state = diplomatic(units={"france": ["A CHA"], "spain": ["A MAD"]})
    played = sheets(state, france="WAR: SPAIN").state
    assert outcome(sheets(at(played, "movement"), france="A CHA - FRC"), "A CHA - FRC") == "illegal"
    later = at(next_year(played), "movement")
    assert outcome(sheets(later, france="A CHA - FRC"), "A CHA - FRC") == "success"


@pytest.mark.rule("E19D-DEC-2")
def test_war_needs_no_consent():
    played = sheets(diplomatic(), france="WAR: ENGLAND")
    assert cited(played, "WAR: ENGLAND") == ("success", "E19D-DEC-2")
    assert between(next_year(played.state), "england", "france") == "war"
    again = sheets(next_year(played.state), england="WAR: FRANCE")
    assert outcome(again, "WAR: FRANCE") == "illegal"


@pytest.mark.rule("E19D-DEC-5")
def test_an_alliance_needs_both():
    played = sheets(diplomatic(), spain="ALLIANCE: ENGLAND")
    assert cited(played, "ALLIANCE: ENGLAND") == ("void", "E19D-DEC-5")
    assert not played.state.changes
    (offer,) = events(played, "offer")
    assert offer.known_to == ("england",)


@pytest.mark.rule("E19D-DEC-7")
def test_an_ally_is_not_drawn_into_a_war():
    """The example of the source: France and Denmark are allied, France is at war with England."""
    state = diplomatic(alliances=[("france", "denmark")])
    after = declared(state, france="WAR: ENGLAND")
    assert between(after, "france", "england") == "war"
    assert between(after, "denmark", "england") == "peace"
    assert between(declared(after, england="WAR: DENMARK"), "denmark", "england") == "war"


@pytest.mark.rule("E19D-DEC-10")
def test_the_years_of_the_source_from_war_to_alliance():
    """War in 1623, armistice announced in 1624; 1625 is too early and 1626 is not."""
    state = diplomatic(year=1623, wars=[("france", "england")])
    both = {"france": "ALLIANCE: ENGLAND", "england": "ALLIANCE: FRANCE"}
    state = next_year(sheets(state, **both).state)
    assert between(state, "france", "england") == "war"
    state = declared(state, france="ARMISTICE: ENGLAND", england="ARMISTICE: FRANCE")
    assert (state.year, between(state, "france", "england")) == (1625, "peace")
    early = sheets(state, **both)
    assert cited(early, "ALLIANCE: ENGLAND") == ("illegal", "E19D-DEC-10")
    state = next_year(early.state)
    late = sheets(state, **both)
    assert (state.year, outcome(late, "ALLIANCE: ENGLAND")) == (1626, "success")
    state = next_year(late.state)
    assert (state.year, between(state, "france", "england")) == (1627, "alliance")


@pytest.mark.rule("E19D-DEC-11")
def test_from_alliance_to_war_a_year_of_peace():
    """Dissolved in 1622 and so from 1623 on; war is declared in 1624 and fought in 1625."""
    state = diplomatic(year=1622, alliances=[("france", "england")])
    state = declared(state, france="DISSOLVE: ENGLAND")
    early = sheets(state, france="WAR: ENGLAND")
    assert (state.year, cited(early, "WAR: ENGLAND")) == (1623, ("illegal", "E19D-DEC-11"))
    state = next_year(early.state)
    late = sheets(state, france="WAR: ENGLAND")
    assert (state.year, outcome(late, "WAR: ENGLAND")) == (1624, "success")
    assert between(next_year(late.state), "france", "england") == "war"


@pytest.mark.rule("E19D-DEC-12")
def test_no_convoy_to_normandy_in_the_years_between():
    """The example of the source: an English army in 1625 and 1626."""
    state = diplomatic(
        year=1624, wars=[("france", "england")], units={"england": ["A LON", "F ENG"]}
    )
    state = declared(state, france="ARMISTICE: ENGLAND", england="ARMISTICE: FRANCE")
    for year in (1625, 1626):
        assert state.year == year
        landing = sheets(at(state, "movement"), england="A LON - NORM VIA; F ENG C A LON - NORM")
        assert outcome(landing, landing.verdicts[0].order) == "illegal"
        assert "neither at war nor allied" in said(landing, landing.verdicts[0].order)
        state = next_year(state)


@pytest.mark.rule("E19D-DEC-15")
def test_a_fallen_power_has_no_relations_and_nobody_declares_to_it():
    change = ComingChange(1621, "war", ("france", "league"), ("france",))
    state = given(
        phase="adjustment",
        year=1620,
        units={"france": ["A BAV"], "league": []},
        wars=[("france", "league")],
        alliances=[("austria", "league")],
        changes=(change,),
    )
    after = sheets(state).state
    assert after.eliminated == {"league": 1620}
    assert not after.changes
    assert not any("league" in pair for pair in after.relations)
    played = sheets(at(after, "diplomatic"), france="ALLIANCE: LEAGUE")
    assert {one.outcome for one in played.verdicts} == {"illegal"}


def test_x_10_an_alliance_for_next_year_opens_nothing_this_year():
    state = diplomatic(units={"france": ["A CHA"]})
    state = sheets(state, france="ALLIANCE: SPAIN", spain="ALLIANCE: FRANCE").state
    order = "A CHA - FRC"
    assert outcome(sheets(at(state, "movement"), france=order), order) == "illegal"
    later = at(next_year(state), "movement")
    assert outcome(sheets(later, france=order), order) == "success"


def test_x_11_the_war_follows_the_alignment_of_its_year():
    """War on England declared in 1620; in 1621 Scotland turns to Denmark, Ireland to England."""
    state = diplomatic(
        infs={"SCOT": {"england": 2}, "IRE": {}}, units={"france": ["F NTH", "F ATL"]}
    )
    state = declared(state, france="WAR: ENGLAND")
    state = sheets(state, denmark="5: SCOT", england="1: IRE").state
    moved = sheets(at(state, "movement"), france="F NTH - SCOT; F ATL - IRE")
    assert outcome(moved, "F NTH - SCOT") == "illegal"
    assert moved.state.statuses["IRE"].patron == "england"
    assert [unit for unit in units_of(moved.state, "france") if "IRE" in unit]


def guest() -> EuropeState:
    """The orders of 1623: a Spanish army stands in Vienna, and the alliance ended with 1622."""
    state = diplomatic(
        year=1622,
        alliances=[("spain", "austria"), ("spain", "union")],
        units={"spain": ["A VIE +1"], "austria": ["A UAU", "A SLO"]},
    )
    return at(declared(state, austria="DISSOLVE: SPAIN"), "movement")


@pytest.mark.parametrize("order", ["A VIE H", "A VIE S A UAU"])
def test_x_12_a_guest_that_stays_after_its_alliance_must_leave(order: str):
    played = sheets(guest(), spain=order)
    assert outcome(played, order) == "success"
    (displaced,) = played.state.displaced
    assert (displaced.owner, displaced.cause, str(displaced.unit)) == (
        "spain", "evicted", "A VIE +1",
    )  # fmt: skip
    after = sheets(played.state, spain="A VIE R BOH").state
    assert units_of(after, "spain") == ["A BOH"]


def test_x_12_a_guest_leaves_by_itself():
    played = sheets(guest(), spain="A VIE - BOH")
    assert outcome(played, "A VIE - BOH") == "success"
    assert not played.state.displaced
    assert units_of(played.state, "spain") == ["A BOH +1"]


@pytest.mark.parametrize("owner", ["spain", "POR"])
def test_x_12_a_fleet_or_a_state_s_unit_that_stays_is_disbanded(owner: str):
    state = diplomatic(
        year=1622,
        alliances=[("spain", "denmark")],
        infs={"POR": {"spain": 10}},
        units={owner: ["F NOR"], "denmark": ["A HOL"]},
    )
    state = at(declared(state, denmark="DISSOLVE: SPAIN"), "movement")
    played = sheets(state, spain="F NOR H")
    assert units_of(played.state, owner) == []
    assert not played.state.displaced
