"""Reads the layers of a TopoJSON file as arrays of latitude and longitude."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from mapsvg.cartography.projection import Floats


def read_polygons(path: Path, layer: str) -> list[list[Floats]]:
    """The polygons of a layer: for each its rings, outer ring first, as (latitude, longitude)."""
    topology, arcs = _read_topology(path)
    polygons: list[list[Floats]] = []
    for shape in topology["objects"][layer]["geometries"]:
        if shape["type"] == "Polygon":
            polygons.append([_join_arcs(arcs, ring) for ring in shape["arcs"]])
        elif shape["type"] == "MultiPolygon":
            polygons += [[_join_arcs(arcs, ring) for ring in rings] for rings in shape["arcs"]]
    return polygons


def read_lines(path: Path, layer: str) -> list[Floats]:
    """The lines of a layer as (latitude, longitude)."""
    topology, arcs = _read_topology(path)
    lines: list[Floats] = []
    for shape in topology["objects"][layer]["geometries"]:
        if shape["type"] == "LineString":
            lines.append(_join_arcs(arcs, shape["arcs"]))
        elif shape["type"] == "MultiLineString":
            lines += [_join_arcs(arcs, line) for line in shape["arcs"]]
    return lines


def _read_topology(path: Path) -> tuple[dict[str, Any], list[Floats]]:
    topology = json.loads(path.read_text(encoding="utf-8"))
    scale = np.array(topology["transform"]["scale"])
    shift = np.array(topology["transform"]["translate"])
    arcs = [
        (np.cumsum(np.array(arc, dtype=np.float64), axis=0) * scale + shift)[:, ::-1]
        for arc in topology["arcs"]
    ]
    return topology, arcs


def _join_arcs(arcs: Sequence[Floats], numbers: Sequence[int]) -> Floats:
    parts: list[Floats] = []
    for number in numbers:
        arc = arcs[number] if number >= 0 else arcs[~number][::-1]
        parts.append(arc[1:] if parts else arc)
    return np.vstack(parts)
