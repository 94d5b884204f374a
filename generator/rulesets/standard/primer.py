"""How orders are written: primer.toml, or examples from the board of a variant that has none."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import permutations
from pathlib import Path

import tomli
from msgspec.structs import replace

from generator.engine.board import province_of
from generator.engine.primer import OrderForm, OrderPart, Primer, read_primer
from generator.engine.units import Unit
from generator.rulesets.standard.facts import Facts, read_source
from generator.rulesets.standard.play import KINDS


@cache
def make_primer(facts: Facts) -> Primer:
    """The primer of the variant's folder. Without one, the forms of orders to units, each with an
    example that a power can give at the opening or near it, and the rulings of Diplomacy."""
    own = read_source(facts.source, "primer.toml")
    text = own or read_source(Path(__file__).parent, "primer.toml")
    primer = read_primer((tomli.loads(text),), facts.rulebook.causes, "primer.toml", KINDS)
    if own:
        return primer
    part = OrderPart(
        "Orders",
        tuple(phase.slug for phase in facts.course.phases if phase.units == "movement"),
        "One order for each of your units. A unit without an order holds.",
        (facts.rulebook.cites("no-order"),),
        tuple(_forms(facts)),
    )
    return replace(primer, parts=(part,))


def _forms(facts: Facts) -> Iterator[OrderForm]:
    """The forms for which the opening has an example."""
    units = [unit for own in facts.opening.values() for unit in own]
    near = {unit: _reach(facts, unit) for unit in units}
    moves = [(unit, to) for unit in units for to in near[unit]]
    # A unit, another one, and a place that both can enter.
    supports = [
        (unit, other, to)
        for unit in units
        for other, to in moves
        if other != unit and province_of(to) in map(province_of, near[unit])
    ]
    for unit in units[:1]:
        means = "The {unit} stays where it is."
        yield OrderForm("hold", f"{unit.piece} H", "<unit> H", means)
    for unit, to in moves[:1]:
        means = "The {unit} moves to {place}."
        yield OrderForm("move", f"{unit.piece} - {to}", "<unit> - <place>", means)
    for unit, other, to in supports[:1]:
        means = "The {unit} supports the {unit2} in its move to {place}."
        example = f"{unit.piece} S {other.piece} - {to}"
        yield OrderForm("support a move", example, "<unit> S <unit2> - <place>", means)
        means = "The {unit} supports the {unit2}, which does not move."
        example = f"{unit.piece} S {Unit(other.kind, to).piece}"
        yield OrderForm("support a unit that stays", example, "<unit> S <unit2>", means)
    for sea, start, end in list(_crossings(facts))[:1]:
        means = "The {unit} carries the {unit2} over the sea to {place}."
        example = f"F {sea} C A {start} - {end}"
        yield OrderForm("convoy an army", example, "<unit> C <unit2> - <place>", means)


def _reach(facts: Facts, unit: Unit) -> tuple[str, ...]:
    board = facts.board
    return board.army_from(unit.province) if unit.kind == "A" else board.fleet_from(unit.at)


def _crossings(facts: Facts) -> Iterator[tuple[str, str, str]]:
    """Seas with two coasts between which no army can march."""
    provinces = facts.board.provinces
    for code, sea in provinces.items():
        near = map(province_of, sea.fleet) if sea.kind == "sea" else ()
        shores = [place for place in near if provinces[place].kind == "coastal"]
        for start, end in permutations(shores, 2):
            if end != start and end not in provinces[start].army:
                yield code, start, end
