"""The basis of all rulings on a game of the family, and the names that they may contain."""

from __future__ import annotations

from typing import Annotated, Any, ClassVar, Literal

from msgspec import field

from generator.engine.errors import GameError
from generator.engine.rulings import Point, RulingKind, read_ruling
from generator.engine.typed import Named
from generator.engine.units import Unit, parse_unit
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe.turn.turn import Turn


def _living(turn: Turn) -> dict[str, Any]:
    return {power: turn.facts.powers[power] for power in turn.living}


def _states(turn: Turn) -> dict[str, Any]:
    return {state: turn.facts.states[state] for state in turn.states}


LivingPower = Annotated[str, Named(_living, "power")]
MinorState = Annotated[str, Named(_states, "state")]
LivingSide = Annotated[str, Named(lambda turn: _living(turn) | _states(turn), "power or state")]
Holder = Annotated[
    str, Named(lambda turn: {"": None} | _living(turn) | _states(turn), "power or state")
]
"""A power or a state, "" for neither."""
Land = Annotated[
    str,
    Named(
        lambda turn: {code: turn.board.provinces[code] for code in turn.facts.provinces}, "province"
    ),
]


class EuropeRuling(RulingKind, frozen=True):
    """A ruling on a game of the family. In the phases that have the trait `asked_in` it is applied
    where they ask for it."""

    asked_in: ClassVar[str] = ""

    @classmethod
    def point_in(cls, turn: Turn) -> Point:
        is_asked = cls.asked_in in turn.edition.course[turn.moment.phase].traits
        return "during" if is_asked else cls.point


class ObjectiveRuling(EuropeRuling, frozen=True):
    """A ruling on a secret objective: what it is, or a word on it."""

    point = "before"
    power: LivingPower
    sort: Literal["military", "political", "strategic"] = field(name="of")
    text: str | None = None
    word: Literal["approved", "rejected", "met", "missed"] | None = None

    def check(self, turn: Turn) -> None:
        if not self.secret:
            raise self.refuse("objectives are secret: add secret = true")
        if self.text is None and self.word is None:
            raise self.refuse("give text or word")
        if self.text is not None:
            self.goal(turn)
        elif turn.parts["objectives"].find(self.power, self.sort) is None:
            raise self.refuse(f"{self.power} has no {self.sort} objective; write one in text")

    def goal(self, turn: Turn) -> Any:
        """The demand in the text. Raises GameError."""
        raise NotImplementedError


def unit_of(turn: Turn, text: str) -> Unit:
    """A unit that can be. Raises GameError."""
    unit = parse_unit(text)
    problem = unit_problem(turn.facts, unit)
    if problem:
        raise GameError(f"{text}: {problem}")
    return unit


def rulings_of(turn: Turn, kind: str) -> list[Any]:
    """The rulings of a kind, for a phase that asks for them."""
    if not turn.rulings:
        return []
    return [read_ruling(turn, one, turn.kinds[kind]) for one in turn.rulings if one.kind == kind]
