"""Reading a sheet of orders by their forms, part by part.

    France, 1620:                               a heading: no order
    1) LOAN 5 TO SPAIN; WAR: SAVOY  # at last   two segments, the first behind an item's number
    5: BRE, 3: HES and 2: LOR                   one segment, three orders

A sheet falls into segments (between line ends and semicolons, without remarks and bullets). A
segment is read as the first of these that it can be:

    one order  >  what is behind an item's number  >  a heading  >  what is behind a label
    >  several orders between commas (or `and`)  >  the same with faults  >  one faulty order

Invariants: columns are those of the line as it was sent, and an order's text is a part of that
line; a part without an order has an error; no text raises or takes long.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.engine.errors import Complaint, GameError
from generator.engine.forms.faults import Diagnosis, patterns_of
from generator.engine.forms.matching import match_pattern
from generator.engine.forms.names import Names, Span
from generator.engine.forms.pattern import Alternatives, Fillers, Form, Pattern, Word
from generator.engine.forms.tokens import Token, read_tokens
from generator.engine.orders.sheet import shown
from generator.engine.orders.spelling import Fault
from generator.engine.orders.words import BUILD, DISBAND, KEYWORDS, REMOVE, TYPE
from generator.engine.phases import WrittenOrder

_REMARK = re.compile("#|//")
_BULLET = re.compile(r"(?:[\s>*•·‣▪]|[-\u2010-\u2015](?=\s))*")
_ITEM = re.compile(r"\(?\d{1,3}[.)\]]\s+")
_LABEL = re.compile(r"[^:;]{2,40}?:")
# The verbs of headings above lists of units.
_LISTING: Final = {BUILD: "build", DISBAND: "disband", REMOVE: "disband"}
# An item's number, a power and a heading may be in front of an order, and no more.
_IN_FRONT: Final = 3


class ReadSheet(Struct, frozen=True):
    """The entries of a sheet. `labels` maps the line and column of an order to the side in
    front."""

    orders: tuple[WrittenOrder, ...]
    complaints: tuple[Complaint, ...]
    labels: tuple[tuple[int, int, str, str], ...] = ()


class Segment(Struct, frozen=True):
    """One order's part of a line, from `start` to `end`."""

    line: str
    number: int
    start: int
    end: int

    @property
    def text(self) -> str:
        return self.line[self.start : self.end].strip()


def segments_of(text: str) -> Iterator[Segment]:
    """The parts of all lines between semicolons, without remarks, bullets and blanks."""
    for number, line in enumerate(text.split("\n"), 1):
        remark = _REMARK.search(line)
        body = line[: remark.start()] if remark else line
        start = 0
        for part in body.split(";"):
            end = start + len(part)
            bullet = _BULLET.match(body, start, end)
            first = bullet.end() if bullet else start
            if body[first:end].strip():
                yield Segment(body, number, first, end)
            start = end + 1


