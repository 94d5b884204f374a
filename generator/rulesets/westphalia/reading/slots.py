"""The words that may fill a slot of an order, for the player who writes in a state.

    kind = kinds_for(state, "red", "INFLUENCE hesse 2")["principality"]
    kind.readings(matcher, 1)   # Reading("hesse", 2)
    kind.fault(tokens, 2)       # "there is no principality 2"

The fault of a kind with a label explains what is wrong with a word that it cannot read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.forms.explained import (
    SEPARATORS,
    keyword,
    number_from_1,
    one_of,
    plain_name,
    several,
)
from generator.engine.forms.matching import Matcher, Reading, SlotKind
from generator.engine.forms.names import group
from generator.engine.forms.pattern import parse_pattern
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import Fault
from generator.rulesets.westphalia.battle.army import NAMES, TYPES, Type
from generator.rulesets.westphalia.battle.script import ScriptProblem, parse_script
from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import homes, powers, principalities
from generator.rulesets.westphalia.state.state import Religion, State
from generator.rulesets.westphalia.state.words import RELIGION
from generator.rulesets.westphalia.wars.checking import treaty_enemies

Table = Mapping[str, Any]
Tokens = Sequence[Token]

KEYWORDS: Final = ("take", "remove")
"""Kinds of slots for words that an order needs."""
INFLUENCE: Final = (
    "({number:leading-number} [DI|INFLUENCE|ON|IN|WITH]* {principality}"
    "|[DI|INFLUENCE|ON|IN|WITH]* {principality} {number:di}) [DI|INFLUENCE]*"
)
"""`hesse 2`, or `2 DI on Hesse`."""

_THE: Final = ("the",)
_COUNTED: Final = re.compile(r"(\d{1,2})([pmc])")
_DEALS: Final = ("take", "vassalize", "vassalise")
_SETUPS: Final = ("provinces", "elector", "principality", "influence")
_CARDS: Final[Mapping[str, Type]] = {
    **{card.lower(): card for card in TYPES},
    **{name: card for card, name in NAMES.items()},
}
_RELIGIONS: Final[Mapping[str, Religion]] = {
    **dict.fromkeys(("catholic", "catholics", "catholicism"), "catholic"),
    **dict.fromkeys(("protestant", "protestants", "protestantism"), "protestant"),
}
_ROLES: Final = {"lead": "lead", "leader": "lead", "follow": "follow", "follower": "follow"}


def kinds_for(state: State, player: str, line: str) -> dict[str, SlotKind]:
    """The kinds of slots in a line of a player; "" if there is no player."""
    author = state.players.get(player)
    own = author.religion if author is not None else None
    named = tuple((name, place.name) for name, place in state.principalities.items())
    known, players = _principalities_named(named), _players(state.seats)
    sides = {**known, **players}
    power, province = one_of("power", sides, _THE), _province(state, sides)

    def new(religion: Religion) -> tuple[str, str] | None:
        said = f"the player is {RELIGION[religion]} already"
        return (said, "STAY keeps the religion") if religion == own else None

    def kept(religion: Religion) -> tuple[str, str] | None:
        if own is None or religion == own:
            return None
        return f"the player is {RELIGION[own]}", "CONVERT takes the other religion"

    def is_no_province(text: str) -> bool:
        return _code(text) not in state.provinces

    return {
        **_fixed_kinds(),
        "principality": one_of("principality", known, _THE),
        "power": power,
        "province": province,
        "provinces": several("province", "a province", is_no_province),
        "player": one_of("player", players, _THE),
        "new-religion": one_of("religion", _RELIGIONS, refusal=new),
        "own-religion": one_of("religion", _RELIGIONS, refusal=kept),
        "capital": _capital(state, province, power),
        "opponent": _opponent(power),
        "only-enemy": _only_enemy(treaty_enemies(state, player)),
        "script": _script(line, sides),
    }


@cache
def _fixed_kinds() -> Mapping[str, SlotKind]:
    """The kinds that are the same for all players at all times."""
    edges = {edge.lower(): edge for edge in EDGES}
    tasks = {"heresy": "heresy", "combat-heresy": "heresy", **_same("diplomacy", "war")}
    leagues = {
        **_same("catholic", "evangelical"),
        "protestant": "evangelical",
        "none": "",
        "no": "",
    }
    known = tuple((name, row.name) for name, row in principalities().items())
    names = ("principality", "di", "leading-number")
    placement = parse_pattern(INFLUENCE, names)
    source = parse_pattern("({source=SAVED}|{source:principality}) [DI|INFLUENCE]*", names)
    return {
        "name": one_of("name", _principalities_named(known)),
        "home": one_of("home", {plain_name(one.name): name for name, one in homes().items()}, _THE),
        "edge": one_of("edge", edges),
        "bare-edge": one_of("", edges),
        "di": number_from_1("the DI"),
        "dice": number_from_1("the number of dice"),
        "leading-number": number_from_1("", "dice"),
        "setup-provinces": one_of("setup order", _same(*_SETUPS), only=_SETUPS[:1]),
        "setup-land": one_of("setup order", _same(*_SETUPS), only=_SETUPS[1:3]),
        "setup-influence": one_of("setup order", _same(*_SETUPS), only=_SETUPS[3:]),
        "task": one_of("phase", tasks),
        "tasks": several("task", "a phase", skips=SEPARATORS | {"engage", "in", "wage"}),
        "role": one_of("role", _ROLES),
        "choice": one_of("card", _same("cooperate", "compete")),
        "league": one_of("League", leagues),
        "condition": one_of("condition", _same("attacked", "target")),
        "request": one_of("request", _same("initiative")),
        "card": one_of("card", _CARDS),
        "card-word": SlotKind("", _card_word),
        "cards": several("card-word", "a card", lambda text: text == "for", make=_joined),
        "take": keyword("TAKE or VASSALIZE", "take", "takes"),
        "remove": keyword("REMOVE", "remove"),
        "placement": group(placement, dict),
        "placements": several("placement", "a principality", make=_total),
        "source": group(source, lambda slots: slots["source"]),
        "sources": several("source", "saved or a principality"),
        "removed": several("principality", "", lambda text: text == "add", make=tuple),
        "added": several("principality", "", make=tuple),
    }


def forget_names() -> None:
    """Read the names of principalities and homes again: the facts have changed."""
    _fixed_kinds.cache_clear()


# --- names


def _same(*names: str) -> Table:
    return {name: name for name in names}


@lru_cache(maxsize=64)  # every line of a sheet asks for the same
def _principalities_named(named: tuple[tuple[str, str], ...]) -> Table:
    """The principalities that are given by id and name, by id, name and label."""
    table: dict[str, str] = {}
    for name, title in named:
        row = principalities().get(name)
        for key in (name, plain_name(title), plain_name(row.label) if row else name):
            table.setdefault(key, name)
    return table


@lru_cache(maxsize=16)
def _players(seats: tuple[str, ...]) -> Table:
    table: dict[str, str] = {}
    for seat in seats:
        name = powers()[seat].name
        letter = powers()[seat].letter.lower()
        table |= dict.fromkeys((seat, letter, *name.lower().split(), plain_name(name)), seat)
    return table


# --- numbers, places and opponents


def _code(text: str) -> str:
    """The province in a word, which may begin with its owner."""
    return text.rpartition(":")[2].upper()


def _province(state: State, sides: Table) -> SlotKind:
    """A province; its owner may precede it, as in `hesse:C2`."""

    def problem(text: str) -> str:
        code, (named, colon, _) = _code(text), text.rpartition(":")
        if code not in state.provinces:
            return f"there is no province {code}"
        owner = state.provinces[code].owner
        is_wrong = colon and sides.get(named) != owner
        return f"{code} belongs to {owner}, not to {named}" if is_wrong else ""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if not problem(matcher.word(at)):
            yield Reading(_code(matcher.word(at)), at + 1)

    def fault(tokens: Tokens, at: int) -> Fault:
        token = tokens[at]
        hint = f"provinces are A1 to {list(state.provinces)[-1]}, a letter for the row and a number"
        is_known = _code(token.text) in state.provinces
        return Fault(token.start, problem(token.text), "" if is_known else hint)

    return SlotKind("a province", readings, fault=fault)


def _capital(state: State, province: SlotKind, power: SlotKind) -> SlotKind:
    """A province, or the capital of a power that is written in its place."""

    def meant(text: str) -> SlotKind:
        code = _code(text)
        return province if code in state.provinces or not code.isalpha() else power

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        kind = meant(matcher.word(at))
        for value, after, _ in kind.readings(matcher, at):
            code = value if kind is province else state.capital_of(value)
            if code:
                yield Reading(code, after)

    def fault(tokens: Tokens, at: int) -> Fault:
        kind = meant(tokens[at].text)
        for name, after, _ in kind.readings(Matcher(tokens, {}), at):
            return Fault(tokens[after - 1].start, f"{name} has no capital in the Empire")
        assert kind.fault is not None
        return kind.fault(tokens, at)

    return SlotKind("a province", readings, skips=_THE, fault=fault)


def _opponent(power: SlotKind) -> SlotKind:
    """An opponent; a word that is not a known power is kept as it is."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        yield from power.readings(matcher, at)
        if at < len(matcher.tokens):
            yield Reading(matcher.word(at), at + 1)

    return SlotKind("an opponent", readings, skips=_THE)


