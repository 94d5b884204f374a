"""Options: choices that a rulebook leaves open, and that a game makes in its game.toml.

Each is a row of a ruleset's options.toml:

    [[option]]
    id = "victory.points"
    sets = "victory.threshold"  # the entry of a table of rules that it sets
    title = "The points that win"
    default = 25
    rule = "E19-END-1"
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.rulebook import Option
from generator.engine.typed import range_words, value_words
from generator.engine.words import nearest

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
    """What the value of an option would have to be, or "" for one that is right."""
    if option.choices:
        # 1 is not True, and 15.0 is not 15, whatever Python says.
        fits = any(value == choice and type(value) is type(choice) for choice in option.choices)
        return "" if fits else ", ".join(map(_shown, option.choices))
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
    """What is wrong with options that a game gives, as sentences."""
    found = []
    for name, value in given.items():
        if name not in options:
            found.append(f"there is no option {name} ({nearest(name, options, 'options')})")
        elif wanted := option_problem(options[name], value):
            choices = "choices: " if options[name].choices else ""
            found.append(f"option {name} cannot be {value!r} ({choices}{wanted})")
    return found


def values_of(option: Option) -> str:
    """What an option without choices may be: `a whole number, 1 or more`."""
    kind = type(option.default)
    words = f"a {option.holds}" if option.holds == "color" else value_words(kind)
    if option.least is None:
        return words
    return f"{words}, {range_words(option.least, option.most)}"


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
