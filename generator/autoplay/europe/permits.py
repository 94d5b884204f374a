"""Which orders the rules permit to a power: asked of the ruleset itself, never guessed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.rulesets.europe.playing.play import played_turn
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn


def quiet_turn(edition: Edition, state: EuropeState) -> Turn:
    """The phase that `state` waits for with nobody's orders: to count income, prices and dues."""
    return Turn(edition, state, OrderBook({}))


def outcomes(
    edition: Edition, state: EuropeState, power: str, orders: Sequence[Any]
) -> tuple[str, ...]:
    """What becomes of a power's orders if nobody else orders anything."""
    if not orders:
        return ()
    written = tuple(
        WrittenOrder(str(order), line, 1, order) for line, order in enumerate(orders, 1)
    )
    turn = played_turn(edition, state, OrderBook({power: Sheet(power, written)}))
    own = [verdict.outcome for verdict in turn.verdicts() if verdict.power == power]
    return tuple(own[: len(orders)])


def permitted(
    edition: Edition, state: EuropeState, power: str, orders: Sequence[Any]
) -> tuple[Any, ...]:
    """The orders that are not against the rules, each judged beside all the others."""
    judged = outcomes(edition, state, power, orders)
    return tuple(o for o, result in zip(orders, judged, strict=True) if result != "illegal")
