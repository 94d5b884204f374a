"""Tables of how players and Electors stand: Imperial Power, religion and salvation, votes."""

from __future__ import annotations

from generator.engine.report import Cell, Named, Row, Section
from generator.rulesets.westphalia.data.facts import facts
from generator.rulesets.westphalia.land.victory import peace_scores
from generator.rulesets.westphalia.state.power import power_parts, principality_power, saved_in
from generator.rulesets.westphalia.state.state import RELIGIONS, State
from generator.rulesets.westphalia.state.tables import player_cell, table
from generator.rulesets.westphalia.state.words import RELIGION

__all__ = ["electors_table", "faith_table", "players_table"]


def players_table(state: State) -> Section:
    """The players in Initiative Order, with what their Imperial Power is made of, and what it is
    worth in battle (POW-IP-1, 6)."""
    late = state.round >= facts().game.victory_from_round and state.ending is None
    peace = peace_scores(state) if late else {}
    most = facts().battle.hand_max
    rows = []
    for place, player in enumerate(state.order, 1):
        parts = power_parts(state, player)
        name: Cell = player_cell(player)
        if player == state.emperor:
            name = (player_cell(player), ", Emperor")
        counts = (
            place, parts.total, *parts, min(most, parts.total), max(0, parts.total - most),
            state.players[player].saved,
        )  # fmt: skip
        cells = (name, *map(str, counts))
        rows.append(Row((*cells, str(peace[player])) if peace else cells))
    columns: tuple[str, ...] = (
        "Player", "Initiative", "IP", "Lands", "Allies", "Crown", "Home", "Cards", "Reserves",
        "Saved DI",
    )  # fmt: skip
    notes: tuple[str, ...] = (
        "IP comes from own lands, allies, the Emperor's crown and a home outside the Empire.",
        "In battle it gives cards, and what is more stays in reserve.",
    )
    if peace:
        notes += ("Peace: what the Peace of Westphalia would count now.",)
        columns += ("Peace",)
    return table("Players in Initiative Order", columns, tuple(rows), notes)


def faith_table(state: State) -> Section:
    """The players of each religion, the best first: who is saved, and how their provinces are
    divided (POW-SAV-1)."""
    rows = []
    for religion in RELIGIONS:
        saved = saved_in(state, religion)
        of_it = [one for one in state.seats if state.players[one].religion == religion]
        for player in sorted(of_it, key=lambda one: -state.players[one].score):
            one = state.players[player]
            sorts = [state.provinces[code].religion for code in state.lands[player]]
            cells = (
                player_cell(player),
                RELIGION[religion],
                str(one.score),
                "saved" if player in saved else "",
                *(str(sorts.count(sort)) for sort in RELIGIONS),
            )
            rows.append(Row(cells))
    columns = (
        "Player", "Religion", "Saints or RP", "Salvation",
        *(f"{RELIGION[one]} provinces" for one in RELIGIONS),
    )  # fmt: skip
    return table("Religion and salvation", columns, tuple(rows))


def electors_table(state: State) -> Section:
    """The Electors: religion, ally and size (POW-ELE-3)."""
    rows = tuple(
        Row(
            (
                Named(one.name, one.id),
                RELIGION[state.religion_of(one.id)],
                player_cell(one.ally) if one.ally else "nobody",
                str(len(state.lands[one.id])),
                str(principality_power(state, one.id)),
            )
        )
        for one in state.principalities.values()
        if one.elector
    )
    columns = ("Elector", "Religion", "Votes as the ally of", "Provinces", "IP")
    return table("The Electors", columns, rows)
