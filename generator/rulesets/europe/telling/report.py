"""The report of a phase: its events, section by section, and the facts that only the referee may
know; its summary in one to three sentences, and the treasuries of the powers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import Final

from generator.engine.course import FEATURES, REFUSED
from generator.engine.events import EventKind, Numbered, by_slug, event_lines, event_section
from generator.engine.phases import Resolution
from generator.engine.report import Section
from generator.engine.verdicts import Event, Verdict
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps import (
    capture_reports,
    declarations,
    elimination,
    income,
    influence,
    markers,
    minor_builds,
    purchases,
    scores,
    statuses,
    transfers,
    unit_orders,
    year,
)
from generator.rulesets.europe.telling.report_tables import (
    ledger_table,
    placements_table,
    relations_table,
    score_table,
    strength_table,
    tracker_table,
)
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.wording import headlines, unit_words

EVENTS: Final[tuple[EventKind, ...]] = (
    elimination.ELIMINATED, elimination.FOUNDED, elimination.TIES_ENDED,
    elimination.INFS_REMOVED, elimination.OWNERLESS,
    scores.GAME_OVER, scores.TIE, scores.LEAD, scores.SCORE,
    declarations.DECLARATION, declarations.OFFER, statuses.STATUS,
    influence.PLACEMENT, influence.ATTACK,
    unit_orders.DISLODGED, unit_orders.EVICTED, unit_orders.STANDOFF, unit_orders.IGNORED,
    unit_orders.RETREAT,
    capture_reports.CAPTURED, capture_reports.STATE_CAPTURED, capture_reports.LAND_OPEN,
    capture_reports.STATE_FREED, capture_reports.LIBERATED, capture_reports.PROXY,
    unit_orders.DISBANDED, capture_reports.UNITS_DISBANDED, markers.MARKER,
    purchases.PURCHASE, purchases.PURCHASE_SEEN, minor_builds.MINOR_BUILT,
    minor_builds.MINOR_BUILD_BLOCKED, minor_builds.MINOR_DISBANDED, purchases.REDUCED,
    income.INCOME, income.DONATION, income.MAINTENANCE, transfers.TRANSFER, transfers.LOANS,
    purchases.TREASURIES, year.RELATION, year.EXTENSION_YEAR, year.ALLOTMENT,
)  # fmt: skip
"""The family's kinds of events, in their order in summaries."""


def events_of(edition: Edition) -> tuple[EventKind, ...]:
    """The kinds of events of the family and of an edition's features, in the order of a summary."""
    return (*EVENTS, *(kind for feature in edition.features for kind in feature.events))


Played = Resolution[EuropeState]
Table = Callable[[Edition, EuropeState, Played], Section]


def report_phase(edition: Edition, before: EuropeState, played: Played) -> tuple[Section, ...]:
    """The sections of a phase that are not empty, with secret facts last.

    Events of no section are listed under "Also". Of phases whose refused orders are secret only
    those are listed order by order: successful orders are in the other sections.
    """
    phase = played.moment.phase
    public = [(number, event) for number, event in enumerate(played.events, 1) if event.public]
    sections = []
    if not edition.course[phase].secret >= REFUSED:
        shown = [verdict for verdict in played.verdicts if verdict.public]
        sections.append(Section("Orders", tuple(_by_power(before, shown)), part="verdicts"))
    kinds = by_slug(events_of(edition))
    sections_named = edition.course[phase].sections
    known = frozenset(section for each in edition.course.phases for section in each.sections)
    untold: list[Event] = []
    told: dict[str, list[Numbered]] = {}
    for number, event in public:
        kind = kinds.get(event.kind)
        title = _title(sections_named, known, kind) if kind is not None else ""
        if title:
            told.setdefault(title, []).append((number, event))
        elif kind is None or not kind.tabled:
            untold.append(event)
    of_features = tuple(title for title in told if title not in sections_named)
    for name in sections_named:
        if name in _TABLES:
            sections.append(_TABLES[name](edition, before, played))
            continue
        for title in of_features if name == FEATURES else (name,):
            if title in told:
                sections.append(event_section(played.state.facts, kinds, title, told[title]))
    if "politics" in edition.course[phase].traits:
        lines = [line for one in edition.features for line in one.report_lines(played.state)]
        sections.append(Section("In effect", tuple(lines)))
    sections.append(Section("Also", event_lines(untold)))
    hidden = [verdict for verdict in played.verdicts if not verdict.public]
    refused = [verdict for verdict in hidden if verdict.outcome != "success"]
    made = [verdict for verdict in hidden if verdict.outcome == "success"]
    events = [event for event in played.events if not event.public]
    sections += [
        Section("Orders that do not count", tuple(_by_power(before, refused)), secret=True),
        Section("Orders that are secret", tuple(_by_power(before, made)), secret=True),
        Section("What is secret", event_lines(events), secret=True),
    ]
    return tuple(section for section in sections if section.lines or section.rows)