class FormReader:
    """Reads orders by the forms of one phase of one game. Never raises on any text."""

    def __init__(
        self,
        forms: Sequence[Form],
        names: Names,
        kept: Callable[[tuple[Any, ...], str], tuple[Any, ...]] = lambda orders, author: orders,
    ) -> None:
        """`kept`: those that count of the several orders of one form, and who wrote them.

        `terms` are the words with which what is behind a semicolon of a pattern begins.
        """
        self.names = names
        self.kept = kept
        patterns = patterns_of(forms, names)
        self._patterns = tuple((form, pattern, _beginnings(pattern)) for form, pattern in patterns)
        self.terms = frozenset(word for _, pattern in patterns for word in _terms(pattern))
        self.diagnosis = Diagnosis(patterns, names)

    def read_segment(
        self, segment: Segment, power: str, inside: int = 0, verb: str = ""
    ) -> ReadSheet:
        """The orders of a segment, or what is wrong with it. `inside` counts what is in front;
        `verb` is the one that bare units are behind, as those below `Builds:` do."""
        line = segment.line
        tokens = _stripped(segment)
        if tokens and KEYWORDS.get(tokens[0].text) == TYPE:
            start = tokens[0].start
            if any(verb in beginnings for _, _, beginnings in self._patterns):
                tokens = (Token("word", start, start, verb), *tokens)
        if not any(token.sort in ("word", "number", "quote", "other") for token in tokens):
            return ReadSheet((), ())
        read = self._read_tokens(tokens, segment, power)
        if read is not None:
            return read
        item = _ITEM.match(line, segment.start, segment.end) if inside < _IN_FRONT else None
        if item is not None and line[item.end() : segment.end].strip():
            return self.read_segment(replace(segment, start=item.end()), power, inside + 1, verb)
        heading = read_heading(tokens, segment, power, self.names)
        if heading is not None:
            return heading
        # `BRE: 5, HES: 3` begins with an order, not with the name of a side.
        whole = self._order_of(_parts(tokens)[0]) is not None
        label = self._label(segment, power, inside) if inside < _IN_FRONT and not whole else None
        if label is not None:
            return label
        for words in ((), ("and",)):
            parts = _parts(tokens, words)
            several = [self._read_tokens(part, segment, power) for part in parts]
            if len(parts) > 1 and all(sheet is not None for sheet in several):
                return joined(sheet for sheet in several if sheet is not None)
        parts = _parts(tokens)
        several = [self._read_tokens(part, segment, power) for part in parts]
        if several[0] is not None and not self.diagnosis.guessed(tokens, line):
            return joined(
                self._broken(part, segment, power) if sheet is None else sheet
                for part, sheet in zip(parts, several, strict=True)
            )
        return self._broken(tokens, segment, power)

    def fits(self, segment: Segment) -> bool:
        """Whether a segment as a whole can be read."""
        tokens = _stripped(segment)
        return bool(tokens) and self._order_of(tokens) is not None

    def nearly_fits(self, segment: Segment) -> bool:
        """Whether a segment could be read if its unknown words were known."""
        tokens = _stripped(segment)
        return bool(tokens) and bool(self.diagnosis.guessed(tokens, segment.line))

    def begins(self, segment: Segment) -> bool:
        """Whether a segment is one of these orders, or begins with a word that only they have."""
        tokens = _stripped(segment)
        if not tokens or tokens[0].sort != "word":
            return False
        first = tokens[0].text
        leads = len(first) > 2 and any(first in words for _, _, words in self._patterns)
        return leads or self._order_of(tokens) is not None

    def _order_of(self, tokens: Sequence[Token]) -> tuple[Form, dict[str, Any]] | None:
        first = tokens[0]
        lead = first.text if first.sort != "quote" else ""
        for form, pattern, beginnings in self._patterns:
            if beginnings and lead not in beginnings:
                continue
            match = match_pattern(pattern, tokens, self.names.kinds)
            if match is not None:
                return form, dict(match.slots)
        return None

    def _read_tokens(
        self, tokens: Sequence[Token], segment: Segment, power: str
    ) -> ReadSheet | None:
        found = self._order_of(tokens)
        if found is None:
            return None
        form, slots = found
        line = segment.line
        for name, value in slots.items():
            # A text without quotes is the rest of the line, unchanged.
            if isinstance(value, Span):
                # With the full stop, which is not a token.
                is_last = not read_tokens(line, value.end, segment.end)
                slots[name] = line[value.start : segment.end if is_last else value.end].strip()
        text, column = line[tokens[0].start : tokens[-1].end], tokens[0].start + 1
        try:
            made = form.make(slots)
        except GameError as error:
            fault = Fault(tokens[0].start, error.problem, error.hint or f"like {form.example}")
            return self._faulty(tokens, (fault,), segment, power)
        orders = self.kept(made, power) if isinstance(made, tuple) else (made,)
        return ReadSheet(
            tuple(WrittenOrder(text, segment.number, column, order) for order in orders), ()
        )

    def _broken(self, tokens: Sequence[Token], segment: Segment, power: str) -> ReadSheet:
        return self._faulty(tokens, self.diagnosis.faults(tokens, segment.line), segment, power)

    def _faulty(
        self, tokens: Sequence[Token], faults: Sequence[Fault], segment: Segment, power: str
    ) -> ReadSheet:
        text = segment.line[tokens[0].start : tokens[-1].end]
        order = WrittenOrder(text, segment.number, tokens[0].start + 1, None)
        complaints = (fault.complaint(power, segment.number, shown(text)) for fault in faults)
        return ReadSheet((order,), tuple(complaints))

    def _label(self, segment: Segment, power: str, inside: int) -> ReadSheet | None:
        """A segment behind the name of a power or a heading: `France: WAR SPAIN`."""
        found = _LABEL.match(segment.line, segment.start, segment.end)
        if found is None or not segment.line[found.end() : segment.end].strip():
            return None
        head = read_tokens(segment.line, segment.start, found.end())
        heading = read_heading(head, segment, power, self.names) if head else None
        if heading is None or self._is_state_and_number(head, segment, found.end()):
            return None
        behind = replace(segment, start=found.end())
        rest = self.read_segment(behind, power, inside + 1, listing_verb(head))
        return joined((heading, rest))

    def _is_state_and_number(self, head: Sequence[Token], segment: Segment, at: int) -> bool:
        """Whether a number follows a state, which places nothing: `BRE: 2 COL`."""
        side = self.names.sides.first_at(head, 0)
        behind = read_tokens(segment.line, at, segment.end)
        is_state = side is not None and side[0] not in self.names.authors
        return is_state and bool(behind) and behind[0].sort == "number"

    def verb_below(self, segment: Segment, verb: str) -> str:
        """The verb that bare units below a segment are behind, where it was `verb` above it."""
        label = _LABEL.match(segment.line, segment.start, segment.end)
        end = label.end() if label is not None else segment.end
        head = read_tokens(segment.line, segment.start, end)
        if found := listing_verb(head):
            return found
        is_heading = head and read_heading(head, segment, "", self.names) is not None
        return "" if is_heading or segment.text.endswith(":") else verb


