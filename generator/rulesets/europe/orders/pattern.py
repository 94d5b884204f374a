"""The language of order patterns, taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from msgspec import Struct

from generator.engine.errors import BrokenPromise
from generator.engine.orders.words import fold

__all__ = ["KINDS", "Choice", "Node", "Pattern", "Slot", "Word", "parse_pattern"]

_KINDS: Final = "number year power powers state states place unit units type coast text"
KINDS: Final = frozenset(_KINDS.split(" "))

_PIECE = re.compile(r"\{(?P<slot>[^{}]*)\}|(?P<sign>[\[\]()|])|(?P<word>[^\s\[\](){}|]+)")


class Word(Struct, frozen=True):
    """A word or a sign that must stand there."""

    text: str


class Slot(Struct, frozen=True):
    name: str
    kind: str


class Choice(Struct, frozen=True):
    """One of several sequences; an optional part is a choice that ends with an empty one."""

    ways: tuple[Pattern, ...]


Node = Word | Slot | Choice
Pattern = tuple[Node, ...]


@lru_cache(maxsize=512)
def parse_pattern(pattern: str) -> Pattern:
    """The nodes of a pattern. Raises BrokenPromise: patterns are part of the program."""
    pieces = iter(list(_PIECE.finditer(pattern)))
    ways = _ways(pieces, "", pattern)
    if len(ways) != 1 or not ways[0]:
        raise BrokenPromise(f"the pattern {pattern!r} has alternatives without parentheses")
    return ways[0]


def _ways(pieces: Iterator[re.Match[str]], closing: str, pattern: str) -> tuple[Pattern, ...]:
    ways: list[list[Node]] = [[]]
    for piece in pieces:
        sign = piece["sign"]
        if piece["slot"] is not None:
            name, _, kind = piece["slot"].partition(":")
            if not name or kind not in KINDS:
                raise BrokenPromise(f"the pattern {pattern!r} has a slot {{{piece['slot']}}}")
            ways[-1].append(Slot(name, kind))
        elif sign == "|":
            ways.append([])
        elif sign in ("(", "["):
            inner = _ways(pieces, ")" if sign == "(" else "]", pattern)
            ways[-1].append(Choice((*inner, ()) if sign == "[" else inner))
        elif sign is not None:
            if sign != closing:
                raise BrokenPromise(f"the pattern {pattern!r} has a stray {sign}")
            return tuple(map(tuple, ways))
        else:
            text = piece["word"].replace(":", "")
            if text:
                ways[-1].append(Word(fold(text) if text[0].isalpha() else text))
    if closing:
        raise BrokenPromise(f"the pattern {pattern!r} lacks a {closing}")
    return tuple(map(tuple, ways))
