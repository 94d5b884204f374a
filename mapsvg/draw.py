"""From a scene to SVG: the one flow that puts the layers together.

A document is what becomes a PNG, and by stand_alone a file to keep; join_maps makes one file of
several maps, each of them `placed`. An `inline` drawing goes into a page, takes its colors from
custom properties where the page sets them (style.palette_css) and its fonts from the page. A page
that has all styles of its maps shows the same drawing without its styles and without the legend,
whose letters would be small there: it has the keys as a list.
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterable, Mapping
from functools import cached_property, lru_cache, partial
from itertools import chain
from typing import NamedTuple

from msgspec.structs import replace

from mapsvg.board import Board, load_board, prepare_board
from mapsvg.canvas import SVG_NAMESPACE, Canvas, Element, Part, Value, escape_text, written
from mapsvg.checks import check_scene
from mapsvg.geometry import load_geometry
from mapsvg.layers.borders import draw_borders, draw_ornaments, draw_regions
from mapsvg.layers.centers import draw_centers
from mapsvg.layers.frame import FRAME, draw_frame, draw_rose
from mapsvg.layers.hexes import draw_captions, draw_stacks, draw_tiles
from mapsvg.layers.land import define_fills, define_shapes, draw_land
from mapsvg.layers.legend import ROW, Legend, draw_legend, plan_legend
from mapsvg.layers.markers import define_markers, draw_markers
from mapsvg.layers.names import draw_names
from mapsvg.layers.orders import define_orders, draw_heads, draw_orders, draw_signs
from mapsvg.layers.pieces import define_pieces, draw_units, piece_place
from mapsvg.layers.samples import sign_texts
from mapsvg.layers.sea import define_water, draw_sea_shapes, draw_water
from mapsvg.layers.title import draw_head, draw_title, head_height
from mapsvg.palette import Palette, PowerColors, load_palette, share_patterns
from mapsvg.plan import Line, plan_orders
from mapsvg.png import LEGIBLE
from mapsvg.scene import PieceLook, PowerStyle, Scene
from mapsvg.shapes import Geometry, Segment
from mapsvg.sheet import LAYERS, PANEL_WIDTH, Sheet
from mapsvg.style import base_style, scene_style

Draws = Callable[[Sheet], None]
_CLAUSE = re.compile(r"(?<=[.;:] )")
# Fewer letters than these belong to the text before them.
_LEAST = 9
XML_HEADER = '<?xml version="1.0" encoding="utf-8"?>\n'


class Key(NamedTuple):
    """A sign of the legend as a separate SVG, text by text, its width in panel units, and its
    words; nothing and 0 for a note, which has no sign."""

    sign: tuple[str, ...]
    width: int
    words: str
    strong: bool


class Placed(NamedTuple):
    """A map of a file with several: its box, what it is made of, its rules, and its close-ups."""

    box: Segment
    map: Element
    style: str
    views: tuple[tuple[str, Segment], ...]


class Drawn:
    """A map, planned once and written in each way that is asked for."""

    def __init__(self, sheet: Sheet, *, size: int | None, inline: bool) -> None:
        self._sheet = sheet
        self._size = size
        self._inline = inline

    @cached_property
    def document(self) -> str:
        sheet = self._sheet
        told, board_itself, strip, head = self._drawn(sheet, legend=True)
        style = f"<style>{_style(sheet, variables=self._inline)}</style>"
        inside = [*told, style, *board_itself, *strip, *head]
        below = sheet.length(self._legend.height)
        document = "".join(_framed(sheet, inside, below, self._size))
        return document if self._inline else f"{XML_HEADER}{document}\n"

    @cached_property
    def parts(self) -> tuple[str, ...]:
        """The texts of the map, in their order, for a page that has its styles and shows the keys.

        Parts that never change on a board are separate texts: its sea, the shape of each of its
        provinces, its names. So are each piece and each line between holders, so that a map is what
        it has besides others, text by text.
        """
        inside = [part for parts in self._drawn(self._sheet, legend=False) for part in parts]
        return tuple(_framed(self._sheet, inside, 0, self._size))

    @property
    def inside(self) -> str:
        return "".join(self.parts)

    @cached_property
    def keys(self) -> tuple[Key, ...]:
        keys = []
        for entry in chain.from_iterable(self._legend.rows):
            box = f"{-entry.width // 2} {-ROW // 2} {entry.width} {ROW}"
            head = f'<svg aria-hidden="true" viewBox="{box}">'
            sign = (head, *sign_texts(self._sheet, entry.sign), "</svg>")
            keys.append(Key(sign, entry.width, entry.words, entry.strong))
        notes = self._sheet.scene.notes if keys else ()
        return (*keys, *(Key((), 0, note, False) for note in notes))

    def placed(self, mark: str) -> Placed:
        """The map for a file with several, in which its `mark` ends the ids that each has."""
        sheet = replace(self._sheet, canvas=Canvas(bare=True), mark=mark)
        inside = [part for parts in self._drawn(sheet, legend=True) for part in parts]
        top, height, parts = _with_frame(sheet, inside, sheet.length(self._legend.height))
        root = _root(sheet, top, height, None)
        del root["xmlns"]
        made = sheet.canvas.element(None, "svg", text="", **root)
        made.inside += parts
        left, top, wide, high = map(int, str(root["viewBox"]).split())
        style = _style(sheet, variables=False)
        return Placed((left, top, wide, high), made, style, tuple(_views(sheet)))

    @cached_property
    def _plan(self) -> Mapping[str, Line]:
        return plan_orders(self._sheet) if "orders" in self._sheet.layers else {}

    @cached_property
    def _legend(self) -> Legend:
        return plan_legend(self._sheet) if "legend" in self._sheet.layers else Legend()

    def _drawn(self, sheet: Sheet, *, legend: bool) -> tuple[list[Part], ...]:
        """The description of a map, the board with all that is on it, and the parts below and
        above."""
        _describe(sheet)
        told = sheet.canvas.take()
        _define(sheet)
        for name, draw in _layers(self._plan):
            if name in sheet.layers:
                draw(sheet)
        board_itself = sheet.canvas.take()
        if legend and "legend" in sheet.layers:
            draw_legend(sheet, self._legend)
        strip = sheet.canvas.take()
        draw_head(sheet)
        return told, board_itself, strip, sheet.canvas.take()


def draw_map(
    scene: Scene,
    *,
    palette: str = "day",
    patterns: bool = False,
    layers: Iterable[str] | None = None,
    size: int | None = None,
    inline: bool = False,
    geometry: Geometry | None = None,
    view: str = "",
    pixels: int = 0,
) -> Drawn:
    """The map of a scene; the same texts for the same arguments.

    layers: None for all. size: width in pixels; None leaves it to the page. geometry: instead of
    the board's own, for tests and new boards. view: name of a close-up that the board knows, "" for
    all of it. pixels: how wide the picture will be, if names that would be too small there are to
    give way to codes.
    Raises SceneError for a scene that does not fit the board, GeometryError for an unknown board,
    ValueError for another unknown name.
    """
    board = prepare_board(geometry or load_geometry(scene.board), close=bool(view))
    check_scene(scene, board.geometry)
    if view and view not in board.views:
        names = ", ".join(board.views)
        raise ValueError(f"the board {board.geometry.board} has no view {view!r} ({names})")
    chosen = frozenset(LAYERS if layers is None else layers)
    if unknown := sorted(chosen.difference(LAYERS)):
        raise ValueError(f"there is no layer {', '.join(unknown)} ({', '.join(LAYERS)})")
    legible = 0
    if pixels:  # of the map and its frame
        framed = board.area(view)[2] * (1 + 2 * FRAME / PANEL_WIDTH)
        legible = math.ceil(LEGIBLE * framed / pixels)
    sheet = _sheet(
        board, scene, load_palette(palette), patterns, chosen, view=view, legible=legible
    )
    return Drawn(sheet, size=size, inline=inline)


def _with_frame(sheet: Sheet, inside: Iterable[Part], below: int) -> tuple[int, int, list[Part]]:
    """A map with its frame, which leaves that much room below the board, in map units; before it
    its upper edge and its height."""
    head = head_height(sheet)
    top, height = sheet.area[1] - head, head + sheet.area[3] + below
    if "frame" in sheet.layers:
        draw_frame(sheet, top, height)
    return top, height, [*inside, *sheet.canvas.take()]


def _framed(sheet: Sheet, inside: Iterable[Part], below: int, size: int | None) -> list[str]:
    """A map with its frame as an SVG, text by text."""
    top, height, parts = _with_frame(sheet, inside, below)
    root = sheet.canvas.tostring("svg", **_root(sheet, top, height, size))
    texts = [root.replace(" />", ">")]
    for text in written(parts):
        if len(text) < _LEAST:
            texts[-1] += text
        else:
            texts.append(text)
    return [*texts, "</svg>"]


@lru_cache(maxsize=12)
def board_texts(name: str) -> tuple[str, ...]:
    """Texts that many maps of the board of that name consist of, though not all: every line between
    provinces, and the position of each piece. Raises GeometryError for an unknown board."""
    board = load_board(name)
    arcs = zip(board.geometry.arcs, board.outlines.lines, strict=True)
    places = [
        place
        for code, province in board.geometry.provinces.items()
        if province.kind != "impassable"
        for place in (code, *(f"{code}/{coast}" for coast in province.coasts))
    ]
    return (
        *(line for arc, line in arcs if arc.kind == "land"),
        *(piece_place(board, place) for place in places),
    )


def _sheet(
    board: Board,
    scene: Scene,
    palette: Palette,
    patterns: bool,
    layers: frozenset[str],
    *,
    view: str = "",
    legible: int = 0,
    mark: str = "",
) -> Sheet:
    return Sheet(
        canvas=Canvas(bare=bool(mark)),
        board=board,
        scene=scene,
        palette=palette,
        colors=_colors(palette, _powers_of(scene, scene.powers_shown())),
        layers=layers,
        patterns=patterns or palette.patterns,
        view=view,
        legible=legible,
        mark=mark,
    )


def _powers_of(scene: Scene, keys: Iterable[str]) -> tuple[tuple[str, PowerStyle | None], ...]:
    return tuple([(key, scene.style_of(key)) for key in keys])


@lru_cache(maxsize=32)
def _colors(
    palette: Palette, powers: tuple[tuple[str, PowerStyle | None], ...]
) -> Mapping[str, PowerColors]:
    return share_patterns({key: palette.power(key, style) for key, style in powers})


def _describe(sheet: Sheet) -> None:
    """The texts for screen readers, the title and the scene's own description; and parts of the map
    to link to: `map.svg#view-whole` is only the board, without its frame."""
    scene = sheet.scene
    view = sheet.board.views[sheet.view].title if sheet.view else ""
    name = ", ".join(part for part in (scene.title, scene.subtitle) if part)
    title = ": ".join(part for part in (name or sheet.board.geometry.title, view) if part)
    sheet.canvas.element(None, "title", title, id=sheet.own("title"))
    if scene.description:
        described = sheet.canvas.element(None, "desc", id=sheet.own("desc"))
        sheet.canvas.pieces(described, _CLAUSE.split(escape_text(scene.description)))
    for name, box in [] if sheet.view or sheet.mark else _views(sheet):
        sheet.canvas.element(None, "view", id=name, viewBox=" ".join(map(str, box)))


def _views(sheet: Sheet) -> Iterable[tuple[str, Segment]]:
    """The ids of the board's close-ups, and their boxes."""
    yield "view-whole", sheet.area
    for name, view in sheet.board.views.items():
        yield f"view-{name}", view.box


