"""The board as one power sees it: the worth of places and of results of movement.

All values are whole numbers, so that equal choices are equal everywhere.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from msgspec import Struct

from generator.autoplay.reach import half_steps, reach_mask
from generator.engine.board import Board
from generator.engine.chance import Chance
from generator.engine.movement import Movement, Stand

ERA: Final = (3, 4, 5)
FIRST_YEAR: Final = 1901
# The share of the possible alliances that is really made, in percent.
ALLIED: Final = 75
# Centers from which a power is feared, and from which no one keeps an alliance with it.
FEARED: Final = 9
NEAR_VICTORY: Final = 13


class Relations(Struct, frozen=True):
    """The relations of a power to the others in a year.

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
    # No one keeps faith with a neighbor who is about to win.
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


# A center's remaining pull, in percent, at each number of half steps.
PULL: Final = (100, 66, 50, 33, 24, 16, 11, 8, 5, 4, 3, 2, 2, 1, 1, 1)

UNOWNED: Final = 115
GAIN: Final = 320
LOSS: Final = 330
UNIT_LOST: Final = 150
UNIT_BEATEN: Final = 85
# A foreign center under an own unit in spring: it is gained if the unit stays.
FOOTHOLD: Final = 130
# A center that a rival takes from a third power: worth a bounce.
RIVAL: Final = 70
EXPOSED: Final = 95
PRESSED: Final = 12
OPENING: Final = 42
# An army on the shore of a fleet's sea is worth a sixth of the gain of the best landing.
FERRY: Final = 6


