"""A board's source: what provinces it has, where their towns lie, what to correct, what to show."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import msgspec
import tomli
from msgspec import Struct, field
from msgspec.structs import replace

from mapsvg.shapes import ProvinceKind, Sizes
from mapsvg.workshop.cartography.projection import Projection

Degrees = tuple[float, float]


class SourceError(ValueError):
    """A board source that cannot be used."""


class Atom(Struct, frozen=True):
    """Land or water that no board divides. sites: (latitude, longitude), a land's seat first."""

    code: str
    sea: bool
    sites: tuple[Degrees, ...]


class CoastSource(Struct, frozen=True):
    """A named coast: a point on its shore, and the seas that wash it ("" for the nearest shore)."""

    at: Degrees
    seas: tuple[str, ...] = ()


class ProvinceSource(Struct, frozen=True):
    """A province to be drawn: atoms under one name. center: it needs a place for a disc."""

    code: str
    name: str
    kind: ProvinceKind
    atoms: tuple[str, ...]
    center: bool = False
    coasts: Mapping[str, CoastSource] = field(default_factory=dict)


class Correction(Struct, frozen=True):
    """Land added or water let in. A line is `width` km wide; an area has width 0."""

    water: bool
    points: tuple[Degrees, ...]
    width: float = 0.0


class Smoothing(Struct, frozen=True):
    """How coasts are rounded north of a latitude, in map units: inlets closed, spits cut."""

    above: float
    close: float
    open: float


class CoastlineSource(Struct, frozen=True):
    """The land that is taken from the world, and its detail. Map units; degrees is S, W, N, E.

    corner: borders lose corners whose triangle is smaller than the square of this.
    """

    degrees: tuple[float, float, float, float]
    smoothing: tuple[Smoothing, ...]
    simplify: float
    corner: float
    island: float
    lake: float
    lagoon: float
    corrections: tuple[Correction, ...]


class IslandSource(Struct, frozen=True):
    """A named island, by points on it. color: the province that colors it, "" for none."""

    points: tuple[Degrees, ...]
    color: str
    omitted: bool = False


class RegionSource(Struct, frozen=True):
    """Provinces with a separate outline. smooth: map units that it may leave the borders."""

    title: str
    provinces: tuple[str, ...]
    smooth: float


class ViewSource(Struct, frozen=True):
    """A part of the map: the places that it must show, and the room around them, map units."""

    title: str
    places: tuple[Degrees, ...]
    margin: float


class CrossingSource(Struct, frozen=True):
    """A way that the drawing does not show without help."""

    between: tuple[str, str]
    points: tuple[Degrees, ...]


class BoardSource(Struct, frozen=True):
    """Everything the cartography needs to know about a board, in the file's order.

    island_reach: how far a province colors islands that are not named, map units.
    """

    name: str
    title: str
    projection: Projection
    coastline: CoastlineSource
    atoms: Mapping[str, Atom]
    provinces: Mapping[str, ProvinceSource]
    island_reach: float
    islands: tuple[IslandSource, ...]
    sizes: Sizes = field(default_factory=Sizes)
    regions: Mapping[str, RegionSource] = field(default_factory=dict)
    views: Mapping[str, ViewSource] = field(default_factory=dict)
    crossings: tuple[CrossingSource, ...] = ()

    @property
    def owners(self) -> dict[str, str]:
        return {atom: code for code, province in self.provinces.items() for atom in province.atoms}


def load_source(path: Path) -> BoardSource:
    """The board source in a TOML file, with the atlas that it names beside it.

    Raises SourceError with the file and the table.
    """
    place = path
    try:
        data = tomli.loads(path.read_text(encoding="utf-8"))
        for name in data.get("board", {}).get("atlas", []):
            place = path.parent / name
            for key, table in tomli.loads(place.read_text(encoding="utf-8")).items():
                data[key] = {**table, **data[key]} if key in data else table
        place = path
        return _read_board(data)
    except (OSError, UnicodeDecodeError, tomli.TOMLDecodeError) as error:
        raise SourceError(f"{place}: {error}") from error
    except KeyError as error:
        raise SourceError(f"{place}: {error.args[0]} is missing") from error
    except (TypeError, ValueError) as error:
        raise SourceError(f"{place}: {error}") from error


