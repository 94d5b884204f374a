"""Builds and transactions: income, transfers, what states build, and what powers buy."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from msgspec import Struct, field

from generator.rulesets.europe.income import pay_income
from generator.rulesets.europe.minor_builds import build_for_states, disband_excess
from generator.rulesets.europe.prices import amount, next_price, purses
from generator.rulesets.europe.purchases import make_purchases
from generator.rulesets.europe.reductions import Bar, reduce_units
from generator.rulesets.europe.refusals import refuse_rest
from generator.rulesets.europe.transfers import make_transfers, report_loans
from generator.rulesets.europe.turn import Turn

__all__ = ["play"]


class _Progress(Struct):
    """What later steps need to know: who may not bolster, and where units were built."""

    barred: dict[str, Bar] = field(default_factory=dict)
    fresh: set[str] = field(default_factory=set)


def play(turn: Turn) -> None:
    progress = _Progress()
    for step in turn.facts.builds.steps:
        _PLAY[step](turn, progress)
    if not turn.author:
        report_loans(turn)
        _report_treasuries(turn)
    refuse_rest(turn)
    turn.go("scoring")


def _income(turn: Turn, progress: _Progress) -> None:
    pay_income(turn)


def _reductions(turn: Turn, progress: _Progress) -> None:
    progress.barred |= reduce_units(turn)
    for feature in turn.edition.features:
        feature.after_reductions(turn)


def _transfers(turn: Turn, progress: _Progress) -> None:
    make_transfers(turn)


def _minor_builds(turn: Turn, progress: _Progress) -> None:
    disband_excess(turn)
    progress.fresh |= build_for_states(turn)


def _purchases(turn: Turn, progress: _Progress) -> None:
    make_purchases(turn, progress.barred, progress.fresh)


_PLAY: Final[dict[str, Callable[[Turn, _Progress], None]]] = {
    "income": _income,
    "reductions": _reductions,
    "transfers": _transfers,
    "minor_builds": _minor_builds,
    "purchases": _purchases,
}


def _report_treasuries(turn: Turn) -> None:
    """Publish every power's treasury, military strength and next price (0: nothing more)."""
    rows = {
        purse.power: {
            "treasury": turn.treasury.get(purse.power, 0),
            "units": purse.units,
            "strength": purse.strength,
            "next_price": next_price(turn.facts, purse.strength),
        }
        for purse in purses(turn).values()
    }
    said = "; ".join(
        f"{turn.facts.name_of(power)} {amount(turn, row['treasury'])}, strength {row['strength']}, "
        + (f"next point {row['next_price']}" if row["next_price"] else "no next point")
        for power, row in rows.items()
    )
    said = f"treasuries and strengths: {said}"
    turn.report("treasuries", "treasuries", said, powers=rows, by_power=rows)