class Outlook:
    """The state as `relations.power` judges it. `fall` means that centers change hands now.

    `owners` maps owned centers to powers. Nothing changes after it is made but a memory of values
    already counted.
    """

    def __init__(
        self,
        board: Board,
        stands: Sequence[Stand],
        owners: Mapping[str, str],
        relations: Relations,
        fall: bool,
    ) -> None:
        self.board = board
        self.stands = stands
        self.owners = owners
        self.relations = relations
        self.power = relations.power
        self.fall = fall
        self.own = tuple(i for i, (owner, _) in enumerate(stands) if owner == self.power)
        self._kinds = [unit.kind for _, unit in stands]
        self._starts = [board.number[unit.at] for _, unit in stands]
        self.threats = self._count_threats()
        self._values = self._value_centers()
        self._worth: dict[tuple[str, int], int] = {}
        self._landings: dict[int, int] = {}
        self._mine = [board.number[c] for c, owner in owners.items() if owner == self.power]
        self._targets: dict[tuple[str, int], tuple[int, ...]] = {}
        self._prey = [
            (board.number[center], owners.get(center, ""), self._appetite(center))
            for center in board.centers
            if owners.get(center) != self.power and self._appetite(center)
        ]

    def _appetite(self, center: str) -> int:
        """How much the power wants a center that is not its own, in percent."""
        owner = self.owners.get(center)
        return UNOWNED if owner is None else self.relations.hostility[owner]

    def _count_threats(self) -> tuple[int, ...]:
        """For each province the units of no friend that could enter it at once."""
        counts = [0] * len(self.board.codes)
        for index, (owner, _) in enumerate(self.stands):
            if self.relations.hostility[owner]:
                reach = reach_mask(self.board, self._kinds[index], self._starts[index])
                for province in range(len(counts)):
                    counts[province] += reach >> province & 1
        return tuple(counts)

    def _value_centers(self) -> tuple[tuple[int, int], ...]:
        values = []
        for center in self.board.centers:
            number = self.board.number[center]
            if self.owners.get(center) == self.power:
                value = 12 + 22 * min(self.threats[number], 2)
            else:
                value = self._appetite(center)
            values.append((number, value))
        return tuple(values)

    def worth(self, kind: str, place: int) -> int:
        """The worth of a unit of this kind at `place`: the pull of all centers."""
        known = self._worth.get((kind, place))
        if known is None:
            known = 0
            for center, value in self._values:
                far = half_steps(self.board, kind, center)[place]
                if far < len(PULL):
                    known += value * PULL[far]
            known //= 100
            self._worth[kind, place] = known
        return known

    def appraise(self, movement: Movement) -> int:
        """The worth of a result of movement to the power; only differences mean anything."""
        number, provinces = self.board.number, self.board.province_number
        hostility, power = self.relations.hostility, self.power
        score = 0
        holder: dict[int, str] = {}
        # How many units, own and hostile, could enter each center next.
        mine = [0] * len(self.board.codes)
        theirs = mine[:]
        ferries: list[int] = []
        ashore: list[int] = []
        for index, (owner, _) in enumerate(self.stands):
            at = movement.places[index]
            if owner == power:
                if at is None:
                    score -= UNIT_LOST
                    continue
                place = number[at]
                score += self.worth(self._kinds[index], place)
                for center in self._centers_from(self._kinds[index], place):
                    mine[center] += 1
                province = provinces[place]
                if self._kinds[index] == "A":
                    if self.board.coastal >> province & 1:
                        ashore.append(province)
                elif self.board.sea >> province & 1:
                    ferries.append(province)
            else:
                anger = hostility[owner]
                if at is None:
                    score += UNIT_BEATEN * anger // 100 if anger else -UNIT_BEATEN
                    continue
                place = number[at]
                if anger:
                    for center in self._centers_from(self._kinds[index], place):
                        theirs[center] += 1
            holder[provinces[place]] = owner
        score += self._safety(holder, mine, theirs) + self._prospects(holder, mine, theirs)
        for army in ashore:
            here = self.worth("A", army)
            seas = self.board.touching_seas[army]
            gains = [self._landing(sea) - here for sea in ferries if seas >> sea & 1]
            score += max(0, *gains) // FERRY if gains else 0
        return score

    def _centers_from(self, kind: str, place: int) -> tuple[int, ...]:
        known = self._targets.get((kind, place))
        if known is None:
            reach = reach_mask(self.board, kind, place)
            known = tuple(center for center, _ in self._values if reach >> center & 1)
            self._targets[kind, place] = known
        return known

    def _landing(self, sea: int) -> int:
        """The worth of a sea's best coast to an army."""
        known = self._landings.get(sea)
        if known is None:
            board = self.board
            known = max(
                (
                    self.worth("A", coast)
                    for coast in range(len(board.codes))
                    if board.coastal >> coast & 1 and board.touching_seas[coast] >> sea & 1
                ),
                default=0,
            )
            self._landings[sea] = known
        return known

    def _safety(self, holder: Mapping[int, str], mine: Sequence[int], theirs: Sequence[int]) -> int:
        """Own centers lost, or open to attack: a negative number."""
        hostility, boldness = self.relations.hostility, self.relations.boldness
        score = 0
        for center in self._mine:
            who = holder.get(center)
            if who is not None and who != self.power:
                lost = LOSS if self.fall else LOSS * 2 // 3
                score -= lost if hostility[who] else lost * 3 // 4
                continue
            raiders = theirs[center]
            if not raiders:
                continue
            guards = mine[center] + (who == self.power)
            if raiders > guards:
                score -= (EXPOSED // 2 if self.fall else EXPOSED) * 100 // boldness
            elif raiders == guards:
                score -= PRESSED
        return score

    def _prospects(
        self, holder: Mapping[int, str], mine: Sequence[int], theirs: Sequence[int]
    ) -> int:
        """Centers won, and centers that could be won next."""
        boldness = self.relations.boldness
        score = 0
        for center, owner, appetite in self._prey:
            who = holder.get(center)
            if who == self.power:
                score += (GAIN if self.fall else FOOTHOLD) * appetite // 100
                continue
            if who is not None and who != owner and self.relations.hostility[who]:
                score -= RIVAL if self.fall else RIVAL // 4
            attackers = mine[center]
            if not attackers:
                continue
            guards = theirs[center]
            guards += who is not None and who == owner
            if attackers > guards:
                score += OPENING * appetite * boldness // 10000
            elif attackers > 1:
                score += OPENING * appetite * boldness // 30000
        return score
