"""How the orders of wars are written, and reading them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.notation import ScriptProblem, parse_script
from generator.rulesets.westphalia.reading.words import Line
from generator.rulesets.westphalia.wars.orders import (
    BattleOrder,
    Call,
    DeclareReligiousWar,
    DeclareWar,
    ExchangeElectors,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)

__all__ = [
    "read_battle",
    "read_call",
    "read_electors",
    "read_no_call",
    "read_play",
    "read_religious_war",
    "read_request",
    "read_swap",
    "read_treaty",
    "read_war",
    "read_yield",
]

_CARDS: Final[Mapping[str, Type]] = {
    "p": "P",
    "m": "M",
    "c": "C",
    "pikemen": "P",
    "musketeers": "M",
    "cavalry": "C",
}


def read_war(line: Line) -> DeclareWar:
    line.take("on")
    return DeclareWar("" if line.take("none") else line.power())


def read_religious_war(line: Line) -> DeclareReligiousWar:
    line.take("on", "over")
    return DeclareReligiousWar(line.principality())


def read_swap(line: Line) -> Swap:
    versus = _versus(line)
    if line.take("none"):
        return Swap((), (), versus)
    cards = _cards(line)
    return Swap(cards, _cards(line) if line.take("for") else (), versus)


def read_request(line: Line) -> RequestInitiative:
    line.one_of("request", ("initiative",))
    line.take("order")
    return RequestInitiative()


def read_battle(line: Line) -> BattleOrder:
    words = line.take_all()
    try:
        script = parse_script([word.raw for word in words])
    except ScriptProblem as error:
        column = words[error.word].column if error.word < len(words) else 0
        line.refuse(error.problem, error.hint, column)
    return BattleOrder(replace(script, versus=line.power_named(script.versus)))


def read_play(line: Line) -> PlayCard:
    versus = _versus(line)
    return PlayCard(_card(line), versus)


def read_call(line: Line) -> Call:
    versus = _versus(line)
    return Call(_cards(line) if line.rest else (), True, versus)


def read_no_call(line: Line) -> Call:
    return Call((), False, _versus(line))


def read_treaty(line: Line) -> Treaty:
    enemy = "religious" if line.take("religious") else line.power()
    ally = line.principality() if line.take("ally") else ""
    if line.take("vassalize", "vassalise"):
        code = line.capital()
        return Treaty(enemy, (), code, ally, line.name() if line.take("as") else "")
    if not line.take("take"):
        line.refuse("TAKE or VASSALIZE is missing")
    return Treaty(enemy, () if line.take("none") else line.provinces(), "", ally)


def read_yield(line: Line) -> Yield:
    own = line.provinces()
    return Yield(own, line.principality() if line.take("to") else "")


def read_electors(line: Line) -> ExchangeElectors:
    if line.take("none"):
        return ExchangeElectors()
    removed: list[str] = []
    added: list[str] = []
    if not line.take("remove"):
        line.refuse("REMOVE is missing")
    while not line.is_done and not line.next_is("add"):
        removed.append(line.principality())
    line.take("add")
    while not line.is_done:
        added.append(line.principality())
    return ExchangeElectors(tuple(removed), tuple(added))


def _versus(line: Line) -> str:
    """`vs:black`, which may stand before the cards; "" without it."""
    if not (line.rest and line.rest[0].startswith("vs:")):
        return ""
    word = line.word("an opponent")
    return line.power_named(word.text.removeprefix("vs:"))


def _card(line: Line) -> Type:
    return line.one_of("card", _CARDS)


def _cards(line: Line) -> tuple[Type, ...]:
    """Cards as words, or as one word: `M M C` or `MMC`."""
    found: list[Type] = []
    while not line.is_done and not line.next_is("for"):
        if line.rest[0] not in _CARDS and set(line.rest[0]) <= {"p", "m", "c"}:
            found += [_CARDS[letter] for letter in line.word("cards").text]
        else:
            found.append(_card(line))
    if not found:
        line.word("a card")
    return tuple(found)
