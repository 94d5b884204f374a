"""The tables of a report: the balance of religions, and influence."""

from __future__ import annotations

from generator.engine.report import Section
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.state.state import RELIGIONS, State
from generator.rulesets.westphalia.state.words import RELIGION, player_name

__all__ = ["influence_table", "religion_table"]


def religion_table(state: State) -> Section:
    """How many provinces and Electors are of which religion."""
    balance = balance_of(state)
    return Section(
        "Balance of religions",
        head=("Religion", "Provinces", "Electors"),
        rows=tuple(
            (RELIGION[one], str(balance.provinces[one]), str(balance.electors[one]))
            for one in RELIGIONS
        ),
    )


def influence_table(state: State) -> Section:
    """Influence in every principality where anybody has some, with its size and its ally."""
    rows = []
    for name, one in state.principalities.items():
        if not one.influence:
            continue
        held = [str(one.influence.get(player, "")) for player in state.seats]
        ally = player_name(one.ally) if one.ally else "-"
        shown = one.name + (" (E)" if one.elector else "")
        rows.append((shown, str(len(state.lands[name])), ally, *held))
    return Section(
        "Diplomatic Influence",
        head=("Principality", "Size", "Ally", *(player_name(seat) for seat in state.seats)),
        rows=tuple(rows),
        notes=("(E) is an Elector",),
        part="influence",
    )
