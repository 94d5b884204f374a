"""Battles as sections of a report: a row for each battle round, with the rules that decided it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from generator.engine.report import Row, Section
from generator.engine.verdicts import Event
from generator.rulesets.westphalia.data import event_kinds as kinds
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.state.words import name_of, player_name

__all__ = ["battle_sections", "melee_sections"]

_MELEE: Final = (
    kinds.MELEE_OPENED.slug,
    kinds.MELEE_LINED_UP.slug,
    kinds.MELEE_TICK.slug,
    kinds.MELEE_ENDED.slug,
)


def battle_sections(state: State, events: Sequence[Event]) -> tuple[Section, ...]:
    """A section for each private battle among a resolution's events; its rounds as a table."""
    found = []
    for number, event in enumerate(events, 1):
        if event.kind in (kinds.BATTLE.slug, kinds.BATTLE_ROUNDS.slug):
            found.append(_battle_section(state, event, number))
    return tuple(found)


def _battle_section(state: State, event: Event, number: int) -> Section:
    names = [name_of(state, side) for side in event.data["sides"]]
    head = (
        "Battle round", *names, "What happened", *(f"{name}'s hand" for name in names),
        *(f"{name}'s pile" for name in names), "Rules",
    )  # fmt: skip
    entries = tuple(
        Row(
            (
                str(done["number"]),
                *done["cards"],
                _sentence(done),
                *done["hands"],
                *done["piles"],
                _rules(done["steps"]),
            ),
            number,
        )
        for done in event.data["rounds"]
    )
    title = f"War {event.data['war']}: {' against '.join(names)}"
    # Where the table is too wide, as in a post, sentences tell the same.
    lines = [
        f"{done['number']}. {' against '.join(done['cards'])}: {_sentence(done)}"
        for done in event.data["rounds"]
    ]
    return _table(title, (event.text, *lines), head, entries, number)


def melee_sections(events: Sequence[Event]) -> tuple[Section, ...]:
    """The battle of the Religious War as a section; none if none was fought in the phase."""
    told = [(number, one) for number, one in enumerate(events, 1) if one.kind in _MELEE]
    ticks = [(number, one) for number, one in told if one.kind == kinds.MELEE_TICK.slug]
    if not told:
        return ()
    head = ("Tick", "Engagement", "Cards", "What happened", "Hands", "Rules")
    entries: list[Row] = []
    for number, event in ticks:
        for fight in event.data["fights"]:
            who = " - ".join(map(player_name, fight["members"]))
            cells = (
                str(event.data["number"]),
                who,
                " - ".join(fight["cards"]),
                _sentence(fight),
                " against ".join(fight["hands"]),
                _rules(fight["steps"]),
            )
            entries.append(Row(cells, number))
        for move in event.data["moves"]:
            entries.append(_move_entry(event, number, move))
    # With their rules, as other sections tell the same.
    lines = tuple(
        f"{event.text} ({event.rule})" for _, event in told if event.kind != kinds.MELEE_TICK.slug
    )
    return (_table("The battle of the Leagues", lines, head, tuple(entries), told[-1][0]),)


def _move_entry(event: Event, number: int, move: Mapping[str, Any]) -> Row:
    name = player_name(move["member"])
    said = {
        "leaves": f"{name} leaves the melee",
        "faces": f"{name} faces {player_name(move['other'])}",
        "waits": f"{name} waits in reserve",
    }[move["kind"]]
    return Row((str(event.data["number"]), name, "", said, "", move["rule"]), number)


def _table(
    title: str,
    lines: tuple[str, ...],
    head: tuple[str, ...],
    entries: tuple[Row, ...],
    event: int,
) -> Section:
    rows = tuple(tuple(str(cell) for cell in entry.cells) for entry in entries)
    fold = "Every battle round, card by card"
    return Section(title, lines, head, rows, columns=head, entries=entries, event=event, fold=fold)


def _sentence(done: Mapping[str, Any]) -> str:
    text: str = done["text"]
    return text[:1].upper() + text[1:]


def _rules(steps: Sequence[Mapping[str, Any]]) -> str:
    return ", ".join(dict.fromkeys(step["rule"] for step in steps))
