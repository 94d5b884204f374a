"""Adjudicating one phase: orders, rulings, centers, the end, and the phase that comes next."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.rulesets.standard.aftermath import alive, paint, proceed, report_ending
from generator.rulesets.standard.ballot import count_votes, take_votes
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.event_kinds import ELIMINATED, UNITS_DUE
from generator.rulesets.standard.rulings import (
    check_rulings,
    report_ruling,
    rule_centers,
    rule_ending,
    rule_orders,
    rule_units,
)
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.words import power_name


def adjudicate_phase(
    state: StandardState, book: OrderBook, rulings: Sequence[Ruling]
) -> Resolution[StandardState]:
    """Resolve the phase that `state` waits for. GameError: the game is over, or a ruling does not
    apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    check_rulings(state, rulings)
    turn = Turn(state, book)
    take_votes(turn)
    rule_orders(turn, rulings)
    COURSE.play(state.moment.phase, turn)
    rule_units(turn, rulings)
    for ruling in rulings:
        report_ruling(turn, ruling)
    after = proceed(turn, _position(turn), lambda reached: rule_centers(reached, rulings))
    left = alive(after)
    lost = [power for power in alive(state) if power not in left]
    ending, cause = count_votes(turn, after)
    # A victory on the board goes before votes, votes before the last year, and a ruling before all.
    if ending and not (after.ending and after.ending.kind == "victory"):
        after = replace(after, ending=ending, dislodged=(), contested=())
    else:
        cause = ""
    if any(ruling.kind == "end" for ruling in rulings):
        after, cause = rule_ending(after, rulings), ""
        turn.unsay(UNITS_DUE)
    for power in lost:
        turn.report(ELIMINATED, "eliminated", f"{power_name(power)} is eliminated", (power,))
    if after.ending:
        report_ending(turn, after.ending, cause)
    return Resolution(state.moment, turn.verdicts(), tuple(turn.events), after)


def _position(turn: Turn) -> StandardState:
    """The state with the position that was played, and the land in its new colors."""
    state = turn.before
    land = state.land
    if kind_of(state.moment.phase) != "build":
        land = paint(land, turn.units)
    return replace(state, units=turn.units, land=land, dislodged=(), contested=())