def _only_enemy(enemies: Sequence[str]) -> SlotKind:
    """The owner of the provinces in `TAKE C2 and D4`, where there is one enemy only. It takes no
    word."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in _DEALS and len(enemies) == 1:
            yield Reading(enemies[0], at)
        elif matcher.word(at) in _DEALS:
            matcher.wanted.note(at, "only-enemy")

    def fault(tokens: Tokens, at: int) -> Fault:
        said = f"whose: one of {', '.join(enemies)}" if enemies else "whose, for there is no treaty"
        return Fault(tokens[max(0, at - 1)].start, f"the order does not say {said}")

    return SlotKind("", readings, fault=fault)


# --- battles


def _script(line: str, sides: Table) -> SlotKind:
    """The script of a battle, which is the rest of the line."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        try:
            script = parse_script([text for text, _ in _script_parts(line, matcher.tokens[at:])])
        except ScriptProblem:
            return
        versus = sides.get(plain_name(script.versus), script.versus)
        yield Reading(replace(script, versus=versus), len(matcher.tokens))

    def fault(tokens: Tokens, at: int) -> Fault:
        parts = _script_parts(line, tokens[at:])
        try:
            parse_script([text for text, _ in parts])
        except ScriptProblem as error:
            return Fault(parts[error.word][1], error.problem, error.hint)
        return Fault(tokens[at].start, "a script is missing")

    return SlotKind("a script", readings, fault=fault)


