"""The data of an edition: the files of its package as the rest of the program needs them, and
the options of a game: each has a value, the chosen one or the default."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, Self

import tomli
from msgspec import Struct

from generator.engine.board import Board, read_board
from generator.engine.rulebook import (
    Option,
    PowerFacts,
    Rulebook,
    option_problem,
    read_options,
    read_rulebook,
)
from generator.engine.words import unknown


class EditionData:
    """The data in the package of that name, each file read when first asked for. `own_tables` are
    the tables of facts.toml that the family does not know, by their names."""

    def __init__(self, package: str, own_tables: Mapping[str, type[Struct]]) -> None:
        self.package = package
        self.own_tables = own_tables

    @cached_property
    def folder(self) -> Path:
        """The folder of the package, which need not hold any code."""
        return Path(import_module(self.package).__path__[0])

    @property
    def facts_file(self) -> Path:
        return self.folder / "facts.toml"

    def read(self, name: str) -> dict[str, Any]:
        """A TOML file of the package."""
        return tomli.loads((self.folder / name).read_text(encoding="utf-8"))

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables of facts.toml, unchanged."""
        return MappingProxyType(self.read("facts.toml"))

    def adjusted(self, tables: Mapping[str, Any]) -> Self:
        """The same edition with other tables of facts, without what was read from the old ones."""
        other = copy(self)
        for name in ("tables", "powers", "_last_facts"):
            other.__dict__.pop(name, None)
        other.__dict__["tables"] = MappingProxyType(dict(tables))
        return other

    def with_defaults(self, defaults: Mapping[str, Any]) -> Self:
        """The same edition with other defaults of its options."""
        other = copy(self)
        rows = (
            {**row, "default": defaults.get(row["id"], row["default"])} for row in self.option_rows
        )
        other.__dict__.pop("options", None)
        other.__dict__["option_rows"] = tuple(rows)
        return other

    @property
    def id(self) -> str:
        return str(self.tables["id"])

    @property
    def title(self) -> str:
        return str(self.tables["title"])

    @cached_property
    def rulebook(self) -> Rulebook:
        """The rules of all files in rules/, in the order of their names."""
        folder = self.folder / "rules"
        names = sorted(path.name for path in folder.iterdir() if path.suffix == ".toml")
        sections = [one for name in names for one in self.read(f"rules/{name}").get("section", ())]
        source, credit = f"{self.package}/rules", str(self.tables.get("credits", ""))
        return read_rulebook({"section": sections}, source, credit)

    @cached_property
    def board_tables(self) -> Mapping[str, Any]:
        return MappingProxyType(self.read("board.toml"))

    @cached_property
    def board(self) -> Board:
        return read_board(self.board_tables)

    @cached_property
    def option_rows(self) -> tuple[Mapping[str, Any], ...]:
        """The options of options.toml, unchanged."""
        return tuple(self.read("options.toml")["option"])

    @cached_property
    def options(self) -> Mapping[str, Option]:
        """The options of options.toml, in its order."""
        return read_options(self.option_rows)

    @cached_property
    def powers(self) -> Mapping[str, PowerFacts]:
        """Every power of the largest game, as the rest of the program knows them."""
        return MappingProxyType(
            {
                power: PowerFacts(
                    power,
                    row["name"],
                    row["adjective"],
                    row["color"],
                    row["code"][:2].title(),
                    row.get("tint", ""),
                    row.get("short", ""),
                )
                for power, row in self.tables["powers"].items()
            }
        )


_LONGEST: Final = 40
_LISTS: Final = {
    "converted": "powers that may be minor states",
    "years": "two years, the first one first",
}


def choose(edition: EditionData, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[str]]:
    """Every option with its value, and what is wrong with those that were chosen.

    `given` has options by their dotted names. A wrong one keeps its default; one that a reading of
    the rulebook has replaced has no effect.
    """
    given = _matched_players(edition, given)
    values = {name: option.default for name, option in edition.options.items()}
    wrong: list[str] = []
    for name, value in given.items():
        if name not in values:
            if name not in edition.rulebook.settled:
                wrong.append(f"options: {unknown(name, values)}")
            continue
        why = _problem(edition, edition.options[name], value)
        if why:
            wrong.append(f"option {name} cannot be {value!r} ({why})")
        else:
            values[name] = value
    wrong += _together(edition, values)
    return values, wrong


def _matched_players(edition: EditionData, given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The options with the number of players and the list of converted powers as one needs the
    other, where the edition lets a game choose the powers."""
    if "converted" not in edition.options:
        return given
    full = max(edition.tables["players_supported"])
    order = [row["convert"] for row in edition.tables["player_count"]]
    players, converted = given.get("players"), given.get("converted")
    if isinstance(converted, list) and set(map(str, converted)) <= set(order):
        chosen = [power for power in order if power in converted]
        return {"players": full - len(chosen), **given, "converted": chosen}
    if type(players) is int and converted is None:
        return {**given, "converted": order[: max(full - players, 0)]}
    return given


def _problem(edition: EditionData, option: Option, value: Any) -> str:
    """Describe the value expected; "" if it is right."""
    problem = option_problem(option, value)
    if problem or option.choices:
        return problem
    if isinstance(value, list):
        if option.holds == "years":
            fine = (
                all(type(year) is int for year in value)
                and len(value) == 2
                and value[0] <= value[1]
            )
        else:
            known = [row["convert"] for row in edition.tables["player_count"]]
            fine = all(isinstance(item, str) and item in known for item in value)
        return "" if fine else _LISTS[option.holds]
    if isinstance(value, str):
        fine = value.strip() == value and value.isprintable() and 0 < len(value) <= _LONGEST
        return "" if fine else f"one line of 1 to {_LONGEST} characters"
    return ""


def _together(edition: EditionData, values: Mapping[str, Any]) -> Iterator[str]:
    for row in edition.option_rows:
        first = row.get("not_before")
        if first is not None and values[row["id"]] < values[first]:
            yield f"option {row['id']} cannot be {values[row['id']]}: {first} is {values[first]}"
    first, last = values.get("first_year"), values.get("last_year")
    if first is not None and last is not None and last < first:
        yield f"option last_year cannot be {last}: the game begins in {first}"
