"""Lines with a condition ("if Germany attacks, A PAR - BUR"): no ruleset carries them out."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from generator.engine.errors import Complaint
from generator.mailroom.layers import FORECAST
from generator.mailroom.phrases import CONDITION, PARTS
from generator.mailroom.reading import Ignored
from generator.mailroom.receipt import PhaseReceipt, Refused

PROBLEM: Final = "an order with a condition is not carried out"
HINT: Final = "write the order without it; you can replace the order with a later mail"
_NO_ORDER: Final = "no order"
# The reason that reading gives for a line with an order and a condition begins so.
_KNOWN: Final = "a condition"
_MOST_TRIES: Final = 40

Readable = Callable[[str], bool]


def refuse_conditions(
    receipt: PhaseReceipt, ignored: Iterable[Ignored], power: str, is_readable: Readable
) -> PhaseReceipt:
    """The receipt with all lines that have a condition among the orders that will not be done:
    those that could not be read, and those that were not taken for orders."""
    refused = list(receipt.refused)
    problems: list[tuple[int, Complaint]] = []
    for line, complaint in receipt.problems:
        if complaint.severity == "error" and CONDITION.search(complaint.text):
            known = any(each.why == complaint for each in receipt.refused)
            if not known:
                complaint = replace(complaint, problem=PROBLEM, hint=HINT)
                refused.append(Refused(complaint.text, complaint.text, line, complaint))
        problems.append((line, complaint))
    for each in _conditional(ignored, is_readable):
        complaint = Complaint("error", power, 0, 0, each.text, PROBLEM, HINT)
        refused.append(Refused(each.text, each.text, each.line, complaint))
        problems.append((each.line, complaint))
    refused.sort(key=lambda each: each.line)
    return replace(receipt, refused=tuple(refused), problems=tuple(problems))


def conditions_above(ignored: Iterable[Ignored]) -> tuple[str, ...]:
    """Notes on lines that put a condition above the orders below them."""
    return tuple(
        f"line {line.line} has a condition ({line.text}), which is ignored: the orders below "
        "it count in any case"
        for line in ignored
        if line.line and line.text.endswith(":") and CONDITION.search(line.text)
        if line.text != FORECAST
    )


def without_conditions(
    ignored: Iterable[Ignored], is_readable: Readable, *, told: bool
) -> tuple[Ignored, ...]:
    """The ignored lines without those with a condition, which are `told` elsewhere; or with a
    better reason for them."""
    ignored = tuple(ignored)
    found = _conditional(ignored, is_readable)
    if told:
        return tuple(line for line in ignored if line not in found)
    return tuple(
        replace(line, why=f"{PROBLEM}; {HINT}", to_fix=True) if line in found else line
        for line in ignored
    )


def _conditional(ignored: Iterable[Ignored], is_readable: Readable) -> list[Ignored]:
    """The ignored lines that have a condition, and an order beside it."""
    found = []
    tries = _MOST_TRIES
    for line in ignored:
        if line.why.startswith(_KNOWN):
            found.append(line)
            continue
        if not line.why.startswith(_NO_ORDER) or not CONDITION.search(line.text):
            continue
        parts = [part.strip(" .!") for part in PARTS.split(line.text)]
        parts = [part for part in parts if part][:tries]
        tries -= len(parts)
        if any(map(is_readable, parts)):
            found.append(line)
    return found
