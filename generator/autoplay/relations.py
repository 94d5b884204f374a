"""Friends and foes: what the powers agreed on behind the referee's back, drawn for each game.

A game falls into eras of a few years. In each era some powers are allies, two by two; when it
ends, alliances break and others are made. The table is the same for all who ask.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from generator.engine.chance import Chance

ERA: Final = (3, 4, 5)
FIRST_YEAR: Final = 1901
# The share of the possible alliances that is really made, in percent.
ALLIED: Final = 75
# Centers from which a power is feared, and from which nobody keeps an alliance with it.
FEARED: Final = 9
NEAR_VICTORY: Final = 13


class Relations(Struct, frozen=True):
    """How a power stands to the others in a year.

    `hostility` is 0 for an ally, about 100 for anyone whose centers are welcome; `ally` is a power
    or "". `leads` means that the power speaks first and its ally follows. `boldness` (60 to 140)
    weighs conquest against safety.
    """

    power: str
    hostility: Mapping[str, int]
    ally: str
    leads: bool
    boldness: int


def read_relations(
    chance: Chance, powers: Sequence[str], counts: Mapping[str, int], power: str, year: int
) -> Relations:
    """The relations of `power` in `year`. `counts` are the centers, which make leaders feared."""
    era = _era_of(chance, year)
    partners = _partners(chance, powers, era)
    draws = chance.branch(f"autoplay mood {power} {era}")
    boldness = 60 + draws.number(81)
    ally = partners.get(power, "")
    # Nobody keeps faith with a neighbor who is about to win.
    if ally and (max(counts[ally], counts[power]) >= NEAR_VICTORY or not counts[ally]):
        ally = ""
    hostility = {}
    for other in powers:
        grudge = 75 + draws.number(61)
        if counts[other] >= max(FEARED, counts[power] + FEARED // 2):
            grudge += 15
        hostility[other] = 0 if other in (power, ally) else grudge
    leads = bool(ally) and powers.index(power) < powers.index(ally)
    return Relations(power, hostility, ally, leads, boldness)


def _era_of(chance: Chance, year: int) -> int:
    draws = chance.branch("autoplay eras")
    begins, era = FIRST_YEAR, 0
    while True:
        begins += draws.pick(ERA)
        if year < begins:
            return era
        era += 1


def _partners(chance: Chance, powers: Sequence[str], era: int) -> dict[str, str]:
    draws = chance.branch(f"autoplay alliances {era}")
    pairs = [(power, other) for index, power in enumerate(powers) for other in powers[index + 1 :]]
    partners: dict[str, str] = {}
    for one, two in draws.shuffle(pairs):
        willing = draws.number(100) < ALLIED
        if willing and one not in partners and two not in partners:
            partners[one] = two
            partners[two] = one
    return partners
