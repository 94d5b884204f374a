"""Playing one phase: rulings, the steps of the phase, and what it leaves."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from generator.engine.errors import GameError
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.year.course import COURSE

if TYPE_CHECKING:
    from generator.engine.chance import Chance

__all__ = ["play_phase"]


def play_phase(
    state: State,
    book: OrderBook,
    rulings: Sequence[Ruling] = (),
    chance: Chance | None = None,
) -> Resolution[State]:
    """Resolve the phase that `state` waits for. GameError: the game is over, or a ruling does not
    apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    turn = Turn(state, book, rulings, chance)
    if rulings:
        from generator.rulesets.westphalia.playing.rulings import play_ruled

        play_ruled(turn, _play)
    else:
        _play(turn)
    return turn.resolution()


def _play(turn: Turn) -> None:
    """The steps of the phase, until one says which phase follows or the game is over."""
    phase, ending = COURSE[turn.before.moment.phase], turn.state.ending

    def is_settled(turn: Turn) -> bool:
        return turn.coming is not None or turn.state.ending is not ending

    COURSE.play(phase.slug, turn, until=is_settled)
    if not is_settled(turn):
        turn.go(phase.next_after(turn))
