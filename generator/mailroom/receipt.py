"""Receipts: the answer to a mail with orders, for its author and no one else."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import Complaint, Done
from generator.engine.offers import NO_BUDGET, Budget
from generator.engine.phases import OrderBook
from generator.mailroom.layers import FORECAST, UNDERSTOOD
from generator.mailroom.table import Ignored, PhaseLines

_MOST_IGNORED: Final = 20
# A word before a colon is not a place, though it may look like one: WAR: FRANCE.
_CODE = re.compile(r"\b[A-Z]{2,6}\b(?!:)")
# Where a complaint refers to another line: `F BRE has the same order on line 3`.
_LINE: Final = re.compile(r"(?<=\bline )\d+(?= counts instead: |; that one counts\Z|\Z)")
_GRAVE: Final[tuple[Done, ...]] = ("yes", "partly", "perhaps", "no")
_ASIDE: Final = {
    "late": "it came after the deadline",
    "stranger": "it is not certain that {name}'s player sent it; the note below explains why",
    "correction": "it has fewer orders than you sent before, and looks like a correction",
}


class Fated(Struct, frozen=True):
    """An order and its fate: `why` is the gravest complaint about it, None for none; `words` are
    the order with names in place of codes, `line` is that of the letter. `cost` has its price and
    the rest, "" for nothing."""

    order: str
    words: str
    line: int
    fate: Done = "yes"
    why: Complaint | None = None
    cost: str = ""


class PhaseReceipt(Struct, frozen=True):
    """The part of a receipt about one phase.

    `number` counts the versions from 1, 0 for a dry run. `fates` are all orders that could be read.
    `problems` are pairs of a line of the letter and its complaint; `headings` are the lines that
    were taken and hold no order, such as the power's name.

    `changed` counts orders against the version before, -1 for none. `unread` are lines for a phase
    that does not take orders yet. `aside` is why the version replaces nothing ("late", "stranger",
    "correction", "older"), and `stands` is the one in effect then, 0 for none. `repeats` is the
    version that the mail is again, which changes nothing. `added`: the orders were put into the
    current sheet, and lines are those of the whole sheet. `ready` are lines on whether the power is
    ready, and how many are; `empty`: nothing is ordered, on purpose. `forecast` is the position
    that would follow if nothing else changes."""

    phase: str
    title: str
    number: int = 0
    fates: tuple[Fated, ...] = ()
    problems: tuple[tuple[int, Complaint], ...] = ()
    headings: tuple[int, ...] = ()
    missing: tuple[Complaint, ...] = ()
    unread: tuple[str, ...] = ()
    replaces: int = 0
    changed: int = -1
    gone: tuple[str, ...] = ()
    due: str = ""
    aside: tuple[str, ...] = ()
    stands: int = 0
    repeats: int = 0
    added: bool = False
    ready: tuple[str, ...] = ()
    is_ready: bool = False
    empty: bool = False
    forecast: tuple[str, ...] = ()

    @property
    def done(self) -> tuple[Fated, ...]:
        """The orders that will be done, at least in part."""
        return tuple(one for one in self.fates if one.fate in ("yes", "partly"))

    @property
    def refused(self) -> tuple[Fated, ...]:
        return tuple(one for one in self.fates if one.fate == "no")

    @property
    def uncertain(self) -> tuple[Fated, ...]:
        """The orders that others decide."""
        return tuple(one for one in self.fates if one.fate == "perhaps")

    @property
    def errors(self) -> int:
        return sum(complaint.severity == "error" for _, complaint in self.problems)

    @property
    def late(self) -> bool:
        return "late" in self.aside

    @property
    def is_held(self) -> bool:
        """Whether it waits for the referee's decision."""
        return any(reason in _ASIDE for reason in self.aside)


class Receipt(Struct, frozen=True):
    """The whole answer. `stored` is False for a dry run and for a letter without orders. `record`
    is what the player keeps to see later that no one rewrote the game; `noted` are lines about
    what is kept beside orders: standing orders."""

    game: str
    power: str
    name: str
    received: str
    stored: bool
    phases: tuple[PhaseReceipt, ...]
    ignored: tuple[Ignored, ...] = ()
    notes: tuple[str, ...] = ()
    record: str = ""
    noted: tuple[str, ...] = ()

    @property
    def errors(self) -> int:
        return sum(phase.errors for phase in self.phases) + len(self.to_fix)

    @property
    def to_fix(self) -> tuple[Ignored, ...]:
        """The lines that may be orders and cannot be read."""
        return tuple(line for line in self.ignored if line.to_fix)


