"""Names on sheets: tables of spellings, a ruleset's description of its names; and the kinds of
slots that any ruleset may use: numbers, texts, names, lists, and patterns in a slot."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, NamedTuple, Protocol

from generator.engine.forms.matching import Matcher, Reading, SlotKind, Wanted
from generator.engine.forms.pattern import Pattern
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import Speller

Words = tuple[str, ...]
NONE: Final[frozenset[Words]] = frozenset()
SHORTEST: Final = 5
"""Letters that a shortened name must have to be read; a shorter one is asked about."""


class Spellings:
    """The spellings of one kind of thing, as words, with what they mean.

    `joined` are those that have a sign between two words, as in `Union & Confederacy`.
    """

    def __init__(self, spellings: Mapping[Words, str], joined: frozenset[Words] = NONE) -> None:
        self.spellings = spellings
        self.joined = joined
        self._longest = max(map(len, spellings), default=0)

    def at(self, tokens: Sequence[Token], start: int) -> Iterator[tuple[str, int]]:
        """The meanings of the words from `start` on, and where each ends; longest first."""
        if self.joined:
            yield from self._joined_at(tokens, start)
        words: list[str] = []
        for token in tokens[start : start + self._longest]:
            if token.sort != "word":
                break
            words.append(token.text)
        for count in range(len(words), 0, -1):
            meaning = self.spellings.get(tuple(words[:count]))
            if meaning is not None:
                yield meaning, start + count

    def first_at(self, tokens: Sequence[Token], start: int) -> tuple[str, int] | None:
        """The longest of these readings, or None."""
        return next(self.at(tokens, start), None)

    def _joined_at(self, tokens: Sequence[Token], start: int) -> Iterator[tuple[str, int]]:
        for words in self.joined:
            end = start + len(words) + 1
            named = tuple(token.text for token in tokens[start:end] if token.text != ",")
            if named == words and end <= len(tokens):
                yield self.spellings[words], end

    @cached_property
    def _speller(self) -> Speller:
        pairs = [(" ".join(words), meaning) for words, meaning in self.spellings.items()]
        return Speller(pairs, shortened=True)

    def nearest(self, word: str) -> tuple[str, ...]:
        """The meanings of a misspelled word, at most three."""
        return self._speller.nearest(word)


def certain(spellings: Iterable[tuple[Words, str]]) -> dict[Words, str]:
    """The spellings that mean one thing only."""
    meant: dict[Words, set[str]] = {}
    for words, meaning in spellings:
        if words:
            meant.setdefault(words, set()).add(meaning)
    return {words: next(iter(many)) for words, many in meant.items() if len(many) == 1}


def shortened(known: Mapping[Words, str], foreign: Iterable[Words] = ()) -> dict[Words, str]:
    """Beginnings of names that are long enough and mean one thing only; none of `foreign`."""
    found = certain(
        ((*words[: count - 1], words[count - 1][:size]), meaning)
        for words, meaning in known.items()
        for count in range(1, len(words) + 1)
        for size in range(SHORTEST if count == 1 else 3, len(words[count - 1]) + 1)
    )
    for words in foreign:
        found.pop(words, None)
    return found


class Names(Protocol):
    """The data of a ruleset for the reader of its forms."""

    @property
    def kinds(self) -> Mapping[str, SlotKind]:
        """Its kinds of slots by name, in the order in which hints list what is missing."""

    @property
    def tables(self) -> Mapping[str, Spellings]:
        """Those of them that are names, in the order in which hints look for a misplaced one."""

    @property
    def sides(self) -> Spellings:
        """Those whose name may head a sheet or an order."""

    @property
    def authors(self) -> Collection[str]:
        """The sides that send sheets."""

    @property
    def headings(self) -> Collection[str]:
        """Words that only head a sheet or a part of it."""

    @property
    def no_orders(self) -> Mapping[str, str]:
        """Words with which no order begins that forms read, and what is wrong with one that
        does."""

    def called(self, meaning: str) -> str:
        """How hints write a named thing."""

    def described(self, kind: str, meaning: str) -> str:
        """The kind of a named thing: "a province of France"."""

    def is_known(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a word other than a name is known."""


WHOLE_NUMBER: Final = "whole number"
_NEVER: Final = "?"
"""The meaning of an unknown word that is taken for a name; it never becomes an order."""
# More things than any order names.
_LONGEST_LIST: Final = 40
_SEPARATORS: Final = (",", "/", "+", "and")


class Span(NamedTuple):
    """A part of the line, from `start` to `end`: a text that is there without quotes."""

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
    """A thing that has a name; `kind` is the name of this kind of slot."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if at in matcher.unknown:
            yield Reading(_NEVER, at + 1, {at: kind})
            return
        for meaning, after in table.at(matcher.tokens, at):
            yield Reading(meaning, after)

    return SlotKind(label or f"a {noun}", readings, noun, skips="-")


def list_of(item: str) -> SlotKind:
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
            while (token := matcher.token(at)) is not None and token.text in _SEPARATORS:
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
