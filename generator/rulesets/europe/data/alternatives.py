"""What options change in the tables of an edition: entries that they set, and alternatives.

An option sets the entry of its own name (`declarations.armistice`), or those that `sets` names in
options.toml. A dot leads into a table, or to the row of that `id` in a list of tables
(`scoring.items.holds.points`). A choice that is known to the entry by another value has it under
`as`; where an option sets several entries, `as` lists a value for each:

    [[option]]
    id = "expulsion_penalty"
    sets = ["control.eviction_retreat", "control.eviction_loss"]
    choices = [
      { value = true, as = ["as_dislodged", 1], means = "retreat with losses" },
      { value = false, as = ["any_unit", 0], means = "may all retreat, and lose nothing" },
    ]

This is the one place where an option meets an entry: rules ask for the entry alone. What is more
than an entry stands in the rows of `alternative` in facts.toml, each for one value of an option
(true, where it does not say).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from generator.engine.board import Board

Tables = dict[str, Any]


def entries_set(row: Mapping[str, Any], value: Any) -> Iterator[tuple[str, Any]]:
    """The entries that an option sets with this value of it, and to what."""
    paths = row.get("sets", row["id"])
    given = next(
        (
            choice["as"]
            for choice in row.get("choices", ())
            if choice["value"] == value and "as" in choice
        ),
        None,
    )
    if isinstance(paths, str):
        yield paths, value if given is None else given
    else:
        yield from zip(paths, given or [value] * len(paths), strict=True)


def options_setting(
    rows: tuple[Mapping[str, Any], ...], entries: frozenset[str], path: str
) -> tuple[str, ...]:
    """The options that set the entry of that path, or a part of it."""
    return tuple(
        row["id"]
        for row in rows
        for entry, _ in entries_set(row, row["default"])
        if ("sets" in row or entry in entries) and f"{entry}.".startswith(f"{path}.")
    )


def with_options(
    tables: Tables,
    rows: tuple[Mapping[str, Any], ...],
    options: Mapping[str, Any],
    entries: frozenset[str],
) -> Tables:
    """The tables with the entries that the options set; `entries` are those that there are."""
    for row in rows:
        for path, value in entries_set(row, options[row["id"]]):
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


def with_alternatives(tables: Tables, options: Mapping[str, Any], board: Board) -> Tables:
    """The tables with all alternatives that the options choose, in the order of the file."""
    for row in tables.get("alternative", ()):
        value = options[row["option"]]
        if "center_of" in row:
            if isinstance(value, str) and value in _lands(tables, row["center_of"]):
                tables = _move_center(tables, row["center_of"], value, board)
        elif value == row.get("value", True):
            for name, alter in _WAYS.items():
                if name in row:
                    tables = alter(tables, row[name])
    return tables


def without_armies(tables: Tables, options: Mapping[str, Any]) -> tuple[tuple[str, str], ...]:
    """The pairs of provinces between which the chosen alternatives let no army cross."""
    return tuple(
        (row["no_armies"][0], row["no_armies"][1])
        for row in tables.get("alternative", ())
        if "no_armies" in row and options[row["option"]] == row.get("value", True)
    )


def _change(tables: Tables, change: Mapping[str, Any]) -> Tables:
    """Other entries of a minor state, of a power or of a province; with `center` a state's home has
    a center of that value. Whoever has become something else in this game has none of it."""
    kind = next(name for name in _CHANGED if name in change)
    code, table = change[kind], _CHANGED[kind]
    if code not in tables[table]:
        return tables
    entries = {name: value for name, value in change.items() if name != kind}
    if kind == "minor" and "center" in entries:
        home = tables["minors"][code]["provinces"][0]
        center = {"province": home, "center": entries.pop("center"), "role": "foreign"}
        tables = _change(tables, center)
    return {**tables, table: {**tables[table], code: {**tables[table][code], **entries}}}


def _move_center(tables: Tables, code: str, home: str, board: Board) -> Tables:
    """The tables with a state's center, and the unit on it, in another of its provinces."""
    minor = tables["minors"][code]
    old = minor["provinces"][0]
    if home == old:
        return tables
    provinces = dict(tables["provinces"])
    moved = {key: provinces[old][key] for key in ("center", "role")}
    plain = {key: one for key, one in provinces[old].items() if key not in moved}
    provinces |= {home: {**provinces[home], **moved}, old: plain}
    coastal = board.provinces[home].kind == "coastal"
    others = [other for other in minor["provinces"] if other != home]
    minor = {
        **minor,
        "provinces": [home, *others],
        "coastal": coastal,
        "units": [f"{'F' if coastal else 'A'} {home}"],
    }
    return {**tables, "minors": {**tables["minors"], code: minor}, "provinces": provinces}


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


def _drop(tables: Tables, codes: list[str]) -> Tables:
    provinces = {
        place: {**row, "owner": ""} if row["owner"] in codes else row
        for place, row in tables["provinces"].items()
    }
    minors = {code: row for code, row in tables["minors"].items() if code not in codes}
    return {**_without_infs(tables, codes), "minors": minors, "provinces": provinces}


def _without_infs(tables: Tables, codes: list[str]) -> Tables:
    infs = {
        power: {code: number for code, number in row.items() if code not in codes}
        for power, row in tables["setup"]["infs"].items()
    }
    return {**tables, "setup": {**tables["setup"], "infs": infs}}


def _minor_units(tables: Tables, kind: str) -> Tables:
    minors = {
        code: {**row, "units": [f"{kind} {_place(unit)}" for unit in row.get("units", ())]}
        for code, row in tables["minors"].items()
    }
    return {**tables, "minors": minors}


def _adds(tables: Tables, items: Mapping[str, str]) -> Tables:
    for path, item in items.items():
        name, _, key = path.partition(".")
        tables = {**tables, name: {**tables[name], key: [*tables[name][key], item]}}
    return tables


def _removes(tables: Tables, items: Mapping[str, str]) -> Tables:
    for path, item in items.items():
        name, _, key = path.partition(".")
        left = [other for other in tables[name][key] if other != item]
        tables = {**tables, name: {**tables[name], key: left}}
    return tables


def _latent(tables: Tables, states: Mapping[str, Any]) -> Tables:
    return {**tables, "latent_minors": {**tables.get("latent_minors", {}), **states}}


def _lands(tables: Tables, code: str) -> list[str]:
    lands: list[str] = tables["minors"][code]["provinces"]
    return lands


def _place(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


_CHANGED: Final = {"minor": "minors", "power": "powers", "province": "provinces"}
_WAYS: Final[Mapping[str, Callable[[Tables, Any], Tables]]] = {
    "change": _change,
    "separate": _separate,
    "drop": _drop,
    "without_infs": _without_infs,
    "minor_units": _minor_units,
    "adds": _adds,
    "removes": _removes,
    "latent_minors": _latent,
}