def phase_receipt(
    section: PhaseLines,
    title: str,
    power: str,
    book: OrderBook | None,
    names: Mapping[str, str],
    budget: Budget = NO_BUDGET,
) -> PhaseReceipt:
    """One section of a letter. `book` is the section read, None for a later phase;
    `budget` is that of its sheet."""
    if book is None:
        return PhaseReceipt(
            section.phase, title, unread=tuple(section.text.rstrip("\n").split("\n"))
        )
    own = [
        replace(
            one, problem=_LINE.sub(lambda at: str(section.numbers[int(at[0]) - 1]), one.problem)
        )
        for one in book.complaints
        if one.power == power
    ]
    told: dict[int, Complaint] = {}
    for one in own:  # the gravest about each order
        if one.order not in told or _GRAVE.index(one.fate) > _GRAVE.index(told[one.order].fate):
            told[one.order] = one
    prices = {price.order: price.text for price in budget.prices}
    sheet = book.sheets.get(power)
    fates = []
    for line in sheet.orders if sheet is not None else ():
        if line.order is not None:
            order, why = str(line.order), told.get(line.number)
            where, fate = section.numbers[line.line - 1], why.fate if why is not None else "yes"
            cost = prices.get(line.number, "")
            fates.append(Fated(order, in_words(order, names), where, fate, why, cost))
    ordered = {line.line for line in sheet.orders} if sheet is not None else set()
    return PhaseReceipt(
        section.phase,
        title,
        headings=tuple(number for at, number in enumerate(section.numbers, 1) if at not in ordered),
        fates=tuple(fates),
        problems=tuple(
            (section.numbers[complaint.line - 1], complaint) for complaint in own if complaint.line
        ),
        missing=tuple(complaint for complaint in own if not complaint.line),
        forecast=budget.forecast,
    )


def in_words(order: str, names: Mapping[str, str]) -> str:
    """An order with the names of places instead of their codes."""
    return _CODE.sub(lambda found: names.get(found[0], found[0]), order)


def format_receipt(receipt: Receipt) -> str:
    """The receipt as plain text, with a line end."""
    return "".join(f"{line}\n" for line in _receipt_lines(receipt))


def _receipt_lines(receipt: Receipt) -> Iterator[str]:
    yield f"{receipt.game}: {receipt.name}"
    if receipt.received:
        yield f"Received: {receipt.received}"
    if not receipt.phases and not receipt.noted:
        found = "could be read" if receipt.to_fix else "was found"
        yield f"No order {found} in this mail; nothing has been stored."
    for phase in receipt.phases:
        yield ""
        yield from _phase_lines(phase, receipt)
    if receipt.noted:
        yield ""
        yield from receipt.noted
    others = tuple(line for line in receipt.ignored if not line.to_fix)
    yield from _ignored_lines("To fix:", receipt.to_fix)
    yield from _ignored_lines("Ignored:", others)
    if receipt.notes:
        yield ""
        yield "Please note:"
        yield from (f"  {note}" for note in receipt.notes)
    if receipt.record:
        yield ""
        yield f"Record: {receipt.record}"


def _ignored_lines(head: str, lines: Sequence[Ignored]) -> Iterator[str]:
    if not lines:
        return
    yield ""
    yield head
    for line in lines[:_MOST_IGNORED]:
        where = f"line {line.line}" if line.line else "subject"
        yield f"  {where}: {line.text} ({line.why})"
    if len(lines) > _MOST_IGNORED:
        yield f"  and {len(lines) - _MOST_IGNORED} more"


def _phase_lines(phase: PhaseReceipt, receipt: Receipt) -> Iterator[str]:
    yield phase.title
    yield from _version_lines(phase, receipt)
    if phase.due:
        yield f"Due: {phase.due}"
    yield from phase.ready
    if phase.repeats:
        return
    yield from _change_lines(phase)
    if "stranger" in phase.aside:
        # A stranger learns nothing about the power: neither what it has nor what it has ordered.
        yield "Saved as written; it will be read when your referee accepts it:"
        yield from (f"  {line}" for line in phase.unread)
        return
    if phase.unread:
        yield "Saved as written; it will be read when this phase takes orders:"
        yield from (f"  {line}" for line in phase.unread)
        return
    for head, lines in order_lines(phase):
        yield head
        yield from lines


def _version_lines(phase: PhaseReceipt, receipt: Receipt) -> Iterator[str]:
    """Lines with the number of the version, and whether it is in effect."""
    if phase.repeats:
        what = f"version {phase.repeats} again" if "stranger" not in phase.aside else "not new"
        yield f"This mail is {what}: nothing changes."
    elif not receipt.stored:
        yield "Not stored: this was only tried"
    elif "stranger" not in phase.aside:
        yield f"Version {phase.number}"
    strange = "stranger" in phase.aside
    for why, said in _ASIDE.items():
        # A stranger may not learn that there is a sheet, or how long it is.
        if why in phase.aside and not (strange and why == "correction"):
            yield f"On hold: {said.format(name=receipt.name)}."
    if phase.aside == ("correction",):
        yield (
            "Your referee will add it to those orders or put it in their place. You can also send "
            "all orders."
        )
    elif phase.is_held:
        yield "Your referee will decide whether to accept it."
        if strange:
            yield (
                "If you sent it, send the orders again from an address that the game knows as "
                f"{receipt.name}'s, or ask your referee to add this one."
            )
    if "older" in phase.aside and not phase.is_held:
        yield f"It is older than version {phase.stands}, which counts."
    elif phase.stands and phase.is_held and "stranger" not in phase.aside:
        yield f"Until then, version {phase.stands} counts."