def _title(sections: Sequence[str], known: Container[str], kind: EventKind) -> str:
    """The section of a phase for events of a kind; "" for no section. `known` are the sections of
    all phases: a section that is not among them is a feature's."""
    for title in kind.sections:
        if title in sections or (title not in known and FEATURES in sections):
            return title
    return ""


def _by_power(before: EuropeState, verdicts: Sequence[Verdict]) -> Iterable[str]:
    """The verdicts, each with the power's name, its result and its reasons."""
    for verdict in verdicts:
        yield f"{before.facts.name_of(verdict.power)}: {verdict.order}: {verdict.why}"


def _may_retreat(edition: Edition, before: EuropeState, played: Played) -> Section:
    """The owners of units that have to leave, and the places they may choose."""
    state = played.state
    name = state.facts.board.name_of
    lines = tuple(
        f"{unit_words(state.facts, displaced.owner, displaced.unit)}: "
        f"to {', '.join(map(name, displaced.places))}"
        for displaced in state.displaced
    )
    return Section("May retreat", lines)


_TABLES: Final[Mapping[str, Table]] = MappingProxyType({
    "placements": placements_table,
    "tracker": tracker_table,
    "relations": relations_table,
    "may retreat": _may_retreat,
    "ledger": ledger_table,
    "strengths": strength_table,
    "scores": score_table,
})  # fmt: skip
"""The tables that a phase names among the sections of its report."""


SENTENCES: Final = 3


def summarize(
    edition: Edition, before: EuropeState, resolution: Resolution[EuropeState]
) -> tuple[str, ...]:
    """Sum up the changes in one to three sentences: the weightiest, in the order of the phase."""
    found = headlines(
        before.facts,
        events_of(edition),
        edition.course[resolution.moment.phase],
        [event for event in resolution.events if event.public],
        [verdict for verdict in resolution.verdicts if verdict.public],
    )
    best = sorted(found, key=lambda headline: -headline[1])[:SENTENCES]
    said = [_sentence(headline[0]) for headline in found if headline in best]
    return tuple(dict.fromkeys(said))[:SENTENCES] or ("Nothing changes.",)


def _sentence(text: str) -> str:
    text = text[:1].upper() + text[1:]
    return text if text.endswith((".", "!", "?")) else f"{text}."


def strength_of(state: EuropeState, power: str) -> int:
    """The military strength of a power: the strengths of all its own units."""
    return sum(unit.strength for unit in state.units.get(power, ()))


def treasuries_of(state: EuropeState, *, revealed: bool = False) -> Mapping[str, Mapping[str, int]]:
    """The money of the powers that are left, under "treasury"; nothing where there is no money, or
    it is secret and has not been revealed."""
    rules = state.facts.treasury
    if not (rules.kept and (rules.public or state.ending or revealed)):
        return {}
    return {"treasury": {power: state.treasury.get(power, 0) for power in state.living}}


def standings(edition: Edition, state: EuropeState) -> tuple[tuple[str, Mapping[str, int]], ...]:
    """The last scores, after what victory is measured by where that is something else, then what
    powers hold, of all that are left."""
    living = state.living
    holders = state.standing.holders
    score = {power: sum(state.scores.get(power, {}).values()) for power in living}
    # Counted in one pass each: the pages ask for the standings of every phase several times.
    centers = Counter(holders[code] for code in state.facts.centers)
    patrons = Counter(status.patron for status in state.statuses.values())
    counts: list[tuple[str, Mapping[str, int]]] = [
        ("Score", score),
        ("Centers", {power: centers[power] for power in living}),
        ("States", {power: patrons[power] for power in living}),
        ("Strength", {power: strength_of(state, power) for power in living}),
        *(("Treasury", numbers) for numbers in treasuries_of(state).values()),
    ]
    tally = edition.tally(state)
    if tally is not None:
        counts.insert(0, ("Rounds", tally))
    return tuple((label, MappingProxyType(numbers)) for label, numbers in counts)


def position_words(state: EuropeState) -> str:
    """The position in words, for those who do not see the map."""
    facts = state.facts
    parts = []
    for power in state.living:
        units = ", ".join(map(str, state.units.get(power, ()))) or "no units"
        own = [facts.name_of(code) for code, one in state.statuses.items() if one.patron == power]
        taken = [facts.board.name_of(c) for c, one in state.captures.items() if one.holder == power]
        follows = f"; aligned: {', '.join(own)}" if own else ""
        holds = f"; holds {', '.join(taken)}" if taken else ""
        parts.append(f"{facts.name_of(power)}: {units}{follows}{holds}.")
    neutral = [facts.name_of(c) for c, one in state.statuses.items() if one.kind == "neutral"]
    if neutral:
        parts.append(f"Neutral: {', '.join(neutral)}.")
    return " ".join(parts)
