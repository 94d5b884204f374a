"""Influence points: E19D-INF."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given as hypothesis_given
from hypothesis import settings
from hypothesis import strategies as st

from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, infs_in, opening, outcome, position, units_of
from tests.rules.europe_1619_draft.drafted import (
    at,
    cited,
    diplomatic,
    next_year,
    open_next,
    said,
    sheets,
)


def allotted(**numbers: int) -> EuropeState:
    return position(EDITION, phase="diplomatic", year=1620, tables={"allotment": numbers})


@pytest.mark.rule("E19D-INF-1")
def test_france_places_five_in_brandenburg():
    """The example of the source: France has no INFs there and orders 5: BRA."""
    played = sheets(diplomatic(infs={"BRA": {"union": 4}}), france="5: BRA")
    assert cited(played, "5: BRA") == ("success", "E19D-INF-1")
    assert infs_in(played.state, "BRA") == {"france": 5, "union": 4}


@pytest.mark.rule("E19D-INF-1")
def test_every_year_has_the_allotment_of_the_table():
    facts = opening(EDITION).facts
    for power in facts.powers:
        row = EDITION.tables["allotment"]["infs"][power]
        assert len(row) == 16
        assert [facts.infs_of(power, year) for year in range(1619, 1635)] == row
        assert facts.infs_of(power, 1640) == row[-1]


@pytest.mark.rule("E19D-INF-1")
def test_the_allotments_are_reported_when_the_year_begins():
    (event,) = [one for one in open_next(opening(EDITION)).events if one.kind == "allotment"]
    assert event.rule == "E19D-INF-1"
    assert event.data["year"] == 1620
    assert event.data["infs"] == {
        power: EDITION.tables["allotment"]["infs"][power][1]
        for power in opening(EDITION).facts.powers
    }


@pytest.mark.rule("E19D-INF-1")
def test_a_province_of_a_large_state_names_the_state():
    played = sheets(diplomatic(infs={"LOWR": {}}), france="3: KAL")
    assert infs_in(played.state, "LOWR") == {"france": 3}
    (verdict,) = played.verdicts
    assert (verdict.outcome, verdict.order, verdict.written) == ("success", "3: LOWR", "3: KAL")


@pytest.mark.rule("E19D-INF-2")
def test_infs_add_up():
    played = sheets(diplomatic(infs={"BRA": {"union": 4}}), union="3: BRA")
    assert infs_in(played.state, "BRA") == {"union": 7}


@pytest.mark.rule("E19D-INF-3")
def test_unused_infs_are_lost():
    played = sheets(allotted(sweden=8), sweden="5: MEC")
    (event,) = events(played, "placement")
    assert (event.data["allotted"], event.data["lost"]) == (8, 3)
    later = next_year(played.state)
    again = sheets(later, sweden="9: MEC")
    assert outcome(again, "9: MEC") == "excess"
    assert infs_in(again.state, "MEC") == {"sweden": 4 + 5 + 8}


@pytest.mark.rule("E19D-INF-4")
def test_the_line_that_overruns_is_cut():
    played = sheets(allotted(union=8), union="5: BRA; 4: HES; 1: ANS")
    assert outcome(played, "5: BRA") == "success"
    assert cited(played, "4: HES") == ("excess", "E19D-INF-4")
    assert "3 placed instead of 4" in said(played, "4: HES")
    assert outcome(played, "1: ANS") == "excess"
    assert infs_in(played.state, "BRA") == {"union": 9}
    assert infs_in(played.state, "HES") == {"union": 7}
    assert infs_in(played.state, "ANS") == {"union": 2}


@pytest.mark.rule("E19D-INF-5")
@pytest.mark.parametrize("line", ["LEND 3 INF TO SPAIN", "GIVE 2 INF TO SPAIN", "3: SPAIN"])
def test_nobody_gives_infs_to_another(line: str):
    state = diplomatic()
    played = sheets(state, france=line)
    assert {one.outcome for one in played.verdicts} == {"illegal"}
    assert played.state.infs == state.infs


@pytest.mark.rule("E19D-INF-6")
def test_nobody_takes_infs_back():
    played = sheets(diplomatic(infs={"BRA": {"union": 4}}), union="-2: BRA")
    assert cited(played, "-2: BRA") == ("illegal", "E19D-INF-6")
    assert infs_in(played.state, "BRA") == {"union": 4}


@pytest.mark.rule("E19D-INF-7")
@settings(max_examples=40, deadline=None)
@hypothesis_given(st.data())
def test_infs_go_only_in_pairs_by_an_attack(data: Any):
    """Whatever is ordered: a number falls only by an attack, and as far as the other's does."""
    powers = ("spain", "france", "austria", "union")
    states = ("POR", "VEN", "HES", "BRA")
    state = diplomatic(infs={c: {p: 3 + n for n, p in enumerate(powers)} for c in states})
    orders = {
        power: [
            *(
                PlaceInfs(data.draw(st.integers(-2, 9)), data.draw(st.sampled_from(states)))
                for _ in range(2)
            ),
            DiplomaticAttack(
                data.draw(st.sampled_from(states)), data.draw(st.sampled_from(powers))
            ),
        ]
        for power in powers
    }
    played = sheets(state, **orders)
    placed = {
        (code, power): sum(
            event.data["placed"].get(code, 0)
            for event in events(played, "placement")
            if event.data["power"] == power
        )
        for code in states
        for power in powers
    }
    lost: dict[tuple[str, str], int] = dict.fromkeys(placed, 0)
    for event in events(played, "diplomatic-attack"):
        for power in (event.data["by"], event.data["against"]):
            lost[event.data["state"], power] += event.data["lost"]
    for (code, power), number in placed.items():
        before, after = state.infs[code].get(power, 0), played.state.infs[code].get(power, 0)
        assert after == before + number - lost[code, power] >= 0


