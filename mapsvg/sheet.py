"""One map while it is drawn: the canvas and everything that a layer needs to know."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping
from typing import Any

from msgspec import Struct

from mapsvg.board import ARMY, FLEET, Board
from mapsvg.canvas import Canvas
from mapsvg.palette import Palette, PowerColors
from mapsvg.scene import Marker, Scene, UnitPiece, province_of
from mapsvg.shapes import Point, Segment
from mapsvg.track import Box
from mapsvg.track import Point as Spot

LAYERS = (
    "sea",
    "land",
    "borders",
    "regions",
    "ornaments",
    "names",
    "centers",
    "orders",
    "units",
    "markers",
    "title",
    "corner",
    "legend",
    "frame",
)


# The width of a map in panel units: letters in panels keep their size on every board and close-up.
PANEL_WIDTH = 20000


class Sheet(Struct, frozen=True):
    """The surface and the sources of the layers.

    view: name of the close-up, "" for the whole board. legible: names in smaller letters than that
    many map units give way to the codes of their provinces. mark: distinguishes the map from others
    of its file.
    """

    canvas: Canvas
    board: Board
    scene: Scene
    palette: Palette
    colors: Mapping[str, PowerColors]
    layers: frozenset[str]
    patterns: bool
    view: str = ""
    legible: int = 0
    mark: str = ""

    @property
    def hatched(self) -> frozenset[str]:
        return frozenset(
            key for key, colors in self.colors.items() if self.patterns or colors.hatch
        )

    @property
    def area(self) -> Segment:
        """Left, top, width and height of the visible part of the board."""
        return self.board.area(self.view)

    @property
    def unit(self) -> float:
        """The length of a panel's unit in map units: panels are as wide on every map."""
        return self.area[2] / PANEL_WIDTH

    def length(self, units: float) -> int:
        """A length in panel units, in map units."""
        return round(units * self.unit)

    def panel(self, parent: Any, spot: Point, **attributes: Any) -> Any:
        """A group whose 0, 0 is at that place and whose lengths are panel units."""
        move = f"translate({spot[0]} {spot[1]})"
        scale = f"scale({self.unit:.4g})" if self.unit != 1 else ""
        return self.canvas.group(parent, transform=move + scale, **attributes)

    def shows(self, spot: Spot, half: Spot = (0, 0)) -> bool:
        """Whether a box around that place is visible as a whole."""
        left, top, width, height = self.area
        return not self.view or (
            left + half[0] <= spot[0] <= left + width - half[0]
            and top + half[1] <= spot[1] <= top + height - half[1]
        )

    def shows_unit(self, unit: UnitPiece) -> bool:
        """Whether a piece is visible as a whole."""
        if not self.view:
            return True
        half = ARMY if unit.kind == "A" else FLEET
        scale = self.board.scale
        return self.shows(self.spot(unit), (half[0] * scale, half[1] * scale))

    def shows_marker(self, marker: Marker, number: int) -> bool:
        """Whether the first (0) or second (1) marker of a province is visible."""
        return not self.view or self.shows(self.board.marker_spot(marker.at, number))

    def shows_province(self, code: str) -> bool:
        """Whether any part of a province is visible."""
        if not self.view:
            return True
        left, top, width, height = self.area
        west, north, east, south = self.board.bounds[code]
        return west < left + width and east > left and north < top + height and south > top

    def own(self, name: str) -> str:
        """The id of something that each map of a file has."""
        return name + self.mark

    def named(self, name: str, content: Iterable[str]) -> str:
        """The id of something that maps of a file share where they have the same."""
        if not self.mark:
            return name
        return f"{name}-{hashlib.sha256(''.join(content).encode()).hexdigest()[:8]}"

    def layer(self, name: str, **attributes: Any) -> Any:
        name_of = {"id_": f"layer-{name}", "class_": f"layer {name}"}
        return self.canvas.group(None, **name_of, **attributes)

    def smaller(self, layer: Any, scale: float) -> Any:
        """A group of the layer at that scale, with places as `scaled` gives them; itself for 1."""
        if scale == 1:
            return layer
        return self.canvas.group(layer, transform=f"scale({scale})")

    def leader(self, parent: Any, place: str, slot: str) -> None:
        """The line that ties a slot outside its province to it, if it is outside."""
        line = self.board.geometry.provinces[province_of(place)].leaders.get(slot)
        if line:
            draw_leader(self.canvas, parent, line)

    def spot(self, unit: UnitPiece) -> Point:
        """The position of a piece: `aside` only if another unit has taken its place."""
        if self.steps_aside(unit):
            return self.board.dislodged_spot(unit.at)
        return self.board.unit_spot(unit.at)

    def steps_aside(self, unit: UnitPiece) -> bool:
        """Whether another unit is where this one was."""
        return unit.is_aside and any(
            not other.is_aside and other.province == unit.province for other in self.scene.units
        )


def scaled(spot: Point, scale: float) -> Point:
    """A place of the board inside a group that is drawn at that scale."""
    if scale == 1:
        return spot
    return round(spot[0] / scale), round(spot[1] / scale)


def draw_leader(canvas: Canvas, parent: Any, line: Segment) -> None:
    """A thin line with a dot at its second end."""
    x1, y1, x2, y2 = line
    d = f"M{x1} {y1}L{x2} {y2}"
    canvas.path(parent, d, class_="leader-case")
    canvas.path(parent, d, class_="leader")
    canvas.circle(parent, x2, y2, 20, class_="leader-end")


def piece_box(kind: str, spot: Spot, size: float = 1.0) -> Box:
    """The box that arrows keep clear of: the piece and a little room around it."""
    half = ARMY if kind == "A" else FLEET
    return spot[0], spot[1], size * half[0] + 30, size * half[1] + 30
