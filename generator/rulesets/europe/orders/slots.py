"""Kinds of slots for what stands on the board: places with coasts, and units."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Final, NamedTuple

from generator.engine.forms.matching import Matcher, Reading
from generator.engine.forms.names import Named
from generator.engine.units import Piece

__all__ = ["TYPES", "Coast", "PlaceName", "UnitName", "UnitType"]

TYPES: Final[Mapping[str, str]] = {
    **dict.fromkeys(("a", "army", "armies"), "A"),
    **dict.fromkeys(("f", "fleet", "fleets"), "F"),
}
_ARTICLES: Final = ("a", "an")
_INSIDE: Final = ("in", "at")


class Coast(NamedTuple):
    """A coast; in brackets its name may be shorter."""

    names: Mapping[tuple[str, ...], str]
    short_names: Mapping[tuple[str, ...], str]
    label: str = "a coast"
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        coast, after = self.behind(matcher, at, bracketed=True)
        if coast:
            yield Reading(coast, after)

    def behind(self, matcher: Matcher, at: int, *, bracketed: bool = False) -> tuple[str, int]:
        """The coast named behind a place, and where it ends; "" if there is none."""
        here, tokens = at, matcher.tokens
        while here < len(tokens) and tokens[here].text in ("(", "[", "/"):
            here += 1
            bracketed = True
        known = self.short_names if bracketed else self.names
        for count in (2, 1):
            words = tuple(t.text for t in tokens[here : here + count] if t.sort == "word")
            if len(words) == count and words in known:
                return known[words], here + count
        return "", at


class PlaceName(NamedTuple):
    """A place, with its coast where one follows."""

    named: Named
    coast: Coast
    label: str = "a place"
    skips: Collection[str] = ("-",)

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        for reading in self.named.readings(matcher, at):
            coast, after = self.coast.behind(matcher, reading.end)
            if coast and not reading.guesses:
                yield Reading(f"{reading.value}/{coast}", after)
            yield reading


class UnitType(NamedTuple):
    """Army or fleet: "A" or "F"."""

    label: str = "army or fleet"
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        kind, after = _type_at(matcher, at)
        if kind:
            yield Reading(kind, after)


class UnitName(NamedTuple):
    """A unit: its type, perhaps its strength in brackets, and its place with a coast."""

    label: str = ""
    skips: Collection[str] = ("-",)

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
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
