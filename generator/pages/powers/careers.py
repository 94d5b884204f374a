"""The career of each power: lands, states, influence, orders and deeds through the years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct

from generator.engine.chronicle import Snapshot
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.public import PublicEvent
from generator.pages.base.words import OUTCOME_LOOKS, look_of
from generator.pages.story.alignment import followed
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.history import spans_of
from generator.pages.story.relations import fallen_powers

WEIGHTY: Final = 20
"""Events of less weight are everyday business."""
DEEDS: Final = 3
"""The most events of a year on a power's page."""
PARTIES: Final = 3
"""An event that names more powers than these is a list of all, not a deed of one."""

V = TypeVar("V")
_LOOKS: Final = {name: at for at, name in enumerate(OUTCOME_LOOKS)}


class Holding(NamedTuple):
    """A province that a power held from the year `since` (0: from the start) until it was lost in
    the year `lost` (0: it still holds it). `before` and `after` are whose it was and became."""

    province: str
    since: int
    lost: int
    before: str
    after: str


class Followed(NamedTuple):
    """A minor state that followed a power, or was taken by it, in years as in `Holding`."""

    minor: str
    status: str
    since: int
    lost: int


class Placed(NamedTuple):
    """Influence that a power placed and lost in a year, and the states that got most of it."""

    year: int
    placed: int
    lost: int
    most: tuple[tuple[str, int], ...]


class Record(NamedTuple):
    """A year's orders to units by outcome, in the order of `OUTCOME_LOOKS`. `others` are its
    orders of other kinds, `failed` the unsuccessful ones."""

    year: int
    counts: tuple[int, ...]
    others: int
    failed: int


Deed = tuple[PhaseLink, PublicEvent]
"""An event that a power had part in, with its phase."""


class Career(Struct, frozen=True):
    """One power's tables, all by year or place and in the rulebook's order.

    `years` are those in which it was in the game, `deeds` its weightiest events of each, in the
    order of play.
    """

    power: str
    years: tuple[int, ...]
    holdings: tuple[Holding, ...]
    followed: tuple[Followed, ...]
    placed: tuple[Placed, ...]
    records: tuple[Record, ...]
    deeds: tuple[tuple[int, tuple[Deed, ...]], ...]


class Careers(Struct, frozen=True, dict=True):
    """The careers of all powers of a game; each table is made once for all of them."""

    chronicle: Chronicle

    @cached_property
    def fallen(self) -> Mapping[str, int]:
        """The powers that are out of the game, with the year."""
        return fallen_powers(self.chronicle)

    def of(self, power: str) -> Career:
        """The career of a power."""
        fell = self.fallen.get(power)
        years = tuple(year for year in self.chronicle.years if fell is None or year <= fell)
        return Career(
            power,
            years,
            self._holdings[power],
            self._followed[power],
            tuple(row for row in self._placed[power] if row.year in years),
            tuple(row for row in self._records[power] if row.year in years),
            self._deeds[power],
        )

    def _by_power(self, rows: Iterable[tuple[str, V]]) -> Mapping[str, tuple[V, ...]]:
        """Rows, each given with its power, for every power of the game; those of others are left
        out."""
        found: dict[str, list[V]] = {power: [] for power in self.chronicle.view.powers}
        for power, row in rows:
            if power in found:
                found[power].append(row)
        return {power: tuple(own) for power, own in found.items()}

    @cached_property
    def _ends(self) -> tuple[tuple[int, Snapshot], ...]:
        """The opening, as of the year 0, and the end of every year."""
        ends = ((year, self.chronicle.end_of(year).snapshot) for year in self.chronicle.years)
        return ((0, self.chronicle.opening.snapshot), *ends)

    @cached_property
    def _holdings(self) -> Mapping[str, tuple[Holding, ...]]:
        spans = spans_of((year, shot.holders) for year, shot in self._ends)
        return self._by_power(
            (
                span.value,
                Holding(code, span.since, span.until or 0, span.before or "", span.after or ""),
            )
            for code in self.chronicle.gazetteer.provinces
            for span in spans.get(code, ())
        )

    @cached_property
    def _followed(self) -> Mapping[str, tuple[Followed, ...]]:
        spans = spans_of(
            (year, {code: followed(stand) for code, stand in shot.minors.items() if stand.power})
            for year, shot in self._ends
        )
        return self._by_power(
            (span.value[1], Followed(code, span.value[0], span.since, span.until or 0))
            for code in self.chronicle.gazetteer.minors
            for span in spans.get(code, ())
        )

    @cached_property
    def _placed(self) -> Mapping[str, tuple[Placed, ...]]:
        placed: dict[tuple[str, int], Counter[str]] = {}
        lost: Counter[tuple[str, int]] = Counter()
        for phase in self.chronicle.phases:
            for change in phase.told.changes:
                key = (change.power, phase.year)
                placed.setdefault(key, Counter())[change.minor] += change.placed
                lost[key] += change.lost
        return self._by_power(
            (
                power,
                Placed(
                    year,
                    states.total(),
                    lost[power, year],
                    tuple((minor, most) for minor, most in states.most_common(3) if most),
                ),
            )
            for (power, year), states in placed.items()
        )

    @cached_property
    def _records(self) -> Mapping[str, tuple[Record, ...]]:
        counts: dict[tuple[str, int], list[int]] = {}
        others: Counter[tuple[str, int]] = Counter()
        failed: Counter[tuple[str, int]] = Counter()
        for phase, verdict in self.chronicle.verdicts():
            key = (verdict.power, phase.year)
            row = counts.setdefault(key, [0] * len(_LOOKS))
            if verdict.kind:
                look = look_of(verdict.outcome, verdict.kind)
                row[_LOOKS["hold" if look is OUTCOME_LOOKS["hold"] else verdict.outcome]] += 1
            else:
                others[key] += 1
                failed[key] += verdict.outcome != "success"
        return self._by_power(
            (power, Record(year, tuple(row), others[power, year], failed[power, year]))
            for (power, year), row in counts.items()
        )

    @cached_property
    def _deeds(self) -> Mapping[str, tuple[tuple[int, tuple[Deed, ...]], ...]]:
        weighty: dict[tuple[str, int], list[Deed]] = {}
        diplomatic = self.chronicle.gazetteer.topics.get("diplomacy", frozenset())
        agreed: set[tuple[int, tuple[str, ...]]] = set()
        for phase, event in self.chronicle.events():
            if event.weight < WEIGHTY or len(event.powers) > PARTIES:
                continue
            if event.kind in diplomatic and len(event.powers) > 1:
                # A declaration that takes effect at the end of its year is one deed.
                parties = (phase.year, tuple(sorted(event.powers)))
                if parties in agreed:
                    continue
                agreed.add(parties)
            for power in event.powers:
                weighty.setdefault((power, phase.year), []).append((phase.link, event))
        return self._by_power(
            (power, (year, _heaviest(deeds))) for (power, year), deeds in weighty.items()
        )


def _heaviest(deeds: Sequence[Deed]) -> tuple[Deed, ...]:
    """The weightiest deeds of a year, in the order of play."""
    heaviest = sorted(range(len(deeds)), key=lambda at: -deeds[at][1].weight)[:DEEDS]
    return tuple(deeds[at] for at in sorted(heaviest))