def _change_lines(phase: PhaseReceipt) -> Iterator[str]:
    """Lines about the version or the orders that this one replaces."""
    if phase.changed < 0 or phase.aside:
        return
    counted = "1 order" if phase.changed == 1 else f"{phase.changed} orders"
    changed = "nothing" if not phase.changed else counted
    if phase.added:
        into = f"version {phase.replaces}" if phase.replaces else "the orders that waited before"
        yield f"Put into {into}: {changed} changed"
    elif phase.replaces:
        yield f"Replaces version {phase.replaces}: {changed} changed"
    else:
        yield "Replaces the orders that waited before."
    yield from (f"  no longer: {order}" for order in phase.gone)


def order_lines(phase: PhaseReceipt) -> Iterator[tuple[str, list[str]]]:
    """The lines about the orders of a phase: headings, each with the lines below it."""
    would = bool(phase.aside)
    width = min(max((len(one.order) for one in phase.done), default=0), 32)
    done = []
    for one in phase.done:
        said = ": ".join(filter(None, (one.words if one.words != one.order else "", one.cost)))
        if one.why is not None:
            below = "in part, see below" if one.fate == "partly" else "see below"
            said = f"{said} ({below})" if said else below
        done.append(f"  {one.order:<{width}}  # {said}" if said else f"  {one.order}")
    if done:
        yield "Would be done:" if would else UNDERSTOOD, done
    elif phase.empty:
        yield "Nothing is ordered, on purpose.", []
    elif not phase.fates:
        yield "No order could be understood.", []
    for head, undone in (
        ("Would not be done:" if would else "Will not be done:", phase.refused),
        ("May not be done:", phase.uncertain),
    ):
        if undone:
            yield (
                head,
                [
                    f"  {_where(one.line, phase)}: {one.order}: {_reason(one.why)}"
                    for one in undone
                    if one.why is not None
                ],
            )
    if phase.forecast:
        yield FORECAST, [f"  {line}" for line in phase.forecast]
    told = [one.why for one in (*phase.refused, *phase.uncertain)]
    problems = [
        f"  {_where(line, phase)}: {'' if problem.severity == 'error' else 'warning: '}"
        f"{problem.text}: {_reason(problem)}"
        for line, problem in phase.problems
        if problem not in told
    ]
    if problems:
        yield "To fix or check:", problems
    if phase.missing:
        yield (
            "Still missing:",
            [
                f"  {missing.text}: {_reason(missing)}" if missing.text else f"  {_reason(missing)}"
                for missing in phase.missing
            ],
        )


def _where(line: int, phase: PhaseReceipt) -> str:
    if phase.added:
        return f"line {line} of the sheet"
    return f"line {line}" if line else "subject"


def _reason(complaint: Complaint) -> str:
    return f"{complaint.problem} ({complaint.hint})" if complaint.hint else complaint.problem


def receipt_facts(receipt: Receipt) -> dict[str, Any]:
    """The receipt for programs."""
    return {
        "game": receipt.game,
        "power": receipt.power,
        "received": receipt.received,
        "stored": receipt.stored,
        "phases": [_phase_facts(phase) for phase in receipt.phases],
        "ignored": [_ignored_facts(line) for line in receipt.ignored],
        "notes": list(receipt.notes),
        "record": receipt.record,
        "noted": list(receipt.noted),
    }


def _phase_facts(phase: PhaseReceipt) -> dict[str, Any]:
    return {
        "phase": phase.phase,
        "title": phase.title,
        "version": phase.number,
        "due": phase.due,
        "late": phase.late,
        "aside": list(phase.aside),
        "held": phase.is_held,
        "stands": phase.stands,
        "repeats": phase.repeats,
        "added": phase.added,
        "replaces": phase.replaces,
        "changed": max(phase.changed, 0),
        "gone": list(phase.gone),
        "ready": phase.is_ready,
        "empty": phase.empty,
        "orders": [
            {
                "order": one.order,
                "words": one.words,
                **({"cost": one.cost} if one.cost else {}),
                **({"in_part": True} if one.fate == "partly" else {}),
            }
            for one in phase.done
        ],
        "forecast": list(phase.forecast),
        "not_done": [_refused_facts(order) for order in phase.refused],
        "uncertain": [_refused_facts(order) for order in phase.uncertain],
        "problems": [
            {**_complaint_facts(problem), "line": line} for line, problem in phase.problems
        ],
        "missing": [_complaint_facts(complaint) for complaint in phase.missing],
        "unread": list(phase.unread),
    }


def _ignored_facts(line: Ignored) -> dict[str, Any]:
    facts = {"line": line.line, "text": line.text, "why": line.why}
    return {**facts, "to_fix": True} if line.to_fix else facts


def _refused_facts(one: Fated) -> dict[str, Any]:
    why = _complaint_facts(one.why) if one.why is not None else {}
    return {"order": one.order, "words": one.words, **why, "line": one.line}


def _complaint_facts(complaint: Complaint) -> dict[str, Any]:
    return {
        "severity": complaint.severity,
        "line": 0,
        "text": complaint.text,
        "problem": complaint.problem,
        "hint": complaint.hint,
        "rule": complaint.rule,
    }
