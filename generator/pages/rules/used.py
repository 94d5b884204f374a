"""Rules at work: which rules decided something in a game, how often, and where; by the chapters of
the rulebook, each with a name that an address may contain for good."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec import Struct, field

from generator.engine.rulebook import Rule
from generator.engine.words import count
from generator.pages.base.gameview import PhaseLink, slugs
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicEvent
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

_STYLES = ("rules.css",)


class Use(Struct, frozen=True):
    """A phase in which a rule decided something, how often, and where that first stands."""

    phase: PhaseLink
    anchor: str
    count: int

    @property
    def short(self) -> str:
        """The phase without its year: "movement"."""
        return _without_year(self.phase)


class _Tally(Struct):
    uses: dict[str, tuple[PhaseLink, str, int]] = field(default_factory=dict)
    best: PublicEvent | None = None
    where: PhaseLink | None = None


class RuleUse(NamedTuple):
    """A rule with all its uses. `notable` is the weightiest event that it brought about, and
    `where` its phase."""

    id: str
    title: str
    text: str
    total: int
    uses: tuple[Use, ...]
    notable: PublicEvent | None
    where: PhaseLink | None

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
    chapters = tuple(
        _used_chapter(view.address, chapter, uses)
        for chapter in chapters_of(chronicle.game.ruleset.rulebook.rules)
    )
    used = tuple(chapter for chapter in chapters if chapter.rules)
    whole = len(chronicle.game.ruleset.rulebook.rules)
    # The list shows the first, the last and the best of what the chapters' pages have in full.
    values = {
        "chapters": tuple(
            (
                chapter.title,
                chapter.address,
                chapter.of,
                chapter.total,
                tuple(_row(rule) for rule in chapter.rules),
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
    for at, chapter in enumerate(used):
        yield _chapter_page(chronicle, chapter, used[at - 1 : at], used[at + 1 : at + 2])


def rule_counts(chronicle: Chronicle) -> dict[str, int]:
    """How often each rule was at work."""
    found: Counter[str] = Counter()
    for phase in chronicle.phases:
        for verdict in phase.facts.verdicts if phase.facts else ():
            found.update(verdict.rules)
        found.update(event.rule for event in phase.events)
    rules = chronicle.game.ruleset.rulebook.rules
    return {rule.id: found[rule.id] for rule in rules if rule.id in found}


def rule_uses(chronicle: Chronicle) -> dict[str, RuleUse]:
    """Every rule that a verdict or an event names, in the rulebook's order."""
    found: dict[str, _Tally] = {}
    for phase in chronicle.phases:
        for verdict in phase.facts.verdicts if phase.facts else ():
            for rule in verdict.rules:
                _count(found, rule, phase, verdict.anchor)
        for event in phase.events:
            if event.rule:
                own = _count(found, event.rule, phase, event.anchor)
                if event.weight > (own.best.weight if own.best else 0):
                    own.best, own.where = event, phase.link
    return {
        rule.id: _rule_use(rule.id, rule.title, rule.text, found[rule.id])
        for rule in chronicle.game.ruleset.rulebook.rules
        if rule.id in found
    }


def _count(found: dict[str, _Tally], rule: str, phase: ChroniclePhase, anchor: str) -> _Tally:
    own = found.setdefault(rule, _Tally())
    shown, first, number = own.uses.get(phase.link.address, (phase.link, anchor, 0))
    own.uses[phase.link.address] = (shown, first, number + 1)
    return own


def _rule_use(rule: str, title: str, text: str, own: _Tally) -> RuleUse:
    uses = tuple(Use(*use) for use in own.uses.values())
    total = sum(use.count for use in uses)
    return RuleUse(rule, title, text, total, uses, own.best, own.where)


def _used_chapter(address: str, chapter: Chapter, uses: dict[str, RuleUse]) -> UsedChapter:
    own = tuple(uses[rule.id] for rule in chapter.rules if rule.id in uses)
    return UsedChapter(chapter.title, f"{address}rules/{chapter.slug}/", len(chapter.rules), own)


def _row(rule: RuleUse) -> tuple[object, ...]:
    return (
        rule.id,
        rule.title,
        rule.total,
        rule.uses[0],
        rule.uses[-1] if len(rule.uses) > 1 else None,
        rule.notable,
        rule.where,
    )


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


def _without_year(phase: PhaseLink) -> str:
    """ "movement" of "1621, movement", "Spring movement" of "Spring 1901, movement"."""
    return re.sub(rf"\s*\b{phase.year}\b[,:]?\s*", " ", phase.title).strip() or phase.title


class Chapter(Struct, frozen=True):
    """A section of a rulebook. `slug` is its part of an address."""

    title: str
    slug: str
    rules: tuple[Rule, ...]


def chapters_of(rules: Sequence[Rule]) -> tuple[Chapter, ...]:
    """The chapters in the rulebook's order.

    A chapter is called by what its rules' ids have in common ("E19-MOV-4": `mov`), since ids stay
    while titles may be improved; by its title where that would not tell it from the others.
    """
    sections: dict[str, list[Rule]] = {}
    for rule in rules:
        sections.setdefault(rule.section, []).append(rule)
    stems = {title: {_stem(rule.id) for rule in own} for title, own in sections.items()}
    every = [stem for own in stems.values() for stem in own]
    found: dict[str, str] = {}
    for number, (title, own) in enumerate(stems.items(), 1):
        stem = next(iter(own))
        name = stem if len(own) == 1 and stem and every.count(stem) == 1 else title
        # What a name needs added, where it is none for a folder, is taken from the title.
        plain = re.sub(r"[^a-z0-9]+", "-", title.lower()).strip("-")
        slug = slugs({plain: name})[plain]
        while not slug or slug in found.values():
            slug = f"{slug}-{number}".strip("-")
        found[title] = slug
    return tuple(Chapter(title, found[title], tuple(own)) for title, own in sections.items())


def _stem(rule: str) -> str:
    """The part of an id between the rulebook's mark and the number: "MOV" of "E19-MOV-4"."""
    parts = rule.split("-")
    return "-".join(parts[1:-1]) if len(parts) > 2 else ""
