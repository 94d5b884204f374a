"""The results of adjudication: verdicts, events and their reasons.

Text is made last, for people, and nothing in the program reads it back: everything that a program
needs of a verdict or an event is beside its text as a value.

    Verdict.order   "A VIE - BOH"      Verdict.meant    Move(Piece("A", "VIE"), "BOH")
    Verdict.note    "ruling 2"         Verdict.ruling   2
    Event.text      "ruling 2: ..."    Event.ruling     2
                                       Event.data       its figures, which states keep

The files of states hold only the texts. They have one door: `archive.game.state_files` takes the
numbers of rulings out of them (with `engine.rulings`), and `Recorded` has the ruleset read an order
from its canonical notation (`Ruleset.order_in`) when it is asked for. tests/test_values.py checks
this.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field
from msgspec.structs import astuple

Outcome = Literal["success", "bounce", "cut", "disrupted", "dislodged", "void", "illegal", "excess"]

OUTCOMES: Final[dict[Outcome, str]] = {
    "success": "carried out",
    "bounce": "beaten: stopped by another unit",
    "cut": "support cut",
    "disrupted": "its convoy was broken",
    "dislodged": "dislodged",
    "void": "unmatched: possible, but other orders did not fit it",
    "illegal": "impossible, whatever the others ordered; ignored",
    "excess": "possible, but more than is due",
}

Extent = Literal["", "partly", "already", "repeated"]

NO_ORDER: Final = "no order given"
"""The note of a verdict on what a unit or a power does that was given no order."""

NO_DATA: Final[Mapping[str, Any]] = MappingProxyType({})


class Reason(NamedTuple):
    """Why, in one sentence with the numbers and the names that decided, and by which rule."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


class Recorded(NamedTuple):
    """Stands for the orders of verdicts that come from a file; `read` gives the value of a text."""

    read: Callable[[str], Any]


class Verdict(Struct, frozen=True, eq=False):
    """The result of one order.

    `order` is the canonical notation where the order could be read, otherwise the text as
    written. `written` is the player's own text where it differs, `note` is how the order came
    about when the player did not give it ("no order given", "ruling 2"). `known_to` lists the
    powers who may know of it; empty means everyone. `strength` is that of a unit's attack, hold,
    support or convoy after supports, for programs; states do not keep it, and then it is 0.
    `ruling` is the number of the ruling that the order rests on, 0 for none; `meaning` the order's
    value, None where the text could not be read. `extent`, only for checks: less was done than is
    ordered ("partly"), or the order asks for something that is so already ("already") or that
    another line orders ("repeated"), which harms nothing.
    Equality compares the texts: `meaning` and `extent` are left out.
    """

    power: str
    order: str
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    written: str = ""
    note: str = ""
    known_to: tuple[str, ...] = ()
    strength: int = 0
    ruling: int = 0
    meaning: Any = None
    extent: Extent = ""

    @property
    def public(self) -> bool:
        return not self.known_to

    @property
    def why(self) -> str:
        """The outcome with its reasons: `illegal: E19-MOV-2: Saxony is neutral`."""
        begun = f"{self.outcome}: "
        said = (f"{rule}: {text.removeprefix(begun)}" for rule, text in self.reasons)
        note = f" [{self.note}]" if self.note else ""
        reasons = "; ".join(said)
        return f"{self.outcome}{note}: {reasons}" if reasons else f"{self.outcome}{note}"

    @property
    def meant(self) -> Any:
        """The order's value, None where the text is not an order."""
        meaning = self.meaning
        return meaning.read(self.order) if type(meaning) is Recorded else meaning

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Verdict) and self._said() == other._said()

    def __ne__(self, other: object) -> bool:  # a Struct has its own
        return not self == other

    def __hash__(self) -> int:
        return hash(self._said())

    def _said(self) -> tuple[Any, ...]:
        return astuple(self)[:-2]


class Event(Struct, frozen=True):
    """One thing that happened, with the rule that made it happen.

    `kind` is the ruleset's word for it (e.g. "center-taken"). `weight` orders headlines, higher
    first. `known_to` lists who may know; empty means everyone. `data` are its figures, for
    tables and charts: texts, numbers and lists and tables of them. `ruling` is the number of the
    ruling that it announces, 0 for none.
    """

    kind: str
    rule: str
    text: str
    powers: tuple[str, ...] = ()
    provinces: tuple[str, ...] = ()
    weight: int = 0
    known_to: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=lambda: NO_DATA)
    ruling: int = 0

    @property
    def public(self) -> bool:
        return not self.known_to


RemedyKind = Literal["support", "convoy", "without", "matched", "none"]


class Remedy(Struct, frozen=True):
    """One change of one order of another unit after which the order would have succeeded.

    `orders` are canonical: for "support" and "convoy" at most two orders, either of which would
    have been enough, for "matched" those that an unmatched order waited for, for "without" the one
    order that should not have been given (its unit holds instead). "none": there is no such change,
    and `orders` is empty. `powers` runs parallel to `orders`: whose order each is, a power's id or,
    where it is secret who orders the unit, its owner. `text` has all that in one or two sentences.
    """

    kind: RemedyKind
    text: str
    orders: tuple[str, ...] = ()
    powers: tuple[str, ...] = ()
