"""The orders that may be given by pointing at the map: orders to units, retreats, and own builds;
the price of a sheet in INFs and money; and the expected statuses of the states that it touches.

To price a sheet the phase is played with its first order that costs anything, with the first two,
and so on: what is less each time is the price, after all rules about prices, limits and debts.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from generator.engine.movement.choices import movement_choices
from generator.engine.offers import (
    NO_BUDGET,
    Budget,
    Choice,
    Offer,
    Price,
    accepted,
    retreat_choices,
)
from generator.engine.orders import UnitOrder
from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.engine.retreats import Stranded
from generator.engine.words import count
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.playing.play import try_turn
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.steps.influence import allotment_of
from generator.rulesets.europe.steps.movement import bar_order, passage_of
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.statuses import free_status, status_words
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn

_FREE = (UnitOrder, Declare, DiplomaticAttack)
"""Orders that cost nothing in any edition: the phase need not be played for them."""

_MOST: Final = 60
"""The lines that are priced: the phase is played for each, and a mail may have thousands."""


def budget_of_sheet(edition: Edition, state: EuropeState, sheet: Sheet) -> Budget:
    """The budget of a sheet; an empty one for a power that is not in the game."""
    power = sheet.power
    if state.ending is not None or power not in state.living:
        return NO_BUDGET
    whole = try_turn(edition, state, sheet)
    forecast = tuple(_forecast(edition, state, whole, sheet))
    before = try_turn(edition, state, Sheet(power))
    if _means(whole, power) == _means(before, power):
        return Budget((), forecast)
    return Budget(tuple(_prices(edition, state, sheet, before)), forecast)


def _prices(edition: Edition, state: EuropeState, sheet: Sheet, before: Turn) -> Iterator[Price]:
    power = sheet.power
    allotted = allotment_of(edition, state, power)
    placed, purse = _means(before, power)
    tried: list[WrittenOrder] = []
    for written in sheet.orders:
        if written.order is None or isinstance(written.order, _FREE):
            continue
        if len(tried) == _MOST:
            return
        tried.append(written)
        turn = try_turn(edition, state, Sheet(power, tuple(tried)))
        infs, money = _means(turn, power)
        said = []
        if infs > placed:
            said.append(f"{count(infs - placed, 'INF')}, {allotted - infs} left")
        if money < purse and state.facts.treasury.kept and power in state.treasury:
            said.append(f"{amount(turn, purse - money)}, {amount(turn, money)} left")
        placed, purse = infs, money
        if said:
            yield Price(written.number, "; ".join(said))


def _means(turn: Turn, power: str) -> tuple[int, int]:
    """The INFs that a power has placed in a phase that was tried, and the money that it has left.
    Attacks take INFs of the same phase, too, so the placements are read from the report."""
    placed = sum(
        sum(event.data["placed"].values())
        for event in turn.events
        if event.kind == "placement" and event.data["power"] == power
    )
    return placed, turn.treasury.get(power, 0)


def _forecast(edition: Edition, state: EuropeState, turn: Turn, sheet: Sheet) -> Iterator[str]:
    """The expected statuses of the states for which a sheet has INFs or attacks."""
    from generator.rulesets.europe.telling.briefing import tipping_words

    power = sheet.power
    orders = [written.order for written in sheet.orders]
    touched = [order.state for order in orders if isinstance(order, PlaceInfs | DiplomaticAttack)]
    infs = {code: MappingProxyType(dict(row)) for code, row in turn.infs.items()}
    after = replace(state, infs=MappingProxyType({**state.infs, **infs}))
    for code in dict.fromkeys(touched):
        status = state.statuses.get(code)
        if status is None or not state.facts.states[code].pliant:
            continue
        if status.kind != "captured":
            status = free_status(edition, after, code)
            # A vassal is closed to the INFs of others.
            statuses = MappingProxyType({**after.statuses, code: status})
            after = replace(after, statuses=statuses)
        row = after.infs.get(code, {})
        stands = status_words(state.facts, status)
        if status.patron == power:
            stands = "your vassal" if status.kind == "vassal" else "aligned with you"
        yours = _share_words(row.get(power, 0), sum(row.values()))
        tipping = tipping_words(edition, after, code, power)
        yield f"{state.facts.name_of(code)}: {stands} ({yours}); {tipping}"


def _share_words(own: int, total: int) -> str:
    if total == 1:
        return f"its only INF is {'' if own else 'not '}yours"
    if own < total or not own:
        verb = "is" if own == 1 else "are"
        return f"{own or 'none'} of its {count(total, 'INF')} {verb} yours" if total else "no INFs"
    return f"all of its {own} INFs are yours"


def offers_of(edition: Edition, state: EuropeState) -> tuple[Offer, ...]:
    """The offers of the phase that waits. Where the only commander of a state is secret, no one is
    offered anything for it: the commander writes by hand."""
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
    """The purchases that a power may make in its own land, and the strength that it may give up.
    The prices of several purchases depend on each other, so the reader judges each separately."""
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
