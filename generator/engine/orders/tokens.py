"""From a line of text to tokens: words, places and signs, each with its column."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from typing import Final, NamedTuple

from generator.engine.orders.words import (
    ARROW,
    BOLSTER,
    BUILD,
    CHOICE,
    COMMA,
    FILLERS,
    KEYWORDS,
    NATION,
    NATION_AFTER,
    NUMBER,
    PLACE,
    TYPE,
    UNCLEAR,
    UNKNOWN,
    Lexicon,
    PhaseKind,
    fold,
)

SEMICOLON: Final = ";"

# Marks that belong to the letter before them, and invisible marks.
_JOINED = "\u0300-\u036f\u00ad\u061c\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff"
_DASHES = "\\-\u2010-\u2015\u2212\ufe58\ufe63\uff0d~="
_POINTS = ">\u2192\u21d2\u21a6\u21e8\u27f6\u2794-\u27be»›\uff1e"
_ATOM = re.compile(
    rf"(?P<word>[^\W\d_](?:[^\W\d_]|[{_JOINED}])*(?:['’][^\W\d_][{_JOINED}]*)?)"
    r"|(?P<number>\d+)"
    rf"|(?P<denied>![{_DASHES}{_POINTS}]+|[{_DASHES}]?/[{_DASHES}][{_POINTS}]?|[{_DASHES}]/[{_POINTS}]|<[{_DASHES}{_POINTS}]+)"
    rf"|(?P<arrow>[{_DASHES}]{{1,4}}[{_POINTS}]+|[{_DASHES}{_POINTS}])"
    rf"|(?P<blank>[\s\x00-\x1f\x7f-\x9f{_JOINED}]+)"
    r"|(?P<sign>[!-/:-@\[-`{-~‘’“”„«•·…¡¿])"
    rf"|(?P<other>[^\w\s!-~{_JOINED}{_DASHES}{_POINTS}‘’“”„«•·…¡¿]+|.)",
    re.DOTALL,
)


class Token(NamedTuple):
    """One token. `start` and `end` are positions in the line, counted from 0.

    `places` is the place named, or those that an unclear word may mean; for a type it holds "A" or
    "F", for a nation its power. `coast` is the coast named behind a place, in capitals.
    """

    kind: str
    start: int
    end: int
    places: tuple[str, ...] = ()
    coast: str = ""

    @property
    def value(self) -> str:
        return self.places[0] if self.places else ""


class _Atom(NamedTuple):
    sort: str
    start: int
    end: int
    folded: str


def kinds_of(tokens: Sequence[Token]) -> str:
    """The kinds of tokens as a string, for the grammar's patterns."""
    return "".join(token.kind for token in tokens)


def read_tokens(line: str, start: int, lexicon: Lexicon, kind: PhaseKind) -> list[Token]:
    """The tokens of a line from `start` on. Never fails: an unknown word is UNKNOWN."""
    atoms: list[_Atom] = []
    for found in _ATOM.finditer(line, start):
        sort = found.lastgroup or "other"
        if sort != "blank":
            text = found.group()
            folded = fold(text) if sort == "word" else text
            if sort == "denied" or (sort == "word" and not folded):
                sort = "other"
            atoms.append(_Atom(sort, found.start(), found.end(), folded))
    tokens: list[Token] = []
    at = 0
    while at < len(atoms):
        at = _read_token(atoms, at, tokens, lexicon, kind)
    return tokens


