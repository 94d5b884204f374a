"""The words of orders in other languages, and the English ones to write instead."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from generator.engine.orders.words import fold

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
