"""A board's source file: what provinces it has, where their towns lie, what to correct."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, get_args

from mapsvg.cartography.projection import Projection, read_projection
from mapsvg.geometry import ProvinceKind

Degrees = tuple[float, float]


class SourceError(ValueError):
    """A board source that cannot be used."""


@dataclass(frozen=True, slots=True)
class ProvinceSource:
    """A province to be drawn. sites: (latitude, longitude) of towns or of open water, seat first.

    coasts: for each named coast, a point on its shore.
    """

    code: str
    name: str
    kind: ProvinceKind
    center: bool
    sites: tuple[Degrees, ...]
    coasts: Mapping[str, Degrees]


@dataclass(frozen=True, slots=True)
class Correction:
    """Land added or water let in. A line is `width` km wide; an area has width 0."""

    water: bool
    points: tuple[Degrees, ...]
    width: float


@dataclass(frozen=True, slots=True)
class Smoothing:
    """How coasts are rounded north of a latitude, in map units: inlets closed, spits cut."""

    above: float
    close: float
    open: float


@dataclass(frozen=True, slots=True)
class CoastlineSource:
    """What land is taken from the world, and how fine. Map units; degrees is S, W, N, E."""

    degrees: tuple[float, float, float, float]
    smoothing: tuple[Smoothing, ...]
    simplify: float
    island: float
    lake: float
    lagoon: float
    corrections: tuple[Correction, ...]


@dataclass(frozen=True, slots=True)
class BoardSource:
    """Everything the cartography needs to know about a board, in the file's order."""

    name: str
    title: str
    projection: Projection
    coastline: CoastlineSource
    provinces: Mapping[str, ProvinceSource]
    island_reach: float
    neutral_islands: tuple[Degrees, ...]
    omitted_islands: tuple[Degrees, ...]


def load_source(path: Path) -> BoardSource:
    """The board source in a TOML file. Raises SourceError that names the file and the table."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        return _read_board(data)
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise SourceError(f"{path}: {error}") from error
    except KeyError as error:
        raise SourceError(f"{path}: {error.args[0]} is missing") from error
    except (TypeError, ValueError) as error:
        raise SourceError(f"{path}: {error}") from error


def _read_board(data: Mapping[str, Any]) -> BoardSource:
    provinces = {code: _read_province(code, table) for code, table in data["provinces"].items()}
    islands = data.get("islands", {})
    return BoardSource(
        name=data["board"]["name"],
        title=data["board"]["title"],
        projection=read_projection(data["projection"]),
        coastline=_read_coastline(data["coastline"]),
        provinces=provinces,
        island_reach=float(islands.get("reach", 0)),
        neutral_islands=tuple((lat, lon) for _, lat, lon in islands.get("neutral", [])),
        omitted_islands=tuple((lat, lon) for _, lat, lon in islands.get("omitted", [])),
    )


def _read_province(code: str, table: Mapping[str, Any]) -> ProvinceSource:
    kind = table["kind"]
    if kind not in get_args(ProvinceKind):
        raise SourceError(f"provinces.{code}: unknown kind {kind}")
    if kind == "sea":
        sites = tuple((lat, lon) for lat, lon in table["points"])
    else:
        sites = tuple((lat, lon) for _, lat, lon in table["towns"])
    if not sites:
        raise SourceError(f"provinces.{code}: no site")
    coasts = {coast: tuple(row["at"]) for coast, row in table.get("coasts", {}).items()}
    return ProvinceSource(
        code=code,
        name=table["name"],
        kind=kind,
        center=bool(table.get("center", False)),
        sites=sites,
        coasts=coasts,
    )


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
            degrees = tuple((float(lat), float(lon)) for lat, lon in points)
            corrections.append(Correction(key == "water", degrees, width))
    return CoastlineSource(
        degrees=(float(south), float(west), float(north), float(east)),
        smoothing=tuple(smoothing),
        simplify=float(table["simplify"]),
        island=float(table["island"]),
        lake=float(table["lake"]),
        lagoon=float(table["lagoon"]),
        corrections=tuple(corrections),
    )
