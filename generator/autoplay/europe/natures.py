"""The kind of player that each power has: an expansionist, a diplomat, a betrayer or a miser."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.chance import Chance


class Nature(Struct, frozen=True):
    """The habits of a player; percentages unless said otherwise.

    `conquest`, `influence` and `safety` weigh land to be taken, states to be won and what is
    one's own, 100 being usual. `wars` and `friends` are how many of each it wants at once.
    `quarrel` is how likely it looks for a war in a year, `faith` how likely it keeps a promise,
    `saves` what it never spends of its treasury, `interest` what it asks for a loan.
    """

    name: str
    conquest: int
    influence: int
    safety: int
    wars: int
    friends: int
    quarrel: int
    faith: int
    saves: int
    interest: int


NATURES: Final[Mapping[str, Nature]] = MappingProxyType(
    {
        "expansionist": Nature("expansionist", 135, 80, 75, 3, 2, 62, 85, 0, 10),
        "diplomat": Nature("diplomat", 85, 135, 110, 1, 4, 18, 97, 10, 0),
        "betrayer": Nature("betrayer", 115, 100, 85, 2, 3, 34, 45, 5, 20),
        "miser": Nature("miser", 90, 105, 125, 1, 2, 16, 90, 35, 35),
    }
)


def nature_of(chance: Chance, powers: Sequence[str], power: str) -> Nature:
    """The nature of a power's player, the same for the whole game; each occurs about as often."""
    return natures_of(chance, powers)[power]


def natures_of(chance: Chance, powers: Sequence[str]) -> Mapping[str, Nature]:
    """The natures of all powers' players."""
    names = list(NATURES)
    dealt = [names[number % len(names)] for number in range(len(powers))]
    drawn = chance.branch("autoplay natures").shuffle(dealt)
    return {power: NATURES[name] for power, name in zip(powers, drawn, strict=True)}
