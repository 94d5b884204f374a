"""Battles as sections of a report: a row for each battle round, with the rules that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from generator.engine.report import Row, Section
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import capital_letter, name_of, player_name
from generator.rulesets.westphalia.wars.telling import MOVES

__all__ = ["battle_sections", "melee_sections"]

_MELEE: Final = (
    kinds.MELEE_OPENED.slug,
    kinds.MELEE_LINED_UP.slug,
    kinds.MELEE_TICK.slug,
    kinds.MELEE_ENDED.slug,
)


def battle_sections(state: State, events: Sequence[Event]) -> tuple[Section, ...]:
    """A section for each private battle among a resolution's events; its rounds as a table."""
    return tuple(
        _battle_section(state, event, number)
        for number, event in enumerate(events, 1)
        if event.kind in (kinds.BATTLE.slug, kinds.BATTLE_ROUNDS.slug)
    )


def _battle_section(state: State, event: Event, number: int) -> Section:
    names = [name_of(state, side) for side in event.data["sides"]]
    hands, piles = [f"{name}'s hand" for name in names], [f"{name}'s pile" for name in names]
    head = ("Battle round", *names, "What happened", *hands, *piles, "Rules")
    entries: list[Row] = []
    # Where the table is too wide, as in a post, sentences tell the same.
    lines = [event.text]
    for done in event.data["rounds"]:
        shown, said = str(done["number"]), capital_letter(done["text"])
        cells = (shown, *done["cards"], said, *done["hands"], *done["piles"], _rules(done))
        entries.append(Row(cells, number))
        lines.append(f"{shown}. {' against '.join(done['cards'])}: {said}")
    title = f"War {event.data['war']}: {' against '.join(names)}"
    return _table(title, lines, head, entries, number)


def melee_sections(events: Sequence[Event]) -> tuple[Section, ...]:
    """The battle of the Religious War as a section; none if none was fought in the phase."""
    told = [(number, one) for number, one in enumerate(events, 1) if one.kind in _MELEE]
    if not told:
        return ()
    head = ("Tick", "Engagement", "Cards", "What happened", "Hands", "Rules")
    entries: list[Row] = []
    lines: list[str] = []
    for number, event in told:
        if event.kind != kinds.MELEE_TICK.slug:
            # With their rules, as other sections tell the same.
            lines.append(f"{event.text} ({event.rule})")
            continue
        tick = str(event.data["number"])
        for fight in event.data["fights"]:
            who, cards = map(player_name, fight["members"]), " - ".join(fight["cards"])
            said, hands = capital_letter(fight["text"]), " against ".join(fight["hands"])
            cells = (tick, " - ".join(who), cards, said, hands, _rules(fight))
            entries.append(Row(cells, number))
        for move in event.data["moves"]:
            name, said = player_name(move["member"]), MOVES[move["kind"]]
            said = f"{name} {said.format(player_name(move['other']))}"
            entries.append(Row((tick, name, "", said, "", move["rule"]), number))
    return (_table("The battle of the Leagues", lines, head, entries, told[-1][0]),)


def _table(
    title: str, lines: Sequence[str], head: tuple[str, ...], entries: Sequence[Row], event: int
) -> Section:
    rows = tuple(tuple(str(cell) for cell in entry.cells) for entry in entries)
    cells, fold = tuple(entries), "Every battle round, card by card"
    return Section(
        title, tuple(lines), head, rows, columns=head, entries=cells, event=event, fold=fold
    )


def _rules(done: Mapping[str, Any]) -> str:
    return ", ".join(dict.fromkeys(step["rule"] for step in done["steps"]))
