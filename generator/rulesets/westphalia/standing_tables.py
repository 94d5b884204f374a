"""How things stand besides the map: victory, players, wars, Leagues and Foreign Powers."""

from __future__ import annotations

from generator.engine.report import Cell, Entry, Named, Section
from generator.rulesets.westphalia.facts import facts
from generator.rulesets.westphalia.power import power_parts
from generator.rulesets.westphalia.salvation import saved_in
from generator.rulesets.westphalia.state import LEAGUE_OF, RELIGIONS, Religion, State
from generator.rulesets.westphalia.victory import balance_of, peace_scores
from generator.rulesets.westphalia.words import (
    LEAGUES,
    RELIGION,
    capital_letter,
    count,
    home_name,
    name_of,
    player_name,
)

__all__ = ["standing_tables", "victory_table"]

_WAR_WORDS = {
    "pending": "to be fought",
    "won": "won",
    "inconclusive": "inconclusive",
    "cancelled": "cancelled",
}


def standing_tables(state: State) -> tuple[Section, ...]:
    """How things stand, in the order of the rulebook; what does not exist is left out."""
    if state.setup:
        return ()
    tables = (
        victory_table(state),
        _players(state),
        _wars(state),
        _leagues(state),
        _foreign_powers(state),
    )
    return tuple(one for one in tables if one.entries)


def victory_table(state: State) -> Section:
    """How far each religion is from its victory, from the Round on in which it may be won."""
    first = facts()["game"]["victory_from_round"]
    if state.round < first or state.ending is not None:
        return Section("Victory")
    rows = tuple(_religion(state, one) for one in RELIGIONS)
    columns = ("Victory", "Provinces", "Electors", "Emperor", "Would win")
    note = "It needs more provinces than the other religion, every Elector, and the throne."
    return _table("Ways to victory", columns, rows, (note,))


def _religion(state: State, religion: Religion) -> Entry:
    balance = balance_of(state)
    other = RELIGIONS[1 - RELIGIONS.index(religion)]
    own, theirs = balance.provinces[religion], balance.provinces[other]
    # Each province that converts adds one here, and takes one there.
    lacking = (theirs - own) // 2 + 1 if own <= theirs else 0
    provinces = f"{own} to {theirs}: " + (f"{lacking} more" if lacking else "enough")
    electors = balance.electors[religion]
    left = facts()["game"]["electors"] - electors
    throne: Cell = "vacant"
    if state.emperor:
        faith = RELIGION[state.players[state.emperor].religion]
        throne = (_player(state.emperor), f", {faith}")
    saved = _list([_player(one) for one in saved_in(state, religion)])
    return Entry(
        (
            f"{RELIGION[religion]} Victory",
            provinces,
            f"{electors}: {left} more" if left else f"{electors}: all",
            throne,
            saved or "nobody",
        ),
        rule="POW-VIC-1" if religion == "catholic" else "POW-VIC-2",
    )


def _players(state: State) -> Section:
    """The players in Initiative Order, with what their Imperial Power is made of."""
    late = state.round >= facts()["game"]["victory_from_round"]
    peace = peace_scores(state) if late else {}
    saved = {player for religion in RELIGIONS for player in saved_in(state, religion)}
    rows = []
    for place, player in enumerate(state.order, 1):
        one, parts = state.players[player], power_parts(state, player)
        name: Cell = _player(player)
        if player == state.emperor:
            name = (_player(player), ", Emperor")
        cells: tuple[Cell, ...] = (
            name,
            str(place),
            str(parts.total),
            f"{parts.own} + {parts.allies} + {parts.bonus} + {parts.home}",
            RELIGION[one.religion],
            f"{one.score}, saved" if player in saved else str(one.score),
            str(one.saved),
        )
        rows.append(Entry((*cells, str(peace[player])) if peace else cells))
    columns: tuple[str, ...] = (
        "Player", "Initiative", "IP", "of which", "Religion", "Saints or RP", "Saved DI",
    )  # fmt: skip
    notes: tuple[str, ...] = (
        "IP of own provinces + allies + the Emperor's bonus + the home of a Foreign Power.",
    )
    if peace:
        notes += ("Peace: what the Peace of Westphalia would count now.",)
        columns += ("Peace",)
    return _table("Players in Initiative Order", columns, tuple(rows), notes)


def _wars(state: State) -> Section:
    """The wars of the Round, with their Battle Phases."""
    rows = [
        Entry(
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
    return _table("Wars of the Round", columns, tuple(rows))


def _leagues(state: State) -> Section:
    """The Leagues with their members, and the Religious War that they are to fight."""
    rows = []
    for religion in RELIGIONS:
        league = LEAGUE_OF[religion]
        members = [_player(one) for one in state.order if state.players[one].league == league]
        if members:
            rows.append(Entry((capital_letter(LEAGUES[league]), _list(members)), rule="POW-LEA-4"))
    war = state.religious_war
    notes: tuple[str, ...] = ()
    if war and war.status == "pending":
        target = name_of(state, war.target)
        notes = (f"Religious War over {target}, declared by {player_name(war.rotf)}.",)
    return _table("Leagues", ("League", "Members"), tuple(rows), notes)


def _foreign_powers(state: State) -> Section:
    rows = [
        Entry(
            (
                _player(player),
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
    return _table("Foreign Powers", columns, tuple(rows))


def _player(player: str) -> Named:
    return Named(player_name(player), player)


def _list(names: list[Named]) -> tuple[str | Named, ...]:
    found: list[str | Named] = []
    for name in names:
        found += [", ", name] if found else [name]
    return tuple(found)


def _table(
    title: str,
    columns: tuple[str, ...],
    entries: tuple[Entry, ...],
    notes: tuple[str, ...] = (),
) -> Section:
    rows = tuple(tuple(map(_plain, entry.cells)) for entry in entries)
    return Section(title, head=columns, rows=rows, notes=notes, columns=columns, entries=entries)


def _plain(cell: Cell) -> str:
    if isinstance(cell, str):
        return cell
    if isinstance(cell, Named):
        return cell.text
    return "".join(part if isinstance(part, str) else part.text for part in cell)
