"""The ruleset's data files as values: board, rulebook, powers and options."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli

from generator.engine.adjusting import StandIn
from generator.engine.board import Board, read_board
from generator.engine.knobs import read_options
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook, read_rulebook


def _read(name: str) -> dict[str, Any]:
    # Not importlib.resources: importing it takes as long as reading all three files.
    return tomli.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_STAND_IN: Final = StandIn()


@cache
def facts() -> Mapping[str, Any]:
    """ruleset.toml as it stands, or what stands in for it."""
    return MappingProxyType(dict(_STAND_IN.tables or _read("ruleset.toml")))


def adjusted(tables: Mapping[str, Any]) -> AbstractContextManager[None]:
    """Other tables than those of ruleset.toml, for everybody in this process until it is left."""
    return _STAND_IN.adjusted(tables, facts, powers, homes, territory, options)


@cache
def board() -> Board:
    return read_board(_read("board.toml"))


@cache
def rulebook() -> Rulebook:
    return read_rulebook(_read("rules.toml"), "standard/rules.toml", str(facts()["credits"]))


@cache
def powers() -> Mapping[str, PowerFacts]:
    return MappingProxyType(
        {
            power: PowerFacts(power, row["name"], row["adjective"], row["color"], row["letter"])
            for power, row in facts()["powers"].items()
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
        {code: power for power, row in facts()["powers"].items() for code in row["territory"]}
    )


@cache
def options() -> Mapping[str, Option]:
    return read_options({"id": name, **row} for name, row in facts()["options"].items())
