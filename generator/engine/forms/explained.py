"""Kinds of slots with their own complaints about a word that they cannot read.

    kind = one_of("League", {"catholic": "catholic", "protestant": "evangelical"})
    kind.readings(matcher, 1)   # Reading("evangelical", 2) for `LEAGUE protestant`
    kind.fault(tokens, 1)       # "there is no League cathlic (did you mean catholic?)"

A kind with a label complains; one without is only tried, and leaves the complaint to others.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache
from typing import Any, Final

from generator.engine.forms.matching import Matcher, Reading, SlotKind
from generator.engine.forms.tokens import Token
from generator.engine.orders.spelling import Fault, did_you_mean
from generator.engine.words import closest

Table = Mapping[str, Any]
Tokens = Sequence[Token]

SEPARATORS: Final = frozenset({">", "and", "&", "+"})
"""The separators of a list, beside commas."""
_LONGEST: Final = 4
"""The most words that a name has."""


@cache
def plain_name(text: str) -> str:
    """A name as one types it: lower case, one word, without accents."""
    from unicodedata import normalize

    bare = normalize("NFKD", text.lower().replace(" ", "-"))
    return "".join(letter for letter in bare if letter.isascii())


def one_of(
    label: str,
    table: Table,
    skips: Collection[str] = (),
    only: Collection[str] = (),
    refusal: Callable[[Any], tuple[str, str] | None] = lambda value: None,
) -> SlotKind:
    """One of several names, or the beginning of just one of them; gives its value in the table.

    Only values of `only` count if that is given, and none with a `refusal`, which returns the
    problem and what to write instead.
    """

    def name_at(tokens: Tokens, at: int) -> tuple[str, int]:
        """The name that is there, in several words or one, and where it ends."""
        words = [token.text for token in tokens[at : at + _LONGEST]]
        for count in range(len(words), 0, -1):
            name = plain_name("-".join(words[:count]))
            if name in table:
                return name, at + count
        text = plain_name(words[0]) if words else ""
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
        close = closest(plain_name(token.text), table)
        known = f"one of {', '.join(table)}" if len(table) <= 12 else ""
        hint = did_you_mean([close] if close else [], known)
        return Fault(token.start, *(refused or (f"there is no {label} {token.text}", hint)))

    return SlotKind(label, readings, skips=skips, fault=fault)


def number_from_1(label: str, instead: str = "") -> SlotKind:
    """A whole number from 1, which may be behind an x or a +.

    One without a label is only tried: it ignores words other than numbers, and the kind of slot
    `instead` complains about a wrong number.
    """

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        text = matcher.word(at)
        digits = text.removeprefix("x").removeprefix("+")
        if digits.isascii() and digits.isdecimal() and 1 <= int(digits[:6]) < 10_000:
            yield Reading(int(digits), at + 1)
        elif not label and text.lstrip("x+").isdecimal():
            matcher.wanted.note(at, instead)

    def fault(tokens: Tokens, at: int) -> Fault:
        return Fault(tokens[at].start, f"{tokens[at].text} is not a number from 1")

    return SlotKind(label, readings, fault=fault)


def keyword(label: str, *words: str) -> SlotKind:
    """A word that an order needs to mean anything."""

    def readings(matcher: Matcher, at: int) -> Iterator[Reading]:
        if matcher.word(at) in words:
            yield Reading(matcher.word(at), at + 1)

    def fault(tokens: Tokens, at: int) -> Fault:
        return Fault(tokens[at - 1].start, f"{label} is missing")

    return SlotKind(label, readings, fault=fault)


def distinct(values: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(dict.fromkeys(values))


def several(
    item: str,
    label: str,
    is_end: Callable[[str], bool] = lambda text: False,
    make: Callable[[Iterable[Any]], Any] = distinct,
    skips: Collection[str] = SEPARATORS,
) -> SlotKind:
    """Things of a kind, up to a word with which the list ends; words that only divide them may
    are anywhere. Without a label there may be none."""

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
