"""Rulebooks: a page with every rule of a ruleset under its own anchor, and one for each chapter.

The whole book is on one page, whose anchors are linked from everywhere. A chapter's page has more
about its rules: the games in which they were at work, and the tests that check them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache, partial
from types import MappingProxyType
from typing import Any, Final

from generator.engine.rulebook import PowerFacts, Rule, values_of
from generator.engine.ruleset import Ruleset
from generator.engine.words import count
from generator.pages.base.maker import Crumb, PageMaker
from generator.pages.base.page import Page, between, digest
from generator.pages.game.card import GameCard
from generator.pages.maps.drawing import map_styles
from generator.pages.maps.eyes import contrast_styles, key_styles, pattern_script
from generator.pages.rules.used import Chapter, chapters_of
from generator.rulesets import ruleset_folder
from generator.rulesets.coverage import Case, cases_folder, cases_of_rules, read_record

_COLOR = re.compile(r"#[0-9a-fA-F]{6}\Z")
_SLUG = re.compile(r"[a-z][a-z0-9-]*\Z")
_GAMES: Final = 20
"""Games that a rule names; where it was at work in more, these have it most."""
_EXAMPLES: Final = 3
"""Cases that a rule shows as its examples, the shortest."""
_STYLES = ("rules.css",)
Record = Mapping[str, tuple[str, ...]] | None
"""The tests of each rule; None where nothing is known of tests."""
Cases = Mapping[str, tuple[Case, ...]]
"""The cases of each rule in notation."""


RuleUses = tuple[Rule, int, tuple[tuple[str, str, int], ...]]
"""A rule, how often it was at work, and in which games, those first in which it was most: title,
address of the game's rules at work, and how often."""


_NO_TRIALS: Final[Mapping[str, str]] = MappingProxyType({})


def rulebook_pages(
    maker: PageMaker,
    rulesets: Sequence[Any],
    games: Sequence[GameCard] = (),
    trials: Mapping[str, str] = _NO_TRIALS,
) -> Iterator[Page]:
    """The list of rulebooks, then each rulebook with its chapters. `games` have their rules,
    `trials` are the addresses of the trials of rulesets."""
    listed = tuple(
        {
            "id": ruleset.id,
            "title": ruleset.title,
            "credit": ruleset.rulebook.credit,
            "size": count(len(ruleset.rulebook.rules), "rule"),
            "games": tuple(
                (card.title, card.address) for card in games if card.ruleset == ruleset.id
            ),
            "trial": trials.get(ruleset.id, ""),
        }
        for ruleset in rulesets
    )

    def index_values() -> Mapping[str, Any]:
        return {
            "rulebooks": listed,
            "title": "Rulebooks",
            "description": "The rulebooks of the games on this site, with numbered rules.",
            "styles": _STYLES,
        }

    inputs = (("rulesets", digest(repr(listed))),)
    yield maker.page("rules/", "rules", "rulebooks.html", inputs, index_values)
    for ruleset in rulesets:
        of_it = [card for card in games if card.ruleset == ruleset.id]
        yield from _book(maker, ruleset, of_it, trials.get(ruleset.id, ""))


def ruleset_styles(maker: PageMaker, rulesets: Sequence[Any]) -> Iterator[Page]:
    """The colors of each ruleset's powers: for pages, for pages with a map, and those that readers
    may ask for."""
    for ruleset in rulesets:
        yield _styles_file(maker, ruleset, "powers.css", power_styles)
        yield _styles_file(
            maker, ruleset, "map.css", lambda powers: power_styles(powers) + map_styles(powers)
        )
        yield _styles_file(maker, ruleset, "contrast.css", contrast_styles)
        yield _styles_file(maker, ruleset, "patterns.js", pattern_script)


def _book(
    maker: PageMaker, ruleset: Ruleset[Any], games: Sequence[GameCard], trial: str
) -> Iterator[Page]:
    address = f"rules/{ruleset.id}/"
    chapters = tuple(
        (chapter, tuple(_uses(rule, games) for rule in chapter.rules))
        for chapter in chapters_of(ruleset.rulebook.rules)
    )
    # Part of the program, whose digest every page depends on; and not read before a page needs it.
    record = lru_cache(maxsize=1)(partial(read_record, ruleset_folder(ruleset.id)))
    folder = cases_folder() / ruleset_folder(ruleset.id).name
    cases = lru_cache(maxsize=1)(partial(cases_of_rules, folder))
    yield _whole_page(maker, ruleset, address, chapters, record, trial)
    for before, (chapter, rules), after in between(chapters):
        near = before and before[0], after and after[0]
        yield _chapter_page(maker, ruleset, address, chapter, rules, near, record, cases)


def _uses(rule: Rule, games: Sequence[GameCard]) -> RuleUses:
    uses = [
        (card.title, card.rules_at_work, card.uses[rule.id])
        for card in games
        if card.uses and rule.id in card.uses
    ]
    uses.sort(key=lambda use: -use[2])
    return rule, sum(number for _, _, number in uses), tuple(uses)


