"""The ruleset's data files as values: facts.toml, layouts.toml, options.toml and the rules.

Every entry of facts.toml is needed, and no other is taken. Comments in the file and the rules that
read an entry explain it.
"""

# Annotations are values here, not texts: reading them back would take as long as the tables.

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, NamedTuple

import tomli

from generator.engine.adjusting import StandIn
from generator.engine.errors import FileError
from generator.engine.rulebook import Option, PowerFacts, Rulebook, read_options, read_rulebook
from generator.engine.typed import Count, Positive, Table, read_table


class Game(Table, frozen=True):
    first_year: Count
    years_per_round: Positive
    rounds: Count
    players_min: Count
    players_max: Count
    hexes_per_player: Count
    late_from_round: Count
    victory_from_round: Count
    electors: Count
    majority: Count
    emperor_rounds_max: Count
    great_size: Count
    great_names: tuple[str, ...]
    most_influence: Count


class Start(Table, frozen=True):
    """The resources with which a player begins."""

    provinces: Count
    saints: Count
    reformation: Count
    influence: Count


class ImperialPower(Table, frozen=True):
    orthodox_province: Count
    principality_base: Count
    principality_province: Count
    emperor_base: Count
    emperor_per_round: Count


class Foreign(Table, frozen=True):
    """Lands of Foreign Powers, and influence in them."""

    home_per_round: Count
    dice: Count
    limit_early: Count
    limit_late: Count
    returned: Positive


class Conversion(Table, frozen=True):
    roll_max: Count
    luther: Count
    francis: Count
    martyrs_minus: Count


class Faith(Table, frozen=True):
    """The income and costs of Faith."""

    protestant_early: Count
    protestant_late: Count
    zeal: Count
    sanction: Count
    saints_per_die: Positive
    catholic_reformation: Count
    church_abuses: Positive
    keep_the_faith: Count


class Vassal(Table, frozen=True):
    influence: Count
    gift: Count


class League(Table, frozen=True):
    saved_cost: Count


class Target(Table, frozen=True):
    """The distance to a Target within which a player must be."""

    reach: Count


class Tradeoffs(Table, frozen=True):
    """The price of phases left out."""

    no_heresy_trouble: Count
    no_diplomacy: Count
    no_war: Count
    emperor_no_foreign_land: Count
    emperor_took_from_foreign: Count
    emperor_ignored_foreign: Count


class Emperor(Table, frozen=True):
    death_max: Count


class Peace(Table, frozen=True):
    town: Count


class Sizes(Table, frozen=True):
    small_max: Count
    small: Count
    large: Count


class Treaty(Table, frozen=True):
    """The limits of a treaty, and its costs."""

    towns: Count
    open: Count
    cost_town: Count
    cost_not_adjacent: Count
    slight: Count
    ally_loss: Count
    principality_takes: Count


class War(Table, frozen=True):
    battle_phases: Count
    rotf: Count
    dotf: Count


class Battle(Table, frozen=True):
    hand_max: Positive
    swap_max: Count
    autowin_ratio: Count
    charge_rout_ratio: Count
    charge_infantry: Count
    rifling_from_round: Count
    deck: Mapping[str, Count]


class Seat(Table, frozen=True):
    """A color with a player."""

    name: str
    adjective: str
    color: str
    letter: str


class PrincipalityFacts(NamedTuple):
    """A principality's name, its town, the letters that abbreviate it, and the provinces that it
    starts with as an Elector (0: it is not an Elector)."""

    name: str
    town: str
    label: str
    size: int


class Home(NamedTuple):
    """A home of a Foreign Power: its name, the edge that suits it, and the number of players from
    which it is in the game."""

    name: str
    edge: str
    players: int


class FactsFile(Table, frozen=True):
    """All of facts.toml. `the` are the names that take an article in a sentence."""

    id: str
    title: str
    credits: str
    the: tuple[str, ...]
    game: Game
    start: Start
    imperial_power: ImperialPower
    foreign: Foreign
    conversion: Conversion
    faith: Faith
    vassal: Vassal
    league: League
    target: Target
    tradeoffs: Tradeoffs
    emperor: Emperor
    peace: Peace
    setup: Sizes
    treaty: Treaty
    war: War
    battle: Battle
    per_players: Mapping[str, Mapping[str, Count]]
    dilemma: Mapping[str, tuple[Count, Count]]
    seats: Mapping[str, Seat]
    principalities: Mapping[str, PrincipalityFacts]
    homes: Mapping[str, Home]


_FOLDER: Final = Path(__file__).parent.parent


def _read(name: str) -> dict[str, Any]:
    return tomli.loads((_FOLDER / name).read_text(encoding="utf-8"))


_STAND_IN: Final = StandIn()


def fact_tables() -> Mapping[str, Any]:
    """The tables of facts.toml, or those that replace them."""
    return _read("facts.toml") if _STAND_IN.tables is None else _STAND_IN.tables


@cache
def facts() -> FactsFile:
    """facts.toml. Raises FaultyTable for entries that are unknown, missing or impossible."""
    return read_table(fact_tables(), FactsFile, file=_FOLDER / "facts.toml")


@contextmanager
def adjusted(tables: Mapping[str, Any]) -> Iterator[None]:
    """Replace the tables of facts.toml in the whole process until the context is left. Raises
    FaultyTable."""
    with _STAND_IN.adjusted(tables, facts, powers):
        facts()
        yield


def per_players(name: str, players: int) -> int:
    """A number that depends on the number of players."""
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
    if there is no layout for so many players."""
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
    """The choices that the rulebook leaves open."""
    return read_options(_read("options.toml")["option"])
