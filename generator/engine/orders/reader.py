"""Reading orders as players write them: whole sheets, or one order at full speed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property, lru_cache
from typing import Final

from generator.engine.board import Board
from generator.engine.errors import Complaint
from generator.engine.orders.diagnosis import Diagnosis
from generator.engine.orders.sheet import SheetReader, shown
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
from generator.engine.orders.words import Lexicon, PhaseKind
from generator.engine.phases import WrittenOrder
from generator.engine.units import Piece

# Texts remembered for each kind of phase; longer ones are hardly ever repeated.
_REMEMBERED: Final = 1 << 16
_LONGEST_REMEMBERED: Final = 80


class OrderReader:
    """Reads orders for one board. Remembers short texts that it has read, up to a bound.

    `powers` are names of powers, or spellings mapped to the power's id: a label such as
    `France:` or `French` is then known. The board's home powers are always known.
    """

    def __init__(self, board: Board, powers: Mapping[str, str] | Iterable[str] = ()) -> None:
        self.board = board
        self._powers = dict(powers) if isinstance(powers, Mapping) else tuple(powers)
        self._canonical = Canonical(board)
        self._known: dict[PhaseKind, dict[str, AnyOrder | Complaint]] = {
            "movement": {},
            "retreat": {},
            "build": {},
        }

    @cached_property
    def _lexicon(self) -> Lexicon:
        return Lexicon(self.board, self._powers)

    @cached_property
    def _diagnosis(self) -> Diagnosis:
        return Diagnosis(self.board, self._lexicon)

    def read(self, text: str, kind: PhaseKind) -> AnyOrder | Complaint:
        """The one order that `text` is, or what is wrong with it. Never raises on any text."""
        known = self._known[kind]
        order = known.get(text)
        if order is None:
            order = self._canonical.read(text, kind) or self._read_single(text, kind)
            if len(text) <= _LONGEST_REMEMBERED:
                if len(known) >= _REMEMBERED:
                    known.clear()
                known[text] = order
        return order

    def _read_single(self, text: str, kind: PhaseKind) -> AnyOrder | Complaint:
        written, complaints = self.read_sheet(text, kind)
        wrong = next((complaint for complaint in complaints if complaint.severity == "error"), None)
        if wrong is not None:
            return wrong
        if len(written) == 1:
            order: AnyOrder = written[0].order
            return order
        problem = f"there are {len(written)} orders where one is wanted" if written else ""
        return Complaint("error", "", 1, 1, shown(text), problem or "there is no order here")

    def read_sheet(
        self, text: str, kind: PhaseKind, power: str = ""
    ) -> tuple[tuple[WrittenOrder, ...], tuple[Complaint, ...]]:
        """Every order of a sheet and every complaint about reading it, in written order.

        Text that cannot be read as an order is there as well, with None for its order.
        """
        sheet = SheetReader(self.board, self._lexicon, self._diagnosis, kind, power)
        lines = text.split("\n")
        below = ""
        following: list[str] = []
        for line in reversed(lines):
            following.append(below)
            below = line if line.strip() else below
        for number, (line, after) in enumerate(zip(lines, reversed(following), strict=True), 1):
            sheet.read_line(line, number, after)
        return tuple(sheet.written), tuple(sheet.complaints)


@lru_cache(maxsize=16)
def _reader(board: Board, powers: tuple[tuple[str, str], ...]) -> OrderReader:
    return OrderReader(board, dict(powers))


def order_reader(board: Board, powers: Mapping[str, str] | Iterable[str] = ()) -> OrderReader:
    """The reader for a board and its powers' names; made once for each."""
    if isinstance(powers, Mapping):
        return _reader(board, tuple(sorted(powers.items())))
    return _reader(board, tuple(sorted((name, name) for name in powers)))


def read_orders(
    text: str,
    board: Board,
    kind: PhaseKind,
    power: str = "",
    power_names: Mapping[str, str] | Iterable[str] = (),
) -> tuple[tuple[WrittenOrder, ...], tuple[Complaint, ...]]:
    """Read the order sheet of `power`: its orders, and complaints about it.

    Lines and columns count from 1 in `text`. `power_names` are names of powers, or spellings
    ("French") mapped to power ids; `power` is one of them. Never raises on any text.
    """
    return order_reader(board, power_names).read_sheet(text, kind, power)


def read_order(text: str, board: Board, kind: PhaseKind) -> AnyOrder | Complaint:
    """The one order that `text` is, or what is wrong with it. Never raises on any text."""
    return _reader(board, ()).read(text, kind)


def recorded_order(text: str, board: Board, kind: PhaseKind) -> AnyOrder | None:
    """The order of a recorded verdict, from its canonical notation; None for any other text."""
    order = read_order(text, board, kind)
    return None if isinstance(order, Complaint) else order


# --- canonical notation, read by a split and lookups: the fast way for machines


class Canonical:
    """Reads what `str(order)` wrote; anything else is left to the reader of players' orders."""

    __slots__ = ("_pieces",)

    def __init__(self, board: Board) -> None:
        # By type: an army is and arrives in provinces, a fleet, or a unit whose type is unknown, in
        # places. All pieces are made once.
        armies = {code: Piece("A", code) for code in board.codes}
        fleets = {place: Piece("F", place) for place in board.places}
        self._pieces = {"A": armies, "F": fleets}

    def read(self, text: str, kind: PhaseKind) -> AnyOrder | None:
        """The order, or None where the text is not canonical or no order of that phase."""
        words = text.split(" ")
        if kind == "build":
            return self._read_build(words)
        if len(words) < 3:
            return None
        places = self._pieces.get(words[0])
        unit = places.get(words[1]) if places else None
        if unit is None or places is None:
            return None
        if kind == "movement":
            return self._read_movement(words, unit, places)
        if len(words) == 4 and words[2] == "-" and words[3] in places:
            return Retreat(unit, words[3])
        return Disband(unit) if len(words) == 3 and words[2] == "D" else None

    def _read_movement(
        self, words: list[str], unit: Piece, places: dict[str, Piece]
    ) -> AnyOrder | None:
        verb = words[2]
        size = len(words)
        if verb == "-":
            if size == 4 and words[3] in places:
                return Move(unit, words[3])
            if size == 5 and words[3] in places and words[4] == "VIA":
                return Move(unit, words[3], True)
        elif verb == "H":
            return Hold(unit) if size == 3 else None
        elif (verb == "S" or verb == "C") and size >= 5:
            others = self._pieces.get(words[3])
            other = others.get(words[4]) if others else None
            if other is None or others is None:
                return None
            if size == 7 and words[5] == "-" and words[6] in others:
                if verb == "S":
                    return SupportMove(unit, other, words[6])
                return Convoy(unit, other, words[6]) if words[3] == "A" else None
            if size == 5 and verb == "S":
                return SupportHold(unit, other)
        return None

    def _read_build(self, words: list[str]) -> AnyOrder | None:
        if len(words) == 3:
            places = self._pieces.get(words[1])
            unit = places.get(words[2]) if places else None
            if unit is not None and words[0] == "BUILD":
                return Build(unit)
            if unit is not None and words[0] == "REMOVE":
                return Remove(unit)
        return Waive() if words == ["WAIVE"] else None
