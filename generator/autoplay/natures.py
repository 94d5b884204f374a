"""The kinds of players of Diplomacy and of plain games: a conqueror, a guardian, a loner, a hater.

Without natures a power changes its habits with every era, as in sample games and demonstrations.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.chance import Chance


class Nature(Struct, frozen=True):
    """The habits of a player; 100 is usual.

    `boldness` weighs conquest against safety, `grudges` is how far it tells those whom it hates
    from the others. `allies` says whether it makes alliances at all.
    """

    name: str
    boldness: int
    grudges: int
    allies: bool


Natures = Mapping[str, Nature]
NO_NATURES: Final[Natures] = MappingProxyType({})

NATURES: Final[Natures] = MappingProxyType(
    {
        "conqueror": Nature("conqueror", 150, 60, True),
        "guardian": Nature("guardian", 60, 60, True),
        "loner": Nature("loner", 100, 100, False),
        "hater": Nature("hater", 110, 250, True),
    }
)


def deal_natures(chance: Chance, powers: Sequence[str]) -> Natures:
    """A nature for each power, the same for the whole game; each occurs about as often."""
    names = list(NATURES)
    first = chance.branch("autoplay first nature").number(len(names))
    dealt = [names[(first + number) % len(names)] for number in range(len(powers))]
    drawn = chance.branch("autoplay natures").shuffle(dealt)
    return {power: NATURES[name] for power, name in zip(powers, drawn, strict=True)}
