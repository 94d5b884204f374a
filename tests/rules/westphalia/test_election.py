"""The Imperial Election."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.phases import Resolution
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.telling.tables import standing_tables
from tests.rules.westphalia.rounds import at_phase, play
from tests.rules.westphalia.table import ally, six


def held(state: State, **electors: str) -> State:
    """Electors as allies of players."""
    for elector, player in electors.items():
        state = ally(state, elector, player)
    return state


def election(
    state: State, orders: dict[str, str] | None = None, roll: int = 1
) -> Resolution[State]:
    """The end of Round 1, in which nobody owes a Tradeoff."""
    for player in state.seats:
        state = state.with_player(player, tasks=("heresy", "diplomacy"), fought=True)
    return play(at_phase(state, "election"), orders, {"r1/emperor": roll})


# --- open ballots


def open_table(**electors: str) -> State:
    return held(six(election_ballot="open"), **electors)


@pytest.mark.rule("POW-ELE-3")
def test_votes_that_were_cast_openly_stand_in_a_table() -> None:
    done = election(open_table(trier="red", mainz="purple"))
    first = play(done.state, {"purple": "VOTE mainz white"}).state
    (votes,) = [one for one in standing_tables(first) if one.title == "Votes cast so far"]
    assert votes.plain_rows == (("Mainz", "White"),)
    assert [one.title for one in standing_tables(replace(first, setup=True))] == [votes.title]
    assert standing_tables(replace(first, setup=True, ballots={})) == ()
