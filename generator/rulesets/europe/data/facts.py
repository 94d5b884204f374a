"""An edition's facts.toml as values: powers, minor states, provinces, tables of rules.

A side is a power's id ("france") or the code of a minor state ("HES"): case distinguishes them. The
entries of the file have the names of the fields here and in rule_tables.py; any other is refused.
"""

from collections.abc import Iterator, Mapping
from functools import cached_property
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar

from msgspec import Struct, field

from generator.engine.board import Board
from generator.engine.board import Province as Land
from generator.engine.errors import FileError
from generator.engine.typed import read_table
from generator.engine.units import Unit, parse_unit
from generator.rulesets.europe.data.rule_tables import RuleTables

T = TypeVar("T", bound=Struct)


def is_minor(side: str) -> bool:
    """Whether a side is a minor state: its code is in capitals, a power's id is not."""
    return side.isupper()


class FactsRow(Struct, frozen=True, dict=True, forbid_unknown_fields=True):
    """One entry of the file."""


class Confession(FactsRow, frozen=True):
    """A confession. `marker` describes its sign on the map."""

    name: str
    marker: str = ""


class Power(FactsRow, frozen=True, kw_only=True):
    """A power. `centers` are its home centers, capital first; `build_sites` are centers that it
    builds in although losing them does not count as losing a home. `called` is its name in a
    sentence, where that is another. `specials` are words for readers of the file."""

    id: str
    name: str
    called: str = field(default="", name="short")
    adjective: str
    order_name: str
    code: str
    aliases: tuple[str, ...] = ()
    ruler: str = ""
    house: str = ""
    confession: str = ""
    color: str
    tint: str = ""
    home: tuple[str, ...]
    centers: tuple[str, ...]
    build_sites: tuple[str, ...] = ()
    unit_texts: tuple[str, ...] = field(default=(), name="units")
    specials: tuple[str, ...] = ()

    @property
    def short(self) -> str:
        return self.called or self.name

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(parse_unit, self.unit_texts))


class Minor(FactsRow, frozen=True):
    """A minor state. `home` is its home center, or "" where it has none; `provinces` begins with
    it. `deposit`: only powers of these confessions may place INFs; empty: all may. No one may place
    any in one that is not `pliant`. `center` is the value of the center that its seat gets when it
    comes into being, if it has none. `marks` are names of the table `marks`; `handled`: a feature
    decides who orders its units; `origin` is the event that brings it into being (`eliminated`: the
    fall of that power); `extra`: it is in no rulebook."""

    code: str
    name: str
    provinces: tuple[str, ...]
    home: str = ""
    aliases: tuple[str, ...] = ()
    label: str = ""
    unit_texts: tuple[str, ...] = field(default=(), name="units")
    coastal: bool = False
    marks: tuple[str, ...] = ()
    deposit: tuple[str, ...] = ()
    pliant: bool = True
    center: int = 0
    handled: bool = False
    extra: bool = False
    origin: Mapping[str, str] = field(default_factory=dict, name="created_by")

    @property
    def seat(self) -> str:
        """The province whose loss makes the state a captured one: its home, or its only land."""
        return self.provinces[0]

    @property
    def created_by(self) -> str:
        """The power whose fall brings it into being, or ""."""
        return self.origin.get("eliminated", "")

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        return tuple(map(parse_unit, self.unit_texts))


class Province(FactsRow, frozen=True):
    """A land province. `center` is the value of its supply center, 0 without one; `value` the
    number printed on a place without a center. `owner`: a side, or "" for no one. `marks` are names
    of the table `marks`."""

    code: str
    owner: str
    center: int = 0
    role: str = ""
    marks: tuple[str, ...] = ()
    value: int = 0


class Sea(FactsRow, frozen=True):
    """Water with a number printed on it."""

    value: int


class Conversion(FactsRow, frozen=True, kw_only=True):
    """How to derive a game for `players` powers from one for `base`: by turning a power into a
    state."""

    players: int
    base: int
    convert: str
    minor: Mapping[str, Any]
    set_infs: Mapping[str, Mapping[str, int]] = {}
    forbid_alliances: tuple[tuple[str, str], ...] = ()


class FactsFile(RuleTables, frozen=True, kw_only=True, dict=True, forbid_unknown_fields=True):
    """Everything in facts.toml, except the tables of features.

    `powers` and `minors` are in the rulebook's order; `latent` are states that may come into being
    in play. `marks` are what may be said of lands and states, each with a note for people.
    `the` are the names that take an article in a sentence. `alternative` is for variation.py,
    and `reconstructed` for readers: what no source prints.
    """

    id: str
    title: str
    edition: str = ""
    credits: str = ""
    first_year: int
    last_year: int = 9999
    players: int = 0
    players_supported: tuple[int, ...] = ()
    the: tuple[str, ...] = ()
    confessions: Mapping[str, Confession] = {}
    marks: Mapping[str, str] = {}
    powers: Mapping[str, Power]
    provinces: Mapping[str, Province]
    waters: Mapping[str, Sea] = field(default_factory=dict, name="seas")
    minors: Mapping[str, Minor]
    latent: Mapping[str, Minor] = field(default_factory=dict, name="latent_minors")
    conversions: tuple[Conversion, ...] = field(default=(), name="player_count")
    alternative: tuple[Mapping[str, Any], ...] = ()
    reconstructed: Mapping[str, Any] = {}