def _read_token(
    atoms: list[_Atom], at: int, tokens: list[Token], lexicon: Lexicon, kind: PhaseKind
) -> int:
    """Append the token at `at`; returns the position of the next atom."""
    atom = atoms[at]
    if atom.sort == "word":
        return _read_word(atoms, at, tokens, lexicon)
    if atom.sort == "arrow":
        if tokens and tokens[-1].kind == ARROW:
            tokens[-1] = tokens[-1]._replace(end=atom.end)
        else:
            tokens.append(Token(ARROW, atom.start, atom.end))
    elif atom.sort == "number":
        tokens.append(Token(NUMBER, atom.start, atom.end))
    elif atom.sort == "other":
        tokens.append(Token(UNKNOWN, atom.start, atom.end))
    elif atom.folded == SEMICOLON:
        tokens.append(Token(SEMICOLON, atom.start, atom.end))
    elif atom.folded in ",&" or _parts_orders(atoms, at):
        tokens.append(Token(COMMA, atom.start, atom.end))
    elif (
        atom.folded == "/"
        and tokens
        and tokens[-1].kind == PLACE
        and _is_place(atoms, at + 1, lexicon)
    ):
        tokens.append(Token(CHOICE, atom.start, atom.end))  # `BEL/HOL`
    elif atom.folded == "+":
        if kind == "build":
            tokens.append(Token(BUILD, atom.start, atom.end))
        elif at + 1 < len(atoms) and atoms[at + 1].sort == "number":
            tokens.append(Token(BOLSTER, atom.start, atoms[at + 1].end))
            return at + 2
        else:
            tokens.append(Token(UNKNOWN, atom.start, atom.end))
    return at + 1


def _longest(
    atoms: list[_Atom], at: int, known: tuple[Container[str], ...], lexicon: Lexicon
) -> tuple[int, str]:
    """The longest spelling from `at` that is known: (atoms used, spelling), (0, "") for none."""
    spelling = atoms[at].folded
    best = (1, spelling) if any(spelling in name for name in known) else (0, "")
    last = at
    while spelling in lexicon.beginnings:
        after = last + 1
        if after < len(atoms) and _joins(atoms, after):
            after += 1
        if after >= len(atoms) or atoms[after].sort != "word":
            break
        spelling = f"{spelling} {atoms[after].folded}"
        last = after
        if any(spelling in name for name in known):
            best = (last - at + 1, spelling)
    return best


def _joins(atoms: list[_Atom], at: int) -> bool:
    """Whether a sign may be inside a name: `St.`, `Mid-Atlantic`; not ` - `."""
    sign = atoms[at]
    if sign.folded == ".":
        return True
    return (
        sign.sort == "arrow"
        and sign.end - sign.start == 1
        and sign.folded != ">"
        and atoms[at - 1].end == sign.start
        and at + 1 < len(atoms)
        and atoms[at + 1].start == sign.end
    )


def _read_word(atoms: list[_Atom], at: int, tokens: list[Token], lexicon: Lexicon) -> int:
    known = (lexicon.entries, lexicon.nations, lexicon.marks)
    used, spelling = _longest(atoms, at, known, lexicon)
    first, last = atoms[at], atoms[at + max(used, 1) - 1]
    after = at + max(used, 1)
    power = lexicon.nations.get(spelling) or lexicon.marks.get(spelling)
    if power is not None:
        sort = _nation_sort(spelling, atoms, at, after, tokens, lexicon)
        if sort:
            tokens.append(Token(sort, first.start, last.end, (power,)))
            return after
    entry = lexicon.entries.get(spelling) if used else None
    if entry is None:
        return _read_odd_word(atoms, at, tokens, lexicon)
    if entry.kind in (PLACE, UNCLEAR):
        return _append_place(atoms, after, tokens, lexicon, first.start, last.end, entry.places)
    if entry.kind == ARROW and tokens and tokens[-1].kind == ARROW:
        tokens[-1] = tokens[-1]._replace(end=last.end)
    else:
        places = (spelling[0].upper(),) if entry.kind == TYPE else ()
        tokens.append(Token(entry.kind, first.start, last.end, places))
    return after


