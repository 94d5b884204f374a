"""A player of Diplomacy and of its variants.

It knows the rules of movement of a variant and the worth of each center; it does not foresee other
peculiarities of a variant (new units, other ways to win).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.resources import files
from typing import Any, Final

import tomli
from msgspec.structs import replace

from generator.autoplay.outlook import Outlook, Relations, read_relations
from generator.autoplay.planning import plan_movement
from generator.engine.board import Board, province_of
from generator.engine.chance import Chance
from generator.engine.errors import BrokenPromise, Complaint
from generator.engine.orders import read_order
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Disband,
    Hold,
    Remove,
    Retreat,
    UnitOrder,
)
from generator.engine.retreats import Stranded
from generator.engine.ruleset import Ruleset
from generator.engine.units import Kind, Piece
from generator.rulesets.standard.facts import NEUTRAL
from generator.rulesets.standard.state import StandardState, movement_options
from generator.rulesets.standard.winter_phase import dues

# The share of fleets that each power aims at, in percent.
NAVY: Final = {
    "austria": 12,
    "england": 58,
    "france": 36,
    "germany": 26,
    "italy": 44,
    "russia": 26,
    "turkey": 40,
}
USUAL_NAVY: Final = 33


class StandardPlayer:
    """The player for every ruleset of the family."""

    def write_orders(
        self, ruleset: Ruleset[StandardState], state: StandardState, power: str, chance: Chance
    ) -> tuple[str, ...]:
        return tuple(map(str, intended_orders(state, power, chance)))


PLAYER: Final = StandardPlayer()


def intended_orders(state: StandardState, power: str, chance: Chance) -> tuple[AnyOrder, ...]:
    """The power's orders in the phase that `state` waits for, without any that a variant
    forbids."""
    if state.kind == "movement":
        if not state.units[power]:
            return ()
        opening = _from_book(state, power, chance)
        return opening or _possible(state, _plan(state, power, chance))
    outlook = _outlook(state, power, _relations(state, power, chance))
    if state.kind == "retreat":
        return _choose_retreats(outlook, state.dislodged)
    due = dues(state)[power]
    if due.number > 0:
        return _choose_builds(outlook, due.number, due.sites)
    return _choose_removals(outlook, -due.number)


def _possible(state: StandardState, planned: Mapping[int, UnitOrder]) -> tuple[UnitOrder, ...]:
    judged = state.judge([planned.get(index) for index in range(len(state.stands()))])
    return tuple(
        Hold(order.unit) if judged[index].status == "illegal" else order
        for index, order in planned.items()
    )


def _relations(state: StandardState, power: str, chance: Chance) -> Relations:
    powers = tuple(state.facts.powers)
    counts, year = state.center_counts(), state.moment.year
    relations = read_relations(chance, powers, counts, power, year)
    if NEUTRAL in state.units:
        hostility = {**relations.hostility, NEUTRAL: 100}
        relations = replace(relations, hostility=hostility)
    # An alliance of all would end the war.
    return _supposed(state, replace(relations, ally=""), power) if len(powers) == 2 else relations


def _outlook(state: StandardState, power: str, relations: Relations) -> Outlook:
    # A ruleset with its own rules for centers may apply them after every phase.
    fall = state.moment.phase.startswith("fall") or state.facts.settle is not None
    return Outlook(state.facts.board, state.stands(), state.centers, relations, fall)


def _plan(
    state: StandardState, power: str, chance: Chance, *, listen: bool = True
) -> dict[int, UnitOrder]:
    """Movement orders by index in `state.stands()`. An ally that leads is asked for its plan."""
    relations = _relations(state, power, chance)
    agreed: Mapping[int, UnitOrder] = {}
    if listen and relations.ally and not relations.leads and state.units[relations.ally]:
        agreed = _plan(state, relations.ally, chance, listen=False)
    others = [
        _outlook(state, other, _supposed(state, relations, other))
        for other, units in state.units.items()
        if other not in (power, NEUTRAL) and units
    ]
    draws = chance.branch(f"autoplay plan {state.moment} {power}")
    outlook, options = _outlook(state, power, relations), movement_options(state.options)
    return plan_movement(outlook, others, agreed, draws, options, state.policy())


def _supposed(state: StandardState, relations: Relations, other: str) -> Relations:
    """The supposed relations of another power: at odds with all, but true to its alliance with
    this one."""
    hostility = dict.fromkeys(state.units, 100)
    hostility[other] = 0
    if other == relations.ally:
        hostility[relations.power] = 0
    return replace(relations, power=other, hostility=hostility, ally="", leads=False, boldness=100)


@cache
def _book() -> Mapping[str, Any]:
    return tomli.loads((files(__package__) / "openings.toml").read_text(encoding="utf-8"))


def _from_book(state: StandardState, power: str, chance: Chance) -> tuple[AnyOrder, ...]:
    """One of the power's openings, or nothing if the game is not at its opening."""
    facts = state.facts
    opens = state.moment == facts.course.moment(facts.first_year, facts.course.slugs[0])
    if facts.board.name != "standard" or power not in _book():
        return ()
    if not opens or sorted(state.units[power], key=str) != sorted(facts.opening[power], key=str):
        return ()
    lines = _book()[power]
    drawn = chance.branch(f"autoplay opening {power}").number(sum(line["weight"] for line in lines))
    for line in lines:
        drawn -= line["weight"]
        if drawn < 0:
            return tuple(_read(facts.board, text) for text in line["orders"])
    return ()


