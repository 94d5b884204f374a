"""What every ruleset asks of a ruling before it looks at the facts, and the kind that all have.

A `note` records a decision that changes nothing of the state: how a rule is read, what was agreed.
It has its reason, and may have a text.

The number of a ruling stands in two texts that the files of states keep: the note of a verdict
that rests on it ("ruling 2") and the event that announces it ("Ruling 2: A VIE holds"). What writes
these texts and what takes the number out of a recorded one stand here side by side.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, Protocol

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.engine.rulebook import Rulebook
from generator.engine.words import nearest

__all__ = [
    "NOTE",
    "NOTE_FACTS",
    "NOTE_TEACHES",
    "RulingError",
    "RulingForm",
    "about",
    "announced_decision",
    "announced_ruling",
    "announcement",
    "check_form",
    "names_ruling",
    "note_text",
    "noted_ruling",
    "ruling_note",
]

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


class RulingForm(Protocol):
    """The facts that a kind of ruling needs, and those that it may have."""

    @property
    def needs(self) -> tuple[str, ...]: ...
    @property
    def may(self) -> tuple[str, ...]: ...


def check_form(
    ruling: Ruling,
    phase: str,
    kinds: Mapping[str, RulingForm],
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
        raise RulingError(ruling, "it gives no reason", "reason")
    if ruling.rule and ruling.rule not in book:
        hint = nearest(ruling.rule, [rule.id for rule in book.rules], None)
        raise RulingError(ruling, f"there is no rule {ruling.rule}", "rule", hint=hint)
    known = (*kind.needs, *kind.may)
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
        raise RulingError(ruling, "text is not a text", "facts", "text")
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
