"""Lines with a condition ("if Germany attacks, A PAR - BUR"): no ruleset carries them out."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from typing import Final

from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.mail.reading import Ignored
from generator.mail.receipt import PhaseReceipt, Refused

__all__ = ["refuse_conditions", "without_conditions"]

PROBLEM: Final = "an order with a condition is not carried out"
HINT: Final = "write the order alone; a later mail may replace it"
_CONDITION = re.compile(
    r"\b(?:if|unless|otherwise|provided|in case|depending|falls|wenn|sonst|sofern|si|sinon|sauf"
    r"|se|als|tenzij)\b",
    re.IGNORECASE,
)
_PARTS = re.compile(rf"{_CONDITION.pattern}|\bthen\b|\bdann\b|\balors\b|[,;]|:\s", re.IGNORECASE)
_MOST_TRIES: Final = 40

Readable = Callable[[str], bool]


def refuse_conditions(
    one: PhaseReceipt, ignored: Iterable[Ignored], power: str, is_readable: Readable
) -> PhaseReceipt:
    """The receipt, in which lines with a condition stand among what will not be done: those that
    could not be read, and those that were taken for no orders."""
    refused = list(one.refused)
    problems: list[tuple[int, Complaint]] = []
    for line, complaint in one.problems:
        if complaint.severity == "error" and _CONDITION.search(complaint.text):
            known = any(each.why == complaint for each in one.refused)
            if not known:
                complaint = replace(complaint, problem=PROBLEM, hint=HINT)
                refused.append(Refused(complaint.text, complaint.text, line, complaint))
        problems.append((line, complaint))
    for each in _conditional(ignored, is_readable):
        complaint = Complaint("error", power, 0, 0, each.text, PROBLEM, HINT)
        refused.append(Refused(each.text, each.text, each.line, complaint))
        problems.append((each.line, complaint))
    refused.sort(key=lambda each: each.line)
    return replace(one, refused=tuple(refused), problems=tuple(problems))


def without_conditions(
    ignored: Iterable[Ignored], is_readable: Readable, *, told: bool
) -> tuple[Ignored, ...]:
    """The ignored lines without those with a condition, which are `told` elsewhere; or with a
    better reason for them."""
    ignored = tuple(ignored)
    found = _conditional(ignored, is_readable)
    if told:
        return tuple(one for one in ignored if one not in found)
    return tuple(replace(one, why=PROBLEM) if one in found else one for one in ignored)


def _conditional(ignored: Iterable[Ignored], is_readable: Readable) -> list[Ignored]:
    """The ignored lines that have a condition, and an order beside it."""
    found = []
    tries = _MOST_TRIES
    for one in ignored:
        if one.why != "no order" or not _CONDITION.search(one.text):
            continue
        parts = [part.strip(" .!") for part in _PARTS.split(one.text)]
        parts = [part for part in parts if part][:tries]
        tries -= len(parts)
        if any(map(is_readable, parts)):
            found.append(one)
    return found
