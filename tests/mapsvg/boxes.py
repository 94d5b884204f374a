"""The boxes of what a map shows, measured from its SVG: pieces, centers, markers and names."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from xml.etree import ElementTree

from msgspec.structs import replace

from mapsvg import Geometry, Scene, UnitPiece
from mapsvg.lettering import Face, text_width
from mapsvg.shapes import ring_points
from tests.mapsvg.scenes import draw_svg, places_for

SVG = "{http://www.w3.org/2000/svg}"
Box = tuple[float, float, float, float]
Move = tuple[float, float, float]  # what is added to x and y after both were multiplied

# Half of a line that is drawn around a shape lies outside it: by class, before any scaling.
STROKES = {"body": 8, "burst": 4, "new": 4, "disc": 7, "ring-around": 6.5, "flag": 6.5,
           "marker": 7.5, "leader-end": 0}  # fmt: skip


def things_on(root: ElementTree.Element) -> list[tuple[str, Box]]:
    """Each piece, center, marker and line of a name, with its box in map units."""
    shapes = {str(one.get("id")): one for one in root.iter() if one.get("id")}
    things: list[tuple[str, Box]] = []
    for name in ("units", "centers", "markers"):
        layer = shapes.get(f"layer-{name}")
        if layer is not None:
            size = float(layer.get("font-size", 0))
            things += _marked(layer, (1, 0, 0), shapes, size)
    names = shapes.get("layer-names")
    if names is not None:
        for group in names.iter(f"{SVG}g"):
            for text in group.findall(f"{SVG}text"):
                things.append((str(text.text), name_box(text, group)))
    return things


def _marked(
    parent: ElementTree.Element,
    move: Move,
    shapes: dict[str, ElementTree.Element],
    size: float,
) -> Iterator[tuple[str, Box]]:
    for child in parent.findall(f"{SVG}g"):
        inside = _then(move, child.get("transform", ""))
        if child.get("id"):
            yield str(child.get("id")), around(_boxes(child, inside, shapes, size))
        else:
            yield from _marked(child, inside, shapes, size)


def _boxes(
    parent: ElementTree.Element,
    move: Move,
    shapes: dict[str, ElementTree.Element],
    size: float,
) -> Iterator[Box]:
    for part in parent:
        out = max((STROKES.get(name, 0) for name in part.get("class", "").split()), default=0)
        if part.tag == f"{SVG}use":
            shape = shapes[str(part.get("href")).removeprefix("#")]
            inside = _then(move, part.get("transform", ""))
            parts = list(shape) if shape.tag == f"{SVG}g" else [shape]
            if "marker" in str(shape.get("id")):
                out = STROKES["marker"]
            for one in parts:
                yield _moved(grown(shape_box(one), out), inside)
        elif part.tag == f"{SVG}g":
            yield from _boxes(part, _then(move, part.get("transform", "")), shapes, size)
        elif part.tag == f"{SVG}text":
            yield _moved(sign_box(part, size), move)
        elif part.tag != f"{SVG}title":
            yield _moved(grown(shape_box(part), out), move)


def _then(move: Move, transform: str) -> Move:
    scale, left, top = move
    for name, numbers in re.findall(r"(\w+)\(([^)]*)\)", transform):
        values = [float(number) for number in numbers.split()]
        if name == "scale":
            scale *= values[0]
        elif name == "translate":
            left, top = left + scale * values[0], top + scale * values[1]
    return scale, left, top


def _moved(box: Box, move: Move) -> Box:
    scale, x, y = move
    return box[0] * scale + x, box[1] * scale + y, box[2] * scale + x, box[3] * scale + y


def grown(box: Box, out: float) -> Box:
    """The box with so much more on every side."""
    return box[0] - out, box[1] - out, box[2] + out, box[3] + out


def around(boxes: Iterable[Box]) -> Box:
    """The box around all of them."""
    left, top, right, bottom = zip(*boxes, strict=True)
    return min(left), min(top), max(right), max(bottom)


def shape_box(shape: ElementTree.Element) -> Box:
    """The box of a rectangle, a circle or a path."""
    if shape.tag == f"{SVG}rect":
        x, y, wide, high = (float(shape.get(key, 0)) for key in ("x", "y", "width", "height"))
        return x, y, x + wide, y + high
    if shape.tag == f"{SVG}circle":
        x, y, radius = (float(shape.get(key, 0)) for key in ("cx", "cy", "r"))
        return x - radius, y - radius, x + radius, y + radius
    return path_box(shape.get("d", ""))


def path_box(d: str) -> Box:
    """The box of the points of a path; of its control points too, and the bulge of its arcs."""
    x = y = 0.0
    points: list[tuple[float, float]] = []
    start = (0.0, 0.0)
    for letter, numbers in re.findall(r"([a-zA-Z])([^a-zA-Z]*)", d):
        values = [float(number) for number in re.findall(r"-?\d*\.?\d+", numbers)]
        relative = letter.islower()
        kind = letter.lower()
        if kind == "z":
            x, y = start
        elif kind in "hv":
            for value in values:
                if kind == "h":
                    x = value + (x if relative else 0)
                else:
                    y = value + (y if relative else 0)
                points.append((x, y))
        else:
            step = {"m": 2, "l": 2, "q": 4, "c": 6, "a": 7}[kind]
            for at in range(0, len(values), step):
                group = values[at : at + step]
                pairs = group[-2:] if kind == "a" else group
                base = (x, y) if relative else (0.0, 0.0)
                for px, py in zip(pairs[::2], pairs[1::2], strict=True):
                    points.append((base[0] + px, base[1] + py))
                if kind == "a":  # half a circle may bulge by its radius
                    middle = ((x + points[-1][0]) / 2, (y + points[-1][1]) / 2)
                    points += [(middle[0] - group[0], middle[1]), (middle[0], middle[1] + group[1])]
                x, y = points[-1]
                if kind == "m":
                    start = (x, y)
    xs, ys = zip(*points, strict=True)
    return min(xs), min(ys), max(xs), max(ys)


def sign_box(text: ElementTree.Element, usual: float) -> Box:
    """The box of what is written on a piece, a center or a marker; usual: the layer's size."""
    size = float(text.get("font-size", usual))
    half = text_width(str(text.text or ""), "AlegreyaSans-Bold", size) / 2
    x, base = float(text.get("x", 0)), float(text.get("y", 0))
    return x - half, base - 0.68 * size, x + half, base + 0.02 * size


