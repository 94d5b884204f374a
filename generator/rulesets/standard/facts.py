"""The ruleset's data files as values: board, rulebook, powers and options."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli

from generator.engine.board import Board, read_board
from generator.engine.knobs import read_options
from generator.engine.rulebook import Rulebook, read_rulebook
from generator.engine.ruleset import Option, PowerFacts


def _read(name: str) -> dict[str, Any]:
    # Not importlib.resources: importing it takes as long as reading all three files.
    return tomli.loads(Path(__file__).with_name(name).read_text(encoding="utf-8"))


_others: Mapping[str, Any] | None = None
"""What stands in for ruleset.toml inside a `with adjusted(...)`."""


@cache
def facts() -> Mapping[str, Any]:
    """ruleset.toml as it stands."""
    return MappingProxyType(_read("ruleset.toml") if _others is None else dict(_others))


@contextmanager
def adjusted(tables: Mapping[str, Any]) -> Iterator[None]:
    """Other tables than those of ruleset.toml, for everybody in this process until it is left."""
    _stand_in(tables)
    try:
        yield
    finally:
        _stand_in(None)


def _stand_in(tables: Mapping[str, Any] | None) -> None:
    global _others
    _others = tables
    for made in (facts, powers, homes, territory, options):
        made.cache_clear()


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
