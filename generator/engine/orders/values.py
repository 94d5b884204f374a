"""Orders as values, and their one canonical notation.

hold `A PAR H`; move `A PAR - BUR`, by convoy `A LON - BEL VIA`; support `A PAR S A BUR`,
`A PAR S A MAR - BUR`; convoy `F NTH C A LON - BEL`; retreat phase `F TRI - ALB`, `F TRI D`;
build phase `BUILD F STP/SC`, `REMOVE A PAR`, `WAIVE`.
"""

from __future__ import annotations

from msgspec import Struct

from generator.engine.units import Piece


class Hold(Struct, frozen=True):
    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} H"


class Move(Struct, frozen=True):
    """A move; `via` asks for travel by convoy even where the army could march."""

    unit: Piece
    to: str
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}{' VIA' if self.via else ''}"


class SupportHold(Struct, frozen=True):
    unit: Piece
    supported: Piece

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported}"


class SupportMove(Struct, frozen=True):
    unit: Piece
    supported: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported} - {self.to}"


class Convoy(Struct, frozen=True):
    unit: Piece
    army: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} C {self.army} - {self.to}"


class Retreat(Struct, frozen=True):
    unit: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}"


class Disband(Struct, frozen=True):
    """A dislodged unit given up in the retreat phase."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} D"


class Build(Struct, frozen=True):
    unit: Piece

    def __str__(self) -> str:
        return f"BUILD {self.unit}"


class Remove(Struct, frozen=True):
    """A unit given up in the build phase."""

    unit: Piece

    def __str__(self) -> str:
        return f"REMOVE {self.unit}"


class Waive(Struct, frozen=True):
    """A build that its power does not want."""

    def __str__(self) -> str:
        return "WAIVE"


UnitOrder = Hold | Move | SupportHold | SupportMove | Convoy
AnyOrder = UnitOrder | Retreat | Disband | Build | Remove | Waive
