"""What holds of statuses, markers, INFs, relations and land whatever is ordered."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.phases import OrderBook
from generator.engine.units import Unit
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.steps.markers import marker_of
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, infs_in, opening, play, position
from tests.rulesets.europe.random_play import sheets_with

POWERS = tuple(EDITION.powers)


OPENING = opening(EDITION)


@pytest.mark.rule("E19-STA-1")
@given(st.dictionaries(st.sampled_from(POWERS), st.integers(0, 40)))
def test_every_state_has_exactly_one_status(infs: dict[str, int]) -> None:
    status = status_of(OPENING.facts, infs)
    total, most = sum(infs.values()), max(infs.values(), default=0)
    ahead = total > 0 and 2 * most > total
    assert (status.kind == "unaligned") == (total == 0)
    assert (status.kind in ("aligned", "vassal")) == ahead
    assert (status.kind == "vassal") == (ahead and most >= 25)
    assert status.patron == (next(p for p in infs if infs[p] == most) if ahead else "")
    assert not status.captor


@pytest.mark.rule("E19-CNF-8")
@given(st.dictionaries(st.sampled_from(POWERS), st.integers(1, 40)))
def test_a_marker_shows_the_confession_of_the_patron(infs: dict[str, int]) -> None:
    facts = OPENING.facts
    status = status_of(facts, infs)
    marker = marker_of(facts, facts.minors["HES"], status, infs)
    assert not marker or marker == facts.powers[status.patron].confession
    own = sum(n for power, n in infs.items() if facts.powers[power].confession == marker)
    assert not marker or own >= 2 * (sum(infs.values()) - own)
    assert marker_of(facts, facts.minors["TRI"], status, infs) == ""


LAND = list(OPENING.facts.provinces)


RELATIONS = st.dictionaries(
    st.sampled_from([(a, b) for n, a in enumerate(POWERS) for b in POWERS[n + 1 :]]),
    st.sampled_from(["war", "alliance", "peace"]),
    max_size=30,
)


@settings(max_examples=60, deadline=None)
@given(
    relations=RELATIONS,
    captures=st.dictionaries(st.sampled_from(LAND), st.sampled_from(POWERS), max_size=20),
    power=st.sampled_from(POWERS),
)
def test_whatever_may_be_entered_is_land_to_stay_on(
    relations: dict[tuple[str, str], str], captures: dict[str, str], power: str
):
    """The territory test and the position check agree, on empty land."""
    facts = OPENING.facts
    state = position(
        EDITION,
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


def diplomacy(allotment: int = 12, **parts: Any) -> EuropeState:
    """The diplomatic phase with the same allotment for every power."""
    return position(
        EDITION, phase="diplomatic", tables={"allotment": dict.fromkeys(POWERS, allotment)}, **parts
    )


STATES = ("BRE", "HES", "BOHC", "SWI", "LOR", "PAR")


ORDERS = st.builds(PlaceInfs, st.integers(-3, 15), st.sampled_from(STATES))


ATTACKS = st.builds(DiplomaticAttack, st.sampled_from(STATES), st.sampled_from(POWERS))


SHEETS = st.dictionaries(
    st.sampled_from(POWERS), st.lists(st.one_of(ORDERS, ORDERS, ATTACKS), max_size=6)
)


ROWS = st.fixed_dictionaries(
    {state: st.dictionaries(st.sampled_from(POWERS), st.integers(1, 40)) for state in STATES[:5]}
)


@given(SHEETS, ROWS, st.booleans())
def test_infs_come_from_allotments_and_go_in_pairs(sheets: Any, rows: Any, captured: bool) -> None:
    """Nobody places more than the allotment, attacks take as many from both, all else stays."""
    held = {"LOR": "savoy"} if captured else {}
    before = diplomacy(7, infs=rows, captures=held)
    after = play(EDITION, before, sheets)
    due = {state: dict(row) for state, row in before.infs.items()}
    for one in events(after, "placement"):
        placed = one.data["placed"]
        assert all(number > 0 for number in placed.values())
        assert sum(placed.values()) + one.data["lost"] == one.data["allotted"] == 7
        for state, number in placed.items():
            due[state][one.data["power"]] = due[state].get(one.data["power"], 0) + number
    attackers = [one.data["by"] for one in events(after, "diplomatic-attack")]
    assert len(attackers) == len(set(attackers))
    for one in events(after, "diplomatic-attack"):
        row, lost = due[one.data["state"]], one.data["lost"]
        for power in (one.data["by"], one.data["against"]):
            assert row.get(power, 0) == one.data["before"][power]
            row[power] = row.get(power, 0) - lost
            assert row[power] == one.data["after"][power]
        assert lost == min(one.data["before"].values())
    assert {state: infs_in(after.state, state) for state in after.state.states} == {
        state: {power: number for power, number in row.items() if number}
        for state, row in due.items()
    }
    assert all(number > 0 for row in after.state.infs.values() for number in row.values())
    if captured:
        assert "LOR" not in {s for one in events(after, "placement") for s in one.data["placed"]}


_DECLARATIONS = st.builds(
    Declare,
    st.sampled_from(["war", "alliance", "armistice", "dissolution"]),
    st.sampled_from(POWERS),
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(POWERS), st.lists(_DECLARATIONS, max_size=4), max_size=8),
        min_size=1,
        max_size=5,
    )
)
def test_relations_stay_sound_whatever_is_declared(years: list[dict[str, list[Declare]]]) -> None:
    """One kind of relation for a pair, no forbidden alliance, no skipped year of peace."""
    state = OPENING
    for sheets in years:
        before = state.relations
        declared = play_phase(EDITION, state, OrderBook(sheets_with(sheets)))
        assert declared.state.relations == before
        assert all(change.year == state.year + 1 for change in declared.state.changes)
        pairs = [change.pair for change in declared.state.changes]
        assert len(pairs) == len(set(pairs))
        turn = Turn(
            EDITION,
            replace(declared.state, moment=EDITION.moment_of(state.year, "scoring")),
            OrderBook({}),
        )
        open_year(turn, state.year + 1)
        state = turn.state()
        assert state.changes == ()
        assert state.standing.relation("union", "league") != "alliance"
        for pair, now in state.relations.items():
            was = before[pair].kind if pair in before else "peace"
            assert {was, now.kind} != {"war", "alliance"}
