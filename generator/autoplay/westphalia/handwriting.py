"""Order sheets as different people type them. The order reader reads them back."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from generator.engine.chance import Chance

HANDS: Final[Mapping[str, Callable[[str], str]]] = MappingProxyType(
    {
        "as in the book": str,
        "small": str.lower,
        "loud": str.upper,
        "spaced": lambda text: text.replace(" > ", ", "),
    }
)

SLIP: Final = 6
"""How often a sheet has a misspelled word, in percent."""


def write_lines(
    seats: Sequence[str], player: str, orders: Sequence[Any], chance: Chance, draws: Chance
) -> tuple[str, ...]:
    """The lines of a sheet in the player's hand, one of them perhaps misspelled."""
    dealt = [list(HANDS)[number % len(HANDS)] for number in range(len(seats))]
    hand = chance.branch("autoplay hands").shuffle(dealt)[list(seats).index(player)]
    lines = [HANDS[hand](str(order)) for order in orders]
    if lines and draws.number(100) < SLIP:
        at = draws.number(len(lines))
        lines[at] = _misspelled(lines[at])
    return tuple(lines)


def _misspelled(line: str) -> str:
    """The line with the first long word after its verb spoiled, if it has one."""
    verb, *words = line.split(" ")
    for index, word in enumerate(words):
        if len(word) > 4 and word.isalpha():
            words[index] = word[:2] + word[3] + word[2] + word[4:]
            break
    return " ".join((verb, *words))