def _nation_sort(
    spelling: str, atoms: list[_Atom], at: int, after: int, tokens: list[Token], lexicon: Lexicon
) -> str:
    """The kind of a power's name, or "" where it is meant as a place, a word of orders or nothing.

    `English A LON` is England's army, `S F English` the Channel; `A:` is a power called A; `(FRA)`
    behind a place is whose unit is there.
    """
    is_behind = bool(tokens) and tokens[-1].kind == PLACE
    is_enclosed = at > 0 and atoms[at - 1].folded in ("(", "[")
    signs = (")", "]") if is_enclosed else (".",) if spelling in lexicon.marks else ()
    after += after < len(atoms) and atoms[after].folded in signs
    follower = atoms[after].folded if after < len(atoms) else ""
    is_before_unit = KEYWORDS.get(follower) == TYPE
    entry = lexicon.entries.get(follower)
    is_before_place = entry is not None and entry.kind in (PLACE, UNCLEAR)
    sort = NATION_AFTER if is_behind and not (is_before_unit or is_before_place) else NATION
    if spelling not in lexicon.entries:
        # One letter is too little for anything but a unit behind it: `S G A MUN`.
        near = is_before_unit or is_enclosed or follower == ":"
        far = is_behind or is_before_place
        return sort if spelling in lexicon.nations or near or (far and len(spelling) > 1) else ""
    if follower == ":" or (is_enclosed and (is_behind or is_before_unit)):
        return sort
    # `ENG A LON - BEL` may be England's army, or the end of an order in front of it.
    is_code = spelling.upper() in lexicon.board.codes
    is_goal = bool(tokens) and tokens[-1].kind in (ARROW, TYPE)
    is_mark = is_before_unit and len(spelling) > 1 and not is_code and not is_goal
    return sort if is_mark else ""


def _read_odd_word(atoms: list[_Atom], at: int, tokens: list[Token], lexicon: Lexicon) -> int:
    """Read a word without an entry: a filler, a type written together with its place, or
    unknown."""
    atom = atoms[at]
    word = atom.folded
    if word in FILLERS:
        return at + 1
    rest = lexicon.entries.get(word[1:]) if word[0] in "af" and len(word) > 3 else None
    if rest is not None and rest.kind == PLACE and len(rest.places[0]) > 2:
        tokens.append(Token(TYPE, atom.start, atom.start + 1, (word[0].upper(),)))
        return _append_place(atoms, at + 1, tokens, lexicon, atom.start + 1, atom.end, rest.places)
    tokens.append(Token(UNKNOWN, atom.start, atom.end))
    return at + 1


def _parts_orders(atoms: list[_Atom], at: int) -> bool:
    """Whether a slash is between two orders, and in front of no coast: `A PAR H / F BRE H`."""
    if atoms[at].folded != "/" or at + 2 >= len(atoms):
        return False
    return KEYWORDS.get(atoms[at + 1].folded) == TYPE and atoms[at + 2].sort == "word"


def _is_place(atoms: list[_Atom], at: int, lexicon: Lexicon) -> bool:
    entry = lexicon.entries.get(atoms[at].folded) if at < len(atoms) else None
    return entry is not None and entry.kind == PLACE


def _append_place(
    atoms: list[_Atom],
    at: int,
    tokens: list[Token],
    lexicon: Lexicon,
    start: int,
    end: int,
    places: tuple[str, ...],
) -> int:
    """Append a place with the coast that follows it, if any."""
    sort = PLACE if len(places) == 1 else UNCLEAR
    place, _, coast = places[0].partition("/")
    if coast:
        tokens.append(Token(sort, start, end, (place,), coast))
        return at
    sign = atoms[at].folded if at < len(atoms) and not _parts_orders(atoms, at) else ""
    opened = sign in ("/", "(", "[") or (sign == "." and at + 1 < len(atoms))
    glued = at < len(atoms) and at + 1 < len(atoms) and _joins(atoms, at)
    inner = at + 1 if opened or glued else at
    if inner < len(atoms) and atoms[inner].sort == "word":
        known = lexicon.bracketed_coasts if sign in ("/", "(", "[") else lexicon.coasts
        used, spelling = _longest(atoms, inner, (known,), lexicon)
        if used:
            coast = known[spelling]
        elif sign == "/" and not _is_place(atoms, inner, lexicon):
            used, coast = 1, atoms[inner].folded.upper()
        if used:
            last = inner + used - 1
            close = last + 1
            if sign in ("(", "[") and close < len(atoms) and atoms[close].folded in ")]":
                last = close
            tokens.append(Token(sort, start, atoms[last].end, places, coast))
            return last + 1
    tokens.append(Token(sort, start, end, places))
    return at
