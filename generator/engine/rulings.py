"""The kinds of rulings of a ruleset: typed records, and how they are checked and applied.

    class Treasury(RulingKind, frozen=True):
        "a treasury: sets the treasury of a power"

        power: Power
        tp: int

        def words(self, turn):
            return f"{turn.facts.name_of(self.power)} has {self.tp} TP"

        def apply(self, turn):
            turn.treasury[self.power] = self.tp

    KINDS = {"treasury": Treasury, NOTE: Note}
    check_rulings(turn, rulings, KINDS, rulebook, "builds")
    apply_rulings(turn, rulings, KINDS, "before")

The fields of a kind are its facts, and its types check them; a kind checks only what they cannot
express. Its docstring has its title and its effect, for primers, forms and the guide.

A ruling with `secret = true` is shown only to the powers that it concerns; its effects can still be
seen on the board. `when` is whether a ruling that changes the position does so before the phase or
after it.

The number of a ruling is in two texts that the files of states keep: the note of a verdict
that rests on it ("ruling 2") and the event that announces it ("Ruling 2: A VIE holds"). The
functions that write these texts and those that take the number out of a recorded one are side by
side here.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, ClassVar, Final, Literal, TypeVar

import msgspec
from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulebook import Rulebook
from generator.engine.typed import FaultyTable, read_table
from generator.engine.words import listed, nearest

NOTE: Final = "note"


K = TypeVar("K", bound="RulingKind")


class RulingError(GameError):
    """A ruling that does not apply. `keys` lead from its table to the faulty entry."""

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


class RulingKind(Struct, frozen=True, kw_only=True):
    """A ruling of a kind. `turn` is the phase under way, as the ruleset has it.

    `point` is when a kind is applied, "during" where the phase itself asks for it; `phases` are
    those that it belongs to, empty for all.
    """

    point: ClassVar[Point] = "after"
    phases: ClassVar[tuple[str, ...]] = ()

    ruling: Ruling
    secret: bool = False
    when: Literal["before", "after"] | None = None

    @classmethod
    def phases_in(cls, turn: Any) -> tuple[str, ...]:
        return cls.phases

    @classmethod
    def point_in(cls, turn: Any) -> Point:
        """When the kind is applied in the phase under way, unless a ruling has its own `when`."""
        return cls.point

    def check(self, turn: Any) -> object:
        """Raises GameError for errors that the types of the facts do not exclude."""

    def words(self, turn: Any) -> str:
        """The decision in words."""
        return ""

    def apply(self, turn: Any) -> None:
        """Change the turn. Raises GameError where that cannot be."""

    @property
    def said(self) -> str:
        """The ruling as the reason of something that everyone sees."""
        if self.secret:
            return "the referee has ruled so"
        return f"{ruling_note(self.ruling.number)}: {self.ruling.reason}"

    def refuse(self, why: str, name: str = "", hint: str = "") -> RulingError:
        """The error for the ruling, or for the fact of that name."""
        return RulingError(self.ruling, why, *(("facts", name) if name else ()), hint=hint)


Kinds = Mapping[str, type[RulingKind]]
_COMMON: Final = frozenset(RulingKind.__struct_fields__)


def facts_of(kind: type[RulingKind], *, needed: bool = False) -> tuple[str, ...]:
    """The facts that a ruling of a kind may have, or must have."""
    return tuple(
        field.encode_name
        for field in msgspec.structs.fields(kind)
        if field.name not in _COMMON and (field.required or not needed)
    )


class Note(RulingKind, frozen=True):
    """a note: records a decision that changes nothing on the board"""

    text: str = ""

    def check(self, turn: Any) -> None:
        if "text" in self.ruling.facts and not self.text.strip():
            raise self.refuse("text is empty", "text", "leave it out")

    def words(self, turn: Any) -> str:
        return self.text


def read_ruling(turn: Any, ruling: Ruling, kind: type[K]) -> K:
    """A ruling as a record of its kind. Raises RulingError for a fact that is not of its type."""
    try:
        return read_table({**ruling.facts, "ruling": ruling}, kind, facts=turn)
    except FaultyTable as error:
        path, problem, hint = error.faults[0]
        said = problem.removeprefix(f"{path[0]}: ")
        raise RulingError(ruling, said, "facts", *map(str, path), hint=hint) from None


def check_rulings(
    turn: Any,
    rulings: Sequence[Ruling],
    kinds: Kinds,
    book: Rulebook,
    phase: str,
    common: tuple[str, ...] = (),
) -> None:
    """Raises RulingError for the first ruling that does not apply to the phase. `common` are the
    facts that every kind may have ("secret", "when")."""
    for ruling in rulings:
        check_form(ruling, phase, kinds, book, common)
        kind = kinds[ruling.kind]
        phases = kind.phases_in(turn)
        if phases and ruling.phase not in phases:
            raise RulingError(ruling, f"{ruling.kind} belongs to {' or '.join(phases)}")
        record = read_ruling(turn, ruling, kind)
        if record.when and kind.point_in(turn) not in ("before", "after"):
            raise record.refuse(f"{ruling.kind} has no when in this phase")
        with about(ruling):
            record.check(turn)


def apply_rulings(turn: Any, rulings: Sequence[Ruling], kinds: Kinds, when: Point) -> None:
    """Apply the rulings whose point has come, in written order. RulingError: one does not apply."""
    for ruling in rulings:
        kind = kinds[ruling.kind]
        if ruling.facts.get("when", kind.point_in(turn)) == when:
            with about(ruling):
                read_ruling(turn, ruling, kind).apply(turn)


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
    kinds: Kinds,
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
    known = facts_of(kind)
    for name in ruling.facts:
        if name not in known and name not in common:
            hint = nearest(name, known, f"{ruling.kind} has")
            why = f"there is no {name} in a ruling of the kind {ruling.kind}"
            raise RulingError(ruling, why, "facts", name, hint=hint)
    for name in facts_of(kind, needed=True):
        if name not in ruling.facts:
            hint = f"{ruling.kind} has {', '.join(known)}"
            raise RulingError(ruling, f"{name} is missing", "facts", hint=hint)


def ruling_note(number: int) -> str:
    """The note of a verdict that rests on a ruling; "" for none."""
    return f"ruling {number}" if number else ""


def noted_ruling(note: str) -> int:
    """The number of the ruling that a recorded verdict rests on, by its note; 0 for none."""
    head, _, number = note.partition(" ")
    return int(number) if head == "ruling" and number.isdecimal() else 0


def announcement(number: int, what: str, reason: str, word: str = "Ruling") -> str:
    """The text of the event that announces a ruling: the decision and its reason."""
    return f"{word} {number}: {what} ({reason})" if what else f"{word} {number}: {reason}"


def announced_decision(text: str, reason: str) -> str:
    """The decision in the recorded text that announces a ruling; the reason, if the text has no
    more."""
    return text.partition(": ")[2].removesuffix(f" ({reason})")


def names_ruling(text: str, number: int) -> bool:
    """Whether the recorded text of an event cites a ruling as its ground."""
    return re.search(rf"\bruling {number}\b", text, re.IGNORECASE) is not None


def announced_ruling(text: str) -> int:
    """The number of the ruling that a recorded event of the kind "ruling" announces."""
    found = re.match(r"[Rr]uling (\d+): ", text)
    return int(found[1]) if found else 0
