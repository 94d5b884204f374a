"""The ruleset's data files as values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli

from generator.engine.adjusting import StandIn
from generator.engine.errors import FileError
from generator.engine.knobs import read_options, read_table
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook, read_rulebook
from generator.rulesets.westphalia.data.rule_tables import FactsFile, Home, PrincipalityFacts

_FOLDER: Final = Path(__file__).parent.parent


def _read(name: str) -> dict[str, Any]:
    return tomli.loads((_FOLDER / name).read_text(encoding="utf-8"))


_STAND_IN: Final = StandIn()


def fact_tables() -> Mapping[str, Any]:
    """The tables of facts.toml, or those that stand in for them."""
    return _read("facts.toml") if _STAND_IN.tables is None else _STAND_IN.tables


@cache
def facts() -> FactsFile:
    """facts.toml. Raises FaultyTable for entries that are unknown, missing or cannot be."""
    return read_table(fact_tables(), FactsFile, file=_FOLDER / "facts.toml")


@contextmanager
def adjusted(tables: Mapping[str, Any]) -> Iterator[None]:
    """Other tables than those of facts.toml, for everybody in this process until it is left.
    Raises FaultyTable."""
    with _STAND_IN.adjusted(tables, facts, powers):
        facts()
        yield


def per_players(name: str, players: int) -> int:
    """A number that follows from how many play."""
    return facts().per_players[name][str(players)]


def year_of(round_number: int) -> int:
    """The year that a Round opens in; the one after the last closes the game."""
    game = facts().game
    return game.first_year + game.years_per_round * (round_number - 1)


@cache
def powers() -> Mapping[str, PowerFacts]:
    """The eight seats that there can be."""
    return MappingProxyType(
        {
            seat: PowerFacts(seat, one.name, one.adjective, one.color, one.letter)
            for seat, one in facts().seats.items()
        }
    )


def principalities() -> Mapping[str, PrincipalityFacts]:
    """All names of principalities, in the order in which they are used."""
    return facts().principalities


def homes() -> Mapping[str, Home]:
    """The homes of Foreign Powers, in the order in which they are used."""
    return facts().homes


@cache
def layout(players: int) -> Mapping[str, tuple[str, ...]]:
    """The board that is ready to play, {slot or principality: provinces, the capital first}; empty
    where there is none for so many players."""
    rows = _read("layouts.toml")["layout"].get(str(players), {})
    return MappingProxyType({name: tuple(codes.split()) for name, codes in rows.items()})


@cache
def rulebook() -> Rulebook:
    """The rules of all files in rules/, in the order of the files' names."""
    files = sorted((_FOLDER / "rules").glob("*.toml"))
    sections = [one for file in files for one in _read(f"rules/{file.name}")["section"]]
    if not sections:
        raise FileError("westphalia/rules: there are no rules")
    return read_rulebook({"section": sections}, "westphalia/rules", facts().credits)


@cache
def options() -> Mapping[str, Option]:
    """What the rulebook leaves open."""
    return read_options(_read("options.toml")["option"])
