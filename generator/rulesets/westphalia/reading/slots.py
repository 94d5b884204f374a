"""What may fill a slot of an order, for the player who writes in a state.

Beside its readings each kind of slot says what is wrong where it has none (`fault`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, runtime_checkable

from msgspec.structs import replace

from generator.engine.forms.matching import Kind, Matcher, Reading
from generator.engine.forms.pattern import parse_pattern
from generator.engine.forms.slots import Group
from generator.engine.forms.tokens import Token
from generator.engine.orders.faults import Fault
from generator.rulesets.westphalia.battle.cards import Type
from generator.rulesets.westphalia.battle.notation import ScriptProblem, parse_script
from generator.rulesets.westphalia.board import EDGES
from generator.rulesets.westphalia.facts import homes, powers, principalities
from generator.rulesets.westphalia.reading.words import SEPARATORS, nearest, plain
from generator.rulesets.westphalia.state import Religion, State
from generator.rulesets.westphalia.wars.checking import treaty_enemies
from generator.rulesets.westphalia.words import RELIGION

__all__ = ["INFLUENCE", "Faulty", "Keyword", "kinds_for"]

Table = Mapping[str, Any]

_LONGEST: Final = 4
"""The most words that a name has."""
_THE: Final = ("the",)
_COUNTED: Final = re.compile(r"(\d{1,2})([pmc])")
_DEALS: Final = ("take", "vassalize", "vassalise")
_CARDS: Final[Mapping[str, Type]] = {
    "p": "P",
    "m": "M",
    "c": "C",
    "pikemen": "P",
    "musketeers": "M",
    "cavalry": "C",
}
_TASKS: Final = {
    "heresy": "heresy",
    "combat-heresy": "heresy",
    "diplomacy": "diplomacy",
    "war": "war",
}
_LEAGUES: Final = {
    "catholic": "catholic",
    "evangelical": "evangelical",
    "protestant": "evangelical",
    "none": "",
    "no": "",
}
_RELIGIONS: Final[Mapping[str, Religion]] = {
    "catholic": "catholic",
    "catholics": "catholic",
    "catholicism": "catholic",
    "protestant": "protestant",
    "protestants": "protestant",
    "protestantism": "protestant",
}
_ROLES: Final = {"lead": "lead", "leader": "lead", "follow": "follow", "follower": "follow"}
_SETUPS: Final = ("provinces", "elector", "principality", "influence")


@runtime_checkable
class Faulty(Kind, Protocol):
    """A kind of slot that says what is wrong where it is not."""

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        """What is wrong with the words from a position on; "" as hint stands for an example."""


class OneOf(NamedTuple):
    """One of several names, or the beginning of just one of them; what it stands for.

    Only values of `only` count if that is given, and none with a `refusal`, which says the problem
    and what to write instead.
    """

    label: str
    table: Table
    skips: Collection[str] = ()
    only: Collection[str] = ()
    refusal: Callable[[Any], tuple[str, str] | None] = lambda value: None

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        name, after = self._name_at(matcher.tokens, at)
        value = self.table.get(name)
        counts = name in self.table and (not self.only or value in self.only)
        if counts and self.refusal(value) is None:
            yield Reading(value, after)

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        name, _ = self._name_at(tokens, at)
        refusal = self.refusal(self.table[name]) if name in self.table else None
        if refusal is not None:
            return Fault(tokens[at].start, *refusal)
        text = tokens[at].text
        hint = nearest(plain(text), self.table)
        return Fault(tokens[at].start, f"there is no {self.label} {text}", hint)

    def _name_at(self, tokens: Sequence[Token], at: int) -> tuple[str, int]:
        """The name that stands there, in several words or one, and where it ends."""
        words = [token.text for token in tokens[at : at + _LONGEST]]
        for count in range(len(words), 0, -1):
            name = plain("-".join(words[:count]))
            if name in self.table:
                return name, at + count
        text = plain(words[0]) if words else ""
        begun = {str(self.table[name]): name for name in self.table if name.startswith(text)}
        return next(iter(begun.values())) if len(begun) == 1 and len(text) > 2 else "?", at + 1


class Count(NamedTuple):
    """A whole number from 1, which may stand behind an x or a +.

    One without a label is only tried: a word that is no number is none of its business.
    """

    label: str
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        text = matcher.word(at)
        digits = text.removeprefix("x").removeprefix("+")
        if digits.isascii() and digits.isdecimal() and 1 <= int(digits[:6]) < 10_000:
            yield Reading(int(digits), at + 1)
        elif not self.label and text.lstrip("x+").isdecimal():
            matcher.wanted.note(at, "dice")

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        return Fault(tokens[at].start, f"{tokens[at].text} is not a number from 1")


class Province(NamedTuple):
    """A province; its owner may stand before it, as in `hesse:C2`."""

    state: State
    sides: Table
    label: str = "a province"
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        if at < len(matcher.tokens) and not self._problem(matcher.word(at)):
            yield Reading(_code(matcher.word(at)), at + 1)

    def is_begun(self, text: str) -> bool:
        """Whether a word is meant as a province, be it with the wrong owner."""
        return _code(text) in self.state.provinces

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        text = tokens[at].text
        last = list(self.state.provinces)[-1]
        hint = f"provinces are A1 to {last}, a letter for the row and a number"
        return Fault(tokens[at].start, self._problem(text), "" if self.is_begun(text) else hint)

    def _problem(self, text: str) -> str:
        code, (named, colon, _) = _code(text), text.rpartition(":")
        if code not in self.state.provinces:
            return f"there is no province {code}"
        owner = self.state.provinces[code].owner
        is_wrong = colon and self.sides.get(named) != owner
        return f"{code} belongs to {owner}, not to {named}" if is_wrong else ""


class Capital(NamedTuple):
    """A province, or the capital of the power that is named instead of it."""

    province: Province
    power: OneOf
    label: str = "a province"
    skips: Collection[str] = _THE

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        kind = self._meant(matcher.word(at))
        for value, after, _ in kind.readings(matcher, at):
            code = value if kind is self.province else self.province.state.capital_of(value)
            if code:
                yield Reading(code, after)

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        kind = self._meant(tokens[at].text)
        found = next(self.power.readings(Matcher(tokens, {}), at), None)
        if kind is self.province or found is None:
            return kind.fault(tokens, at)
        problem = f"{found.value} has no capital in the Empire"
        return Fault(tokens[found.end - 1].start, problem)

    def _meant(self, text: str) -> Province | OneOf:
        bare = text.rpartition(":")[2]
        is_code = self.province.is_begun(bare) or not bare.isalpha()
        return self.province if is_code else self.power


class Opponent(NamedTuple):
    """Whoever is fought against, in the word that stands there if nobody has that name."""

    sides: OneOf
    label: str = "an opponent"
    skips: Collection[str] = _THE

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        yield from self.sides.readings(matcher, at)
        if at < len(matcher.tokens):
            yield Reading(matcher.word(at), at + 1)


class OnlyEnemy(NamedTuple):
    """Whose provinces `TAKE C2 and D4` means, where there is one enemy only. It is no word."""

    enemies: Sequence[str]
    label: str = ""
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in _DEALS:
            if len(self.enemies) == 1:
                yield Reading(self.enemies[0], at)
            else:
                matcher.wanted.note(at, "only-enemy")

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        known = ", ".join(self.enemies)
        said = f"whose: one of {known}" if known else "whose, for there is no treaty"
        return Fault(tokens[max(0, at - 1)].start, f"the order does not say {said}")


class Keyword(NamedTuple):
    """Words without which an order says nothing."""

    label: str
    words: Collection[str]
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in self.words:
            yield Reading(matcher.word(at), at + 1)

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        return Fault(tokens[at - 1].start, f"{self.label} is missing")


class ScriptWords(NamedTuple):
    """The script of a battle, which is the rest of the line."""

    line: str
    sides: Table
    label: str = "a script"
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        try:
            script = parse_script([text for text, _ in self._parts(matcher.tokens[at:])])
        except ScriptProblem:
            return
        versus = self.sides.get(plain(script.versus), script.versus)
        yield Reading(replace(script, versus=versus), len(matcher.tokens))

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        parts = self._parts(tokens[at:])
        try:
            parse_script([text for text, _ in parts])
        except ScriptProblem as error:
            return Fault(parts[error.word][1], error.problem, error.hint)
        return Fault(tokens[at].start, f"{self.label} is missing")

    def _parts(self, tokens: Sequence[Token]) -> list[tuple[str, int]]:
        """The parts of a script and where they begin; the words of the opponent's name are one:
        `vs:Black Dragon`."""
        parts: list[tuple[str, int]] = []
        for token in tokens:
            written = self.line[token.start : token.end]
            last, start = parts[-1] if parts else ("", 0)
            if ":" in token.text or not (last.lower() == "vs" or last.lower().startswith("vs:")):
                parts.append((written, token.start))
            else:
                joined = "-" if ":" in last else ":"
                parts[-1] = (f"{last if joined == '-' else 'vs'}{joined}{written}", start)
        return parts


class CardWord(NamedTuple):
    """Cards in one word: `M`, `MMC` or `2M`."""

    card: OneOf
    label: str = ""
    skips: Collection[str] = ()

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        text = matcher.word(at)
        counted = _COUNTED.fullmatch(text)
        if counted:
            yield Reading((_CARDS[counted[2]],) * int(counted[1]), at + 1)
        elif text not in _CARDS and set(text) <= {"p", "m", "c"}:
            yield Reading(tuple(_CARDS[letter] for letter in text), at + 1)
        else:
            for card, after, _ in matcher.of_kind("card", at):
                yield Reading((card,), after)


def _distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


class Several(NamedTuple):
    """Things of a kind, up to a word with which the list ends; words that only divide them may
    stand anywhere. `optional`: there may be none."""

    item: str
    label: str
    ends: Callable[[str], bool] = lambda text: False
    make: Callable[[Iterable[Any]], Any] = _distinct
    skips: Collection[str] = SEPARATORS
    optional: bool = False

    def readings(self, matcher: Matcher, at: int) -> Iterator[Reading]:
        values: list[Any] = []
        while at < len(matcher.tokens):
            if (values or self.optional) and self.ends(matcher.word(at)):
                break
            start = matcher.skip(at, matcher.kinds[self.item].skips)
            found = next(matcher.of_kind(self.item, start), None)
            if found is None:
                return
            values.append(found.value)
            at = matcher.skip(found.end, self.skips)
        if values or self.optional:
            yield Reading(self.make(values), at)

    def fault(self, tokens: Sequence[Token], at: int) -> Fault:
        return Fault(tokens[at].start, f"{self.label} is missing")


def _code(text: str) -> str:
    return text.rpartition(":")[2].upper()


def _total(placed: Iterable[Mapping[str, Any]]) -> tuple[tuple[str, int], ...]:
    """The DI of each principality that is named."""
    total: dict[str, int] = {}
    for one in placed:
        name = one["principality"]
        total[name] = total.get(name, 0) + one["number"]
    return tuple(total.items())


def _standing_principalities(state: State) -> dict[str, str]:
    """Those on the map, by id, name and label."""
    table: dict[str, str] = {}
    for name, one in state.principalities.items():
        row = principalities().get(name)
        for key in (name, plain(one.name), plain(row.label) if row else name):
            table.setdefault(key, name)
    return table


@cache
def _all_principalities() -> dict[str, str]:
    """All that the rulebook knows."""
    table: dict[str, str] = {}
    for name, row in principalities().items():
        table |= dict.fromkeys((name, plain(row.name), plain(row.label)), name)
    return table


def _players(state: State) -> dict[str, str]:
    table: dict[str, str] = {}
    for seat in state.seats:
        one = powers()[seat]
        table |= dict.fromkeys((seat, one.letter.lower()), seat)
        table |= dict.fromkeys((*one.name.lower().split(), plain(one.name)), seat)
    return table


INFLUENCE: Final = (
    "({number:leading-number} [DI|INFLUENCE|ON|IN|WITH]* {principality:principality}"
    "|[DI|INFLUENCE|ON|IN|WITH]* {principality:principality} {number:di}) [DI|INFLUENCE]*"
)
"""`hesse 2`, or `2 DI on Hesse`."""


def kinds_for(state: State, player: str, line: str) -> dict[str, Kind]:
    """The kinds of slots in a line of a player, "" for nobody."""
    author = state.players.get(player)
    own = author.religion if author is not None else None
    known, players = _standing_principalities(state), _players(state)
    sides = {**known, **players}
    principality = OneOf("principality", known, _THE)
    power = OneOf("power", sides, _THE)
    province = Province(state, sides)
    setups = dict(zip(_SETUPS, _SETUPS, strict=True))

    def not_new(religion: Religion) -> tuple[str, str] | None:
        if religion != own:
            return None
        return f"the player is {RELIGION[own]} already", "STAY keeps the religion"

    def not_own(religion: Religion) -> tuple[str, str] | None:
        if own is None or religion == own:
            return None
        return f"the player is {RELIGION[own]}", "CONVERT takes the other religion"

    kinds: dict[str, Kind] = {
        "principality": principality,
        "power": power,
        "province": province,
        "player": OneOf("player", players, _THE),
        "name": OneOf("name", _all_principalities()),
        "home": OneOf("home", {plain(one.name): name for name, one in homes().items()}, _THE),
        "edge": OneOf("edge", {edge.lower(): edge for edge in EDGES}),
        "bare-edge": OneOf("", {edge.lower(): edge for edge in EDGES}),
        "di": Count("the DI"),
        "dice": Count("the number of dice"),
        "leading-number": Count(""),
        "setup-provinces": OneOf("setup order", setups, only=_SETUPS[:1]),
        "setup-land": OneOf("setup order", setups, only=_SETUPS[1:3]),
        "setup-influence": OneOf("setup order", setups, only=_SETUPS[3:]),
        "task": OneOf("phase", _TASKS),
        "new-religion": OneOf("religion", _RELIGIONS, refusal=not_new),
        "own-religion": OneOf("religion", _RELIGIONS, refusal=not_own),
        "side-of-the-council": OneOf("vote", {"trent": "trent", "french": "french"}),
        "role": OneOf("role", _ROLES),
        "choice": OneOf("card", {"cooperate": "cooperate", "compete": "compete"}),
        "league": OneOf("League", _LEAGUES),
        "condition": OneOf("condition", {"attacked": "attacked", "target": "target"}),
        "request": OneOf("request", {"initiative": "initiative"}),
        "card": OneOf("card", _CARDS),
        "card-word": CardWord(OneOf("card", _CARDS)),
        "capital": Capital(province, power),
        "opponent": Opponent(power),
        "only-enemy": OnlyEnemy(treaty_enemies(state, player)),
        "take": Keyword("TAKE or VASSALIZE", ("take", "takes")),
        "remove": Keyword("REMOVE", ("remove",)),
        "script": ScriptWords(line, sides),
    }
    placement = parse_pattern(INFLUENCE, kinds)
    source = parse_pattern("({source=SAVED}|{source:principality}) [DI|INFLUENCE]*", kinds)
    return kinds | {
        "placement": Group(placement, dict),
        "source": Group(source, lambda slots: slots["source"]),
        "placements": Several("placement", "a principality", make=_total),
        "sources": Several("source", "saved or a principality"),
        "provinces": Several(
            "province", "a province", ends=lambda text: not province.is_begun(text)
        ),
        "tasks": Several("task", "a phase", skips=SEPARATORS | {"engage", "in", "wage"}),
        "removed": Several(
            "principality", "", ends=lambda text: text == "add", make=tuple, optional=True
        ),
        "added": Several("principality", "", make=tuple, optional=True),
        "cards": Several(
            "card-word",
            "a card",
            ends=lambda text: text == "for",
            make=lambda words: tuple(card for word in words for card in word),
        ),
    }
