"""Kinds of slots that any ruleset may use: numbers, texts, lists, and patterns in a slot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, Final, NamedTuple

from generator.engine.forms.matching import Matcher, Reading, Wanted
from generator.engine.forms.pattern import Pattern

__all__ = ["Group", "ListOf", "Number", "Span", "Text"]

# More things than any order names.
_LONGEST_LIST: Final = 40


class Number(NamedTuple):
    """A whole number."""

    label: str
    least: float = float("-inf")
    most: float = float("inf")
    skips: Collection[str] = ()

    @property
    def is_bounded(self) -> bool:
        return self.most < float("inf")

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        token = matcher.token(at)
        number = _whole(token.text) if token is not None and token.sort == "number" else None
        if number is not None and self.least <= number <= self.most:
            yield Reading(number, at + 1)


class Span(NamedTuple):
    """A part of the line, from `start` to `end`: a text that stands there without quotes."""

    start: int
    end: int


class Text(NamedTuple):
    """A text in quotes, or the rest of the line as a Span."""

    label: str
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        token = matcher.token(at)
        if token is not None and token.sort == "quote":
            yield Reading(token.text, at + 1)
        elif token is not None:
            yield Reading(Span(token.start, matcher.tokens[-1].end), len(matcher.tokens))


class ListOf(NamedTuple):
    """One or more things of a kind, the longest list first."""

    item: str
    separators: Collection[str] = (",", "/", "+", "and")
    label: str = ""
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
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
            found = next(matcher.of_kind(self.item, at), None)
            matcher.wanted = wanted
            if found is None:
                break
            values, after, guesses = (*values, found.value), found.end, {**guesses, **found.guesses}
            lists.append(Reading(values, after, guesses))
            at = after
            while (token := matcher.token(at)) is not None and token.text in self.separators:
                at += 1
        yield from reversed(lists)


class Group(NamedTuple):
    """A pattern in a slot, and what to make of its own slots."""

    pattern: Pattern
    make: Callable[[Mapping[str, Any]], Any]
    label: str = ""
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        for slots, after, guesses in matcher.run(self.pattern, at):
            yield Reading(self.make(slots), after, guesses)


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
