"""Reading a sheet of orders line by line: headings, remarks, several orders on a line."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.errors import Complaint
from generator.engine.orders.diagnosis import Diagnosis, is_prose
from generator.engine.orders.grammar import Found, Split, begins_order, split_kinds
from generator.engine.orders.spelling import Fault
from generator.engine.orders.tokens import SEMICOLON, Token, kinds_of, read_tokens
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from generator.engine.orders.words import (
    ARROW,
    BUILD,
    COAST_WORDS,
    COMMA,
    DISBAND,
    HEADINGS,
    NATION,
    NATION_AFTER,
    NUMBER,
    PLACE,
    REMOVE,
    TYPE,
    Lexicon,
    PhaseKind,
    fold,
)
from generator.engine.phases import WrittenOrder
from generator.engine.units import Piece

# --- from the parts of one order to its value


class Read(Struct, frozen=True):
    """One order with its place in the line; None if its faults do not let it be read."""

    start: int
    end: int
    order: AnyOrder | None
    faults: tuple[Fault, ...] = ()
    nation: Token | None = None


def coast_words(coast: str) -> str:
    """A coast's letters in words: `south coast`."""
    names = {"N": "north coast", "S": "south coast", "E": "east coast", "W": "west coast"}
    return names.get(coast[0], coast) if len(coast) == 2 and coast[1] == "C" else f"coast {coast}"


class _Parts:
    """The parts of one order, read one by one; faults gather on the way."""

    def __init__(self, tokens: Sequence[Token], found: Found, board: Board) -> None:
        self.tokens = tokens
        self.found = found
        self.board = board
        self.faults: list[Fault] = []

    def piece(self, name: str) -> Piece:
        start, end = self.found.spans[name]
        kind = next((token.value for token in self.tokens[start:end] if token.kind == TYPE), "")
        place = next(token for token in self.tokens[start:end] if token.kind == PLACE)
        return Piece(kind, self.place(place, kind))

    def place(self, token: Token, kind: str) -> str:
        """The place of a token, with its coast unless a unit of that kind has no use for one."""
        if not token.coast:
            return token.value
        coasts = self.board.provinces[token.value].coasts
        if token.coast in coasts and kind != "A":
            return f"{token.value}/{token.coast}"
        if kind == "A" and (coasts or token.coast in COAST_WORDS.values()):
            self.faults.append(
                Fault(
                    token.start,
                    "an army cannot be on a coast",
                    f"read as {token.value} {self.board.name_of(token.value)}",
                    is_mild=True,
                )
            )
            return token.value
        named = " and ".join(f"{token.value}/{coast}" for coast in coasts)
        self.faults.append(
            Fault(
                token.start,
                f"{token.value} {self.board.name_of(token.value)} has no"
                f" {coast_words(token.coast)}",
                f"its coasts are {named}" if named else f"write only {token.value}",
            )
        )
        return token.value

    def goal(self, kind: str) -> tuple[str, bool]:
        """Where the order leads, and whether it has a route or VIA."""
        start, end = self.found.spans["to"]
        places = [token for token in self.tokens[start:end] if token.kind == PLACE]
        for sea in places[:-1]:
            if self.board.provinces[sea.value].kind != "sea":
                self.faults.append(
                    Fault(
                        sea.start,
                        f"{sea.value} {self.board.name_of(sea.value)} is not a sea",
                        "a unit moves to one place; only a convoy's route lists the seas between",
                    )
                )
                break
        return self.place(places[-1], kind), len(places) > 1 or "via" in self.found.spans


def read_found(found: Found, tokens: Sequence[Token], board: Board) -> tuple[Read, ...]:
    """The orders of one form: one, or those of a list behind one BUILD or REMOVE."""
    parts = _Parts(tokens, found, board)
    units = [name for name in found.spans if name.startswith("unit")]
    if len(units) > 1 or found.form in ("build", "remove"):
        return tuple(_read_listed(found, tokens, board, name) for name in units)
    order = _read_one(parts)
    return (_finish(parts, order, found.start, found.end),)


def _read_listed(found: Found, tokens: Sequence[Token], board: Board, name: str) -> Read:
    parts = _Parts(tokens, found, board)
    piece = parts.piece(name)
    start, end = found.spans[name]
    order = Build(piece) if found.form == "build" else Remove(piece)
    # The first of a list takes the word before it, the last the words that may follow.
    if name in ("unit", "unit0"):
        start = found.start
    return _finish(parts, order, start, found.end if name == "unit" else end)


def _finish(parts: _Parts, order: AnyOrder, start: int, end: int) -> Read:
    tokens = parts.tokens[start:end]
    lead = next((name for name in ("unit", "unit0") if name in parts.found.spans), "")
    span = parts.found.spans.get(lead, (start, end))
    nation = next(
        (token for token in parts.tokens[slice(*span)] if token.kind in (NATION, NATION_AFTER)),
        None,
    )
    broken = any(not fault.is_mild for fault in parts.faults)
    return Read(
        tokens[0].start, tokens[-1].end, None if broken else order, tuple(parts.faults), nation
    )


