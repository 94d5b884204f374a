"""Builds and transactions: income, transfers, what states build, and what powers buy."""

from __future__ import annotations

from typing import Final

from generator.engine.events import EventKind
from generator.rulesets.europe.steps.minor_builds import build_for_states, disband_excess
from generator.rulesets.europe.steps.prices import amount, next_price, purses, wealth_known_to
from generator.rulesets.europe.steps.purchases import make_purchases
from generator.rulesets.europe.steps.reductions import reduce_units
from generator.rulesets.europe.turn.turn import Turn

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
