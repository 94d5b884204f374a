"""The state of a game of the Europe family: all that survives from one phase to the next."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any, Final, Literal

from msgspec import Struct, field

from generator.engine.phases import Moment
from generator.engine.ruleset import Ending
from generator.engine.typed import Count
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import Facts
from generator.rulesets.europe.state.standing import Capture, Pair, Relation, Standing, Status
from generator.rulesets.europe.state.values import Power

Stand = tuple[str, Unit]
"""A unit with the side that owns it."""

NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class ComingChange(Struct, frozen=True, forbid_unknown_fields=True):
    """A declaration that takes effect at the start of `year`. `by` are the powers that made it."""

    year: int
    kind: Literal["war", "alliance", "armistice", "surrender", "dissolution"]
    pair: tuple[Power, Power] = field(name="powers")
    by: tuple[Power, ...]


class Displaced(Struct, frozen=True):
    """A unit that has to leave, and the places it may retreat to (none: it is disbanded).

    `cause` is "dislodged" or "evicted". `attacker_from` is the province that its attacker came
    from; "" for an evicted unit and for an attacker that came by convoy.
    """

    owner: str
    unit: Unit
    cause: Literal["dislodged", "evicted"]
    attacker_from: str
    places: tuple[str, ...]


class Loan(Struct, frozen=True, forbid_unknown_fields=True):
    """TP lent in a year and not yet paid back. `due` is a year, 0 if none was agreed."""

    year: Count
    lender: Power
    debtor: Power
    amount: Count
    interest: Count = 0
    due: Count = 0


class EuropeState(Struct, frozen=True, dict=True):
    """A position, the politics around it, and the phase that it waits for.

    `facts` are those of this game: its options and its own tables are applied. `units` has every
    living power in order, then the states that have units, each with its units sorted by their
    notation. `infs[state][power]` counts INFs, above 0 only. `captures` lists the provinces not
    held by their owners. `statuses` are the published ones: orders are judged by them. `markers`
    maps states to confessions. `extra_units` counts units that states keep above their centers
    because a power paid for them, `extra_infs` the INFs that powers have bought for the next time
    that INFs are placed. `relations` leaves out pairs at peace that never were anything else;
    `changes` are declarations that wait for their year. `eliminated` maps fallen powers to the
    year; `founded` are the latent states that came into being. `scores[power][item]` are those of
    the last scoring, `totals` sums of all of them. `parts` holds what features remember.
    """

    moment: Moment
    facts: Facts
    options: Mapping[str, Any]
    units: Mapping[str, tuple[Unit, ...]]
    infs: Mapping[str, Mapping[str, int]]
    statuses: Mapping[str, Status]
    captures: Mapping[str, Capture] = field(default_factory=lambda: NOTHING)
    markers: Mapping[str, str] = field(default_factory=lambda: NOTHING)
    extra_units: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    extra_infs: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    treasury: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    relations: Mapping[Pair, Relation] = field(default_factory=lambda: MappingProxyType({}))
    changes: tuple[ComingChange, ...] = ()
    loans: tuple[Loan, ...] = ()
    eliminated: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    founded: tuple[str, ...] = ()
    displaced: tuple[Displaced, ...] = ()
    contested: tuple[str, ...] = ()
    scores: Mapping[str, Mapping[str, int]] = field(default_factory=lambda: NOTHING)
    totals: Mapping[str, int] = field(default_factory=lambda: NOTHING)
    parts: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    setup: Mapping[str, Any] = field(default_factory=lambda: NOTHING)
    ending: Ending | None = None

    @property
    def year(self) -> int:
        return self.moment.year

    @cached_property
    def standing(self) -> Standing:
        """The holders of land and the relations of sides."""
        return Standing(
            self.facts, self.captures, self.statuses, self.relations, self.eliminated, self.founded
        )

    @cached_property
    def living(self) -> tuple[str, ...]:
        """The powers that are still in the game, in order."""
        return tuple(power for power in self.facts.powers if power not in self.eliminated)

    @cached_property
    def states(self) -> tuple[str, ...]:
        """The minor states that exist, in the rulebook's order."""
        return (*self.facts.minors, *self.founded)

    @cached_property
    def stands(self) -> tuple[Stand, ...]:
        """All standing units with their sides."""
        return tuple((side, unit) for side, own in self.units.items() for unit in own)

    @cached_property
    def at(self) -> Mapping[str, Stand]:
        """The unit in each occupied province or sea."""
        return {unit.province: (side, unit) for side, unit in self.stands}


def arrange(
    facts: Facts, living: Iterable[str], stands: Iterable[Stand]
) -> dict[str, tuple[Unit, ...]]:
    """Units by their sides: powers in order (also without units), then states in order."""
    by_side: dict[str, list[Unit]] = {power: [] for power in living}
    for side, unit in stands:
        by_side.setdefault(side, []).append(unit)
    return {
        side: tuple(sorted(by_side[side], key=str))
        for side in (*facts.powers, *facts.states)
        if side in by_side
    }
