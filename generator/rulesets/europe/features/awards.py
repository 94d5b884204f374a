"""What aligned states score for their powers, where that is more than their centers say: a state
that has grown, and one for which the referee has set a value."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.engine.rulings import RulingKind
from generator.engine.typed import Count
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.named import State
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse
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


class Awards(Feature):
    """Remembers what the referee has set, and corrects the score by it."""

    key = _KEY
    part = Mapping[State, Count]
    items = (_ITEM,)

    def score(self, turn: Turn, power: str) -> tuple[tuple[str, int], ...]:
        awards = awards_of(turn, power)
        more = sum(award.points for award in awards) - sum(award.sum for award in awards) * _times(
            turn
        )
        return ((_ITEM, more),) if more else ()

    def rulings(self) -> Mapping[str, RulingKind]:
        needs = ("state", "capture", "alignment")
        return {"value": RulingKind(needs, (), "before", _check, _words, _set_values)}


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


# --- the ruling


def _check(turn: Turn, facts: RulingFacts) -> None:
    state = facts.state()
    if state not in turn.founded:
        raise refuse(facts.ruling, f"{state} is not a state that was founded in play")
    if not turn.facts.states[state].home:
        raise refuse(facts.ruling, f"{state} has no center")
    if facts.number("capture") < 1 or facts.number("alignment") < 0:
        raise refuse(facts.ruling, "capture is below 1, or alignment below 0")


def _words(turn: Turn, facts: RulingFacts) -> str:
    return (
        f"{turn.facts.name_of(facts.state())} is worth {facts.number('capture')} to a captor and "
        f"{facts.number('alignment')} to a patron"
    )


def _set_values(turn: Turn, facts: RulingFacts) -> None:
    state = facts.state()
    centers = {
        **turn.setup.get("centers", {}),
        turn.facts.states[state].seat: facts.number("capture"),
    }
    turn.vary(setup={**turn.setup, "centers": centers})
    turn.parts[_KEY] = MappingProxyType({**turn.parts[_KEY], state: facts.number("alignment")})
