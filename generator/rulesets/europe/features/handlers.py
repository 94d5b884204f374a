"""Handled minor states: secret handlers order their units while they are aligned with others."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from generator.engine.course import END, REVEAL, START, Added, Step
from generator.engine.errors import FaultyState
from generator.engine.events import EventKind
from generator.engine.typed import Count, Positive, Record, Table, knob
from generator.engine.words import count, listed
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Power, State
from generator.rulesets.europe.turn.feature import Command, Feature
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, MinorState
from generator.rulesets.europe.turn.turn import Turn

Posts = Mapping[State, tuple[Power, ...]]
"""The handlers of each state, first to last."""

_KEY: Final = "handlers"
_HISTORY: Final = "succession"
_PLACES: Final = ("first", "second", "third", "fourth", "fifth")


class HandlerRules(Table, frozen=True):
    """The table `handled`."""

    minors: Annotated[tuple[str, ...], knob("The states that handlers order", "E19D-HND-1")] = ()
    handlers: Annotated[Positive, knob("The handlers of each, five at most", "E19D-HND-1")] = 3
    first_handler: Annotated[
        Mapping[str, str], knob("The confession of a state's first handler", "E19D-HND-4")
    ] = {}
    fallback: Annotated[
        bool, knob("The others step in for a first handler who is silent", "E19D-HND-6")
    ] = True
    spares_patron: Annotated[
        bool, knob("The patron is never drawn, even if no other power is left", "E15V7-OTT-12")
    ] = False
    retires: Annotated[
        bool,
        knob("A handler who got the state is drawn again only when no other power is left, the one "
             "that went first before the others", "E15V7-OTT-11"),
    ] = False  # fmt: skip


Reason = Literal["drawn", "patron", "fallen", "ruling"]


class Succession(Record, frozen=True):
    """The handlers of a state since a year: `lost` is the power that was one no more, if any, and
    `cause` why: "drawn", "patron", "fallen" or "ruling"."""

    year: Count = 0
    handlers: tuple[Power, ...] = ()
    lost: Power = ""
    cause: Reason = "drawn"


Chronicle = Mapping[State, tuple[Succession, ...]]
"""The handlers of each state through the years, the first ones first."""


def retired_handlers(state: EuropeState | Turn, code: str) -> tuple[str, ...]:
    """The powers that were handlers of a state until it was aligned with them, in the order in
    which they last went; none in an edition that keeps no history."""
    chronicle: Chronicle = state.parts.get(_HISTORY) or {}
    gone = [one.lost for one in chronicle.get(code, ()) if one.cause == "patron"]
    return tuple(dict.fromkeys(power for power in gone if power))


def handlers_of(state: EuropeState | Turn, code: str) -> tuple[str, ...]:
    """The handlers of a state, the first one first; none before they are drawn."""
    posts: Posts = state.parts.get(_KEY) or {}
    return posts.get(code, ())


def acting_handler(state: EuropeState | Turn, code: str, wrote: Collection[str]) -> str:
    """The handler whose orders for a state count, if these powers gave some; "" if no orders count.

    The first one, or where the game lets others step in the first of them that wrote; never the
    power that the state is aligned with.
    """
    status = state.statuses[code]
    if status.kind != "aligned":
        return ""
    posts = [power for power in handlers_of(state, code) if power != status.patron]
    if not state.facts.of(HandlerRules).fallback:
        posts = [power for power in posts if power in handlers_of(state, code)[:1]]
    return next((power for power in posts if power in wrote), "")


def _post_words(politics: Turn | EuropeState, power: str, place: int, code: str) -> str:
    name = politics.facts.name_of
    return f"{name(power)} is the {_PLACES[place]} handler of {name(code)}"


HANDLER: Final = EventKind("handler")
HANDLER_LOST: Final = EventKind("handler-lost")
HANDLERS: Final = EventKind("handlers", weight=8)


class HandlerRuling(EuropeRuling, frozen=True):
    """a handler: appoints the handler of a state"""

    point = "before"
    state: MinorState
    place: Positive
    power: LivingPower

    def check(self, turn: Turn) -> None:
        if not turn.facts.states[self.state].handled:
            raise self.refuse(f"{self.state} has no handlers")
        if not self.secret:
            raise self.refuse("handlers are secret: add secret = true")
        most = turn.facts.of(HandlerRules).handlers
        if self.place > most:
            raise self.refuse(f"place is not a number from 1 to {most}", "place")

    def words(self, turn: Turn) -> str:
        return _post_words(turn, self.power, self.place - 1, self.state)

    def apply(self, turn: Turn) -> None:
        """Put a power in a place; the power that had it is no longer a handler."""
        code, power, place = self.state, self.power, self.place - 1
        before = handlers_of(turn, code)
        powers = [other for other in before if other != power]
        powers[place : place + (power not in before)] = [power]
        lost = next((power for power in before if power not in powers), "")
        _appoint_all(turn, code, powers, lost, "ruling")


class Handlers(Feature):
    """Draws the handlers, gives them the command of their states, and replaces them."""

    key = _KEY
    part = Posts
    tables = MappingProxyType({"handled": HandlerRules})
    events = (HANDLER, HANDLER_LOST, HANDLERS)
    secret = True
    draws_lots = True
    rulings = MappingProxyType({"handler": HandlerRuling})

    def steps(self) -> tuple[Added, ...]:
        return (
            Added(START, Step("handlers", self._draw_missing)),
            Added(END, Step("handlers", replace_patrons), of="diplomatic"),
            Added(REVEAL, Step("handlers", self._reveal)),
        )

    def _draw_missing(self, turn: Turn) -> None:
        """Draw the handlers of a state that has none: before the first phase is played."""
        for code in turn.facts.of(HandlerRules).minors:
            if code in turn.facts.minors and not handlers_of(turn, code):
                self._draw_all(turn, code)

    def confided(self, state: EuropeState, power: str) -> tuple[Posts, tuple[str, ...]]:
        """A second or third handler learns its place in words, but not who is before it."""
        posts: Posts = state.parts[_KEY]
        mine = {code: powers.index(power) for code, powers in posts.items() if power in powers}
        lines = tuple(_post_words(state, power, place, code) for code, place in mine.items())
        first = {code: (power,) for code, powers in posts.items() if powers[:1] == (power,)}
        return MappingProxyType(first), lines

    def flaws(self, state: EuropeState) -> Iterator[str]:
        posts: Posts = state.parts[_KEY]
        rules = state.facts.of(HandlerRules)
        for code, powers in posts.items():
            if code not in rules.minors:
                yield f"{_KEY}: {code} has no handlers (only {listed(rules.minors)})"
            elif len(set(powers)) < len(powers):
                yield f"{_KEY}.{code}: a power appears twice"
            elif len(powers) > rules.handlers:
                yield f"{_KEY}.{code}: {len(powers)} powers, and {rules.handlers} are the most"

    def placed(self, state: EuropeState, given: Mapping[str, Any]) -> EuropeState:
        rules, powers_of = state.facts.of(HandlerRules), state.facts.powers
        wrong: list[str] = []
        for code, powers in state.parts[_KEY].items():
            least = min(rules.handlers, len(state.living) - 1)
            fallen = [power for power in powers if power in state.eliminated]
            if fallen:
                wrong.append(f"{_KEY}.{code}: {listed(fallen)} fell, and cannot be a handler")
            elif len(powers) < least:
                wrong.append(
                    f"{_KEY}.{code}: {count(len(powers), 'power')}, and there are "
                    f"{rules.handlers} (name them all, or leave {code} out, and they are drawn)"
                )
            wished = rules.first_handler.get(code)
            told = state.parts.get(_HISTORY, {}).get(code)
            if wished and not told and wished not in {powers_of[p].confession for p in powers[:1]}:
                wrong.append(
                    f"{_KEY}.{code}: {powers[0]} comes first, and the first handler is drawn among "
                    f"{wished} powers ({_HISTORY}.{code} shows the later handlers)"
                )
        if wrong:
            raise FaultyState(wrong)
        return state

    def command(self, turn: Turn, state: str, wrote: Collection[str]) -> Command:
        name = turn.facts.name_of(state)
        if not turn.foresees:
            # Whose orders count shows only when the year's influence is known.
            is_handler = turn.author in handlers_of(turn, state)
            text = f"{name} has secret handlers, and nobody else orders its units"
            return turn.author if is_handler else "", ("handled-unit", text)
        if turn.statuses[state].kind != "aligned":
            text = f"{name} is {turn.statuses[state].kind}, and its units move only while aligned"
            return "", ("handled-holds", text)
        text = f"{name} has secret handlers, and only the orders of one of them count"
        return acting_handler(turn, state, wrote), ("handled-unit", text)

    def on_elimination(self, turn: Turn, power: str) -> None:
        for code, powers in dict(turn.parts[_KEY]).items():
            if power in powers:
                _replace(turn, code, power, "handler-replaced")

    def _reveal(self, turn: Turn) -> None:
        for code, powers in turn.parts[_KEY].items():
            names = listed(map(turn.facts.name_of, powers))
            turn.report(
                HANDLERS,
                "handler-revealed",
                f"the handlers of {turn.facts.name_of(code)} were {names} at the end",
                powers,
                state=code,
                handlers=list(powers),
            )
            for succession in turn.parts.get(_HISTORY, {}).get(code, ()):
                _reveal_succession(turn, code, succession)

    # --- the lots

    def _draw_all(self, turn: Turn, code: str) -> None:
        """Draw all handlers of a state, the first one of the confession that it has to have."""
        if turn.chance is None:  # a sheet is only being checked
            return
        rules = turn.facts.of(HandlerRules)
        confession = rules.first_handler.get(code)
        living = turn.living
        fitting = [power for power in living if turn.facts.powers[power].confession == confession]
        powers = [turn.chance.pick(fitting or living)]
        while len(powers) < min(rules.handlers, len(living)):
            powers.append(turn.chance.pick([power for power in living if power not in powers]))
        _appoint_all(turn, code, tuple(powers), "", "drawn")
        for number, power in enumerate(powers):
            _tell(turn, code, power, number, "handler-drawn")


def replace_patrons(turn: Turn) -> None:
    """No state is left to a first handler that it has come to be aligned with."""
    for code, powers in dict(turn.parts[_KEY]).items():
        patron = turn.statuses[code].patron
        for _ in powers:
            if handlers_of(turn, code)[:1] == (patron,) and len(turn.living) > 1:
                _replace(turn, code, patron, "handler-lost")


def _replace(turn: Turn, code: str, power: str, cause: str) -> None:
    """Let the others move up for a handler, and draw a new one for the last place.

    The power that the state is aligned with is drawn only where no one else is left, and not even
    then if the game spares it.
    """
    if turn.chance is None:
        return
    before = handlers_of(turn, code)
    powers = tuple(member for member in before if member != power)
    drawn = _draw_next(turn, code, powers, power if cause == "handler-lost" else "")
    reason: Reason = "patron" if cause == "handler-lost" else "fallen"
    _appoint_all(turn, code, powers + drawn, power, reason)
    if power in turn.living:
        name = turn.facts.name_of(code)
        text = f"{turn.facts.name_of(power)} handles {name} no more, being aligned with it"
        turn.report(HANDLER_LOST, cause, text, (power,), known_to=(power,), state=code)
    for number, one in enumerate(powers):
        if before.index(one) != number:
            _tell(turn, code, one, number, "handler-moved-up")
    for other in drawn:
        _tell(turn, code, other, len(powers), "handler-replaced")


def _draw_next(turn: Turn, code: str, powers: Sequence[str], retires: str) -> tuple[str, ...]:
    """The handler for the last place; "" if no power is left. `retires` is the one that goes
    because the state is aligned with it."""
    assert turn.chance is not None
    rules = turn.facts.of(HandlerRules)
    patron = turn.statuses[code].patron
    others = [power for power in turn.living if power not in powers]
    fitting = [power for power in others if power != patron]
    if not rules.spares_patron:
        fitting = fitting or others
    if rules.retires:
        retired = [*retired_handlers(turn, code), *([retires] if retires else [])]
        fresh = [power for power in fitting if power not in retired]
        fitting = fresh or [power for power in retired if power in fitting][:1]
    return (turn.chance.pick(fitting),) if fitting else ()


def _appoint_all(turn: Turn, code: str, powers: Sequence[str], lost: str, cause: Reason) -> None:
    turn.parts[_KEY] = MappingProxyType({**turn.parts[_KEY], code: tuple(powers)})
    if _HISTORY in turn.parts:
        made = Succession(turn.year, tuple(powers), lost, cause)
        chronicle: Chronicle = turn.parts[_HISTORY]
        rows = {**chronicle, code: (*chronicle.get(code, ()), made)}
        turn.parts[_HISTORY] = MappingProxyType(rows)


def _reveal_succession(turn: Turn, code: str, made: Succession) -> None:
    """Report a change of handlers to all when the game is over."""
    facts = turn.facts
    lost = facts.name_of(made.lost) if made.lost else ""
    said = {
        "drawn": "were drawn as handlers",
        "patron": f"handled it when {lost} retired, being aligned with it",
        "fallen": f"handled it when {lost} had fallen",
        "ruling": "handled it by ruling",
    }[made.cause]
    turn.report(
        HANDLERS,
        "handler-revealed",
        f"{made.year}: {listed(map(facts.name_of, made.handlers))} {said} ({facts.name_of(code)})",
        made.handlers,
        state=code,
        handlers=list(made.handlers),
        year=made.year,
        lost=made.lost,
        why=made.cause,
    )


class HandlerHistory(Feature):
    """Remembers who handled which state when, for the end of the game and for those who retired."""

    key = _HISTORY
    part = Chronicle
    secret = True


def _tell(turn: Turn, code: str, power: str, number: int, cause: str) -> None:
    """Inform only this power that it is now a handler."""
    text = _post_words(turn, power, number, code)
    turn.report(HANDLER, cause, text, (power,), known_to=(power,), state=code, place=number + 1)
