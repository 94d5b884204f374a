"""Playing one phase: rulings, the steps of the phase, and what they leave."""

from __future__ import annotations

from collections.abc import Sequence

from generator.engine.chance import Chance
from generator.engine.course import END, REVEAL, START
from generator.engine.phases import OrderBook, Resolution, Ruling, Sheet
from generator.engine.verdicts import Verdict
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn


def play_phase(
    edition: Edition,
    state: EuropeState,
    book: OrderBook,
    rulings: Sequence[Ruling] = (),
    chance: Chance | None = None,
) -> Resolution[EuropeState]:
    """Resolve the phase that `state` waits for. GameError: a ruling does not apply."""
    return played_turn(edition, state, book, rulings, chance).resolution()


def played_turn(
    edition: Edition,
    state: EuropeState,
    book: OrderBook,
    rulings: Sequence[Ruling] = (),
    chance: Chance | None = None,
) -> Turn:
    """The same as a turn that is over, for who wants no state and no events of it."""
    turn = Turn(edition, state, book, rulings, chance)
    if rulings:
        _play_with_rulings(turn)
    else:
        _play_steps(turn)
    edition.course.play(END, turn, of=turn.moment.phase)
    if turn.ending is not None:
        edition.course.play(REVEAL, turn)
    return turn


def try_turn(edition: Edition, state: EuropeState, sheet: Sheet, *, alone: bool = False) -> Turn:
    """The phase played with a sheet as if no one else wrote one.

    Steps that settle no order are left out, and where units obey the power that wins their state in
    the same phase, they count as those of the sheet's author. All that is decided as well for a
    sheet that is `alone`.
    """
    book, chance = OrderBook({sheet.power: sheet}), Chance("alone", "") if alone else None
    turn = Turn(edition, state, book, (), chance, sheet.power, alone=alone)
    _play_steps(turn)
    return turn


def own_verdicts(turn: Turn) -> tuple[Verdict, ...]:
    """The verdicts on a sheet that was tried: first those on its orders as they are written, then
    those on units without an order."""
    return tuple(verdict for verdict in turn.verdicts() if verdict.power == turn.author)


def governed_state(edition: Edition, state: EuropeState, rulings: Sequence[Ruling]) -> EuropeState:
    """The state with the rulings that come before the phase. GameError: one does not apply."""
    from generator.rulesets.europe.rulings.kinds import apply_rulings, check_rulings

    turn = Turn(edition, state, OrderBook({}), rulings)
    check_rulings(turn)
    apply_rulings(turn, "before")
    turn.go(state.moment.phase)
    return turn.state()


def _play_steps(turn: Turn) -> None:
    course, trying = turn.edition.course, bool(turn.author) and not turn.alone
    course.play(START, turn, trying=trying)
    course.play(turn.moment.phase, turn, trying=trying)
    if turn.coming is None and not trying:
        turn.go(course[turn.moment.phase].next_after(turn))


def _play_with_rulings(turn: Turn) -> None:
    """Play a phase with the referee's word before, after and, where it asks for it, meanwhile."""
    from generator.rulesets.europe.rulings.kinds import (
        apply_rulings,
        check_rulings,
        rule_afterwards,
        ruling_events,
    )
    from generator.rulesets.europe.rulings.orders import check_given, rule_orders

    check_rulings(turn)
    said = ruling_events(turn)
    given = rule_orders(turn)
    apply_rulings(turn, "before")
    _play_steps(turn)
    check_given(given)
    rule_afterwards(turn)
    turn.events += said
