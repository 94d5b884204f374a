"""Maps: a board's geometry and a scene in, SVG and PNG out. Knows nothing of rules or files."""

from mapsvg.board import Board, free_line, load_board
from mapsvg.draw import Drawn, Key, board_texts, draw_map
from mapsvg.geometry import GeometryError, load_geometry
from mapsvg.joined import join_maps
from mapsvg.lettering import font_files
from mapsvg.palette import PALETTES, load_palette
from mapsvg.png import svg_to_png
from mapsvg.scene import (
    Fill,
    Marker,
    OrderMark,
    PowerStyle,
    Scene,
    SceneError,
    Stack,
    Tile,
    UnitPiece,
)
from mapsvg.shapes import Geometry
from mapsvg.sheet import LAYERS
from mapsvg.standalone import stand_alone
from mapsvg.style import palette_css

__all__ = [
    "LAYERS",
    "PALETTES",
    "Board",
    "Drawn",
    "Fill",
    "Geometry",
    "GeometryError",
    "Key",
    "Marker",
    "OrderMark",
    "PowerStyle",
    "Scene",
    "SceneError",
    "Stack",
    "Tile",
    "UnitPiece",
    "board_texts",
    "draw_map",
    "font_files",
    "free_line",
    "join_maps",
    "load_board",
    "load_geometry",
    "load_palette",
    "palette_css",
    "stand_alone",
    "svg_to_png",
]
