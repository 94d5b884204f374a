"""What a sheet costs in INFs and money, and where the states that it touches would stand.

The phase is played with the sheet's first order that costs anything, with the first two, and so on:
what is less each time is the price, after all rules about prices, limits and debts.
"""

from __future__ import annotations

from collections.abc import Iterator
from types import MappingProxyType
from typing import Final, NamedTuple

from msgspec.structs import replace

from generator.engine.offers import NO_BUDGET, Budget, Price
from generator.engine.orders.values import UnitOrder
from generator.engine.phases import Sheet, WrittenOrder
from generator.engine.words import count
from generator.rulesets.europe.playing.play import try_turn
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare, DiplomaticAttack, PlaceInfs
from generator.rulesets.europe.steps.influence import allotment_of
from generator.rulesets.europe.steps.prices import amount
from generator.rulesets.europe.steps.statuses import free_status, status_words
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn

_FREE = (UnitOrder, Declare, DiplomaticAttack)
"""Orders that cost nothing in any edition: the phase need not be played for them."""

_MOST: Final = 60
"""The lines that are priced: the phase is played for each, and a mail may have thousands."""


class _Means(NamedTuple):
    """What a power has spent in INFs, and what money it has left."""

    infs: int
    money: int


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
    had = _means(before, power)
    tried: list[WrittenOrder] = []
    for written in sheet.orders:
        if written.order is None or isinstance(written.order, _FREE):
            continue
        if len(tried) == _MOST:
            return
        tried.append(written)
        turn = try_turn(edition, state, Sheet(power, tuple(tried)))
        now = _means(turn, power)
        said = []
        if now.infs > had.infs:
            said.append(f"{count(now.infs - had.infs, 'INF')}, {allotted - now.infs} left")
        if now.money < had.money and state.facts.treasury.kept and power in state.treasury:
            spent, left = amount(turn, had.money - now.money), amount(turn, now.money)
            said.append(f"{spent}, {left} left")
        had = now
        if said:
            yield Price(written.number, "; ".join(said))


def _means(turn: Turn, power: str) -> _Means:
    """What a power has placed in a phase that was tried, and what money it is left with. Attacks
    take INFs of the same phase, too: what was placed is reported."""
    placed = sum(
        sum(event.data["placed"].values())
        for event in turn.events
        if event.kind == "placement" and event.data["power"] == power
    )
    return _Means(placed, turn.treasury.get(power, 0))


def _forecast(edition: Edition, state: EuropeState, turn: Turn, sheet: Sheet) -> Iterator[str]:
    """The states that a sheet names with INFs or attacks, as they would stand."""
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
