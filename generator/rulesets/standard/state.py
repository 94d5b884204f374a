"""The state of a game of standard Diplomacy, and what must be true of it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from generator.engine.board import Board
from generator.engine.phases import Moment
from generator.engine.retreats import Stranded
from generator.engine.ruleset import Ending
from generator.engine.units import Unit
from generator.rulesets.standard import facts


class StandardState(Struct, frozen=True):
    """A position and the phase that it waits for.

    `units` has every power in the ruleset's order, each with its standing units sorted by their
    notation. `centers` maps owned centers to their owners, `land` other provinces to the power
    that stood there last; both in board order. `dislodged` and `contested` (provinces that a
    standoff left empty) are empty outside retreat phases.
    """

    moment: Moment
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, str]
    land: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    dislodged: tuple[Stranded, ...] = ()
    contested: tuple[str, ...] = ()
    ending: Ending | None = None

    def stands(self) -> tuple[tuple[str, Unit], ...]:
        """All standing units with their powers."""
        return tuple(flatten(self.units))

    def option(self, name: str) -> Any:
        """The value of an option: what the game was opened with, or the default."""
        return self.options.get(name, facts.options()[name].default)

    def owned(self, power: str) -> tuple[str, ...]:
        """The centers of a power, in board order."""
        return tuple(center for center, owner in self.centers.items() if owner == power)


def flatten(units: Mapping[str, Iterable[Unit]]) -> Iterator[tuple[str, Unit]]:
    """Every unit with its power, in the order of `units`."""
    for power, own in units.items():
        for unit in own:
            yield power, unit


def arrange(units: Mapping[str, Iterable[Unit]]) -> Mapping[str, tuple[Unit, ...]]:
    """`units` with every power of the ruleset in its order, each power's units sorted."""
    return MappingProxyType(
        {power: tuple(sorted(units.get(power, ()), key=str)) for power in facts.powers()}
    )


def frozen(table: Mapping[str, str]) -> Mapping[str, str]:
    """A table keyed by provinces, read-only and in board order."""
    return MappingProxyType({code: table[code] for code in sorted(table)})


def center_counts(state: StandardState) -> dict[str, int]:
    """How many centers each power owns."""
    counts = dict.fromkeys(facts.powers(), 0)
    for owner in state.centers.values():
        counts[owner] += 1
    return counts


def unit_problem(board: Board, unit: Unit) -> str:
    """Why a unit cannot stand where it stands, or "" where it can."""
    if unit.strength != 1 and unit.province in board.provinces:
        return "units of standard Diplomacy have no strength of their own"
    return board.standing_problem(unit.kind, unit.at)