def _script_parts(line: str, tokens: Tokens) -> list[tuple[str, int]]:
    """The parts of a script and where they begin; the words of the opponent's name are one:
    `vs:Black Dragon`."""
    parts: list[tuple[str, int]] = []
    for token in tokens:
        written = line[token.start : token.end]
        last, start = parts[-1] if parts else ("", 0)
        versus, colon, _ = last.partition(":")
        if versus.lower() != "vs" or ":" in token.text or not token.text[:1].isalnum():
            parts.append((written, token.start))
        else:
            parts[-1] = (f"{last}-{written}" if colon else f"vs:{written}", start)
    return parts


def _card_word(matcher: Matcher, at: int) -> Iterator[Reading]:
    """Cards in one word: `M`, `MMC` or `2M`."""
    text = matcher.word(at)
    counted = _COUNTED.fullmatch(text)
    if counted:
        yield Reading((_CARDS[counted[2]],) * int(counted[1]), at + 1)
    elif text not in _CARDS and set(text) <= {"p", "m", "c"}:
        yield Reading(tuple(_CARDS[letter] for letter in text), at + 1)
    else:
        for card, after, _ in matcher.of_kind("card", at):
            yield Reading((card,), after)


# --- lists


def _joined(values: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(one for value in values for one in value)


def _total(placed: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """The DI of each principality that is mentioned."""
    total: Counter[str] = Counter()
    for one in placed:
        total[one["principality"]] += one["number"]
    return tuple(total.items())
