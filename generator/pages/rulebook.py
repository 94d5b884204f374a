"""Rulebook pages: every rule of a ruleset under its own anchor, and a list of all rulebooks."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from generator.engine.rulebook import Rule
from generator.engine.ruleset import PowerFacts
from generator.pages.house import House
from generator.pages.maps import map_styles
from generator.pages.page import Page, digest
from generator.pages.words import counted

__all__ = ["power_styles", "rulebook_pages"]

_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_SLUG = re.compile(r"[a-z][a-z0-9-]*\Z")


@dataclass(frozen=True, slots=True)
class Chapter:
    """A section of the rulebook."""

    title: str
    anchor: str
    rules: tuple[Rule, ...]


def rulebook_pages(house: House, rulesets: Sequence[Any]) -> Iterator[Page]:
    """The list of rulebooks, then each rulebook with the colors of its powers."""
    listed = tuple(
        (one.id, one.title, counted(len(one.rulebook.rules), "rule")) for one in rulesets
    )

    def index_values() -> Mapping[str, Any]:
        return {"rulebooks": listed, "title": "Rulebooks"}

    inputs = (("rulesets", digest(repr(listed))),)
    yield house.page("rules/", "rules", "rulebooks.html", inputs, index_values)
    for ruleset in rulesets:
        yield _rulebook_page(house, ruleset)
        yield _styles_file(house, ruleset, "powers.css", power_styles)
        yield _styles_file(house, ruleset, "map.css", map_styles)


def _rulebook_page(house: House, ruleset: Any) -> Page:
    chapters = _chapters(ruleset.rulebook.rules)
    options = tuple(
        (option.title, tuple((str(value), means) for value, means in option.choices.items()),
         str(option.default), option.rule)
        for option in ruleset.options.values()
    )  # fmt: skip

    def values() -> Mapping[str, Any]:
        return {
            "ruleset": ruleset.id,
            "title": ruleset.title,
            "chapters": chapters,
            "options": options,
            "size": counted(len(ruleset.rulebook.rules), "rule"),
        }

    inputs = (("rules", digest(repr((ruleset.title, chapters, options)))),)
    return house.page(f"rules/{ruleset.id}/", "rules", "rulebook.html", inputs, values)


def _chapters(rules: Sequence[Rule]) -> tuple[Chapter, ...]:
    titles = dict.fromkeys(rule.section for rule in rules)
    return tuple(
        Chapter(title, f"chapter-{number}", tuple(one for one in rules if one.section == title))
        for number, title in enumerate(titles, 1)
    )


def _styles_file(
    house: House, ruleset: Any, name: str, css: Callable[[Mapping[str, PowerFacts]], str]
) -> Page:
    inputs = (("powers", digest(repr(tuple(ruleset.powers.values())))),)

    def make() -> bytes:
        return css(ruleset.powers).encode()

    return house.file(f"rules/{ruleset.id}/{name}", "file", inputs, make)


def power_styles(powers: Mapping[str, PowerFacts]) -> str:
    """A class for each power's color. Ids and colors that are none are left out."""
    return "".join(
        f".pw-{power}{{--c0:{facts.color}}}\n"
        for power, facts in powers.items()
        if _SLUG.match(power) and _COLOR.match(facts.color)
    )
