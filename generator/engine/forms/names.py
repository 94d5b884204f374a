"""Names on sheets: tables of spellings, and what a ruleset says of its names."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, Protocol

from generator.engine.forms.matching import SlotKind
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
        """What the words from `start` on may mean, and where each reading ends; longest first."""
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
        """What a misspelled word may mean, at most three."""
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
    """What a ruleset gives to the reader of its forms."""

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
        """What a named thing is: "a province of France"."""

    def is_known(self, tokens: Sequence[Token], at: int) -> bool:
        """Whether a word that is no name is known all the same."""
