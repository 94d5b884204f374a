"""The numbers of a ruleset's data files, set again: what a trial of a variant changes.

The tables of a file are addressed by dotted paths. A name leads into a table; into a list of tables
leads the `id` of a row, or its number, counted from 1:

    victory.threshold          scoring.items.holds.points          reichstag.agenda.2.number
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from generator.engine.errors import UsageError
from generator.engine.ruleset import Ruleset
from generator.engine.words import closest, listed

_KINDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a text"}
_MOST_NAMES = 12


class StandIn:
    """The tables that replace those of a data file; None for no replacement."""

    def __init__(self) -> None:
        self.tables: Mapping[str, Any] | None = None

    @contextmanager
    def adjusted(self, tables: Mapping[str, Any], *made: Any) -> Iterator[None]:
        """Other tables, for everyone in this process until it is left. `made` are the functions
        that keep in a cache what they have made of the tables."""
        self._put(tables, made)
        try:
            yield
        finally:
            self._put(None, made)

    def _put(self, tables: Mapping[str, Any] | None, made: Iterable[Any]) -> None:
        self.tables = tables
        for function in made:
            function.cache_clear()


def with_facts(ruleset: Ruleset[Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """The tables of a ruleset with other values of entries, by their paths. Raises UsageError for
    an entry that is not there, a value of another kind, and an entry that an option of the game
    sets."""
    tables: dict[str, Any] = dict(ruleset.fact_tables)
    for path, value in changes.items():
        if setting := ruleset.options_setting(path):
            raise UsageError(
                f"the option {listed(setting)} sets this entry in every game",
                text=f"facts.{path}",
                hint=f"write --option {setting[0]}=VALUE",
            )
        tables = _put(tables, path.split("."), value, path)
    return tables


def _put(table: Any, keys: list[str], value: Any, path: str) -> Any:
    """A table or a list of tables with one entry set again."""
    if not keys:
        return _checked(table, value, path)
    name, rest = keys[0], keys[1:]
    if isinstance(table, Mapping) and name in table:
        return {**table, name: _put(table[name], rest, value, path)}
    if isinstance(table, list):
        rows = {_row_name(row, number): number for number, row in enumerate(table)}
        if name not in rows and name.isdecimal() and 1 <= int(name) <= len(table):
            rows[name] = int(name) - 1
        if name in rows:
            at = rows[name]
            return [*table[:at], _put(table[at], rest, value, path), *table[at + 1 :]]
        raise _unknown(name, rows, path)
    raise _unknown(name, table if isinstance(table, Mapping) else (), path)


def _row_name(row: Any, number: int) -> str:
    return str(row["id"]) if isinstance(row, Mapping) and "id" in row else str(number + 1)


def _unknown(name: str, known: Iterable[str], path: str) -> UsageError:
    names = list(known)
    near = closest(name, names)
    if near:
        hint = f"did you mean {path.replace(name, near, 1)}?"
    elif names:
        more = ", ..." if len(names) > _MOST_NAMES else ""
        hint = f"there are {', '.join(names[:_MOST_NAMES])}{more}"
    else:
        hint = "the entry before it contains no entries"
    return UsageError(f"there is no entry {name}", text=f"facts.{path}", hint=hint)


def _checked(old: Any, value: Any, path: str) -> Any:
    """The value, if it is of the kind of the old one; 3 is a number like 3.0."""
    if isinstance(old, Mapping) and not isinstance(value, Mapping):
        names = ", ".join(list(old)[:_MOST_NAMES])
        hint = f"it is a table: give one of its entries ({names})"
        raise UsageError(f"cannot be {value!r}", text=f"facts.{path}", hint=hint)
    if type(old) is float and type(value) is int:
        return float(value)
    if isinstance(old, list) != isinstance(value, list) or (
        type(old) in _KINDS and type(value) is not type(old)
    ):
        wanted = _KINDS.get(type(old), "a list")
        raise UsageError(f"cannot be {value!r}", text=f"facts.{path}", hint=f"write {wanted}")
    return value
