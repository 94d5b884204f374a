"""What adjudication says: verdicts, events and their reasons."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, Literal, NamedTuple

from msgspec import Struct, field

__all__ = ["OUTCOMES", "Event", "Outcome", "Reason", "Verdict"]

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


_NO_DATA: Final[Mapping[str, Any]] = MappingProxyType({})


class Reason(NamedTuple):
    """Why, in one sentence with the numbers and the names that decided, and by which rule."""

    rule: str
    text: str

    def __str__(self) -> str:
        return f"{self.rule}: {self.text}"


class Verdict(Struct, frozen=True):
    """What became of one order.

    `order` is the canonical notation where the order could be read, otherwise the text as
    written. `written` is the player's own text where it differs, `note` says how the order came
    about when the player did not give it ("no order given", "ruling 2"). `known_to` lists the
    powers who may know of it; empty means everybody. `strength` is that of a unit's attack, hold,
    support or convoy after supports, for programs; states do not keep it, and then it is 0.
    """

    power: str
    order: str
    outcome: Outcome
    reasons: tuple[Reason, ...] = ()
    written: str = ""
    note: str = ""
    known_to: tuple[str, ...] = ()
    strength: int = 0

    @property
    def public(self) -> bool:
        return not self.known_to


class Event(Struct, frozen=True):
    """One thing that happened, with the rule that made it happen.

    `kind` is the ruleset's word for it (e.g. "center-taken"). `weight` orders headlines, higher
    first. `known_to` lists who may know; empty means everybody. `data` are its figures, for
    tables and charts: texts, numbers and lists and tables of them.
    """

    kind: str
    rule: str
    text: str
    powers: tuple[str, ...] = ()
    provinces: tuple[str, ...] = ()
    weight: int = 0
    known_to: tuple[str, ...] = ()
    data: Mapping[str, Any] = field(default_factory=lambda: _NO_DATA)

    @property
    def public(self) -> bool:
        return not self.known_to
