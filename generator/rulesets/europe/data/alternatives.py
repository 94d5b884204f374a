"""What options change in the tables of an edition: entries that they set, and alternatives.

An option sets the entry of its own name (`scoring.mode`), or the one that `sets` names in
options.toml. A dot leads into a table, or to the row of that `id` in a list of tables
(`scoring.items.holds.points`). A choice that is known to the entry by another value has it under
`as`:

    [[option]]
    id = "objectives"
    sets = "objectives.filed"
    choices = [
      { value = "three", as = true, means = "each power files one of each kind" },
      { value = "off", as = false, means = "there are none" },
    ]

This is the one place where an option meets an entry: rules ask for the entry alone. What is more
than an entry stands in the rows of `alternative` in facts.toml, each for one value of an option
(true, where it does not say).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

Tables = dict[str, Any]


def entry_set(row: Mapping[str, Any], value: Any) -> tuple[str, Any]:
    """The entry that an option sets with this value of it, and to what."""
    for choice in row.get("choices", ()):
        if choice["value"] == value:
            value = choice.get("as", value)
            break
    return row.get("sets", row["id"]), value


def options_setting(
    rows: tuple[Mapping[str, Any], ...], entries: frozenset[str], path: str
) -> tuple[str, ...]:
    """The options that set the entry of that path, or a part of it."""
    paths = {row["id"]: row.get("sets", row["id"]) for row in rows}
    return tuple(
        option
        for option, entry in paths.items()
        if (entry != option or entry in entries) and f"{entry}.".startswith(f"{path}.")
    )


def with_options(
    tables: Tables,
    rows: tuple[Mapping[str, Any], ...],
    options: Mapping[str, Any],
    entries: frozenset[str],
) -> Tables:
    """The tables with the entries that the options set; `entries` are those that there are."""
    for row in rows:
        path, value = entry_set(row, options[row["id"]])
        if "sets" in row or path in entries:
            tables = _put(tables, path.split("."), value)
    return tables


def _put(table: Any, path: list[str], value: Any) -> Any:
    """A table with one entry replaced."""
    if not path:
        return value
    name, rest = path[0], path[1:]
    if isinstance(table, list):
        return [_put(row, rest, value) if row["id"] == name else row for row in table]
    return {**table, name: _put(table.get(name, {}), rest, value)}


def with_alternatives(tables: Tables, options: Mapping[str, Any]) -> Tables:
    """The tables with all alternatives that the options choose, in the order of the file."""
    for row in tables.get("alternative", ()):
        value = options[row["option"]]
        if value == row.get("value", True):
            for name, alter in _WAYS.items():
                if name in row:
                    tables = alter(tables, row[name])
    return tables


def _change(tables: Tables, change: Mapping[str, Any]) -> Tables:
    """Other entries of a minor state, of a power or of a province. Whoever has become something
    else in this game has none of it."""
    kind = next(name for name in _CHANGED if name in change)
    code, table = change[kind], _CHANGED[kind]
    if code not in tables[table]:
        return tables
    entries = {name: value for name, value in change.items() if name != kind}
    return {**tables, table: {**tables[table], code: {**tables[table][code], **entries}}}


def _separate(tables: Tables, given: Mapping[str, Any]) -> Tables:
    minor = dict(given)
    code, land = minor.pop("code"), minor["provinces"]
    provinces = {c: dict(one) for c, one in tables["provinces"].items()}
    for place in land:
        provinces[place]["owner"] = code
        if provinces[place].get("center"):
            provinces[place]["role"] = "foreign"
    powers = {power: dict(row) for power, row in tables["powers"].items()}
    for row in powers.values():
        for key in ("home", "centers", "build_sites"):
            if key in row:
                row[key] = [place for place in row[key] if place not in land]
        row["units"] = [unit for unit in row["units"] if _place(unit) not in land]
    minors = {**tables["minors"], code: minor}
    return {**tables, "powers": powers, "minors": minors, "provinces": provinces}


def _latent(tables: Tables, states: Mapping[str, Any]) -> Tables:
    return {**tables, "latent_minors": {**tables.get("latent_minors", {}), **states}}


def _place(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


_CHANGED: Final = {"minor": "minors", "power": "powers", "province": "provinces"}
_WAYS: Final[Mapping[str, Callable[[Tables, Any], Tables]]] = {
    "change": _change,
    "separate": _separate,
    "latent_minors": _latent,
}
