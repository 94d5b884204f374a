"""What may fill a slot of an order, for the player who writes in a state.

    kind = kinds_for(state, "red", "INFLUENCE hesse 2")["principality"]
    kind.readings(matcher, 1)   # Reading("hesse", 2)
    kind.fault(tokens, 2)       # "there is no principality 2"

A kind with a label says by its fault what is wrong with a word that it cannot read.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final

from msgspec.structs import replace

from generator.engine.forms.matching import Matcher, Reading, SlotKind
from generator.engine.forms.pattern import parse_pattern
from generator.engine.forms.slots import group
from generator.engine.forms.tokens import Token
from generator.engine.orders.faults import Fault, did_you_mean
from generator.engine.words import closest
from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.notation import ScriptProblem, parse_script
from generator.rulesets.westphalia.data.board import EDGES
from generator.rulesets.westphalia.data.facts import homes, powers, principalities
from generator.rulesets.westphalia.state.state import Religion, State
from generator.rulesets.westphalia.state.words import RELIGION
from generator.rulesets.westphalia.wars.checking import treaty_enemies

Table = Mapping[str, Any]
Tokens = Sequence[Token]

KEYWORDS: Final = ("take", "remove")
"""Kinds of slots that are words without which an order says nothing."""
INFLUENCE: Final = (
    "({number:leading-number} [DI|INFLUENCE|ON|IN|WITH]* {principality}"
    "|[DI|INFLUENCE|ON|IN|WITH]* {principality} {number:di}) [DI|INFLUENCE]*"
)
"""`hesse 2`, or `2 DI on Hesse`."""

_SEPARATORS: Final = frozenset({">", "and", "&", "+"})
"""What stands between the things of a list, beside commas."""
_LONGEST: Final = 4
"""The most words that a name has."""
_THE: Final = ("the",)
_COUNTED: Final = re.compile(r"(\d{1,2})([pmc])")
_DEALS: Final = ("take", "vassalize", "vassalise")
_SETUPS: Final = ("provinces", "elector", "principality", "influence")
_CARDS: Final[Mapping[str, Type]] = {
    "p": "P",
    "m": "M",
    "c": "C",
    "pikemen": "P",
    "musketeers": "M",
    "cavalry": "C",
}
_RELIGIONS: Final[Mapping[str, Religion]] = {
    **dict.fromkeys(("catholic", "catholics", "catholicism"), "catholic"),
    **dict.fromkeys(("protestant", "protestants", "protestantism"), "protestant"),
}
_ROLES: Final = {"lead": "lead", "leader": "lead", "follow": "follow", "follower": "follow"}


def kinds_for(state: State, player: str, line: str) -> dict[str, SlotKind]:
    """The kinds of slots in a line of a player, "" for nobody."""
    author = state.players.get(player)
    own = author.religion if author is not None else None
    named = tuple((name, place.name) for name, place in state.principalities.items())
    known, players = _principalities_named(named), _players(state.seats)
    sides = {**known, **players}
    power, province = _one_of("power", sides, _THE), _province(state, sides)

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
        "principality": _one_of("principality", known, _THE),
        "power": power,
        "province": province,
        "provinces": _several("province", "a province", is_no_province),
        "player": _one_of("player", players, _THE),
        "new-religion": _one_of("religion", _RELIGIONS, refusal=new),
        "own-religion": _one_of("religion", _RELIGIONS, refusal=kept),
        "capital": _capital(state, province, power),
        "opponent": _opponent(power),
        "only-enemy": _only_enemy(treaty_enemies(state, player)),
        "script": _script(line, sides),
    }


@cache
def _fixed_kinds() -> Mapping[str, SlotKind]:
    """The kinds that are the same for everybody at all times."""
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
        "name": _one_of("name", _principalities_named(known)),
        "home": _one_of("home", {_plain(one.name): name for name, one in homes().items()}, _THE),
        "edge": _one_of("edge", edges),
        "bare-edge": _one_of("", edges),
        "di": _number("the DI"),
        "dice": _number("the number of dice"),
        "leading-number": _number(""),
        "setup-provinces": _one_of("setup order", _same(*_SETUPS), only=_SETUPS[:1]),
        "setup-land": _one_of("setup order", _same(*_SETUPS), only=_SETUPS[1:3]),
        "setup-influence": _one_of("setup order", _same(*_SETUPS), only=_SETUPS[3:]),
        "task": _one_of("phase", tasks),
        "tasks": _several("task", "a phase", skips=_SEPARATORS | {"engage", "in", "wage"}),
        "council-vote": _one_of("vote", _same("trent", "french")),
        "role": _one_of("role", _ROLES),
        "choice": _one_of("card", _same("cooperate", "compete")),
        "league": _one_of("League", leagues),
        "condition": _one_of("condition", _same("attacked", "target")),
        "request": _one_of("request", _same("initiative")),
        "card": _one_of("card", _CARDS),
        "card-word": SlotKind("", _card_word),
        "cards": _several("card-word", "a card", lambda text: text == "for", make=_joined),
        "take": _keyword("TAKE or VASSALIZE", "take", "takes"),
        "remove": _keyword("REMOVE", "remove"),
        "placement": group(placement, dict),
        "placements": _several("placement", "a principality", make=_total),
        "source": group(source, lambda slots: slots["source"]),
        "sources": _several("source", "saved or a principality"),
        "removed": _several("principality", "", lambda text: text == "add", make=tuple),
        "added": _several("principality", "", make=tuple),
    }


def forget_names() -> None:
    """The names of principalities and homes are read anew: the facts have changed."""
    _fixed_kinds.cache_clear()


# --- names


@cache
def _plain(text: str) -> str:
    """A name as one types it: lower case, one word, without accents."""
    from unicodedata import normalize

    bare = normalize("NFKD", text.lower().replace(" ", "-"))
    return "".join(letter for letter in bare if letter.isascii())


def _one_of(
    label: str,
    table: Table,
    skips: Collection[str] = (),
    only: Collection[str] = (),
    refusal: Callable[[Any], tuple[str, str] | None] = lambda value: None,
) -> SlotKind:
    """One of several names, or the beginning of just one of them; what it stands for.

    Only values of `only` count if that is given, and none with a `refusal`, which says the problem
    and what to write instead.
    """

    def name_at(tokens: Tokens, at: int) -> tuple[str, int]:
        """The name that stands there, in several words or one, and where it ends."""
        words = [token.text for token in tokens[at : at + _LONGEST]]
        for count in range(len(words), 0, -1):
            name = _plain("-".join(words[:count]))
            if name in table:
                return name, at + count
        text = _plain(words[0]) if words else ""
        begun = {str(table[name]): name for name in table if name.startswith(text)}
        return next(iter(begun.values())) if len(begun) == 1 and len(text) > 2 else "?", at + 1

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        name, after = name_at(matcher.tokens, at)
        counts = name in table and (not only or table[name] in only)
        if counts and refusal(table[name]) is None:
            yield Reading(table[name], after)

    def fault(tokens: Tokens, at: int) -> Fault:
        token = tokens[at]
        name, _ = name_at(tokens, at)
        refused = refusal(table[name]) if name in table else None
        close = closest(_plain(token.text), table)
        known = f"one of {', '.join(table)}" if len(table) <= 12 else ""
        hint = did_you_mean([close] if close else [], known)
        return Fault(token.start, *(refused or (f"there is no {label} {token.text}", hint)))

    return SlotKind(label, readings, skips=skips, fault=fault)


def _same(*names: str) -> Table:
    return {name: name for name in names}


@lru_cache(maxsize=64)  # every line of a sheet asks for the same
def _principalities_named(named: tuple[tuple[str, str], ...]) -> Table:
    """The principalities that are given by id and name, by id, name and label."""
    table: dict[str, str] = {}
    for name, title in named:
        row = principalities().get(name)
        for key in (name, _plain(title), _plain(row.label) if row else name):
            table.setdefault(key, name)
    return table


@lru_cache(maxsize=16)
def _players(seats: tuple[str, ...]) -> Table:
    table: dict[str, str] = {}
    for seat in seats:
        name = powers()[seat].name
        letter = powers()[seat].letter.lower()
        table |= dict.fromkeys((seat, letter, *name.lower().split(), _plain(name)), seat)
    return table


# --- numbers, places and opponents


def _number(label: str) -> SlotKind:
    """A whole number from 1, which may stand behind an x or a +.

    One without a label is only tried: a word that is no number is none of its business.
    """

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        text = matcher.word(at)
        digits = text.removeprefix("x").removeprefix("+")
        if digits.isascii() and digits.isdecimal() and 1 <= int(digits[:6]) < 10_000:
            yield Reading(int(digits), at + 1)
        elif not label and text.lstrip("x+").isdecimal():
            matcher.wanted.note(at, "dice")

    def fault(tokens: Tokens, at: int) -> Fault:
        return Fault(tokens[at].start, f"{tokens[at].text} is not a number from 1")

    return SlotKind(label, readings, fault=fault)


def _code(text: str) -> str:
    """The province in a word, before which its owner may stand."""
    return text.rpartition(":")[2].upper()


def _province(state: State, sides: Table) -> SlotKind:
    """A province; its owner may stand before it, as in `hesse:C2`."""

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
    """A province, or the capital of the power that is named instead of it."""

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
    """Whoever is fought against, in the word that stands there if nobody has that name."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        yield from power.readings(matcher, at)
        if at < len(matcher.tokens):
            yield Reading(matcher.word(at), at + 1)

    return SlotKind("an opponent", readings, skips=_THE)