def find_source(board: str) -> Path:
    folder = Path(__file__).parent
    found = [folder / f"{board}.toml", *sorted(folder.glob(f"*/{board}.toml"))]
    return next((path for path in found if path.is_file()), found[0])


def _read_board(data: dict[str, Any]) -> BoardSource:
    provinces = {
        code: msgspec.convert({"code": code, "atoms": [code], **table}, ProvinceSource)
        for code, table in data["provinces"].items()
    }
    # The atlas's land and seas; a self-contained board has its sites in its provinces.
    sites = {**data.get("land", {}), **data.get("sea", {})} or data["provinces"]
    atoms = {code: Atom(code, "points" in table, _sites(table)) for code, table in sites.items()}
    _check_atoms(atoms, provinces)
    owners = {atom: code for code, province in provinces.items() for atom in province.atoms}
    read = {
        **data["board"],
        "projection": {**data["projection"], **data["projection"]["fisheye"]},
        "coastline": _coastline(data["coastline"]),
        "island_reach": data.get("islands", {}).get("reach", 0.0),
        "islands": _islands(data.get("islands", {}), owners),
        "sizes": data.get("sizes", {}),
        "regions": {
            name: {
                **table,
                # Those with an atom that bears the region's name as a flag (`hre = true`).
                "provinces": [
                    code
                    for code, province in provinces.items()
                    if any(data["land"].get(atom, {}).get(name) for atom in province.atoms)
                ],
            }
            for name, table in data.get("regions", {}).items()
        },
        "views": data.get("views", {}),
        "crossings": [{**row, "points": row["line"]} for row in data.get("crossing", ())],
    }
    board = msgspec.convert({**read, "atoms": {}, "provinces": {}}, BoardSource)
    return replace(board, atoms=atoms, provinces=provinces)


def _sites(table: Mapping[str, Any]) -> tuple[Degrees, ...]:
    """Points of water, or towns without their names."""
    rows = table["points"] if "points" in table else [town[1:] for town in table["towns"]]
    return msgspec.convert(rows, tuple[Degrees, ...])


def _check_atoms(atoms: Mapping[str, Atom], provinces: Mapping[str, ProvinceSource]) -> None:
    """Every atom belongs to one province of its own nature."""
    taken: dict[str, str] = {}
    for code, province in provinces.items():
        for atom in province.atoms:
            if atom not in atoms:
                raise SourceError(f"provinces.{code}: there is no atom {atom}")
            if atom in taken:
                raise SourceError(f"provinces.{code}: {taken[atom]} has {atom} already")
            if atoms[atom].sea != (province.kind == "sea"):
                raise SourceError(f"provinces.{code}: {atom} is not {province.kind}")
            if not atoms[atom].sites:
                raise SourceError(f"provinces.{code}: no site")
            taken[atom] = code
    left = [code for code in atoms if code not in taken]
    if left:
        raise SourceError(f"no province has {', '.join(left)}")


def _islands(tables: Mapping[str, Any], owners: Mapping[str, str]) -> list[IslandSource]:
    """Islands with the color of an atom's province, then those that no province colors, and those
    that are left out."""
    named = [
        IslandSource(_sites(table), owners[table["color"]])
        for code, table in tables.items()
        if code.isupper()
    ]
    return named + [
        IslandSource(_sites({"towns": tables[key]}), "", omitted=key == "omitted")
        for key in ("neutral", "omitted")
        if key in tables
    ]


def _coastline(table: Mapping[str, Any]) -> dict[str, Any]:
    north = [table["north"]] if "north" in table else []
    corrections = [
        {"water": key == "water", "points": row.get("area") or row["line"], **row}
        for key in ("land", "water")
        for row in table.get(key, ())
    ]
    smoothing = [{"above": -90, **table}, *north]
    return {**table, "smoothing": smoothing, "corrections": corrections}
