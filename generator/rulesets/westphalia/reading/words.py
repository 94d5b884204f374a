"""The words of a line with their places, and what can be wrong with them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Final, NoReturn, TypeVar, overload

from msgspec import Struct

from generator.rulesets.westphalia.facts import homes, powers, principalities
from generator.rulesets.westphalia.state import Religion, State
from generator.rulesets.westphalia.wars.checking import treaty_enemies

__all__ = ["Line", "Unreadable", "Word", "words_of"]

T = TypeVar("T")

_WORD: Final = re.compile(r"[^\s,;>&+]+|\+\d+|[>&+]")
_AND: Final = ("and", "&", "+")
_LONGEST: Final = 4
"""The most words that a name has."""


class Unreadable(Exception):
    """A line that cannot be read: where, why, and what to write instead."""

    def __init__(self, column: int, problem: str, hint: str = "") -> None:
        self.column = column
        self.problem = problem
        self.hint = hint
        super().__init__(problem)


class Word(Struct, frozen=True):
    """A word in lower case, its column from 1, and the word as it was written."""

    text: str
    column: int
    raw: str


def words_of(line: str) -> tuple[Word, ...]:
    """The words of a line without its comment. Commas, and `:` and `=` at a word's end, only
    divide words."""
    text = line.partition("#")[0]
    found = []
    for match in _WORD.finditer(text):
        word, column = match[0].rstrip(":=."), match.start() + 1
        if word[:3].lower() == "vs:":
            found.append(Word("vs", column, word[:2]))
            word, column = word[3:], column + 3
        if word:
            found.append(Word(word.lower(), column, word))
    return tuple(found)


class Line:
    """The words of one order, read from the left."""

    def __init__(
        self, words: tuple[Word, ...], state: State, form: str, player: str = "", verb: int = 0
    ) -> None:
        """`form` is an order of that kind as an example, `player` who writes it, "" for nobody; the
        verb has so many words."""
        self._words = words
        self._at = verb
        self._state = state
        self._form = form
        self._player = player

    @property
    def own_religion(self) -> Religion | None:
        """The religion of who writes."""
        one = self._state.players.get(self._player)
        return one.religion if one is not None else None

    @property
    def enemies(self) -> tuple[str, ...]:
        """With whom the writer may have a treaty to make; "religious" is the other League."""
        return treaty_enemies(self._state, self._player)

    @property
    def rest(self) -> tuple[str, ...]:
        return tuple(word.text for word in self._words[self._at :])

    @property
    def is_done(self) -> bool:
        return self._at >= len(self._words)

    def next_is(self, *texts: str) -> bool:
        """Whether the next word is one of these; it is not taken."""
        return not self.is_done and self._words[self._at].text in texts

    def take(self, *texts: str) -> bool:
        """Take the next word if it is one of these; whether it was."""
        if self.next_is(*texts):
            self._at += 1
            return True
        return False

    def word(self, what: str) -> Word:
        """Take the next word, whatever it is. Unreadable: there is none."""
        if self.is_done:
            last = self._words[-1]
            self.refuse(f"{what} is missing", column=last.column + len(last.text))
        self._at += 1
        return self._words[self._at - 1]

    def skip(self, *fillers: str) -> None:
        """Take all words that only fill a sentence, as they come."""
        while self.take(*fillers):
            pass

    def listing(self) -> bool:
        """Take what stands between the things of a list; whether words are left."""
        self.skip(">", *_AND)
        return not self.is_done

    def take_all(self) -> tuple[Word, ...]:
        """Take all words that are left."""
        left = self._words[self._at :]
        self._at = len(self._words)
        return left

    def is_player(self, text: str) -> bool:
        return text in self._players()

    def is_province(self, text: str) -> bool:
        return text.upper() in self._state.provinces

    def finish(self) -> None:
        """Unreadable: words are left."""
        if not self.is_done:
            word = self._words[self._at]
            self.refuse(f"{word.text!r} is one word too many", column=word.column)

    def refuse(self, problem: str, hint: str = "", column: int = 0) -> NoReturn:
        raise Unreadable(
            column or self._words[max(0, self._at - 1)].column,
            problem,
            hint or f"write it like {self._form}",
        )

    @overload
    def one_of(self, what: str, known: Mapping[str, T]) -> T: ...
    @overload
    def one_of(self, what: str, known: Sequence[str]) -> str: ...
    def one_of(self, what: str, known: Mapping[str, Any] | Sequence[str]) -> Any:
        """Take a word that is one of the known ones, or the beginning of just one of them; what
        it stands for. Unreadable: it is none."""
        table = known if isinstance(known, Mapping) else {one: one for one in known}
        several = self._several(table)
        if several:
            return table[several]
        word = self.word(what)
        text = _plain(word.text)
        if text in table:
            return table[text]
        begun = {str(table[one]): table[one] for one in table if one.startswith(text)}
        if len(begun) == 1 and len(text) > 2:
            return next(iter(begun.values()))
        return self.refuse(f"there is no {what} {word.text}", _nearest(text, table), word.column)

    def _several(self, table: Mapping[str, Any]) -> str:
        """Take several words that are one known name, as in `Red Phoenix`; "" if there are none."""
        for length in range(_LONGEST, 1, -1):
            name = _plain("-".join(self.rest[:length]))
            if len(self.rest) >= length and name in table:
                self._at += length
                return name
        return ""

    def is_number(self) -> bool:
        """Whether the next word is a number."""
        return bool(self.rest) and self.rest[0].lstrip("x+").isdecimal()

    def number(self, what: str) -> int:
        """Take a whole number from 1, which may stand behind an x."""
        word = self.word(what)
        digits = word.text.removeprefix("x").removeprefix("+")
        if not digits.isascii() or not digits.isdecimal() or not 1 <= int(digits[:6]) < 10_000:
            self.refuse(f"{word.text} is not a number from 1", column=word.column)
        return int(digits)

    def province(self) -> str:
        """Take a province; its owner may stand before it, as in `hesse:C2`."""
        word = self.word("a province")
        named, colon, bare = word.text.rpartition(":")
        code = bare.upper()
        if code not in self._state.provinces:
            last = list(self._state.provinces)[-1]
            hint = f"provinces are A1 to {last}, a letter for the row and a number"
            self.refuse(f"there is no province {code}", hint, word.column)
        owner = self._state.provinces[code].owner
        if colon and {**self._principalities(), **self._players()}.get(named) != owner:
            self.refuse(f"{code} belongs to {owner}, not to {named}", column=word.column)
        return code

    def capital(self) -> str:
        """Take a province, or the capital of the power that is named instead of it."""
        bare = self._words[self._at].text.rpartition(":")[2] if not self.is_done else ""
        if self.is_province(bare) or not bare.isalpha():
            return self.province()
        power = self.power()
        return self._state.capital_of(power) or self.refuse(f"{power} has no capital in the Empire")

    def provinces(self) -> tuple[str, ...]:
        """Provinces as long as the words are such, with `>` or `and` between them, or nothing.
        Unreadable: there is none."""
        found: list[str] = []
        while self.listing():
            text = self._words[self._at].text
            if self.is_province(text.rpartition(":")[2]) or not found:
                found.append(self.province())
            else:
                break
        if not found:
            self.word("a province")
        return tuple(dict.fromkeys(found))

    def principality(self) -> str:
        """A principality on the map, by its id, its name or its label."""
        self.take("the")
        return self.one_of("principality", self._principalities())

    def power(self) -> str:
        """A player or a principality."""
        self.take("the")
        return self.one_of("power", {**self._principalities(), **self._players()})

    def opponent(self) -> str:
        """Take the name of an opponent in battle, whatever it is."""
        self.take("the")
        table = {**self._principalities(), **self._players()}
        several = self._several(table)
        return table[several] if several else self.power_named(self.word("an opponent").text)

    def power_named(self, text: str) -> str:
        """The player or principality of that name; the text itself where there is none."""
        return {**self._principalities(), **self._players()}.get(_plain(text), text)

    def _principalities(self) -> dict[str, str]:
        table: dict[str, str] = {}
        for name, one in self._state.principalities.items():
            row = principalities().get(name)
            known = (name, _plain(one.name), _plain(row.label) if row else name)
            table |= {key: name for key in known if key not in table}
        return table

    def name(self) -> str:
        """Any name of a principality that the rulebook knows."""
        table: dict[str, str] = {}
        for name, row in principalities().items():
            table |= dict.fromkeys((name, _plain(row.name), _plain(row.label)), name)
        return self.one_of("name", table)

    def player(self) -> str:
        self.take("the")
        return self.one_of("player", self._players())

    def is_one_player(self) -> bool:
        """Whether all words that are left name one player."""
        rest = [word for word in self.rest if word != "the"]
        return _plain("-".join(rest)) in self._players()

    def _players(self) -> dict[str, str]:
        table: dict[str, str] = {}
        for seat in self._state.seats:
            one = powers()[seat]
            table |= dict.fromkeys((seat, one.letter.lower()), seat)
            table |= dict.fromkeys((*one.name.lower().split(), _plain(one.name)), seat)
        return table

    def home(self) -> str:
        self.take("the")
        return self.one_of("home", {_plain(one.name): name for name, one in homes().items()})


@cache
def _plain(text: str) -> str:
    """A name as one types it: lower case, one word, without accents."""
    from unicodedata import normalize

    bare = normalize("NFKD", text.lower().replace(" ", "-"))
    return "".join(letter for letter in bare if letter.isascii())


def _nearest(text: str, known: Iterable[str]) -> str:
    names = list(dict.fromkeys(known))
    near = get_close_matches(text, names, n=1, cutoff=0.6)
    if near:
        return f"did you mean {near[0]}?"
    return f"one of {', '.join(names)}" if len(names) <= 12 else ""
