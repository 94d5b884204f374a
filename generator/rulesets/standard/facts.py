"""The data files of a variant of Diplomacy as values: powers, board, rulebook, options, opening."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import Any

import tomli
from msgspec import Struct

from generator.engine.board import Board, read_board
from generator.engine.course import Course
from generator.engine.errors import FileError
from generator.engine.knobs import read_options
from generator.engine.movement import STANDARD_POLICY, MovementPolicy
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook, read_rulebook
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event

_STANDARD = Path(__file__).parent

Policy = Callable[["Facts", Any], MovementPolicy]
"""What is special about movement in the phase that a state waits for."""
Settle = Callable[["Facts", Any], tuple[Any, Sequence[Event]]]
"""What follows a phase: of the state with its units moved and `moment` still the phase that was
played, the state that goes on. The next phase is set afterwards."""


class Facts(Struct, frozen=True, eq=False):
    """What the files of a variant say, and the rules that it has in code.

    `opening` has the first units of every power, `homes` its home centers, sorted; `territory` is
    the land without a center that shows a power's color at the opening. `data` is ruleset.toml as
    it stands, for what only the variant knows. `settle` takes the place of captures, builds and
    the end as Diplomacy has them.
    """

    folder: Path
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

    def name_of(self, power: str) -> str:
        """The name of a power, or what was given where there is none."""
        known = self.powers.get(power)
        return known.name if known else power

    def place(self, code: str) -> str:
        """The name of a place, or its code where there is none."""
        return self.board.name_of(code) if self.board.is_place(code) else code

    def unit_words(self, power: str, unit: Unit) -> str:
        """`Austria's army in Trieste`."""
        kind = "army" if unit.kind == "A" else "fleet"
        return f"{self.name_of(power)}'s {kind} in {self.place(unit.at)}"

    def power_names(self) -> dict[str, str]:
        """What powers are called in sentences."""
        return {power: known.name for power, known in self.powers.items()}

    def power_words(self) -> dict[str, str]:
        """What powers are called on sheets: their ids, names and adjectives."""
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
    """Movement as it is in Diplomacy."""
    return STANDARD_POLICY


def read_facts(
    folder: Path,
    make_course: Callable[[Mapping[str, Any]], Course],
    policy: Policy = as_in_diplomacy,
    settle: Settle | None = None,
    tables: Mapping[str, Any] | None = None,
) -> Facts:
    """The facts in a variant's folder, `tables` in place of its ruleset.toml where they are given.
    Raises FileError for what is missing or cannot be."""
    data = _read(folder, "ruleset.toml") if tables is None else tables
    board = _read_board(folder)
    rulebook = _read_rulebook(folder, str(data.get("credits", "")))
    try:
        rows = data["powers"].items()
        return Facts(
            folder,
            str(data["title"]),
            int(data["first_year"]),
            make_course(data),
            MappingProxyType(
                {
                    power: PowerFacts(
                        power, row["name"], row["adjective"], row["color"], row["letter"]
                    )
                    for power, row in rows
                }
            ),
            read_options({"id": name, **row} for name, row in data["options"].items()),
            MappingProxyType({power: tuple(map(parse_unit, row["units"])) for power, row in rows}),
            MappingProxyType(
                {
                    power: tuple(
                        code for code in board.centers if board.provinces[code].home == power
                    )
                    for power, _ in rows
                }
            ),
            MappingProxyType(
                {code: power for power, row in rows for code in row.get("territory", ())}
            ),
            board,
            rulebook,
            MappingProxyType(dict(data)),
            policy,
            settle,
        )
    except KeyError as error:
        raise FileError(f"{folder.name}/ruleset.toml: {error.args[0]} is missing") from None


def _read_board(folder: Path) -> Board:
    topology = _read(folder, "board.toml")
    board = read_board(topology)
    drawing = folder / f"{board.name}.json"
    if "map" in topology and not drawing.is_file():
        hint = f"python -m mapsvg.workshop.gridboard {folder.name}/board.toml makes it"
        raise FileError(f"{folder.name}/{drawing.name} is missing", hint=hint)
    return board


def _read_rulebook(folder: Path, credit: str) -> Rulebook:
    """A rulebook whose rule for the cause "movement", if there is one, claims all causes of
    Diplomacy that no other rule claims."""
    source = f"{folder.name}/rules.toml"
    rulebook = read_rulebook(_read(folder, "rules.toml"), source, credit)
    if folder == _STANDARD:
        return rulebook
    standard = read_rulebook(_read(_STANDARD, "rules.toml"), "standard/rules.toml")
    unclaimed = [cause for cause in standard.causes if cause not in rulebook.causes]
    rule = rulebook.causes.get("movement")
    if unclaimed and rule is None:
        problem = f"{source}: no rule claims the cause {unclaimed[0]}"
        raise FileError(problem, hint='causes = ["movement"] claims all that no other rule does')
    causes = {**rulebook.causes, **dict.fromkeys(unclaimed, rule or "")}
    return Rulebook(rulebook.rules, MappingProxyType(causes), credit)


def _read(folder: Path, name: str) -> dict[str, Any]:
    # Not importlib.resources: importing it takes as long as reading all three files.
    try:
        return tomli.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, tomli.TOMLDecodeError) as error:
        raise FileError(f"{folder.name}/{name}: {error}") from None
