"""Adjudicating one phase: orders, rulings, centers, the end, and the phase that comes next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.engine.verdicts import Event
from generator.rulesets.standard.aftermath import alive, ending_event, paint, proceed
from generator.rulesets.standard.ballot import count_votes
from generator.rulesets.standard.choice import entries_of
from generator.rulesets.standard.course import carry_out, kind_of
from generator.rulesets.standard.event_kinds import ELIMINATED
from generator.rulesets.standard.played import Played, event
from generator.rulesets.standard.rulings import (
    check_rulings,
    rule_centers,
    rule_ending,
    rule_orders,
    rule_units,
    ruling_event,
)
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.words import power_name


def adjudicate_phase(
    state: StandardState, book: OrderBook, rulings: Sequence[Ruling]
) -> Resolution[StandardState]:
    """Resolve the phase that `state` waits for. GameError: the game is over, or a ruling does not
    apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    check_rulings(state, rulings)
    lines = rule_orders(state, entries_of(book.sheets), rulings)
    votes = tuple(line for line in lines if line.is_vote)
    orders = tuple(line for line in lines if not line.is_vote)
    played = rule_units(carry_out(state, orders), rulings)
    after, events = proceed(
        _with_units(state, played),
        played.dislodged,
        played.contested,
        lambda reached: rule_centers(reached, rulings),
    )
    closing = _eliminations(state, after)
    ballot, cause = count_votes(after, votes), ""
    # A victory on the board goes before votes, votes before the last year, and a ruling before all.
    if ballot.ending and not (after.ending and after.ending.kind == "victory"):
        after = replace(after, ending=ballot.ending, dislodged=(), contested=())
        cause = ballot.cause
    if any(ruling.kind == "end" for ruling in rulings):
        after, cause = rule_ending(after, rulings), ""
    if after.ending:
        closing = (*closing, ending_event(after.ending, cause))
    ruled = tuple(ruling_event(ruling) for ruling in rulings)
    every = (*played.events, *ruled, *events, *ballot.events, *closing)
    return Resolution(state.moment, (*played.verdicts, *ballot.verdicts), every, after)


def _with_units(state: StandardState, played: Played) -> StandardState:
    """The state with the position that was played, and the land in its new colors."""
    land = state.land
    if kind_of(state.moment.phase) != "build":
        land = paint(land, played.units)
    return replace(state, units=played.units, land=land, dislodged=(), contested=())


def _eliminations(before: StandardState, after: StandardState) -> tuple[Event, ...]:
    lost = [power for power in alive(before) if power not in alive(after)]
    return tuple(
        event(ELIMINATED, "eliminated", f"{power_name(power)} is eliminated", (power,))
        for power in lost
    )
