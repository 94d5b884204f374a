"""Whatever is written is read, judged line by line, and stops nothing; above all in battles."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.rulesets.westphalia.document import flaws_of
from generator.rulesets.westphalia.reading.read import FORMS
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, leagues_at_war, play
from tests.rules.westphalia.table import ally, six

REQUEST = "REQUEST initiative"
WORDS = st.sampled_from(
    [*(verb.upper() for verb in FORMS), "P", "M", "C", "MMC", "none", "FOR", "vs:black", "vs:red",
     "vs:religious", "vs:", "vs:default", "play:MCP*", "play:", "policy:most", "weights:0/0/0",
     "instead:C", "call:9", "swap:CC", "want:PP", "rifling:C", "pick:P", "initiative", "black",
     "red", "religious", "hesse", "anhalt", "TAKE", "ALLY", "VASSALIZE", "AS", "ulm", "A1", "G1",
     "G2", "F7", "IF", "attacked", "TO", ">", "REMOVE", "ADD", "trier", "\x00", "ü",
     "#", "x2", "all", "ALSO", "REST", "france", "EDGE", "SW", "0"]
)  # fmt: skip
SHEETS = st.dictionaries(
    st.sampled_from(["red", "black", "white", "purple"]),
    st.lists(st.lists(WORDS, min_size=1, max_size=5).map(" ".join), max_size=5).map("\n".join),
)


@cache
def tables() -> tuple[State, ...]:
    """A state before each kind of phase of battles, private and religious, and some others."""
    phases = ("choice", "faith", "diplomacy", "election", "influence")
    found = {phase: replace(at_phase(six(), phase), dice={"red": 2}) for phase in phases}
    for options in ({}, {"battle_play": "live"}, {"pacing": "stepwise"}):
        private = ally(ally(six(**options), "hesse", "red"), "bohemia", "black")
        for player in ("red", "white"):
            private = private.with_player(player, tasks=("diplomacy", "war"))
        start = "declarations-1" if options.get("pacing") else "diplomacy"
        if start == "declarations-1":
            private = private.with_player("white", tasks=("heresy", "diplomacy"))
        orders = {"red": "WAR black", "white": "WAR anhalt"}
        for state in (play(at_phase(private, start), orders).state, leagues_at_war(**options)):
            _follow(found, state, {"red": REQUEST, "purple": REQUEST})
            _follow(found, state, {})
    return tuple(found.values())


def _follow(found: dict[str, State], state: State, orders: Mapping[str, str]) -> None:
    """The phases of battles from here on, the first of each kind in each way to play."""
    ways = ("battle_play", "pacing")
    while state.ending is None and state.hands:
        phase = state.moment.phase
        found.setdefault(" ".join([phase, *(str(state.option(way)) for way in ways)]), state)
        given_now = orders if phase in ("battles-1", "religious-war") else {}
        state = play(state, given_now).state


def test_all_phases_of_battles_are_tried() -> None:
    assert {state.moment.phase for state in tables()} >= {
        "battles-1", "swaps-1", "scripts-1", "battles-1-round-1", "treaties-1", "religious-war",
        "religious-swaps-2", "religious-scripts", "religious-war-round-1", "religious-treaties",
    }  # fmt: skip


@given(st.data(), SHEETS)
def test_no_text_stops_a_battle(data: st.DataObject, sheets: dict[str, str]) -> None:
    state = data.draw(st.sampled_from(tables()))
    book = RULESET.read(state, sheets)
    done = play(state, sheets)
    assert done.state.moment != state.moment or done.state.ending is not None
    assert not flaws_of(done.state)
    assert RULESET.load(RULESET.dump(done.state)) == done.state
    for player, sheet in book.sheets.items():
        judged = [one for one in done.verdicts if one.power == player and not one.note]
        assert len(judged) >= len(sheet.orders), "a verdict for every line"
        assert all(one.reasons and one.reasons[0].text for one in judged)
