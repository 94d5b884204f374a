"""Units and their notation: `A VIE`, `F SPA/SC`, `A BUR +2`."""

from __future__ import annotations

import re
from typing import Literal, NamedTuple

from msgspec import Struct

from generator.engine.errors import GameError

Kind = Literal["A", "F"]

_UNIT = re.compile(r"([AF]) ([A-Z]{2,5}(?:/[A-Z]{2})?)(?: \+([1-9][0-9]?))?\Z")


class Piece(NamedTuple):
    """A unit in an order: type ("A", "F", or "" where the order left it out), place."""

    kind: str
    at: str

    @property
    def province(self) -> str:
        return self.at.partition("/")[0]

    def __str__(self) -> str:
        return f"{self.kind} {self.at}" if self.kind else self.at


class Unit(Struct, frozen=True):
    """One army or fleet. `strength` is 1 for an ordinary unit, 2 or more for a bolstered army."""

    kind: Kind
    at: str
    strength: int = 1

    @property
    def province(self) -> str:
        """The province's code, without a coast."""
        return self.at.partition("/")[0]

    @property
    def piece(self) -> Piece:
        return Piece(self.kind, self.at)

    def __str__(self) -> str:
        bolster = f" +{self.strength - 1}" if self.strength > 1 else ""
        return f"{self.kind} {self.at}{bolster}"


def parse_unit(text: str) -> Unit:
    """The unit that `str(unit)` wrote. Raises GameError for anything else."""
    found = _UNIT.match(text)
    if not found:
        raise GameError(
            "not a unit",
            text=repr(text),
            hint="units look like 'A XYZ': A or F, and the code of a place",
        )
    kind: Kind = "A" if found[1] == "A" else "F"
    return Unit(kind, found[2], 1 + int(found[3] or 0))
