"""Standing orders for a whole battle, and the automatic script for those who sent none.

A script is one line of an order sheet: `vs:black swap:CC play:MCP* policy:most call:6 pick:MMC`.
Every part may be left out, and the order of the parts is free. `battle_words` puts them in plain
words.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import accumulate
from typing import Any, Final, Literal, get_args

from msgspec import Struct

from generator.engine.chance import Lots
from generator.engine.words import listed
from generator.rulesets.westphalia.battle.army import (
    CAVALRY,
    MUSKETEERS,
    NAMES,
    PIKEMEN,
    TYPES,
    Army,
    Type,
)
from generator.rulesets.westphalia.battle.duel import Play

Policy = Literal["weighted", "most", "least"]
POLICIES: tuple[Policy, ...] = get_args(Policy)


class Script(Struct, frozen=True):
    """The plan of one side for a whole battle.

    `versus` is the opponent's id, "religious" or "default". `swap` is discarded before the battle
    as far as it is held; `want` are the cards hoped for in return, which changes nothing. `play`
    has the cards of the first battle rounds, and `policy` plays on from "*" or from the end.
    `weights` (for P, M, C) feed the policy "weighted"; if it is empty, the cards held do.
    `on_unavailable` is how to replace a card that is not held or banned. `reinforce_at`,
    `reinforce_pick` and `rifling` have the same meaning as in a `Play`; an empty `rifling` picks
    the type of which the enemy has lost least.
    """

    versus: str = "default"
    swap: tuple[Type, ...] = ()
    want: tuple[Type, ...] = ()
    play: tuple[Type, ...] = ()
    policy: Policy = "weighted"
    weights: tuple[int, ...] = ()
    on_unavailable: tuple[Type, ...] = ()
    reinforce_at: int = 0
    reinforce_pick: tuple[Type, ...] = ()
    rifling: tuple[Type, ...] = ()

    def __str__(self) -> str:
        """The notation of order sheets."""
        parts = [f"vs:{self.versus}"]
        parts += [f"swap:{''.join(self.swap)}"] if self.swap else []
        parts += [f"want:{''.join(self.want)}"] if self.want else []
        parts += [f"play:{''.join(self.play)}*"] if self.play else []
        parts += [f"policy:{self.policy}"] if self.policy != "weighted" else []
        parts += [f"weights:{'/'.join(map(str, self.weights))}"] if self.weights else []
        parts += [f"instead:{''.join(self.on_unavailable)}"] if self.on_unavailable else []
        parts += [f"call:{self.reinforce_at}"] if self.reinforce_at else []
        parts += [f"pick:{''.join(self.reinforce_pick)}"] if self.reinforce_pick else []
        parts += [f"rifling:{''.join(self.rifling)}"] if self.rifling else []
        return " ".join(parts)

    def next_play(self, number: int, army: Army, enemy: Army, lots: Lots, label: str) -> Play:
        """The play for battle round `number` (1 is the first). `label` is the lot it may draw."""
        if number <= len(self.play):
            card = playable_card(self.play[number - 1], army, self.on_unavailable)
        else:
            card = self._by_policy(army, lots, label)
        strip = self.rifling or guess_strip(enemy)
        return Play(card, self.reinforce_at, self.reinforce_pick, strip)

    def _by_policy(self, army: Army, lots: Lots, label: str) -> Type:
        legal = army.playable
        if self.policy == "most":
            return max(legal, key=lambda kind: army.hand[kind])
        if self.policy == "least":
            return min(legal, key=lambda kind: army.hand[kind])
        held = [army.hand[kind] for kind in legal]
        weights = [self.weights[TYPES.index(kind)] for kind in legal] if self.weights else held
        if not sum(weights):
            weights = held
        if len(legal) == 1:
            return legal[0]
        drawn = lots.number(label, sum(weights), shown=False)
        return legal[bisect_right(list(accumulate(weights)), drawn)]


AUTOMATIC = Script()
"""No swap; each card as likely as any other that may be played; calls only when forced."""


def playable_card(wish: Type, army: Army, instead: Sequence[Type] = ()) -> Type:
    """The card wished for if it may be played, else the first that may: those of `instead`, then
    pikemen, musketeers, cavalry."""
    legal = army.playable
    return next(kind for kind in (wish, *instead, *TYPES) if kind in legal)


def guess_strip(enemy: Army) -> tuple[Type, ...]:
    """The types of which the enemy should hold most, from what lies open in his discard pile.

    All types are equally frequent in the deck, so it is what he has lost least of.
    """
    order: tuple[Type, ...] = (CAVALRY, MUSKETEERS, PIKEMEN)
    return tuple(sorted(order, key=lambda kind: enemy.pile[kind]))


PARTS: Final[Mapping[str, str]] = {
    "vs": "versus",
    "swap": "swap",
    "want": "want",
    "play": "play",
    "policy": "policy",
    "weights": "weights",
    "instead": "on_unavailable",
    "call": "reinforce_at",
    "pick": "reinforce_pick",
    "rifling": "rifling",
}
"""The words of the notation, and the fields of a `Script` that they fill."""


class ScriptProblem(ValueError):
    """A word of a script that cannot be read. `word` counts from 0; `hint` is what to write
    instead."""

    def __init__(self, word: int, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.word = word
        self.problem = problem
        self.hint = hint


def parse_script(words: Sequence[str]) -> Script:
    """The script in the words after `BATTLE`. Raises ScriptProblem at the first wrong word."""
    found: dict[str, Any] = {}
    for number, word in enumerate(words):
        name, colon, value = word.partition(":")
        name = name.lower()
        if not colon or name not in PARTS:
            known = " ".join(f"{part}:" for part in PARTS)
            raise ScriptProblem(number, f"{word} is no part of a script", f"parts are {known}")
        if PARTS[name] in found:
            raise ScriptProblem(number, f"{name}: is given twice", "leave one of them out")
        try:
            found[PARTS[name]] = _value(name, value)
        except ValueError as error:
            raise ScriptProblem(number, f"{word}: {error}", _HINTS.get(name, _CARDS)) from None
    return Script(**found)


_CARDS: Final = "write P, M and C, as in MMC"
_HINTS: Final[Mapping[str, str]] = {
    "vs": "write an opponent, religious or default",
    "play": "write P, M and C, and * where the policy continues",
    "policy": "write weighted, most or least",
    "weights": "write three numbers for P, M and C, as in 2/2/1",
    "call": "write the number of cards at which to call, 0 for only if forced",
}


def _value(name: str, value: str) -> Any:
    if name == "vs":
        if not value:
            raise ValueError("there is no opponent")
        return value.lower()
    if name == "policy":
        if value.lower() not in POLICIES:
            raise ValueError("there is no such policy")
        return value.lower()
    if name == "weights":
        numbers = tuple(_number(part) for part in value.split("/"))
        if len(numbers) != len(TYPES):
            raise ValueError("three numbers are needed")
        return numbers
    if name == "call":
        return _number(value)
    if name == "play":
        value, _, rest = value.partition("*")
        if rest:
            raise ValueError("nothing can follow the *")
    return parse_types(value)


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise ValueError("that is no number")
    return int(text)


def parse_types(text: str) -> tuple[Type, ...]:
    """The cards in a run of letters, commas allowed; "" and "none" mean that there are no cards.

    Raises ValueError for other letters.
    """
    if text.lower() == "none":
        return ()
    letters = [letter for letter in text.upper() if letter != ","]
    strange = [letter for letter in letters if letter not in TYPES]
    if strange:
        raise ValueError(f"{strange[0]} is no card")
    return tuple(TYPES[TYPES.index(letter)] for letter in letters)


_AGAINST: Final = {"religious": "in a Religious War", "default": "in every other battle"}
_POLICIES: Final = {"most": "what it has most of", "least": "what it has least of"}


def battle_words(names: Mapping[str, str], order: str) -> str:
    """A battle order in words; "" for any other order. `names` are those of the opponents.

    "BATTLE vs:black play:M* instead:PCM" -> "against Black Dragon: plays musketeers, then at
    random by what it holds; instead of a card that it lacks: pikemen, cavalry, musketeers"
    """
    first, _, rest = order.partition(" ")
    if first.upper() != "BATTLE":
        return ""
    try:
        script = parse_script(rest.split())
    except ScriptProblem:
        return ""
    versus = script.versus
    against = _AGAINST.get(versus) or f"against {names.get(versus, versus.capitalize())}"
    return f"{against}: {'; '.join(_parts(script))}"


def _parts(script: Script) -> Iterable[str]:
    if script.swap:
        wanted = f" for {_counted(script.want)}" if script.want else ""
        yield f"swaps {_counted(script.swap)}{wanted} before the battle"
    yield f"plays {', '.join([*(NAMES[card] for card in script.play), _policy_words(script)])}"
    if script.on_unavailable:
        yield f"instead of a card that it lacks: {_in_turn(script.on_unavailable)}"
    if script.reinforce_at:
        yield f"calls reinforcements at {script.reinforce_at} cards"
    if script.reinforce_pick:
        yield f"asks for reinforcements of these: {_in_turn(script.reinforce_pick)}"
    if script.rifling:
        yield f"strips with rifling: {_in_turn(script.rifling)}"


def _policy_words(script: Script) -> str:
    """The words for the choice of cards after those in the order."""
    then = "then " if script.play else ""
    if script.policy != "weighted":
        return f"{then}{_POLICIES[script.policy]}"
    if not script.weights:
        return f"{then}at random by what it holds"
    odds = zip(script.weights, TYPES, strict=True)
    return f"{then}at random, {listed(f'{weight} for {NAMES[card]}' for weight, card in odds)}"


def _counted(cards: Iterable[Type]) -> str:
    return listed(f"{number} {NAMES[card]}" for card, number in Counter(cards).items())


def _in_turn(cards: Iterable[Type]) -> str:
    return ", ".join(NAMES[card] for card in cards)