def _read_one(parts: _Parts) -> AnyOrder:
    form = parts.found.form
    if form == "waive":
        return Waive()
    unit = parts.piece("unit")
    if form == "hold":
        return Hold(unit)
    if form == "disband":
        return Disband(unit)
    if form == "move":
        to, via = parts.goal(unit.kind)
        return Move(unit, to, via)
    if form == "retreat":
        to, via = parts.goal(unit.kind)
        if via:
            token = parts.tokens[parts.found.end - 1]
            parts.faults.append(
                Fault(token.start, "no unit retreats by convoy", "read without it", is_mild=True)
            )
        return Retreat(unit, to)
    other = parts.piece("other")
    if form == "support-hold":
        return SupportHold(unit, other)
    to, _ = parts.goal("A" if form == "convoy" else other.kind)
    return SupportMove(unit, other, to) if form == "support-move" else Convoy(unit, other, to)


# --- whole sheets

_SHOWN: Final = 72
_REMARK = re.compile("#|//")
_BULLET = re.compile(r"(?:[\s>*•·‣▪\-\u2010-\u2015]|[(\[]?\d{1,3}(?:[.):\]]|\s|\Z))*")
_BARE_UNITS = re.compile("(?:N?t?N?f?pn?k?){1,8}")
_BRACKETS: Final = {")": "(", "]": "["}
_ASKS_FOR_MORE: Final = "-sctN"
_HEADING_VERBS: Final = {
    "movement": frozenset[str](),
    "retreat": frozenset((REMOVE, DISBAND)),
    "build": frozenset((BUILD, REMOVE, DISBAND)),
}
"""The words of a phase that a bare list of units may follow, on the same line or below."""


def shown(text: str) -> str:
    """Text for a message of one line: blanks joined, hidden signs made visible, cut to length."""
    plain = " ".join(text[: 4 * _SHOWN].split())
    plain = "".join(c if c.isprintable() else "\ufffd" for c in plain)
    return plain if len(plain) <= _SHOWN else f"{plain[: _SHOWN - 1]}…"