def _style(sheet: Sheet, *, variables: bool) -> str:
    own = scene_style(
        sheet.palette,
        _powers_of(sheet.scene, sheet.colors),
        variables=variables,
        patterns=sheet.patterns,
        signs=tuple(sheet.scene.colors.items()),
    )
    return f"{base_style(sheet.palette, variables=variables)}\n{own}"


def _define(sheet: Sheet) -> None:
    defs = sheet.canvas.element(None, "defs")
    _put(define_water, sheet, defs)
    if sheet.canvas.bare:
        _put(define_shapes, sheet, defs)
    define_fills(sheet, defs)
    _put(_define_signs, sheet, defs)


def _root(sheet: Sheet, top: int, height: int, size: int | None) -> dict[str, Value]:
    margin = sheet.length(FRAME) if "frame" in sheet.layers else 0
    left, _, width, _ = sheet.area
    wide, high = width + 2 * margin, height + 2 * margin
    root: dict[str, Value] = {
        "xmlns": SVG_NAMESPACE,
        "viewBox": f"{left - margin} {top - margin} {wide} {high}",
    }
    told = ("title", *(["desc"] if sheet.scene.description else []))
    root["aria_labelledby"] = " ".join(map(sheet.own, told))
    root["class_"] = f"board board-{sheet.palette.name}" + (" patterned" if sheet.patterns else "")
    root["role"] = "img"
    if size is not None:
        root |= {"width": size, "height": round(high * size / wide)}
    return root


