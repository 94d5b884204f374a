"""The winter: map adjustment, for which nobody orders, then builds and transactions."""

from __future__ import annotations

from collections.abc import Container
from typing import Final

from generator.engine.events import EventKind
from generator.rulesets.europe.steps.captures import (
    book_captures,
    disband_unaligned,
    free_states,
    release_vacated,
    take_states,
)
from generator.rulesets.europe.steps.elimination import eliminate
from generator.rulesets.europe.steps.minor_builds import build_for_states, disband_excess
from generator.rulesets.europe.steps.prices import amount, next_price, purses, wealth_known_to
from generator.rulesets.europe.steps.purchases import make_purchases
from generator.rulesets.europe.steps.reductions import reduce_units
from generator.rulesets.europe.turn.turn import Turn


def settle_land(turn: Turn) -> None:
    """Settle who holds what, again and again until nothing changes.

    That ends: land changes hands a second time only when a side has lost its units or has left the
    game in between, and neither comes back in this phase. With `captures = "once"` in the table
    `control` nobody captures what comes free in this phase; what nobody keeps comes free still.
    """
    again = book_captures
    if turn.facts.control.captures == "once":
        again = release_vacated
    book_captures(turn)
    changed = True
    while changed:
        changed = take_states(turn)
        changed |= free_states(turn)
        changed |= eliminate(turn)
        changed |= again(turn)


def end_powers(turn: Turn) -> None:
    """Let powers fall, and with them the units of the states that this leaves aligned with nobody.

    For years that list the steps of map adjustment one by one, instead of `settle_land`.
    """
    if eliminate(turn):
        disband_unaligned(turn)


def free_vacated(turn: Turn, among: Container[str] | None = None) -> None:
    """Free what no friend of its holder stands in, and settle the states that come free. Only
    these provinces, if some are named."""
    release_vacated(turn, among)
    free_states(turn)


TREASURIES: Final = EventKind("treasuries", topics=("treasury",), tabled=True)


def give_up_strength(turn: Turn) -> None:
    turn.barred |= reduce_units(turn)


def build_states(turn: Turn) -> None:
    disband_excess(turn)
    turn.fresh |= build_for_states(turn)


def buy_strength(turn: Turn) -> None:
    make_purchases(turn, turn.barred, turn.fresh)


def report_treasuries(turn: Turn) -> None:
    """Tell every power's treasury, military strength and next price (0: nothing more)."""
    rows = {
        purse.power: {
            "treasury": turn.treasury.get(purse.power, 0),
            "units": purse.units,
            "strength": purse.strength,
            "next_price": next_price(turn.facts, purse.strength),
        }
        for purse in purses(turn).values()
    }
    together = [rows] if turn.facts.treasury.public else [{power: rows[power]} for power in rows]
    for told in together:
        said = "; ".join(
            f"{turn.facts.name_of(power)} {amount(turn, row['treasury'])}, strength "
            f"{row['strength']}, "
            + (f"next point {row['next_price']}" if row["next_price"] else "no next point")
            for power, row in told.items()
        )
        said = f"treasuries and strengths: {said}"
        known_to = wealth_known_to(turn, *told)
        turn.report(TREASURIES, "treasuries", said, known_to=known_to, by_power=told)
