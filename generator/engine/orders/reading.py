"""From the parts of one order to its value: units, places, coasts and routes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.orders.faults import Fault
from generator.engine.orders.grammar import Found
from generator.engine.orders.tokens import Token
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
from generator.engine.orders.words import COAST_WORDS, NATION, NATION_AFTER, PLACE, TYPE
from generator.engine.units import Piece


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
                    "an army stands on no coast",
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
                f"its coasts are {named}" if named else f"it is written {token.value} alone",
            )
        )
        return token.value

    def goal(self, kind: str) -> tuple[str, bool]:
        """Where the order leads, and whether it names a route or says VIA."""
        start, end = self.found.spans["to"]
        places = [token for token in self.tokens[start:end] if token.kind == PLACE]
        for sea in places[:-1]:
            if self.board.provinces[sea.value].kind != "sea":
                self.faults.append(
                    Fault(
                        sea.start,
                        f"{sea.value} {self.board.name_of(sea.value)} is not a sea",
                        "a unit moves to one place; only a convoy's route names the seas between",
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
    # The first of a list takes the word before it, the last what may stand behind it.
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