def _only_enemy(enemies: Sequence[str]) -> SlotKind:
    """Whose provinces `TAKE C2 and D4` means, where there is one enemy only. It is no word."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in _DEALS and len(enemies) == 1:
            yield Reading(enemies[0], at)
        elif matcher.word(at) in _DEALS:
            matcher.wanted.note(at, "only-enemy")

    def fault(tokens: Tokens, at: int) -> Fault:
        said = f"whose: one of {', '.join(enemies)}" if enemies else "whose, for there is no treaty"
        return Fault(tokens[max(0, at - 1)].start, f"the order does not say {said}")

    return SlotKind("", readings, fault=fault)


def _keyword(label: str, *words: str) -> SlotKind:
    """A word without which an order says nothing."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in words:
            yield Reading(matcher.word(at), at + 1)

    def fault(tokens: Tokens, at: int) -> Fault:
        return Fault(tokens[at - 1].start, f"{label} is missing")

    return SlotKind(label, readings, fault=fault)


# --- battles


def _script(line: str, sides: Table) -> SlotKind:
    """The script of a battle, which is the rest of the line."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        try:
            script = parse_script([text for text, _ in _script_parts(line, matcher.tokens[at:])])
        except ScriptProblem:
            return
        versus = sides.get(_plain(script.versus), script.versus)
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
        if versus.lower() != "vs" or ":" in token.text:
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


def _distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def _joined(values: Iterable[tuple[Any, ...]]) -> tuple[Any, ...]:
    return tuple(one for value in values for one in value)


def _total(placed: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """The DI of each principality that is named."""
    total: Counter[str] = Counter()
    for one in placed:
        total[one["principality"]] += one["number"]
    return tuple(total.items())


def _several(
    item: str,
    label: str,
    is_end: Callable[[str], bool] = lambda text: False,
    make: Callable[[Iterable[Any]], Any] = _distinct,
    skips: Collection[str] = _SEPARATORS,
) -> SlotKind:
    """Things of a kind, up to a word with which the list ends; words that only divide them may
    stand anywhere. Without a label there may be none."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        values: list[Any] = []
        while at < len(matcher.tokens):
            if (values or not label) and is_end(matcher.word(at)):
                break
            start = matcher.skip(at, matcher.kinds[item].skips)
            found = next(matcher.of_kind(item, start), None)
            if found is None:
                return
            values.append(found.value)
            at = matcher.skip(found.end, skips)
        if values or not label:
            yield Reading(make(values), at)

    return SlotKind(label, readings, skips=skips)
