"""Trends: a leader's share year by year, as a small line for the cell of a long table.

Leaner than a chart: a tracker has as many of them as there are minor states, and its whole page has
to stay light. They are not spoken, since the pages of the states have the numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from markupsafe import Markup

NOTHING: Final = -1
"""In place of a share: there was nothing to count."""

WIDTH: Final = 64
HEIGHT: Final = 20


def trend(shares: Sequence[int]) -> Markup:
    """An inline SVG of a line through shares of 0 to 100 %, with gaps where there was NOTHING.

    Nothing for fewer than two shares. Its size, and the line at one half, are the style's.
    """
    if sum(share != NOTHING for share in shares) < 2:
        return Markup()
    path = ""
    run = 0
    at: tuple[int, int] | None = None
    for number, share in enumerate(shares):
        if share == NOTHING:
            path, run, at = _level(path, run), 0, None
            continue
        x = 1 + round(number * (WIDTH - 2) / (len(shares) - 1))
        y = HEIGHT - 1 - round(share * (HEIGHT - 2) / 100)
        if at is None:
            path += f"M{x} {y}"
        elif y == at[1]:
            run += x - at[0]
        else:
            path, run = f"{_level(path, run)}l{x - at[0]}{_signed(y - at[1])}", 0
        at = (x, y)
    return Markup(f'<svg class="trend"><path d="{_level(path, run)}"/></svg>')


def _level(path: str, length: int) -> str:
    """The path, gone on level for a length."""
    return f"{path}h{length}" if length else path


def _signed(step: int) -> str:
    """The second number of a pair: a minus parts it from the first as well as a blank does."""
    return str(step) if step < 0 else f" {step}"
