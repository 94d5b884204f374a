"""Map adjustment: captures, liberations, fallen states and powers, markers. Nobody orders."""

from __future__ import annotations

from collections.abc import Container

from generator.rulesets.europe.steps.captures import (
    book_captures,
    disband_unaligned,
    free_states,
    release_vacated,
    take_states,
)
from generator.rulesets.europe.steps.elimination import eliminate
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
