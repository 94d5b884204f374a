"""Orders as values, and their one canonical notation.

hold `A PAR H`; move `A PAR - BUR`, by convoy `A LON - BEL VIA`; support `A PAR S A BUR`,
`A PAR S A MAR - BUR`; convoy `F NTH C A LON - BEL`; retreat phase `F TRI - ALB`, `F TRI D`;
build phase `BUILD F STP/SC`, `REMOVE A PAR`, `WAIVE`.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.engine.units import Piece

__all__ = [
    "AnyOrder",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Move",
    "Remove",
    "Retreat",
    "SupportHold",
    "SupportMove",
    "UnitOrder",
    "Waive",
]


@dataclass(frozen=True, slots=True)
class Hold:
    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} H"


@dataclass(frozen=True, slots=True)
class Move:
    """A move; `via` asks for travel by convoy even where the army could march."""

    unit: Piece
    to: str
    via: bool = False

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}{' VIA' if self.via else ''}"


@dataclass(frozen=True, slots=True)
class SupportHold:
    unit: Piece
    supported: Piece

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported}"


@dataclass(frozen=True, slots=True)
class SupportMove:
    unit: Piece
    supported: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} S {self.supported} - {self.to}"


@dataclass(frozen=True, slots=True)
class Convoy:
    unit: Piece
    army: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} C {self.army} - {self.to}"


@dataclass(frozen=True, slots=True)
class Retreat:
    unit: Piece
    to: str

    def __str__(self) -> str:
        return f"{self.unit} - {self.to}"


@dataclass(frozen=True, slots=True)
class Disband:
    """A dislodged unit given up in the retreat phase."""

    unit: Piece

    def __str__(self) -> str:
        return f"{self.unit} D"


@dataclass(frozen=True, slots=True)
class Build:
    unit: Piece

    def __str__(self) -> str:
        return f"BUILD {self.unit}"


@dataclass(frozen=True, slots=True)
class Remove:
    """A unit given up in the build phase."""

    unit: Piece

    def __str__(self) -> str:
        return f"REMOVE {self.unit}"


@dataclass(frozen=True, slots=True)
class Waive:
    """A build that its power does not want."""

    def __str__(self) -> str:
        return "WAIVE"


UnitOrder = Hold | Move | SupportHold | SupportMove | Convoy
AnyOrder = UnitOrder | Retreat | Disband | Build | Remove | Waive
