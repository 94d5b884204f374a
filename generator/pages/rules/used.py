"""Rules at work: which rules decided something in a game, how often, and where; by the chapters of
the rulebook, each with a name that an address may contain for good. And the measures that powers
vote on: their votes, their results and their effects."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from generator.engine.chronicle import Measure
from generator.engine.rulebook import Rule
from generator.engine.words import count
from generator.pages.base.gameview import PhaseLink, slugs
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicEvent
from generator.pages.maps.material import Material
from generator.pages.story.chronicle import Chronicle

_STYLES = ("rules.css",)


class Use(Struct):
    """A phase in which a rule decided something, how often, and the first place that shows it."""

    phase: PhaseLink
    anchor: str
    count: int

    @property
    def short(self) -> str:
        """The phase without its year: "movement" of "1621, movement"."""
        phase = self.phase
        return re.sub(rf"\s*\b{phase.year}\b[,:]?\s*", " ", phase.title).strip() or phase.title


class RuleUse(Struct):
    """A rule with all its uses. `notable` is the weightiest event that it brought about, and
    `where` its phase."""

    id: str
    title: str
    text: str
    uses: list[Use] = field(default_factory=list)
    notable: PublicEvent | None = None
    where: PhaseLink | None = None

    @property
    def total(self) -> int:
        return sum(use.count for use in self.uses)

    @property
    def years(self) -> tuple[tuple[int, tuple[Use, ...]], ...]:
        """The uses by year."""
        found: dict[int, list[Use]] = {}
        for use in self.uses:
            found.setdefault(use.phase.year, []).append(use)
        return tuple((year, tuple(own)) for year, own in found.items())


class UsedChapter(NamedTuple):
    """The rules of a chapter that were at work. `address` is its page, `of` counts its rules."""

    title: str
    address: str
    of: int
    rules: tuple[RuleUse, ...]

    @property
    def total(self) -> int:
        return sum(rule.total for rule in self.rules)


def used_rules_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The list of rules at work, and for each chapter of the rulebook a page with every use."""
    view = chronicle.view
    if not view.has("used"):
        return
    uses = rule_uses(chronicle)
    used = []
    for chapter in chapters_of(chronicle.game.ruleset.rulebook.rules):
        own = tuple(uses[rule.id] for rule in chapter.rules if rule.id in uses)
        if own:
            address = f"{view.address}rules/{chapter.slug}/"
            used.append(UsedChapter(chapter.title, address, len(chapter.rules), own))
    whole = len(chronicle.game.ruleset.rulebook.rules)
    # The list shows the first, the last and the best of what the chapters' pages have in full.
    values = {
        "chapters": tuple(
            (
                chapter.title,
                chapter.address,
                chapter.of,
                chapter.total,
                tuple(
                    (
                        rule.id,
                        rule.title,
                        rule.total,
                        rule.uses[0],
                        rule.uses[-1] if len(rule.uses) > 1 else None,
                        rule.notable,
                        rule.where,
                    )
                    for rule in chapter.rules
                ),
            )
            for chapter in used
        ),
        "size": f"{len(uses)} of {count(whole, 'rule')}",
        "total": sum(chapter.total for chapter in used),
    }
    yield chronicle.page(
        "rules/",
        "rulesused.html",
        values,
        title="Rules at work",
        tab="used",
        description=f"{view.title}: the rules that decided results, and every case.",
        styles=_STYLES,
    )
    for at, shown in enumerate(used):
        yield _chapter_page(chronicle, shown, used[at - 1 : at], used[at + 1 : at + 2])


def rule_counts(chronicle: Chronicle) -> dict[str, int]:
    """How often each rule was at work."""
    found: Counter[str] = Counter()
    for phase in chronicle.phases:
        for verdict in phase.told.verdicts:
            found.update(verdict.rules)
        found.update(event.rule for event in phase.events)
    rules = chronicle.game.ruleset.rulebook.rules
    return {rule.id: found[rule.id] for rule in rules if rule.id in found}


