"""Reading orders for units, those of minor states too: by the engine's reader, line by line."""

from __future__ import annotations

import re
from typing import Final, Literal

from msgspec.structs import replace

from generator.engine.board import Board
from generator.engine.forms.sheet import ReadSheet, Segment, read_heading
from generator.engine.forms.tokens import read_tokens
from generator.engine.orders import order_reader
from generator.engine.phases import WrittenOrder
from generator.rulesets.europe.reading.names import Names
from generator.rulesets.europe.reading.slots import TYPES

# A strength is no part of an order: `A(2) FLA`, `A FLA (+1)`, `A2 FLA`.
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
    """The text of an order as it stands on the sheet."""
    start = order.column - 1
    return line[start : start + len(order.text)]
