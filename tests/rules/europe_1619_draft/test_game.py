"""The game and its opening: E19D-GEN and E19D-SET."""

from __future__ import annotations

from typing import Any

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

EVERYBODY_IN = ("OTT", "TUN", "ALG", "SHA")
NEUTRAL = {"OTT", "TUN", "ALG", "SHA", "VEN", "MOD", "GEN"}
UNALIGNED = {"SAA", "MOL", "HUN", "SWI", "OLD"}


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


@pytest.mark.rule("E19D-SET-1")
def test_infs_of_the_opening():
    state = opening(EDITION)
    placed = {
        power: {
            code: row[power]
            for code, row in state.infs.items()
            if row.get(power) and code not in (*EVERYBODY_IN, "SAX")
        }
        for power in state.facts.powers
    }
    assert placed == {
        "spain": {"POR": 10, "VEN": 1, "PARM": 2, "MOD": 1, "GEN": 1, "CAT": 2},
        "papacy": {"GEN": 1, "PAD": 2, "MOD": 1, "TUS": 6, "VEN": 1, "WES": 4},
        "france": {"GEN": 1, "LOR": 2, "MOD": 1, "SAV": 2, "VEN": 1},
        "poland": {"PRU": 6},
        "league": {"TRI": 2, "COL": 6, "WUE": 2},
        "austria": {"GEN": 1, "MAN": 4, "MOD": 1, "CRO": 2, "VEN": 1},
        "england": {"IRE": 4, "SCOT": 2, "ROC": 2},
        "dutch": {"TRA": 2},
        "union": {"ANS": 2, "STR": 2, "BRA": 4, "HES": 4, "WUR": 6},
        "sweden": {"MEC": 4},
        "denmark": {"LOWR": 8},
    }


@pytest.mark.rule("E19D-SET-2")
@pytest.mark.parametrize("code", EVERYBODY_IN)
def test_every_power_has_1_inf_there(code: str):
    state = opening(EDITION)
    assert infs_in(state, code) == dict.fromkeys(state.facts.powers, 1)
    assert len(infs_in(state, code)) == 11


@pytest.mark.rule("E19D-SET-3")
def test_150_infs_stand_on_the_board():
    state = opening(EDITION)
    totals = {
        power: sum(row.get(power, 0) for row in state.infs.values()) for power in state.facts.powers
    }
    assert totals == {
        "spain": 21, "papacy": 19, "france": 11, "poland": 10, "league": 15, "austria": 13,
        "england": 12, "dutch": 6, "union": 23, "sweden": 8, "denmark": 12,
    }  # fmt: skip
    assert sum(totals.values()) == 150


@pytest.mark.rule("E19D-SET-3")
def test_the_first_markers_follow_from_the_infs():
    markers = opening(EDITION).markers
    assert markers["VEN"] == markers["POR"] == markers["PAD"] == "catholic"
    assert markers["BRA"] == markers["STR"] == markers["SCOT"] == "protestant"
    assert not {"OTT", "TUN", "ALG", "SHA", "SAX", "SWI", "OLD"} & set(markers)
    assert sorted(markers.values()).count("catholic") == 17
    assert sorted(markers.values()).count("protestant") == 11


def kinds(state: Any, kind: str) -> set[str]:
    return {code for code, one in state.statuses.items() if one.kind == kind}


@pytest.mark.rule("E19D-SET-4")
def test_neutral_at_the_start():
    assert kinds(opening(EDITION, players=12), "neutral") == NEUTRAL
    assert kinds(opening(EDITION), "neutral") == NEUTRAL | {"SAX"}


@pytest.mark.rule("E19D-SET-5")
@pytest.mark.rule("E19D-ALN-1")
def test_unaligned_at_the_start_and_open_to_everybody():
    state = opening(EDITION)
    extra = {code for code, row in EDITION.tables["minors"].items() if row.get("extra")}
    assert extra == {"BRE", "ERF", "HAM", "POM", "MAG", "SRL"}
    assert kinds(state, "unaligned") == UNALIGNED | extra
    assert {state.standing.lords[code] for code in UNALIGNED} == {""}
    assert not any(state.infs[code] for code in UNALIGNED)


@pytest.mark.rule("E19D-SET-6")
def test_all_others_open_aligned_and_marked():
    state = opening(EDITION)
    aligned = {code: one.patron for code, one in state.statuses.items() if one.kind == "aligned"}
    assert len(aligned) == 25
    for code, patron in aligned.items():
        assert set(infs_in(state, code)) == {patron}
        assert state.markers[code] == state.facts.powers[patron].confession
    assert (aligned["PRU"], state.markers["PRU"]) == ("poland", "catholic")
    assert (aligned["LOWR"], state.markers["LOWR"]) == ("denmark", "protestant")


@pytest.mark.rule("E19D-SET-7")
def test_lands_and_units_of_the_opening():
    state = opening(EDITION)
    assert units_of(state, "france") == ["A LYO", "A PAR", "A PRO", "F NORM"]
    for power, one in state.facts.powers.items():
        assert sorted(unit.province for unit in state.units[power]) == sorted(
            (*one.centers, *one.build_sites)
        )
        assert {state.standing.holders[code] for code in one.home} == {power}
    assert {unit.strength for _, unit in state.stands} == {1}
    for code, minor in state.facts.minors.items():
        assert [unit.at for unit in state.units.get(code, ())] == [minor.home] * bool(minor.home)


@pytest.mark.rule("E19D-SET-7")
def test_states_open_with_fleets_on_the_coast_and_else_with_armies():
    board = EDITION.board
    state = opening(EDITION)
    for minor in state.facts.minors.values():
        for unit in minor.units:
            coast = board.provinces[minor.home].kind == "coastal"
            assert unit.kind == ("F" if coast else "A"), minor.code


@pytest.mark.rule("E19D-SET-8")
def test_treasuries_open_with_5():
    assert set(opening(EDITION).treasury.values()) == {5}


def test_orders_of_the_board_are_read():
    assert str(read_order("F COP - HOL (EC)", EDITION.board, "movement")) == "F COP - HOL/EC"
