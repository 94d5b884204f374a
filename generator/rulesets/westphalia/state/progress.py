"""The changes that rules make to a state, and the events that they report meanwhile."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from msgspec.structs import replace

from generator.engine.events import EventKind
from generator.engine.verdicts import Event, Outcome, Reason, Verdict
from generator.rulesets.westphalia.state.state import State


class Progress:
    """A phase under way: the state as it is now, the events so far in the order in which they
    happened, and verdicts on the orders that were tried. Rules put a new `state` in place of the
    old one."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.events: list[Event] = []
        self.judged: list[Verdict] = []

    def change(self, **fields: Any) -> None:
        self.state = replace(self.state, **fields)

    def change_player(self, player: str, **fields: Any) -> None:
        self.state = self.state.with_player(player, **fields)

    def add_score(self, player: str, number: int) -> None:
        """Add to the Saints of a Catholic, or to the Reformation Points of a Protestant."""
        one = self.state.players[player]
        score = "saints" if one.religion == "catholic" else "reformation"
        self.change_player(player, **{score: one.score + number})

    def change_province(self, code: str, **fields: Any) -> None:
        self.state = self.state.with_province(code, **fields)

    def change_principality(self, principality: str, **fields: Any) -> None:
        self.state = self.state.with_principality(principality, **fields)

    def change_war(self, number: int, **fields: Any) -> None:
        self.state = self.state.with_war(number, **fields)

    def tell(
        self,
        kind: EventKind,
        rule: str,
        text: str,
        powers: Iterable[str] = (),
        provinces: Iterable[str] = (),
        weight: int | None = None,
        known_to: Iterable[str] = (),
        ruling: int = 0,
        **data: Any,
    ) -> None:
        """Report an event, with the players among `powers` and the provinces among `provinces`;
        principalities go into `data`, with figures. `ruling` is the number of the ruling that it
        announces. Without a `weight` an event has that of its kind."""
        players = tuple(one for one in powers if one in self.state.players)
        places = tuple(one for one in provinces if one in self.state.provinces)
        self.events.append(kind.event(rule, text, players, places, weight, known_to, data, ruling))

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
        self.take_verdict(
            Verdict(player, str(order), outcome, said, "", note, tuple(known_to), meaning=order)
        )

    def take_verdict(self, verdict: Verdict) -> None:
        self.judged.append(verdict)

    def skip(self, player: str, order: object, outcome: Outcome, reason: tuple[str, str]) -> None:
        """Pass over a line that is not carried out: only its author learns the reason, and the
        other players do not learn its content."""
        self.judge(player, order, outcome, reason, known_to=(player,))

    def refuses(self, player: str, order: object, refusal: tuple[str, str] | None) -> bool:
        """Whether there is a refusal; if so, pass over the line."""
        if refusal is not None:
            self.skip(player, order, "illegal", refusal)
        return refusal is not None
