"""The state of a game of Diplomacy, and its invariants."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from operator import attrgetter
from types import MappingProxyType
from typing import Any

from msgspec import Struct, field

from generator.engine.board import Board
from generator.engine.movement import (
    Judgment,
    Movement,
    MovementOptions,
    MovementPolicy,
    judge_orders,
    resolve_movement,
)
from generator.engine.orders import PhaseKind
from generator.engine.orders.values import AnyOrder, UnitOrder
from generator.engine.phases import Moment
from generator.engine.retreats import Stranded
from generator.engine.ruleset import Ending
from generator.engine.units import Unit
from generator.rulesets.standard.facts import Facts

_LEFT_OUT = {"draw-votes": "none"}
"""The values of options that a variant does not have; an option that is not listed has its value in
MovementOptions, or 0."""


class StandardState(Struct, frozen=True):
    """A position and the phase that it waits for.

    `units` has every power in the ruleset's order, each with its units on the board sorted by their
    notation, and last the neutral units, where the variant has any. `centers` maps owned centers to
    their owners, `land` other provinces to the power that was there last; both in board order.
    `dislodged` and `contested` (provinces that a standoff left empty) are empty outside retreat
    phases. `notes` hold what else a variant remembers: tables, texts and numbers.
    """

    facts: Facts
    moment: Moment
    units: Mapping[str, tuple[Unit, ...]]
    centers: Mapping[str, str]
    land: Mapping[str, str] = field(default_factory=lambda: MappingProxyType({}))
    options: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))
    dislodged: tuple[Stranded, ...] = ()
    contested: tuple[str, ...] = ()
    ending: Ending | None = None
    notes: Mapping[str, Any] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def kind(self) -> PhaseKind:
        """The orders of the phase that the state waits for."""
        return kind_of(self.facts, self.moment.phase)

    def stands(self) -> tuple[tuple[str, Unit], ...]:
        """All units on the board with their powers."""
        return tuple(flatten(self.units))

    def option(self, name: str) -> Any:
        """The value of an option: the one given at the opening of the game, or the default."""
        known = self.facts.options.get(name)
        return self.options.get(name, known.default if known else _LEFT_OUT.get(name, 0))

    def owned(self, power: str) -> tuple[str, ...]:
        """The centers of a power, in board order."""
        return tuple(center for center, owner in self.centers.items() if owner == power)

    def center_counts(self) -> dict[str, int]:
        """How many centers each power owns."""
        counts = dict.fromkeys(self.facts.powers, 0)
        for owner in self.centers.values():
            counts[owner] += 1
        return counts

    def policy(self) -> MovementPolicy:
        """The variant's rules of movement."""
        return self.facts.policy(self.facts, self)

    def judge(self, orders: Sequence[Any]) -> Sequence[Judgment]:
        """Which of the orders for `stands()` are possible."""
        stands, options = self.stands(), movement_options(self.options)
        return judge_orders(self.facts.board, stands, orders, self.policy(), options)

    def resolve(self, orders: Sequence[UnitOrder | None]) -> Movement:
        """The movement of the orders for `stands()`."""
        stands, options = self.stands(), movement_options(self.options)
        return resolve_movement(self.facts.board, stands, orders, self.policy(), options)

    def is_legal_alone(self, index: int, order: AnyOrder) -> bool:
        """Whether a movement order is possible, whatever the others are ordered to do."""
        orders: list[Any] = [None] * len(self.stands())
        orders[index] = order
        return isinstance(order, UnitOrder) and self.judge(orders)[index].status != "illegal"


def kind_of(facts: Facts, phase: str) -> PhaseKind:
    return facts.course[phase].units or "build"


def movement_options(values: Mapping[str, Any]) -> MovementOptions:
    """The engine's options for the option values of a game."""
    return MovementOptions(
        paradox=values.get("convoy-paradox", "szykman"),
        adjacent_convoy=values.get("adjacent-convoy", "2023"),
    )


def flatten(units: Mapping[str, Iterable[Unit]]) -> Iterator[tuple[str, Unit]]:
    """Every unit with its power, in the order of `units`."""
    for power, own in units.items():
        for unit in own:
            yield power, unit


def arrange(facts: Facts, units: Mapping[str, Iterable[Unit]]) -> Mapping[str, tuple[Unit, ...]]:
    """`units` with every power of the ruleset in its order, each power's units sorted."""
    notation = attrgetter("kind", "at")
    return MappingProxyType(
        {power: tuple(sorted(units.get(power, ()), key=notation)) for power in facts.owners}
    )


def frozen(table: Mapping[str, str]) -> Mapping[str, str]:
    """A table keyed by provinces, read-only and in board order."""
    return MappingProxyType({code: table[code] for code in sorted(table)})


def paint(
    facts: Facts, land: Mapping[str, str], units: Mapping[str, tuple[Unit, ...]]
) -> Mapping[str, str]:
    """The power that was last on each piece of land without a center, after units have moved."""
    painted = dict(land)
    for power, unit in flatten(units):
        one = facts.board.provinces[unit.province]
        if one.kind != "sea" and not one.center and power in facts.powers:
            painted[unit.province] = power
    return frozen(painted)


def unit_problem(board: Board, unit: Unit) -> str:
    """Why a unit cannot be where it is, or "" if it can."""
    if unit.strength != 1 and unit.province in board.provinces:
        return "units of standard Diplomacy have no strength"
    return board.standing_problem(unit.kind, unit.at)


def problems(state: StandardState) -> tuple[str, ...]:
    """The ways in which a state contradicts the rules; empty for every state of a game."""
    board, wrong = state.facts.board, []
    where: dict[str, str] = {}
    for power, unit in state.stands():
        if problem := unit_problem(board, unit):
            wrong.append(f"units of {power}: {unit}: {problem}")
        if unit.province in where:
            wrong.append(f"units of {power}: {unit}: {where[unit.province]} is there too")
        where[unit.province] = f"{power}'s {unit}"
    for name, table, what in (
        ("centers", state.centers, "supply center"),
        ("land", state.land, "land without a center"),
    ):
        for code, owner in table.items():
            one = board.provinces.get(code)
            if one is None or one.kind == "sea" or one.center is not (name == "centers"):
                wrong.append(f"{name} of {owner}: {code} is not a {what}")
    if (state.dislodged or state.contested) and state.kind != "retreat":
        wrong.append("units are dislodged outside a retreat phase")
    left: set[str] = set()
    for stranded in state.dislodged:
        unit = stranded.unit
        if problem := unit_problem(board, unit):
            wrong.append(f"dislodged of {stranded.owner}: {unit}: {problem}")
        if unit.province in left:
            wrong.append(f"two units are dislodged in {unit.province}")
        left.add(unit.province)
        for place in stranded.places:
            if not board.is_place(place):
                wrong.append(f"{unit}: there is no place {place}")
            elif place.partition("/")[0] in where:
                wrong.append(f"{unit} cannot retreat to {place}, which is occupied")
    return tuple(wrong)
