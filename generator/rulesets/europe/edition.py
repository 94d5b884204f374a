"""An edition of the family: its data, its features, and the functions that it replaces."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cached_property
from importlib import import_module
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

from generator.engine.board import Board, read_board
from generator.engine.phases import Moment
from generator.engine.rulebook import Rulebook, read_rulebook
from generator.engine.ruleset import Option, PowerFacts
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.feature import Feature

if TYPE_CHECKING:
    from generator.rulesets.europe.passage import Passage

__all__ = ["PHASES", "Edition"]

PHASES: Final = (
    "diplomatic",
    "movement",
    "retreats",
    "adjustment",
    "builds",
    "scoring",
    "vote",
)
"""The phases of a year, numbered from 1. Orders and their adjudication are one. Retreats are
played when a unit has a choice, the vote when a tied game must go on or end."""


class Edition:
    """An edition, read from the data of its package when first asked for.

    `features` are what it has beside the family's rules. `passage` makes the tests of movement
    (who may enter, who may harm whom). In phases of `secret_refusals` an order that does not count
    is told to its author alone; in those of `secret_illegal` one that cannot be given at all.
    """

    def __init__(
        self,
        package: str,
        features: tuple[Feature, ...],
        passage: Callable[..., Passage],
        secret_refusals: frozenset[str] = frozenset({"diplomatic", "builds"}),
        secret_illegal: frozenset[str] = frozenset(),
    ) -> None:
        self.package = package
        self.features = features
        self.passage = passage
        self.secret_refusals = secret_refusals
        self.secret_illegal = secret_illegal
        self._last_facts: tuple[tuple[dict[str, Any], dict[str, Any]], Facts] | None = None

    @cached_property
    def folder(self) -> Path:
        """The folder of the package, which need not hold any code."""
        return Path(import_module(self.package).__path__[0])

    def read(self, name: str) -> dict[str, Any]:
        """A TOML file of the package."""
        return tomllib.loads((self.folder / name).read_text(encoding="utf-8"))

    @cached_property
    def tables(self) -> Mapping[str, Any]:
        """The tables of facts.toml as they stand there."""
        return MappingProxyType(self.read("facts.toml"))

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
        names = sorted(one.name for one in folder.iterdir() if one.suffix == ".toml")
        sections = [
            section for name in names for section in self.read(f"rules/{name}").get("section", ())
        ]
        return read_rulebook({"section": sections}, f"{self.package}/rules")

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
        found = {}
        for row in self.option_rows:
            choices = row.get("choices", {})
            if isinstance(choices, list):
                choices = {one["value"]: one["means"] for one in choices}
            found[row["id"]] = Option(
                row["id"], row["title"], row["default"], MappingProxyType(choices), row["rule"]
            )
        return MappingProxyType(found)

    @cached_property
    def limits(self) -> Mapping[str, tuple[int | None, int | None]]:
        """The least and the most that options may be which are numbers; None: no limit."""
        return MappingProxyType(
            {
                row["id"]: (row.get("least"), row.get("most"))
                for row in self.option_rows
                if "least" in row or "most" in row
            }
        )

    @cached_property
    def opening_options(self) -> frozenset[str]:
        """The options that shape the opening and cannot be changed in play."""
        return frozenset(row["id"] for row in self.option_rows if row.get("opening"))

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
                    row["tint"],
                    row.get("short", ""),
                )
                for power, row in self.tables["powers"].items()
            }
        )

    def facts_for(self, options: Mapping[str, Any], setup: Mapping[str, Any]) -> Facts:
        """The facts of a game with these options (all of them) and tables of its own."""
        asked = (dict(options), dict(setup))
        # The states of one game are mostly read one after another, and all have the same facts.
        if self._last_facts is None or self._last_facts[0] != asked:
            from generator.rulesets.europe.variation import vary_facts

            self._last_facts = (asked, vary_facts(self, options, setup))
        return self._last_facts[1]

    def moment_of(self, year: int, phase: str) -> Moment:
        return Moment(year, PHASES.index(phase) + 1, phase)

    def feature(self, key: str) -> Feature:
        """The feature with a part of the state. Raises KeyError for an edition without it."""
        for feature in self.features:
            if feature.key == key:
                return feature
        raise KeyError(key)
