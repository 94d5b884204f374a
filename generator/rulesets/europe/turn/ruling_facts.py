"""What a ruling says of a game of the family, read and checked."""

from __future__ import annotations

from collections.abc import Iterable
from types import MappingProxyType
from typing import Final

from generator.engine import rulings as engine
from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulings import RulingError
from generator.engine.units import Unit, parse_unit
from generator.engine.words import nearest
from generator.rulesets.europe.state.soundness import unit_problem
from generator.rulesets.europe.turn.turn import Turn

_ON_OBJECTIVES: Final = ("approved", "rejected", "met", "missed")
"""What the referee may say of a secret objective."""


_TYPES: Final = {
    "power": ("power", "lender", "debtor", "target"),
    "powers": ("powers", "electorate"),
    "state": ("state",),
    "side": ("side",),
    "number": (
        *("tp", "amount", "repay", "due", "interest", "year", "years", "since"),
        *("ends", "points", "capture", "alignment", "place", "decree"),
    ),
    "flag": (
        *("accepted", "allowed", "approved", "falls", "happened", "has", "ignored", "lifted"),
        "published",
    ),
    "text": ("option", "order"),
}
"""What facts of these names are, in every kind of ruling."""


class RulingFacts(engine.RulingFacts):
    """The facts of a ruling on a game of the family. RulingError for a wrong one."""

    turn: Turn
    types = MappingProxyType({name: read for read, names in _TYPES.items() for name in names})

    def unknown(self, what: str, name: str, value: str, known: Iterable[str]) -> RulingError:
        """The error for a name that the game does not know."""
        facts, board = self.turn.facts, self.turn.board
        name_of = board.name_of if what == "province" else facts.name_of
        codes = {word: choice for choice in known for word in (choice, name_of(choice))}
        hint = nearest(value, codes, f"{what}s", codes)
        return self.refuse(f"there is no {what} {value!r}", name, hint)

    def power(self, name: str = "power") -> str:
        value = self.text(name)
        if value not in self.turn.living:
            raise self.unknown("power", name, value, self.turn.living)
        return value

    def powers(self, name: str = "powers") -> tuple[str, ...]:
        value = self.texts(name)
        for power in value:
            if power not in self.turn.living:
                raise self.unknown("power", name, power, self.turn.living)
        return value

    def state(self, name: str = "state") -> str:
        value = self.text(name)
        if value not in self.turn.states:
            raise self.unknown("state", name, value, self.turn.states)
        return value

    def side(self, name: str = "side") -> str:
        value = self.text(name)
        if value not in self.turn.living and value not in self.turn.states:
            known = (*self.turn.living, *self.turn.states)
            raise self.unknown("power or state", name, value, known)
        return value

    def province(self, name: str = "province") -> str:
        value = self.text(name)
        if value not in self.turn.facts.provinces:
            raise self.unknown("province", name, value, self.turn.facts.provinces)
        return value

    def unit(self, text: str) -> Unit:
        try:
            unit = parse_unit(text)
        except GameError as error:
            raise self.refuse(str(error)) from error
        problem = unit_problem(self.turn.facts, unit)
        if problem:
            raise self.refuse(f"{text}: {problem}")
        return unit


def refuse(ruling: Ruling, why: str) -> RulingError:
    return RulingError(ruling, why)


def rulings_of(turn: Turn, kind: str) -> list[RulingFacts]:
    """The rulings of a kind, for a phase that asks for them."""
    return [RulingFacts(turn, ruling) for ruling in turn.rulings if ruling.kind == kind]


def check_objective_ruling(facts: RulingFacts) -> None:
    """A ruling on a secret objective is secret, and says what the objective is, or a word on it."""
    if not facts.is_secret:
        raise refuse(facts.ruling, "objectives are secret: add secret = true")
    if "text" not in facts and "word" not in facts:
        raise refuse(facts.ruling, "give text or word")
    if "word" in facts:
        facts.text("word", _ON_OBJECTIVES)
