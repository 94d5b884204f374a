"""A rulebook as data: numbered rules in our own words, which rule explains which cause, what the
powers are called, and the options that the rulebook leaves to a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from generator.engine.errors import FileError
from generator.engine.typed import range_words, value_words
from generator.engine.words import nearest


class Rule(Struct, frozen=True):
    """One rule. `section` is its heading; `reading` is how this program reads the rule where the
    rulebook can be read in several ways."""

    id: str
    title: str
    text: str
    section: str = ""
    reading: str = ""


class Rulebook(Struct, frozen=True):
    """All rules of a ruleset, in the rulebook's order.

    `causes` maps the engine's names for what decided a result ("bounce", "cut") to a rule id, so
    that mechanisms shared by rulesets cite each ruleset's own rule. `credit` is the credit for the
    game ("designed by Matthew Medeiros"), or "". `settled` maps options of earlier versions to the
    rule whose reading replaced them.
    """

    rules: tuple[Rule, ...]
    causes: Mapping[str, str]
    credit: str = ""
    settled: Mapping[str, str] = MappingProxyType({})

    def __contains__(self, rule: object) -> bool:
        return any(known.id == rule for known in self.rules)

    def __getitem__(self, rule: str) -> Rule:
        for known in self.rules:
            if known.id == rule:
                return known
        raise KeyError(rule)

    def cites(self, cause: str) -> str:
        """The id of the rule that explains `cause`. Raises KeyError for an unknown cause."""
        return self.causes[cause]


def read_rulebook(data: Mapping[str, Any], source: str, credit: str = "") -> Rulebook:
    """The rulebook in a parsed rules.toml, and whose game it is.

    That holds [[section]] with a title and [[section.rule]] with id, title, text and causes, and
    where it can be read in several ways with the reading and the options that it `settles`.

    Raises FileError for a rule without text, an id given twice or a cause claimed twice.
    """
    rules: list[Rule] = []
    causes: dict[str, str] = {}
    settled: dict[str, str] = {}
    seen: set[str] = set()
    for section in data.get("section", ()):
        for entry in section.get("rule", ()):
            rule = Rule(
                entry["id"],
                entry["title"],
                " ".join(entry["text"].split()),
                section["title"],
                " ".join(entry.get("reading", "").split()),
            )
            if rule.id in seen:
                raise FileError(f"{source}: rule {rule.id} appears twice")
            if not rule.text:
                raise FileError(f"{source}: rule {rule.id} has no text")
            if entry.get("settles") and not rule.reading:
                raise FileError(f"{source}: rule {rule.id} settles an option without a reading")
            settled |= dict.fromkeys(entry.get("settles", ()), rule.id)
            seen.add(rule.id)
            rules.append(rule)
            for cause in entry.get("causes", ()):
                if cause in causes:
                    raise FileError(
                        f"{source}: cause {cause} belongs to both {causes[cause]} and {rule.id}"
                    )
                causes[cause] = rule.id
    return Rulebook(tuple(rules), MappingProxyType(causes), credit, MappingProxyType(settled))


class Option(Struct, frozen=True):
    """A choice that the rulebook leaves open. `choices` maps each value to what it means; it is
    empty where any value of the default's type will do, a number from `least` to `most`. `holds` is
    the kind of texts and lists ("color"). `opening`: the choice shapes the opening, and no ruling
    changes it in play."""

    id: str
    title: str
    default: Any
    choices: Mapping[Any, str]
    rule: str = ""
    least: int | None = None
    most: int | None = None
    holds: str = ""
    opening: bool = False


class PowerFacts(Struct, frozen=True):
    """A power's name and look. `color` is "#rrggbb"; `letter` distinguishes it without color.

    `tint` is the color of the states that follow it, "" where a ruleset has none. `short` is what
    it is called where there is little room, "" where that is its name.
    """

    id: str
    name: str
    adjective: str
    color: str
    letter: str
    tint: str = ""
    short: str = ""


_COLOR: Final = re.compile(r"#[0-9A-Fa-f]{6}")


def read_options(rows: Iterable[Mapping[str, Any]]) -> Mapping[str, Option]:
    """The options in the rows of options.toml, in their order."""
    found = {}
    for row in rows:
        choices = row.get("choices", {})
        if isinstance(choices, list):
            choices = {choice["value"]: choice["means"] for choice in choices}
        found[row["id"]] = Option(
            row["id"],
            row["title"],
            row["default"],
            MappingProxyType(dict(choices)),
            row["rule"],
            row.get("least"),
            row.get("most"),
            row.get("holds", ""),
            row.get("opening", False),
        )
    return MappingProxyType(found)


def option_problem(option: Option, value: object) -> str:
    """The values that an option may have, or "" where the value is right."""
    if option.choices:
        # 1 is not True, and 15.0 is not 15, although they are equal in Python.
        fits = any(value == choice and type(value) is type(choice) for choice in option.choices)
        shown = (str(one).lower() if isinstance(one, bool) else str(one) for one in option.choices)
        return "" if fits else ", ".join(shown)
    wanted = values_of(option)
    if type(value) is not type(option.default):
        return wanted
    if option.holds == "color" and not _COLOR.fullmatch(str(value)):
        return f"{wanted} like {option.default!r}"
    if isinstance(value, int) and (
        (option.least is not None and value < option.least)
        or (option.most is not None and value > option.most)
    ):
        return wanted
    return ""


def options_problems(options: Mapping[str, Option], given: Mapping[str, Any]) -> list[str]:
    """The faults of the options that a game gives, as sentences."""
    found = []
    for name, value in given.items():
        if name not in options:
            found.append(f"there is no option {name} ({nearest(name, options, 'options')})")
        elif wanted := option_problem(options[name], value):
            choices = "choices: " if options[name].choices else ""
            found.append(f"option {name} cannot be {value!r} ({choices}{wanted})")
    return found


def values_of(option: Option) -> str:
    """The values of an option without choices: `a whole number, 1 or more`."""
    kind = type(option.default)
    words = f"a {option.holds}" if option.holds == "color" else value_words(kind)
    if option.least is None:
        return words
    return f"{words}, {range_words(option.least, option.most)}"
