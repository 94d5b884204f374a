"""What an edition's facts.toml says, as values: powers, minor states, provinces and tables.

A side is a power's id ("france") or the code of a minor state ("HES"): case tells them apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from types import MappingProxyType
from typing import Any

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.errors import FileError
from generator.engine.units import Unit, parse_unit

_NO_TABLE: Mapping[str, Any] = MappingProxyType({})

__all__ = ["Facts", "Minor", "Power", "Province", "is_minor", "read_facts"]


def is_minor(side: str) -> bool:
    """Whether a side is a minor state: its code is in capitals, a power's id is not."""
    return side.isupper()


class Power(Struct, frozen=True):
    """A power. `centers` are its home centers, capital first; `build_sites` are centers that it
    builds in although losing them does not count as losing a home. `short` is its name in a
    sentence."""

    id: str
    name: str
    short: str
    adjective: str
    order_name: str
    code: str
    aliases: tuple[str, ...]
    ruler: str
    house: str
    confession: str
    color: str
    tint: str
    home: tuple[str, ...]
    centers: tuple[str, ...]
    build_sites: tuple[str, ...]
    units: tuple[Unit, ...]
    specials: frozenset[str]


class Minor(Struct, frozen=True):
    """A minor state. `home` is its home center, or "" where it has none; `provinces` begins with
    it. `deposit`: only powers of these confessions may place INFs; empty: all may."""

    code: str
    name: str
    aliases: tuple[str, ...]
    label: str
    provinces: tuple[str, ...]
    home: str
    units: tuple[Unit, ...]
    coastal: bool
    hre: bool
    deposit: tuple[str, ...]
    handled: bool
    created_by: str

    @property
    def seat(self) -> str:
        """The province whose loss makes the state a captured one: its home, or its only land."""
        return self.provinces[0]


class Province(Struct, frozen=True):
    """A land province. `center` is the value of its supply center, 0 without one; `value` the
    number printed on a place without a center. `owner`: a side, or "" for nobody."""

    code: str
    owner: str
    center: int
    role: str
    hre: bool
    value: int


class Facts(Struct, frozen=True, dict=True):
    """The facts of one game: an edition's, for its number of players and its own tables.

    `powers` and `minors` are in the rulebook's order; `latent` are states that may come into being
    in play. `attack_order` has the power that attacks first first. `allotment[power]` are the INFs
    of each year from `first_year`. `price[s]` is what the step from strength s to s + 1 costs.
    `tables` holds every table as it stands in the file.
    """

    id: str
    title: str
    board: Board
    first_year: int
    last_year: int
    powers: Mapping[str, Power]
    minors: Mapping[str, Minor]
    latent: Mapping[str, Minor]
    provinces: Mapping[str, Province]
    seas: Mapping[str, int]
    attack_order: tuple[str, ...]
    allotment: Mapping[str, tuple[int, ...]]
    price: tuple[int, ...]
    tables: Mapping[str, Any]

    def table(self, name: str) -> Mapping[str, Any]:
        """A table of the file, empty where the edition has none."""
        table: Mapping[str, Any] = self.tables.get(name, _NO_TABLE)
        return table

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The place of each power in the attack order, from 1."""
        return {power: number for number, power in enumerate(self.attack_order, 1)}

    @cached_property
    def confessions(self) -> tuple[str, ...]:
        return tuple(self.table("confessions"))

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
        table = self.table("allotment")
        row: tuple[int, ...] = self.allotment.get(power, ())
        regular = self.first_year <= year <= self.last_year
        if not row or not (regular or table.get("after_last") == "repeat"):
            return 0
        return row[min(max(year - int(table["first_year"]), 0), len(row) - 1)]

    def price_at(self, strength: int) -> int:
        """What one more point of strength costs at a total strength; above the table its end."""
        return self.price[min(strength, len(self.price) - 1)]

    def name_of(self, side: str) -> str:
        """A power's short name, or a minor state's name, for sentences."""
        if side in self.powers:
            return self.powers[side].short
        return self.states[side].name if side in self.states else side


def read_facts(tables: Mapping[str, Any], board: Board) -> Facts:
    """The facts in the parsed tables of an edition. Raises FileError for what contradicts them."""
    provinces = {
        code: Province(
            code,
            row["owner"],
            row.get("center", 0),
            row.get("role", ""),
            row.get("hre", False),
            row.get("value", 0),
        )
        for code, row in tables["provinces"].items()
    }
    powers = {power: _power(power, row) for power, row in tables["powers"].items()}
    facts = Facts(
        id=tables["id"],
        title=tables["title"],
        board=board,
        first_year=tables["first_year"],
        last_year=tables["last_year"],
        powers=MappingProxyType(powers),
        minors=MappingProxyType(_minors(tables["minors"], provinces)),
        latent=MappingProxyType(_minors(tables.get("latent_minors", {}), provinces)),
        provinces=MappingProxyType(provinces),
        seas=MappingProxyType({c: row["value"] for c, row in tables.get("seas", {}).items()}),
        attack_order=tuple(tables.get("influence", {}).get("attack_order", ())),
        allotment=MappingProxyType(
            {p: tuple(row) for p, row in tables.get("allotment", {}).items() if p in powers}
        ),
        price=tuple(tables.get("costs", {}).get("price", ())),
        tables=tables,
    )
    problems = tuple(_problems(facts))
    if problems:
        raise FileError(f"{facts.id}: {'; '.join(problems)}")
    return facts


def _power(power: str, row: Mapping[str, Any]) -> Power:
    return Power(
        power,
        row["name"],
        row.get("short", row["name"]),
        row["adjective"],
        row["order_name"],
        row["code"],
        tuple(row.get("aliases", ())),
        row.get("ruler", ""),
        row.get("house", ""),
        row.get("confession", ""),
        row["color"],
        row["tint"],
        tuple(row["home"]),
        tuple(row["centers"]),
        tuple(row.get("build_sites", ())),
        tuple(map(_unit, row.get("units", ()))),
        frozenset(row.get("specials", ())),
    )


def _minors(rows: Mapping[str, Any], provinces: Mapping[str, Province]) -> dict[str, Minor]:
    return {
        code: Minor(
            code,
            row["name"],
            tuple(row.get("aliases", ())),
            row.get("label", ""),
            tuple(row["provinces"]),
            row["provinces"][0] if provinces[row["provinces"][0]].center else "",
            tuple(map(_unit, row.get("units", ()))),
            row.get("coastal", False),
            row.get("hre", False),
            tuple(row.get("deposit", ())),
            row.get("handled", False),
            row.get("created_by", {}).get("eliminated", ""),
        )
        for code, row in rows.items()
    }


def _unit(text: str) -> Unit:
    return parse_unit(text)


def _problems(facts: Facts) -> list[str]:
    wrong = []
    for code, province in facts.provinces.items():
        if code not in facts.board.provinces:
            wrong.append(f"the board has no province {code}")
        owner = province.owner
        if owner and owner not in facts.powers and owner not in facts.minors:
            wrong.append(f"{code} belongs to {owner}, which is neither a power nor a state")
    for minor in facts.states.values():
        wrong += [
            f"{minor.code}: no province {c}" for c in minor.provinces if c not in facts.provinces
        ]
    for power in facts.powers.values():
        own = (*power.home, *power.centers, *power.build_sites)
        wrong += [f"{power.id}: no province {code}" for code in own if code not in facts.provinces]
    return wrong