def _whole_page(
    maker: PageMaker,
    ruleset: Ruleset[Any],
    address: str,
    chapters: Sequence[tuple[Chapter, Sequence[RuleUses]]],
    record: Callable[[], Record],
    trial: str,
) -> Page:
    credit = ruleset.rulebook.credit
    options = tuple(
        (option.title, tuple((str(value), means) for value, means in option.choices.items()),
         str(option.default), option.rule, "" if option.choices else values_of(option))
        for option in ruleset.options.values()
    )  # fmt: skip
    shown = tuple(
        (
            chapter.title,
            chapter.slug,
            tuple(
                (rule.id, rule.title, rule.text, rule.reading, total) for rule, total, _ in rules
            ),
        )
        for chapter, rules in chapters
    )

    def values() -> Mapping[str, Any]:
        tests = record()
        size = count(len(ruleset.rulebook.rules), "rule")
        tested = sum(1 for rule in ruleset.rulebook.rules if tests and rule.id in tests)
        return {
            "ruleset": ruleset.id,
            "title": ruleset.title,
            "credit": credit,
            "description": f"The rulebook of {ruleset.title}{f', {credit}' if credit else ''}: "
            f"{size}, each with its number.",
            "address": address,
            "chapters": tuple(
                (
                    title,
                    slug,
                    tuple((*rule, tests is not None and rule[0] not in tests) for rule in rules),
                )
                for title, slug, rules in shown
            ),
            "options": options,
            "size": size,
            "trial": trial,
            "tested": "" if tests is None else f"{tested} of {size} are checked by tests.",
            "styles": _STYLES,
            "scripts": ("rules.js",),
        }

    inputs = (("rules", digest(repr((ruleset.title, credit, shown, options, trial)))),)
    return maker.page(address, "rules", "rulebook.html", inputs, values)


def _chapter_page(
    maker: PageMaker,
    ruleset: Ruleset[Any],
    address: str,
    chapter: Chapter,
    rules: Sequence[RuleUses],
    near: tuple[Chapter | None, Chapter | None],
    record: Callable[[], Record],
    cases: Callable[[], Cases],
) -> Page:
    shown = tuple(
        (rule.id, rule.title, rule.text, rule.reading, uses[:_GAMES], max(0, len(uses) - _GAMES))
        for rule, _, uses in rules
    )
    older, newer = (
        (other.title, f"{address}{other.slug}/") if other is not None else None for other in near
    )

    def values() -> Mapping[str, Any]:
        tests = record()
        return {
            "title": chapter.title,
            "description": f"{ruleset.title}, {chapter.title}: the games in which each rule was "
            "applied, its examples, and the tests that check it.",
            "book": ruleset.title,
            "address": address,
            "crumbs": (Crumb("Rulebooks", "rules/"), Crumb(ruleset.title, address)),
            "rules": tuple(
                (
                    *row,
                    *_examples(cases().get(row[0], ())),
                    None if tests is None else _named(tests.get(row[0], ())),
                )
                for row in shown
            ),
            "older": older,
            "newer": newer,
            "styles": _STYLES,
        }

    inputs = (("rules", digest(repr((ruleset.title, chapter.title, older, newer, shown)))),)
    return maker.page(f"{address}{chapter.slug}/", "rules", "rulechapter.html", inputs, values)


def _examples(cases: Sequence[Case]) -> tuple[tuple[tuple[str, str], ...], int]:
    """The first cases, each with its title and lines, and how many there are more."""
    shown = tuple(
        (case.title, "\n".join(line for _, line in (*case.begin, *case.lines)))
        for case in cases[:_EXAMPLES]
    )
    return shown, len(cases) - len(shown)


def _named(tests: Sequence[str]) -> tuple[tuple[str, str], ...]:
    """Tests by file: "tests/rules/x.py::test_neutral_is_closed" -> its file and "neutral is
    closed"."""
    pairs = (test.partition("::") for test in tests)
    return tuple((file, name.split("::")[-1].removeprefix("test_").replace("_", " "))
                 for file, _, name in pairs)  # fmt: skip


def _styles_file(
    maker: PageMaker,
    ruleset: Ruleset[Any],
    name: str,
    css: Callable[[Mapping[str, PowerFacts]], str],
) -> Page:
    inputs = (("powers", digest(repr(tuple(ruleset.powers.values())))),)
    address = f"rules/{ruleset.id}/{name}"
    return maker.file(address, "file", inputs, lambda: css(ruleset.powers).encode())


def power_styles(powers: Mapping[str, PowerFacts]) -> str:
    """A class for each power's color. Invalid ids and colors are left out."""
    return key_styles(
        {
            power: facts.color
            for power, facts in powers.items()
            if _SLUG.match(power) and _COLOR.match(facts.color)
        }
    )
