"""What can be wrong with a part of a line, and the words in which hints are given."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from generator.engine.errors import Complaint, Severity

FOREIGN_LETTERS: Final = "it has letters of another alphabet"
"""The hint for a word in which Cyrillic or Greek letters look like Latin ones."""


class Fault(Struct, frozen=True):
    """What is wrong at a position of the line. A mild one leaves the order readable."""

    start: int
    problem: str
    hint: str = ""
    is_mild: bool = False

    def complaint(self, power: str, line: int, text: str, rule: str = "") -> Complaint:
        """As a complaint about a text on a line of a power's sheet."""
        severity: Severity = "warning" if self.is_mild else "error"
        return Complaint(severity, power, line, self.start + 1, text, self.problem, self.hint, rule)


def either(words: Sequence[str]) -> str:
    """`A`, `A or B`, `A, B or C`."""
    return " or ".join(filter(None, (", ".join(words[:-1]), words[-1])))


def did_you_mean(words: Sequence[str], otherwise: str = "") -> str:
    """The hint that offers what was probably meant; `otherwise` where that is nothing."""
    return f"did you mean {either(words)}?" if words else otherwise


def word_at(line: str, start: int, end: int) -> str:
    """A word of a line as complaints quote it: in capitals, cut to length."""
    text = line[start:end]
    text = text if len(text) <= 24 else f"{text[:23]}…"
    return "".join(c if c.isprintable() else "\ufffd" for c in text).upper()
