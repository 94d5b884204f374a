"""Positions of the cases: changes to the table of six that is ready to play (`table.py`), in words.

    phase = "faith"; round = 4             the phase and the Round
    order = "purple green white ..."       the Initiative Order, the Emperor first
    land.red = "A1 B2*"                    more provinces, those with a star with a town
    protestant = "red saxony C1"           powers and provinces; then `catholic`
    foreign.green = "SW 7"                 a Foreign Power at that edge, and what the home gives
    influence.hesse = "red 3 green 1"      and nothing else there; nobody becomes an ally
    ally.hesse = "red 4"                   the ally too; without a number, what it takes
    tasks.red = "heresy war"               the phases that were chosen; `all` is everybody
    player.red = {saved = 2}               anything else that is kept of a player
    declared = ["red: black"]              private wars, in the order in which they are declared
    cards.red = "PMC"                      the hand of a side of the first, or an army
    deck = "MPC"                           they are not swapped yet, and this is drawn
    treaty = "red > green"                 who has won the war that is to be concluded
    drawn = "hesse"                        who was drawn in this Round's upheaval
    target = "red: hesse"                  a Religious War, declared by a player in a League
    answers.purple = "catholic"            who has joined which League since
    victor = "evangelical"                 the League that has won it
    options.pacing = "stepwise"

Or `setup.setup_mode = "draft"` and other options: the game begins, and a `board` of the referee's.
Anything else is as the files of a state have it. In phases of battles the hands are dealt.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Document, Setup
from generator.rulesets.westphalia.battle.army import Army, Cards
from generator.rulesets.westphalia.diplomacy.actions import declare, open_wars
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import DeclareReligiousWar, JoinLeague
from generator.rulesets.westphalia.state.state import Foreign, State
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.fields import with_field
from generator.rulesets.westphalia.wars.gathering import gather_leagues, open_melee
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import (
    after,
    ally,
    at_treaty,
    di,
    give,
    lots,
    protestant,
    six,
    wars,
)

_IN_WORDS = {
    "phase", "round", "order", "land", "protestant", "catholic", "foreign", "influence", "ally",
    "tasks", "player", "cards", "deck", "declared", "treaty", "drawn", "target", "answers",
    "victor", "options",
}  # fmt: skip


def open_position(position: Mapping[str, Any], sheets: Mapping[str, Sequence[str]]) -> State:
    """The state that a position describes."""
    if "setup" in position:
        rest = {name: table for name, table in position.items() if name != "setup"}
        return RULESET.opening(Setup(position["setup"], rest))
    state = six(*filter(None, [position.get("order")]), **position.get("options", {}))
    for owner, codes in position.get("land", {}).items():
        for code in codes.split():
            state = give(state, owner, code.strip("*"), town=code.endswith("*"), capital=False)
    state = protestant(state, *position.get("protestant", "").split())
    for code in position.get("catholic", "").split():
        state = state.with_province(code, religion="catholic")
    for player, text in position.get("foreign", {}).items():
        edge, _, home_ip = text.partition(" ")
        for code in state.lands[player]:
            state = state.with_province(code, capital=False)
        state = state.with_player(player, foreign=Foreign("france", edge, int(home_ip or 0)))
    for place in (di, ally):
        for name, text in position.get("influence" if place is di else "ally", {}).items():
            held = {seat: int(number) for seat, number in re.findall(r"(\w+) (\d+)", text)}
            if place is di:
                state = di(state, name, **held)
            else:
                state = ally(state, name, text.split()[0], **held)
    for name in position.get("drawn", "").split():
        state = state.with_principality(name, drawn=True)
    for player, text in _each(state, position.get("tasks", {})):
        state = state.with_player(player, tasks=tuple(text.split()))
    for player, changes in _each(state, position.get("player", {})):
        state = state.with_player(player, **changes)
    state = at_phase(state, position.get("phase", "diplomacy"), position.get("round", 1))
    if own := {name: one for name, one in position.items() if name not in _IN_WORDS}:
        state = _changed(state, own)
    return _at_war(state, position)


def _each(state: State, table: Mapping[str, Any]) -> list[tuple[str, Any]]:
    """What a table says of each player, with what it says of `all` first."""
    everybody = [(seat, table["all"]) for seat in state.seats if "all" in table]
    return everybody + [(seat, value) for seat, value in table.items() if seat != "all"]


def _changed(state: State, tables: Mapping[str, Any]) -> State:
    """A state whose files have these tables instead; "" takes a row away."""
    written = RULESET.dump(state)
    parts = []
    for part in (written.public, written.private):
        parts.append({name: tables.get(name, table) for name, table in part.items()})
        for name, table in tables.items():
            if isinstance(table, Mapping) and name in part:
                parts[-1][name] = {**part[name], **table}
    private = {
        name: table for name, table in tables.items() if name in ("wishes", "cards", "armies")
    }
    public = {name: table for name, table in tables.items() if name not in private}
    return RULESET.load(Document({**public, **parts[0]}, {**private, **parts[1]}))


def _at_war(state: State, position: Mapping[str, Any]) -> State:
    if declared := position.get("declared"):
        state = wars(state, *declared).state
    if treaty := position.get("treaty"):
        state = at_treaty(state, *treaty.split(" > "))
    if target := position.get("target"):
        player, _, name = target.partition(": ")
        state = state if state.footing else after(open_wars, state).state
        state = after(declare, state, player, [DeclareReligiousWar(name)]).state
    if victor := position.get("victor"):
        answers = {one: [JoinLeague(own)] for one, own in position.get("answers", {}).items()}
        state = after(gather_leagues, state, answers).state
        state = after(open_melee, state, lots()).state
        war = replace(state.religious_war, status="won", winner=victor)
        state = replace(state, religious_war=war)
    if state.moment.phase.startswith(("battles-", "swaps-", "scripts-")):
        state = after(open_battles, state, 1, lots()).state
    for power, held in position.get("cards", {}).items():
        own = {"hand": held} if isinstance(held, str) else held
        own = {name: Cards.of(one) if isinstance(one, str) else one for name, one in own.items()}
        field = state.hands["1"]
        field = field.with_armies({**field.armies, power: Army(**own)})
        deck = tuple(position.get("deck", ""))
        field = replace(field, deck=deck, swapped=not deck)
        state = replace(state, hands=with_field(state.hands, field))
    return state
