"""A board's source: what provinces it has, where their towns lie, what to correct, what to show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, get_args

import tomli
from msgspec import Struct, field
from msgspec.structs import replace

from mapsvg.shapes import ProvinceKind, Sizes
from mapsvg.workshop.cartography.projection import Projection, read_projection

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
    center: bool
    atoms: tuple[str, ...]
    coasts: Mapping[str, CoastSource]


class Correction(Struct, frozen=True):
    """Land added or water let in. A line is `width` km wide; an area has width 0."""

    water: bool
    points: tuple[Degrees, ...]
    width: float


class Smoothing(Struct, frozen=True):
    """How coasts are rounded north of a latitude, in map units: inlets closed, spits cut."""

    above: float
    close: float
    open: float


class CoastlineSource(Struct, frozen=True):
    """What land is taken from the world, and how fine. Map units; degrees is S, W, N, E.

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
    """Provinces with an outline of their own. smooth: map units that it may leave the borders."""

    title: str
    provinces: tuple[str, ...]
    smooth: float


class ViewSource(Struct, frozen=True):
    """A part of the map: the places that it must show, and the room around them, map units."""

    title: str
    places: tuple[Degrees, ...]
    margin: float


class CrossingSource(Struct, frozen=True):
    """A way that the drawing does not show by itself."""

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
        """The province of each atom."""
        return {atom: code for code, province in self.provinces.items() for atom in province.atoms}


def load_source(path: Path) -> BoardSource:
    """The board source in a TOML file, with the atlas that it names beside it.

    Raises SourceError that names the file and the table.
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


def find_source(folder: Path, board: str) -> Path:
    """The source file of a board, in the folder or in one of its folders."""
    found = [folder / f"{board}.toml", *sorted(folder.glob(f"*/{board}.toml"))]
    return next((path for path in found if path.is_file()), found[0])


def _read_board(data: Mapping[str, Any]) -> BoardSource:
    provinces = {code: _read_province(code, table) for code, table in data["provinces"].items()}
    atoms = _read_atoms(data)
    _check_atoms(atoms, provinces)
    islands = data.get("islands", {})
    board = BoardSource(
        name=data["board"]["name"],
        title=data["board"]["title"],
        projection=read_projection(data["projection"]),
        coastline=_read_coastline(data["coastline"]),
        atoms=atoms,
        provinces=provinces,
        island_reach=float(islands.get("reach", 0)),
        islands=tuple(_uncolored_islands(islands)),
        sizes=_read_sizes(data.get("sizes", {})),
        regions={
            name: _read_region(name, row, data["land"], provinces)
            for name, row in data.get("regions", {}).items()
        },
        views={
            name: ViewSource(row["title"], _degrees(row["places"]), float(row["margin"]))
            for name, row in data.get("views", {}).items()
        },
        crossings=tuple(
            CrossingSource((row["between"][0], row["between"][1]), _degrees(row["line"]))
            for row in data.get("crossing", [])
        ),
    )
    named = [table for code, table in islands.items() if code.isupper()]
    return replace(board, islands=(*_named_islands(board.owners, named), *board.islands))


def _read_atoms(data: Mapping[str, Any]) -> dict[str, Atom]:
    """The atlas's land and seas; a board that stands alone has its sites in its provinces."""
    if "land" not in data:
        return {code: _read_atom(code, table) for code, table in data["provinces"].items()}
    land = {code: _read_land(code, table) for code, table in data["land"].items()}
    return land | {
        code: Atom(code, True, _degrees(table["points"])) for code, table in data["sea"].items()
    }


def _read_region(
    name: str,
    table: Mapping[str, Any],
    land: Mapping[str, Mapping[str, Any]],
    provinces: Mapping[str, ProvinceSource],
) -> RegionSource:
    """A region: the provinces with an atom that bears its name as a flag (`hre = true`)."""
    members = (
        code
        for code, province in provinces.items()
        if any(land.get(atom, {}).get(name) for atom in province.atoms)
    )
    return RegionSource(table["title"], tuple(members), float(table["smooth"]))


def _degrees(points: Sequence[Sequence[float]]) -> tuple[Degrees, ...]:
    return tuple((float(lat), float(lon)) for lat, lon in points)


def _towns(towns: Sequence[Sequence[Any]]) -> tuple[Degrees, ...]:
    return tuple((float(lat), float(lon)) for _, lat, lon in towns)


def _read_land(code: str, table: Mapping[str, Any]) -> Atom:
    return Atom(code, False, _towns(table["towns"]))


def _read_atom(code: str, table: Mapping[str, Any]) -> Atom:
    if table["kind"] == "sea":
        return Atom(code, True, _degrees(table["points"]))
    return _read_land(code, table)


def _read_province(code: str, table: Mapping[str, Any]) -> ProvinceSource:
    kind = table["kind"]
    if kind not in get_args(ProvinceKind):
        raise SourceError(f"provinces.{code}: unknown kind {kind}")
    coasts = {
        coast: CoastSource((row["at"][0], row["at"][1]), tuple(row.get("seas", ())))
        for coast, row in table.get("coasts", {}).items()
    }
    return ProvinceSource(
        code=code,
        name=table["name"],
        kind=kind,
        center=bool(table.get("center", False)),
        atoms=tuple(table.get("atoms", (code,))),
        coasts=coasts,
    )


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


def _named_islands(
    owners: Mapping[str, str], tables: Sequence[Mapping[str, Any]]
) -> list[IslandSource]:
    """Islands with the color of an atom's province."""
    return [IslandSource(_towns(table["towns"]), owners[table["color"]]) for table in tables]


def _uncolored_islands(table: Mapping[str, Any]) -> list[IslandSource]:
    """Islands that no province colors, and islands that are left out."""
    return [
        IslandSource(_towns(table[key]), "", omitted=key == "omitted")
        for key in ("neutral", "omitted")
        if key in table
    ]


def _read_sizes(table: Mapping[str, Any]) -> Sizes:
    return Sizes(**{key: (int(size[0]), int(size[1])) for key, size in table.items()})


def _read_coastline(table: Mapping[str, Any]) -> CoastlineSource:
    south, west, north, east = table["degrees"]
    everywhere = Smoothing(-90, float(table["close"]), float(table["open"]))
    smoothing = [everywhere]
    if "north" in table:
        row = table["north"]
        smoothing.append(Smoothing(row["above"], float(row["close"]), float(row["open"])))
    corrections = []
    for key in ("land", "water"):
        for row in table.get(key, []):
            points = row["area"] if "area" in row else row["line"]
            width = 0.0 if "area" in row else float(row["width"])
            corrections.append(Correction(key == "water", _degrees(points), width))
    return CoastlineSource(
        degrees=(float(south), float(west), float(north), float(east)),
        smoothing=tuple(smoothing),
        simplify=float(table["simplify"]),
        corner=float(table["corner"]),
        island=float(table["island"]),
        lake=float(table["lake"]),
        lagoon=float(table["lagoon"]),
        corrections=tuple(corrections),
    )
