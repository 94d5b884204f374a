"""The words of orders as players write them, those of other languages, and the
folding that makes spellings comparable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping
from types import MappingProxyType
from typing import Final, Literal, NamedTuple

from generator.engine.board import Board

PhaseKind = Literal["movement", "retreat", "build"]

# Kinds of tokens are single letters, so that a line of tokens is a string for regular expressions.
TYPE: Final = "t"
PLACE: Final = "p"
ARROW: Final = "-"
HOLD: Final = "h"
SUPPORT: Final = "s"
CONVOY: Final = "c"
VIA: Final = "v"
FROM: Final = "f"
RETREAT: Final = "r"
DISBAND: Final = "d"
BUILD: Final = "b"
REMOVE: Final = "x"
WAIVE: Final = "w"
NATION: Final = "N"
NATION_AFTER: Final = "n"
BOLSTER: Final = "k"
COMMA: Final = ","
CHOICE: Final = "|"
NUMBER: Final = "0"
UNCLEAR: Final = "!"
UNKNOWN: Final = "?"

_SPELLINGS: Final[Mapping[str, str]] = MappingProxyType(
    {
        TYPE: "a f army fleet armies fleets",
        ARROW: "to m move moves moving into onto attack attacks goes go enters marches march sails",
        HOLD: "h hold holds holding stand stands stay stays",
        SUPPORT: "s sup supp support supports supporting",
        CONVOY: "c conv convoy convoys convoying transport transports",
        FROM: "from",
        RETREAT: "r ret retreat retreats retreating",
        DISBAND: "d disband disbands disbanded disbanding otb",
        BUILD: "b build builds building",
        REMOVE: "remove removes removed removal removals destroy destroys destroyed",
        WAIVE: "w waive waives waived",
        VIA: "via convoyed",
        COMMA: "and",
        CHOICE: "or else otherwise then",
    }
)

_PHRASES: Final[Mapping[str, str]] = MappingProxyType(
    {
        "via convoy": VIA,
        "by convoy": VIA,
        "by sea": VIA,
        "using convoy": VIA,
        "off the board": DISBAND,
        "move to": ARROW,
        "moves to": ARROW,
    }
)

KEYWORDS: Final[Mapping[str, str]] = MappingProxyType(
    {word: kind for kind, words in _SPELLINGS.items() for word in words.split()} | dict(_PHRASES)
)

FILLERS: Final = frozenset(["the", "in", "at", "of", "my", "its", "unit", "please", "will", "be"])

COAST_WORDS: Final[Mapping[str, str]] = MappingProxyType(
    {
        "nc": "NC",
        "sc": "SC",
        "ec": "EC",
        "wc": "WC",
        **{
            f"{word}{ending} {coast}": f"{word[0].upper()}C"
            for word in ("north", "south", "east", "west")
            for ending in ("", "ern")
            for coast in ("coast", "cst")
        },
    }
)

# Only behind a slash or a bracket: `SPA S ...` is a support.
SHORT_COASTS: Final[Mapping[str, str]] = MappingProxyType(
    {
        short: f"{word[0].upper()}C"
        for word in ("north", "south", "east", "west")
        for short in (word, word[0], f"{word}ern", f"{word[0]} c", f"{word[0]} coast")
    }
)

# A line of nothing but these, powers and numbers is a heading.
_HEADING_WORDS: Final = (
    "order orders for from set moves movement move retreat retreats build builds removal removals"
    " remove disband disbands adjustment adjustments spring fall autumn summer winter year phase"
    " turn season the of and my final s f w"  # the letters come before a year: S1901
)
HEADINGS: Final = frozenset(_HEADING_WORDS.split())

# Letters that no decomposition turns into plain ones, but keyboards and names have.
_PLAIN: Final = str.maketrans({"ı": "i", "ø": "o", "ł": "l", "đ": "d", "æ": "ae", "œ": "oe"})


def fold(word: str) -> str:
    """A word without case, accents and invisible marks; a possessive 's is left out."""
    if word.isascii():
        plain = word.lower()
    else:
        parts = unicodedata.normalize("NFKD", word.casefold()).casefold().replace("’", "'")
        plain = "".join(c for c in parts if c.isalpha() or c == "'").translate(_PLAIN)
    stem, mark, ending = plain.partition("'")
    if not mark:
        return plain
    return stem if ending == "s" else stem + ending


