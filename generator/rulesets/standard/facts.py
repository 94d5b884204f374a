"""The ruleset's data files as values: board, rulebook, powers, phases and options."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple

import tomli

from generator.engine.board import Board, read_board
from generator.engine.knobs import read_options
from generator.engine.phases import Moment
from generator.engine.rulebook import Rulebook, read_rulebook
from generator.engine.ruleset import Option, PowerFacts

__all__ = [
    "PHASES",
    "PhaseKind",
    "board",
    "facts",
    "homes",
    "moment_of",
    "options",
    "phase_kind",
    "phase_title",
    "powers",
    "rulebook",
    "territory",
]

PhaseKind = Literal["movement", "retreat", "build"]

PHASES = (
    "spring-movement",
    "spring-retreats",
    "fall-movement",
    "fall-retreats",
    "winter-adjustments",
)


class _Phase(NamedTuple):
    number: int
    kind: PhaseKind
    title: str


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


@cache
def _phases() -> Mapping[str, _Phase]:
    return MappingProxyType(
        {
            slug: _Phase(one["number"], one["kind"], one["title"])
            for slug, one in facts()["phases"].items()
        }
    )


def moment_of(year: int, phase: str) -> Moment:
    """The moment of a phase; its number stays the same also when earlier phases were skipped."""
    return Moment(year, _phases()[phase].number, phase)


def phase_kind(phase: str) -> PhaseKind:
    return _phases()[phase].kind


def phase_title(moment: Moment) -> str:
    return _phases()[moment.phase].title.format(year=moment.year)
