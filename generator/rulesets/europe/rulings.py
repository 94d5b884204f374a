"""A referee's rulings: which kinds there are, and what each asks for.

A ruling with `secret = true` is told to the powers that it concerns and to nobody else; what it
brings about can still be seen on the board. `when` says whether a ruling that changes the position
does so before the phase or after it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final, Literal

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event
from generator.rulesets.europe.tables import unit_problem

if TYPE_CHECKING:
    from generator.rulesets.europe.turn import Turn

__all__ = [
    "Kind",
    "RulingFacts",
    "apply_rulings",
    "check_rulings",
    "refuse",
    "ruling_events",
    "ruling_kinds",
    "rulings_of",
]

When = Literal["orders", "before", "during", "after"]


@dataclass(frozen=True, slots=True)
class Kind:
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

    def text(self, name: str, choices: Iterable[str] = ()) -> str:
        value = self.ruling.facts.get(name)
        if not isinstance(value, str):
            raise refuse(self.ruling, f"{name} is missing, or no text")
        known = tuple(choices)
        if known and value not in known:
            raise refuse(self.ruling, f"{name} cannot be {value!r} ({', '.join(known)})")
        return value

    def number(self, name: str, default: int | None = None) -> int:
        value = self.ruling.facts.get(name, default)
        if type(value) is not int:
            raise refuse(self.ruling, f"{name} is not a whole number")
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.ruling.facts.get(name, default)
        if type(value) is not bool:
            raise refuse(self.ruling, f"{name} is not true or false")
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.ruling.facts.get(name, ())
        if not isinstance(value, list | tuple) or not all(isinstance(one, str) for one in value):
            raise refuse(self.ruling, f"{name} is not a list of texts")
        return tuple(value)

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.ruling.facts.get(name)
        if not isinstance(value, Mapping):
            raise refuse(self.ruling, f"{name} is not a table")
        return value

    def power(self, name: str = "power") -> str:
        value = self.text(name)
        if value not in self.turn.living:
            known = ", ".join(self.turn.living)
            raise refuse(self.ruling, f"there is no power {value!r} (powers: {known})")
        return value

    def powers(self, name: str = "powers") -> tuple[str, ...]:
        value = self.texts(name)
        unknown = [power for power in value if power not in self.turn.living]
        if unknown:
            known = ", ".join(self.turn.living)
            names = ", ".join(unknown)
            raise refuse(self.ruling, f"there is no power {names} (powers: {known})")
        return value

    def state(self, name: str = "state") -> str:
        value = self.text(name)
        if value not in self.turn.states:
            raise refuse(self.ruling, f"there is no state {value!r}")
        return value

    def side(self, name: str = "side") -> str:
        value = self.text(name)
        if value not in self.turn.living and value not in self.turn.states:
            raise refuse(self.ruling, f"there is no power or state {value!r}")
        return value

    def province(self, name: str = "province") -> str:
        value = self.text(name)
        if value not in self.turn.facts.provinces:
            raise refuse(self.ruling, f"there is no province {value!r}")
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


def refuse(ruling: Ruling, why: str) -> GameError:
    return GameError(f"ruling {ruling.number} does not apply: {why}")


def ruling_kinds(turn: Turn) -> Mapping[str, Kind]:
    """Every kind that the edition knows, those of its features among them."""
    from generator.rulesets.europe.ruling_kinds import KINDS

    kinds = dict(KINDS)
    for feature in turn.edition.features:
        kinds |= feature.rulings()
    return MappingProxyType(kinds)


_COMMON: Final = ("secret", "when")


def check_rulings(turn: Turn) -> None:
    """Raises GameError for the first ruling that does not apply to the phase."""
    kinds = ruling_kinds(turn)
    for ruling in turn.rulings:
        if ruling.phase != turn.moment.phase:
            raise refuse(ruling, f"it belongs to {ruling.phase}, not to {turn.moment.phase}")
        kind = kinds.get(ruling.kind)
        if kind is None:
            raise refuse(ruling, f"there is no kind {ruling.kind!r} (kinds: {', '.join(kinds)})")
        if not ruling.reason.strip():
            raise refuse(ruling, "it gives no reason")
        if ruling.rule and ruling.rule not in turn.edition.rulebook:
            raise refuse(ruling, f"there is no rule {ruling.rule}")
        if kind.phases and ruling.phase not in kind.phases:
            raise refuse(ruling, f"{ruling.kind} belongs to {' or '.join(kind.phases)}")
        unknown = [n for n in ruling.facts if n not in (*kind.needs, *kind.may, *_COMMON)]
        if unknown:
            known = ", ".join((*kind.needs, *kind.may))
            raise refuse(ruling, f"there is no {', '.join(unknown)} ({ruling.kind} has {known})")
        missing = [name for name in kind.needs if name not in ruling.facts]
        if missing:
            raise refuse(ruling, f"{', '.join(missing)} is missing")
        facts = RulingFacts(turn, ruling)
        facts.flag("secret", False)
        if "when" in ruling.facts:
            if kind.when not in ("before", "after") or ruling.phase in kind.during:
                raise refuse(ruling, f"{ruling.kind} has no when in this phase")
            facts.text("when", ("before", "after"))
        kind.check(turn, facts)


def rulings_of(turn: Turn, kind: str) -> list[RulingFacts]:
    """The rulings of a kind, for a phase that asks for them."""
    return [RulingFacts(turn, one) for one in turn.rulings if one.kind == kind]


def apply_rulings(turn: Turn, when: When) -> None:
    """Apply the rulings whose point has come, in written order. GameError: one does not apply."""
    if not turn.rulings:
        return
    kinds = ruling_kinds(turn)
    for ruling in turn.rulings:
        kind = kinds[ruling.kind]
        if kind.apply is not None and kind.point(ruling) == when:
            kind.apply(turn, RulingFacts(turn, ruling))


def ruling_events(turn: Turn) -> list[Event]:
    """The reports of all rulings of the phase; secret ones are for those that they concern.

    To be called before the phase: what a ruling names may be gone after it.
    """
    kinds = ruling_kinds(turn)
    return [_event(turn, kinds[one.kind], RulingFacts(turn, one)) for one in turn.rulings]


def _event(turn: Turn, kind: Kind, facts: RulingFacts) -> Event:
    ruling = facts.ruling
    named = tuple(_named(ruling.facts))
    powers = tuple(power for power in turn.facts.powers if power in named)
    return Event(
        "ruling",
        ruling.rule or turn.cites("ruling"),
        f"ruling {ruling.number}: {kind.words(turn, facts)} ({ruling.reason})",
        powers,
        tuple(dict.fromkeys(_places(turn, named))),
        1,
        (powers or ("referee",)) if facts.is_secret else (),
        MappingProxyType({"number": ruling.number, "kind": ruling.kind}),
    )


def _named(value: Any) -> Iterator[str]:
    """All texts in the facts of a ruling, and the keys of its tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from _named(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _named(inner)


def _places(turn: Turn, named: Iterable[str]) -> Iterator[str]:
    """The provinces, the seats of states and the places of units among the texts of a ruling."""
    for text in named:
        words = text.split()
        at = words[1] if len(words) > 1 and words[0] in ("A", "F") else text
        code = at.partition("/")[0]
        if text in turn.facts.states:
            yield turn.facts.states[text].seat
        elif code in turn.board.provinces:
            yield code