def _read(board: Board, text: str) -> AnyOrder:
    order = read_order(text, board, "movement")
    if isinstance(order, Complaint):
        raise BrokenPromise(f"openings.toml: {order}")
    return order


def _choose_retreats(outlook: Outlook, dislodged: Sequence[Stranded]) -> tuple[AnyOrder, ...]:
    """An order for each of the power's dislodged units: the best place left, no two in one."""
    board = outlook.board
    orders: list[AnyOrder] = []
    taken: set[str] = set()
    for stranded in dislodged:
        if stranded.owner != outlook.power:
            continue
        places = [place for place in stranded.places if province_of(place) not in taken]
        if not places:
            orders.append(Disband(stranded.unit.piece))
            continue
        kind = stranded.unit.kind
        best = max(places, key=lambda place: (outlook.worth(kind, board.number[place]), place))
        taken.add(province_of(best))
        orders.append(Retreat(stranded.unit.piece, best))
    return tuple(orders)


def _choose_builds(outlook: Outlook, due: int, sites: Sequence[str]) -> tuple[AnyOrder, ...]:
    """Up to `due` builds on the vacant `sites`, nearest to the fighting, army or fleet by need."""
    board = outlook.board
    fleets = sum(outlook.stands[index][1].kind == "F" for index in outlook.own)
    units = len(outlook.own)
    free = list(sites)
    orders: list[AnyOrder] = []
    while free and len(orders) < due:
        wanted = fleets * 100 < NAVY.get(outlook.power, USUAL_NAVY) * (units + 1)
        ports = [code for code in free if board.provinces[code].kind == "coastal"]
        kind: Kind = "F" if wanted and ports else "A"
        places: list[str] = []
        for code in ports if kind == "F" else free:
            coasts = board.provinces[code].coasts if kind == "F" else {}
            places += [f"{code}/{coast}" for coast in coasts] or [code]
        best = max(places, key=lambda place: (_merit(outlook, kind, place), place))
        free.remove(province_of(best))
        orders.append(Build(Piece(kind, best)))
        fleets += kind == "F"
        units += 1
    return tuple(orders)


def _merit(outlook: Outlook, kind: Kind, place: str) -> int:
    number = outlook.board.number[place]
    danger = outlook.threats[outlook.board.province_number[number]]
    return outlook.worth(kind, number) + 30 * danger


def _choose_removals(outlook: Outlook, due: int) -> tuple[AnyOrder, ...]:
    """The `due` units that are where they are worth least."""
    number = outlook.board.number
    units = [outlook.stands[index][1] for index in outlook.own]
    units.sort(key=lambda unit: (outlook.worth(unit.kind, number[unit.at]), str(unit)))
    return tuple(Remove(unit.piece) for unit in units[:due])
