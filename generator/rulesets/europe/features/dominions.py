"""States that grow, and states that are closed until something opens them."""

from __future__ import annotations

from types import MappingProxyType
from typing import Annotated, Final

from generator.engine.errors import FaultyState
from generator.engine.movement.policy import No
from generator.engine.typed import Count, Record, Table, knob
from generator.engine.words import count
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.levies import BUILT, LevyRules
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DiplomaticAttack, PlaceInfs, State
from generator.rulesets.europe.turn.feature import Feature
from generator.rulesets.europe.turn.turn import Turn

_KEY: Final = "opened"


class DominionRules(Table, frozen=True):
    """The table `dominions`."""

    never_unaligned: Annotated[
        Count,
        knob("From how many centers on a state is neutral where it would be unaligned; 0: never",
             "E15V3-STA-8"),
    ] = 0  # fmt: skip
    closed: Annotated[
        tuple[str, ...],
        knob("The states that are neutral and take no INFs until they are opened", "E15V3-STA-9"),
    ] = ()


class Opened(Record, frozen=True):
    """The states that were closed at the start and have been opened."""

    states: tuple[State, ...] = ()


class Dominions(Feature):
    """Says what status a state has that has grown, and keeps closed ones closed."""

    key = _KEY
    part = Opened
    tables = MappingProxyType({"dominions": DominionRules, "levies": LevyRules})
    events = (BUILT,)

    def completed(self, state: EuropeState) -> EuropeState:
        closed, standing = state.facts.of(DominionRules).closed, state.standing
        wrong = [
            f"{_KEY}: {code} was never closed"
            for code in state.parts[_KEY].states
            if code not in closed
        ]
        wrong += [
            f"captures: {code} is held by {one.holder}, which is captured itself and holds nothing"
            for code, one in state.captures.items()
            if is_minor(one.holder) and standing.captor_of(state.facts.states[one.holder])
        ]
        if wrong:
            raise FaultyState(wrong)
        return state

    def bar_deposit(self, turn: Turn, power: str, order: PlaceInfs) -> No | None:
        return _closed(turn, order.state, "inf-closed")

    def bar_attack(self, turn: Turn, power: str, order: DiplomaticAttack) -> No | None:
        return _closed(turn, order.state, "status-closed")


def status_of_land(
    politics: Turn | EuropeState, state: str, status: Status
) -> tuple[Status, tuple[str, str]] | None:
    if is_closed(politics, state):
        return Status("neutral"), ("status-closed", "it is closed to influence")
    least = politics.facts.of(DominionRules).never_unaligned
    if status.kind != "unaligned" or not least or not politics.facts.states[state].pliant:
        return None
    holders = politics.standing.holders
    held = sum(holders[code] == state for code in politics.facts.centers)
    if held < least:
        return None
    return Status("neutral"), ("status-grown", f"it holds {count(held, 'center')}")


def _closed(turn: Turn, state: str, cause: str) -> No | None:
    if not is_closed(turn, state):
        return None
    return No(turn.cites(cause), f"{turn.facts.name_of(state)} is closed to influence")


def is_closed(politics: Turn | EuropeState, state: str) -> bool:
    closed = politics.facts.of(DominionRules).closed
    return state in closed and state not in politics.parts[_KEY].states


def open_state(turn: Turn, state: str) -> None:
    """Open a closed state to the influence of all powers."""
    opened: Opened = turn.parts[_KEY]
    turn.parts[_KEY] = Opened(tuple(dict.fromkeys((*opened.states, state))))
