"""What became of each power: lands, states, influence, orders and deeds through the years."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import Final, NamedTuple, TypeVar

from msgspec import Struct

from generator.pages.base.words import LOOKS, look_of
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.relations import fallen_powers

__all__ = ["Career", "Careers", "Deed", "Followed", "Holding", "Placed", "Record", "year_spells"]

WEIGHTY: Final = 20
"""Events of less weight are everyday business."""
DEEDS: Final = 3
"""So many events of a year are told of a power."""
PARTIES: Final = 3
"""What names more powers than these is a list of all, not a deed of one."""

V = TypeVar("V")
_LOOKS: Final = {name: at for at, name in enumerate(LOOKS)}


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
    """What became of a year's orders to units, counted in the order of `LOOKS`. `others` are its
    orders of other kinds, `failed` those of them that did not come off."""

    year: int
    counts: tuple[int, ...]
    others: int
    failed: int


class Deed(NamedTuple):
    """An event that a power had part in."""

    address: str
    anchor: str
    text: str
    rule: str


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
            tuple(self._holdings[power]),
            tuple(self._followed[power]),
            tuple(one for one in self._placed[power] if one.year in years),
            tuple(one for one in self._records[power] if one.year in years),
            tuple(self._deeds[power]),
        )

    def _empty(self) -> dict[str, list[V]]:
        return {power: [] for power in self.chronicle.view.powers}

    @cached_property
    def _holdings(self) -> Mapping[str, list[Holding]]:
        chronicle = self.chronicle
        found: dict[str, list[Holding]] = self._empty()
        known = chronicle.gazetteer.provinces
        ends = [(year, chronicle.end_of(year).snapshot.holders) for year in chronicle.years]
        for code, owner, since, lost, before, after in year_spells(
            chronicle.opening.snapshot.holders, ends, tuple(known)
        ):
            if owner in found and code in known:
                found[owner].append(Holding(code, since, lost, before or "", after or ""))
        return found

    @cached_property
    def _followed(self) -> Mapping[str, list[Followed]]:
        chronicle = self.chronicle
        found: dict[str, list[Followed]] = self._empty()

        def stands(at: int) -> Mapping[str, tuple[str, str]]:
            shot = chronicle.end_of(at).snapshot if at else chronicle.opening.snapshot
            rows = shot.minors.items()
            return {code: (one.power, one.status) for code, one in rows if one.power}

        ends = [(year, stands(year)) for year in chronicle.years]
        for code, (power, status), since, lost, _, _ in year_spells(
            stands(0), ends, tuple(chronicle.gazetteer.minors)
        ):
            if power in found:
                found[power].append(Followed(code, status, since, lost))
        return found

    @cached_property
    def _placed(self) -> Mapping[str, list[Placed]]:
        placed: dict[tuple[str, int], Counter[str]] = {}
        lost: Counter[tuple[str, int]] = Counter()
        for told in self.chronicle.phases:
            for change in told.facts.changes if told.facts else ():
                key = (change.power, told.year)
                placed.setdefault(key, Counter())[change.minor] += change.placed
                lost[key] += change.lost
        found: dict[str, list[Placed]] = self._empty()
        for (power, year), states in placed.items():
            most = sorted(states.items(), key=lambda one: -one[1])[:3]
            if power in found:
                row = Placed(
                    year,
                    states.total(),
                    lost[power, year],
                    tuple((minor, number) for minor, number in most if number),
                )
                found[power].append(row)
        return found

    @cached_property
    def _records(self) -> Mapping[str, list[Record]]:
        counts: dict[tuple[str, int], list[int]] = {}
        others: Counter[tuple[str, int]] = Counter()
        failed: Counter[tuple[str, int]] = Counter()
        for told in self.chronicle.phases:
            for one in told.facts.verdicts if told.facts else ():
                key = (one.power, told.year)
                row = counts.setdefault(key, [0] * len(_LOOKS))
                if one.kind:
                    look = look_of(one.outcome, one.kind)
                    row[_LOOKS["hold" if look is LOOKS["hold"] else one.outcome]] += 1
                else:
                    others[key] += 1
                    failed[key] += one.outcome != "success"
        found: dict[str, list[Record]] = self._empty()
        for (power, year), row in counts.items():
            if power in found:
                key = (power, year)
                found[power].append(Record(year, tuple(row), others[key], failed[key]))
        return found

    @cached_property
    def _deeds(self) -> Mapping[str, list[tuple[int, tuple[Deed, ...]]]]:
        weighty: dict[tuple[str, int], list[tuple[int, Deed]]] = {}
        diplomatic = self.chronicle.gazetteer.topics.get("diplomacy", frozenset())
        agreed: set[tuple[int, tuple[str, ...]]] = set()
        for told, tale in self.chronicle.tales():
            if tale.weight < WEIGHTY or len(tale.powers) > PARTIES:
                continue
            if tale.kind in diplomatic and len(tale.powers) > 1:
                # What is declared in a year and takes effect at its end is one deed.
                parties = (told.year, tuple(sorted(tale.powers)))
                if parties in agreed:
                    continue
                agreed.add(parties)
            text = tale.text[:1].upper() + tale.text[1:]
            deed = Deed(told.link.address, tale.anchor, text, tale.rule)
            for power in tale.powers:
                weighty.setdefault((power, told.year), []).append((tale.weight, deed))
        found: dict[str, list[tuple[int, tuple[Deed, ...]]]] = self._empty()
        for (power, year), deeds in weighty.items():
            heaviest = sorted(range(len(deeds)), key=lambda at: -deeds[at][0])[:DEEDS]
            if power in found:
                found[power].append((year, tuple(deeds[at][1] for at in sorted(heaviest))))
        return found


Spell = tuple[str, V, int, int, V | None, V | None]


def year_spells(
    start: Mapping[str, V], ends: Sequence[tuple[int, Mapping[str, V]]], order: Sequence[str]
) -> Iterator[Spell[V]]:
    """For each thing the stretches of years in which it had one value, by `order`.

    `start` are the values at first, `ends` those at the end of each year. Gives (thing, value, year
    in which it took it or 0, year in which it lost it or 0, value before, value after).
    """
    places = {code: at for at, code in enumerate(order)}
    found: list[Spell[V]] = []
    since = dict.fromkeys(start, 0)
    origin: dict[str, V | None] = {}
    before = start
    for year, now in ends:
        for code in dict.fromkeys((*before, *now)):
            old, new = before.get(code), now.get(code)
            if old == new:
                continue
            if old is not None:
                found.append((code, old, since[code], year, origin.get(code), new))
            since[code], origin[code] = year, old
        before = now
    for code, value in before.items():
        found.append((code, value, since[code], 0, origin.get(code), None))
    yield from sorted(found, key=lambda one: (places.get(one[0], len(places)), one[2]))
