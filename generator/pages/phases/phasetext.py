"""A phase as plain text: to paste where only text goes."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages.base.words import look_of
from generator.pages.story.chronicle import Chronicle, ChroniclePhase


def phase_text(chronicle: Chronicle, phase: ChroniclePhase) -> str:
    """What changed, every public order with what became of it, and what happened, by its rules."""
    return "\n".join(_report_lines(chronicle, phase)) + "\n"


def _report_lines(chronicle: Chronicle, phase: ChroniclePhase) -> Iterator[str]:
    facts, view = phase.facts, chronicle.view
    title = f"{view.title}: {phase.link.title}"
    yield title
    yield "=" * len(title)
    if facts is None:
        return
    yield ""
    yield from facts.summary
    yield f"{facts.tally[:1].upper()}{facts.tally[1:]}."
    orders: dict[str, list[tuple[str, str]]] = {}
    for verdict in facts.verdicts:
        look = look_of(verdict.outcome, verdict.kind)
        orders.setdefault(verdict.power, []).append((verdict.order, look.word))
    for power, rows in orders.items():
        yield ""
        yield view.side(power).name.upper()
        width = min(60, max(len(order) for order, _ in rows))
        yield from (f"  {order:<{width}}  {word}" for order, word in rows)
    if facts.events:
        yield ""
        yield "WHAT HAPPENED"
        for event in facts.events:
            yield f"- {event.text}{f' ({event.rule})' if event.rule else ''}"
    for ruling in facts.rulings:
        yield ""
        yield f"RULING {ruling.number}{f' ({ruling.rule})' if ruling.rule else ''}"
        yield f"  {ruling.reason}"
    base = chronicle.maker.settings.base
    if base:
        yield ""
        yield f"Every verdict with its reasons: {base}{phase.link.address}"
