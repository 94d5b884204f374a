"""Orders in canonical notation, read by a split and lookups: the fast way for machines."""

from __future__ import annotations

from generator.engine.board import Board
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
from generator.engine.orders.words import PhaseKind
from generator.engine.units import Piece


class Canonical:
    """Reads what `str(order)` wrote; anything else is left to the reader of players' orders."""

    __slots__ = ("_pieces",)

    def __init__(self, board: Board) -> None:
        # By type: an army stands and arrives in provinces, a fleet, or a unit whose type is
        # unknown, in places. All pieces are made once.
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
