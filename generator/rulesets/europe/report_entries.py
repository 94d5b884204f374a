"""The events of a phase as rows of tables for its page, by the kind of event."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.report import Cell, Entry, Named
from generator.engine.verdicts import Event
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.standing import Status, StatusKind
from generator.rulesets.europe.statuses import status_words

__all__ = ["Numbered", "event_table", "named_side"]

Numbered = tuple[int, Event]
"""An event with its number in the resolution, from 1."""

_NOBODY: Final = "nobody"


def event_table(
    facts: Facts, kinds: Iterable[str], events: Sequence[Numbered]
) -> tuple[tuple[str, ...], tuple[Entry, ...]]:
    """The columns and rows for events of these kinds; nothing where one of them has no table."""
    found = [_TABLES.get(kind) for kind in kinds]
    if len(found) != 1 or found[0] is None or not events:
        return (), ()
    columns, cells = found[0]
    return columns, tuple(
        Entry(cells(facts, event), number, event.rule) for number, event in events
    )


def named_side(facts: Facts, side: str) -> Cell:
    """A power or a minor state by its name; "nobody" for neither."""
    return Named(facts.name_of(side), side=side) if side else _NOBODY


def _place(facts: Facts, code: str) -> Cell:
    return Named(facts.board.name_of(code), province=code)


def _attack(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    by, against = data["by"], data["against"]
    before, after = data["before"], data["after"]
    # An attack in vain says why; of any other the figures say it all.
    lost: Cell = str(data["lost"]) if data["lost"] else event.text.partition(": ")[2]
    return (
        named_side(facts, by),
        named_side(facts, against),
        named_side(facts, data["state"]),
        f"{before[by]} → {after[by]}",
        f"{before[against]} → {after[against]}",
        lost,
    )


def _declaration(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    authors = [power for power in data["pair"] if power in data["by"]]
    others = [power for power in data["pair"] if power not in data["by"]]
    who: list[str | Named] = []
    for power in authors:
        who += [" and "] * bool(who) + [Named(facts.name_of(power), side=power)]
    toward = named_side(facts, others[0]) if others else "each other"
    return data["declared"], tuple(who), toward, str(data["year"])


def _status(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    _, _, why = event.text.partition(" now: ")
    return (
        named_side(facts, data["state"]),
        _standing(facts, data["was"], data["was_patron"]),
        _standing(facts, data["status"], data["patron"]),
        why.rpartition(" (")[0],
    )


def _standing(facts: Facts, kind: StatusKind, patron: str) -> Cell:
    """A status in words, with the patron as a name of its own."""
    words = status_words(facts, Status(kind, patron))
    if not patron:
        return words
    name = facts.name_of(patron)
    return words.removesuffix(name), Named(name, side=patron)


def _captured(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    return (
        _place(facts, data["province"]),
        named_side(facts, data["from"]),
        named_side(facts, data["by"]),
        str(data["value"] or ""),
    )


def _marker(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    names = facts.confessions
    was, now = (names[one].name if one else "none" for one in (data["was"], data["marker"]))
    return named_side(facts, data["state"]), was, now, event.text.partition(": ")[2]


def _income(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    power = data["power"]
    said = event.text.partition(": ")[2]
    return named_side(facts, power), str(data["tp"]), said, str(data["treasury"])


def _transfer(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    return (
        named_side(facts, data["sender"]),
        named_side(facts, data["receiver"]),
        data["sort"],
        str(data["tp"]),
        str(data["interest"] or ""),
        str(data["due"] or ""),
    )


def _purchase(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    power = data["power"]
    said = event.text.removeprefix(f"{facts.name_of(power)} ").rpartition(" for ")[0]
    return named_side(facts, power), said, str(data["price"]), str(data["treasury"])


def _relation(facts: Facts, event: Event) -> tuple[Cell, ...]:
    data = event.data
    one, other = data["pair"]
    pair = (Named(facts.name_of(one), side=one), " and ", Named(facts.name_of(other), side=other))
    return pair, data["relation"], str(data["since"])


_Table = tuple[tuple[str, ...], Callable[[Facts, Event], tuple[Cell, ...]]]

_TABLES: Final[Mapping[str, _Table]] = MappingProxyType({
    "diplomatic-attack": (
        ("Power", "attacks", "in", "Its INFs", "The other’s", "Each loses"),
        _attack,
    ),
    "declaration": (("Declared", "by", "toward", "In effect from"), _declaration),
    "status": (("State", "Before", "Now", "Why"), _status),
    "captured": (("Province", "from", "by", "Center"), _captured),
    "marker": (("State", "Before", "Now", "Why"), _marker),
    "income": (("Power", "receives", "for", "Treasury"), _income),
    "transfer": (("From", "to", "What", "Amount", "Interest", "Due in"), _transfer),
    "purchase": (("Power", "buys", "for", "Treasury"), _purchase),
    "relation": (("Powers", "Relation", "since"), _relation),
})  # fmt: skip
"""For each kind of event that has a table: its columns, and the cells of an event."""