@pytest.mark.rule("E19D-INF-8")
@pytest.mark.parametrize("line", ["2: PARIS", "2: PAR", "2: NTH", "2: FRANCE"])
def test_only_minor_states_take_infs(line: str):
    state = diplomatic()
    played = sheets(state, spain=line)
    assert {one.outcome for one in played.verdicts} == {"illegal"}
    assert played.state.infs == state.infs


@pytest.mark.rule("E19D-INF-8")
def test_a_province_of_a_power_is_no_state():
    played = sheets(diplomatic(), spain=[PlaceInfs(2, "PAR")])
    assert cited(played, "2: PAR") == ("illegal", "E19D-INF-8")


@pytest.mark.rule("E19D-INF-9")
def test_a_captured_state_takes_none_and_they_are_unused():
    state = diplomatic(captures={"HES": "spain"}, units={"spain": ["A HES"]})
    played = sheets(state, union="4: HES; 12: BRA")
    assert cited(played, "4: HES") == ("illegal", "E19D-INF-9")
    assert infs_in(played.state, "HES") == {"union": 4}
    assert infs_in(played.state, "BRA") == {"union": 4 + 12 - 4}


@pytest.mark.rule("E19D-INF-10")
@pytest.mark.parametrize(
    ("converted", "code", "barred", "allowed"),
    [
        (["saxony", "poland", "sweden"], "SWE", "austria", "denmark"),
        (["saxony", "poland", "sweden", "papacy", "dutch"], "DUT", "spain", "england"),
        (["saxony", "papacy"], "PAPL", "union", "spain"),
    ],
)
def test_converted_states_take_infs_of_one_confession(
    converted: list[str], code: str, barred: str, allowed: str
):
    state = diplomatic(options={"converted": converted})
    played = sheets(state, **{barred: f"3: {code}", allowed: f"2: {code}"})
    assert cited(played, f"3: {code}") == ("illegal", "E19D-INF-10")
    assert infs_in(played.state, code) == {allowed: 2}


@pytest.mark.rule("E19D-INF-11")
def test_an_attack_meets_what_is_placed_in_the_same_year():
    state = diplomatic(infs={"LOR": {"france": 2}})
    played = sheets(state, spain="3: LOR", france="LOR > SPAIN")
    (event,) = events(played, "diplomatic-attack")
    assert event.data["before"] == {"france": 2, "spain": 3}
    assert infs_in(played.state, "LOR") == {"spain": 1}


@pytest.mark.rule("E19D-INF-12")
def test_a_missing_part_of_a_sheet_is_empty():
    state = diplomatic(infs={"BRA": {"france": 2, "union": 4}})
    played = sheets(state, france="WAR: ENGLAND", union="BRA > FRANCE", spain="1: POR")
    assert infs_in(played.state, "BRA") == {"union": 2}
    assert [change.kind for change in played.state.changes] == ["war"]
    assert {event.data["power"] for event in events(played, "placement")} == {"spain"}


@pytest.mark.rule("E19D-INF-12")
def test_who_sends_nothing_spends_nothing_and_holds():
    state = diplomatic()
    played = sheets(state)
    assert played.state.infs == state.infs
    assert played.state.treasury == state.treasury
    after = sheets(at(played.state, "movement"))
    assert {side: units_of(after.state, side) for side in after.state.units} == {
        side: units_of(state, side) for side in state.units
    }
