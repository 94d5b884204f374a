"""A player of standard Diplomacy."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Final

import tomli
from msgspec.structs import replace

from generator.autoplay.outlook import Outlook
from generator.autoplay.planning import plan_movement
from generator.autoplay.relations import Relations, read_relations
from generator.autoplay.winter import choose_builds, choose_removals, choose_retreats
from generator.engine.adjustments import Sites, open_sites
from generator.engine.chance import Chance
from generator.engine.complaints import Complaint
from generator.engine.errors import BrokenPromise
from generator.engine.movement import MovementOptions
from generator.engine.orders import read_order
from generator.engine.orders.values import AnyOrder, UnitOrder
from generator.engine.ruleset import Ruleset
from generator.rulesets.standard import facts
from generator.rulesets.standard.choice import movement_options
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.state import StandardState, center_counts


class StandardPlayer:
    """The player for the ruleset `standard`."""

    def write_orders(
        self,
        ruleset: Ruleset[StandardState],
        state: StandardState,
        power: str,
        chance: Chance,
    ) -> tuple[str, ...]:
        return tuple(map(str, intended_orders(state, power, chance)))


PLAYER: Final = StandardPlayer()


def intended_orders(state: StandardState, power: str, chance: Chance) -> tuple[AnyOrder, ...]:
    """What the power orders in the phase that `state` waits for."""
    kind = kind_of(state.moment.phase)
    if kind == "movement":
        if not state.units[power]:
            return ()
        opening = _from_book(state, power, chance)
        return opening or tuple(_plan(state, power, chance).values())
    outlook = _outlook(state, power, _relations(state, power, chance))
    if kind == "retreat":
        return choose_retreats(outlook, state.dislodged)
    owned = state.owned(power)
    due = len(owned) - len(state.units[power])
    if due > 0:
        occupied = {unit.province for _, unit in state.stands()}
        sites = open_sites(Sites(facts.homes()[power], owned), occupied)
        return choose_builds(outlook, due, sites)
    return choose_removals(outlook, -due)


def _relations(state: StandardState, power: str, chance: Chance) -> Relations:
    powers = tuple(state.units)
    return read_relations(chance, powers, center_counts(state), power, state.moment.year)


def _outlook(state: StandardState, power: str, relations: Relations) -> Outlook:
    fall = state.moment.phase.startswith("fall")
    return Outlook(facts.board(), state.stands(), state.centers, relations, fall)


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
        if other != power and units
    ]
    draws = chance.branch(f"autoplay plan {state.moment} {power}")
    options: MovementOptions = movement_options(state.options)
    return plan_movement(_outlook(state, power, relations), others, agreed, draws, options)


def _supposed(state: StandardState, relations: Relations, other: str) -> Relations:
    """What the power supposes of another: at odds with all, but true to its alliance with it."""
    hostility = dict.fromkeys(state.units, 100)
    hostility[other] = 0
    if other == relations.ally:
        hostility[relations.power] = 0
    return replace(relations, power=other, hostility=hostility, ally="", leads=False, boldness=100)


@cache
def _book() -> Mapping[str, Any]:
    return tomli.loads((files(__package__) / "openings.toml").read_text(encoding="utf-8"))


def _from_book(state: StandardState, power: str, chance: Chance) -> tuple[AnyOrder, ...]:
    """One of the power's openings, or nothing where the game does not stand at its opening."""
    first = facts.facts()["first_year"]
    usual = sorted(facts.facts()["powers"][power]["units"])
    opens = (state.moment.year, state.moment.phase) == (first, COURSE.slugs[0])
    if not opens or [str(unit) for unit in state.units[power]] != usual:
        return ()
    lines = _book()[power]
    drawn = chance.branch(f"autoplay opening {power}").number(sum(line["weight"] for line in lines))
    for line in lines:
        drawn -= line["weight"]
        if drawn < 0:
            return tuple(_read(text) for text in line["orders"])
    return ()


def _read(text: str) -> AnyOrder:
    order = read_order(text, facts.board(), "movement")
    if isinstance(order, Complaint):
        raise BrokenPromise(f"openings.toml: {order}")
    return order
