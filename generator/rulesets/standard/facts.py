"""The data files of a variant of Diplomacy as values: powers, board, rulebook, options, opening."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

import tomli
from msgspec import Meta, Struct

from generator.engine.board import Board, read_board
from generator.engine.course import Course
from generator.engine.errors import FileError
from generator.engine.movement import STANDARD_POLICY, MovementPolicy
from generator.engine.rulebook import (
    Option,
    PowerFacts,
    Rule,
    Rulebook,
    read_options,
    read_rulebook,
)
from generator.engine.typed import Table, read_table
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event
from generator.engine.words import nearest

POWER_ID: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
CODE: Final = re.compile(r"[A-Z][A-Z0-9]{0,7}")
RULE_ID: Final = re.compile(r"[A-Za-z0-9]+(-[A-Za-z0-9]+)*")
Color = Annotated[str, Meta(pattern="^#[0-9A-Fa-f]{6}$")]


class Power(Table, frozen=True):
    name: str
    color: Color
    adjective: str = ""
    letter: Annotated[str, Meta(max_length=2)] = ""
    homes: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    territory: tuple[str, ...] = ()


class Neutral(Table, frozen=True):
    units: tuple[str, ...]


class Default(Table, frozen=True):
    default: Any


class FactsTable(Table, frozen=True):
    """ruleset.toml."""

    title: str
    first_year: Annotated[int, Meta(ge=1)]
    powers: Mapping[str, Power]
    base: Literal["standard"] = "standard"
    credits: str = ""
    victory: Annotated[int, Meta(ge=1)] | None = None
    build: Literal["home", "anywhere"] = "home"
    neutral: Neutral | None = None
    options: Mapping[str, Default] = {}


class Shore(Table, frozen=True):
    name: str
    fleet: tuple[str, ...]


class Province(Table, frozen=True):
    name: str
    kind: Literal["inland", "coastal", "sea", "impassable"]
    center: bool = False
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    coasts: Mapping[str, Shore] = {}


class Grid(Table, frozen=True):
    rows: str
    cell: int = 600


class Topology(Table, frozen=True):
    """board.toml."""

    provinces: Mapping[str, Province]
    ambiguous: Mapping[str, tuple[str, ...]] = {}
    map: Grid | None = None


_STANDARD = Path(__file__).parent

Source = Path | Mapping[str, str]
"""The source of the data files: a folder, or their texts by their names."""
NEUTRAL: Final = "neutral"
"""The id of the owner of units that belong to no power."""
Policy = Callable[["Facts", Any], MovementPolicy]
"""Returns the special rules of movement in the phase that a state waits for."""
Settle = Callable[["Facts", Any], tuple[Any, Sequence[Event]]]
"""Takes a state with its units moved, whose `moment` is still the phase that was played, and
returns the state that follows. The next phase is set afterwards."""


class Facts(Struct, frozen=True, eq=False):
    """The contents of a variant's files, and the rules that it has in code.

    `opening` has the first units of every power, `homes` its home centers, sorted; `territory` is
    the land without a center that shows a power's color at the opening. `neutral` units belong to
    no power and stay where they are. With `anywhere` a power builds in every center that it owns.
    `data` is ruleset.toml as it was read, for keys that only the variant knows. `settle` replaces
    captures, builds and the end as Diplomacy has them.
    """

    source: Source
    title: str
    first_year: int
    course: Course
    powers: Mapping[str, PowerFacts]
    options: Mapping[str, Option]
    opening: Mapping[str, tuple[Unit, ...]]
    homes: Mapping[str, tuple[str, ...]]
    territory: Mapping[str, str]
    board: Board
    rulebook: Rulebook
    data: Mapping[str, Any]
    policy: Policy
    settle: Settle | None
    neutral: tuple[Unit, ...]
    anywhere: bool

    @property
    def owners(self) -> tuple[str, ...]:
        """The powers, and the id for neutral units where the variant has any."""
        return (*self.powers, *((NEUTRAL,) if self.neutral else ()))

    def sites(self, power: str) -> tuple[str, ...]:
        """The centers in which a power may build while it owns them."""
        return self.board.centers if self.anywhere else self.homes[power]

    def name_of(self, power: str) -> str:
        """The name of a power, or the argument itself if it is not a power."""
        known = self.powers.get(power)
        return known.name if known else power

    def place(self, code: str) -> str:
        """The name of a place, or its code if it has no name."""
        return self.board.name_of(code) if self.board.is_place(code) else code

    def unit_words(self, power: str, unit: Unit) -> str:
        """`Austria's army in Trieste`."""
        kind = "army" if unit.kind == "A" else "fleet"
        whose = f"{self.name_of(power)}'s" if power in self.powers else "the neutral"
        return f"{whose} {kind} in {self.place(unit.at)}"

    def power_names(self) -> dict[str, str]:
        """The names of powers in sentences."""
        return {NEUTRAL: "nobody", **{power: one.name for power, one in self.powers.items()}}

    def power_words(self) -> dict[str, str]:
        """The words for powers on sheets: their ids, names and adjectives."""
        return {
            name: power
            for power, known in self.powers.items()
            for name in (power, known.name, known.adjective)
        }

    def event(self, kind: str, text: str, *about: str, weight: int = 10) -> Event:
        """An event by the rule that claims `kind` as a cause. `about` are powers and provinces;
        higher weights come first in headlines."""
        powers = tuple(name for name in about if name in self.powers)
        provinces = tuple(name for name in about if name in self.board.provinces)
        return Event(kind, self.rulebook.cites(kind), text, powers, provinces, weight)


def as_in_diplomacy(facts: Facts, state: Any) -> MovementPolicy:
    """The movement rules of Diplomacy."""
    return STANDARD_POLICY


def read_facts(
    source: Source,
    make_course: Callable[[Mapping[str, Any]], Course],
    policy: Policy,
    settle: Settle | None,
    tables: Mapping[str, Any] | None,
    name: str,
) -> Facts:
    """The facts in a variant's files. `tables` replaces its ruleset.toml where it is given. `name`
    is the name of the board of a variant on a base. Raises FileError for what is missing or
    impossible."""
    data = _read(source, "ruleset.toml") if tables is None else tables
    try:
        if "base" in data and tables is None:
            _check_based(source, data)
        board = _read_board(source, data, name)
        if "base" in data and tables is None:
            data = _on_base(data, board)
        read_rules = _rules_on_base if "base" in data else _read_rulebook
        rows = data["powers"]
        powers = {
            power: PowerFacts(power, row["name"], row["adjective"], row["color"], row["letter"])
            for power, row in rows.items()
        }
        homes = {
            power: tuple(code for code in board.centers if board.provinces[code].home == power)
            for power in rows
        }
        territory = {
            code: power for power, row in rows.items() for code in row.get("territory", ())
        }
        return Facts(
            source,
            str(data["title"]),
            int(data["first_year"]),
            make_course(data),
            MappingProxyType(powers),
            read_options({"id": name, **row} for name, row in data["options"].items()),
            MappingProxyType({power: _units(row.get("units", ())) for power, row in rows.items()}),
            MappingProxyType(homes),
            MappingProxyType(territory),
            board,
            read_rules(source, data),
            MappingProxyType(dict(data)),
            policy,
            settle,
            _units(data.get("neutral", {}).get("units", ())),
            data.get("build") == "anywhere",
        )
    except KeyError as error:
        raise FileError(f"{_where(source, 'ruleset.toml')}: {error.args[0]} is missing") from None


def _units(texts: Sequence[str]) -> tuple[Unit, ...]:
    return tuple(sorted(map(parse_unit, texts), key=str))


def _check_based(source: Source, data: Mapping[str, Any]) -> None:
    """Raises FileError if a variant's files have an entry or an id that its base does not allow."""
    read_table(data, FactsTable)
    board = read_table(_read(source, "board.toml"), Topology)
    for name, what, kind in (
        *((power, "a power's id", POWER_ID) for power in data["powers"]),
        *((code, "a code", CODE) for code in board.provinces),
        *((coast, "a coast", CODE) for one in board.provinces.values() for coast in one.coasts),
    ):
        if not kind.fullmatch(name):
            raise FileError(f"{name} cannot be {what}")


