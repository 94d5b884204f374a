"""The geometry of a board: arcs shared by provinces, rings made of them, and places for pieces.

All coordinates are whole map units, x to the right, y down. A ring is a list of arc numbers: `n`
is arc n forwards, `-(n + 1)` is arc n reversed.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, get_args

__all__ = [
    "Arc",
    "CoastAnchors",
    "Geometry",
    "GeometryError",
    "Island",
    "Label",
    "Point",
    "Province",
    "arc_path",
    "format_geometry",
    "line_path",
    "load_geometry",
    "parse_geometry",
    "province_path",
    "ring_path",
    "ring_points",
]

FORMAT = 1
BOARDS = Path(__file__).parent / "boards"

Point = tuple[int, int]
ArcKind = Literal["land", "coast", "sea", "frame"]
ProvinceKind = Literal["inland", "coastal", "sea", "impassable"]
Ring = tuple[int, ...]


class GeometryError(ValueError):
    """A geometry file that cannot be read or that breaks its own promises."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A border between two provinces, stored once. A side is "" beyond the frame."""

    left: str
    right: str
    kind: ArcKind
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Label:
    """Lines of text around a center point; size is the font size, angle is degrees clockwise."""

    x: int
    y: int
    size: int
    lines: tuple[str, ...]
    angle: int = 0
    anchor: str = "middle"


@dataclass(frozen=True, slots=True)
class CoastAnchors:
    """Box centers for a fleet, a dislodged fleet and the label of a named coast."""

    unit: Point
    dislodged: Point
    label: Point


@dataclass(frozen=True, slots=True)
class Province:
    """A province: its outline as rings of arcs, main body first, and its box centers."""

    code: str
    name: str
    kind: ProvinceKind
    rings: tuple[Ring, ...]
    label: Label
    unit: Point
    center: Point | None
    dislodged: Point
    marker: Point
    code_label: Label | None = None
    coasts: Mapping[str, CoastAnchors] = field(default_factory=lambda: MappingProxyType({}))


@dataclass(frozen=True, slots=True)
class Island:
    """An island without a town: a closed outline, colored like a province or like none ("")."""

    province: str
    points: tuple[Point, ...]


@dataclass(frozen=True, slots=True)
class Geometry:
    """A whole board, provinces in the board's order; it covers 0..width by 0..height."""

    board: str
    title: str
    width: int
    height: int
    sources: tuple[str, ...]
    arcs: tuple[Arc, ...]
    provinces: Mapping[str, Province]
    lakes: tuple[tuple[Point, ...], ...] = ()
    rivers: tuple[tuple[Point, ...], ...] = ()
    islands: tuple[Island, ...] = ()


def load_geometry(board: str | Path) -> Geometry:
    """The geometry of a board, by the board's name or by the path of a file.

    Boards by name are read once. Raises GeometryError, which names the file.
    """
    if isinstance(board, Path) or "/" in board or board.endswith(".json"):
        return _read_geometry(Path(board))
    return _load_board(board)


@lru_cache(maxsize=16)
def _load_board(name: str) -> Geometry:
    path = BOARDS / f"{name}.json"
    if not path.is_file():
        known = ", ".join(sorted(file.stem for file in BOARDS.glob("*.json")))
        raise GeometryError(f"there is no geometry for the board {name} (known: {known})")
    return _read_geometry(path)


def _read_geometry(path: Path) -> Geometry:
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GeometryError(f"{path}: cannot be read ({error})") from error
    try:
        return parse_geometry(text)
    except GeometryError as error:
        raise GeometryError(f"{path}: {error}") from error


