"""The nearest known spelling of a word that no one knows. Only ever suggested, never assumed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from itertools import accumulate
from operator import or_
from typing import Final

from msgspec import Struct

from generator.engine.errors import Complaint, Severity

FOREIGN_LETTERS: Final = "it has letters of another alphabet"
"""The hint for a word in which Cyrillic or Greek letters look like Latin ones."""


class Fault(Struct, frozen=True):
    """A fault at a position of the line. A mild one leaves the order readable."""

    start: int
    problem: str
    hint: str = ""
    is_mild: bool = False

    def complaint(self, power: str, line: int, text: str) -> Complaint:
        """As a complaint about a text on a line of a power's sheet."""
        severity: Severity = "warning" if self.is_mild else "error"
        return Complaint(severity, power, line, self.start + 1, text, self.problem, self.hint)


def either(words: Sequence[str]) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def did_you_mean(words: Sequence[str], otherwise: str = "") -> str:
    """The hint that offers the probable meanings; `otherwise` if there are none."""
    return f"did you mean {either(words)}?" if words else otherwise


def word_at(line: str, start: int, end: int) -> str:
    """A word of a line as complaints quote it: in capitals, cut to length."""
    text = line[start:end]
    text = text if len(text) <= 24 else f"{text[:23]}…"
    return "".join(c if c.isprintable() else "\ufffd" for c in text).upper()


# No place has a longer name; and comparing takes time by the product of the lengths.
_LONGEST: Final = 24
_MOST: Final = 3
_REMEMBERED: Final = 4096


def distance(one: str, other: str, most: int) -> int:
    """Letters to add, drop, change or swap with their neighbor to turn one word into the other.

    Any number above `most` stands for "more than that".
    """
    earlier: list[int] = []
    last = list(range(len(other) + 1))
    for row, letter in enumerate(one, 1):
        here = [row]
        for column, against in enumerate(other, 1):
            cost = min(last[column] + 1, here[-1] + 1, last[column - 1] + (letter != against))
            if row > 1 and column > 1 and letter == other[column - 2] and one[row - 2] == against:
                cost = min(cost, earlier[column - 2] + 1)
            here.append(cost)
        # A swap reaches back two rows, so both must be beyond the bound.
        if min(here) > most and min(last) > most:
            return most + 1
        earlier, last = last, here
    return last[-1]


class Speller:
    """Finds the nearest of a fixed list of spellings. `known` pairs each with what it means.

    `shortened`: a word may also be the beginning of a spelling.
    """

    def __init__(self, known: Iterable[tuple[str, str]], *, shortened: bool) -> None:
        self._shortened = shortened
        # With each spelling, the letters that its beginnings have.
        self._known = tuple(
            (spelling, (0, *accumulate(map(_bit, spelling), or_)), meant)
            for spelling, meant in known
        )
        self._found: dict[str, tuple[str, ...]] = {}

    def nearest(self, word: str, near: Collection[str] = ()) -> tuple[str, ...]:
        """The likeliest meanings of `word`, at most three, sorted; empty if none is near.

        Among equally near spellings those whose meaning is in `near` exclude the others.
        """
        if not word or len(word) > _LONGEST:
            return ()
        likely = self._found.get(word)
        if likely is None:
            if len(self._found) >= _REMEMBERED:
                self._found.clear()
            likely = self._found[word] = self._likely(word)
        touching = tuple(meant for meant in likely if meant in near)
        return (touching or likely)[:_MOST]

    def _likely(self, word: str) -> tuple[str, ...]:
        size = len(word)
        best = 1 if size <= 3 else 2 if size <= 7 else 3
        letters = 0
        for letter in word:
            letters |= _bit(letter)
        found: dict[str, int] = {}
        for spelling, masks, meant in self._known:
            cost = best + 1
            if self._shortened and size > 2 and spelling.startswith(word):
                cost = 0
            elif abs(len(spelling) - size) <= best and _may_be(masks[-1], letters, best):
                cost = distance(word, spelling, best)
            # A misspelled beginning: only as much of the name counts as was written.
            if self._shortened and 4 < size < len(spelling) and _may_be(masks[size], letters, best):
                cost = min(cost, distance(word, spelling[:size], best))
            if cost <= best:
                best = cost
                found[meant] = min(cost, found.get(meant, cost))
        if self._shortened and not found:
            # `IRELAND` begins with IRE, which may be the code of a place with another name.
            begun = [one for one in self._known if len(one[0]) > 2 and word.startswith(one[0])]
            longest = max((len(spelling) for spelling, *_ in begun), default=0)
            found = {meant: best for spelling, _, meant in begun if len(spelling) == longest}
        return tuple(sorted(meant for meant, cost in found.items() if cost == best))


def _may_be(one: int, other: int, most: int) -> bool:
    """Whether the letters of two words do not already rule out that distance."""
    return (one ^ other).bit_count() <= 2 * most


def _bit(letter: str) -> int:
    return 1 << (ord(letter) & 63)
