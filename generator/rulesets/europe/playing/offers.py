"""What may be ordered by pointing at the map: orders to units, retreats, and own builds."""

from __future__ import annotations

from collections.abc import Iterator

from generator.engine.movement.choices import movement_choices
from generator.engine.offers import Choice, Offer, accepted, retreat_choices
from generator.engine.orders import UnitOrder
from generator.engine.phases import OrderBook
from generator.engine.retreats import Stranded
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.steps.movement import bar_order, passage_of
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn


def offers_of(edition: Edition, state: EuropeState) -> tuple[Offer, ...]:
    """The offers of the phase that waits. Of a state whose one commander is secret nobody is
    offered anything: whoever commands it writes by hand."""
    if state.ending is not None or not edition.course.awaited(state):
        return ()
    kind = edition.course[state.moment.phase].units
    if kind == "movement":
        return tuple(_movement(edition, state))
    if kind == "retreat":
        return tuple(_retreats(state))
    return tuple(_purchases(edition, state)) if state.moment.phase == "builds" else ()


def _movement(edition: Edition, state: EuropeState) -> Iterator[Offer]:
    """Orders to units. Where statuses are settled in the same phase, any power may hope to command
    the units of a state, and where all are polled, any does."""
    stands = state.stands
    # As a sheet is tried: what the phase itself may still change is not held against an order.
    turn = Turn(edition, state, OrderBook({}), author=edition.course.awaited(state)[0])

    def is_barred(stand: Stand, order: UnitOrder) -> bool:
        return bar_order(turn, stand, order) is not None

    passage = passage_of(turn, stands)
    choices = movement_choices(turn.board, stands, passage, is_barred=is_barred)
    for (owner, unit), found in zip(stands, choices, strict=True):
        power = _commander(state, owner)
        if power is None and (edition.polls if state.facts.states[owner].handled else turn.joint):
            power = ""
        if power is not None:
            yield Offer(power, unit.at, str(unit.piece), found)


def _retreats(state: EuropeState) -> Iterator[Offer]:
    for displaced in state.displaced:
        power = _commander(state, displaced.owner)
        if power is not None:
            stranded = Stranded(
                displaced.owner, displaced.unit, displaced.attacker_from or None, displaced.places
            )
            yield Offer(
                power, displaced.unit.at, str(displaced.unit.piece), retreat_choices(stranded)
            )


def _purchases(edition: Edition, state: EuropeState) -> Iterator[Offer]:
    """What a power may buy in its own land, and the strength that it may give up. The prices of
    several purchases hang on each other, so the reader judges each alone."""
    spots: dict[tuple[str, str, str], list[Choice]] = {}
    for power in edition.course.awaited(state):
        for code, holder in state.standing.holders.items():
            if holder == power and code not in state.at:
                spots[power, code, ""] = list(_builds(state, code))
    for owner, unit in state.stands:
        if _commander(state, owner) == owner:
            piece = str(unit.piece)
            spots[owner, unit.at, piece] = [
                Choice("bolster", f"BOLSTER {piece} 1"),
                Choice("reduce", f"REDUCE {piece} 1"),
                Choice("disband", f"DISBAND {piece}"),
            ]
    wanted: dict[str, list[Choice]] = {}
    for (power, _, _), choices in spots.items():
        wanted.setdefault(power, []).extend(choices)
    book = accepted(lambda texts: read_sheets(edition, state, texts), wanted)
    for (power, at, piece), choices in spots.items():
        kept = tuple(choice for choice in choices if choice in book[power])
        if kept:
            yield Offer(power, at, piece, kept)


def _builds(state: EuropeState, code: str) -> Iterator[Choice]:
    province = state.facts.board.provinces[code]
    yield Choice("build", f"BUILD A {code}")
    if province.kind == "coastal":
        for port in [f"{code}/{coast}" for coast in province.coasts] or [code]:
            yield Choice("build", f"BUILD F {port}")


def _commander(state: EuropeState, owner: str) -> str | None:
    """The power that is known to command the units of an owner; None if none is."""
    if owner in state.facts.states and state.facts.states[owner].handled:
        return None
    side = state.standing.side_of(owner)
    return None if is_minor(side) else side
