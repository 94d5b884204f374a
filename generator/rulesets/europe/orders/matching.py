"""Matching the tokens of one order against a pattern."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from generator.engine.orders.spelling import distance
from generator.engine.units import Piece
from generator.rulesets.europe.orders.names import Names
from generator.rulesets.europe.orders.pattern import Choice, Node, Slot, Word
from generator.rulesets.europe.orders.tokens import Token

__all__ = ["ARMY", "FLEET", "Match", "Span", "Wanted", "match_pattern"]

ARMY: Final = frozenset(("a", "army", "armies"))
FLEET: Final = frozenset(("f", "fleet", "fleets"))
_OPENING: Final = "([/"
_NEVER: Final = "?"
_ARTICLES: Final = ("a", "an")
_INSIDE: Final = ("in", "at")
# More powers or units than any order names.
_LONGEST_LIST: Final = 40


class Span(NamedTuple):
    """A part of the line, from `start` to `end`: a text that stands there without quotes."""

    start: int
    end: int


class Match(NamedTuple):
    """A pattern that all tokens fit. `guesses` are unknown words by their positions, with the
    kind of slot that they were taken for ("word" for one of the pattern's own)."""

    slots: Mapping[str, Any]
    guesses: Mapping[int, str]


class Wanted:
    """How far a match came at most, and what could have stood there: kinds of slots, and words."""

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


def match_pattern(
    pattern: Sequence[Node],
    tokens: Sequence[Token],
    names: Names,
    wanted: Wanted | None = None,
    unknown: Collection[int] = (),
) -> Match | None:
    """The first way in which all tokens fit the pattern, or None.

    unknown: positions of words that nobody knows; each may then stand for any name, and for a word
    of the pattern that it is nearly.
    """
    matcher = _Matcher(tokens, names, wanted or Wanted(), unknown)
    for at, slots, guesses in matcher.run(pattern, 0, 0, {}, {}):
        if matcher.skip(at, ",") == len(tokens):
            return Match(slots, guesses)
        matcher.wanted.note(matcher.skip(at, ""), "end")
    return None


Step = tuple[int, dict[str, Any], dict[int, str]]


class _Matcher:
    def __init__(
        self, tokens: Sequence[Token], names: Names, wanted: Wanted, unknown: Collection[int]
    ) -> None:
        self.tokens = tokens
        self.names = names
        self.wanted = wanted
        self.unknown = unknown

    def skip(self, at: int, signs: str) -> int:
        """Past brackets, and past other signs that mean nothing at this point."""
        tokens = self.tokens
        while at < len(tokens) and tokens[at].sort == "sign" and tokens[at].text in f"()[]{signs}":
            at += 1
        return at

    def run(
        self,
        pattern: Sequence[Node],
        index: int,
        at: int,
        slots: dict[str, Any],
        guesses: dict[int, str],
    ) -> Iterator[Step]:
        if index == len(pattern):
            yield at, slots, guesses
            return
        node = pattern[index]
        if isinstance(node, Choice):
            for way in node.ways:
                for after, filled, guessed in self.run(way, 0, at, slots, guesses):
                    yield from self.run(pattern, index + 1, after, filled, guessed)
            return
        steps = self._word(node, at) if isinstance(node, Word) else self._slot(node, at)
        for value, after, guessed in steps:
            filled = {**slots, node.name: value} if isinstance(node, Slot) else slots
            yield from self.run(pattern, index + 1, after, filled, {**guesses, **guessed})

    def _word(self, node: Word, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        at = self.skip(at, "," if node.text.isalpha() else "")
        if at < len(self.tokens):
            token = self.tokens[at]
            if token.text == node.text and token.sort != "quote":
                yield node.text, at + 1, {}
                return
            if at in self.unknown and _nearly(token.text, node.text):
                yield node.text, at + 1, {at: f"word {node.text}"}
                return
        self.wanted.note(at, "word", node.text)

    def _slot(self, node: Slot, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        kind = node.kind
        at = self.skip(at, "-" if kind in ("state", "power", "place", "unit") else "")
        if kind in ("powers", "states", "units"):
            yield from self._list(kind[:-1], at)
        elif kind == "unit":
            yield from self._unit(at)
        elif kind in ("state", "power", "place"):
            yield from self._name(kind, at)
        else:
            found = self._plain(kind, at)
            if found is None:
                self.wanted.note(at, kind)
            else:
                yield *found, {}

    def _plain(self, kind: str, at: int) -> tuple[Any, int] | None:
        """A number, a year, a type, a coast or a text at a position, and where it ends."""
        token = self.tokens[at] if at < len(self.tokens) else None
        if token is None:
            return None
        if kind in ("number", "year") and token.sort == "number":
            number = _whole(token.text)
            if number is not None and (kind == "number" or 1000 <= number <= 9999):
                return number, at + 1
        elif kind == "type" and self._type(at)[0]:
            return self._type(at)
        elif kind == "coast":
            coast, after = self._coast(at, bracketed=True)
            if coast:
                return coast, after
        elif kind == "text":
            if token.sort == "quote":
                return token.text, at + 1
            return Span(token.start, self.tokens[-1].end), len(self.tokens)
        return None

    def _name(self, kind: str, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        if at in self.unknown:
            yield _NEVER, at + 1, {at: kind}
            return
        found = False
        for meaning, after in self.names.tables[kind].at(self.tokens, at):
            found = True
            if kind == "place":
                coast, behind = self._coast(after, bracketed=False)
                if coast:
                    yield f"{meaning}/{coast}", behind, {}
            yield meaning, after, {}
        if not found:
            self.wanted.note(at, kind)

    def _list(self, kind: str, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        """One or more names or units, the longest list first."""
        single = self._unit if kind == "unit" else lambda at: self._name(kind, at)
        lists: list[tuple[tuple[Any, ...], int, dict[int, str]]] = []
        values: tuple[Any, ...] = ()
        guesses: dict[int, str] = {}
        wanted, after = self.wanted, at
        while len(values) < _LONGEST_LIST:
            # One more is missed only where something announces it.
            announced = at > after or not values
            if not announced and at in self.unknown:
                break
            self.wanted = wanted if announced else Wanted()
            step = next(iter(single(at)), None)
            self.wanted = wanted
            if step is None:
                break
            values, after, guesses = (*values, step[0]), step[1], {**guesses, **step[2]}
            lists.append((values, after, guesses))
            at = self._past_separators(after)
        yield from reversed(lists)

    def _past_separators(self, at: int) -> int:
        while at < len(self.tokens) and (
            self.tokens[at].text in (",", "/", "+") or self.tokens[at].text == "and"
        ):
            at += 1
        return at

    def _unit(self, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        """A unit: its type, perhaps its strength in brackets, and its place with a coast."""
        kind, here = self._type(at)
        if not kind:
            for place, after, guesses in self._name("place", here):
                yield Piece("", place), after, guesses
            return
        here = self._past_strength(here)
        if self._text(here) in _INSIDE:
            here += 1
        for place, after, guesses in self._name("place", self.skip(here, "")):
            yield Piece(kind, place), after, guesses
        yield from self._unit_without_type(at)

    def _type(self, at: int) -> tuple[str, int]:
        """The type of a unit and where it ends; "" if there is none."""
        # `a fleet in Andalusia`, but `A PAR`.
        if self._text(at) in _ARTICLES and len(self._text(at + 1)) > 1:
            kind, after = self._type(at + 1)
            if kind:
                return kind, after
        if self._text(at) in ARMY:
            return "A", at + 1
        return ("F", at + 1) if self._text(at) in FLEET else ("", at)

    def _text(self, at: int) -> str:
        """The word at a position, or "" if there is none."""
        token = self.tokens[at] if at < len(self.tokens) else None
        return token.text if token is not None and token.sort == "word" else ""

    def _unit_without_type(self, at: int) -> Iterator[tuple[Any, int, dict[int, str]]]:
        """A place whose name begins with what would be a type."""
        for place, after, guesses in self._name("place", at):
            if after > at + 1:
                yield Piece("", place), after, guesses

    def _past_strength(self, at: int) -> int:
        """Past a strength in brackets behind a type: `A(2) FLA`."""
        texts = [token.text for token in self.tokens[at : at + 3]]
        marked = len(texts) == 3 and texts[0] in "([" and texts[2] in ")]"
        return at + 3 if marked and self.tokens[at + 1].sort == "number" else at

    def _coast(self, at: int, *, bracketed: bool) -> tuple[str, int]:
        """The coast named behind a place, and where it ends; "" if there is none."""
        here = at
        while here < len(self.tokens) and self.tokens[here].text in tuple(_OPENING):
            here += 1
            bracketed = True
        known = self.names.short_coasts if bracketed else self.names.coasts
        for count in (2, 1):
            words = tuple(t.text for t in self.tokens[here : here + count] if t.sort == "word")
            if len(words) == count and words in known:
                return known[words], here + count
        return "", at


def _nearly(word: str, meant: str) -> bool:
    most = 1 if len(meant) < 6 else 2
    return len(meant) > 2 and len(word) < 24 and distance(word, meant, most) <= most


def _whole(text: str) -> int | None:
    digits = text.removeprefix("-")
    return int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else None
