"""A province as a grid of cells, to ask where a box fits and how much room it has around it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt
import shapely
from msgspec import Struct
from scipy import ndimage
from shapely.geometry.base import BaseGeometry

from mapsvg.workshop.cartography.projection import Floats

Mask: TypeAlias = npt.NDArray[np.bool_]

CELL = 20
# A cell belongs to an area if its middle does: the area is taken this much narrower, map units.
EDGE = 4.0


class Box(Struct, frozen=True):
    """Width and height of a thing to be placed, in map units."""

    width: float
    height: float

    def grown(self, gap: float) -> Box:
        return Box(self.width + 2 * gap, self.height + 2 * gap)


class Raster(Struct, frozen=True):
    """Cells of an area. `room` is each cell's distance to the outside, `free` its free cells."""

    left: float
    top: float
    room: Floats
    free: Mask

    def clearance(self, thing: Sequence[Box]) -> Floats:
        """For each cell, the room around a thing centered there; 0 if it does not fit."""
        found = []
        for box in thing:
            # Rows and columns, odd so that the box is centered, never too few.
            size = [int(np.ceil(side / CELL)) | 1 for side in (box.height, box.width)]
            room = ndimage.minimum_filter(self.room, size, mode="constant", cval=0.0)
            free = ndimage.minimum_filter(self.free, size, mode="constant", cval=False)
            found.append(np.where(free, room, 0.0))
        return np.minimum.reduce(found)

    def taken(self, thing: Sequence[Box], gap: float, x: float, y: float) -> Raster:
        """The same area with a thing at a point taken, and a gap around it."""
        free = self.free.copy()
        for box in thing:
            wide, high = box.width / 2 + gap, box.height / 2 + gap
            top, bottom = y - high - self.top, y + high - self.top
            left, right = x - wide - self.left, x + wide - self.left
            rows = slice(max(0, int(top // CELL)), max(0, int(bottom // CELL) + 1))
            columns = slice(max(0, int(left // CELL)), max(0, int(right // CELL) + 1))
            free[rows, columns] = False
        return Raster(self.left, self.top, self.room, free)

    def distance_from(self, x: float, y: float) -> Floats:
        """For each cell, its distance to a point."""
        xs, ys = self.axes()
        return np.hypot(xs[None, :] - x, ys[:, None] - y)

    def axes(self) -> tuple[Floats, Floats]:
        """The x of each column and the y of each row."""
        rows, columns = self.room.shape
        xs = self.left + (np.arange(columns) + 0.5) * CELL
        ys = self.top + (np.arange(rows) + 0.5) * CELL
        return xs, ys

    def best(self, score: Floats) -> tuple[int, int]:
        """The point of the cell with the highest score."""
        row, column = np.unravel_index(int(np.argmax(score)), score.shape)
        xs, ys = self.axes()
        return round(float(xs[column])), round(float(ys[row]))

    def shifted(self, field: Floats, dx: float, dy: float) -> Floats:
        """The field's values at (x + dx, y + dy), 0 where that is outside."""
        columns, rows = round(dx / CELL), round(dy / CELL)
        result = np.zeros_like(field)
        height, width = field.shape
        if abs(rows) >= height or abs(columns) >= width:
            return result
        to_rows = slice(max(0, -rows), min(height, height - rows))
        to_columns = slice(max(0, -columns), min(width, width - columns))
        from_rows = slice(max(0, rows), min(height, height + rows))
        from_columns = slice(max(0, columns), min(width, width + columns))
        result[to_rows, to_columns] = field[from_rows, from_columns]
        return result


def rasterize(area: BaseGeometry) -> Raster:
    """The grid of an area with one empty cell around it."""
    west, north, east, south = area.bounds
    left = np.floor(west / CELL) * CELL - CELL
    top = np.floor(north / CELL) * CELL - CELL
    columns = int((east - left) // CELL) + 2
    rows = int((south - top) // CELL) + 2
    xs = left + (np.arange(columns) + 0.5) * CELL
    ys = top + (np.arange(rows) + 0.5) * CELL
    narrower = area.buffer(-EDGE)
    shapely.prepare(narrower)
    inside = shapely.contains_xy(narrower, xs[None, :], ys[:, None])
    room = ndimage.distance_transform_edt(np.pad(inside, 1))[1:-1, 1:-1] * CELL
    return Raster(float(left), float(top), np.asarray(room, dtype=np.float64), inside)
