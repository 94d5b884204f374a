"""The game and its opening: E19D-GEN and E19D-SET."""

from __future__ import annotations

import pytest

from generator.engine.orders import read_order
from generator.engine.phases import Ruling, Setup
from generator.rulesets import get_ruleset
from generator.rulesets.europe.course import YEAR
from generator.rulesets.europe.state.values import PlaceInfs
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, opening, units_of
from tests.rules.europe_1619_draft.drafted import (
    at,
    cited,
    diplomatic,
    next_year,
    sheets,
)


def test_the_ruleset_is_known_by_its_id():
    ruleset = get_ruleset("europe-1619-draft")
    assert ruleset.title == "Europe 1619 (draft)"
    state = ruleset.opening(Setup())
    assert ruleset.load(ruleset.dump(state)) == state


@pytest.mark.rule("E19D-GEN-2")
def test_a_year_has_each_phase_once():
    assert YEAR.slugs[:6] == (
        "diplomatic", "movement", "retreats", "adjustment", "builds", "scoring",
    )  # fmt: skip
    after = next_year(at(opening(EDITION), "scoring"))
    assert (after.moment.year, after.moment.phase) == (1620, "diplomatic")


@pytest.mark.rule("E19D-GEN-2")
def test_an_order_of_another_phase_does_nothing():
    order = read_order("A PAR - BUR", EDITION.board, "movement")
    played = sheets(diplomatic(), france=[order])
    assert cited(played, "A PAR - BUR") == ("illegal", "E19D-GEN-2")
    assert units_of(played.state, "france") == units_of(opening(EDITION), "france")


@pytest.mark.rule("E19D-GEN-3")
@pytest.mark.rule("E19D-PLR-1")
def test_eleven_powers_and_saxony_a_minor_state():
    state = opening(EDITION)
    assert list(state.facts.powers) == [
        "austria", "denmark", "spain", "france", "dutch", "england", "sweden", "league", "union",
        "papacy", "poland",
    ]  # fmt: skip
    assert state.facts.provinces["SAX"].owner == "SAX"
    assert state.facts.centers["SAX"] == 3
    assert infs_in(state, "SAX") == {"union": 1, "league": 1}
    assert state.statuses["SAX"].kind == "neutral"
    assert units_of(state, "SAX") == ["A SAX"]


@pytest.mark.rule("E19D-GEN-3")
def test_saxony_is_the_twelfth_power_where_it_is_not_converted():
    state = opening(EDITION, players=12)
    assert list(state.facts.powers)[-1] == "saxony"
    assert "SAX" not in state.facts.minors
    assert state.facts.centers["SAX"] == 5
    assert units_of(state, "saxony") == ["A SAX"]


@pytest.mark.rule("E19D-GEN-4")
def test_six_catholic_and_six_protestant_powers():
    confessions: dict[str, list[str]] = {}
    for power, one in opening(EDITION, players=12).facts.powers.items():
        confessions.setdefault(one.confession, []).append(power)
    assert confessions == {
        "catholic": ["austria", "spain", "france", "league", "papacy", "poland"],
        "protestant": ["denmark", "dutch", "england", "sweden", "union", "saxony"],
    }


@pytest.mark.rule("E19D-GEN-6")
def test_bohemia_belongs_to_the_union_and_takes_no_infs():
    state = diplomatic()
    assert set(state.facts.powers["union"].home) >= {"BOH", "LUS", "SIL", "MOR"}
    assert state.facts.powers["union"].centers == ("PAL", "BOH")
    assert "BOHC" not in state.facts.states
    played = sheets(state, france=[PlaceInfs(2, "BOH")])
    assert cited(played, "2: BOH") == ("illegal", "E19D-INF-8")
    played = sheets(state, france="2: BOH")
    assert [one.outcome for one in played.verdicts] == ["illegal"]
    assert played.state.infs == state.infs


@pytest.mark.rule("E19D-GEN-7")
def test_a_ruling_displaces_a_unit_and_is_reported():
    facts = {"side": "france", "units": ["A BUR"]}
    ruling = Ruling(1, "diplomatic", "units", "a wrong map", facts=facts)
    played = sheets(diplomatic(units={"france": ["A PAR"]}), ruling)
    assert units_of(played.state, "france") == ["A BUR"]
    (event,) = events(played, "ruling")
    assert event.rule == "E19D-GEN-7"
    assert "a wrong map" in event.text


def test_orders_of_the_board_are_read():
    assert str(read_order("F COP - HOL (EC)", EDITION.board, "movement")) == "F COP - HOL/EC"
