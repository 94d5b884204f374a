"""What a power has to order now, in numbers: everything that the public state says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from generator.engine.words import count, listed
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import BuildUnit
from generator.rulesets.europe.turn.edition import Edition

_ALLOTS: Final = "politics"
"""The trait of the phase in which INFs are placed."""


def duties_of(edition: Edition, state: EuropeState, power: str) -> Iterator[str]:
    """INFs to place, units to order, dislodged units, money to spend and loans to pay back."""
    phase = edition.course[state.moment.phase]
    facts, standing = state.facts, state.standing
    if _ALLOTS in phase.traits:
        infs = facts.infs_of(power, state.year) + state.extra_infs.get(power, 0)
        if infs:
            yield f"{count(infs, 'INF')} to place"
    if phase.units == "movement":
        units = sum(standing.side_of(owner) == power for owner, _ in state.stands)
        if units:
            yield f"{count(units, 'unit')} to order"
    if phase.units == "retreat":
        displaced = [
            str(stray.unit)
            for stray in state.displaced
            if stray.places and standing.side_of(stray.owner) == power
        ]
        if displaced:
            yield f"{count(len(displaced), 'dislodged unit')}: {listed(displaced)}"
    if any(BuildUnit in step.takes for step in edition.course.steps(phase.slug)):
        yield from _money(edition, state, power)


def _money(edition: Edition, state: EuropeState, power: str) -> Iterator[str]:
    currency = state.facts.treasury.currency
    before = "" if "income" in edition.course else ", and the income of the year"
    if state.facts.treasury.public:
        yield f"{state.treasury.get(power, 0)} {currency} to spend{before}"
    for loan in state.loans:
        if loan.debtor == power:
            owed = f"{loan.amount + loan.interest} {currency}"
            due = f", due in {loan.due}" if loan.due else ""
            yield f"{owed} owed to {state.facts.name_of(loan.lender)}{due}"
