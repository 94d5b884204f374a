"""Forms of orders, and their patterns taken apart.

    LOAN {amount:number} [TP|DUCATS]* [TO] {to:power} [INTEREST {interest:number}]

    words in capitals    must be there; letter case, accents and colons do not matter
    {name:kind}          a slot: something of that kind, kept under that name
    {kind}               the same, kept under the name of its kind
    {name=WORD}          a word that is kept under that name, in lower case
    (A|B)                one of several sequences
    [A|B]                the same, or nothing
    [A|B]*               any number of these words, or none: they only fill the sentence

Taken apart, the pattern is a tuple of nodes:

    (Word("loan"), Slot("amount", "number"), Fillers({"tp", "ducats"}),
     Alternatives(((Word("to"),), ())), Slot("to", "power"),
     Alternatives(((Word("interest"), Slot("interest", "number")), ())))

Invariants: the empty sequence is the last of Alternatives, so that more is read before less; each
slot is of a kind that the ruleset has. A pattern is part of the program: one that breaks these
rules is a BrokenPromise.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from typing import Any

from msgspec import Struct

from generator.engine.errors import BrokenPromise
from generator.engine.orders.words import fold

Make = Callable[[Mapping[str, Any]], Any]

_PIECE = re.compile(r"\{(?P<slot>[^{}]*)\}|(?P<sign>[\[(|]|[\])]\*?)|(?P<word>[^\s\[\](){}|]+)")


class Form(Struct, frozen=True):
    """One way to write an order.

    `make` gets the slots that were filled by name and returns the order, or a tuple of orders (an
    empty one for a line with only "none"); it may raise GameError with what is wrong.
    `example` is shown in hints.
    """

    pattern: str
    make: Make
    example: str


def forms(example: str, make: Make, *patterns: str) -> tuple[Form, ...]:
    """Several ways to write one kind of order."""
    return tuple(Form(pattern, make, example) for pattern in patterns)


def filled(order: type, **defaults: Any) -> Make:
    """Makes an order whose fields are called as the slots are."""
    return lambda slots: order(**{**defaults, **slots})


class Word(Struct, frozen=True):
    """A word or a sign that must be there; with a name, it is kept as a slot is."""

    text: str
    name: str = ""


class Slot(Struct, frozen=True):
    name: str
    kind: str


class Fillers(Struct, frozen=True):
    """Words of which any number may be there."""

    words: frozenset[str]


class Alternatives(Struct, frozen=True):
    """One of several sequences; an optional part is a choice that ends with an empty one."""

    ways: tuple[Pattern, ...]


Node = Word | Slot | Fillers | Alternatives
Pattern = tuple[Node, ...]


def parse_pattern(pattern: str, kinds: Collection[str]) -> Pattern:
    """The nodes of a pattern whose slots are of these kinds. Raises BrokenPromise."""
    return _parsed(pattern, frozenset(kinds))


@lru_cache(maxsize=512)
def _parsed(pattern: str, kinds: frozenset[str]) -> Pattern:
    pieces = _PIECE.finditer(pattern)
    ways, _ = _ways(pieces, "", pattern, kinds)
    if len(ways) != 1 or not ways[0]:
        raise BrokenPromise(f"the pattern {pattern!r} has alternatives without parentheses")
    return ways[0]


def _ways(
    pieces: Iterator[re.Match[str]], closing: str, pattern: str, kinds: Collection[str]
) -> tuple[tuple[Pattern, ...], str]:
    """The sequences up to a closing sign, and that sign."""
    ways: list[list[Node]] = [[]]
    for piece in pieces:
        sign = piece["sign"]
        if piece["slot"] is not None:
            ways[-1].append(_slot(piece["slot"], pattern, kinds))
        elif sign == "|":
            ways.append([])
        elif sign in ("(", "["):
            inner, end = _ways(pieces, ")" if sign == "(" else "]", pattern, kinds)
            if end.endswith("*"):
                ways[-1].append(_fillers(inner, end, pattern))
            else:
                ways[-1].append(Alternatives((*inner, ()) if sign == "[" else inner))
        elif sign is not None:
            if sign[0] != closing:
                raise BrokenPromise(f"the pattern {pattern!r} has a stray {sign}")
            return tuple(map(tuple, ways)), sign
        else:
            text = piece["word"].replace(":", "")
            if text:
                ways[-1].append(Word(fold(text) if text[0].isalpha() else text))
    if closing:
        raise BrokenPromise(f"the pattern {pattern!r} lacks a {closing}")
    return tuple(map(tuple, ways)), ""


def _fillers(ways: tuple[Pattern, ...], end: str, pattern: str) -> Fillers:
    words = [node.text for way in ways for node in way if isinstance(node, Word)]
    if end != "]*" or any(len(way) != 1 for way in ways) or len(words) != len(ways):
        raise BrokenPromise(
            f"the pattern {pattern!r} repeats something that is not a word in brackets"
        )
    return Fillers(frozenset(words))


def _slot(text: str, pattern: str, kinds: Collection[str]) -> Slot | Word:
    name, is_word, word = text.partition("=")
    if is_word and name and word:
        return Word(fold(word), name)
    name, colon, kind = text.partition(":")
    kind = kind if colon else name
    if not name or kind not in kinds:
        raise BrokenPromise(f"the pattern {pattern!r} has a slot {{{text}}}")
    return Slot(name, kind)
