"""What an option changes in the tables of an edition: its entries, and the [[alternative]] rows.

An alternative holds where its `option` has the `value` it names (true, if it names none):
`change` alters a minor state, `separate` makes one out of a power's provinces, `drop` lists states
that do not exist, `without_infs` states that open empty, `minor_units` is the kind of all units of
states, `adds` and `removes` name an item of a list in a table. With `center_of` the value of the
option is the province in which that state has its center.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Final

from generator.engine.board import Board
from generator.rulesets.europe.chosen import matching_choice

__all__ = ["with_alternatives", "with_facts"]

Tables = dict[str, Any]


def with_facts(
    tables: Tables, rows: tuple[Mapping[str, Any], ...], options: Mapping[str, Any]
) -> Tables:
    """The tables with the entries that options replace: rows of options.toml with a `fact`."""
    tables = dict(tables)
    for row in rows:
        if "fact" not in row:
            continue
        value = matching_choice(row, options[row["id"]], "fact")
        name, _, key = row["fact"].partition(".")
        tables[name] = {**tables[name], key: value} if key else value
    victory = tables.get("victory", {})
    if victory.get("mode") == "target":
        tables["last_year"] = victory["threshold_last_year"]
    return tables


def with_alternatives(tables: Tables, options: Mapping[str, Any], board: Board) -> Tables:
    """The tables with all alternatives that the options choose, in the order of the file."""
    for row in tables.get("alternative", ()):
        value = options.get(row["option"])
        if "center_of" in row:
            if isinstance(value, str) and value in _lands(tables, row["center_of"]):
                tables = _move_center(tables, row["center_of"], value, board)
        elif value == row.get("value", True):
            for name, alter in _WAYS.items():
                if name in row:
                    tables = alter(tables, row[name])
    return tables


def _change(tables: Tables, change: Mapping[str, Any]) -> Tables:
    change = dict(change)
    code, value = change.pop("minor"), change.pop("center", 0)
    minor = {**tables["minors"][code], **change}
    provinces = dict(tables["provinces"])
    home = minor["provinces"][0]
    if value:
        provinces[home] = {**provinces[home], "center": value, "role": "foreign"}
    return {**tables, "minors": {**tables["minors"], code: minor}, "provinces": provinces}


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
    others = [one for one in minor["provinces"] if one != home]
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
        left = [one for one in tables[name][key] if one != item]
        tables = {**tables, name: {**tables[name], key: left}}
    return tables


def _lands(tables: Tables, code: str) -> list[str]:
    lands: list[str] = tables["minors"][code]["provinces"]
    return lands


def _place(unit: str) -> str:
    return unit.split()[1].partition("/")[0]


_WAYS: Final[Mapping[str, Callable[[Tables, Any], Tables]]] = {
    "change": _change,
    "separate": _separate,
    "drop": _drop,
    "without_infs": _without_infs,
    "minor_units": _minor_units,
    "adds": _adds,
    "removes": _removes,
}