def parse_geometry(text: str) -> Geometry:
    """The geometry in a file's text. Raises GeometryError with the place and the fault."""
    try:
        data = json.loads(text)
    except json.JSONDecodeError as error:
        raise GeometryError(f"line {error.lineno}: not JSON ({error.msg})") from error
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GeometryError(f"not a geometry file of format {FORMAT}")
    place = "board"
    try:
        arcs = []
        for number, row in enumerate(data["arcs"]):
            place = f"arc {number}"
            arcs.append(_parse_arc(row))
        provinces = {}
        for code, row in data["provinces"].items():
            place = f"province {code}"
            provinces[code] = _parse_province(code, row)
        place = "ornaments"
        ornaments = data["ornaments"]
        lakes = tuple(_parse_line(line) for line in ornaments["lakes"])
        rivers = tuple(_parse_line(line) for line in ornaments["rivers"])
        islands = tuple(
            Island(str(row["province"]), _parse_line(row["d"])) for row in ornaments["islands"]
        )
        place = "board"
        geometry = Geometry(
            board=str(data["board"]),
            title=str(data["title"]),
            width=int(data["width"]),
            height=int(data["height"]),
            sources=tuple(str(source) for source in data["sources"]),
            arcs=tuple(arcs),
            provinces=MappingProxyType(provinces),
            lakes=lakes,
            rivers=rivers,
            islands=islands,
        )
    except KeyError as error:
        raise GeometryError(f"{place}: {error.args[0]} is missing") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise GeometryError(f"{place}: {error}") from error
    _check_geometry(geometry)
    return geometry


def _parse_line(steps: Sequence[int]) -> tuple[Point, ...]:
    """Absolute points of a line stored as one absolute point and relative steps."""
    if len(steps) < 4 or len(steps) % 2 or not all(type(step) is int for step in steps):
        raise ValueError("a line needs two or more pairs of whole numbers")
    x = y = 0
    points = []
    for dx, dy in zip(steps[::2], steps[1::2], strict=True):
        x, y = x + dx, y + dy
        points.append((x, y))
    return tuple(points)


def _parse_point(pair: Sequence[int]) -> Point:
    x, y = pair
    return int(x), int(y)


def _parse_arc(row: Mapping[str, Any]) -> Arc:
    if row["kind"] not in get_args(ArcKind):
        raise ValueError(f"unknown kind {row['kind']}")
    return Arc(str(row["left"]), str(row["right"]), row["kind"], _parse_line(row["d"]))


def _parse_label(row: Mapping[str, Any]) -> Label:
    return Label(
        x=int(row["x"]),
        y=int(row["y"]),
        size=int(row["size"]),
        lines=tuple(str(line) for line in row["lines"]),
        angle=int(row["angle"]),
        anchor=str(row["anchor"]),
    )


def _parse_province(code: str, row: Mapping[str, Any]) -> Province:
    if row["kind"] not in get_args(ProvinceKind):
        raise ValueError(f"unknown kind {row['kind']}")
    coasts = {
        coast: CoastAnchors(*(_parse_point(spots[key]) for key in ("unit", "dislodged", "label")))
        for coast, spots in row.get("coasts", {}).items()
    }
    return Province(
        code=code,
        name=str(row["name"]),
        kind=row["kind"],
        rings=tuple(tuple(int(number) for number in ring) for ring in row["rings"]),
        label=_parse_label(row["label"]),
        unit=_parse_point(row["unit"]),
        center=None if row["center"] is None else _parse_point(row["center"]),
        dislodged=_parse_point(row["dislodged"]),
        marker=_parse_point(row["marker"]),
        code_label=_parse_label(row["code_label"]) if "code_label" in row else None,
        coasts=MappingProxyType(coasts),
    )


def _check_geometry(geometry: Geometry) -> None:
    """Refuse sides and rings that name what is not there, and rings that do not close."""
    for number, arc in enumerate(geometry.arcs):
        for side in (arc.left, arc.right):
            if side and side not in geometry.provinces:
                raise GeometryError(f"arc {number}: there is no province {side}")
    for code, province in geometry.provinces.items():
        if not province.rings:
            raise GeometryError(f"province {code}: no outline")
        for ring in province.rings:
            for number in ring:
                if not -len(geometry.arcs) <= number < len(geometry.arcs):
                    raise GeometryError(f"province {code}: there is no arc {number}")
            ends = [_arc_points(geometry, number) for number in ring]
            if not ends or any(
                one[-1] != two[0] for one, two in zip(ends, ends[1:] + ends[:1], strict=True)
            ):
                raise GeometryError(f"province {code}: a ring is not closed")
    for island in geometry.islands:
        if island.province and island.province not in geometry.provinces:
            raise GeometryError(f"ornaments: there is no province {island.province}")


