"""Positions and orders in game notation, for tests: only the canonical form, read strictly."""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

import generator
from generator.engine.board import Board, read_board
from generator.engine.movement import (
    STANDARD_POLICY,
    Explainer,
    Movement,
    MovementOptions,
    MovementPolicy,
    resolve_movement,
)
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.rulebook import Rulebook
from generator.engine.units import Piece, Unit, parse_unit


@cache
def board() -> Board:
    """The standard board."""
    path = Path(str(generator.__file__)).parent / "rulesets" / "standard" / "board.toml"
    return read_board(tomllib.loads(path.read_text(encoding="utf-8")))


def parse(text: str) -> tuple[Unit, UnitOrder | None]:
    """A unit and its order: `A PAR - BUR`, bolstered `A PAR +2 - BUR`, idle `A PAR`."""
    words = text.split()
    bolster = words.pop(2) if len(words) > 2 and words[2].startswith("+") else ""
    unit = parse_unit(" ".join([*words[:2], bolster]).strip())
    piece, rest = unit.piece, words[2:]
    match rest:
        case []:
            return unit, None
        case ["H"]:
            return unit, Hold(piece)
        case ["-", to]:
            return unit, Move(piece, to)
        case ["-", to, "VIA"]:
            return unit, Move(piece, to, via=True)
        case ["S", kind, at]:
            return unit, SupportHold(piece, Piece(kind, at))
        case ["S", kind, at, "-", to]:
            return unit, SupportMove(piece, Piece(kind, at), to)
        case ["C", kind, at, "-", to]:
            return unit, Convoy(piece, Piece(kind, at), to)
    raise ValueError(text)


class Causes(dict[str, str]):
    """A rulebook in which each cause is its own rule."""

    def __missing__(self, cause: str) -> str:
        return cause


class Turn(Struct, frozen=True):
    """A played turn, asked in the notation it was written in."""

    movement: Movement
    texts: tuple[str, ...]

    def _index(self, text: str) -> int:
        """The order that begins with `text`, which must be only one."""
        found = [i for i, own in enumerate(self.texts) if own == text or own.startswith(text + " ")]
        assert len(found) == 1, (text, found)
        return found[0]

    def outcome(self, text: str) -> str:
        return self.movement.outcomes[self._index(text)]

    def strength(self, text: str) -> int:
        return self.movement.strength(self._index(text))

    def reason(self, text: str) -> tuple[str, str]:
        """The rule and the text of the first reason for what became of an order; the cause where
        the rule is not the policy's."""
        found = Explainer(self.movement, Rulebook((), Causes())).explain(self._index(text))[0]
        return found.rule, found.text

    @property
    def after(self) -> dict[str, list[str]]:
        """Units by owner, sorted; the dislodged left out."""
        after: dict[str, list[str]] = {}
        for (owner, unit), at in zip(self.movement.units, self.movement.places, strict=True):
            if at is not None:
                after.setdefault(owner, []).append(str(replace(unit, at=at)))
        return {owner: sorted(units) for owner, units in after.items()}

    @property
    def dislodged(self) -> list[str]:
        return [str(one.unit) for one in self.movement.dislodged]

    @property
    def moved(self) -> list[str]:
        """The units that left their place, where they stand now; in the order written."""
        pairs = zip(self.movement.units, self.movement.places, strict=True)
        return [str(replace(unit, at=at)) for (_, unit), at in pairs if at and at != unit.at]


def play(
    *,
    policy: MovementPolicy = STANDARD_POLICY,
    options: MovementOptions | None = None,
    **orders: list[str],
) -> Turn:
    """Resolve the orders of each power: `play(france=["A PAR - BUR"], germany=["A MUN H"])`."""
    texts = tuple(text for lines in orders.values() for text in lines)
    units: list[tuple[str, Unit]] = []
    read: list[UnitOrder | None] = []
    for owner, lines in orders.items():
        for line in lines:
            unit, order = parse(line)
            units.append((owner, unit))
            read.append(order)
    movement = resolve_movement(board(), units, read, policy, options or MovementOptions())
    return Turn(movement, texts)
