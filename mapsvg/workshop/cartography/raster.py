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

    def clearance(self, box: Box) -> Floats:
        """For each cell, the room around a box centered there; 0 if it does not fit."""
        size = _cells(box)
        room = ndimage.minimum_filter(self.room, size, mode="constant", cval=0.0)
        free = ndimage.minimum_filter(self.free, size, mode="constant", cval=False)
        return np.where(free, room, 0.0)

    def taken(self, box: Box, x: float, y: float) -> Raster:
        """The same area with a box at a point taken."""
        free = self.free.copy()
        left, right = x - box.width / 2 - self.left, x + box.width / 2 - self.left
        top, bottom = y - box.height / 2 - self.top, y + box.height / 2 - self.top
        rows = slice(max(0, int(top // CELL)), max(0, int(bottom // CELL) + 1))
        columns = slice(max(0, int(left // CELL)), max(0, int(right // CELL) + 1))
        free[rows, columns] = False
        return Raster(self.left, self.top, self.room, free)

    def clearance_of(self, boxes: Sequence[Box]) -> Floats:
        """For each cell, the room around several boxes that are all centered there."""
        return np.minimum.reduce([self.clearance(box) for box in boxes])

    def taken_by(self, boxes: Sequence[Box], gap: float, x: float, y: float) -> Raster:
        """The same area with several boxes at a point taken, and a gap around each."""
        raster = self
        for box in boxes:
            raster = raster.taken(box.grown(gap), x, y)
        return raster

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


def _cells(box: Box) -> tuple[int, int]:
    """Rows and columns of a box, odd so that it is centered, never too few."""
    rows, columns = int(np.ceil(box.height / CELL)), int(np.ceil(box.width / CELL))
    return rows | 1, columns | 1
