"""Scripts as one line of an order sheet: `vs:black swap:CC play:MCP* policy:most call:6 pick:MMC`.

Every part may be left out, and the parts may stand in any order.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final, TypeGuard

from generator.rulesets.westphalia.battle.cards import TYPES, Type
from generator.rulesets.westphalia.battle.script import POLICIES, Policy, Script

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
    """A word of a script that cannot be read. `word` counts from 0; `hint` says what to do."""

    def __init__(self, word: int, problem: str, hint: str) -> None:
        super().__init__(problem)
        self.word = word
        self.problem = problem
        self.hint = hint


def parse_script(words: Sequence[str]) -> Script:
    """The script in the words after `BATTLE`. Raises ScriptProblem at the first that is wrong."""
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
        return _policy(value.lower())
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


def _policy(value: str) -> Policy:
    for policy in POLICIES:
        if policy == value:
            return policy
    raise ValueError("there is no such policy")


def _number(text: str) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) <= 3):
        raise ValueError("that is no number")
    return int(text)


def parse_types(text: str) -> tuple[Type, ...]:
    """The cards in a run of letters, commas allowed; "" and "none" are no cards.

    Raises ValueError for other letters.
    """
    if text.lower() == "none":
        return ()
    letters = [letter for letter in text.upper() if letter != ","]
    strange = [letter for letter in letters if not _is_type(letter)]
    if strange:
        raise ValueError(f"{strange[0]} is no card")
    return tuple(letter for letter in letters if _is_type(letter))


def _is_type(letter: str) -> TypeGuard[Type]:
    return letter in TYPES
