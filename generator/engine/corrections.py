"""Putting a few corrected orders into a sheet: each goes where an order about the same thing was.

    sheet                     correction            after it
    A PAR - BUR               F BRE - ENG           A PAR - BUR
    F BRE - MAO                                     F BRE - ENG
    A MAR suports A PAR       A MAR S A PAR - BUR   A MAR S A PAR - BUR

The ruleset decides whether two orders are about the same thing. A line that cannot be read is
replaced by the order most like it, or by the one that gives its line number.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.orders.words import KEYWORDS, TYPE
from generator.engine.phases import WrittenOrder
from generator.engine.units import Piece

# Any order to a unit is about that unit.
_OF_UNITS: Final = (Hold, Move, SupportHold, SupportMove, Convoy, Retreat, Disband)
# How like a corrected line is to the one that could not be read (difflib's ratio, 0 to 1).
_ALIKE: Final = 0.7

Subject = Callable[[Any], Hashable]
Reader = Callable[[str], Sequence[WrittenOrder]]


class Merged(Struct, frozen=True):
    """A sheet with corrections put in. `gone` are the orders that were replaced, as written."""

    text: str
    gone: tuple[str, ...]


def subject_of(order: Any) -> Hashable:
    """The subject of an order, for most rulesets: its kind and all that it names, except the fields
    that its class lists as `corrected`. An order to a unit is about the unit."""
    if isinstance(order, _OF_UNITS):
        return "unit", order.unit.province
    name = type(order).__name__
    if not isinstance(order, Struct):
        return (name,)
    corrected: Collection[str] = getattr(order, "corrected", ())
    about = (getattr(order, field) for field in order.__struct_fields__ if field not in corrected)
    return (name, *(value.province if isinstance(value, Piece) else value for value in about))


def unread(text: str) -> tuple[WrittenOrder, ...]:
    """The lines of a sheet for a phase that no one can read yet, as orders that are texts."""
    return tuple(
        WrittenOrder(line.strip(), number, 1, _Line(line.strip()))
        for number, line in enumerate(text.split("\n"), 1)
        if line.strip() and not line.strip().endswith(":")
    )


class _Line(str):
    """A line that stands for an order which cannot be read yet."""

    __slots__ = ()


def _about(order: Any, subject: Subject) -> Hashable:
    if not isinstance(order, _Line):
        return subject(order)
    words = order.casefold().split()
    return (
        ("unit", words[1])
        if len(words) > 1 and KEYWORDS.get(words[0]) == TYPE
        else ("line", *words)
    )


def is_partial(
    before: Sequence[WrittenOrder],
    after: Sequence[WrittenOrder],
    subject: Subject,
    *,
    is_reply: bool,
) -> bool:
    """Whether orders look like a correction of a sheet and not like a new one: there are fewer, of
    a reply, or no more than half as many, and some of the sheet would be lost."""
    if not after or len(after) >= len(before) or not (is_reply or 2 * len(after) <= len(before)):
        return False
    new = {_about(line.order, subject) for line in after if line.order is not None}
    return any(line.order is None or _about(line.order, subject) not in new for line in before)


def merge_sheets(
    before: str, after: str, read: Reader, subject: Subject, named: Mapping[int, int] | None = None
) -> Merged:
    """Put the orders of `after` into the sheet `before`. `read` gives the orders of a text.

    `named` maps lines of `after` to those of `before` that they name ("line 6: ..."). An order
    about nothing that the sheet has is added at its end.
    """
    old, new = read(before), read(after)
    targets = _targets(old, new, subject, named or {})
    dropped: dict[int, set[int]] = {}
    placed: dict[int, list[str]] = {}
    old_lines = before.rstrip("\n").split("\n")
    after_lines = after.rstrip("\n").split("\n")
    added: list[str] = []
    for number, line in enumerate(after_lines, 1):
        goals = sorted({goal for at in _at(new, number) for goal in targets.get(at, ())})
        for goal in goals:
            dropped.setdefault(old[goal].line, set()).add(goal)
        if goals:
            placed.setdefault(old[goals[0]].line, []).append(line)
        elif line.strip() and (_at(new, number) or line not in old_lines):
            added.append(line)  # a heading that the sheet has already is not needed twice
    lines: list[str] = []
    for number, line in enumerate(old_lines, 1):
        gone = dropped.get(number, set())
        if not gone:
            lines += [line] if line.strip() or before.strip() else []
        else:
            lines += [_written(old[at]) for at in _at(old, number) if at not in gone]
        lines += placed.get(number, [])
    lines += added
    known = {_written(line) for line in new}
    lost = sorted(at for several in dropped.values() for at in several)
    return Merged(
        "".join(f"{line}\n" for line in lines),
        tuple(_written(old[at]) for at in lost if _written(old[at]) not in known),
    )


def _targets(
    old: Sequence[WrittenOrder],
    new: Sequence[WrittenOrder],
    subject: Subject,
    named: Mapping[int, int],
) -> dict[int, list[int]]:
    """Which of the old orders each of the new ones replaces."""
    by_subject: dict[Hashable, list[int]] = {}
    for at, line in enumerate(old):
        if line.order is not None:
            by_subject.setdefault(_about(line.order, subject), []).append(at)
    broken = [at for at, line in enumerate(old) if line.order is None]
    found: dict[int, list[int]] = {}
    for at, line in enumerate(new):
        goals: list[int] = []
        if line.order is not None:
            goals = list(by_subject.get(_about(line.order, subject), ()))
        if line.line in named:
            # A given line is meant, also where it could be read. But the subject of the order comes
            # first: then only a line that could not be read goes with it.
            lines = broken if goals else range(len(old))
            goals += [goal for goal in lines if old[goal].line == named[line.line]]
        if not goals and (goal := _most_like(line.text, old, broken)) is not None:
            goals = [goal]
        broken = [goal for goal in broken if goal not in goals]
        if goals:
            found[at] = goals
    return found


def _most_like(text: str, old: Sequence[WrittenOrder], broken: Iterable[int]) -> int | None:
    """The number of the unreadable line that a text corrects: the one with the same unit, or the
    one most like it."""
    from difflib import SequenceMatcher  # sheets are checked without it

    best, found = _ALIKE, None
    for at in broken:
        one, other = text.casefold(), old[at].text.casefold()
        same_unit = one.split()[:2] == other.split()[:2] and KEYWORDS.get(one.split()[0]) == TYPE
        alike = 1.0 if same_unit else SequenceMatcher(None, one, other).ratio()
        if alike > best:
            best, found = alike, at
    return found


def _at(orders: Sequence[WrittenOrder], line: int) -> list[int]:
    return [at for at, order in enumerate(orders) if order.line == line]


def _written(line: WrittenOrder) -> str:
    return line.text if line.order is None else str(line.order)
