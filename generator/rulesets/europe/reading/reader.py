"""Reading whole sheets of one phase of one game."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import groupby, takewhile, zip_longest
from typing import Any, Final, Literal

from msgspec.structs import replace

from generator.engine.board import Board
from generator.engine.course import START
from generator.engine.errors import Complaint
from generator.engine.forms.sheet import (
    FormReader,
    ReadSheet,
    Segment,
    first_word,
    joined,
    listing_verb,
    read_heading,
    segments_of,
)
from generator.engine.forms.tokens import read_tokens
from generator.engine.orders import order_reader
from generator.engine.orders import recorded_order as recorded_unit_order
from generator.engine.orders.sheet import shown
from generator.engine.phases import WrittenOrder
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.reading.catalogue import without_author
from generator.rulesets.europe.reading.names import TYPES, Names
from generator.rulesets.europe.turn.edition import Edition

# --- orders for units, line by line

# A strength is not part of an order: `A(2) FLA`, `A FLA (+1)`, `A2 FLA`.
_STRENGTH: Final = re.compile(r"[(\[]\s*(?:\+\s*)?\d{1,2}\s*[)\]]|(?<=\b[AaFf])\d{1,2}(?=\s)")


class UnitReader:
    """Reads the orders for units of one phase of one game. Never raises on any text."""

    def __init__(self, board: Board, names: Names, kind: Literal["movement", "retreat"]) -> None:
        self.names = names
        self.kind: Literal["movement", "retreat"] = kind
        self._reader = order_reader(board, names.nations)

    def read_segment(self, segment: Segment, power: str) -> ReadSheet:
        """The orders of a segment, or what is wrong with it."""
        line = segment.line
        tokens = read_tokens(line, segment.start, segment.end)
        if not any(token.sort != "sign" for token in tokens):
            return ReadSheet((), ())
        heading = read_heading(tokens, segment, power, self.names)
        if heading is not None:
            return heading
        start, label = self._label(segment)
        # The engine's reader gets the line with blanks for all that is not its business, so that
        # its columns are those of the sheet.
        body = " " * start + line[start : segment.end]
        body = _STRENGTH.sub(lambda found: " " * len(found.group()), body)
        orders, complaints = self._reader.read_sheet(body, self.kind)
        at = segment.number
        side, said = label
        return ReadSheet(
            tuple(replace(written, line=at, text=_text(line, written)) for written in orders),
            tuple(replace(complaint, line=at, power=power) for complaint in complaints),
            tuple((at, written.column, side, said) for written in orders) if side else (),
        )

    def _label(self, segment: Segment) -> tuple[int, tuple[str, str]]:
        """Where the order begins behind the name of a side, and the side with its spelling."""
        line = segment.line
        tokens = read_tokens(line, segment.start, segment.end)
        named = self.names.sides.first_at(tokens, 0)
        nothing = segment.start, ("", "")
        if named is None or named[1] >= len(tokens):
            return nothing
        side, after = named
        first, last, behind = tokens[0], tokens[after - 1], tokens[after]
        colon = line[last.end : behind.start].strip() == ":"
        # `A HES - SAA` begins with an army, also where a state is labeled A.
        typed = behind.sort == "word" and behind.text in TYPES
        if not colon and (not typed or first.text in TYPES):
            return nothing
        return behind.start, (side, line[first.start : last.end])


def _text(line: str, order: WrittenOrder) -> str:
    start = order.column - 1
    return line[start : start + len(order.text)]


# --- sheets

_ITEM: Final = re.compile(r"\(?\d{1,3}[.)\]]\s+(?=\S)")
_SHORT_PLACING: Final = re.compile(r"\d{1,3}\s*:\s*\S")
_PLACING: Final = re.compile(r"[-+]?\d[\d.,/½]*\s*:")

# No order is longer; looking for the phase of what cannot be one would only take time.
_LONGEST: Final = 200


class _PhaseReader:
    """Reads the orders of one phase: by forms, and in two phases by the engine's reader."""

    def __init__(self, edition: Edition, facts: Facts, names: Names, phase: str) -> None:
        own = edition.course[phase]
        added = (
            form
            for feature in edition.features
            for part in (START, phase)
            for form in feature.forms.get(part, ())
        )
        self.forms = FormReader((*own.forms, *added), names, without_author)
        self.units = UnitReader(facts.board, names, own.units) if own.units else None
        self._places = bool(own.units and own.forms)

    def fits(self, segment: Segment) -> bool:
        """Whether a segment is an order of this phase."""
        if self.forms.fits(segment):
            return True
        read = self.units.read_segment(segment, "") if self.units else None
        return read is not None and _is_clean(read)

    def read(self, segment: Segment, power: str, verb: str = "") -> ReadSheet:
        # `5: BRA` is whole, though it looks like an item's number and a heading to the engine.
        if self.units is None:
            return self.forms.read_segment(segment, power, verb=verb)
        if self.forms.begins(segment) or self.forms.fits(segment):
            return self.forms.read_segment(segment, power)
        item = _ITEM.match(segment.line, segment.start, segment.end) if self._places else None
        if item is not None:
            return self.read(replace(segment, start=item.end()), power)
        read = self.units.read_segment(segment, power)
        if _is_clean(read):
            return read
        # `2.5: BRA` is not an item with a faulty order to a unit.
        placing = self._places and _PLACING.match(segment.text)
        if placing or (read.complaints and self.forms.nearly_fits(segment)):
            return self.forms.read_segment(segment, power)
        return read


