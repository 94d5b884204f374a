"""The ruleset's data files as values: board, rulebook, powers and options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli

from generator.engine.board import Board, read_board
from generator.engine.knobs import read_options
from generator.engine.rulebook import Rulebook, read_rulebook
from generator.engine.ruleset import Option, PowerFacts

__all__ = [
    "board",
    "facts",
    "homes",
    "options",
    "powers",
    "rulebook",
    "territory",
]


def _read(name: str) -> dict[str, Any]:
    # Not importlib.resources: importing it takes as long as reading all three files.
    return tomli.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


@cache
def facts() -> Mapping[str, Any]:
    """ruleset.toml as it stands."""
    return MappingProxyType(_read("ruleset.toml"))


@cache
def board() -> Board:
    return read_board(_read("board.toml"))


@cache
def rulebook() -> Rulebook:
    return read_rulebook(_read("rules.toml"), "standard/rules.toml")


@cache
def powers() -> Mapping[str, PowerFacts]:
    return MappingProxyType(
        {
            power: PowerFacts(power, one["name"], one["adjective"], one["color"], one["letter"])
            for power, one in facts()["powers"].items()
        }
    )


@cache
def homes() -> Mapping[str, tuple[str, ...]]:
    """The home centers of each power, sorted."""
    return MappingProxyType(
        {
            power: tuple(code for code in board().centers if board().provinces[code].home == power)
            for power in powers()
        }
    )


@cache
def territory() -> Mapping[str, str]:
    """The land without a center that shows a power's color at the opening: {province: power}."""
    return MappingProxyType(
        {code: power for power, one in facts()["powers"].items() for code in one["territory"]}
    )


@cache
def options() -> Mapping[str, Option]:
    return read_options({"id": name, **row} for name, row in facts()["options"].items())
