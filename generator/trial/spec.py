"""What a trial tries: a ruleset with its settings, and the seed from which all games draw."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, Final

import msgspec
from msgspec import Struct

from generator.engine.adjusting import with_facts
from generator.engine.errors import UsageError
from generator.engine.ruleset import Ruleset
from generator.engine.toml_places import value_in
from generator.rulesets import get_ruleset

YEARS: Final = 40
"""After so many years a game is cut off, where nothing else is asked for."""
MOST_GAMES: Final = 100_000
_PREFIX: Final = "facts."


class TrialSpec(Struct, frozen=True):
    """What is tried. `facts` are entries of the ruleset's file of facts by their paths. After
    `years` a game is cut off."""

    ruleset: str
    seed: str
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    years: int = YEARS

    @property
    def unchanged(self) -> TrialSpec:
        """The same games by the ruleset as it is."""
        return TrialSpec(self.ruleset, self.seed, years=self.years)


def seed_of(spec: TrialSpec, number: int) -> str:
    """The seed of a game of the trial. It is the same for all settings, so that two trials of one
    seed can be compared game by game."""
    return hashlib.sha256(f"{spec.ruleset} {spec.seed} {number}".encode()).hexdigest()[:32]


@contextmanager
def ruleset_of(spec: TrialSpec) -> Iterator[Ruleset[Any]]:
    """The ruleset with the facts of the trial, as long as the `with` lasts. Raises UsageError and
    FileError for facts that it does not have, or cannot be played with."""
    ruleset = get_ruleset(spec.ruleset)
    if not spec.facts:
        yield ruleset
    elif not ruleset.fact_tables:
        raise UsageError(
            f"the facts of {spec.ruleset} cannot be set", text="--set", hint="leave out --set"
        )
    else:
        with ruleset.adjusted(_tables(spec.ruleset, msgspec.json.encode(spec.facts))) as found:
            yield found


@lru_cache(maxsize=4)
def _tables(ruleset_id: str, facts: bytes) -> dict[str, Any]:
    """The changed tables of a ruleset: a process plays many games with the same."""
    ruleset = get_ruleset(ruleset_id)
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
        facts[path.removeprefix(_PREFIX)] = value_in(written.strip())
    return facts


def changes_of(spec: TrialSpec) -> tuple[str, ...]:
    """What is otherwise than the ruleset has it, in words."""
    ruleset = get_ruleset(spec.ruleset)
    defaults = {name: option.default for name, option in ruleset.options.items()}
    tables = ruleset.fact_tables
    changed = [
        *((f"the option {name}", defaults[name], now) for name, now in spec.options.items()),
        *((f"facts.{name}", _entry(tables, name), now) for name, now in spec.facts.items()),
    ]
    return tuple(
        f"{name} is {_shown(now)} instead of {_shown(was)}"
        for name, was, now in changed
        if was != now
    )


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