class GameReader:
    """Reads the sheets of all phases of games with the same powers and states."""

    def __init__(self, edition: Edition, facts: Facts) -> None:
        self.edition = edition
        self.facts = facts
        headings = (word for feature in edition.features for word in feature.headings)
        self.names = Names(facts, facts.board, edition.order_names(facts), headings)
        self._phases: dict[str, _PhaseReader] = {}

    def _phase(self, phase: str) -> _PhaseReader:
        if phase not in self._phases:
            self._phases[phase] = _PhaseReader(self.edition, self.facts, self.names, phase)
        return self._phases[phase]

    def read_sheet(self, text: str, phase: str, power: str) -> ReadSheet:
        """Every order of a sheet and every complaint about reading it, in written order.

        Text that cannot be read is there as well, with None for its order. Never raises.
        """
        sheets: list[ReadSheet] = []
        verb = ""
        segments = list(self._segments(text, phase))
        for segment, below in zip_longest(segments, segments[1:]):
            above, verb = verb, self._phase(phase).forms.verb_below(segment, verb)
            tokens = read_tokens(segment.line, segment.start, segment.end)
            # A verb alone in its line is a heading, with or without a colon.
            is_heading = len(tokens) == 1 and bool(listing_verb(tokens))
            if not (is_heading and below and first_word(below) in TYPES):
                sheets.append(self._read(segment, phase, power, above))
        return joined(sheets)

    def _segments(self, text: str, phase: str) -> Iterator[Segment]:
        """The segments of a text; where orders may have terms behind semicolons, with their terms.

        What fits as a whole is one order, in whichever phase; text that is not a complete order and
        begins as terms do belongs to the order in front of it, so that no order loses its terms.
        """
        slugs = (phase, *(slug for slug in self.edition.course.slugs if slug != phase))
        termed = [one for one in map(self._phase, slugs if ";" in text else ()) if one.forms.terms]
        if not termed:
            yield from segments_of(text)
            return
        for _, several in groupby(segments_of(text), lambda one: one.number):
            line = list(several)
            while line:
                count = self._whole(line, termed)
                yield replace(line[0], end=line[count - 1].end)
                line = line[count:]

    def _whole(self, line: list[Segment], termed: list[_PhaseReader]) -> int:
        """How many segments at the start of a line are one order with its terms."""
        terms = frozenset[str]().union(*(reader.forms.terms for reader in termed))
        behind = takewhile(lambda one: first_word(one) in terms, line[1:])
        several = [line[0], *behind]
        for count in range(len(several), 1, -1):
            whole = replace(line[0], end=several[count - 1].end)
            if any(reader.forms.fits(whole) for reader in termed):
                return count
        strays = takewhile(
            lambda one: not any(each.forms.fits(one) for each in termed), several[1:]
        )
        return 1 + len(list(strays))

    def _read(self, segment: Segment, phase: str, power: str, verb: str) -> ReadSheet:
        read = self._phase(phase).read(segment, power, verb)
        fault = next((one for one in read.complaints if one.severity == "error"), None)
        if not read.orders and not read.complaints and _SHORT_PLACING.match(segment.text):
            # `3: BOHC` is not a heading of a state, in any phase.
            fault = Complaint("error", power, segment.number, segment.start + 1, "", "")
        readable = any(written.order is not None for written in read.orders)
        if fault is None or readable or segment.end - segment.start > _LONGEST:
            return read
        if self._phase(phase).forms.fits(segment):
            # It is an order of this phase, and what is wrong with it has been said.
            return read
        others = (one for one in self.edition.course.phases if one.order and one.slug != phase)
        other = next((one for one in others if self._phase(one.slug).fits(segment)), None)
        if other is None:
            return read
        said = f"{other.order} in {self.edition.course[phase].name}"
        column, text = segment.start + 1, segment.text
        fault = replace(fault, column=column, text=shown(text), problem=said, hint="")
        return ReadSheet((WrittenOrder(text, segment.number, column, None),), (fault,))


def recorded_order(edition: Edition, facts: Facts, phase: str, text: str) -> Any:
    """The order of a recorded verdict, from its canonical notation; None if the text has no
    order."""
    if text[:2] in _UNITS:
        return recorded_unit_order(text, facts.board, edition.course[phase].units or "retreat")
    read = game_reader(edition, facts).read_sheet(text, phase, "")
    return read.orders[0].order if len(read.orders) == 1 else None


_UNITS: Final = ("A ", "F ")
"""The words that begin the orders of units; the engine reads them at once."""


def _is_clean(read: ReadSheet) -> bool:
    return bool(read.orders) and all(written.order is not None for written in read.orders)


_readers: Final[dict[tuple[Edition, tuple[str, ...], tuple[str, ...]], GameReader]] = {}


def game_reader(edition: Edition, facts: Facts) -> GameReader:
    """The reader for a game; made once for an edition and the powers and states in play."""
    key = (edition, tuple(facts.powers), tuple(facts.states))
    reader = _readers.get(key)
    if reader is None:
        reader = _readers[key] = GameReader(edition, facts)
    return reader
