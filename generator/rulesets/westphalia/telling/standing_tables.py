"""How things stand besides the map: victory, players, wars, Leagues and Foreign Powers."""

from __future__ import annotations

from generator.engine.report import Cell, Named, Row, Section
from generator.rulesets.westphalia.data.facts import facts, homes
from generator.rulesets.westphalia.diplomacy.foreign import free_homes, home_is_open
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.state.pacing import is_stepwise
from generator.rulesets.westphalia.state.power import saved_in
from generator.rulesets.westphalia.state.state import LEAGUE_OF, RELIGIONS, Religion, State
from generator.rulesets.westphalia.state.tables import named_list, player_cell, table
from generator.rulesets.westphalia.state.words import (
    LEAGUES,
    RELIGION,
    capital_letter,
    count,
    home_name,
    name_of,
    player_name,
)
from generator.rulesets.westphalia.telling.player_tables import (
    electors_table,
    faith_table,
    players_table,
)
from generator.rulesets.westphalia.year.course import COURSE

__all__ = ["home_advice", "standing_tables", "victory_table"]

_WAR_WORDS = {
    "pending": "to be fought",
    "won": "won",
    "inconclusive": "inconclusive",
    "cancelled": "cancelled",
}


def standing_tables(state: State) -> tuple[Section, ...]:
    """How things stand, in the order of the rulebook; what does not exist is left out."""
    votes = _votes(state)
    if state.setup:
        return (votes,) if votes.entries else ()
    tables = (
        votes,
        victory_table(state),
        players_table(state),
        faith_table(state),
        electors_table(state),
        _wars(state),
        _leagues(state),
        _foreign_powers(state),
    )
    return tuple(one for one in tables if one.entries)


def _votes(state: State) -> Section:
    """The votes that have been cast in an open ballot."""
    rows = tuple(
        Row((Named(name_of(state, elector), elector), player_cell(candidate)), rule="POW-ELE-3")
        for elector, candidate in state.ballots.items()
    )
    return table("Votes cast so far", ("Elector", "Votes for"), rows)


def victory_table(state: State) -> Section:
    """How far each religion is from its victory, from the Round on in which it may be won."""
    first = facts().game.victory_from_round
    if state.round < first or state.ending is not None:
        return Section("Victory")
    rows = tuple(_religion(state, one) for one in RELIGIONS)
    columns = ("Victory", "Provinces", "Electors", "Emperor", "Would win")
    note = "It needs more provinces than the other religion, every Elector, and the throne."
    return table("Ways to victory", columns, rows, (note,))


def _religion(state: State, religion: Religion) -> Row:
    balance = balance_of(state)
    other = RELIGIONS[1 - RELIGIONS.index(religion)]
    own, theirs = balance.provinces[religion], balance.provinces[other]
    # Each province that converts adds one here, and takes one there.
    lacking = (theirs - own) // 2 + 1 if own <= theirs else 0
    provinces = f"{own} to {theirs}: " + (f"{lacking} more" if lacking else "enough")
    electors = balance.electors[religion]
    left = facts().game.electors - electors
    throne: Cell = "vacant"
    if state.emperor:
        faith = RELIGION[state.players[state.emperor].religion]
        throne = (player_cell(state.emperor), f", {faith}")
    saved = named_list([player_cell(one) for one in saved_in(state, religion)])
    return Row(
        (
            f"{RELIGION[religion]} Victory",
            provinces,
            f"{electors}: {left} more" if left else f"{electors}: all",
            throne,
            saved or "nobody",
        ),
        rule="POW-VIC-1" if religion == "catholic" else "POW-VIC-2",
    )


def _wars(state: State) -> Section:
    """The wars of the Round, with their Battle Phases."""
    rows = [
        Row(
            (
                str(war.number),
                Named(name_of(state, war.attacker), war.attacker),
                Named(name_of(state, war.defender), war.defender),
                str(war.phase),
                (f"{_WAR_WORDS[war.status]} by ", Named(name_of(state, war.winner), war.winner))
                if war.winner
                else _WAR_WORDS[war.status],
            ),
            rule="POW-WAR-8",
        )
        for war in state.wars
    ]
    columns = ("War", "Attacker", "Defender", "Battle Phase", "Stands")
    return table("Wars of the Round", columns, tuple(rows))


def _leagues(state: State) -> Section:
    """The Leagues with their members, and the Religious War that they are to fight."""
    rows = []
    for religion in RELIGIONS:
        league = LEAGUE_OF[religion]
        members = [player_cell(one) for one in state.order if state.players[one].league == league]
        if members:
            rows.append(
                Row((capital_letter(LEAGUES[league]), named_list(members)), rule="POW-LEA-4")
            )
    war = state.religious_war
    notes: tuple[str, ...] = ()
    if war and war.status == "pending":
        target = name_of(state, war.target)
        defended = f", defended by {player_name(war.dotf)}" if war.dotf else ""
        notes = (f"Religious War over {target}, declared by {player_name(war.rotf)}{defended}.",)
    return table("Leagues", ("League", "Members"), tuple(rows), notes)


def _foreign_powers(state: State) -> Section:
    rows = [
        Row(
            (
                player_cell(player),
                home_name(one.foreign.home),
                one.foreign.edge,
                str(one.foreign.home_ip),
                count(one.foreign.roll, "point") if one.foreign.roll else "none yet",
            ),
            rule="POW-FP-8",
        )
        for player, one in state.players.items()
        if one.foreign
    ]
    columns = ("Foreign Power", "Home", "Edge", "IP of the home", "Last roll for troubles")
    notes = tuple(f"{one}." for player in state.seats if (one := home_advice(state, player)))
    return table("Foreign Powers", columns, tuple(rows), notes)


def home_advice(state: State, player: str) -> str:
    """What a player whose home is open has to file, and until when; "" for all others."""
    foreign = state.players[player].foreign if player in state.players else None
    if foreign is None or not home_is_open(state, player):
        return ""
    last = COURSE["leaving" if is_stepwise(state) else "election"].name
    example = next(iter(free_homes(state)), foreign.home)
    return (
        f"{player_name(player)} was driven out, and the rules put the home in "
        f"{home_name(foreign.home)} at the edge {foreign.edge}; another home and edge is named "
        f"with an order like FOREIGN {example} EDGE {homes()[example].edge}, at the latest by the "
        f"deadline of {last}"
    )
