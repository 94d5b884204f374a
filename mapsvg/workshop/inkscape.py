"""The shapes in an SVG drawing, as Inkscape writes them: rings of points, names, layers and lines.

    <g inkscape:groupmode="layer" inkscape:label="Land">
      <path inkscape:label="TAR Tarn" d="m 10,20 h 5 v 5 z"/>

    Shape("path", "path7", "TAR Tarn", ("Land",), line=2, rings=(((10, 20), (15, 20), (15, 25)),))

Curves become short straight lines, transforms are carried out. A drawing is a stranger's text: it
declares no entities, and it has a size.
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, Final
from xml.parsers import expat

from msgspec import Struct
from msgspec.structs import replace

from mapsvg.geometry import GeometryError

LARGEST: Final = 4_000_000
"""Characters of a drawing."""
MOST_POINTS: Final = 400_000
_MOST_DEEP, _MOST_SHAPES = 60, 20_000
_LONGEST = 80  # characters of a label, a class or a number
_FARTHEST = 1e7
_LARGEST_NUMBER = 1e9
_CURVE = 12  # straight lines for a curve
_TURN = math.radians(8)  # of an arc, for one straight line

Dot = tuple[float, float]
Dots = tuple[Dot, ...]
Matrix = tuple[float, float, float, float, float, float]
_STILL: Final[Matrix] = (1, 0, 0, 1, 0, 0)

_GROUPS = frozenset({"svg", "g", "a", "switch"})
_SHAPES = frozenset({"path", "polygon", "rect", "circle", "ellipse", "text"})
# Elements that are not shapes themselves.
_SILENT = frozenset({"defs", "metadata", "namedview", "style", "title", "desc", "script", "tspan"})
_WRITTEN = frozenset({"text", "title", "desc"})
# Names from a drawing program: no person has named the shape.
_UNNAMED = re.compile(r"(?:path|rect|polygon|circle|ellipse|g|[Ll]ayer|svg|text|use|image)[\d\s-]*")
_NUMBER = re.compile(r"[\s,]*([+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)")
_FLAG = re.compile(r"[\s,]*([01])")
_COMMAND = re.compile(r"[\s,]*([MmLlHhVvCcSsQqTtAaZz])")
_ARGUMENTS: Final[Mapping[str, str]] = {
    "M": "nn", "L": "nn", "H": "n", "V": "n", "C": "nnnnnn", "S": "nnnn", "Q": "nnnn",
    "T": "nn", "A": "nnnffnn", "Z": "",
}  # fmt: skip
_TRANSFORM = re.compile(r"[\s,]*(\w+)\s*\(([^()]*)\)")


class Shape(Struct, frozen=True):
    """A shape of a drawing. label: its name or title, or its group's name, "" for none. groups:
    the layers in which it lies and its classes, the innermost last. A text is one point, its
    middle; words: what is written there."""

    tag: str
    id: str
    label: str
    groups: tuple[str, ...]
    line: int
    rings: tuple[Dots, ...] = ()
    evenodd: bool = False
    problem: str = ""
    words: str = ""

    @property
    def middle(self) -> Dot:
        """The middle of the box around it."""
        xs, ys = zip(*(dot for ring in self.rings for dot in ring), strict=True)
        return (min(xs) + max(xs)) / 2, (min(ys) + max(ys)) / 2


class Page(Struct, frozen=True):
    """The shapes of a drawing in the order in which they are drawn, and its viewBox, if any."""

    shapes: tuple[Shape, ...]
    box: tuple[float, float, float, float] | None


def read_page(svg: str, where: str, layers: frozenset[str] = frozenset()) -> Page:
    """All shapes of a drawing; those that cannot be read have a `problem`, those of unknown kinds
    have no rings. A group with one of the words in `layers` is a layer, as other programs than
    Inkscape write one. Raises GeometryError, with file and line, for anything that is not a
    drawing."""
    if len(svg) > LARGEST:
        raise GeometryError(
            f"{where}: {len(svg)} characters are too many (at most {LARGEST}; take out pictures)"
        )
    reader = _Reader(where, layers)
    try:
        reader.parser.Parse(svg.encode("utf-8", "surrogatepass"), True)
    except expat.ExpatError as error:
        problem = expat.ErrorString(error.code)
        raise GeometryError(
            f"{where}:{error.lineno}: this is not XML: {problem} (save it as an Inkscape SVG)"
        ) from None
    if reader.root != "svg":
        raise GeometryError(f"{where}:1: this is no SVG, but <{reader.root}>")
    return Page(tuple(reader.shapes), reader.box)


class _Group(Struct, frozen=True):
    matrix: Matrix = _STILL
    label: str = ""
    groups: tuple[str, ...] = ()
    evenodd: bool = False
    hidden: bool = False
    tag: str = ""


class _Reader:
    """Gathers the shapes while the parser walks through the drawing."""

    def __init__(self, where: str, layers: frozenset[str]) -> None:
        self.where, self.root = where, ""
        self.layers = layers
        self.shapes: list[Shape] = []
        self.box: tuple[float, float, float, float] | None = None
        self._points = 0
        self._open = [_Group()]
        self._text: tuple[Shape, Mapping[str, str]] | None = None
        self._words = ""
        self.parser = expat.ParserCreate("utf-8")
        self.parser.StartElementHandler = self._start
        self.parser.EndElementHandler = self._end
        self.parser.CharacterDataHandler = self._write
        self.parser.EntityDeclHandler = self._refuse

    def _refuse(self, name: str, *_: Any) -> None:
        line = self.parser.CurrentLineNumber
        raise GeometryError(
            f"{self.where}:{line}: the drawing declares an entity, {name[:40]}"
            " (save it as a plain SVG)"
        )

    def _start(self, name: str, given: dict[str, str]) -> None:
        tag, above, line = name.rpartition(":")[2], self._open[-1], self.parser.CurrentLineNumber
        if len(self._open) > _MOST_DEEP:
            raise GeometryError(f"{self.where}:{line}: groups lie too deep in each other (ungroup)")
        style = {
            key.strip(): value.strip()
            for key, _, value in (part.partition(":") for part in given.get("style", "").split(";"))
        }
        own = given.get("inkscape:label", "")
        if not own:  # Illustrator writes `Ile_x20_de_x20_France`
            code = re.compile(r"_x([0-9A-F]{2})_")
            own = code.sub(lambda sign: chr(int(sign[1], 16)), given.get("id", ""))
            own = own.replace("_", " ")
        own = "" if _UNNAMED.fullmatch(own) else own.strip()[:_LONGEST]
        words = re.findall(r"[a-z]+", own.lower()) if tag == "g" else []
        is_layer = (
            given.get("inkscape:groupmode") == "layer"
            or len(self._open) == 1
            or (bool(words) and self.layers.issuperset(words))
        )
        shape = Shape(
            tag,
            given.get("id", ""),
            ("" if is_layer else own) or above.label,
            (
                *above.groups,
                *given.get("class", "")[:_LONGEST].split(),
                *([own] if is_layer and own else []),
            ),
            line,
            evenodd=(style.get("fill-rule") or given.get("fill-rule", "")) == "evenodd"
            or above.evenodd,
        )
        matrix = above.matrix
        try:
            if not self.root:
                self.root = tag
                self.box = _view_box(given.get("viewBox", ""))
            matrix = _times(matrix, _transform(given.get("transform", "")))
            if tag in _SHAPES and not above.hidden:
                shape = self._with_rings(shape, given, matrix)
        except ValueError as error:
            shape = replace(shape, problem=str(error))
        hidden = above.hidden or "none" in (style.get("display"), given.get("display"))
        if tag == "text" and shape.rings:
            self._text = shape, {**given, **style}
        elif not above.hidden and (tag not in _SILENT | _GROUPS or shape.problem):
            self.shapes.append(replace(shape, rings=()) if hidden else shape)
        if len(self.shapes) > _MOST_SHAPES:
            raise GeometryError(f"{self.where}:{line}: there are too many shapes (take some out)")
        # Each line of a text is a separate <tspan>.
        self._words = "" if tag in _WRITTEN else f"{self._words} "
        hidden = hidden or tag not in _GROUPS
        self._open.append(_Group(matrix, shape.label, shape.groups, shape.evenodd, hidden, tag))

    def _with_rings(self, shape: Shape, given: Mapping[str, str], matrix: Matrix) -> Shape:
        """The shape with its rings on the page. Raises ValueError for one that cannot be read."""
        rings = tuple(
            tuple(_moved(matrix, dot) for dot in ring) for ring in _RINGS[shape.tag](given) if ring
        )
        self._points += sum(map(len, rings))
        if self._points > MOST_POINTS:
            raise GeometryError(
                f"{self.where}:{shape.line}: the drawing has too many points"
                " (Path > Simplify makes them fewer)"
            )
        if any(not abs(value) < _FARTHEST for ring in rings for dot in ring for value in dot):
            raise ValueError(f"it lies too far out (at most {_FARTHEST:.0f} from the corner)")
        return replace(shape, rings=rings)

    def _write(self, text: str) -> None:
        self._words = (self._words + text)[:_LONGEST]

    def _end(self, name: str) -> None:
        tag, words = self._open.pop().tag, " ".join(self._words.split())
        above = self._open[-1]
        if tag == "title" and above.tag in _SHAPES - _WRITTEN and not above.label:
            if not self._open[-2].hidden:
                self.shapes[-1] = replace(self.shapes[-1], label=words)
        elif tag == "text" and self._text:
            shape, style = self._text
            size = _NUMBER.match(style.get("font-size", "")) or _NUMBER.match("12")
            assert size is not None
            # A letter is about half as wide as high, and its middle a third above the base line.
            wide = 0.0 if style.get("text-anchor") == "middle" else len(words.replace(" ", "")) / 4
            (((x, y),),) = shape.rings
            height = min(float(size[1]), _FARTHEST)
            middle = x + wide * height, y - height / 3
            self.shapes.append(replace(shape, rings=((middle,),), words=words))
            self._text = None
        if tag in _WRITTEN:
            self._words = ""


def _view_box(text: str) -> tuple[float, float, float, float] | None:
    values = _numbers(text) if text else []
    usable = len(values) == 4 and values[2] > 0 and values[3] > 0
    return (values[0], values[1], values[2], values[3]) if usable else None


def _numbers(text: str) -> list[float]:
    """The numbers in a list. Raises ValueError for anything else in it."""
    found, at = [], 0
    text = text.strip()
    while at < len(text):
        match = _NUMBER.match(text, at)
        if not match:
            raise ValueError(f"{text[at : at + 20]!r} is not a number")
        found.append(_number(match[1]))
        at = match.end()
    return found


def _number(digits: str) -> float:
    value = float(digits[:_LONGEST])
    if len(digits) > _LONGEST or not abs(value) <= _LARGEST_NUMBER:
        raise ValueError(f"{digits[:20]} is too large a number")
    return value


def _length(given: Mapping[str, str], name: str) -> float:
    values = _numbers(given.get(name, "0").removesuffix("px"))
    if len(values) != 1:
        raise ValueError(f"{name}: {given[name][:20]!r} is not a number")
    return values[0]


def _transform(text: str) -> Matrix:
    matrix, at = _STILL, 0
    text = text.strip()
    while at < len(text):
        found = _TRANSFORM.match(text, at)
        step = _one_transform(found[1], _numbers(found[2])) if found else None
        if found is None or step is None:
            raise ValueError(f"the transform {text[at : at + 30]!r} cannot be read")
        matrix, at = _times(matrix, step), found.end()
    return matrix


def _one_transform(name: str, values: Sequence[float]) -> Matrix | None:
    count = len(values)
    if name == "matrix" and count == 6:
        a, b, c, d, e, f = values
        return a, b, c, d, e, f
    if name == "translate" and count in (1, 2):
        return 1, 0, 0, 1, values[0], values[1] if count == 2 else 0
    if name == "scale" and count in (1, 2):
        return values[0], 0, 0, values[-1], 0, 0
    if name == "rotate" and count in (1, 3):
        turn = math.radians(values[0])
        x, y = values[1:] if count == 3 else (0, 0)
        cos, sin = math.cos(turn), math.sin(turn)
        return cos, sin, -sin, cos, x - x * cos + y * sin, y - x * sin - y * cos
    if name in ("skewX", "skewY") and count == 1:
        skew = math.tan(math.radians(values[0]))
        return (1, 0, skew, 1, 0, 0) if name == "skewX" else (1, skew, 0, 1, 0, 0)
    return None


def _times(outer: Matrix, inner: Matrix) -> Matrix:
    a, b, c, d, e, f = outer
    g, h, i, j, k, m = inner
    return (
        a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j,
        a * k + c * m + e, b * k + d * m + f,
    )  # fmt: skip


def _moved(matrix: Matrix, dot: Dot) -> Dot:
    a, b, c, d, e, f = matrix
    return a * dot[0] + c * dot[1] + e, b * dot[0] + d * dot[1] + f


def _ellipse(x: float, y: float, across: float, down: float) -> list[Dots]:
    steps = [math.tau * number / 36 for number in range(36)]
    return [tuple((x + across * math.cos(turn), y + down * math.sin(turn)) for turn in steps)]


def _rect(given: Mapping[str, str]) -> list[Dots]:
    x, y, wide, high = (_length(given, name) for name in ("x", "y", "width", "height"))
    return [((x, y), (x + wide, y), (x + wide, y + high), (x, y + high))]


def _polygon(given: Mapping[str, str]) -> list[Dots]:
    values = _numbers(given.get("points", ""))
    return [tuple(zip(values[::2], values[1::2], strict=False))]


_RINGS: Final[Mapping[str, Any]] = {
    "path": lambda given: flatten_path(given.get("d", "")),
    "polygon": _polygon,
    "rect": _rect,
    "circle": lambda given: _ellipse(
        _length(given, "cx"), _length(given, "cy"), _length(given, "r"), _length(given, "r")
    ),
    "ellipse": lambda given: _ellipse(
        _length(given, "cx"), _length(given, "cy"), _length(given, "rx"), _length(given, "ry")
    ),
    "text": lambda given: [((_length(given, "x"), _length(given, "y")),)],
}


def _steps(d: str) -> Iterator[tuple[str, list[float]]]:
    """The commands of path data, each with its numbers. Raises ValueError for others."""
    at, command = 0, ""
    end = len(d.rstrip())
    while at < end:
        found = _COMMAND.match(d, at)
        if found:
            command, at = found[1], found.end()
        elif command in "Zz":  # also before the first command
            raise ValueError(f"the path cannot be read at {d[at : at + 20]!r}")
        values = []
        for kind in _ARGUMENTS[command.upper()]:
            value = (_FLAG if kind == "f" else _NUMBER).match(d, at)
            if not value:
                raise ValueError(f"the path lacks a number at {d[at : at + 20]!r}")
            values.append(_number(value[1]))
            at = value.end()
        yield command, values
        command = {"M": "L", "m": "l"}.get(command, command)


def flatten_path(d: str) -> list[Dots]:
    """Path data as rings of straight lines. Raises ValueError for data that cannot be read."""
    rings: list[list[Dot]] = []
    x = y = 0.0
    control: Dot | None = None  # of the curve before, for those that continue it smoothly
    before = ""
    for command, given in _steps(d):
        kind = command.upper()
        if not rings and kind != "M":
            raise ValueError("the path does not begin with M")
        values = given
        if command.islower():
            if kind == "A":
                values = [*given[:5], given[5] + x, given[6] + y]
            else:
                first = 1 if kind == "V" else 0
                values = [v + (y if (at + first) % 2 else x) for at, v in enumerate(given)]
        if kind == "M":
            rings.append([])
        elif kind == "Z":
            if rings[-1]:
                x, y = rings[-1][0]
                rings.append([])
        elif not rings[-1]:
            rings[-1].append((x, y))  # after Z the next ring begins where the last one did
        if kind in "CSQT":
            smooth = control if control and before in ("CS" if kind in "CS" else "QT") else (x, y)
            if kind in "ST":
                values = [2 * x - smooth[0], 2 * y - smooth[1], *values]
            dots = [(x, y), *zip(values[::2], values[1::2], strict=True)]
            control = dots[-2]
            rings[-1] += [_on_curve(dots, step / _CURVE) for step in range(1, _CURVE + 1)]
        elif kind == "A":
            rings[-1] += _arc((x, y), values)
        elif kind == "H":
            rings[-1].append((values[0], y))
        elif kind == "V":
            rings[-1].append((x, values[0]))
        elif kind in "ML":
            rings[-1].append((values[0], values[1]))
        if kind != "Z":
            x, y = rings[-1][-1]
        before = kind
    return [tuple(ring) for ring in rings if ring]


def _on_curve(dots: Sequence[Dot], share: float) -> Dot:
    """A point of a Bezier curve, by halving the way between its control points."""
    while len(dots) > 1:
        dots = [
            (a[0] + share * (b[0] - a[0]), a[1] + share * (b[1] - a[1])) for a, b in pairwise(dots)
        ]
    return dots[0]


def _arc(start: Dot, values: Sequence[float]) -> list[Dot]:
    """An elliptical arc as straight lines: the conversion from end points to a center in the
    SVG specification, appendix B.2."""
    rx, ry, angle, large, sweep, x, y = values
    rx, ry = abs(rx), abs(ry)
    if not rx or not ry or start == (x, y):
        return [(x, y)]
    cos, sin = math.cos(math.radians(angle)), math.sin(math.radians(angle))
    dx, dy = (start[0] - x) / 2, (start[1] - y) / 2
    u, v = (cos * dx + sin * dy) / rx, (cos * dy - sin * dx) / ry
    far = max(u * u + v * v, 1e-12)
    if far > 1:  # too small to reach: as large as it must be
        rx, ry, u, v, far = rx * far**0.5, ry * far**0.5, u / far**0.5, v / far**0.5, 1.0
    side = math.sqrt(max(0.0, 1 / far - 1)) * (1 if large != sweep else -1)
    cu, cv = side * v, -side * u
    first = math.atan2(v - cv, u - cu)
    turn = math.atan2(-v - cv, -u - cu) - first
    if sweep and turn < 0:
        turn += math.tau
    elif not sweep and turn > 0:
        turn -= math.tau
    mx, my = (start[0] + x) / 2, (start[1] + y) / 2
    count = max(1, math.ceil(abs(turn) / _TURN))
    dots = []
    for step in range(1, count):
        at = first + turn * step / count
        px, py = rx * (cu + math.cos(at)), ry * (cv + math.sin(at))
        dots.append((mx + cos * px - sin * py, my + sin * px + cos * py))
    return [*dots, (x, y)]
