"""What a power has to order now, in numbers, and what may be ordered by pointing at the map."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.movement.choices import movement_choices
from generator.engine.offers import Choice, Offer, retreat_choices
from generator.engine.orders.values import Build, Remove
from generator.engine.units import Piece
from generator.engine.words import count, listed
from generator.rulesets.standard.state import StandardState, movement_options
from generator.rulesets.standard.winter_phase import dues


def duties_of(state: StandardState, power: str) -> tuple[str, ...]:
    """Units to order, dislodged units, builds or removals: "2 units to build"."""
    if state.kind == "movement":
        return (f"{count(len(state.units[power]), 'unit')} to order",)
    if state.kind == "retreat":
        units = [str(stray.unit) for stray in state.dislodged if stray.owner == power]
        return (f"{count(len(units), 'dislodged unit')}: {listed(units)}",)
    due = dues(state)[power]
    if due.number > 0:
        return (f"{count(min(due.number, len(due.sites)), 'unit')} to build",)
    return (f"{count(-due.number, 'unit')} to remove",)


def offers_of(state: StandardState) -> tuple[Offer, ...]:
    """The orders to units, to dislodged units, or of the winter, by the phase."""
    if state.ending is not None:
        return ()
    kind = state.kind
    if kind == "movement":
        return tuple(_movement(state))
    if kind == "retreat":
        return tuple(
            Offer(
                stranded.owner,
                stranded.unit.at,
                str(stranded.unit.piece),
                retreat_choices(stranded),
            )
            for stranded in state.dislodged
            if stranded.places
        )
    return tuple(_winter(state))


def _movement(state: StandardState) -> Iterator[Offer]:
    stands, options = state.stands(), movement_options(state.options)
    choices = movement_choices(state.facts.board, stands, state.policy(), options)
    for (power, unit), found in zip(stands, choices, strict=True):
        yield Offer(power, unit.at, str(unit.piece), found)


def _winter(state: StandardState) -> Iterator[Offer]:
    provinces = state.facts.board.provinces
    for power, due in dues(state).items():
        if not due.decides:
            continue
        for site in due.sites if due.number > 0 else ():
            one = provinces[site]
            ports = [f"{site}/{coast}" for coast in one.coasts] or [site]
            fleets = [Piece("F", port) for port in ports] if one.kind == "coastal" else []
            orders = (Build(piece) for piece in (Piece("A", site), *fleets))
            yield Offer(power, site, "", tuple(Choice("build", str(order)) for order in orders))
        for unit in state.units[power] if due.number < 0 else ():
            choices = (Choice("remove", str(Remove(unit.piece))),)
            yield Offer(power, unit.at, str(unit.piece), choices)
