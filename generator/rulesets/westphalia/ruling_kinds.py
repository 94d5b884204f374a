"""The kinds of rulings, and reading what a ruling says."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple, NoReturn

from generator.engine.phases import Ruling
from generator.engine.rulings import NOTE, NOTE_FACTS, NOTE_TEACHES, RulingError
from generator.engine.words import nearest
from generator.rulesets.westphalia.state import RESULTS, Result, State

__all__ = ["KINDS", "Kind", "RulingFacts"]


class Kind(NamedTuple):
    """A kind of ruling: its title, the facts that it needs, those that it may have, and whether it
    is applied before or after the phase where it does not say."""

    title: str
    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    when: Literal["before", "after"] = "after"


KINDS: Final[Mapping[str, Kind]] = MappingProxyType(
    {
        "order": Kind("an order given", ("power", "order"), ("instead",)),
        "void": Kind("an order made void", ("power", "order")),
        "redraw": Kind("a lot drawn anew", ("label",), ("time",)),
        "result": Kind("a die thrown by hand", ("label", "value")),
        "influence": Kind("influence", ("power", "principality", "number")),
        "saved": Kind("saved influence", ("power", "number")),
        "score": Kind("Saints or Reformation Points", ("power", "number")),
        "religion": Kind("a religion", ("power", "religion")),
        "province": Kind("a province", ("province",), ("owner", "religion", "town")),
        "ally": Kind("an alliance", ("principality", "power")),
        "electors": Kind("Electors exchanged", ("remove", "add")),
        "emperor": Kind("the Emperor", ("power",)),
        "league": Kind("a League", ("power", "league")),
        "name": Kind("a principality's name", ("principality", "name")),
        "cancel-war": Kind("a war cancelled", ("war",), when="before"),
        "leader": Kind("who leads a principality", ("war", "power"), when="before"),
        "hand": Kind("cards dealt by hand", ("power", "cards"), ("war",), "before"),
        "option": Kind("an option changed", ("option", "value")),
        "question": Kind("a question decided", ()),
        "end": Kind("the end", (), ("result", "powers")),
        NOTE: Kind(NOTE_TEACHES[0], (), NOTE_FACTS),
    }
)


class RulingFacts:
    """The facts of a ruling, read with what is wrong with them said."""

    def __init__(self, ruling: Ruling) -> None:
        self._ruling = ruling

    @property
    def ruling(self) -> Ruling:
        return self._ruling

    @property
    def number(self) -> int:
        return self._ruling.number

    @property
    def reason(self) -> str:
        return self._ruling.reason

    @property
    def is_secret(self) -> bool:
        return self._ruling.facts.get("secret") is True

    @property
    def named(self) -> str:
        return f"ruling {self._ruling.number}"

    def refuse(self, why: str, *keys: str, hint: str = "") -> NoReturn:
        """`keys` lead from the ruling's table to what is wrong in it."""
        raise RulingError(self._ruling, why, *keys, hint=hint)

    def has(self, name: str) -> bool:
        return name in self._ruling.facts

    def value(self, name: str) -> Any:
        return self._ruling.facts[name]

    def text(self, name: str) -> str:
        value = self._ruling.facts[name]
        if not isinstance(value, str):
            self.refuse(f"{name} is not a text", "facts", name)
        return value

    def count(self, name: str, least: int = 0) -> int:
        value = self._ruling.facts[name]
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            self.refuse(f"{name} is not a whole number from {least}", "facts", name)
        return value

    def flag(self, name: str) -> bool:
        value = self._ruling.facts[name]
        if not isinstance(value, bool):
            self.refuse(f"{name} is not true or false", "facts", name)
        return value

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in known:
            hint = nearest(value, known, "known")
            self.refuse(f"{name} is {value!r}, and that cannot be", "facts", name, hint=hint)
        return value

    def player(self, state: State, name: str = "power") -> str:
        return self.one_of(name, state.seats)

    def principality(self, state: State) -> str:
        return self.one_of("principality", tuple(state.principalities))

    def texts(self, name: str) -> tuple[str, ...]:
        value = self._ruling.facts[name]
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            self.refuse(f"{name} is not a list of texts", "facts", name)
        return tuple(value)

    def ending(self, state: State) -> tuple[Result, tuple[str, ...]]:
        """How the game ends, and who wins or shares the draw: all, where a draw names nobody."""
        said = self.one_of("result", RESULTS) if self.has("result") else "victory"
        result = next(one for one in RESULTS if one == said)
        named = self.texts("powers") if self.has("powers") else ()
        if result == "draw" and not named:
            named = state.seats
        players = tuple(seat for seat in state.seats if seat in named)
        if len(players) != len(named) or (result == "victory" and not players):
            self.refuse("powers are players who win")
        if result == "ended" and players:
            self.refuse("a game that just ends has no winners")
        return result, players
