"""Kinds of slots that any ruleset may use: numbers, texts, names, lists, and patterns in a slot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from generator.engine.forms.matching import Matcher, Reading, SlotKind, Wanted
from generator.engine.forms.names import Spellings
from generator.engine.forms.pattern import Pattern

WHOLE_NUMBER: Final = "whole number"
_NEVER: Final = "?"
"""The meaning of an unknown word that is taken for a name; it never becomes an order."""
# More things than any order names.
_LONGEST_LIST: Final = 40


class Span(NamedTuple):
    """A part of the line, from `start` to `end`: a text that stands there without quotes."""

    start: int
    end: int


def number(label: str, noun: str = WHOLE_NUMBER, among: range | None = None) -> SlotKind:
    """A whole number, also a negative one, or only those of a range."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        token = matcher.token(at)
        found = _whole(token.text) if token is not None and token.sort == "number" else None
        if found is not None and (among is None or found in among):
            yield Reading(found, at + 1)

    return SlotKind(label, readings, noun)


def text(label: str) -> SlotKind:
    """A text in quotes, or the rest of the line as a Span."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        token = matcher.token(at)
        if token is not None and token.sort == "quote":
            yield Reading(token.text, at + 1)
        elif token is not None:
            yield Reading(Span(token.start, matcher.tokens[-1].end), len(matcher.tokens))

    return SlotKind(label, readings)


def named(kind: str, noun: str, table: Spellings, label: str = "") -> SlotKind:
    """A thing that has a name; `kind` is what this kind of slot is called."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if at in matcher.unknown:
            yield Reading(_NEVER, at + 1, {at: kind})
            return
        for meaning, after in table.at(matcher.tokens, at):
            yield Reading(meaning, after)

    return SlotKind(label or f"a {noun}", readings, noun, skips="-")


def list_of(item: str, separators: Collection[str] = (",", "/", "+", "and")) -> SlotKind:
    """One or more things of a kind, the longest list first."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        lists: list[Reading] = []
        values: tuple[Any, ...] = ()
        guesses: Mapping[int, str] = {}
        wanted, after = matcher.wanted, at
        while len(values) < _LONGEST_LIST:
            # One more is missed only where something announces it.
            announced = at > after or not values
            if not announced and at in matcher.unknown:
                break
            matcher.wanted = wanted if announced else Wanted()
            found = next(matcher.of_kind(item, at), None)
            matcher.wanted = wanted
            if found is None:
                break
            values, after, guesses = (*values, found.value), found.end, {**guesses, **found.guesses}
            lists.append(Reading(values, after, guesses))
            at = after
            while (token := matcher.token(at)) is not None and token.text in separators:
                at += 1
        yield from reversed(lists)

    return SlotKind("", readings)


def group(pattern: Pattern, make: Callable[[Mapping[str, Any]], Any]) -> SlotKind:
    """A pattern in a slot, and what to make of its own slots."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        for slots, after, guesses in matcher.run(pattern, at):
            yield Reading(make(slots), after, guesses)

    return SlotKind("", readings)


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
