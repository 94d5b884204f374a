"""A plain ruleset's data files as values."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

import tomli
from msgspec import Struct

from generator.engine.board import Board, read_board
from generator.engine.course import Course, Phase
from generator.engine.errors import FileError
from generator.engine.knobs import read_options
from generator.engine.powers import PowerFacts
from generator.engine.rulebook import Option, Rulebook, read_rulebook
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event

CAUSES: Final = (
    "army-to-sea", "bounce-attack", "bounce-hold", "coast-needed", "convoy-carried",
    "convoy-disrupted", "convoy-intent", "convoy-no-army", "convoy-not-at-sea",
    "convoy-not-needed", "convoy-not-ordered", "convoy-stands", "convoy-unmatched",
    "dislodged-no-effect", "duplicate-order", "fleet-convoyed", "fleet-inland", "foreign-unit",
    "head-to-head", "hold", "may-not-enter", "move-not-adjacent", "move-own-province",
    "move-succeeds", "no-convoy-route", "no-order", "no-such-unit", "own-support", "own-unit",
    "paradox", "ring", "support-coast", "support-cut", "support-cut-not-by-own",
    "support-cut-not-by-target", "support-given", "support-impossible", "support-lost-dislodged",
    "support-no-unit", "support-reduced", "support-self", "support-unmatched",
    "support-unreachable", "swap-by-convoy", "unreadable",
)  # fmt: skip
"""What movement gives as the cause of a result. The rule that claims the cause "movement" explains
all of them that no other rule claims."""


class PlainFacts(Struct, frozen=True, eq=False):
    """What the files of a plain ruleset say. `course` is its year, in which every phase is one of
    movement; `opening` has the first units of every power, `homes` the home centers by their
    codes. `goal` is how many centers win, by which rule (0, ""). `data` is ruleset.toml as it
    stands, for what only the variant knows."""

    folder: Path
    title: str
    first_year: int
    course: Course
    powers: Mapping[str, PowerFacts]
    options: Mapping[str, Option]
    opening: Mapping[str, tuple[Unit, ...]]
    homes: Mapping[str, str]
    goal: tuple[int, str]
    board: Board
    rulebook: Rulebook
    data: Mapping[str, Any]

    def event(self, kind: str, text: str, *about: str, weight: int = 10) -> Event:
        """An event by the rule that claims `kind` as a cause. `about` are powers and provinces;
        higher weights come first in headlines."""
        powers = tuple(name for name in about if name in self.powers)
        provinces = tuple(name for name in about if name in self.board.provinces)
        return Event(kind, self.rulebook.cites(kind), text, powers, provinces, weight)


def read_facts(folder: Path, tables: Mapping[str, Any] | None = None) -> PlainFacts:
    """The facts in a ruleset's folder, `tables` in place of its ruleset.toml where they are given.
    Raises FileError for what is missing or cannot be."""
    data = _read(folder, "ruleset.toml") if tables is None else tables
    topology = _read(folder, "board.toml")
    board = read_board(topology)
    drawing = folder / f"{board.name}.json"
    if "map" in topology and not drawing.is_file():
        hint = f"python -m mapsvg.workshop.gridboard {folder.name}/board.toml makes it"
        raise FileError(f"{folder.name}/{drawing.name} is missing", hint=hint)
    credit = str(data.get("credits", ""))
    rulebook = read_rulebook(_read(folder, "rules.toml"), f"{folder.name}/rules.toml", credit)
    causes = dict(rulebook.causes)
    needed = (*CAUSES, "dislodged", "ruling")
    for cause in needed:
        causes.setdefault(cause, causes.get("movement", ""))
    unclaimed = [cause for cause in needed if not causes[cause]]
    if unclaimed:
        problem = f"{folder.name}/rules.toml: no rule claims the cause {unclaimed[0]}"
        raise FileError(problem, hint='causes = ["movement"] claims all that no other rule does')
    goal = data.get("goal", {})
    try:
        powers = {
            power: PowerFacts(power, row["name"], row["adjective"], row["color"], row["letter"])
            for power, row in data["powers"].items()
        }
        return PlainFacts(
            folder,
            str(data["title"]),
            int(data["first_year"]),
            _course(data["phases"]),
            MappingProxyType(powers),
            read_options({"id": key, **row} for key, row in data["options"].items()),
            MappingProxyType(
                {power: tuple(map(parse_unit, data["powers"][power]["units"])) for power in powers}
            ),
            MappingProxyType(
                {code: province.home for code, province in board.provinces.items() if province.home}
            ),
            (int(goal.get("centers", 0)), str(goal.get("rule", ""))),
            board,
            Rulebook(rulebook.rules, MappingProxyType(causes), credit),
            MappingProxyType(data),
        )
    except KeyError as error:
        raise FileError(f"{folder.name}/ruleset.toml: {error.args[0]} is missing") from None


def _course(titles: Mapping[str, str]) -> Course:
    """The year of phases whose titles have a `{year}`; the first follows the last. They have no
    steps to tell apart: each is one movement."""
    slugs = list(titles)
    following = dict(zip(slugs, [*slugs[1:], *slugs[:1]], strict=True))
    return Course(
        tuple(
            Phase(slug, title, tuple, _ordering, following[slug], units="movement")
            for slug, title in titles.items()
        )
    )


def _ordering(state: Any) -> tuple[str, ...]:
    """The powers that have units to order."""
    return tuple(power for power, own in state.units.items() if own)


def _read(folder: Path, name: str) -> dict[str, Any]:
    try:
        return tomli.loads((folder / name).read_text(encoding="utf-8"))
    except (OSError, tomli.TOMLDecodeError) as error:
        raise FileError(f"{folder.name}/{name}: {error}") from None
