"""The report of a phase: what happened, section by section, and what only the referee may know."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.course import REFUSED
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.edition import Edition
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.report_entries import Numbered, event_table
from generator.rulesets.europe.report_tables import (
    ledger_table,
    placements_table,
    relations_table,
    score_table,
    strength_table,
    tracker_table,
)
from generator.rulesets.europe.state import EuropeState
from generator.rulesets.europe.words import unit_words

__all__ = ["report_phase"]

Played = Resolution[EuropeState]
Table = Callable[[EuropeState, Played], Section]
Part = tuple[str, tuple[str, ...]]
"""The title of a section, and the kinds of the events that it tells."""


def report_phase(edition: Edition, before: EuropeState, played: Played) -> tuple[Section, ...]:
    """The sections of a phase that have something to say, what is secret last.

    Events that no section names are told under "Also". Of phases whose refused orders are secret
    only those are listed order by order: what came off stands in the other sections.
    """
    phase = played.moment.phase
    public = [(number, event) for number, event in enumerate(played.events, 1) if event.public]
    sections = []
    if not edition.course[phase].secret >= REFUSED:
        shown = [verdict for verdict in played.verdicts if verdict.public]
        sections.append(Section("Orders", tuple(_by_power(before, shown)), part="verdicts"))
    told: set[str] = set()
    for part in _PARTS.get(phase, ()):
        if callable(part):
            sections.append(part(before, played))
            continue
        title, kinds = part
        told.update(kinds)
        sections.append(
            _told(played.state.facts, title, [one for one in public if one[1].kind in kinds])
        )
    if phase == "diplomatic":
        lines = [one for feature in edition.features for one in feature.report_lines(played.state)]
        sections.append(Section("In effect", tuple(lines)))
    silent = _SILENT | told
    sections.append(
        Section("Also", _lines(event for _, event in public if event.kind not in silent))
    )
    sections += _secrets(before, played)
    return tuple(one for one in sections if one.lines or one.rows)


def _told(facts: Facts, title: str, events: Sequence[Numbered]) -> Section:
    """Events as sentences; for pages also as a table, where all are of one kind that has one."""
    kinds = dict.fromkeys(event.kind for _, event in events)
    columns, entries = event_table(facts, kinds, events)
    lines = _lines(event for _, event in events)
    return Section(title, lines, columns=columns, entries=entries)


def _lines(events: Iterable[Event]) -> tuple[str, ...]:
    return tuple(f"{event.text} ({event.rule})" if event.rule else event.text for event in events)


def _by_power(before: EuropeState, verdicts: Sequence[Verdict]) -> Iterable[str]:
    """The verdicts, each with the power's name, its result and its reasons."""
    for verdict in verdicts:
        name = before.facts.name_of(verdict.power)
        reasons = "; ".join(map(str, verdict.reasons))
        note = f" [{verdict.note}]" if verdict.note else ""
        said = f": {reasons}" if reasons else ""
        yield f"{name}: {verdict.order}: {verdict.outcome}{note}{said}"


def _secrets(before: EuropeState, played: Played) -> list[Section]:
    """What only its author and the referee may know."""
    hidden = [verdict for verdict in played.verdicts if not verdict.public]
    refused = [verdict for verdict in hidden if verdict.outcome != "success"]
    made = [verdict for verdict in hidden if verdict.outcome == "success"]
    events = [event for event in played.events if not event.public]
    return [
        Section("Orders that do not count", tuple(_by_power(before, refused)), secret=True),
        Section("Orders that are secret", tuple(_by_power(before, made)), secret=True),
        Section("What is secret", _lines(events), secret=True),
    ]


def _may_retreat(before: EuropeState, played: Played) -> Section:
    """Who has to leave and may choose where to."""
    state = played.state
    name = state.facts.board.name_of
    lines = tuple(
        f"{unit_words(state.facts, one.owner, one.unit)}: to {', '.join(map(name, one.places))}"
        for one in state.displaced
    )
    return Section("May retreat", lines)


_SILENT: Final = frozenset({"placement", "score", "treasuries", "loans"})
"""Events whose figures stand in a table."""

_NEXT_YEAR: Final[tuple[Part, ...]] = (
    ("The new year", ("relation", "extension-year", "reichstag-rule", "papal-immunity")),
    ("INFs of the new year", ("allotment",)),
)

_PARTS: Final[Mapping[str, tuple[Part | Table, ...]]] = MappingProxyType(
    {
        "diplomatic": (
            placements_table,
            ("Diplomatic attacks, in the order resolved", ("diplomatic-attack",)),
            ("The Reichstag", ("reichstag", "reichstag-silent", "reichstag-void")),
            ("Declarations", ("declaration", "offer", "papal-immunity")),
            ("Changes of status", ("status",)),
            tracker_table,
            relations_table,
        ),
        "movement": (
            ("Dislodged", ("dislodged",)),
            ("Must leave", ("evicted",)),
            _may_retreat,
            ("Disbanded", ("disbanded",)),
            ("Standoffs", ("standoff",)),
            ("The Reichstag", ("reichstag", "reichstag-silent", "reichstag-void")),
            ("The immunity of the Papacy", ("papal-immunity",)),
        ),
        "retreats": (("Retreats", ("retreat",)), ("Disbanded", ("disbanded",))),
        "adjustment": (
            ("Powers eliminated", ("eliminated", "ties-ended", "infs-removed", "ownerless")),
            ("New states", ("founded",)),
            ("Captured", ("captured",)),
            ("Free again", ("liberated", "state-freed")),
            ("States captured", ("state-captured", "land-open")),
            ("Units lost", ("units-disbanded", "disbanded")),
            ("Kept by proxy", ("proxy",)),
            ("Changes of status", ("status",)),
            ("Confessional markers", ("marker",)),
        ),
        "builds": (
            ("Income", ("income",)),
            ("Transfers", ("transfer",)),
            ledger_table,
            ("Given up", ("disbanded", "reduced", "minor-disbanded")),
            ("States build", ("minor-built", "minor-build-blocked")),
            ("Purchases", ("purchase",)),
            strength_table,
        ),
        "scoring": (
            score_table,
            ("The game", ("lead", "tie", "extended", "game-over")),
            *_NEXT_YEAR,
        ),
        "vote": (("The game", ("extended", "tie", "game-over")), *_NEXT_YEAR),
    }
)
