"""A step of a phase: what it makes of a state, and what it says meanwhile."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.engine.events import EventKind
from generator.engine.verdicts import Event, Outcome, Reason, Verdict
from generator.rulesets.westphalia.state import NOTHING, State

__all__ = ["Course", "Step"]


class Step(Struct, frozen=True):
    """What a step gives: the state after it, events in the order in which they happened, and
    verdicts on the orders that were tried."""

    state: State
    events: tuple[Event, ...] = ()
    verdicts: tuple[Verdict, ...] = ()


class Course:
    """A step under way. Rules put a new `state` in place of the old one and tell what they did.

    Two steps of one phase follow each other in the same course, or one takes the other's result
    with `take`.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.verdicts: list[Verdict] = []

    def tell(
        self,
        kind: EventKind,
        rule: str,
        text: str,
        powers: Iterable[str] = (),
        provinces: Iterable[str] = (),
        weight: int = 0,
        known_to: Iterable[str] = (),
        ruling: int = 0,
        **data: Any,
    ) -> None:
        """Report an event. `powers` are players; principalities go into `data`, with figures.
        `ruling` is the number of the ruling that it announces."""
        figures: Mapping[str, Any] = MappingProxyType(data) if data else NOTHING
        known = tuple(known_to)
        self.events.append(
            Event(
                kind.slug,
                rule,
                text,
                tuple(powers),
                tuple(provinces),
                weight,
                known,
                figures,
                ruling,
            )
        )

    def judge(
        self,
        player: str,
        order: object,
        outcome: Outcome,
        *reasons: tuple[str, str],
        note: str = "",
        known_to: Iterable[str] = (),
    ) -> None:
        """Give an order its verdict. A reason is (rule id, sentence)."""
        said = tuple(Reason(rule, text) for rule, text in reasons)
        self.verdicts.append(
            Verdict(player, str(order), outcome, said, "", note, tuple(known_to), meaning=order)
        )

    def take(self, step: Step) -> None:
        """Go on from what another step has given."""
        self.state = step.state
        self.events += step.events
        self.verdicts += step.verdicts

    def step(self) -> Step:
        return Step(self.state, tuple(self.events), tuple(self.verdicts))
