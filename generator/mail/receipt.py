"""The answer to a mail with orders, ready to be sent back to its author and to nobody else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import asdict

from generator.engine.complaints import Complaint
from generator.engine.phases import OrderBook
from generator.mail.layers import UNDERSTOOD
from generator.mail.reading import Ignored, Section

__all__ = ["PhaseReceipt", "Receipt", "format_receipt", "phase_receipt", "receipt_facts"]

_MOST_IGNORED: Final = 20
# What a colon follows is no place, though it may look like one: WAR: FRANCE.
_CODE = re.compile(r"\b[A-Z]{2,6}\b(?!:)")


class PhaseReceipt(Struct, frozen=True):
    """What came for one phase. `number` counts the versions from 1, 0 for a dry run; `orders` are
    pairs of an order and the same with names in words; `problems` pairs of a line of the letter
    and what is wrong there; `changed` counts orders against the version before, -1 for none.
    `unread` are lines for a phase that does not take orders yet."""

    phase: str
    title: str
    number: int = 0
    orders: tuple[tuple[str, str], ...] = ()
    problems: tuple[tuple[int, Complaint], ...] = ()
    missing: tuple[Complaint, ...] = ()
    unread: tuple[str, ...] = ()
    replaces: int = 0
    changed: int = -1
    gone: tuple[str, ...] = ()
    due: str = ""
    late: bool = False

    @property
    def errors(self) -> int:
        return sum(complaint.severity == "error" for _, complaint in self.problems)


class Receipt(Struct, frozen=True):
    """The whole answer. `stored` is False for a dry run and for a letter without orders. `record`
    is what the player keeps to see later that nobody rewrote the game."""

    game: str
    power: str
    name: str
    received: str
    stored: bool
    phases: tuple[PhaseReceipt, ...]
    ignored: tuple[Ignored, ...] = ()
    notes: tuple[str, ...] = ()
    record: str = ""

    @property
    def errors(self) -> int:
        return sum(phase.errors for phase in self.phases)


def phase_receipt(
    section: Section, title: str, power: str, book: OrderBook | None, names: Mapping[str, str]
) -> PhaseReceipt:
    """What one section of a letter says. `book` is the section read, None for a later phase."""
    if book is None:
        return PhaseReceipt(
            section.phase, title, unread=tuple(section.text.rstrip("\n").split("\n"))
        )
    sheet = book.sheets.get(power)
    found = [str(one.order) for one in sheet.orders if one.order is not None] if sheet else []
    own = [one for one in book.complaints if one.power == power]
    return PhaseReceipt(
        section.phase,
        title,
        orders=tuple((order, in_words(order, names)) for order in found),
        problems=tuple((section.numbers[one.line - 1], one) for one in own if one.line),
        missing=tuple(one for one in own if not one.line),
    )


def in_words(order: str, names: Mapping[str, str]) -> str:
    """An order with the names of places instead of their codes."""
    return _CODE.sub(lambda found: names.get(found[0], found[0]), order)


def format_receipt(receipt: Receipt) -> str:
    """The receipt as plain text, with a line end."""
    return "".join(f"{line}\n" for line in _lines(receipt))


def _lines(receipt: Receipt) -> Iterator[str]:
    yield f"{receipt.game}: {receipt.name}"
    if receipt.received:
        yield f"Received: {receipt.received}"
    if not receipt.phases:
        yield "No order was found in this mail; nothing has been stored."
    for phase in receipt.phases:
        yield ""
        yield from _phase_lines(phase, receipt.stored)
    if receipt.ignored:
        yield ""
        yield "Ignored:"
        for one in receipt.ignored[:_MOST_IGNORED]:
            where = f"line {one.line}" if one.line else "subject"
            yield f"  {where}: {one.text} ({one.why})"
        if len(receipt.ignored) > _MOST_IGNORED:
            yield f"  and {len(receipt.ignored) - _MOST_IGNORED} more"
    if receipt.notes:
        yield ""
        yield "Please note:"
        yield from (f"  {note}" for note in receipt.notes)
    if receipt.record:
        yield ""
        yield f"Record: {receipt.record}"


def _phase_lines(phase: PhaseReceipt, stored: bool) -> Iterator[str]:
    yield phase.title
    yield f"Version {phase.number}" if stored else "Not stored: this was only tried"
    if phase.due:
        yield f"Due: {phase.due}"
    if phase.late:
        yield "This came after the deadline; your referee decides whether it counts."
    if phase.replaces:
        counted = "1 order" if phase.changed == 1 else f"{phase.changed} orders"
        changed = "nothing" if not phase.changed else counted
        yield f"Replaces version {phase.replaces}: {changed} changed"
        yield from (f"  no longer: {order}" for order in phase.gone)
    elif phase.changed >= 0:
        yield "Replaces the orders that waited before."
        yield from (f"  no longer: {order}" for order in phase.gone)
    if phase.unread:
        yield "Kept as written; read and checked when this phase takes orders:"
        yield from (f"  {line}" for line in phase.unread)
        return
    yield UNDERSTOOD if phase.orders else "No order could be understood."
    width = min(max((len(order) for order, _ in phase.orders), default=0), 32)
    for order, words in phase.orders:
        yield f"  {order:<{width}}  # {words}" if words != order else f"  {order}"
    if phase.problems:
        yield "To mend or to think over:"
        for line, one in phase.problems:
            where = f"line {line}" if line else "subject"
            said = f"{one.problem} ({one.hint})" if one.hint else one.problem
            label = "" if one.severity == "error" else "warning: "
            yield f"  {where}: {label}{one.text}: {said}"
    if phase.missing:
        yield "Still missing:"
        for one in phase.missing:
            said = f"{one.problem} ({one.hint})" if one.hint else one.problem
            yield f"  {one.text}: {said}" if one.text else f"  {said}"


def receipt_facts(receipt: Receipt) -> dict[str, Any]:
    """The receipt for programs."""
    return {
        "game": receipt.game,
        "power": receipt.power,
        "received": receipt.received,
        "stored": receipt.stored,
        "phases": [_phase_facts(phase) for phase in receipt.phases],
        "ignored": [asdict(one) for one in receipt.ignored],
        "notes": list(receipt.notes),
        "record": receipt.record,
    }


def _phase_facts(phase: PhaseReceipt) -> dict[str, Any]:
    return {
        "phase": phase.phase,
        "title": phase.title,
        "version": phase.number,
        "due": phase.due,
        "late": phase.late,
        "replaces": phase.replaces,
        "changed": max(phase.changed, 0),
        "gone": list(phase.gone),
        "orders": [{"order": order, "words": words} for order, words in phase.orders],
        "problems": [{**_said(one), "line": line} for line, one in phase.problems],
        "missing": [_said(one) for one in phase.missing],
        "unread": list(phase.unread),
    }


def _said(one: Complaint) -> dict[str, Any]:
    return {
        "severity": one.severity,
        "line": 0,
        "text": one.text,
        "problem": one.problem,
        "hint": one.hint,
        "rule": one.rule,
    }
