"""Complaints: what is wrong with one order, said so that its author can mend it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.engine.errors import Place

Severity = Literal["error", "warning"]


class Complaint(Struct, frozen=True):
    """One thing wrong with an order sheet.

    `line` and `column` count from 1 within the power's order text of the phase (0: the whole
    sheet); whoever knows the file turns them into a Place. An "error" will not be carried out as
    written; a "warning" will, but probably does nothing. `rule` is the rule that decided, or "".
    """

    severity: Severity
    power: str
    line: int
    column: int
    text: str
    problem: str
    hint: str = ""
    rule: str = ""

    def __str__(self) -> str:
        return self.at(Place(self.power, self.line, self.column))

    def at(self, place: Place) -> str:
        """The complaint as one line, with `place` in front."""
        said = f"{self.problem} ({self.hint})" if self.hint else self.problem
        return ": ".join(part for part in (str(place), self.text, said) if part)
