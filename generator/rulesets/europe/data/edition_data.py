"""The data of an edition: the files of its package as the rest of the program needs them."""

from __future__ import annotations

from collections.abc import Mapping
from copy import copy
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import Any, Self

import tomli
from msgspec import Struct

from generator.engine.board import Board, read_board
from generator.engine.knobs import read_options
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook, read_rulebook


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
        """The tables of facts.toml as they stand there."""
        return MappingProxyType(self.read("facts.toml"))

    def adjusted(self, tables: Mapping[str, Any]) -> Self:
        """The same edition with other tables of facts. What was read from the old ones is not
        kept."""
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
        sections = [
            section for name in names for section in self.read(f"rules/{name}").get("section", ())
        ]
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
        """The options of options.toml as they stand there."""
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
