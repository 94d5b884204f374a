"""The holders of provinces, the sides of units, and the relations between sides."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Final, Literal

from msgspec import Struct

from generator.rulesets.europe.data.facts import Facts, Minor, is_minor

Pair = tuple[str, str]
"""Two powers, in the order of the facts."""

StatusKind = Literal["unaligned", "aligned", "vassal", "neutral", "captured"]

OPEN: Final = ""
"""The lord of land that any side may enter and capture."""

CLOSED: Final = "-"
"""The lord of land that no side may enter."""


class Status(Struct, frozen=True):
    """The published status of a minor state. `patron` is the power that it is aligned with (a
    vassal too), `captor` the side that holds its seat; else ""."""

    kind: StatusKind
    patron: str = ""
    captor: str = ""


class Capture(Struct, frozen=True):
    """A province held by another side than its owner, and since which year."""

    holder: str
    year: int


class Relation(Struct, frozen=True):
    """The relation in effect between two powers since a year. `after` is the relation that a peace
    ended ("war", "alliance"), which bars some declarations for a while; "" otherwise."""

    kind: Literal["war", "alliance", "peace"]
    since: int
    after: str = ""


class Standing:
    """A snapshot of the politics of one moment; never changes after it is made.

    A side's lord is the power that answers for it: a power itself, the patron of a state that is
    aligned or a vassal, OPEN for an unaligned state, a captured one and land without an owner,
    CLOSED for a neutral state.
    """

    def __init__(
        self,
        facts: Facts,
        captures: Mapping[str, Capture],
        statuses: Mapping[str, Status],
        relations: Mapping[Pair, Relation],
        eliminated: Mapping[str, int],
        founded: tuple[str, ...],
    ) -> None:
        self.facts = facts
        self.captures = captures
        self.statuses = statuses
        self.relations = relations
        self.eliminated = eliminated
        self.founded = founded
        self._kinds = {
            pair: one.kind for (a, b), one in relations.items() for pair in ((a, b), (b, a))
        }

    @cached_property
    def owners(self) -> Mapping[str, str]:
        """The owner of each land province: a side, or "" for no side."""
        owners = {code: one.owner for code, one in self.facts.provinces.items()}
        if self.eliminated:
            owners = {c: "" if o in self.eliminated else o for c, o in owners.items()}
        for state in self.founded:
            owners |= dict.fromkeys(self.facts.latent[state].provinces, state)
        return owners

    @cached_property
    def holders(self) -> Mapping[str, str]:
        """The side that holds each land province now, or "" for no side."""
        holders = dict(self.owners)
        holders.update((code, capture.holder) for code, capture in self.captures.items())
        return holders

    @cached_property
    def lords(self) -> Mapping[str, str]:
        """For each land province the lord of its holder."""
        known = {side: self.lord_of(side) for side in set(self.holders.values())}
        return {code: known[holder] for code, holder in self.holders.items()}

    def lord_of(self, side: str) -> str:
        """A power, OPEN or CLOSED: who answers for a side (see the class)."""
        if not is_minor(side):
            return side
        status = self.statuses.get(side)
        if status is None or status.kind in ("unaligned", "captured"):
            return OPEN
        return CLOSED if status.kind == "neutral" else status.patron

    def side_of(self, side: str) -> str:
        """The side that a unit of `side` is on: its power, its patron, or the state itself."""
        lord = self.lord_of(side)
        return lord if lord not in (OPEN, CLOSED) else side

    def relation(self, one: str, other: str) -> str:
        """The relation in effect between two sides: "war", "alliance" or "peace"."""
        return self._kinds.get((one, other), "peace")

    def at_war(self, one: str, other: str) -> bool:
        """Whether two sides (as `side_of` gives them) are at war. States never are."""
        return self.relation(one, other) == "war"

    def allied(self, one: str, other: str) -> bool:
        """Whether two sides (as `side_of` gives them) are different powers in alliance."""
        return self.relation(one, other) == "alliance"

    def friendly(self, owner: str, other: str) -> bool:
        """Whether the units of two owners are on one side or on allied sides."""
        if owner == other:
            return True
        one, two = self.side_of(owner), self.side_of(other)
        return one == two or self.allied(one, two)

    def is_aligned(self, state: str) -> bool:
        """Whether a state is aligned with a power, a vassal included."""
        status = self.statuses.get(state)
        return status is not None and status.kind in ("aligned", "vassal")

    def is_captured(self, state: str) -> bool:
        status = self.statuses.get(state)
        return status is not None and status.kind == "captured"

    def may_change(self, province: str) -> bool:
        """Whether the lord of a land province hangs on the INFs in a state that is not captured."""
        holder = self.holders[province]
        return holder in self.statuses and not self.is_captured(holder)

    def captor_of(self, minor: Minor) -> str:
        """The side that holds a state's seat if it is not the state itself, or "". One that powers
        cannot win lives on without its seat."""
        if not minor.pliant:
            return ""
        holder = self.holders[minor.seat]
        return holder if holder != minor.code else ""


def pair_of(facts: Facts, one: str, other: str) -> Pair:
    """Two powers as the key of their relation."""
    order = list(facts.powers)
    return (one, other) if order.index(one) < order.index(other) else (other, one)
