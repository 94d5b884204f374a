"""Borders between sites: Voronoi ridges, rounded, then bent by one noise field over the plane."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from scipy.spatial import Voronoi
from shapely import LineString, Polygon

from mapsvg.workshop.cartography.projection import Floats
from mapsvg.workshop.cartography.topology import walk

Integers: TypeAlias = npt.NDArray[np.int64]

# Wavelength and amplitude of the bends, in map units. The longest gives a border its character,
# the shortest keeps it from looking ruled.
OCTAVES = ((480.0, 52.0), (200.0, 28.0), (92.0, 13.0), (46.0, 5.5))
STEP = 20.0


def site_borders(
    sites: Floats, owners: Sequence[str], area: Polygon, *, rounds: int, wiggle: float
) -> list[LineString]:
    """Lines between neighboring sites of different owners, within the area.

    rounds: how often corners are cut. wiggle: 1 for the full noise, 0 for none.
    Every point goes through the same noise field, so lines that meet keep meeting.
    """
    lines = []
    for chain in _ridge_chains(sites, owners, area):
        clipped = LineString(cut_corners(chain, rounds)).intersection(area)
        for part in getattr(clipped, "geoms", [clipped]):
            if isinstance(part, LineString) and part.length > 0:
                points = split_line(np.asarray(part.coords))
                lines.append(LineString(displace(points, wiggle)))
    return lines


def _ridge_chains(sites: Floats, owners: Sequence[str], area: Polygon) -> list[Floats]:
    """Chains of Voronoi ridges between different owners, from junction to junction."""
    left, top, right, bottom = area.bounds
    middle = np.array([(left + right) / 2, (top + bottom) / 2])
    reach = 4 * max(right - left, bottom - top)
    turns = np.linspace(0, 2 * math.pi, 24, endpoint=False)
    ring = middle + reach * np.column_stack([np.cos(turns), np.sin(turns)])
    voronoi = Voronoi(np.vstack([sites, ring]))
    near: dict[int, list[int]] = defaultdict(list)
    for (one, two), (start, end) in zip(
        voronoi.ridge_points.tolist(), voronoi.ridge_vertices, strict=True
    ):
        if start < 0 or end < 0 or max(one, two) >= len(owners) or owners[one] == owners[two]:
            continue
        near[start].append(end)
        near[end].append(start)
    used: set[tuple[int, int]] = set()
    ends = {vertex for vertex, others in near.items() if len(others) != 2}
    chains = []
    for start in [*sorted(ends), *sorted(near)]:
        for second in sorted(near[start]):
            if (start, second) not in used:
                chain = walk(near, ends, used, start, second)
                chains.append(np.asarray(voronoi.vertices[chain], dtype=np.float64))
    return chains


def cut_corners(line: Floats, rounds: int) -> Floats:
    """Chaikin's corner cutting; the two ends stay."""
    for _ in range(rounds):
        if len(line) < 3:
            return line
        early = line[:-1] * 0.75 + line[1:] * 0.25
        late = line[:-1] * 0.25 + line[1:] * 0.75
        inner = np.stack([early, late], axis=1).reshape(-1, 2)
        line = np.vstack([line[:1], inner, line[-1:]])
    return line


def split_line(line: Floats) -> Floats:
    """The line with more points, none further than a step from the next."""
    return shapely.get_coordinates(shapely.segmentize(LineString(line), STEP))


def displace(points: Floats, wiggle: float) -> Floats:
    """The points moved by the noise field, which is the same for every line."""
    moved = points.copy()
    for number, (wavelength, amplitude) in enumerate(OCTAVES):
        for axis in (0, 1):
            seed = 11 + number + 60 * axis
            moved[:, axis] += amplitude * wiggle * _value_noise(points / wavelength, seed)
    return moved


def _value_noise(points: Floats, seed: int) -> Floats:
    """Smooth noise between -1 and 1 on a unit grid."""
    cell = np.floor(points).astype(np.int64)
    x, y = cell[:, 0], cell[:, 1]
    part = points - cell
    ease = part**3 * (part * (part * 6 - 15) + 10)
    across, down = ease[:, 0], ease[:, 1]
    top = _lattice(x, y, seed) * (1 - across) + _lattice(x + 1, y, seed) * across
    bottom = _lattice(x, y + 1, seed) * (1 - across) + _lattice(x + 1, y + 1, seed) * across
    return np.asarray(top * (1 - down) + bottom * down, dtype=np.float64)


def _lattice(x: Integers, y: Integers, seed: int) -> Floats:
    """A fixed value between -1 and 1 for each corner of the grid."""
    mixed = (x * 374_761_393 + y * 668_265_263 + seed * 362_437) & 0xFFFFFFFF
    mixed = ((mixed ^ (mixed >> 13)) * 1_274_126_177) & 0xFFFFFFFF
    mixed = mixed ^ (mixed >> 16)
    return np.asarray((mixed & 0xFFFF) / 32767.5 - 1.0, dtype=np.float64)
