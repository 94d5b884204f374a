"""Boards: topology only. Provinces, coasts and who may go where, with an integer form for speed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, Protocol

from msgspec import Struct, field

from generator.engine.errors import FileError

ProvinceKind = Literal["inland", "coastal", "sea", "impassable"]


def province_of(place: str) -> str:
    """The province of a place: `SPA` for `SPA/SC` and for `SPA`."""
    return place.partition("/")[0]


class Coast(Struct, frozen=True):
    """A named coast of a province, and the places that a fleet on it may enter."""

    code: str
    name: str
    fleet: tuple[str, ...]


class Province(Struct, frozen=True):
    """One province. `army` are provinces, `fleet` places (`SPA/SC`); both sorted by code.

    `fleet` is empty where `coasts` has the adjacency. `home` is the power for which the province
    is a home center, or None.
    """

    code: str
    name: str
    kind: ProvinceKind
    center: bool = False
    home: str | None = None
    aliases: tuple[str, ...] = ()
    army: tuple[str, ...] = ()
    fleet: tuple[str, ...] = ()
    coasts: Mapping[str, Coast] = field(default_factory=lambda: MappingProxyType({}))

    @property
    def neighbors(self) -> tuple[str, ...]:
        """The provinces next to it, by land or by water, sorted."""
        by_coast = (place for coast in self.coasts.values() for place in coast.fleet)
        return tuple(sorted({province_of(at) for at in (*self.army, *self.fleet, *by_coast)}))


class Ground(Protocol):
    """The conditions for a unit to be in a province."""

    @property
    def name(self) -> str: ...
    @property
    def kind(self) -> ProvinceKind: ...
    @property
    def coasts(self) -> Mapping[str, Any]: ...


def standing_problem(provinces: Mapping[str, Ground], kind: str, place: str) -> str:
    """Why an army ("A") or fleet ("F") cannot be at a place, or ""."""
    code, _, coast = place.partition("/")
    if code not in provinces:
        return f"there is no province {code}"
    one = provinces[code]
    if one.kind == "impassable":
        return f"no unit can be in {one.name}"
    if kind == "A":
        if one.kind == "sea":
            return f"an army cannot be in {one.name}, a sea"
        return "an army cannot be on a coast" if coast else ""
    if one.kind == "inland":
        return f"a fleet cannot be in {one.name}, which is inland"
    if coast and coast not in one.coasts:
        return f"{one.name} has no coast {coast}"
    if one.coasts and not coast:
        coasts = " or ".join(f"F {code}/{name}" for name in one.coasts)
        return f"a fleet in {one.name} needs a coast: {coasts}"
    return ""


class Board:
    """A board and its integer form. Never changes after it is made.

    Provinces are numbered in order of their codes. Places are the provinces under the same
    numbers, then every named coast. A set of provinces is an int with bit n for province n.
    """

    def __init__(
        self,
        name: str,
        title: str,
        provinces: Mapping[str, Province],
        ambiguous: Mapping[str, tuple[str, ...]] | None = None,
    ) -> None:
        self.name = name
        self.title = title
        self.provinces: Mapping[str, Province] = MappingProxyType(
            {code: provinces[code] for code in sorted(provinces)}
        )
        self.ambiguous: Mapping[str, tuple[str, ...]] = MappingProxyType(dict(ambiguous or {}))
        self.codes: tuple[str, ...] = tuple(self.provinces)
        coasts = tuple(
            f"{code}/{coast}"
            for code, province in self.provinces.items()
            for coast in province.coasts
        )
        self.places: tuple[str, ...] = self.codes + coasts
        self.number: Mapping[str, int] = MappingProxyType(
            {place: number for number, place in enumerate(self.places)}
        )
        self.province_number: tuple[int, ...] = tuple(
            self.number[province_of(place)] for place in self.places
        )
        self._check()
        self.sea = self._mask(
            province.code for province in self.provinces.values() if province.kind == "sea"
        )
        self.coastal = self._mask(
            province.code for province in self.provinces.values() if province.kind == "coastal"
        )
        self.centers: tuple[str, ...] = tuple(
            c for c, province in self.provinces.items() if province.center
        )
        self.army_mask: tuple[int, ...] = tuple(
            self._mask(self.provinces[code].army) for code in self.codes
        )
        # For each place: the provinces, and the exact places, that a fleet there may enter.
        self.fleet_mask: tuple[int, ...] = tuple(
            self._mask(province_of(to) for to in self.fleet_from(place)) for place in self.places
        )
        self.fleet_places: tuple[frozenset[int], ...] = tuple(
            frozenset(self.number[to] for to in self.fleet_from(place)) for place in self.places
        )
        # For each province: the seas that touch it by any coast. Convoys start and end over these.
        self.touching_seas: tuple[int, ...] = tuple(
            self._touching(code) & self.sea for code in self.codes
        )

    def __repr__(self) -> str:
        return f"Board({self.name!r}, {len(self.codes)} provinces)"

    def fleet_from(self, place: str) -> tuple[str, ...]:
        """The places that a fleet at `place` may enter, sorted."""
        province, _, coast = place.partition("/")
        one = self.provinces[province]
        return one.coasts[coast].fleet if coast else one.fleet

    def army_from(self, province: str) -> tuple[str, ...]:
        """The provinces that an army in `province` may enter by land, sorted."""
        return self.provinces[province].army

    def name_of(self, place: str) -> str:
        """The name for people: `Spain (south coast)` for `SPA/SC`."""
        province, _, coast = place.partition("/")
        one = self.provinces[province]
        return f"{one.name} ({one.coasts[coast].name})" if coast else one.name

    def is_place(self, place: str) -> bool:
        return place in self.number

    def standing_problem(self, kind: str, place: str) -> str:
        """Why an army ("A") or fleet ("F") cannot be at a place, or ""."""
        return standing_problem(self.provinces, kind, place)

    def _mask(self, codes: Any) -> int:
        mask = 0
        for code in codes:
            mask |= 1 << self.number[code]
        return mask

    def _touching(self, code: str) -> int:
        one = self.provinces[code]
        places = [code, *(f"{code}/{coast}" for coast in one.coasts)]
        return self._mask(province_of(to) for place in places for to in self.fleet_from(place))

    def _check(self) -> None:
        """Adjacency names known places and is symmetric; FileError lists all that is wrong."""
        wrong: list[str] = []
        for code, province in self.provinces.items():
            for to in province.army:
                if to not in self.provinces:
                    wrong.append(f"army {code}-{to}: there is no province {to}")
                elif code not in self.provinces[to].army:
                    wrong.append(f"army {code}-{to} has no way back")
            for place in (code, *(f"{code}/{coast}" for coast in province.coasts)):
                for to in self.fleet_from(place):
                    if to not in self.number:
                        wrong.append(f"fleet {place}-{to}: there is no place {to}")
                    elif place not in self.fleet_from(to):
                        wrong.append(f"fleet {place}-{to} has no way back")
        if wrong:
            raise FileError(f"board {self.name}: {'; '.join(wrong)}")


def read_board(data: Mapping[str, Any]) -> Board:
    """The board in a parsed board.toml. Raises FileError where it contradicts itself."""
    provinces: dict[str, Province] = {}
    for code, entry in data["provinces"].items():
        coasts = {
            coast: Coast(coast, facts["name"], tuple(sorted(facts["fleet"])))
            for coast, facts in sorted(entry.get("coasts", {}).items())
        }
        provinces[code] = Province(
            code=code,
            name=entry["name"],
            kind=entry["kind"],
            center=entry.get("center", False),
            home=entry.get("home"),
            aliases=tuple(entry.get("aliases", ())),
            army=tuple(sorted(entry.get("army", ()))),
            fleet=tuple(sorted(entry.get("fleet", ()))),
            coasts=MappingProxyType(coasts),
        )
    ambiguous = {short: tuple(codes) for short, codes in data.get("ambiguous", {}).items()}
    return Board(data["board"]["name"], data["board"]["title"], provinces, ambiguous)
