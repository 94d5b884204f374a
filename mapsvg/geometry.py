"""The geometry of a board: reads, checks and writes its file. mapsvg.shapes has its values.

The file is JSON with one arc, province or ornament a line, so that a change shows in a diff:

    {"format":2, "board":"standard", "title":..., "width":20000, "height":...,
    "arcs":[
    {"left":"BOH","right":"VIE","kind":"land","d":[100,200,5,-3,8,1]},
    ...],
    "provinces":{
    "VIE":{"name":"Vienna","kind":"inland","rings":[[0,-4]],"label":{...},"unit":[130,260],...},
    ...}, "regions":{...}, "crossings":[...], "ornaments":{"lakes":[...],"rivers":[...],...}}

A line ("d") is one absolute point and relative steps: 100,200 then 105,197 then 113,198.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from itertools import accumulate
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from mapsvg.shapes import SLOTS, Geometry, Line, Province, arc_points, line_steps

FORMAT = 2
BOARDS = Path(__file__).parent / "boards"
GROUP = "mapsvg.boards"  # of entry points
# Of a province, in their order; of what is not there only that is said which most have.
_ROW: Final = (
    "name", "kind", "rings", "label", "unit", "center", "dislodged", "marker", "second_marker",
    "leaders", "coasts",
)  # fmt: skip


class GeometryError(ValueError):
    """A geometry file that cannot be read or that breaks its own promises."""


def load_geometry(board: str | Path) -> Geometry:
    """The geometry of a board, by the board's name or by the path of a file.

    Boards of other packages are known by their names too. Boards by name are read once. Raises
    GeometryError with the name of the file.
    """
    if isinstance(board, Path) or "/" in board or board.endswith(".json"):
        return _read_geometry(Path(board))
    return _load_board(board)


ELSEWHERE: Final[list[Callable[[str], str]]] = []
"""Sources of the text of a board's geometry, asked before the files; one gives "" if it has
none."""


@lru_cache(maxsize=16)
def _load_board(name: str) -> Geometry:
    for ask in ELSEWHERE:
        if text := ask(name):
            return parse_geometry(text)
    path = BOARDS / f"{name}.json"
    if not path.is_file():
        others = _boards_of_others()
        if name not in others:
            known = ", ".join(sorted({*(file.stem for file in BOARDS.glob("*.json")), *others}))
            raise GeometryError(f"there is no geometry for the board {name} (known: {known})")
        path = others[name]
    return _read_geometry(path)


def _boards_of_others() -> dict[str, Path]:
    """The boards of other packages, by name: an entry point of the group has the module whose
    folder contains the file `<name>.json`. Imports none of those modules."""
    from importlib.metadata import entry_points
    from importlib.util import find_spec

    found = {}
    for point in entry_points(group=GROUP):
        try:
            spec = find_spec(point.value)
        except ModuleNotFoundError:
            continue  # A package that is not whole has no boards.
        if spec is not None and spec.origin:
            found[point.name] = Path(spec.origin).with_name(f"{point.name}.json")
    return found


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
    data = _decode(text)
    if not isinstance(data, dict) or data.get("format") != FORMAT:
        raise GeometryError(f"not a geometry file of format {FORMAT}")
    try:
        data |= data["ornaments"]
        for row in (*data["arcs"], *data.get("crossings", ()), *data["islands"]):
            row["points"] = _parse_line(row.get("d", ()))
        for region in data.get("regions", {}).values():
            region["outline"] = [*map(_parse_line, region["outline"])]
        for key in ("lakes", "rivers"):
            data[key] = [*map(_parse_line, data[key])]
        for code, row in data["provinces"].items():
            row["code"] = code
        geometry = msgspec.convert(data, Geometry)
    except KeyError as error:
        raise GeometryError(f"{error.args[0]} is missing") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise GeometryError(str(error)) from error
    _check_geometry(geometry)
    return geometry


def _decode(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        pass
    try:  # Slower, but it gives the line.
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise GeometryError(f"line {error.lineno}: not JSON ({error.msg})") from error


def _parse_line(steps: Sequence[int]) -> Line:
    """Absolute points of a line stored as one absolute point and relative steps."""
    if len(steps) < 4 or len(steps) % 2 or set(map(type, steps)) != {int}:
        raise ValueError(f"{steps}: a line needs two or more pairs of whole numbers")
    return tuple(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def _check_geometry(geometry: Geometry) -> None:
    """Refuse references to missing provinces, and rings that do not close."""
    for number, arc in enumerate(geometry.arcs):
        _check_codes(geometry, f"arc {number}", [side for side in (arc.left, arc.right) if side])
    for code, province in geometry.provinces.items():
        if not province.rings:
            raise GeometryError(f"province {code}: no outline")
        for slot in province.leaders:
            if slot not in SLOTS:
                raise GeometryError(f"province {code}: unknown slot {slot}")
        for ring in province.rings:
            for number in ring:
                if not -len(geometry.arcs) <= number < len(geometry.arcs):
                    raise GeometryError(f"province {code}: there is no arc {number}")
            lines = [arc_points(geometry.arcs, step) for step in ring]
            if not lines or any(
                line[-1] != after[0]
                for line, after in zip(lines, lines[1:] + lines[:1], strict=True)
            ):
                raise GeometryError(f"province {code}: a ring is not closed")
    for island in geometry.islands:
        _check_codes(geometry, "ornaments", [island.province] if island.province else [])
    for name, region in geometry.regions.items():
        _check_codes(geometry, f"region {name}", region.provinces)
    for name, view in geometry.views.items():
        left, top, width, height = view.box
        inside = left >= 0 and top >= 0 and width > 0 and height > 0
        if not inside or left + width > geometry.width or top + height > geometry.height:
            raise GeometryError(f"view {name}: the box is not within the map")
    for number, crossing in enumerate(geometry.crossings):
        _check_codes(geometry, f"crossing {number}", crossing.between)


def _check_codes(geometry: Geometry, place: str, codes: Iterable[str]) -> None:
    for code in codes:
        if code not in geometry.provinces:
            raise GeometryError(f"{place}: there is no province {code}")


def format_geometry(geometry: Geometry) -> str:
    """The text of the geometry file: one arc, province or ornament a line. Reads back the same."""
    head = {
        "format": FORMAT,
        "board": geometry.board,
        "title": geometry.title,
        "width": geometry.width,
        "height": geometry.height,
        "sources": geometry.sources,
        "sizes": asdict(geometry.sizes),
        "views": {name: asdict(view) for name, view in geometry.views.items()},
    }
    arcs = [
        {"left": arc.left, "right": arc.right, "kind": arc.kind, "d": line_steps(arc.points)}
        for arc in geometry.arcs
    ]
    crossings = [
        {"between": crossing.between, "d": line_steps(crossing.points)}
        for crossing in geometry.crossings
    ]
    regions = {
        name: {
            "title": region.title,
            "provinces": region.provinces,
            "outline": [line_steps(line) for line in region.outline],
        }
        for name, region in geometry.regions.items()
    }
    islands = [
        {"province": isle.province, "d": line_steps(isle.points)} for isle in geometry.islands
    ]
    parts = [
        *(f"{_compact(key)}:{_compact(value)}" for key, value in head.items()),
        _table("arcs", arcs),
        _table("provinces", {code: _row(one) for code, one in geometry.provinces.items()}),
        _table("regions", regions),
        _table("crossings", crossings),
    ]
    ornaments = [
        _table("lakes", [line_steps(line) for line in geometry.lakes]),
        _table("rivers", [line_steps(line) for line in geometry.rivers]),
        _table("islands", islands),
    ]
    lines = ("{", ",\n".join(parts) + ",", '"ornaments":{', ",\n".join(ornaments), "}", "}", "")
    return "\n".join(lines)


def _table(name: str, rows: Sequence[object] | Mapping[str, object]) -> str:
    """A list or a table of the file, a row a line."""
    if isinstance(rows, Mapping):
        texts, ends = [f"{_compact(key)}:{_compact(row)}" for key, row in rows.items()], "{}"
    else:
        texts, ends = [_compact(row) for row in rows], "[]"
    return "\n".join(filter(None, (f'"{name}":{ends[0]}', ",\n".join(texts), ends[1])))


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _row(province: Province) -> dict[str, object]:
    row: dict[str, object] = msgspec.to_builtins(province)
    return {key: row[key] for key in _ROW if row.get(key) or key == "center"}