class SheetReader:
    """Reads the lines of one sheet one after another."""

    def __init__(
        self, board: Board, lexicon: Lexicon, diagnosis: Diagnosis, kind: PhaseKind, power: str
    ) -> None:
        self.board = board
        self.lexicon = lexicon
        self.diagnosis = diagnosis
        self.kind = kind
        self.power = power
        self.written: list[WrittenOrder] = []
        self.complaints: list[Complaint] = []
        # In the build phase, the word that a list of units follows: on the same line, or below a
        # heading.
        self.verb = ""
        self.heading_verb = ""

    def read_line(self, line: str, number: int, below: str = "") -> None:
        """Read a line; `below` is the next one that is not blank."""
        body, tokens = self._tokens(line)
        self.verb = self.heading_verb
        if all(token.kind in (ARROW, COMMA, SEMICOLON) for token in tokens):
            return
        if self._is_heading(tokens, body, number, below):
            return
        parts = [part for part in _parts(tokens) if part]
        if all(is_prose(kinds_of(part)) and not self._split(part).found for part in parts):
            if body.rstrip().endswith(":"):  # `Keep:` ends the list below `Disbands:`
                self.heading_verb = ""
            self._complain(tokens, body, number)
            return
        for part in self._joined(parts):
            self._read_part(part, body, number)

    def _tokens(self, line: str) -> tuple[str, list[Token]]:
        """A line without its remark, and its tokens."""
        remark = _REMARK.search(line)
        body = line[: remark.start()] if remark else line
        bullet = _BULLET.match(body)
        return body, read_tokens(body, bullet.end() if bullet else 0, self.lexicon, self.kind)

    def _is_heading(self, tokens: list[Token], body: str, number: int, below: str) -> bool:
        """Whether a line only announces whose orders follow, or which: `France:`, `Builds:`; also
        `Builds` above a list of units."""
        nations = [token for token in tokens if token.kind == NATION]
        years = [token for token in tokens if token.kind == NUMBER and token.end - token.start == 4]
        kinds = kinds_of(tokens)
        verbs = [kind for kind in kinds if kind in _HEADING_VERBS[self.kind]]
        if not (nations or years or body.rstrip().endswith(":")):
            heads = verbs and _BARE_UNITS.fullmatch(kinds_of(self._tokens(below)[1]))
            if not heads:
                return False
        if nations and len(tokens) > 1 and self._split(tokens).found:
            return False
        for token in tokens:
            word = fold(body[token.start : token.end])
            if token.kind in (NATION, NUMBER, COMMA, ARROW):
                continue
            if token.kind == PLACE or word not in HEADINGS:
                return False
        self.heading_verb = verbs[-1] if verbs else self.heading_verb
        for token in nations:
            self._check_nation(token, body, number)
        return True

    def _joined(self, parts: list[list[Token]]) -> list[list[Token]]:
        """The parts of a line; a part that neither is nor begins an order is joined to its
        neighbor, so that an order keeps its author's words about it."""
        found: list[list[Token]] = []
        is_rest = False
        for part in parts:
            kinds = kinds_of(self._with_verb(part, "") if self.verb else part)
            stands = begins_order(kinds, 0, self.kind) or self._split(part).broken is None
            if found and (is_rest or not stands):
                found[-1] += [Token(COMMA, found[-1][-1].end, part[0].start), *part]
            else:
                found.append(list(part))
            is_rest = len(found) == 1 and not stands
        return found

    def _split(self, tokens: Sequence[Token]) -> Split:
        def fits(found: Found) -> bool:
            start, end = found.spans.get("seas", (0, 0))
            places = (token.value for token in tokens[start:end] if token.kind == PLACE)
            return all(self.board.provinces[place].kind == "sea" for place in places)

        return split_kinds(kinds_of(tokens), self.kind, fits)

    def _read_part(self, tokens: list[Token], body: str, number: int) -> None:
        if len(tokens) > 1 and tokens[0].kind == ARROW:
            tokens = tokens[1:]
        if len(tokens) > 1 and tokens[0].kind == NATION and tokens[1].kind in "-hscrdbxw":
            self._check_nation(tokens[0], body, number)
            tokens = tokens[1:]
        tokens = self._with_verb(tokens, body)
        split = self._split(tokens)
        fault = self._doubt(tokens, body)
        if fault is None and split.is_ambiguous:
            fault = Fault(
                tokens[0].start,
                "this can be split into orders in more than one way",
                "put each order on its own line",
            )
        if fault is not None:
            self._add(Read(tokens[0].start, tokens[-1].end, None, (fault,)), body, number)
        elif split.broken is not None:
            self._complain(tokens, body, number, split.broken)
        else:
            for found in split.found:
                for read in read_found(found, tokens, self.board):
                    self._add(read, body, number)

    def _doubt(self, tokens: Sequence[Token], body: str) -> Fault | None:
        """A place in front of a unit that may be the mark of the unit's power instead."""
        before = ""
        for token, after in pairwise(tokens):
            if token.kind == PLACE and after.kind == TYPE and before not in (ARROW, TYPE):
                text = body[token.start : token.end]
                if self.lexicon.power_of(fold(text)):
                    place = self.board.name_of(token.value)
                    rest = f"{body[tokens[0].start : token.start]}{body[after.start :]}".strip()
                    hint = f"without it this is {shown(rest)}; put other orders on other lines"
                    problem = f"{text} may be {place} or say whose unit follows"
                    return Fault(token.start, problem, hint)
            before = token.kind
        return None

    def _with_verb(self, tokens: list[Token], body: str) -> list[Token]:
        """Bare units of a list, with the word that the list is behind."""
        if tokens[0].kind in _HEADING_VERBS[self.kind] and len(tokens) > 1:
            self.verb = tokens[0].kind
            if ":" in body[tokens[0].end : tokens[1].start]:
                self.heading_verb = self.verb
        elif self.verb and _BARE_UNITS.fullmatch(kinds_of(tokens)):
            return [Token(self.verb, tokens[0].start, tokens[0].start), *tokens]
        return tokens

    def _complain(
        self, tokens: Sequence[Token], body: str, number: int, broken: tuple[int, int] | None = None
    ) -> None:
        """Complain about tokens of which nothing is read; `broken` are those at fault."""
        start, end = broken or (0, len(tokens))
        faults = self.diagnosis.faults(tokens[start:end], body, self.kind)
        self._add(Read(tokens[0].start, tokens[-1].end, None, faults), body, number)

    def _add(self, read: Read, body: str, number: int) -> None:
        text = body[read.start : read.end]
        closing = body[read.end : read.end + 1]
        if closing in _BRACKETS and text.count(_BRACKETS.get(closing, "")) > text.count(closing):
            text += closing
        self.written.append(WrittenOrder(text, number, read.start + 1, read.order))
        if read.nation is not None:
            self._check_nation(read.nation, body, number, text)
        for fault in read.faults:
            self.complaints.append(fault.complaint(self.power, number, shown(text)))

    def _check_nation(self, token: Token, body: str, number: int, text: str = "") -> None:
        if not self.power or token.value.casefold() == self.power.casefold():
            return
        label = body[token.start : token.end]
        problem = f"this is headed {shown(label)}, and the sheet is that of {self.power}"
        fault = Fault(token.start, problem, "a sheet moves its own power's units only", True)
        self.complaints.append(fault.complaint(self.power, number, shown(text or label)))


def _parts(tokens: list[Token]) -> list[list[Token]]:
    """The tokens between semicolons and commas; a comma behind a word that asks for more is
    only punctuation."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if token.kind == SEMICOLON:
            parts.append([])
        elif token.kind == COMMA:
            if parts[-1] and parts[-1][-1].kind not in _ASKS_FOR_MORE:
                parts.append([])
        else:
            parts[-1].append(token)
    return parts
