"""What powers, minor states and places are called on sheets."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final

from generator.engine.board import Board
from generator.engine.orders.spelling import Speller
from generator.engine.orders.words import COAST_WORDS, SHORT_COASTS
from generator.rulesets.europe.facts import Facts
from generator.rulesets.europe.orders.tokens import Token, words_of

__all__ = ["Names", "Table"]

Words = tuple[str, ...]
NONE: Final[frozenset[Words]] = frozenset()

SHORTEST: Final = 5
"""Letters that a shortened name must have to be read; a shorter one is asked about."""


class Table:
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

    def _joined_at(self, tokens: Sequence[Token], start: int) -> Iterator[tuple[str, int]]:
        for words in self.joined:
            named = tokens[start : start + len(words) + 1]
            if tuple(one.text for one in named if one.text != ",") == words and len(named) > len(
                words
            ):
                yield self.spellings[words], start + len(named)

    @cached_property
    def _speller(self) -> Speller:
        pairs = [(" ".join(words), meaning) for words, meaning in self.spellings.items()]
        return Speller(pairs, shortened=True)

    def nearest(self, word: str) -> tuple[str, ...]:
        """What a misspelled word may mean, at most three."""
        return self._speller.nearest(word)


class Names:
    """The names of a game. `labels` are spellings of powers and states that no place has."""

    def __init__(self, facts: Facts, board: Board) -> None:
        self.facts = facts
        self.board = board
        joined = {words_of(one.name) for one in facts.powers.values() if "&" in one.name}
        self.power = Table(_powers(facts), frozenset(joined))
        self.place = Table(_places(board))
        self.state = Table(_states(facts, board, self.power.spellings))
        self.tables = {"power": self.power, "place": self.place, "state": self.state}
        self.coasts = {tuple(words.split()): coast for words, coast in COAST_WORDS.items()}
        self.short_coasts = {
            **{tuple(words.split()): coast for words, coast in SHORT_COASTS.items()},
            **self.coasts,
        }

    @cached_property
    def sides(self) -> Table:
        """Powers and states together; where they share a spelling, it means the state."""
        return Table({**self.power.spellings, **self.state.spellings}, self.power.joined)

    @cached_property
    def nations(self) -> Mapping[str, str]:
        """The spellings of powers and states that are not also a place's."""
        return {
            " ".join(words): side
            for words, side in self.sides.spellings.items()
            if words not in self.place.spellings
        }

    def called(self, side: str) -> str:
        """How hints write a power, a state or a place: `SPAIN`, `BRE Bremen`."""
        if side in self.facts.powers:
            return self.facts.powers[side].order_name
        if side in self.facts.states:
            return f"{side} {self.facts.states[side].name}"
        return f"{side} {self.board.name_of(side)}"


def _powers(facts: Facts) -> dict[Words, str]:
    exact: dict[Words, set[str]] = {}
    for power, one in facts.powers.items():
        for name in (power, one.order_name, one.name, one.adjective, one.code, *one.aliases):
            exact.setdefault(words_of(name), set()).add(power)
    sure = {words: next(iter(many)) for words, many in exact.items() if words and len(many) == 1}
    return {**_shortened(sure, ()), **sure}


def _states(facts: Facts, board: Board, powers: Mapping[Words, str]) -> dict[Words, str]:
    """Codes win over names, names over labels, and all of them over what follows: the provinces
    of a state, the halves of a double name, and beginnings."""
    ranks: tuple[dict[Words, set[str]], ...] = ({}, {}, {}, {}, {})

    def add(rank: int, name: str, code: str) -> None:
        words = words_of(name)
        if words:
            ranks[rank].setdefault(words, set()).add(code)

    for code, one in facts.states.items():
        add(0, code, code)
        for name in (one.name, *one.aliases):
            add(1, name, code)
        if one.label:
            add(2, one.label, code)
        for province in one.provinces:
            add(1, province, code)
            for name in (board.name_of(province), *board.provinces[province].aliases):
                add(3, name, code)
        for name in (one.name, *one.aliases):
            for half in name.split("-") if "-" in name else ():
                add(4, half, code)
    places = {words_of(name) for one in board.provinces.values() for name in (one.code, one.name)}
    found: dict[Words, str] = {}
    taken: set[Words] = set()
    for number, rank in enumerate(ranks):
        # Half a name may be somebody else's whole one: Saxony is not Lower Saxony.
        foreign = places | powers.keys() if number == 4 else ()
        for words, codes in rank.items():
            if words not in taken and words not in foreign and len(codes) == 1:
                found[words] = next(iter(codes))
        taken.update(rank)
    return {**_shortened(found, (*powers, *places)), **found}


def _places(board: Board) -> dict[Words, str]:
    exact: dict[Words, set[str]] = {}
    for code, one in board.provinces.items():
        for name in (one.name, *one.aliases):
            exact.setdefault(words_of(name), set()).add(code)
    found = {
        words: next(iter(codes)) for words, codes in exact.items() if words and len(codes) == 1
    }
    found.update((words_of(code), code) for code in board.codes)
    return {**_shortened(found, ()), **found}


def _shortened(known: Mapping[Words, str], foreign: Iterable[Words]) -> dict[Words, str]:
    """Beginnings of names that are long enough and mean one thing only."""
    others = set(foreign)
    meant: dict[Words, set[str]] = {}
    for words, meaning in known.items():
        for count in range(1, len(words) + 1):
            last = words[count - 1]
            for size in range(SHORTEST if count == 1 else 3, len(last) + 1):
                meant.setdefault((*words[: count - 1], last[:size]), set()).add(meaning)
    return {
        words: next(iter(many))
        for words, many in meant.items()
        if len(many) == 1 and words not in others
    }
