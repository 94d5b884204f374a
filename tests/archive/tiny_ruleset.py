"""A ruleset that is not Diplomacy: two powers bid from secret purses, and a coin decides ties.

It has no units and no provinces, hidden documents, secret verdicts and events, a phase that exists
only when it is needed, and by option one in which nobody decides. What the archive does for it, it
does for any game.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.errors import Complaint, FileError, GameError, UsageError
from generator.engine.phases import (
    Document,
    Moment,
    OrderBook,
    Resolution,
    Ruling,
    Setup,
    Sheet,
    WrittenOrder,
)
from generator.engine.picture import Picture
from generator.engine.rulebook import Option, PowerFacts, Rule, Rulebook
from generator.engine.ruleset import Ending, Ruleset
from generator.engine.verdicts import Event, Reason, Verdict

POWERS: Final = ("crown", "shield")
BID = re.compile(r"BID (\d{1,3})\Z")
NUMBERS: Final = {"bid": 1, "toss": 2, "count": 3}
TITLES: Final = {"bid": "the bids", "toss": "the toss", "count": "the count"}


class TinyState(Struct, frozen=True):
    """`purses` is empty where the secrets are not known; `tied` are the stakes of a tie. Where
    points are `counted`, that takes a phase of its own."""

    year: int
    phase: str
    points: Mapping[str, int]
    purses: Mapping[str, int]
    target: int
    tied: int = 0
    counted: bool = False


class TinyRuleset(Ruleset[TinyState]):
    id = "tiny"
    title = "Crown or Shield"
    rulebook = Rulebook(
        (
            Rule("TINY-1", "Bids", "The higher bid takes the point.", "Play"),
            Rule("TINY-2", "Ties", "A coin decides a tie.", "Play"),
            Rule("TINY-3", "Purses", "Purses are secret.", "Play"),
        ),
        MappingProxyType({"bid": "TINY-1", "tie": "TINY-2"}),
    )
    powers: Mapping[str, PowerFacts] = MappingProxyType(
        {
            "crown": PowerFacts("crown", "Crown", "Crown's", "#aa0000", "C"),
            "shield": PowerFacts("shield", "Shield", "Shield's", "#0000aa", "S"),
        }
    )
    options: Mapping[str, Option] = MappingProxyType(
        {
            "target": Option("target", "Points for a victory", 3, MappingProxyType({})),
            "rules.count": Option("rules.count", "A count", False, MappingProxyType({})),
            "open": Option("open", "Purses are open", False, MappingProxyType({})),
            "coin": Option(
                "coin", "The coin", "fair", MappingProxyType({"fair": "1:1", "bent": "2:1"})
            ),
        }
    )

    def names(self) -> Mapping[str, str]:
        return {}

    def opening(self, setup: Setup) -> TinyState:
        known = {"purses"}
        if set(setup.position) - known:
            raise FileError(f"a position has only {', '.join(known)}")
        purses = dict.fromkeys(POWERS, 10) | dict(setup.position.get("purses", {}))
        target = setup.options.get("target", 3)
        counted = setup.options.get("rules.count", False)
        return TinyState(1, "bid", dict.fromkeys(POWERS, 0), purses, target, 0, counted)

    def moment(self, state: TinyState) -> Moment:
        return Moment(state.year, NUMBERS[state.phase], state.phase)

    def phase_title(self, moment: Moment) -> str:
        return f"Round {moment.year}, {TITLES[moment.phase]}"

    def awaits(self, state: TinyState) -> tuple[str, ...]:
        return {"bid": POWERS, "toss": ("crown",), "count": ()}[state.phase]

    def ending(self, state: TinyState) -> Ending | None:
        for power in POWERS:
            if state.points[power] >= state.target:
                return Ending("victory", (power,), f"{power} wins")
        return None

    def read(self, state: TinyState, texts: Mapping[str, str]) -> OrderBook:
        sheets: dict[str, Sheet] = {}
        complaints = []
        for power in POWERS:
            orders = []
            for number, line in enumerate(texts.get(power, "").split("\n"), 1):
                if not line.strip():
                    continue
                column = len(line) - len(line.lstrip()) + 1
                bid = BID.match(line.strip())
                if not bid:
                    complaints.append(
                        Complaint(
                            "error", power, number, column, line.strip(), "not a bid", "BID 3"
                        )
                    )
                orders.append(
                    WrittenOrder(line.strip(), number, column, int(bid[1]) if bid else None)
                )
            if orders:
                sheets[power] = Sheet(power, tuple(orders))
        missing = tuple(power for power in self.awaits(state) if power not in sheets)
        return OrderBook(sheets, tuple(complaints), missing)

    def order_in(self, before: TinyState, text: str) -> int | None:
        bid = BID.match(text)
        return int(bid[1]) if bid else None

    def adjudicate(
        self, state: TinyState, book: OrderBook, rulings: Sequence[Ruling], chance: Chance
    ) -> Resolution[TinyState]:
        for ruling in rulings:
            if ruling.kind != "award" or ruling.facts.get("power") not in POWERS:
                raise GameError(f"ruling {ruling.number} does not apply")
        if state.phase == "count":
            said = Event("counted", "TINY-1", "the points are counted", data=state.points)
            after = replace(state, year=state.year + 1, phase="bid")
            return Resolution(self.moment(state), (), (said,), after)
        if state.phase == "toss":
            winner = chance.pick(POWERS)
            events = (Event("tossed", "TINY-2", f"the coin falls for {winner}", (winner,)),)
            return self._won(state, winner, (), events)
        bids: dict[str, int] = {}
        verdicts: list[Verdict] = []
        for power, sheet in book.sheets.items():
            for order in sheet.orders:
                if order.order is None or order.order > state.purses.get(power, 0):
                    reason = Reason("TINY-3", "the purse does not hold that")
                    verdicts.append(
                        Verdict(power, order.text, "illegal", (reason,), known_to=(power,))
                    )
                else:
                    bids[power] = order.order
                    verdicts.append(
                        Verdict(power, f"BID {order.order}", "success", written=order.text)
                    )
        purses = {power: state.purses[power] - bids.get(power, 0) for power in state.purses}
        paid = tuple(
            Event("paid", "TINY-3", f"{purses[power]} left", (power,), (), 1, (power,))
            for power in purses
        )
        state = replace(state, purses=purses)
        awarded = [ruling.facts["power"] for ruling in rulings]
        first, second = (bids.get(power, 0) for power in POWERS)
        if not awarded and first == second:
            tied = Event("tied", "TINY-2", f"a tie at {first}", POWERS)
            after = replace(state, phase="toss", tied=first)
            moment = Moment(state.year, 1, "bid")
            return Resolution(moment, tuple(verdicts), (paid[0], tied, *paid[1:]), after)
        winner = awarded[0] if awarded else "crown" if first > second else "shield"
        return self._won(state, winner, tuple(verdicts), paid)

    def _won(
        self,
        state: TinyState,
        winner: str,
        verdicts: tuple[Verdict, ...],
        events: tuple[Event, ...],
    ) -> Resolution[TinyState]:
        points = {**state.points, winner: state.points[winner] + 1}
        won = Event("won", "TINY-1", f"{winner} takes the point", (winner,))
        year, phase = (state.year, "count") if state.counted else (state.year + 1, "bid")
        after = replace(state, year=year, phase=phase, points=points, tied=0)
        return Resolution(self.moment(state), verdicts, (*events, won), after)

    def dump(self, state: TinyState) -> Document:
        public: dict[str, Any] = {
            "year": state.year,
            "phase": state.phase,
            "target": state.target,
            "points": dict(state.points),
        }
        if state.tied:
            public["tied"] = state.tied
        if state.counted:
            public["counted"] = True
        private = {f"purse-{power}": {"coins": coins} for power, coins in state.purses.items()}
        return Document(public, private)

    def load(self, document: Document) -> TinyState:
        public = document.public
        try:
            purses = {
                power: document.private[f"purse-{power}"]["coins"]
                for power in POWERS
                if f"purse-{power}" in document.private
            }
            return TinyState(
                public["year"],
                public["phase"],
                dict(public["points"]),
                purses,
                public["target"],
                public.get("tied", 0),
                public.get("counted", False),
            )
        except KeyError as error:
            raise FileError(f"the state has no {error.args[0]}") from None

    def picture(self, state: TinyState) -> Picture:
        return Picture("standard", self.title, "", {}, {})

    def picture_of(self, before: TinyState, resolution: Resolution[TinyState]) -> Picture:
        return self.picture(before)

    def summary(self, before: TinyState, resolution: Resolution[TinyState]) -> tuple[str, ...]:
        return tuple(f"{event.text}." for event in resolution.events if event.public)

    def standings(self, state: TinyState) -> tuple[tuple[str, Mapping[str, int]], ...]:
        return (("points", state.points),)

    def answer(self, case: Mapping[str, Any], *, verdicts: bool = True) -> dict[str, Any]:
        if case.get("crash"):
            raise ZeroDivisionError("as asked")
        if not isinstance(case.get("bids"), dict):
            raise UsageError("a case has bids")
        best = max(case["bids"], key=case["bids"].__getitem__, default="")
        return {"id": case.get("id"), "winner": best, "options": case.get("options", {})}


RULESET = TinyRuleset()
