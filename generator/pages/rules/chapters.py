"""The chapters of a rulebook, with a name for each that an address may contain for good."""

from __future__ import annotations

import re
from collections.abc import Sequence

from msgspec import Struct

from generator.engine.rulebook import Rule
from generator.pages.base.gameview import slugs


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
