"""The kinds of rulings of a ruleset: reading their facts, checking and applying them.

    KINDS = {
        "treasury": RulingKind(("power", "tp"), check=_check, words=_words, apply=_set),
        NOTE: NOTE_KIND,
    }
    check_rulings(turn, rulings, KINDS, rulebook, "builds", RulingFacts)
    apply_rulings(turn, rulings, KINDS, "before", RulingFacts)

A ruling with `secret = true` is told to the powers that it concerns and to no one else; what it
brings about can still be seen on the board. `when` is whether a ruling that changes the position
does so before the phase or after it.

A `note` records a decision that changes nothing of the state: how a rule is read, what was agreed.
It has its reason, and may have a text.

The number of a ruling is in two texts that the files of states keep: the note of a verdict
that rests on it ("ruling 2") and the event that announces it ("Ruling 2: A VIE holds"). What writes
these texts and what takes the number out of a recorded one are here side by side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from types import MappingProxyType
from typing import Any, ClassVar, Final, Literal, TypeVar

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulebook import Rulebook
from generator.engine.words import listed, nearest

NOTE: Final = "note"
NOTE_FACTS: Final = ("text",)
NOTE_TEACHES: Final = ("a note", "records a decision that changes nothing on the board")
"""The title of the kind and what it does, for primers."""


class RulingError(GameError):
    """A ruling that does not apply. `keys` lead from its table to what is wrong in it."""

    def __init__(self, ruling: Ruling, why: str, *keys: str, hint: str = "") -> None:
        super().__init__(f"ruling {ruling.number} does not apply: {why}", hint=hint)
        self.number = ruling.number
        self.keys = keys


@contextmanager
def about(ruling: Ruling) -> Iterator[None]:
    """Whatever is refused meanwhile is refused of this ruling. Raises RulingError."""
    try:
        yield
    except RulingError:
        raise
    except GameError as error:
        raise RulingError(ruling, str(error)) from error


Point = Literal["orders", "before", "during", "after"]
"""When a ruling takes effect: on the orders, before or after the phase, or where the phase asks for
it."""

T = TypeVar("T")


class RulingFacts:
    """The facts of a ruling, read and checked. Every method raises RulingError for a wrong one.

    A ruleset has its own subclass, which knows the game: `turn` is the phase under way. `types` are
    the methods by which facts are read that are of one type in every kind, by the facts' names:
    {"tp": "number"}.
    """

    types: ClassVar[Mapping[str, str]] = MappingProxyType({})

    def __init__(self, turn: Any, ruling: Ruling) -> None:
        self.turn = turn
        self.ruling = ruling

    def __contains__(self, name: str) -> bool:
        return name in self.ruling.facts

    @property
    def is_secret(self) -> bool:
        return self.ruling.facts.get("secret") is True

    @property
    def said(self) -> str:
        """The ruling as the reason of something that everyone sees."""
        if self.is_secret:
            return "the referee has ruled so"
        return f"{ruling_note(self.ruling.number)}: {self.ruling.reason}"

    def refuse(self, why: str, name: str = "", hint: str = "") -> RulingError:
        """The error for the ruling, or for the fact of that name."""
        return RulingError(self.ruling, why, *(("facts", name) if name else ()), hint=hint)

    def text(self, name: str, choices: Iterable[str] = ()) -> str:
        value = self.ruling.facts.get(name)
        if not isinstance(value, str):
            raise self.refuse(f"{name} is missing or not a text", name)
        known = tuple(choices)
        if known and value not in known:
            raise self.refuse(f"{name} cannot be {value!r}", name, nearest(value, known, name))
        return value

    def number(self, name: str, default: int | None = None, least: int | None = None) -> int:
        value = self.ruling.facts.get(name, default)
        if type(value) is not int or (least is not None and value < least):
            needed = "" if least is None else f" from {least}"
            raise self.refuse(f"{name} is not a whole number{needed}", name)
        return value

    def flag(self, name: str, default: bool | None = None) -> bool:
        value = self.ruling.facts.get(name, default)
        if type(value) is not bool:
            raise self.refuse(f"{name} is not true or false", name)
        return value

    def texts(self, name: str) -> tuple[str, ...]:
        value = self.ruling.facts.get(name, ())
        if not isinstance(value, list | tuple) or not all(isinstance(item, str) for item in value):
            raise self.refuse(f"{name} is not a list of texts", name)
        return tuple(value)

    def table(self, name: str) -> Mapping[str, Any]:
        value = self.ruling.facts.get(name)
        if not isinstance(value, Mapping):
            raise self.refuse(f"{name} is not a table", name)
        return value


F = TypeVar("F", bound=RulingFacts)


def _no_words(turn: Any, facts: Any) -> str:
    return ""


class RulingKind(Struct, frozen=True):
    """A kind of ruling.

    `needs` and `may` are the facts that it must and may have. `when` is the point at which it is
    applied, "during" where the phase itself asks for it, as it always does in the phases of
    `during`. `check` raises RulingError for what the types of the facts do not say, and so may
    `apply`, which changes the turn; `words` is what was ruled. `phases` are those that it belongs
    to, all if there are none.
    """

    needs: tuple[str, ...]
    may: tuple[str, ...] = ()
    when: Point = "after"
    check: Callable[[Any, Any], object] | None = None
    words: Callable[[Any, Any], str] = _no_words
    apply: Callable[[Any, Any], None] | None = None
    phases: tuple[str, ...] = ()
    during: tuple[str, ...] = ()

    @property
    def facts(self) -> tuple[str, ...]:
        return (*self.needs, *self.may)

    def point(self, ruling: Ruling) -> str:
        """When a ruling of this kind is applied."""
        if ruling.phase in self.during:
            return "during"
        return str(ruling.facts.get("when", self.when))


NOTE_KIND: Final = RulingKind((), NOTE_FACTS, words=lambda turn, facts: note_text(facts.ruling))


def check_rulings(
    turn: T,
    rulings: Sequence[Ruling],
    kinds: Mapping[str, RulingKind],
    book: Rulebook,
    phase: str,
    read: Callable[[T, Ruling], RulingFacts],
    common: tuple[str, ...] = (),
) -> None:
    """Raises RulingError for the first ruling that does not apply to the phase. `read` makes the
    facts of a ruling; `common` are those that every kind may have ("secret", "when")."""
    for ruling in rulings:
        check_form(ruling, phase, kinds, book, common)
        kind, facts = kinds[ruling.kind], read(turn, ruling)
        if kind.phases and ruling.phase not in kind.phases:
            raise facts.refuse(f"{ruling.kind} belongs to {' or '.join(kind.phases)}")
        facts.flag("secret", False)
        if "when" in ruling.facts:
            if kind.when not in ("before", "after") or ruling.phase in kind.during:
                raise facts.refuse(f"{ruling.kind} has no when in this phase")
            facts.text("when", ("before", "after"))
        for name in ruling.facts:
            if name in facts.types:
                getattr(facts, facts.types[name])(name)
        if kind.check is not None:
            with about(ruling):
                kind.check(turn, facts)


def apply_rulings(
    turn: T,
    rulings: Sequence[Ruling],
    kinds: Mapping[str, RulingKind],
    when: Point,
    read: Callable[[T, Ruling], RulingFacts],
) -> None:
    """Apply the rulings whose point has come, in written order. RulingError: one does not apply."""
    for ruling in rulings:
        kind = kinds[ruling.kind]
        if kind.apply is not None and kind.point(ruling) == when:
            with about(ruling):
                kind.apply(turn, read(turn, ruling))


def named_in(value: Any) -> Iterator[str]:
    """All texts in the facts of a ruling, and the keys of its tables."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, Mapping):
        for key, inner in value.items():
            yield key
            yield from named_in(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from named_in(inner)


def fact_words(value: Any) -> str:
    """A fact of a ruling for people: the items of a list, the rows of a table, yes and no."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return listed(f"{key} {fact_words(inner)}" for key, inner in value.items())
    if isinstance(value, list | tuple):
        return listed(map(fact_words, value)) or "none"
    return str(value) or "none"


def check_form(
    ruling: Ruling,
    phase: str,
    kinds: Mapping[str, RulingKind],
    book: Rulebook,
    common: tuple[str, ...] = (),
) -> None:
    """Raises RulingError unless a ruling is for the phase, of a known kind, with a reason, with a
    known rule, and with the facts of its kind. `common` are facts that every kind may have."""
    if ruling.phase != phase:
        raise RulingError(ruling, f"it belongs to {ruling.phase}, not to {phase}", "phase")
    kind = kinds.get(ruling.kind)
    if kind is None:
        hint = nearest(ruling.kind, kinds, "kinds")
        raise RulingError(ruling, f"there is no kind {ruling.kind!r}", "kind", hint=hint)
    if not ruling.reason.strip():
        raise RulingError(ruling, "it has no reason", "reason")
    if ruling.rule and ruling.rule not in book:
        hint = nearest(ruling.rule, [rule.id for rule in book.rules], None)
        raise RulingError(ruling, f"there is no rule {ruling.rule}", "rule", hint=hint)
    known = kind.facts
    for name in ruling.facts:
        if name not in known and name not in common:
            hint = nearest(name, known, f"{ruling.kind} has")
            why = f"there is no {name} in a ruling of the kind {ruling.kind}"
            raise RulingError(ruling, why, "facts", name, hint=hint)
    for name in kind.needs:
        if name not in ruling.facts:
            hint = f"{ruling.kind} has {', '.join(known)}"
            raise RulingError(ruling, f"{name} is missing", "facts", hint=hint)
    if ruling.kind == NOTE:
        note_text(ruling)


def note_text(ruling: Ruling) -> str:
    """What a note says beside its reason, "" for nothing. Raises RulingError for no text."""
    text: Any = ruling.facts.get("text", "")
    if not isinstance(text, str):
        raise RulingError(ruling, "text must be in quotes", "facts", "text")
    if "text" in ruling.facts and not text.strip():
        raise RulingError(ruling, "text is empty", "facts", "text", hint="leave it out")
    return text


def ruling_note(number: int) -> str:
    """The note of a verdict that rests on a ruling; "" for none."""
    return f"ruling {number}" if number else ""


def noted_ruling(note: str) -> int:
    """The number of the ruling that a recorded verdict rests on, by its note; 0 for none."""
    head, _, number = note.partition(" ")
    return int(number) if head == "ruling" and number.isdecimal() else 0


def announcement(number: int, what: str, reason: str, word: str = "Ruling") -> str:
    """What the event says that announces a ruling: what was ruled, and why."""
    return f"{word} {number}: {what} ({reason})" if what else f"{word} {number}: {reason}"


def announced_decision(text: str, reason: str) -> str:
    """What was ruled, from the recorded text that announces it; the reason, where it says no
    more."""
    return text.partition(": ")[2].removesuffix(f" ({reason})")


def names_ruling(text: str, number: int) -> bool:
    """Whether the recorded text of an event names a ruling as what it rests on."""
    return re.search(rf"\bruling {number}\b", text, re.IGNORECASE) is not None


def announced_ruling(text: str) -> int:
    """The number of the ruling that a recorded event of the kind "ruling" announces."""
    found = re.match(r"[Rr]uling (\d+): ", text)
    return int(found[1]) if found else 0
