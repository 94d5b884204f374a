"""Every spelling of a board's places and of the words of orders, ready to be looked up."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from generator.engine.board import Board
from generator.engine.orders.words import COAST_WORDS, KEYWORDS, PLACE, SHORT_COASTS, UNCLEAR, fold

SHORTEST_PREFIX: Final = 5
"""Letters that a shortened name must have; a shorter one is asked about, not read."""
_SHORTEST_MARK: Final = 3
"""Letters that the shortened name of a power must have; its first letter counts, too."""

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def letters_of(name: str) -> str:
    """The folded words of a name with single spaces: `mid atlantic ocean`."""
    return " ".join(fold(word) for word in _LETTERS.findall(name))


class LexiconEntry(NamedTuple):
    """What a spelling means: a token's kind, and for places the place or the possible ones."""

    kind: str
    places: tuple[str, ...] = ()


class Lexicon:
    """The spellings of a board, with those of the powers.

    `entries` maps spellings to meanings, `nations` spellings to powers (an adjective may also
    be a place: English). `marks` are shortened names of powers, which count only where a power is
    marked: `S GER A MUN`. `beginnings` are the words with which longer spellings begin.
    `names` lists (spelling, place) for suggestions: codes, names and aliases, in board order.
    """

    def __init__(self, board: Board, powers: Mapping[str, str] | Iterable[str] = ()) -> None:
        self.board = board
        named = powers if isinstance(powers, Mapping) else {name: name for name in powers}
        homes = (province.home for province in board.provinces.values() if province.home)
        self.nations: dict[str, str] = {letters_of(home): home for home in homes}
        self.nations.update((letters_of(name), power) for name, power in named.items())
        self.nations.pop("", None)
        self.marks = _marks(self.nations)
        names: list[tuple[str, str]] = []
        exact: dict[str, set[str]] = {}
        for code, province in board.provinces.items():
            for spelling in dict.fromkeys(
                map(letters_of, (code, province.name, *province.aliases))
            ):
                names.append((spelling, code))
                exact.setdefault(spelling, set()).add(code)
            for coast in province.coasts:
                exact.setdefault(fold(code + coast), set()).add(f"{code}/{coast}")
        self.names: tuple[tuple[str, str], ...] = tuple(names)
        self.coasts = dict(COAST_WORDS)
        for province in board.provinces.values():
            for shore in province.coasts.values():
                self.coasts[fold(shore.code)] = shore.code
                self.coasts[letters_of(shore.name)] = shore.code
        self.bracketed_coasts = {**SHORT_COASTS, **self.coasts}
        entries = self._shortened(exact)
        for short, codes in board.ambiguous.items():
            entries[letters_of(short)] = LexiconEntry(UNCLEAR, codes)
        for spelling, places in exact.items():
            entries[spelling] = _entry(places)
        # A code wins over another place's alias; a word of one letter is always a word of orders.
        for code in board.codes:
            entries[fold(code)] = LexiconEntry(PLACE, (code,))
        for word, kind in KEYWORDS.items():
            if len(word) == 1 or word not in entries:
                entries[word] = LexiconEntry(kind)
        self.entries = entries
        self.beginnings = _beginnings((*entries, *self.nations, *self.bracketed_coasts))

    def _shortened(self, exact: Mapping[str, set[str]]) -> dict[str, LexiconEntry]:
        """Beginnings of names that are long enough to be meant."""
        codes = {fold(code) for code in self.board.codes}
        found: dict[str, set[str]] = {}
        for spelling, places in exact.items():
            for end in range(SHORTEST_PREFIX, len(spelling)):
                short = spelling[:end]
                last = short.rpartition(" ")[2]
                if len(short) - short.count(" ") < SHORTEST_PREFIX:
                    continue
                # `BALTIC S` goes on with an order word, not with the S of Sea.
                if short != last and (len(last) < 2 or last in KEYWORDS):
                    continue
                # `MID-ATL` is a move from one to the other, not the beginning of Mid-Atlantic.
                if short != last and codes.issuperset(short.split(" ")):
                    continue
                found.setdefault(short, set()).update(places)
        return {short: _entry(places) for short, places in found.items()}

    def power_of(self, spelling: str) -> str:
        """The power that a spelling may stand for, "" for none."""
        return self.nations.get(spelling) or self.marks.get(spelling, "")

    def name_of(self, place: str) -> str:
        """Code and name, as hints give them: `BUR Burgundy`."""
        return f"{place} {self.board.name_of(place)}"


def _entry(places: set[str]) -> LexiconEntry:
    listed = tuple(sorted(places))
    if len(listed) > 1:
        # A coast's own province beside it is no doubt: `stp s...` means the province.
        provinces = tuple(place for place in listed if "/" not in place)
        listed = provinces or listed
    return LexiconEntry(PLACE if len(listed) == 1 else UNCLEAR, listed)


def _marks(nations: Mapping[str, str]) -> dict[str, str]:
    """The beginnings of powers' names that stand for one power alone: `ger`, `g`."""
    found: dict[str, set[str]] = {}
    for name, power in nations.items():
        for end in (1, *range(_SHORTEST_MARK, len(name))) if " " not in name else ():
            found.setdefault(name[:end], set()).add(power)
    return {
        short: next(iter(powers))
        for short, powers in found.items()
        if len(powers) == 1 and short not in nations and short not in KEYWORDS
    }


def _beginnings(spellings: Iterable[str]) -> frozenset[str]:
    found: set[str] = set()
    for spelling in spellings:
        words = spelling.split(" ")
        found.update(" ".join(words[:count]) for count in range(1, len(words)))
    return frozenset(found)
