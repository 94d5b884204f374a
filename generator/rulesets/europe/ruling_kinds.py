"""A kind of ruling, and what a ruling says, read and checked.

A ruling with `secret = true` is told to the powers that it concerns and to nobody else; what it
brings about can still be seen on the board. `when` says whether a ruling that changes the position
does so before the phase or after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulings import RulingError
from generator.engine.units import Unit, parse_unit
from generator.engine.words import nearest
from generator.rulesets.europe.soundness import unit_problem
from generator.rulesets.europe.turn import Turn

__all__ = ["Kind", "RulingFacts", "When", "refuse", "rulings_of"]

When = Literal["orders", "before", "during", "after"]
"""The points of a phase at which rulings are applied."""


class Kind(Struct, frozen=True):
    """A kind of ruling.

    `needs` and `may` are the facts that it must and may have. `when` is the point at which it is
    applied: to the orders, before or after the phase, or "during" where the phase itself asks for
    it, as it always does in the phases of `during`. `check` raises GameError through `refuse`, so
    may `apply`, which changes the turn; `words` says what was ruled. `phases` are those that it
    belongs to, all if there are none.
    """

    needs: tuple[str, ...]
    may: tuple[str, ...]
    when: When
    check: Callable[[Turn, RulingFacts], None]
    words: Callable[[Turn, RulingFacts], str]
    apply: Callable[[Turn, RulingFacts], None] | None = None
    phases: tuple[str, ...] = ()
    during: tuple[str, ...] = ()

    def point(self, ruling: Ruling) -> str:
        """When a ruling of this kind is applied."""
        if ruling.phase in self.during:
            return "during"
        return str(ruling.facts.get("when", self.when))


class RulingFacts:
    """The facts of a ruling, read and checked. Every method raises GameError for a wrong one."""

    def __init__(self, turn: Turn, ruling: Ruling) -> None:
        self.turn = turn
        self.ruling = ruling

    def __contains__(self, name: str) -> bool:
        return name in self.ruling.facts

    @property
    def is_secret(self) -> bool:
        return self.ruling.facts.get("secret") is True

    @property
    def said(self) -> str:
        """The ruling as the reason of something that everybody sees."""
        if self.is_secret:
            return "the referee has ruled so"
        return f"ruling {self.ruling.number}: {self.ruling.reason}"

    def refuse(self, why: str, name: str, hint: str = "") -> RulingError:
        """The error for one fact."""
        return RulingError(self.ruling, why, "facts", name, hint=hint)

    def unknown(self, what: str, name: str, value: str, known: Iterable[str]) -> RulingError:
        """The error for a name that the game does not know."""
        facts, board = self.turn.facts, self.turn.board
        name_of = board.name_of if what == "province" else facts.name_of
        codes = {word: one for one in known for word in (one, name_of(one))}
        hint = nearest(value, codes, f"{what}s", codes)
        return self.refuse(f"there is no {what} {value!r}", name, hint)

    def text(self, name: str, choices: Iterable[str] = ()) -> str:
        value = self.ruling.facts.get(name)
        if not isinstance(value, str):
            raise self.refuse(f"{name} is missing, or no text", name)
        known = tuple(choices)
        if known and value not in known:
            raise self.refuse(f"{name} cannot be {value!r}", name, nearest(value, known, name))
        return value

    def number(self, name: str, default: int | None = None) -> int:
        value = self.ruling.facts.get(name, default)
        if type(value) is not int:
            raise self.refuse(f"{name} is not a whole number", name)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.ruling.facts.get(name, default)
        if type(value) is not bool:
            raise self.refuse(f"{name} is not true or false", name)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.ruling.facts.get(name, ())
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise self.refuse(f"{name} is not a list of texts", name)
        return tuple(value)

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.ruling.facts.get(name)
        if not isinstance(value, Mapping):
            raise self.refuse(f"{name} is not a table", name)
        return value

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
            raise refuse(self.ruling, str(error)) from error
        problem = unit_problem(self.turn.facts, unit)
        if problem:
            raise refuse(self.ruling, f"{text}: {problem}")
        return unit


def refuse(ruling: Ruling, why: str) -> RulingError:
    return RulingError(ruling, why)


def rulings_of(turn: Turn, kind: str) -> list[RulingFacts]:
    """The rulings of a kind, for a phase that asks for them."""
    return [RulingFacts(turn, one) for one in turn.rulings if one.kind == kind]
