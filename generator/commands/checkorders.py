"""`theatrum check-orders`: answers a pull request with orders like a receipt, as Markdown."""

from __future__ import annotations

import re
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime
from typing import Final

from generator.archive.dates.deadlines import due_words
from generator.archive.files.names import check_game_name
from generator.archive.publish.proposals import (
    Proposal,
    ProposedLetter,
    ProposedOrders,
    RefusedFile,
    read_proposal,
)
from generator.commands.dues import away, clock
from generator.commands.output import show
from generator.engine.orders.sheet import shown
from generator.engine.words import count
from generator.mail import PhaseReceipt, phase_receipt
from generator.mail.reading import PhaseLines
from generator.mail.receipt import order_lines

_MOST: Final = 200
"""Lines of one list in the answer."""
_TICKS: Final = re.compile(r"`+")


def run(options: Namespace) -> int:
    """Prints what was understood, what is wrong, and what is refused. Exit code 1 if anything is
    refused or an order has an error."""
    power = check_game_name(options.power.lower()) if options.power else ""
    received = clock(options.received, "--received")
    proposal = read_proposal(options.games, options.base, options.head, power, shown(options.login))
    receipts = [(order, _receipt(order)) for order in proposal.orders]
    errors = sum(receipt.errors for _, receipt in receipts)
    show("\n".join(_answer_lines(proposal, receipts, errors, received)))
    return 1 if proposal.refused or errors else 0


def _receipt(proposed: ProposedOrders) -> PhaseReceipt:
    section = PhaseLines(proposed.phase, proposed.text, proposed.numbers)
    return phase_receipt(
        section, proposed.phase_title, proposed.power, proposed.book, proposed.names
    )


def _answer_lines(
    proposal: Proposal,
    receipts: list[tuple[ProposedOrders, PhaseReceipt]],
    errors: int,
    received: datetime,
) -> Iterator[str]:
    is_late = any(_is_late(orders, received) for orders, _ in receipts)
    is_late = is_late or any(_is_late(letter, received) for letter in proposal.letters)
    yield f"# {_verdict(proposal, errors)}{', and came late' if is_late else ''}"
    if proposal.refused:
        yield ""
        yield "## Refused"
        yield ""
        yield (
            "Only orders for the phase that a game waits for, sealed letters and new press come "
            "this way."
        )
        yield ""
        yield from _bounded([_refused(refusal) for refusal in proposal.refused])
    for orders, receipt in receipts:
        yield ""
        yield f"## {_escaped(orders.name)}, {_escaped(orders.phase_title)}"
        yield ""
        yield f"{_escaped(orders.title)}, {_code(orders.path)}"
        yield ""
        yield from _block(list(_receipt_lines(orders, receipt, received)))
    if proposal.letters:
        yield ""
        yield "## Sealed"
        yield ""
        for letter in proposal.letters:
            late = " It came after the deadline." if _is_late(letter, received) else ""
            yield (
                f"- {_code(letter.path)}, {_escaped(letter.title)}: only your referee can open it, "
                f"and sends you the receipt.{late}"
            )
    if proposal.press:
        yield ""
        yield "## Press"
        yield ""
        for text in proposal.press:
            signed = f", from {_code(text.signed)}" if text.signed else ""
            yield f"- {_code(text.path)}{signed}"
    if proposal.notes:
        yield ""
        yield from (f"- {_escaped(note)}" for note in proposal.notes)


def _verdict(proposal: Proposal, errors: int) -> str:
    if proposal.refused:
        return "This pull request cannot be taken as it is"
    if errors:
        return f"{count(errors, 'order')} cannot be read or carried out"
    if proposal.orders:
        return "The orders can be read"
    if proposal.letters:
        return "The sealed orders can be taken"
    return "Nothing is wrong" if proposal.press else "There are no orders in this"


def _refused(refusal: RefusedFile) -> str:
    return (
        f"- {_code(refusal.path)} {_escaped(refusal.why)}"
        if refusal.path
        else f"- {_escaped(refusal.why)}"
    )


def _is_late(proposed: ProposedOrders | ProposedLetter, received: datetime) -> bool:
    return proposed.deadline is not None and proposed.deadline.is_past(received)


def _receipt_lines(
    proposed: ProposedOrders, receipt: PhaseReceipt, received: datetime
) -> Iterator[str]:
    """The receipt as plain lines."""
    if proposed.deadline is not None:
        yield f"Due: {due_words(proposed.deadline)}"
        if proposed.deadline.is_past(received):
            yield (
                f"Late: when this came, the deadline was {away(proposed.deadline, received)}. "
                "The referee decides whether these orders count."
            )
    for head, lines in order_lines(receipt):
        yield head
        yield from _bounded(lines)


def _bounded(lines: list[str]) -> list[str]:
    if len(lines) <= _MOST:
        return lines
    return [*lines[:_MOST], f"  and {len(lines) - _MOST} more"]


def _block(lines: list[str]) -> list[str]:
    """Lines as a block of code, in which nothing has a meaning of its own."""
    text = "\n".join(_visible(line) for line in lines)
    longest = max((len(found) for found in _TICKS.findall(text)), default=0)
    fence = "`" * max(3, longest + 1)
    return [f"{fence}text", *text.split("\n"), fence]


def _visible(line: str) -> str:
    """A line with hidden signs made visible; blanks at its beginning stay."""
    indent = line[: len(line) - len(line.lstrip(" "))]
    rest = line[len(indent) :]
    return indent + "".join(c if c.isprintable() else "\ufffd" for c in rest)


def _code(text: str) -> str:
    """A text from outside as code within a line."""
    plain = shown(text)
    longest = max((len(found) for found in _TICKS.findall(plain)), default=0)
    fence = "`" * (longest + 1)
    pad = " " if plain[:1] == "`" or plain[-1:] == "`" else ""
    return f"{fence}{pad}{plain}{pad}{fence}"


def _escaped(text: str) -> str:
    """A text as it stands, whatever signs it has: each that Markdown knows is escaped."""
    plain = "".join(c if c.isprintable() else "\ufffd" for c in text)
    plain = plain.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    plain = re.sub(r"([\\`*_\[\]()#+!|~{}])", r"\\\1", plain)
    # A name after "@" would call somebody, and an address would become a link.
    return plain.replace("@", "&#64;").replace("://", ":&#47;&#47;")