class Facts(FactsFile, frozen=True, kw_only=True, dict=True):
    """The facts of one game: an edition's, for its number of players, its options and its own
    tables. `own` are the tables of features, by their types."""

    board: Board
    own: Mapping[type[Struct], Struct]

    def of(self, table: type[T]) -> T:
        """A table of a feature; one with the defaults where the edition does without."""
        found = self.own.get(table)
        return found if isinstance(found, table) else table()

    @property
    def attack_order(self) -> tuple[str, ...]:
        return self.influence.attack_order

    @property
    def price(self) -> tuple[int, ...]:
        """The price of each step in strength, from s to s + 1 at index s."""
        return self.costs.price

    @cached_property
    def seas(self) -> Mapping[str, int]:
        """The numbers printed on waters."""
        return {code: one.value for code, one in self.waters.items()}

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The place of each power in the attack order, from 1."""
        return {power: number for number, power in enumerate(self.attack_order, 1)}

    def rank_in(self, year: int) -> Mapping[str, int]:
        """The same for one year, which may have its own order."""
        order = self.influence.attack_orders.get(str(year))
        return {power: n for n, power in enumerate(order, 1)} if order else self.rank

    @cached_property
    def states(self) -> Mapping[str, Minor]:
        """Every minor state that exists or may come into being."""
        return {**self.minors, **self.latent}

    @cached_property
    def centers(self) -> Mapping[str, int]:
        """Every supply center with its value, in the order of the file."""
        return {code: one.center for code, one in self.provinces.items() if one.center}

    def infs_of(self, power: str, year: int) -> int:
        """The INFs that a power is allotted in a year.

        Regular years outside the table have those of its first or of its last year; an extension
        has none, unless the edition repeats those of the last year.
        """
        table = self.allotment
        row = table.infs.get(power, ())
        regular = self.first_year <= year <= self.last_year
        if not row or not (regular or table.after_last == "repeat"):
            return 0
        return row[min(max(year - table.first_year, 0), len(row) - 1)]

    def price_at(self, strength: int) -> int:
        """The price of one more point at a total strength: the last price above the table, 0
        without one."""
        if not self.price:
            return 0
        return self.price[min(strength, len(self.price) - 1)]

    @cached_property
    def lands(self) -> Mapping[str, Land]:
        """The land provinces with their names."""
        return {code: self.board.provinces[code] for code in self.provinces}

    def name_of(self, side: str) -> str:
        """A power's short name, or a minor state's name, for sentences."""
        if side in self.powers:
            return self.powers[side].short
        return self.states[side].name if side in self.states else side

    def notes_of(self, marked: Minor | Province) -> list[str]:
        """The notes on the marks of a land or a state."""
        return [self.marks[mark] for mark in marked.marks]


def read_facts(
    tables: Mapping[str, Any],
    board: Board,
    own: Mapping[str, type[Struct]] = MappingProxyType({}),
    file: Path | None = None,
) -> Facts:
    """The facts in the parsed tables of an edition; `own` are the tables of its features, by their
    names. Raises FileError for what is unknown, cannot be, or contradicts itself."""
    provinces = tables["provinces"]
    named = {
        **{name: table for name, table in tables.items() if name not in own},
        "powers": {power: {**row, "id": power} for power, row in tables["powers"].items()},
        "provinces": {code: {**row, "code": code} for code, row in provinces.items()},
    }
    for name in ("minors", "latent_minors"):
        rows = tables.get(name, {})
        named[name] = {code: _with_home(code, row, provinces) for code, row in rows.items()}
    found = read_table(named, FactsFile, file=file)
    values = {name: getattr(found, name) for name in FactsFile.__struct_fields__}
    if found.victory.mode == "target" and found.victory.threshold_last_year is not None:
        values["last_year"] = found.victory.threshold_last_year
    features = {
        kind: read_table(tables[name], kind, name, file=file)
        for name, kind in own.items()
        if name in tables
    }
    facts = Facts(**values, board=board, own=MappingProxyType(features))
    problems = tuple(_problems(facts))
    if problems:
        raise FileError(f"{facts.id}: {'; '.join(problems)}")
    return facts


def _with_home(code: str, row: Mapping[str, Any], provinces: Mapping[str, Any]) -> dict[str, Any]:
    seat = row["provinces"][0]
    return {**row, "code": code, "home": seat if provinces.get(seat, {}).get("center") else ""}


def _problems(facts: Facts) -> Iterator[str]:
    for code, province in facts.provinces.items():
        if code not in facts.board.provinces:
            yield f"the board has no province {code}"
        owner = province.owner
        if owner and owner not in facts.powers and owner not in facts.minors:
            yield f"{code} belongs to {owner}, which is neither a power nor a state"
    for minor in facts.states.values():
        yield from (
            f"{minor.code}: no province {c}" for c in minor.provinces if c not in facts.provinces
        )
    for power in facts.powers.values():
        own = (*power.home, *power.centers, *power.build_sites)
        yield from (
            f"{power.id}: no province {code}" for code in own if code not in facts.provinces
        )
