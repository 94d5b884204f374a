"""The referee's rulings: a list of them, and a page for each with all that rests on it."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.engine.primer import TaughtRuling
from generator.engine.rulings import announced_decision, names_ruling
from generator.engine.words import count, headed
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicEvent, PublicRuling, PublicVerdict
from generator.pages.base.words import OutcomeLook, look_of
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.corrections import correction_list

_STYLES = ("rules.css",)


class RulingRow(NamedTuple):
    """A ruling in a list. `decision` is what was decided, or the kind of it; `anchor` is that of
    its event on the phase's page, or ""."""

    year: int
    number: int
    address: str
    kind: str
    decision: str
    reason: str
    rule: str
    phase: PhaseLink
    anchor: str
    orders: int

    @property
    def name(self) -> str:
        return f"Ruling {self.number} of {self.year}"


RuledOrder = tuple[PhaseLink, PublicVerdict, OutcomeLook]
"""An order that a ruling gave or struck, or whose verdict rests on it."""


def ruling_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The list of rulings and the page of each. Secret rulings are not among the facts."""
    view = chronicle.view
    if not view.has("rulings"):
        return
    ruled = any(facts.rulings for facts in chronicle.facts)
    kinds = chronicle.game.ruleset.primer().rulings if ruled else {}
    found = [
        (phase, ruling, _row(chronicle, phase, ruling, kinds))
        for phase in chronicle.phases
        for ruling in phase.told.rulings
    ]
    rows = tuple(row for _, _, row in found)
    yield chronicle.page(
        "rulings/",
        "rulings.html",
        {
            "rulings": rows,
            "count": count(len(rows), "ruling") if rows else "none yet",
            "corrections": correction_list(chronicle.game, view),
        },
        title="Rulings",
        tab="rulings",
        description=f"{view.title}: the referee’s decisions, with reasons and effects.",
        styles=_STYLES,
    )
    for at, (phase, ruling, row) in enumerate(found):
        yield _ruling_page(chronicle, phase, ruling, rows, at, kinds.get(row.kind))


def _row(
    chronicle: Chronicle,
    phase: ChroniclePhase,
    ruling: PublicRuling,
    kinds: Mapping[str, TaughtRuling],
) -> RulingRow:
    kind = kinds.get(ruling.kind)
    decision, anchor = decision_of(ruling, phase.events)
    return RulingRow(
        phase.year,
        ruling.number,
        chronicle.view.ruling_address(phase.year, ruling.number),
        ruling.kind,
        decision or (kind.title if kind else ruling.kind),
        ruling.reason,
        ruling.rule if ruling.rule in chronicle.view.rule_ids else "",
        phase.link,
        anchor,
        sum(verdict.ruling == ruling.number for verdict in phase.told.verdicts),
    )


def decision_of(ruling: PublicRuling, events: Sequence[PublicEvent]) -> tuple[str, str]:
    """The decision, from the event that announces it: "Ruling 2: DECISION (REASON)", and the anchor
    of that event; "" for both without one.

    Rulesets report each ruling in that form, and know names and figures that the bare facts of the
    ruling lack.
    """
    for event in events:
        if event.ruling == ruling.number:
            said = announced_decision(event.text, ruling.reason)
            return headed(said), event.anchor
    return "", ""


def _ruling_page(
    chronicle: Chronicle,
    phase: ChroniclePhase,
    ruling: PublicRuling,
    rows: Sequence[RulingRow],
    at: int,
    kind: TaughtRuling | None,
) -> Page:
    view, row = chronicle.view, rows[at]
    rule = next(
        (rule for rule in chronicle.game.ruleset.rulebook.rules if rule.id == row.rule), None
    )
    year = chronicle.of_year(phase.year)
    later = year[year.index(phase) + 1 :]
    values = {
        "ruling": row,
        "kind": (kind.title, kind.means) if kind else ("", ""),
        "rule": (rule.id, rule.title, rule.text) if rule else None,
        "facts": ruling.facts,
        "orders_touched": tuple(_orders(phase, ruling.number)),
        "events": tuple(
            event for event in _events(phase, ruling.number) if event[1].anchor != row.anchor
        ),
        "later_orders": tuple(order for phase in later for order in _orders(phase, ruling.number)),
        "later_events": tuple(event for phase in later for event in _events(phase, ruling.number)),
        "same": tuple(
            (other.name, other.address, other.decision)
            for other in rows
            if other.rule == row.rule and other is not row and row.rule
        ),
        "older": (rows[at - 1].name, rows[at - 1].address) if at else None,
        "newer": (rows[at + 1].name, rows[at + 1].address) if at + 1 < len(rows) else None,
    }
    return chronicle.page(
        f"rulings/{row.year}-{row.number}/",
        "ruling.html",
        values,
        title=row.name,
        tab="rulings",
        description=f"{view.title}, {row.name.lower()}: {row.decision}. {row.reason}",
        crumbs=(Crumb("Rulings", f"{view.address}rulings/"),),
        styles=_STYLES,
    )


def _orders(phase: ChroniclePhase, number: int) -> Iterator[RuledOrder]:
    """The orders of a phase whose verdicts name the ruling of the year."""
    for verdict in phase.told.verdicts:
        if verdict.ruling == number:
            look = look_of(verdict.outcome, verdict.kind)
            yield phase.link, verdict, look


def _events(phase: ChroniclePhase, number: int) -> Iterator[tuple[PhaseLink, PublicEvent]]:
    """The events of a phase that name the ruling of the year."""
    for event in phase.events:
        if names_ruling(event.text, number):
            yield phase.link, event
