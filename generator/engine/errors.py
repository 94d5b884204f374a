"""Errors, as a tree.

TheatrumError
├── FileError       a file that cannot be read, or whose contents are not what the format allows
│   └── FaultyState tables that make no state, with all their faults
├── GameError       a request that was understood, and that the game or the rules do not allow
├── UsageError      a command line or an interface used wrongly
└── BrokenPromise   our own defect; the only one that deserves a traceback

Bad orders are not errors but complaints: they never stop a turn.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal

from msgspec import Struct

# Controls of both kinds; marks, embeddings, overrides and isolates that change the direction of
# writing; the separators that some terminals take for line ends.
_SPANS: Final = (
    (0x00, 0x08),
    (0x0B, 0x1F),
    (0x7F, 0x9F),
    (0x061C, 0x061C),
    (0x200E, 0x200F),
    (0x2028, 0x202E),
    (0x2066, 0x2069),
    (0xFEFF, 0xFEFF),
)
# Tables of translation: every command imports this, and a regular expression is slow to compile.
_HIDDEN: Final[Mapping[int, str]] = MappingProxyType(
    {code: f"\\u{code:04x}" for first, last in _SPANS for code in range(first, last + 1)}
)
_LINE_ENDS: Final[Mapping[int, str]] = MappingProxyType({9: "\\u0009", 10: "\\u000a"})


def visible(text: str, *, one_line: bool = False) -> str:
    """The text with such characters as escapes (`\\u001b`, `\\u202e`), as JSON has them.

    Line ends and tabs stay, unless it is to be one line.
    """
    found = text.translate(_HIDDEN)
    return found.translate(_LINE_ENDS) if one_line else found


_LONGEST: Final = 4000
"""Characters of one part of a message; someone may have made a name of a million."""


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
    """Data of a feature that the program no longer has: it is reported, and nothing reads it."""


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
    """Tables that make no state; `faults` are all their faults, each beginning with its table."""

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


Severity = Literal["error", "warning"]
Done = Literal["yes", "partly", "perhaps", "no"]


class Complaint(Struct, frozen=True):
    """One thing wrong with an order sheet.

    `line` and `column` count from 1 within the power's order text of the phase (0: the whole
    sheet); callers that know the file turn them into a Place. An "error" has to be fixed; a
    "warning" may be meant. `rule` is the rule that decided, or "". `order` is the number of the
    order that it is about, as its `WrittenOrder` has it: several orders may be at one place. It
    is -1 where it is about words of a line or about the whole sheet. `done` is the fate of that
    order if no one else orders anything: it is carried out, in part, or not; "perhaps" where the
    orders of others decide. "" leaves it to the severity (`fate`).
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
        """The fate of the order that the complaint is about: with an error, it does not count."""
        return self.done or ("no" if self.severity == "error" else "yes")

    def __str__(self) -> str:
        return self.at(Place(self.power, self.line, self.column))

    def at(self, place: Place) -> str:
        """The complaint as one line, with `place` in front."""
        said = f"{self.problem} ({self.hint})" if self.hint else self.problem
        return ": ".join(part for part in (str(place), self.text, said) if part)