_WORD: Final = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)?")
_UNITS: Final = {
    "army": "armee armeen heer armata armate esercito ejercito exercito leger armia arme armen"
    " haer armeija armada hadsereg ordu армия армии армія στρατος",
    "fleet": "flotte flotten flotta flota frota vloot flade flottan laivasto lodstvo donanma"
    " флот στολος",
}
# Words that English has too, or that are used in greetings, are left out.
_VERBS: Final = {
    "supports": "unterstutzt unterstutzen unterstutzung soutient soutien soutenir appuie appoggia"
    " appoggiano appoggio sostiene supporta apoya apoyo apoia apoiar steunt ondersteunt wspiera"
    " stoder stotter tukee podporuje tamogatja destekler поддерживает поддержка підтримує",
    "holds": "halt halten haelt tient tenir mantiene mantienen mantem houdt blijft bleibt reste"
    " resta tiene",
    "moves to": "nach zieht bewegt geht verso sposta muove muovi avanza mueve hacia naar vers",
    "convoys": "konvoyiert konvoit geleitet convoie convoyer convoglia trasporta convoya"
    " transporta convooieert",
    "attacks": "greift attaque attacca ataca",
    "retreats to": "ruckzug recule retraite ritira retirada terugtrekken",
    "build": "baut baue bauen aufbau construit construire costruisci costruisce construye construir"
    " bouwt",
    "disband": "auflosen aufgelost dissout dissoudre sciogli scioglie disuelve ontbindt",
    "war": "krieg kriegserklarung guerre guerra oorlog",
    "alliance": "bundnis allianz alleanza alianza bondgenootschap",
    "peace": "frieden paix pace paz vrede",
    "vote": "stimme stimmt votiert",
    "influence": "einfluss einfluß influenza influencia invloed",
}
_ENGLISH: Final[Mapping[str, str]] = MappingProxyType(
    {
        fold(word): english
        for table in (_UNITS, _VERBS)
        for english, words in table.items()
        for word in words.split()
    }
)
_FOREIGN_UNITS: Final = frozenset(word for words in _UNITS.values() for word in words.split())


def is_foreign(word: str) -> bool:
    """Whether a word is one of orders in another language than English."""
    return fold(word) in _ENGLISH


def is_foreign_unit(word: str) -> bool:
    """Whether a word is that for an army or a fleet in another language."""
    return fold(word) in _FOREIGN_UNITS


def english_hint(line: str) -> str:
    """Which English words to write in a line of another language; "" where it has no such word."""
    found = {
        word: _ENGLISH[fold(word)] for word in _WORD.findall(line[:300]) if fold(word) in _ENGLISH
    }
    if not found:
        return ""
    words = ", ".join(f"{english} for {word}" for word, english in found.items())
    return f"orders are read in English: write {words}"


SHORTEST_PREFIX: Final = 5
"""Letters that a shortened name must have; a shorter one is asked about, not read."""
_SHORTEST_MARK: Final = 3
"""Letters that the shortened name of a power must have; its first letter counts, too."""

_LETTERS = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)*")


def letters_of(name: str) -> str:
    """The folded words of a name with single spaces: `mid atlantic ocean`."""
    return " ".join(fold(word) for word in _LETTERS.findall(name))


class LexiconEntry(NamedTuple):
    """The meaning of a spelling: a token's kind, and for places the place or the possible ones."""

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
                # In `BALTIC S` an order word follows, not the S of Sea.
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
        # The coast's own province next to it leaves no doubt: `stp s...` means the province.
        provinces = tuple(place for place in listed if "/" not in place)
        listed = provinces or listed
    return LexiconEntry(PLACE if len(listed) == 1 else UNCLEAR, listed)


def _marks(nations: Mapping[str, str]) -> dict[str, str]:
    """The beginnings of powers' names that only one power has: `ger`, `g`."""
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
