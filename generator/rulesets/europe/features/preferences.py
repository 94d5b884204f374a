"""Preferences: the builds of a minor state when no order is given, chosen by its patron."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from types import MappingProxyType
from typing import ClassVar, Final, Literal

from msgspec import Struct

from generator.engine.course import Added, Step
from generator.engine.forms.pattern import filled, forms
from generator.engine.units import Piece
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import State
from generator.rulesets.europe.steps.offers import bar_to_raising
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

Kinds = Mapping[State, Literal["army", "fleet"]]
"""The builds of states, as long as the power that chose them is their patron."""

_KEY: Final = "preferences"
_TYPES: Final[Mapping[str, Literal["A", "F"]]] = {"army": "A", "fleet": "F"}
_WORDS: Final[Mapping[str, Literal["army", "fleet"]]] = {"A": "army", "F": "fleet"}


class Prefer(Struct, frozen=True):
    """`PREFER LOWR: ARMY`."""

    corrected: ClassVar[tuple[str, ...]] = ("kind",)
    state: str
    kind: Literal["A", "F"]

    def __str__(self) -> str:
        return f"PREFER {self.state}: {_WORDS[self.kind].upper()}"


_FORMS: Final = forms(
    "PREFER LOWR: ARMY",
    filled(Prefer),
    "(PREFER|PREFERS|PREFERENCE) [(FOR|IN)] {state:state} [(BUILDS|BUILD)] {kind:type}",
)


class Preferences(Feature):
    """Remembers what patrons have said that their states build."""

    key = _KEY
    part = Kinds
    forms = MappingProxyType({"movement": _FORMS, "builds": _FORMS})

    def flaws(self, state: EuropeState) -> Iterator[str]:
        for code in state.parts[_KEY]:
            if not state.facts.states[code].home:
                yield f"{_KEY}: {code} has no center, and builds nothing"

    def steps(self) -> tuple[Added, ...]:
        said = "it is said what minor states build"
        return (
            # By the statuses of the year.
            Added("movement", Step("preferences", _take, (Prefer,), said), before="orders"),
            Added("adjustment", Step("old preferences", _forget), before="markers"),
            Added("builds", Step("preferences", _take, (Prefer,), said), before="minor builds"),
        )


def preferred_type(turn: Turn, state: str) -> Literal["A", "F"] | None:
    """The type that a state builds, if its patron has chosen it."""
    return _TYPES.get(turn.parts[_KEY].get(state, ""))


def _take(turn: Turn) -> None:
    _forget(turn)
    kept = dict(turn.parts[_KEY])
    for entry in turn.entries_of(Prefer):
        order: Prefer = entry.order
        minor, word = turn.facts.states[order.state], _WORDS[order.kind]
        status = turn.statuses.get(order.state)
        name = turn.facts.name_of(entry.power)
        if not minor.home:
            said = f"{minor.name} has no center and no units"
            turn.settle(entry, "illegal", ("preference-type", said))
        elif (wrong := _bar(turn, order)) is not None:
            turn.settle(entry, "illegal", ("preference-type", wrong))
        elif status is None or status.patron != entry.power:
            said = f"{minor.name} does not follow {name}"
            turn.settle(entry, "void", ("preference-not-patron", said))
        else:
            kept[order.state] = word
            said = f"{minor.name} builds {'an army' if word == 'army' else 'a fleet'} next"
            turn.settle(entry, "success", ("preference-kept", said))
    _keep(turn, turn.facts, kept)


def _bar(turn: Turn, order: Prefer) -> str | None:
    """Why a state cannot build units of this type in its home center."""
    home = turn.facts.states[order.state].home
    coast = min(turn.board.provinces[home].coasts, default="") if order.kind == "F" else ""
    wrong = bar_to_raising(turn, Piece(order.kind, f"{home}/{coast}" if coast else home))
    return wrong[1] if wrong else None


def _forget(turn: Turn) -> None:
    """Forget what a patron said that is patron no more."""
    kept = {
        state: word
        for state, word in turn.parts[_KEY].items()
        if turn.before.statuses[state].patron in ("", turn.statuses[state].patron)
    }
    _keep(turn, turn.facts, kept)


def _keep(turn: Turn, facts: Facts, kept: Mapping[str, str]) -> None:
    turn.parts[_KEY] = MappingProxyType({code: kept[code] for code in facts.states if code in kept})
