"""What the powers feel for each other: drawn for each game and era, and shaped by the board.

All of it follows from the seed and from the state, so that two powers who ask find the same.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final

from generator.autoplay.europe.natures import nature_of
from generator.engine.chance import Chance
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.standing import CLOSED, OPEN, Pair, pair_of
from generator.rulesets.europe.state.state import EuropeState

__all__ = ["Relations"]

ERA: Final = (4, 5, 6, 7)
WHIM: Final = 45
"""How far a drawn affinity lies from none at most."""
COMMON_ENEMY: Final = 26
SAME_FAITH: Final = 10
OTHER_FAITH: Final = -8
BORDER: Final = -5
BORDERS: Final = -30
ALLIES_NOW: Final = 22
AFTER_WAR: Final = -25
NEAR_VICTORY: Final = 75
"""Share of the points needed to win, in percent, from which a power is feared."""
FEARED: Final = -60
ALLIES_FROM: Final = 20
"""The affinity from which two powers ally."""


class Relations:
    """How all the powers stand to each other in the year of a state."""

    def __init__(self, state: EuropeState, chance: Chance) -> None:
        self.state = state
        self.facts = state.facts
        self.chance = chance
        self._affinity: dict[Pair, int] = {}

    @cached_property
    def era(self) -> int:
        """The number of the era, from 0. Feelings change from one to the next."""
        draws = self.chance.branch("autoplay eras")
        begins, era = self.facts.first_year, 0
        while True:
            begins += draws.pick(ERA)
            if self.state.year < begins:
                return era
            era += 1

    @cached_property
    def borders(self) -> Mapping[Pair, int]:
        """How many neighboring provinces of each pair of powers touch, states included."""
        lords, board = self.state.standing.lords, self.facts.board
        found: dict[Pair, int] = {}
        for code, lord in lords.items():
            if lord in (OPEN, CLOSED) or is_minor(lord):
                continue
            for near in board.army_from(code):
                other = lords[near]
                if code > near or other in (OPEN, CLOSED, lord) or is_minor(other):
                    continue
                pair = pair_of(self.facts, lord, other)
                found[pair] = found.get(pair, 0) + 1
        return found

    @cached_property
    def enemies(self) -> Mapping[str, tuple[str, ...]]:
        """With whom each living power is at war, or will be next year."""
        found: dict[str, list[str]] = {power: [] for power in self.state.living}
        coming = {change.pair for change in self.state.changes if change.kind == "war"}
        ending = {change.pair for change in self.state.changes if change.kind == "armistice"}
        for pair, relation in self.state.relations.items():
            if relation.kind == "war" and pair not in ending:
                coming.add(pair)
        for one, other in sorted(coming):
            if one in found and other in found:
                found[one].append(other)
                found[other].append(one)
        return {power: tuple(several) for power, several in found.items()}

    @cached_property
    def friends(self) -> Mapping[str, tuple[str, ...]]:
        """With whom each living power is allied, or will be next year."""
        pairs = {
            pair for pair, relation in self.state.relations.items() if relation.kind == "alliance"
        }
        for change in self.state.changes:
            if change.kind == "alliance":
                pairs.add(change.pair)
            elif change.kind == "dissolution":
                pairs.discard(change.pair)
        found: dict[str, list[str]] = {power: [] for power in self.state.living}
        for one, other in sorted(pairs):
            if one in found and other in found:
                found[one].append(other)
                found[other].append(one)
        return {power: tuple(several) for power, several in found.items()}

    @cached_property
    def strength(self) -> Mapping[str, int]:
        """Military strength: a power's own units, and half that of the states on its side."""
        doubled = dict.fromkeys(self.state.living, 0)
        standing = self.state.standing
        for owner, unit in self.state.stands:
            side = standing.side_of(owner)
            if side in doubled:
                doubled[side] += unit.strength * (1 if is_minor(owner) else 2)
        return {power: number // 2 for power, number in doubled.items()}

    @cached_property
    def feared(self) -> str:
        """A power that is near victory, whom nobody trusts; "" if none is."""
        target = self.facts.victory.threshold
        points = {power: sum(row.values()) for power, row in self.state.scores.items()}
        for power in self.state.living:
            others = [n for other, n in points.items() if other != power]
            leads = points.get(power, 0) > max(others, default=0)
            if target and leads and points[power] * 100 >= target * NEAR_VICTORY:
                return power
        return ""

    @cached_property
    def pacts(self) -> frozenset[Pair]:
        """The pairs who have agreed by letter to ally this year: the fondest first, as long as
        both have room for a friend."""
        powers = tuple(self.facts.powers)
        natures = {power: nature_of(self.chance, powers, power) for power in self.state.living}
        room = {power: natures[power].friends - len(self.friends[power]) for power in natures}
        barred = [set(alliance) for alliance in self.facts.setup.forbidden_alliances]
        fond: list[tuple[int, Pair]] = []
        for number, one in enumerate(self.state.living):
            for other in self.state.living[number + 1 :]:
                pair = pair_of(self.facts, one, other)
                apart = other in self.enemies[one] or other in self.friends[one]
                if not apart and set(pair) not in barred:
                    fond.append((self.affinity(one, other), pair))
        agreed: set[Pair] = set()
        for felt, pair in sorted(fond, key=lambda one: (-one[0], one[1])):
            if felt >= ALLIES_FROM and all(room[power] > 0 for power in pair):
                agreed.add(pair)
                for power in pair:
                    room[power] -= 1
        return frozenset(agreed)

    def affinity(self, one: str, other: str) -> int:
        """What two powers feel for each other, about -100 to 100; the same for both."""
        pair = pair_of(self.facts, one, other)
        known = self._affinity.get(pair)
        if known is None:
            known = self._affinity[pair] = self._feel(pair)
        return known

    def _feel(self, pair: Pair) -> int:
        one, other = pair
        draws = self.chance.branch(f"autoplay affinity {one} {other} {self.era}")
        felt = draws.number(2 * WHIM + 1) - WHIM
        powers = self.facts.powers
        same = powers[one].confession == powers[other].confession
        felt += SAME_FAITH if same else OTHER_FAITH
        common = set(self.enemies[one]) & set(self.enemies[other])
        felt += COMMON_ENEMY * min(2, len(common))
        felt += max(BORDERS, BORDER * self.borders.get(pair, 0))
        relation = self.state.relations.get(pair)
        if relation is not None and relation.kind == "alliance":
            felt += ALLIES_NOW
        elif relation is not None and relation.after == "war":
            felt += AFTER_WAR
        if self.feared in pair:
            felt += FEARED
        return felt