def _arc_points(geometry: Geometry, number: int) -> tuple[Point, ...]:
    if number >= 0:
        return geometry.arcs[number].points
    return geometry.arcs[-number - 1].points[::-1]


def ring_points(geometry: Geometry, ring: Ring) -> tuple[Point, ...]:
    """The corners of a ring, the first one not repeated at the end."""
    points: list[Point] = []
    for number in ring:
        points.extend(_arc_points(geometry, number)[:-1])
    return tuple(points)


def line_path(points: Sequence[Point], *, closed: bool = False) -> str:
    """SVG path data of a line in relative whole numbers: `m10,20l3,-4,5,6z`."""
    if not points:
        return ""
    x, y, *steps = map(str, _steps(points))
    return f"m{x},{y}" + ("l" + ",".join(steps) if steps else "") + ("z" if closed else "")


def arc_path(arc: Arc) -> str:
    """SVG path data of one arc."""
    return line_path(arc.points)


def ring_path(geometry: Geometry, ring: Ring) -> str:
    """SVG path data of one closed ring; starts absolute, so that rings can be joined."""
    path = line_path(ring_points(geometry, ring), closed=True)
    return "M" + path[1:]


def province_path(geometry: Geometry, code: str) -> str:
    """SVG path data of all rings of a province, for the fill rule evenodd."""
    return "".join(ring_path(geometry, ring) for ring in geometry.provinces[code].rings)


def format_geometry(geometry: Geometry) -> str:
    """The text of the geometry file: one arc, province or ornament a line. Reads back the same."""
    head = {
        "format": FORMAT,
        "board": geometry.board,
        "title": geometry.title,
        "width": geometry.width,
        "height": geometry.height,
        "sources": geometry.sources,
    }
    lines = ["{"]
    lines += [f"{_compact(key)}:{_compact(value)}," for key, value in head.items()]
    arcs = (
        {"left": arc.left, "right": arc.right, "kind": arc.kind, "d": _steps(arc.points)}
        for arc in geometry.arcs
    )
    lines += ['"arcs":[', *_rows(map(_compact, arcs)), "],", '"provinces":{']
    lines += _rows(
        f"{_compact(code)}:{_compact(_province_row(province))}"
        for code, province in geometry.provinces.items()
    )
    lines += ["},", '"ornaments":{', '"lakes":[']
    lines += _rows(_compact(_steps(line)) for line in geometry.lakes)
    lines += ["],", '"rivers":[', *_rows(_compact(_steps(line)) for line in geometry.rivers)]
    lines += ["],", '"islands":[']
    islands = ({"province": isle.province, "d": _steps(isle.points)} for isle in geometry.islands)
    lines += [*_rows(map(_compact, islands)), "]", "}", "}"]
    return "\n".join(lines) + "\n"


def _rows(rows: Any) -> list[str]:
    texts = list(rows)
    return [text + "," for text in texts[:-1]] + texts[-1:]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _steps(points: Sequence[Point]) -> list[int]:
    steps: list[int] = []
    before = (0, 0)
    for point in points:
        steps += [point[0] - before[0], point[1] - before[1]]
        before = point
    return steps


def _label_row(label: Label) -> dict[str, object]:
    return {
        "x": label.x,
        "y": label.y,
        "size": label.size,
        "lines": label.lines,
        "angle": label.angle,
        "anchor": label.anchor,
    }


def _province_row(province: Province) -> dict[str, object]:
    row: dict[str, object] = {
        "name": province.name,
        "kind": province.kind,
        "rings": province.rings,
        "label": _label_row(province.label),
    }
    if province.code_label is not None:
        row["code_label"] = _label_row(province.code_label)
    row |= {
        "unit": province.unit,
        "center": province.center,
        "dislodged": province.dislodged,
        "marker": province.marker,
    }
    if province.coasts:
        row["coasts"] = {
            coast: {"unit": spots.unit, "dislodged": spots.dislodged, "label": spots.label}
            for coast, spots in province.coasts.items()
        }
    return row
