"""The relations of powers as spells of years."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from generator.engine.chronicle import Bond, Gazetteer, Snapshot
from generator.pages.base.public import PublicEvent
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

Pair = tuple[str, str]


class Where(NamedTuple):
    """An event on a phase's page; without an anchor the phase itself. `rule` made it happen."""

    address: str
    anchor: str = ""
    rule: str = ""


class Spell(NamedTuple):
    """A relation of two powers from the year `since` on. `last` is the last year in which it was
    in effect, 0 while it lasts. `began` and `ended` lead to the events that report it."""

    powers: Pair
    kind: str
    since: int
    last: int = 0
    began: Where | None = None
    ended: Where | None = None

    def covers(self, year: int) -> bool:
        """Whether it was in effect in a year."""
        return self.since <= year and (not self.last or year <= self.last)


class Change(NamedTuple):
    """The relation that two powers will have from the year `due` on. `by` are those who asked for
    it, `source` leads to the event, `year` is the one in which they did."""

    powers: Pair
    kind: str
    due: int
    by: tuple[str, ...]
    year: int
    source: Where | None = None


class Relations(NamedTuple):
    """All relations of a game, by their beginning; of those that began together by pair."""

    spells: tuple[Spell, ...]
    changes: tuple[Change, ...]

    def in_effect(self, year: int) -> Mapping[Pair, Spell]:
        """The spells that were in effect in a year; of two of one pair, the later."""
        return {spell.powers: spell for spell in self.spells if spell.covers(year)}

    def declared(self, year: int) -> tuple[Change, ...]:
        """The changes that were declared in a year and were to take effect later."""
        return tuple(change for change in self.changes if change.year == year)

    def of(self, power: str) -> tuple[Spell, ...]:
        """The spells of one power."""
        return tuple(spell for spell in self.spells if power in spell.powers)


def plain_bond(gazetteer: Gazetteer) -> str:
    """The kind of bond between powers without any other; "" if the ruleset has no such kind."""
    return next((kind for kind, bond in gazetteer.bonds.items() if bond.look == "plain"), "")


def relations_of(chronicle: Chronicle) -> Relations:
    """The relations of a game, from its snapshots."""
    diplomatic = chronicle.gazetteer.topics.get("diplomacy", frozenset())
    order = {pair: at for at, pair in enumerate(combinations(chronicle.view.powers, 2))}
    plain = plain_bond(chronicle.gazetteer)
    spells: list[Spell] = []
    changes: list[Change] = []
    held: dict[Pair, Spell] = {}
    queued: dict[Pair, Change] = {}
    for phase in chronicle.phases:
        events = [event for event in phase.events if event.kind in diplomatic]
        bonds = phase.snapshot.bonds
        current = {_pair(bond, order): bond for bond in bonds if not bond.due}
        coming = {_pair(bond, order): bond for bond in bonds if bond.due}
        for pair in [*held, *(pair for pair in current if pair not in held)]:
            now, before = current.get(pair), held.get(pair)
            if now and before and (now.kind, now.since) == (before.kind, before.since):
                continue
            where = _where(phase, events, pair)
            if before:
                change = queued.get(pair)
                last = min(phase.year, change.due - 1) if change else phase.year
                if now:
                    last = now.since - 1
                spells.append(before._replace(last=max(before.since, last), ended=where))
                del held[pair]
            if now:
                held[pair] = Spell(pair, now.kind, now.since, began=where)
        for pair, change in queued.items():
            fell = any(power in phase.snapshot.out for power in pair)
            if pair not in coming and (fell or not _took_effect(change, current.get(pair), plain)):
                changes.remove(change)  # withdrawn, or no one is left to keep it
        for pair, bond in coming.items():
            known = queued.get(pair)
            if known is None or (known.kind, known.due) != (bond.kind, bond.due):
                where = _where(phase, events, pair)
                changes.append(Change(pair, bond.kind, bond.due, bond.by, phase.year, where))
            elif known.by != bond.by:
                changes[changes.index(known)] = known._replace(by=bond.by)
        queued = {change.powers: change for change in changes if change.powers in coming}
    spells += held.values()
    return Relations(
        tuple(
            sorted(
                spells, key=lambda spell: (spell.since, order[spell.powers], spell.last or 10**6)
            )
        ),
        tuple(sorted(changes, key=lambda change: (change.due, order[change.powers]))),
    )


def _pair(bond: Bond, order: Mapping[Pair, int]) -> Pair:
    return bond.powers if bond.powers in order else (bond.powers[1], bond.powers[0])


def _took_effect(change: Change, now: Bond | None, plain: str) -> bool:
    if now is None:
        return change.kind == plain
    return (now.kind, now.since) == (change.kind, change.due)


def _where(phase: ChroniclePhase, events: Sequence[PublicEvent], pair: Pair) -> Where | None:
    """The weightiest event of a phase about a pair; else one about a power of it; else the phase.

    None at the opening, where nothing has happened.
    """
    if phase.facts is None:
        return None
    about = [event for event in events if set(event.powers) == set(pair)]
    about = about or [event for event in events if event.powers and set(event.powers) < set(pair)]
    best = max(about, key=lambda event: event.weight, default=None)
    return Where(phase.link.address, best.anchor, best.rule) if best else Where(phase.link.address)


def fallen_powers(chronicle: Chronicle) -> Mapping[str, int]:
    """Powers that are out of the game, with the year, in the ruleset's order.

    As the ruleset has it; where it never reports any, those with no unit left and no figure above
    0.
    """
    phases, powers = chronicle.phases, chronicle.view.powers
    if any(phase.snapshot.out for phase in phases):
        out = phases[-1].snapshot.out
        return {power: out[power] for power in powers if power in out}
    found: dict[str, int] = {}
    for phase in phases:
        for power in powers:
            if _has_nothing(phase.snapshot, power):
                found.setdefault(power, phase.year)
            else:
                found.pop(power, None)
    return {power: found[power] for power in powers if power in found}


def _has_nothing(shot: Snapshot, power: str) -> bool:
    counted = [row[power] for row in shot.figures.values() if power in row]
    holds = any(counted) if counted else power in shot.holders.values()
    return not holds and all(owner != power for owner, _ in shot.units)
