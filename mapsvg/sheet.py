"""One map while it is drawn: the canvas and everything that a layer needs to know."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mapsvg.board import ARMY, FLEET, Board
from mapsvg.canvas import Canvas
from mapsvg.geometry import Point
from mapsvg.palette import Palette, PowerColors
from mapsvg.scene import Scene, UnitPiece
from mapsvg.track import Box

LAYERS = (
    "sea",
    "land",
    "borders",
    "ornaments",
    "names",
    "centers",
    "orders",
    "units",
    "markers",
    "title",
    "legend",
    "frame",
)


@dataclass(frozen=True, slots=True)
class Sheet:
    """What the layers draw on and from.

    prefix: stands before every id. shared: water, coast and ornaments come from a picture.
    """

    canvas: Canvas
    board: Board
    scene: Scene
    palette: Palette
    colors: Mapping[str, PowerColors]
    layers: frozenset[str]
    patterns: bool
    prefix: str
    shared: bool = False

    def id(self, name: str) -> str:
        """An id of this map."""
        return self.prefix + name

    def layer(self, name: str, parent: Any = None) -> Any:
        """The group of a layer."""
        return self.canvas.group(parent, id=self.id(f"layer-{name}"), class_=f"layer {name}")

    def spot(self, unit: UnitPiece) -> Point:
        """Where a piece is drawn: aside only if another unit has taken its place."""
        if unit.state == "dislodged" and any(
            other.state != "dislodged" and other.province == unit.province
            for other in self.scene.units
        ):
            return self.board.dislodged_spot(unit.at)
        return self.board.unit_spot(unit.at)


def piece_box(kind: str, spot: Point, gap: float = 30) -> Box:
    """The box that arrows keep clear of: the piece and a little room around it."""
    half = ARMY if kind == "A" else FLEET
    return spot[0], spot[1], half[0] + gap, half[1] + gap


def choose_layers(layers: Iterable[str]) -> frozenset[str]:
    """The layers as a set; raises ValueError naming the unknown ones."""
    chosen = frozenset(layers)
    unknown = sorted(chosen.difference(LAYERS))
    if unknown:
        raise ValueError(f"there is no layer {', '.join(unknown)} ({', '.join(LAYERS)})")
    return chosen