@lru_cache(maxsize=128)
def _fixed(draw: Draws, board: Board, view: str, pieces: PieceLook, mark: str) -> str:
    """The parts that are drawn in the same way on every map of a board."""
    scene = Scene(board.geometry.board, pieces=pieces)
    layers = frozenset(LAYERS)
    sheet = _sheet(board, scene, load_palette("day"), False, layers, view=view, mark=mark)
    draw(sheet)
    return sheet.canvas.fragment()


def _put(draw: Draws, sheet: Sheet, parent: Element | None = None) -> None:
    """Draw what is the same on every map of the board."""
    mark = "-" if sheet.mark else ""
    if text := _fixed(draw, sheet.board, sheet.view, sheet.scene.pieces, mark):
        sheet.canvas.raw(parent, text)


def _draw_names(sheet: Sheet) -> None:
    if sheet.legible:  # not the same for every picture
        draw_names(sheet)
    else:
        _put(draw_names, sheet)


def _define_signs(sheet: Sheet) -> None:
    define_pieces(sheet)
    define_markers(sheet)
    define_orders(sheet)


def _layers(plan: Mapping[str, Line]) -> tuple[tuple[str, Draws], ...]:
    """The steps of a drawing from bottom to top, each with its layer."""
    return (
        ("sea", draw_water),
        ("ornaments", partial(_put, draw_rose)),
        ("sea", partial(_put, draw_sea_shapes)),
        ("land", draw_land),
        ("borders", draw_borders),
        ("regions", partial(_put, draw_regions)),
        ("ornaments", partial(_put, draw_ornaments)),
        ("orders", lambda sheet: draw_orders(sheet, plan)),
        ("centers", draw_centers),
        ("names", _draw_names),
        ("names", draw_captions),
        ("orders", lambda sheet: draw_heads(sheet, plan)),
        ("land", draw_tiles),
        ("units", draw_units),
        ("markers", draw_markers),
        ("markers", draw_stacks),
        ("orders", lambda sheet: draw_signs(sheet, plan)),
        ("title", draw_title),
    )
