"""What playing one phase gives, before the referee's rulings and the end of the year."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from generator.engine.events import EventKind
from generator.engine.retreats import Stranded
from generator.engine.rulings import ruling_note
from generator.engine.units import Unit
from generator.engine.verdicts import Event, Outcome, Reason, Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import Entry


class Played(Struct, frozen=True):
    """The position when the phase's orders have been carried out, and what was said of them."""

    units: Mapping[str, tuple[Unit, ...]]
    dislodged: tuple[Stranded, ...]
    contested: tuple[str, ...]
    verdicts: tuple[Verdict, ...]
    events: tuple[Event, ...]


def cited(cause: str, text: str) -> Reason:
    """A reason with the rule that the rulebook names for `cause`."""
    return Reason(facts.rulebook().cites(cause), text)


def event(
    kind: EventKind,
    cause: str,
    text: str,
    powers: tuple[str, ...] = (),
    provinces: tuple[str, ...] = (),
) -> Event:
    """An event with its rule and its weight."""
    rule = facts.rulebook().cites(cause)
    return Event(kind.slug, rule, text, powers, provinces, kind.weight)


def entry_verdict(
    entry: Entry, outcome: Outcome, reasons: tuple[Reason, ...], strength: int = 0
) -> Verdict:
    """The verdict on one line of a sheet: canonical where it could be read, else as written."""
    order = str(entry.order) if entry.order is not None else entry.written
    written = entry.written if entry.written != order else ""
    note = ruling_note(entry.ruling)
    return Verdict(
        entry.power, order, outcome, reasons, written, note, (), strength, entry.ruling, entry.order
    )


def refusal_verdict(entry: Entry) -> Verdict:
    """The verdict on a line that does not count; a line that a ruling took out is void."""
    outcome: Outcome = "void" if entry.cause == "ruling" else "illegal"
    return entry_verdict(entry, outcome, (cited(entry.cause, entry.text),))
