"""Why a part of a line cannot be read, and the nearest reading that could be."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from generator.engine.board import Board, province_of
from generator.engine.orders.grammar import Found, split_kinds
from generator.engine.orders.spelling import (
    FOREIGN_LETTERS,
    Fault,
    Speller,
    did_you_mean,
    either,
    word_at,
)
from generator.engine.orders.tokens import Token, kinds_of
from generator.engine.orders.words import (
    KEYWORDS,
    PLACE,
    TYPE,
    UNCLEAR,
    UNKNOWN,
    Lexicon,
    PhaseKind,
    english_hint,
    fold,
)

_EXAMPLES: Final = {
    "movement": "orders look like A {0} - {1}, A {0} S A {2} - {1} or A {0} H",
    "retreat": "orders look like A {0} - {3} or A {0} D",
    "build": "orders look like BUILD A {0}, REMOVE A {0} or WAIVE",
}
# The places of the examples, on a board that has them.
_WELL_KNOWN: Final = ("PAR", "BUR", "MAR", "GAS")
_PHASE_OF: Final = {
    "movement": "a movement order",
    "retreat": "a retreat order",
    "build": "a build order",
}
# The words that may stand for an unknown one, by the letters of their kinds.
_STAND_INS: Final = {"movement": "-hscvt", "retreat": "-rdt", "build": "bxwt"}
# More tokens than any order has: looking for what was meant would only take time.
_LONGEST: Final = 40
_MOST_TRIED: Final = 3

# A unit in an unknown place, doing something: `A XYZ - ...`.
_ORDER_LIKE: Final = re.compile("[bdx]?N?t[?](?:[-hscvrdxb].*)?|[bxw].*")
_UNIT: Final = "N?t?N?f?pn?k?"
_SEVERAL: Final = f"{_UNIT}(?:-r?|r)-?p(?:[-,|]+p)+"
"""A retreat to the first of several places that is free: `A MUN - BER, KIE or RUH`."""
_NOT_YET: Final = "send a retreat when it is due, in the retreat phase"
# Patterns as texts: they are compiled only where an order cannot be read.
_GAPS: Final[tuple[tuple[str, str, str], ...]] = (
    (f"{_UNIT}-", "the move has no destination", "touches"),
    (
        f"{_UNIT}-?s-?",
        "the support names no unit",
        "{unit} S A {near} or {unit} S A {behind} - {near}",
    ),
    (f"{_UNIT}-?s{_UNIT}-", "the supported move has no destination", ""),
    (
        f"{_UNIT}-?c(?:{_UNIT}-?)?",
        "the convoy does not say which army goes where",
        "{unit} C A {coast} - {shore}",
    ),
    (f"{_UNIT}r-?", "the retreat has no destination", "touches"),
    (f"{_UNIT}p", "a word is missing between the unit and the place", "{unit} - {last}"),
    (
        f"{_UNIT}-?s{_UNIT}p",
        "a word is missing between the supported unit and the place",
        "{unit} S {other} - {last}",
    ),
    ("[-hscr].*", "the order does not say which unit", ""),
    (f"{_UNIT}-tp", "a destination has no type", "{unit} - {last}"),
    (f"{_UNIT}-?s{_UNIT}-tp", "a destination has no type", "{unit} S {other} - {last}"),
    ("t(?:[^p].*)?", "behind army or fleet comes its province", ""),
    ("[bx]", "the order does not say which unit", ""),
    (_SEVERAL, "the order names several places, and only one counts", "write {unit} - {second}"),
    (f"{_UNIT}[^r]*r[-r]*p.*", _NOT_YET, "leave it out here"),
    (".*[|].*", "this leaves a choice, and an order has none", "write what is to be done"),
)


def is_prose(kinds: str) -> bool:
    """Whether nothing in a string of kinds looks like a unit or a place."""
    return not re.search("[p!]", kinds) and not _ORDER_LIKE.fullmatch(kinds)


class Diagnosis:
    """Finds faults in tokens that cannot be read. Suggestions need a lexicon's spellings."""

    def __init__(self, board: Board, lexicon: Lexicon) -> None:
        self._board = board
        self._lexicon = lexicon
        self._places = Speller(lexicon.names, shortened=True)
        self._words = Speller(
            ((word, word.upper()) for word in KEYWORDS if len(word) > 2 and " " not in word),
            shortened=False,
        )

    def faults(self, tokens: Sequence[Token], line: str, kind: PhaseKind) -> tuple[Fault, ...]:
        """The faults of one part, in its order; at least one. If its words are in another language,
        the first lists the English ones to write."""
        found = self._faults(tokens, line, kind)
        english = english_hint(line[tokens[0].start : tokens[-1].end])
        return (replace(found[0], hint=english), *found[1:]) if english else found

    def _faults(self, tokens: Sequence[Token], line: str, kind: PhaseKind) -> tuple[Fault, ...]:
        kinds = kinds_of(tokens)
        odd = [at for at, token in enumerate(tokens) if token.kind in (UNKNOWN, UNCLEAR)]
        if is_prose(kinds) or (odd and len(odd) > 2 + len(kinds) // 2):
            return (Fault(tokens[0].start, "this is not an order", "a remark begins with #"),)
        if odd:
            return self._odd_words(tokens, kinds, odd, line, kind)
        return (self._gap(tokens, kinds, line, kind),)

    def _odd_words(
        self, tokens: Sequence[Token], kinds: str, odd: list[int], line: str, kind: PhaseKind
    ) -> tuple[Fault, ...]:
        """An unclear place is asked about; an unknown word is a place where places would do,
        and otherwise a misspelled word of orders."""
        orders = _whole(re.sub("[?!]", PLACE, kinds), kind) if len(kinds) <= _LONGEST else ()
        if orders:
            within = [
                next(order for order in orders if order.start <= at < order.end) for at in odd
            ]
            return tuple(
                self._odd_place(tokens, at, found, line)
                for at, found in zip(odd, within, strict=True)
            )
        places = [at for at in odd if tokens[at].kind == UNCLEAR or (at and kinds[at - 1] == TYPE)]
        if places:
            return tuple(self._odd_place(tokens, at, None, line) for at in places)
        for at in odd[:_MOST_TRIED] if len(kinds) <= _LONGEST else ():
            for stand_in in _STAND_INS[kind]:
                tried = re.sub("[?]", PLACE, kinds[:at] + stand_in + kinds[at + 1 :])
                if _whole(tried, kind):
                    return (self._odd_word(tokens[at], line, kind),)
        if odd[0] and kinds[odd[0] - 1] in "-sc":
            return (self._odd_place(tokens, odd[0], None, line),)
        return (self._odd_word(tokens[odd[0]], line, kind),)

    def _odd_place(self, tokens: Sequence[Token], at: int, found: Found | None, line: str) -> Fault:
        token = tokens[at]
        text = word_at(line, token.start, token.end)
        near = self._reach(tokens, at, found)
        name = self._lexicon.name_of
        if token.kind == UNCLEAR:
            likely = [place for place in token.places if place in near]
            rest = [place for place in token.places if place not in likely]
            return Fault(
                token.start,
                f"{text} may be {either([name(place) for place in token.places])}",
                f"write {either(likely or rest)}",
            )
        word = fold(line[token.start : token.end])
        meant = self._places.nearest(word, near)
        if not word.isascii():
            hint = FOREIGN_LETTERS
        elif meant:
            hint = did_you_mean([name(place) for place in meant])
        elif near and found is not None:
            hint = f"{self._mover(tokens, found)} touches {', '.join(near)}"
        else:
            hint = ""
        return Fault(token.start, f"there is no province {text}", hint)

    def _odd_word(self, token: Token, line: str, kind: PhaseKind) -> Fault:
        word = fold(line[token.start : token.end])
        meant = self._words.nearest(word)
        if word and not word.isascii():
            hint = FOREIGN_LETTERS
        else:
            hint = did_you_mean(meant, self._examples(kind))
        return Fault(
            token.start, f"{word_at(line, token.start, token.end)} is not a word of orders", hint
        )

    def _mover(self, tokens: Sequence[Token], found: Found) -> str:
        """The province of the unit that goes to where the order leads."""
        name = "other" if found.form in ("support-move", "convoy") else "unit"
        start, end = found.spans.get(name, (0, 0))
        return next((token.value for token in tokens[start:end] if token.kind == PLACE), "")

    def _reach(self, tokens: Sequence[Token], at: int, found: Found | None) -> tuple[str, ...]:
        """The provinces that the moving unit touches, if the word at `at` is where it goes."""
        if found is None or "to" not in found.spans or found.spans["to"][1] != at + 1:
            return ()
        name = "other" if found.form in ("support-move", "convoy") else "unit"
        start, end = found.spans[name]
        sort = next((token.value for token in tokens[start:end] if token.kind == TYPE), "")
        return self._touched(self._mover(tokens, found), sort)

    def _touched(self, province: str, sort: str) -> tuple[str, ...]:
        one = self._board.provinces.get(province)
        if one is None:
            return ()
        by_sea = {
            province_of(place)
            for fleet in (one.fleet, *(coast.fleet for coast in one.coasts.values()))
            for place in fleet
        }
        by_land = set(one.army)
        return tuple(
            sorted(by_land if sort == "A" else by_sea if sort == "F" else by_land | by_sea)
        )

    def _examples(self, kind: PhaseKind) -> str:
        return _EXAMPLES[kind].format(*_example_places(self._board))

    def _around(self, place: str, sort: str) -> dict[str, str]:
        """For hints: a province that a unit could enter, one from where an army gets there, and two
        coasts that a fleet touches; the unit's own place for any that the board does not have."""
        near = self._touched(place, sort) or (place,)
        provinces = self._board.provinces
        land = next((one for one in near if provinces[one].army), near[0])
        behind = next((one for one in provinces[land].army if one != place), place)
        coasts = [one for one in self._touched(place, "F") if provinces[one].kind == "coastal"]
        coast, shore = (*coasts, place, place)[:2]
        return {"near": land, "behind": behind, "coast": coast, "shore": shore}

    def _gap(self, tokens: Sequence[Token], kinds: str, line: str, kind: PhaseKind) -> Fault:
        """The missing part where every word is known."""
        start = tokens[0].start
        others: tuple[PhaseKind, ...] = ("movement", "retreat", "build")
        # A retreat to one of several places looks like a move along a route.
        is_plain = len(kinds) <= _LONGEST and not re.fullmatch(_SEVERAL, kinds)
        for other in others if is_plain else ():
            if other != kind and _whole(kinds, other):
                said = f"{_PHASE_OF[other]} in the {kind} phase"
                return Fault(start, said, self._examples(kind))
        units = _units(tokens)
        if re.fullmatch(_UNIT, kinds):
            return Fault(start, f"{units[0]} has no order", _bare_hint(units[0], kind))
        for pattern, problem, hint in _GAPS:
            is_due = kind == "retreat" and problem == _NOT_YET
            if is_due or not re.fullmatch(pattern, kinds):
                continue
            unit = units[0] if units else ""
            if hint == "touches":
                place = next(token for token in tokens if token.kind == PLACE)
                sort = next((token.value for token in tokens if token.kind == TYPE), "")
                touched = ", ".join(self._touched(place.value, sort))
                hint = f"{place.value} touches {touched}"
            places = [token.value for token in tokens if token.kind == PLACE]
            words = {
                "unit": unit,
                "other": units[1] if len(units) > 1 else "",
                "second": places[1] if len(places) > 1 else "",
                "last": places[-1] if places else "",
                **(self._around(places[0], unit[:1]) if places else {}),
            }
            return Fault(start, problem, hint.format(**words) or self._examples(kind))
        return Fault(start, "this cannot be read as an order", self._examples(kind))


def _example_places(board: Board) -> tuple[str, ...]:
    """A place, one beside it, one beside that, and another one beside the first."""
    if all(place in board.provinces for place in _WELL_KNOWN):
        return _WELL_KNOWN
    land = {code: one.army for code, one in board.provinces.items() if one.army}
    start = max(land, key=lambda code: len(land[code]), default=next(iter(board.provinces)))
    near = land.get(start, (start,))
    behind = next((code for code in land.get(near[0], ()) if code != start), start)
    return (start, near[0], behind, near[-1])


def _whole(kinds: str, kind: PhaseKind) -> tuple[Found, ...]:
    """The orders that a string of kinds is made of; none unless all of it can be read."""
    split = split_kinds(kinds, kind, lambda found: True)
    return split.found if split.broken is None else ()


def _units(tokens: Sequence[Token]) -> list[str]:
    units: list[str] = []
    sort = ""
    for token in tokens:
        if token.kind == TYPE:
            sort = token.value
        elif token.kind == PLACE:
            units.append(f"{sort} {token.value}".strip())
            sort = ""
    return units


def _bare_hint(unit: str, kind: PhaseKind) -> str:
    if kind == "movement":
        return f"{unit} H lets it hold"
    if kind == "retreat":
        return f"{unit} D disbands it, {unit} - and a place lets it retreat"
    return f"write BUILD {unit} or REMOVE {unit}"
