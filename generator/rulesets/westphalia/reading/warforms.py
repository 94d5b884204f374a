"""How the orders of wars are written, and reading them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Final

from msgspec.structs import replace

from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.notation import ScriptProblem, parse_script
from generator.rulesets.westphalia.reading.words import Line, Word
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
_COUNTED: Final = re.compile(r"(\d{1,2})([pmc])")


def read_war(line: Line) -> DeclareWar:
    line.skip("on", "against")
    return DeclareWar("" if line.take("none", "nobody") else line.power())


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
    words = _script_words(line.take_all())
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
    line.skip("with", "against", "the")
    if line.next_is("take", "vassalize", "vassalise"):
        enemy = _only_enemy(line)
    else:
        enemy = "religious" if line.take("religious") else line.power()
    line.skip("war")
    ally = line.principality() if line.take("ally") else ""
    if line.take("vassalize", "vassalise"):
        code = line.capital()
        return Treaty(enemy, (), code, ally, line.name() if line.take("as") else "")
    if not line.take("take", "takes"):
        line.refuse("TAKE or VASSALIZE is missing")
    return Treaty(enemy, () if line.take("none") else line.provinces(), "", ally)


def _only_enemy(line: Line) -> str:
    """Whose provinces `TAKE C2 and D4` means, where there is one enemy only."""
    enemies = line.enemies
    if len(enemies) != 1:
        said = f"whose: one of {', '.join(enemies)}" if enemies else "whose, for there is no treaty"
        line.refuse(f"the order does not say {said}")
    return enemies[0]


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
    while line.listing() and not line.next_is("add"):
        removed.append(line.principality())
    line.take("add")
    while line.listing():
        added.append(line.principality())
    return ExchangeElectors(tuple(removed), tuple(added))


def _versus(line: Line) -> str:
    """`vs:black`, which may stand before the cards; "" without it."""
    return line.opponent() if line.take("vs", "versus", "against") else ""


def _script_words(words: Sequence[Word]) -> list[Word]:
    """The parts of a script; words of the opponent's name are one: `vs:Black Dragon`."""
    parts: list[Word] = []
    for word in words:
        last = parts[-1] if parts else None
        if last is not None and ":" not in word.text and last.text == "vs":
            parts[-1] = Word(f"vs:{word.text}", last.column, f"vs:{word.raw}")
        elif last is not None and ":" not in word.text and last.text.startswith("vs:"):
            parts[-1] = Word(f"{last.text}-{word.text}", last.column, f"{last.raw}-{word.raw}")
        else:
            parts.append(word)
    return parts


def _card(line: Line) -> Type:
    return line.one_of("card", _CARDS)


def _cards(line: Line) -> tuple[Type, ...]:
    """Cards as words, or as one word: `M M C`, `MMC` or `2M 1C`."""
    found: list[Type] = []
    while line.listing() and not line.next_is("for"):
        counted = _COUNTED.fullmatch(line.rest[0])
        if counted:
            line.word("cards")
            found += [_CARDS[counted[2]]] * int(counted[1])
        elif line.rest[0] not in _CARDS and set(line.rest[0]) <= {"p", "m", "c"}:
            found += [_CARDS[letter] for letter in line.word("cards").text]
        else:
            found.append(_card(line))
    if not found:
        line.word("a card")
    return tuple(found)
