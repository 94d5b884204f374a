"""Complaints: what is wrong with one order, said so that its author can mend it."""

from __future__ import annotations

from typing import Literal

from msgspec import Struct

from generator.engine.errors import Place

Severity = Literal["error", "warning"]
Done = Literal["yes", "partly", "perhaps", "no"]


class Complaint(Struct, frozen=True):
    """One thing wrong with an order sheet.

    `line` and `column` count from 1 within the power's order text of the phase (0: the whole
    sheet); whoever knows the file turns them into a Place. An "error" has to be fixed; a
    "warning" may be meant. `rule` is the rule that decided, or "". `order` is the number of the
    order that it is about, as its `WrittenOrder` has it: several orders may stand at one place. It
    is -1 where it is about words of a line or about the whole sheet. `done` says what becomes of
    that order if nobody else orders anything: it is carried out, in part, or not; "perhaps" where
    the orders of others decide. "" leaves it to the severity (`fate`).
    """

    severity: Severity
    power: str
    line: int
    column: int
    text: str
    problem: str
    hint: str = ""
    rule: str = ""
    order: int = -1
    done: Done | Literal[""] = ""

    @property
    def fate(self) -> Done:
        """What becomes of the order that the complaint is about: with an error, nothing."""
        return self.done or ("no" if self.severity == "error" else "yes")

    def __str__(self) -> str:
        return self.at(Place(self.power, self.line, self.column))

    def at(self, place: Place) -> str:
        """The complaint as one line, with `place` in front."""
        said = f"{self.problem} ({self.hint})" if self.hint else self.problem
        return ": ".join(part for part in (str(place), self.text, said) if part)
