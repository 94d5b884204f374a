"""The feelings of the powers for each other: drawn for each game and era, and shaped by the board.

All of it follows from the seed and from the state, so that two powers who ask find the same.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import cached_property
from typing import Final

from generator.engine.chance import Chance
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.rounds import rounds_of
from generator.rulesets.europe.state.standing import CLOSED, OPEN, Pair, pair_of
from generator.rulesets.europe.state.state import EuropeState

FAITH: Final = 85
"""How likely a player keeps a promise, in percent."""
FRIENDS: Final = 3
"""How many allies a player wants at once."""
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

FRIENDS_FROM: Final = 14
ENEMIES_FROM: Final = -20
ROUNDS_FEARED: Final = 40
"""Share of the rounds needed to win, in percent, from which a power is feared."""


class Relations:
    """The relations of all the powers to each other in the year of a state."""

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
        """A power that is near victory, whom no one trusts; "" if none is."""
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
        room = {power: FRIENDS - len(self.friends[power]) for power in self.state.living}
        barred = [set(alliance) for alliance in self.facts.setup.forbidden_alliances]
        fond: list[tuple[int, Pair]] = []
        for number, power in enumerate(self.state.living):
            for other in self.state.living[number + 1 :]:
                pair = pair_of(self.facts, power, other)
                apart = other in self.enemies[power] or other in self.friends[power]
                if not apart and set(pair) not in barred:
                    fond.append((self.affinity(power, other), pair))
        agreed: set[Pair] = set()
        for felt, pair in sorted(fond, key=lambda bond: (-bond[0], bond[1])):
            if felt >= ALLIES_FROM and all(room[power] > 0 for power in pair):
                agreed.add(pair)
                for power in pair:
                    room[power] -= 1
        return frozenset(agreed)

    @cached_property
    def circles(self) -> tuple[tuple[str, ...], ...]:
        """The pacts of the year as treaties: two pairs with a member in common make a treaty of
        three if the other two bear each other no grudge."""
        left = sorted(self.pacts, key=lambda pair: (-self.affinity(*pair), pair))
        found: list[tuple[str, ...]] = []
        while left:
            members = set(left.pop(0))
            for other in left:
                if len(members) == 2 and members & set(other):
                    strangers = sorted(members ^ set(other))
                    at_war = strangers[1] in self.enemies[strangers[0]]
                    if not at_war and self.affinity(*strangers) >= 0:
                        members |= set(other)
            left = [pair for pair in left if not members.issuperset(pair)]
            found.append(tuple(power for power in self.facts.powers if power in members))
        return tuple(found)

    def affinity(self, one: str, other: str) -> int:
        """The feelings of two powers for each other, about -100 to 100; the same for both."""
        pair = pair_of(self.facts, one, other)
        known = self._affinity.get(pair)
        if known is None:
            known = self._affinity[pair] = self._feel(pair)
        return known

    def _feel(self, pair: Pair) -> int:
        one, other = pair
        felt = self._drawn(pair)
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

    def _drawn(self, pair: Pair) -> int:
        """The part of their affinity from their faith and from the whim of an era."""
        one, other = pair
        draws = self.chance.branch(f"autoplay affinity {one} {other} {self.era}")
        powers = self.facts.powers
        same = powers[one].confession == powers[other].confession
        return draws.number(2 * WHIM + 1) - WHIM + (SAME_FAITH if same else OTHER_FAITH)


class Moods(Relations):
    """The same where no one declares war or alliance: friends and enemies are those who feel so."""

    @cached_property
    def friends(self) -> Mapping[str, tuple[str, ...]]:
        return self._who(lambda felt: felt >= FRIENDS_FROM)

    @cached_property
    def enemies(self) -> Mapping[str, tuple[str, ...]]:
        return self._who(lambda felt: felt <= ENEMIES_FROM)

    def _who(self, matches: Callable[[int], bool]) -> Mapping[str, tuple[str, ...]]:
        living = self.state.living
        return {
            power: tuple(
                other for other in living if other != power and matches(self.affinity(power, other))
            )
            for power in living
        }

    @cached_property
    def feared(self) -> str:
        rounds = rounds_of(self.state)
        most = max(rounds.values(), default=0)
        first = [power for power, number in rounds.items() if number == most]
        enough = most * 100 >= self.facts.victory.threshold * ROUNDS_FEARED
        return first[0] if enough and len(first) == 1 else ""

    def _feel(self, pair: Pair) -> int:
        felt = self._drawn(pair)
        felt += max(BORDERS, BORDER * self.borders.get(pair, 0)) // 2
        return felt + FEARED if self.feared in pair else felt
