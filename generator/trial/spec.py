"""What a trial tries: a ruleset with its settings, and the seed from which all games draw."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, nullcontext
from functools import lru_cache
from pathlib import Path
from typing import Any, Final

import msgspec
import tomli
from msgspec import Struct

from generator.archive.play.creating import NewGame, first_state
from generator.engine.adjusting import Adjustable, with_facts
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Setup
from generator.engine.ruleset import Ruleset
from generator.rulesets import get_ruleset

YEARS: Final = 40
"""After so many years a game is cut off, where nothing else is asked for."""
MOST_GAMES: Final = 100_000
_PREFIX: Final = "facts."


class TrialSpec(Struct, frozen=True):
    """What is tried. `facts` are entries of the ruleset's file of facts by their paths, `position`
    the tables of a start position; empty for none. After `years` a game is cut off."""

    ruleset: str
    seed: str
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    position: dict[str, Any] = {}
    years: int = YEARS

    @property
    def settings(self) -> dict[str, Any]:
        """All but the seed, for a file and for comparing."""
        return {
            "ruleset": self.ruleset,
            "years": self.years,
            "options": self.options,
            "facts": self.facts,
            "position": self.position,
        }


def seed_of(spec: TrialSpec, number: int) -> str:
    """The seed of a game of the trial. It is the same for all settings, so that two trials of one
    seed can be compared game by game."""
    return hashlib.sha256(f"{spec.ruleset} {spec.seed} {number}".encode()).hexdigest()[:32]


def setup_of(spec: TrialSpec) -> Setup:
    """What each game starts from."""
    return Setup(spec.options, spec.position)


@contextmanager
def ruleset_of(spec: TrialSpec) -> Iterator[Ruleset[Any]]:
    """The ruleset with the facts of the trial, as long as the `with` lasts. Raises UsageError and
    FileError for facts that it does not have, or cannot be played with."""
    ruleset = get_ruleset(spec.ruleset)
    if not spec.facts:
        with nullcontext(ruleset) as found:
            yield found
        return
    if not isinstance(ruleset, Adjustable):
        raise UsageError(f"the facts of {spec.ruleset} cannot be set", text="--set")
    with _adjusted(spec.ruleset, msgspec.json.encode(spec.facts)) as found:
        yield found


def _adjusted(ruleset_id: str, facts: bytes) -> Any:
    ruleset = get_ruleset(ruleset_id)
    assert isinstance(ruleset, Adjustable)
    return ruleset.adjusted(_tables(ruleset_id, facts))


@lru_cache(maxsize=4)
def _tables(ruleset_id: str, facts: bytes) -> dict[str, Any]:
    """The changed tables of a ruleset: a process plays many games with the same."""
    ruleset = get_ruleset(ruleset_id)
    assert isinstance(ruleset, Adjustable)
    return with_facts(ruleset, msgspec.json.decode(facts))


def parse_facts(given: Iterable[str]) -> dict[str, Any]:
    """The facts in texts like `facts.victory.threshold=50`; values are those of TOML, and a word
    without quotes is a text. Raises UsageError."""
    facts: dict[str, Any] = {}
    for text in given:
        path, equals, written = text.partition("=")
        path = path.strip()
        if not equals or not path.startswith(_PREFIX) or path == _PREFIX:
            hint = "write --set facts.KEY=VALUE, as in --set facts.costs.price=[1, 2, 4]"
            raise UsageError("not an entry", text=text, hint=hint)
        facts[path.removeprefix(_PREFIX)] = _value(written.strip())
    return facts


def _value(written: str) -> Any:
    try:
        return tomli.loads(f"value = {written}")["value"]
    except tomli.TOMLDecodeError:
        return written


def tried_position(file: Path, ruleset: Ruleset[Any], options: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a start position, tried. Raises FileErrors with the place of what is wrong."""
    _, position = first_state(NewGame("trial", ruleset, "", options=options, position=(file,)))
    assert position is not None  # a file was given
    plain: dict[str, Any] = msgspec.to_builtins(position.tables)
    return plain


def changes_between(one: TrialSpec, other: TrialSpec) -> tuple[str, ...]:
    """What `other` has otherwise than `one`, in words. Raises GameError for other rulesets."""
    if one.ruleset != other.ruleset:
        problem = f"one trial is of {one.ruleset}, the other of {other.ruleset}"
        raise GameError(problem, hint="compare trials of one ruleset")
    ruleset = get_ruleset(one.ruleset)
    defaults = {name: option.default for name, option in ruleset.options.items()}
    tables = ruleset.fact_tables if isinstance(ruleset, Adjustable) else {}
    found = []
    for word, before, after in (
        ("the option ", {**defaults, **one.options}, {**defaults, **other.options}),
        ("facts.", one.facts, other.facts),
    ):
        for name in dict.fromkeys((*before, *after)):
            was = before[name] if name in before else _entry(tables, name)
            now = after[name] if name in after else _entry(tables, name)
            if was != now:
                found.append(f"{word}{name} is {_shown(now)} instead of {_shown(was)}")
    if one.position != other.position:
        found.append("the start position is another one")
    if one.years != other.years:
        found.append(f"games are cut off after {other.years} years instead of {one.years}")
    return tuple(found)


def _entry(table: Any, path: str) -> Any:
    """An entry of the ruleset's own facts."""
    for name in path.split("."):
        if isinstance(table, list):
            rows = [row for row in table if isinstance(row, Mapping) and row.get("id") == name]
            table = rows[0] if rows else table[int(name) - 1]
        else:
            table = table[name]
    return table


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, str) else msgspec.json.encode(value).decode()
