"""Kinds of slots for what stands on the board: places with coasts, and units."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from generator.engine.forms.matching import Matcher, Reading, SlotKind
from generator.engine.orders import words
from generator.engine.units import Piece

Words = tuple[str, ...]

TYPES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("a", "army", "armies"), "A"),
    **dict.fromkeys(("f", "fleet", "fleets"), "F"),
}
_COASTS: Final = {tuple(name.split()): coast for name, coast in words.COAST_WORDS.items()}
SHORT_COASTS: Final = {
    **{tuple(name.split()): coast for name, coast in words.SHORT_COASTS.items()},
    **_COASTS,
}
_ARTICLES: Final = ("a", "an")
_INSIDE: Final = ("in", "at")


def coast(label: str) -> SlotKind:
    """A coast; its name may be short."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        found, after = _coast_at(matcher, at, SHORT_COASTS)
        if found:
            yield Reading(found, after)

    return SlotKind(label, readings)


def place_name(named: SlotKind) -> SlotKind:
    """A place, with its coast where one follows."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        for reading in named.readings(matcher, at):
            found, after = _coast_at(matcher, reading.end, _COASTS)
            if found and not reading.guesses:
                yield Reading(f"{reading.value}/{found}", after)
            yield reading

    return named._replace(readings=readings)


def unit_type(label: str) -> SlotKind:
    """Army or fleet: "A" or "F"."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        kind, after = _type_at(matcher, at)
        if kind:
            yield Reading(kind, after)

    return SlotKind(label, readings)


def unit_name() -> SlotKind:
    """A unit: its type, perhaps its strength in brackets, and its place with a coast."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        kind, here = _type_at(matcher, at)
        if kind:
            here = _past_strength(matcher, here)
            if matcher.word(here) in _INSIDE:
                here += 1
            for place, after, guesses in matcher.of_kind("place", matcher.skip(here)):
                yield Reading(Piece(kind, place), after, guesses)
        for place, after, guesses in matcher.of_kind("place", at):
            # A place whose name begins with what would be a type is longer than that.
            if not kind or after > at + 1:
                yield Reading(Piece("", place), after, guesses)

    return SlotKind("", readings, skips="-")


def _coast_at(matcher: Matcher, at: int, known: Mapping[Words, str]) -> tuple[str, int]:
    """The coast named at a position, and where it ends; "" if there is none. In brackets its name
    may be short."""
    here, tokens = at, matcher.tokens
    while here < len(tokens) and tokens[here].text in ("(", "[", "/"):
        here += 1
        known = SHORT_COASTS
    for count in (2, 1):
        words = tuple(t.text for t in tokens[here : here + count] if t.sort == "word")
        if len(words) == count and words in known:
            return known[words], here + count
    return "", at


def _type_at(matcher: Matcher, at: int) -> tuple[str, int]:
    """The type of a unit and where it ends; "" if there is none."""
    word = matcher.word(at)
    # `a fleet in Andalusia`, but `A PAR`.
    if word in _ARTICLES and len(matcher.word(at + 1)) > 1:
        kind, after = _type_at(matcher, at + 1)
        if kind:
            return kind, after
    return (TYPES[word], at + 1) if word in TYPES else ("", at)


def _past_strength(matcher: Matcher, at: int) -> int:
    """Past a strength in brackets behind a type: `A(2) FLA`."""
    texts = [token.text for token in matcher.tokens[at : at + 3]]
    marked = len(texts) == 3 and texts[0] in "([" and texts[2] in ")]"
    return at + 3 if marked and matcher.tokens[at + 1].sort == "number" else at