def name_box(text: ElementTree.Element, group: ElementTree.Element) -> Box:
    """From the top of the tallest letters to the end of the longest."""
    style = group.get("class", "")
    face: Face = "EBGaramond-Italic" if style in ("at-sea", "closed") else "EBGaramond-Bold"
    size = float(group.get("font-size", ""))
    if style == "coast-name":
        face = "AlegreyaSans-Regular"
    half = text_width(str(text.text), face, size) / 2
    x, base = float(text.get("x", "")), float(text.get("y", ""))
    low = 0.02 if style == "coast-name" else 0.27
    return x - half, base - 0.72 * size, x + half, base + low * size


def overlaps(things: list[tuple[str, Box]]) -> list[str]:
    """The pairs that cover some of each other."""
    rows = sorted(things, key=lambda thing: thing[1])
    found = []
    for number, (one, a) in enumerate(rows):
        for two, b in rows[number + 1 :]:
            if b[0] >= a[2]:
                break
            if a[1] < b[3] and b[1] < a[3]:
                found.append(f"{one} and {two}")
    return found


def overlaps_on(made: Geometry, kind: str, *, coasts: bool = True) -> list[str]:
    """What overlaps on a board where a piece of that kind stands at each place, a dislodged one
    beside it, and a center in each province that has one."""
    found: list[str] = []
    for part in range(3):  # so that two coasts of a province are not taken at once
        units: dict[str, UnitPiece] = {}
        for number, at in enumerate(places_for(made, kind)):
            if "/" not in at or (coasts and number % 3 == part):
                units[at.partition("/")[0]] = UnitPiece(kind, at, "")  # type: ignore[arg-type]
        aside = [replace(one, state="dislodged") for one in units.values()]
        centers = {code: None for code, one in made.provinces.items() if one.center}
        scene = Scene(made.board, centers=centers, units=(*units.values(), *aside))
        svg = draw_svg(scene, geometry=made, layers=("names", "units", "centers"))
        found += overlaps(things_on(ElementTree.fromstring(svg)))
    return found


def inside(geometry: Geometry, code: str, spot: tuple[float, float]) -> bool:
    """Whether a point lies in a province: its rings cross a line to the left an odd number of
    times."""
    x, y = spot
    crossings = 0
    for ring in geometry.provinces[code].rings:
        points = ring_points(geometry.arcs, ring)
        for (x0, y0), (x1, y1) in zip(points, (*points[1:], points[0]), strict=True):
            if (y0 > y) != (y1 > y) and x0 + (y - y0) * (x1 - x0) / (y1 - y0) < x:
                crossings += 1
    return crossings % 2 == 1
