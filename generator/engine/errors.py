"""What can go wrong, as a tree.

TheatrumError
├── FileError       a file that cannot be read, or whose contents are not what the format allows
│   └── FaultyState tables that are no state, with all that is wrong
├── GameError       a request that was understood, and that the game or the rules do not allow
├── UsageError      a command line or an interface used wrongly
└── BrokenPromise   our own defect; the only one that deserves a traceback

Bad orders are not errors but complaints (see `complaints.py`): they never stop a turn.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from generator.engine.visible import visible

_LONGEST: Final = 4000
"""Characters of one part of a message; somebody may have made a name of a million."""


class Place(Struct, frozen=True, order=True):
    """A place in a text. `line` and `column` count from 1; 0 means the whole file or line."""

    path: str
    line: int = 0
    column: int = 0

    def __str__(self) -> str:
        parts = [visible(self.path, one_line=True)] if self.path else []
        if self.line:
            parts.append(str(self.line))
            if self.column:
                parts.append(str(self.column))
        return ":".join(parts)


class LeftOver(UserWarning):
    """Data of a feature that the program no longer has: it is named, and nothing reads it."""


class TheatrumError(Exception):
    """Anything that Theatrum reports to a person in one line: place, text, problem, what to do."""

    exit_code = 1

    def __init__(
        self, problem: str, *, place: Place | None = None, text: str = "", hint: str = ""
    ) -> None:
        self.problem = problem
        self.place = place
        self.text = text
        self.hint = hint
        super().__init__(problem)

    def __str__(self) -> str:
        parts = [str(self.place)] if self.place and str(self.place) else []
        if self.text:
            parts.append(_shortened(self.text).replace("\n", "\\n"))
        problem, hint = _shortened(self.problem), _shortened(self.hint)
        parts.append(f"{problem} ({hint})" if hint else problem)
        return ": ".join(parts)


def _shortened(text: str) -> str:
    return visible(text if len(text) <= _LONGEST else f"{text[:_LONGEST]}…")


class FileError(TheatrumError):
    """A file that cannot be read, or whose contents are not what the format allows."""


class FaultyState(FileError):
    """Tables that are no state; `faults` are all that is wrong, each beginning with its table."""

    def __init__(self, faults: Sequence[str], hint: str = "") -> None:
        super().__init__("; ".join(faults), hint=hint)
        self.faults = tuple(faults)


class GameError(TheatrumError):
    """A request that was understood, and that the game or the rules do not allow."""


class UsageError(TheatrumError):
    """A command line or an interface used wrongly."""

    exit_code = 2


class BrokenPromise(TheatrumError):
    """A defect of the program itself: a state that its own rules exclude."""
