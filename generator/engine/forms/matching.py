"""Matching the tokens of one order with a pattern.

All ways to read the tokens are tried, in the order of the pattern, until one uses them all:

    pattern   LOAN {amount:number} [TO] {to:power}
    tokens    loan   5   to   papal states
    match     Match({"amount": 5, "to": "papacy"}, {})

The kind of a slot, which the ruleset gives, decides what fits it: a `SlotKind` yields its readings
from a position on, the likeliest first (`papal states`, then `papal` with `states` left over).

Invariants: a position is an index into the tokens and only grows, so that matching ends; brackets
are passed over before every word and slot. `Wanted` remembers the furthest position at which
something did not fit, with all that would have fitted: complaints are made from it. With `unknown`
positions any of these words may be read as a name (or as a word of the pattern that it is nearly);
the match then has the reading of each.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.forms.pattern import Alternatives, Fillers, Pattern, Word
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import Fault, distance


class Reading(NamedTuple):
    """The value of tokens, where the reading ends, and the unknown words taken for something, by
    their positions: the kind of slot, or "word" with a word of the pattern."""

    value: Any
    end: int
    guesses: Mapping[int, str] = {}


class Match(NamedTuple):
    """A pattern that all tokens fit; `guesses` as in a Reading."""

    slots: Mapping[str, Any]
    guesses: Mapping[int, str]


class SlotKind(NamedTuple):
    """A kind of slot.

    `label` is the word for a missing one ("a power"), "" if its parts complain; `noun` is the thing
    ("power"), for a name or a number that is of another kind. `readings` are the ways to read the
    tokens from a position on, the likeliest first; signs or words of `skips` may be in front.
    `fault` explains why there is no reading, for rulesets that ask.
    """

    label: str
    readings: Callable[[Matcher, int], Iterator[Reading]]
    noun: str = ""
    skips: Collection[str] = ()
    fault: Callable[[Sequence[Token], int], Fault] | None = None


class Wanted:
    """How far a match came at most, and what would have fitted there: kinds of slots, and words."""

    def __init__(self) -> None:
        self.at = -1
        self.kinds: list[str] = []
        self.words: list[str] = []

    def note(self, at: int, kind: str, word: str = "") -> None:
        if at > self.at:
            self.at, self.kinds, self.words = at, [], []
        if at == self.at:
            if kind not in self.kinds:
                self.kinds.append(kind)
            if word and word not in self.words:
                self.words.append(word)

    def add(self, other: Wanted) -> bool:
        """Take up what another match wanted; whether that one came further than this."""
        is_further = other.at > self.at
        for kind in other.kinds:
            self.note(other.at, kind)
        for word in other.words:
            self.note(other.at, "word", word)
        return is_further


def match_pattern(
    pattern: Pattern,
    tokens: Sequence[Token],
    kinds: Mapping[str, SlotKind],
    wanted: Wanted | None = None,
    unknown: Collection[int] = (),
    start: int = 0,
) -> Match | None:
    """The first way in which all tokens from `start` on fit the pattern, or None.

    unknown: positions of words that no one knows.
    """
    matcher = Matcher(tokens, kinds, wanted, unknown)
    for slots, at, guesses in matcher.run(pattern, start):
        if matcher.skip(at, ",") == len(tokens):
            return Match(slots, guesses)
        matcher.wanted.note(matcher.skip(at), "end")
    return None


class Matcher:
    """Tokens that are being matched, as kinds of slots see them."""

    def __init__(
        self,
        tokens: Sequence[Token],
        kinds: Mapping[str, SlotKind],
        wanted: Wanted | None = None,
        unknown: Collection[int] = (),
    ) -> None:
        self.tokens = tokens
        self.kinds = kinds
        self.wanted = wanted or Wanted()
        self.unknown = unknown

    def token(self, at: int) -> Token | None:
        return self.tokens[at] if at < len(self.tokens) else None

    def word(self, at: int) -> str:
        """The word at a position, or "" after the end."""
        token = self.token(at)
        return token.text if token is not None and token.sort == "word" else ""

    def skip(self, at: int, texts: Collection[str] = ()) -> int:
        """Past brackets, and past other signs or words that mean nothing at this point."""
        tokens = self.tokens
        while at < len(tokens) and (
            (tokens[at].sort == "sign" and tokens[at].text in "()[]")
            or (tokens[at].text in texts and tokens[at].sort != "quote")
        ):
            at += 1
        return at

    def run(
        self,
        pattern: Pattern,
        at: int = 0,
        slots: Mapping[str, Any] | None = None,
        guesses: Mapping[int, str] | None = None,
        index: int = 0,
    ) -> Iterator[Reading]:
        """The ways to read the pattern's nodes from `index` on; each value is the slots filled."""
        slots, guesses = slots or {}, guesses or {}
        if index == len(pattern):
            yield Reading(slots, at, guesses)
            return
        node = pattern[index]
        if isinstance(node, Alternatives):
            for way in node.ways:
                for filled, after, guessed in self.run(way, at, slots, guesses):
                    yield from self.run(pattern, after, filled, guessed, index + 1)
        elif isinstance(node, Fillers):
            yield from self.run(pattern, self.skip(at, node.words), slots, guesses, index + 1)
        else:
            if isinstance(node, Word):
                found = self._word(node, at)
            else:
                found = self.of_kind(node.kind, self.skip(at, self.kinds[node.kind].skips))
            for value, after, guessed in found:
                filled = {**slots, node.name: value} if node.name else slots
                yield from self.run(pattern, after, filled, {**guesses, **guessed}, index + 1)

    def of_kind(self, name: str, at: int) -> Iterator[Reading]:
        """The readings of a kind from a position on; a failure is noted."""
        kind = self.kinds[name]
        is_found = False
        for reading in kind.readings(self, at):
            is_found = True
            yield reading
        if not is_found and kind.label:
            self.wanted.note(at, name)

    def _word(self, node: Word, at: int) -> Iterator[Reading]:
        at = self.skip(at, "," if node.text.isalpha() else "")
        token = self.token(at)
        if token is not None:
            if token.text == node.text and token.sort != "quote":
                yield Reading(node.text, at + 1)
                return
            if at in self.unknown and _nearly(token.text, node.text):
                yield Reading(node.text, at + 1, {at: f"word {node.text}"})
                return
        self.wanted.note(at, "word", node.text)


def _nearly(word: str, meant: str) -> bool:
    most = 1 if len(meant) < 6 else 2
    return len(meant) > 2 and len(word) < 24 and distance(word, meant, most) <= most
