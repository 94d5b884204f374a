"""What aligned states score for their powers, where that is more than their centers say: a state
that has grown, and one for which the referee has set a value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.typed import Count, Positive
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.values import State
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, MinorState
from generator.rulesets.europe.turn.turn import Turn

_KEY: Final = "awards"
_ITEM: Final = "aligned_minor"


class Award(Struct, frozen=True):
    """What an aligned state scores: `times` the sum of the values of its centers, and `more` for
    the value that the referee has set."""

    state: str
    times: int
    sum: int
    more: int = 0

    @property
    def points(self) -> int:
        return self.times * self.sum + self.more

    def words(self, facts: Facts) -> str:
        """`Prussia 3 × 8`."""
        name = facts.name_of(self.state)
        return f"{name} {self.points}" if self.more else f"{name} {self.times} × {self.sum}"


class ValueRuling(EuropeRuling, frozen=True):
    """the value of a new state: sets the value of a state created in play, for its captor and its
    patron"""

    point = "before"
    state: MinorState
    capture: Positive
    alignment: Count

    def check(self, turn: Turn) -> None:
        if self.state not in turn.founded:
            raise self.refuse(f"{self.state} is not a state that was founded in play")
        if not turn.facts.states[self.state].home:
            raise self.refuse(f"{self.state} has no center")

    def words(self, turn: Turn) -> str:
        return (
            f"{turn.facts.name_of(self.state)} is worth {self.capture} to a captor and "
            f"{self.alignment} to a patron"
        )

    def apply(self, turn: Turn) -> None:
        seat = turn.facts.states[self.state].seat
        centers = {**turn.setup.get("centers", {}), seat: self.capture}
        turn.vary(setup={**turn.setup, "centers": centers})
        turn.parts[_KEY] = MappingProxyType({**turn.parts[_KEY], self.state: self.alignment})


class Awards(Feature):
    """Remembers what the referee has set, and corrects the score by it."""

    key = _KEY
    part = Mapping[State, Count]
    items = (_ITEM,)
    rulings = MappingProxyType({"value": ValueRuling})

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        awards = awards_of(turn, power)
        more = sum(award.points for award in awards) - sum(award.sum for award in awards) * _times(
            turn
        )
        return ((_ITEM, more),) if more else ()


def awards_of(turn: Turn, power: str) -> tuple[Award, ...]:
    """What the states with a center score that are aligned with a power, in their order."""
    held: dict[str, list[str]] = {}
    for code in turn.facts.centers:
        held.setdefault(turn.standing.holders[code], []).append(code)
    return tuple(
        _award(turn, state, held[state])
        for state in turn.states
        if state in held and turn.statuses[state].patron == power
    )


def _award(turn: Turn, state: str, held: list[str]) -> Award:
    times = _times(turn)
    total = sum(turn.facts.centers[code] for code in held)
    ruled = turn.parts[_KEY].get(state)
    if ruled is None:
        return Award(state, times, total)
    own = turn.facts.centers[turn.facts.states[state].seat]
    return Award(state, times, total, ruled - times * own)


def _times(turn: Turn) -> int:
    """How many times the centers of a state count for the power that it is aligned with."""
    return next((item.points for item in turn.facts.scoring.items if item.id == _ITEM), 0)