def listing_verb(head: Sequence[Token]) -> str:
    """The verb of a heading that is above units: of `Builds:`; "" for any other."""
    kinds = {KEYWORDS.get(token.text) for token in head}
    return _LISTING.get(next(iter(kinds)) or "", "") if len(kinds) == 1 else ""


def _parts(tokens: Sequence[Token], words: Sequence[str] = ()) -> list[Sequence[Token]]:
    """The tokens between commas or slashes, and between words that part orders."""
    parts: list[list[Token]] = [[]]
    for token in tokens:
        if (token.sort == "sign" and token.text in ",/") or token.text in words:
            parts.append([])
        else:
            parts[-1].append(token)
    return [part for part in parts if part]


def _stripped(segment: Segment) -> Sequence[Token]:
    """The tokens of a segment from the first that is not a mere sign."""
    tokens = read_tokens(segment.line, segment.start, segment.end)
    start, end = 0, len(tokens)
    while start < end and tokens[start].sort == "sign" and tokens[start].text != "+":
        # A bracket that opens before the order closes after it.
        if tokens[start].text in "([" and tokens[end - 1].text in (")", "]"):
            end -= 1
        start += 1
    return tokens[start:end]


def read_heading(
    tokens: Sequence[Token], segment: Segment, power: str, names: Names
) -> ReadSheet | None:
    """Read a line that only announces whose orders follow, or which: `France, 1620:`, `Builds:`.

    None if it is not a heading. One of another power is complained about.
    """
    sides: list[tuple[str, Token]] = []
    is_dated = is_worded = is_numbered = False
    at = 0
    while at < len(tokens):
        token = tokens[at]
        found = names.sides.first_at(tokens, at)
        if found is not None:
            sides.append((found[0], token))
            at = found[1]
            continue
        if token.sort == "number":
            is_dated = is_dated or len(token.text) == 4
            is_numbered = is_numbered or len(token.text) != 4
        elif token.sort == "word" and token.text in names.headings:
            is_worded = True
        elif token.sort != "sign" or token.text == ">":
            return None
        at += 1
    end = tokens[-1].end
    closed = segment.line[end : segment.end].lstrip(" \t)]*_").startswith(":")
    is_own = [side for side, _ in sides] == [power]
    if is_numbered and not (closed and is_worded):
        return None
    if not (is_dated or is_own or (closed and (sides or is_worded))):
        return None
    foreign = (side for side in sides if power and side[0] in names.authors and side[0] != power)
    complaints = []
    for side, token in foreign:
        own = names.called(power)
        problem = f"this is headed {names.called(side)}, and the sheet is that of {own}"
        fault = Fault(token.start, problem, "a sheet gives its own power's orders only", True)
        complaints.append(fault.complaint(power, segment.number, shown(segment.text)))
    return ReadSheet((), tuple(complaints))


def first_word(segment: Segment) -> str:
    """The word that a segment begins with, folded; "" if it begins with anything else."""
    tokens = _stripped(segment)
    return tokens[0].text if tokens and tokens[0].sort == "word" else ""


def joined(sheets: Iterable[ReadSheet]) -> ReadSheet:
    several = list(sheets)
    return ReadSheet(
        tuple(order for sheet in several for order in sheet.orders),
        tuple(complaint for sheet in several for complaint in sheet.complaints),
        tuple(label for sheet in several for label in sheet.labels),
    )


def _terms(pattern: Pattern) -> Iterator[str]:
    """The words behind the semicolons of a pattern."""
    for at, node in enumerate(pattern):
        if isinstance(node, Alternatives):
            yield from (word for way in node.ways for word in _terms(way))
        elif ";" in (node.words if isinstance(node, Fillers) else (getattr(node, "text", ""),)):
            yield from _beginnings(pattern[at + 1 :])


def _beginnings(pattern: Pattern) -> frozenset[str]:
    """The words that an order of this pattern can begin with; empty if anything can."""
    found: set[str] = set()
    for node in pattern:
        if isinstance(node, Word):
            return frozenset((*found, node.text))
        if not isinstance(node, Alternatives):
            return frozenset()
        optional = False
        for way in node.ways:
            if not way:
                optional = True
                continue
            first = _beginnings(way)
            if not first:
                return frozenset()
            found |= first
        if not optional:
            return frozenset(found)
    return frozenset()