def rule_uses(chronicle: Chronicle) -> dict[str, RuleUse]:
    """Every rule that a verdict or an event names, in the rulebook's order."""
    rules = chronicle.game.ruleset.rulebook.rules
    found = {rule.id: RuleUse(rule.id, rule.title, rule.text) for rule in rules}
    for phase in chronicle.phases:
        named = [
            (rule, verdict.anchor) for verdict in phase.told.verdicts for rule in verdict.rules
        ]
        named += [(event.rule, event.anchor) for event in phase.events]
        for rule, anchor in named:
            if own := found.get(rule):
                if not own.uses or own.uses[-1].phase is not phase.link:
                    own.uses.append(Use(phase.link, anchor, 0))
                own.uses[-1].count += 1
        for event in phase.events:
            own = found.get(event.rule)
            if own and event.weight > (own.notable.weight if own.notable else 0):
                own.notable, own.where = event, phase.link
    return {rule: own for rule, own in found.items() if own.uses}


def _chapter_page(
    chronicle: Chronicle,
    chapter: UsedChapter,
    older: Sequence[UsedChapter],
    newer: Sequence[UsedChapter],
) -> Page:
    view = chronicle.view
    values = {
        "chapter": chapter,
        "older": tuple((chapter.title, chapter.address) for chapter in older),
        "newer": tuple((chapter.title, chapter.address) for chapter in newer),
    }
    return chronicle.page(
        chapter.address.removeprefix(view.address),
        "rulesusedchapter.html",
        values,
        title=chapter.title,
        tab="used",
        description=f"{view.title}, rules at work: {chapter.title}. "
        f"{len(chapter.rules)} of its {count(chapter.of, 'rule')} decided something.",
        crumbs=(Crumb("Rules at work", f"{view.address}rules/"),),
        styles=_STYLES,
    )


class Chapter(Struct, frozen=True):
    """A section of a rulebook. `slug` is its part of an address."""

    title: str
    slug: str
    rules: tuple[Rule, ...]


def chapters_of(rules: Sequence[Rule]) -> tuple[Chapter, ...]:
    """The chapters in the rulebook's order.

    A chapter is called by the part that its rules' ids share ("E19-MOV-4": `mov`), since ids stay
    while titles may be improved; by its title where that would not distinguish it from the others.
    """
    sections: dict[str, list[Rule]] = {}
    for rule in rules:
        sections.setdefault(rule.section, []).append(rule)
    # The part of an id between the rulebook's mark and the number: "MOV" of "E19-MOV-4".
    stems = {
        title: {"-".join(rule.id.split("-")[1:-1]) for rule in own}
        for title, own in sections.items()
    }
    every = [stem for own in stems.values() for stem in own]
    found: dict[str, str] = {}
    for number, (title, own) in enumerate(stems.items(), 1):
        stem = next(iter(own))
        name = stem if len(own) == 1 and stem and every.count(stem) == 1 else title
        # A name that would not do for a folder is completed from the title.
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        slug = slugs({plain: name})[plain]
        while not slug or slug in found.values():
            slug = f"{slug}-{number}".strip("-")
        found[title] = slug
    return tuple(Chapter(title, found[title], tuple(own)) for title, own in sections.items())


def measure_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of the measures, in the order of the rulebook."""
    view = chronicle.view
    if not view.has("measures"):
        return
    state = Material(chronicle.game, reader=chronicle.maker.reader).before
    measures = chronicle.game.ruleset.measures(state)
    history: dict[str, list[tuple[PhaseLink, PublicEvent]]] = {}
    for phase in chronicle.phases:
        for record in phase.told.records:
            if record.about:
                event = phase.events[record.event - 1]
                history.setdefault(record.about, []).append((phase.link, event))
    # Each with its history and, year by year, the phases in which it decided something.
    uses = rule_uses(chronicle)
    links = [phase.link for phase in chronicle.phases]
    courses = tuple(
        (measure, history.get(measure.id, ()), _use(measure, uses, links).years)
        for measure in measures
    )
    title = view.gazetteer.measures.capitalize()
    active = ", ".join(measure.name for measure in measures if measure.is_active)
    yield chronicle.page(
        "measures/",
        "measures.html",
        {"courses": courses, "last": view.latest, "active": active},
        title=title,
        tab="measures",
        description=f"{view.title}: {title}, {active or 'none of them'} in effect",
        styles=("rules.css",),
    )


def _use(measure: Measure, uses: Mapping[str, RuleUse], links: Iterable[PhaseLink]) -> RuleUse:
    """The uses of all rules of a measure together, each phase once."""
    every = [use for rule in measure.rules if rule in uses for use in uses[rule].uses]
    found = RuleUse(measure.id, measure.name, measure.means)
    for link in links:
        if own := [use for use in every if use.phase == link]:
            found.uses.append(Use(link, own[0].anchor, sum(use.count for use in own)))
    return found
