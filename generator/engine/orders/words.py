"""The words of orders as players write them, those of other languages, and the
folding that makes spellings comparable."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, Literal

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
    " turn season the of and my final s f w"  # the letters stand before a year: S1901
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
# Words that English has too, or that stand in greetings, are left out.
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
