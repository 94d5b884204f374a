"""What kind of player sits at each seat."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.chance import Chance


class Nature(Struct, frozen=True):
    """The habits of a player, in percent; 50 is usual.

    `trust` is how often the player cooperates in the Diplomacy Game, `quarrel` how gladly he goes
    to war, `zeal` how firmly he stands by his religion and its League, `reform` how much the new
    teaching appeals to him, `court` how much he spends on alliances, `wander` how easily he leaves
    the Empire.
    """

    name: str
    trust: int
    quarrel: int
    zeal: int
    reform: int
    court: int
    wander: int


NATURES: Final[Mapping[str, Nature]] = MappingProxyType(
    {
        nature.name: nature
        for nature in (
            Nature("trusting", 90, 30, 55, 45, 55, 15),
            Nature("grim", 30, 50, 60, 40, 45, 20),
            Nature("opportunist", 20, 60, 10, 70, 55, 60),
            Nature("zealot", 60, 55, 95, 15, 40, 10),
            Nature("courtier", 70, 20, 40, 30, 80, 15),
            Nature("soldier", 50, 85, 45, 55, 30, 65),
        )
    }
)


def nature_of(chance: Chance, seats: Sequence[str], player: str) -> Nature:
    """The nature of a player, the same for the whole game; each occurs about as often."""
    names = list(NATURES)
    dealt = [names[number % len(names)] for number in range(len(seats))]
    drawn = chance.branch("autoplay natures").shuffle(dealt)
    return NATURES[drawn[list(seats).index(player)]]
