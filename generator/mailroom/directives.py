"""Words of a player beside orders: READY, NO ORDERS, STANDING.

    READY                           no one need wait for the deadline because of me; also: orders
                                    are final, set no wait
    NOT READY                       cancels that
    NO ORDERS                       I send nothing for this phase, on purpose
    STANDING A PAR H                a standing order
    STANDING:                       the lines below it are standing orders, up to the next heading
    STANDING MOVEMENT:              the same, only for this phase of a year
    NO STANDING ORDERS              cancels all of them

Each is on its own line. A word in a sentence does not count: "I am ready" has no effect,
and the receipt lists the line.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

from generator.mailroom.words import says

Kind = Literal["ready", "not-ready", "empty", "standing", "no-standing"]

_KINDS: Final[tuple[Kind, ...]] = ("ready", "not-ready", "empty", "no-standing")
_STANDING: Final = re.compile(r"standing(?:\s+orders?)?\b[*_]*\s*(\S.*|)\Z", re.IGNORECASE)
_LONGEST: Final = 1000


class Directive(Struct, frozen=True):
    """One line with something beyond orders. `phases` are those under whose heading it is, or
    that a standing order is for (none: all); `text` is what is behind STANDING, "" for a line above
    standing orders."""

    kind: Kind
    number: int = 0
    phases: tuple[str, ...] = ()
    text: str = ""


class Directives(Struct, frozen=True):
    """The words of a mail beside orders. `ready` is None where it does not mention it. `empty` are
    the phases for which no orders are sent, on purpose. `standing` are standing orders by phase, ""
    for any; None where the mail does not mention them, and empty where it withdraws them. `lines`
    are those lines of the mail."""

    ready: bool | None = None
    empty: tuple[str, ...] = ()
    standing: Mapping[str, str] | None = None
    lines: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def directive_of(text: str, number: int = 0) -> Directive | None:
    """The word of a line beside orders; None for an order, and for anything else."""
    if len(text) > _LONGEST:
        return None
    bare = text.strip(" \t.!*_")
    for kind in _KINDS:
        if says(kind, bare):
            return Directive(kind, number)
    if standing := _STANDING.match(text.lstrip(" \t*_")):
        # "standing by" is not an order; reading shows which words are one.
        return Directive("standing", number, text=standing[1].strip())
    return None


def collected(said: Sequence[Directive]) -> Directives:
    """The words of all lines together. Where they contradict each other, no one is ready: that
    needs a plain word."""
    kinds = {one.kind for one in said}
    notes: list[str] = []
    ready: bool | None = True if "ready" in kinds else None
    if "not-ready" in kinds:
        if ready:
            notes.append("the mail has READY and NOT READY: NOT READY counts")
        ready = False
    standing: dict[str, str] = {}
    for one in said:
        if one.kind == "standing" and one.text:
            for phase in one.phases or ("",):
                standing[phase] = f"{standing.get(phase, '')}{one.text}\n"
    if "standing" in kinds and not standing:
        notes.append("STANDING is not recorded: there is no order below it")
    if "no-standing" in kinds and standing:
        notes.append("the mail gives standing orders and cancels them; they count")
    return Directives(
        ready,
        tuple(dict.fromkeys(phase for one in said if one.kind == "empty" for phase in one.phases)),
        MappingProxyType(standing) if standing or "no-standing" in kinds else None,
        tuple(sorted({one.number for one in said})),
        tuple(notes),
    )
