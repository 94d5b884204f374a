"""What a ruling says, read and checked."""

from __future__ import annotations

from generator.engine import rulings as engine
from generator.engine.words import nearest
from generator.rulesets.westphalia.state.state import RESULTS, Result, State

__all__ = ["RulingFacts"]


class RulingFacts(engine.RulingFacts):
    """The facts of a ruling on a game of Westphalia. RulingError for a wrong one."""

    def count(self, name: str, least: int = 0) -> int:
        value = self.ruling.facts[name]
        if not isinstance(value, int) or isinstance(value, bool) or value < least:
            raise self.refuse(f"{name} is not a whole number from {least}", name)
        return value

    def one_of(self, name: str, known: tuple[str, ...]) -> str:
        value = self.text(name)
        if value not in known:
            hint = nearest(value, known, "known")
            raise self.refuse(f"{name} is {value!r}, and that cannot be", name, hint)
        return value

    def player(self, state: State, name: str = "power") -> str:
        return self.one_of(name, state.seats)

    def principality(self, state: State) -> str:
        return self.one_of("principality", tuple(state.principalities))

    def ending(self, state: State) -> tuple[Result, tuple[str, ...]]:
        """How the game ends, and who wins or shares the draw: all, where a draw names nobody."""
        said = self.one_of("result", RESULTS) if "result" in self else "victory"
        result = next(one for one in RESULTS if one == said)
        named = self.texts("powers") if "powers" in self else ()
        if result == "draw" and not named:
            named = state.seats
        players = tuple(seat for seat in state.seats if seat in named)
        if len(players) != len(named) or (result == "victory" and not players):
            raise self.refuse("powers are players who win")
        if result == "ended" and players:
            raise self.refuse("a game that just ends has no winners")
        return result, players