def _on_base(data: Mapping[str, Any], board: Board) -> Mapping[str, Any]:
    """The ruleset.toml of a variant on the base of Diplomacy, with the entries of the base."""
    victory = data.get("victory", len(board.centers) // 2 + 1)
    options = {name: dict(row) for name, row in _read(_STANDARD, "ruleset.toml")["options"].items()}
    options["victory-centers"]["default"] = victory
    for name, row in data.get("options", {}).items():
        if name not in options:
            hint = nearest(name, options, "options")
            raise FileError(f"ruleset.toml: there is no option {name}", hint=hint)
        options[name] |= {"default": row["default"]}
    powers = {
        power: {"adjective": row["name"], "letter": row["name"][:1], **row}
        for power, row in data["powers"].items()
    }
    return {**data, "options": options, "powers": powers}


def _read_board(source: Source, data: Mapping[str, Any], name: str) -> Board:
    """The board; of a variant, with the home centers that its powers list, under its name."""
    topology = _read(source, "board.toml")
    if "base" in data:
        homes = {
            code: {"home": power, "center": True}
            for power, row in data["powers"].items()
            for code in row.get("homes", ())
        }
        provinces = {
            code: {**row, **homes.get(code, {})} for code, row in topology["provinces"].items()
        }
        topology |= {"board": {"name": name, "title": data["title"]}, "provinces": provinces}
        return read_board(topology)
    board = read_board(topology)
    if isinstance(source, Path) and "map" in topology:
        drawing = source / f"{board.name}.json"
        if not drawing.is_file():
            hint = f"python -m mapsvg.workshop.gridboard {source.name}/board.toml makes it"
            raise FileError(f"{source.name}/{drawing.name} is missing", hint=hint)
    return board


def _read_rulebook(source: Source, data: Mapping[str, Any]) -> Rulebook:
    """A rulebook whose rule for the cause "movement", if there is one, claims all causes of
    Diplomacy that no other rule claims."""
    where, credit = _where(source, "rules.toml"), str(data.get("credits", ""))
    rulebook = read_rulebook(_read(source, "rules.toml"), where, credit)
    if source == _STANDARD:
        return rulebook
    standard = read_rulebook(_read(_STANDARD, "rules.toml"), "standard/rules.toml")
    unclaimed = [cause for cause in standard.causes if cause not in rulebook.causes]
    rule = rulebook.causes.get("movement")
    if unclaimed and rule is None:
        problem = f"{where}: no rule claims the cause {unclaimed[0]}"
        raise FileError(problem, hint='causes = ["movement"] claims all that no other rule does')
    causes = {**rulebook.causes, **dict.fromkeys(unclaimed, rule or "")}
    return Rulebook(rulebook.rules, MappingProxyType(causes), credit)


def _rules_on_base(source: Source, data: Mapping[str, Any]) -> Rulebook:
    """The rules of Diplomacy, those that ruleset.toml asks for, and the variant's own. A later one
    claims a cause before an earlier one."""
    asked = _read(_STANDARD, "variants.toml")
    sections = asked["anywhere"] if data.get("build") == "anywhere" else []
    sections += asked["neutral"] if "neutral" in data else []
    files = [_read(_STANDARD, "rules.toml"), {"section": sections}]
    if read_source(source, "rules.toml"):
        files.append(_read(source, "rules.toml"))
    books = [read_rulebook(table, _where(source, "rules.toml")) for table in files]
    rules: dict[str, Rule] = {}
    for rule in (rule for book in books for rule in book.rules):
        if not RULE_ID.fullmatch(rule.id):
            raise FileError(f"rules.toml: {rule.id} cannot be a rule's id", hint="such as TRN-1")
        if rules.setdefault(rule.id, rule) is not rule:
            raise FileError(f"rules.toml: rule {rule.id} is given twice", hint="give it another id")
    causes = {cause: rule for book in books for cause, rule in book.causes.items()}
    return Rulebook(tuple(rules.values()), MappingProxyType(causes), str(data.get("credits", "")))


def read_source(source: Source, name: str) -> str:
    """The text of a data file, or "" if there is no such file."""
    if not isinstance(source, Path):
        return source.get(name, "")
    # Not importlib.resources: importing it takes as long as reading all three files.
    file = source / name
    return file.read_text(encoding="utf-8") if file.is_file() else ""


def _read(source: Source, name: str) -> dict[str, Any]:
    try:
        text = read_source(source, name)
        if not text:
            raise FileError(f"{_where(source, name)} is missing")
        return tomli.loads(text)
    except (OSError, tomli.TOMLDecodeError) as error:
        raise FileError(f"{_where(source, name)}: {error}") from None


def _where(source: Source, name: str) -> str:
    return f"{source.name}/{name}" if isinstance(source, Path) else name
