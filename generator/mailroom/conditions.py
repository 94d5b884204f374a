"""Lines with a condition ("if Germany attacks, A PAR - BUR"): no ruleset carries them out."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from generator.engine.errors import Complaint
from generator.mailroom.layers import FORECAST
from generator.mailroom.phrases import CONDITION
from generator.mailroom.prose import WITH_CONDITION
from generator.mailroom.reading import Ignored
from generator.mailroom.receipt import PhaseReceipt, Refused

PROBLEM: Final = "an order with a condition is not carried out"
HINT: Final = "write the order without it; you can replace the order with a later mail"


def refuse_conditions(
    receipt: PhaseReceipt, ignored: Iterable[Ignored], power: str
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
    for each in filter(_is_conditional, ignored):
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


def without_conditions(ignored: Iterable[Ignored], *, told: bool) -> tuple[Ignored, ...]:
    """The ignored lines without those with a condition, which are `told` elsewhere; or with a
    better reason for them."""
    return tuple(
        replace(line, why=f"{PROBLEM}; {HINT}", to_fix=True) if _is_conditional(line) else line
        for line in ignored
        if not (told and _is_conditional(line))
    )


def _is_conditional(line: Ignored) -> bool:
    return line.why == WITH_CONDITION
