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
from types import MappingProxyType
from typing import Any, Final, get_args

import msgspec.json
from msgspec.structs import asdict

from mapsvg.shapes import (
    SLOTS,
    Arc,
    ArcKind,
    CoastAnchors,
    Crossing,
    Geometry,
    Island,
    Label,
    Line,
    Point,
    Province,
    ProvinceKind,
    Region,
    Segment,
    Sizes,
    View,
    arc_points,
    line_steps,
)

FORMAT = 2
BOARDS = Path(__file__).parent / "boards"
GROUP = "mapsvg.boards"  # of entry points
_ARC_KINDS, _PROVINCE_KINDS = get_args(ArcKind), get_args(ProvinceKind)


class GeometryError(ValueError):
    """A geometry file that cannot be read or that breaks its own promises."""


def load_geometry(board: str | Path) -> Geometry:
    """The geometry of a board, by the board's name or by the path of a file.

    Boards of other packages are known by their names too. Boards by name are read once. Raises
    GeometryError, which names the file.
    """
    if isinstance(board, Path) or "/" in board or board.endswith(".json"):
        return _read_geometry(Path(board))
    return _load_board(board)


ELSEWHERE: Final[list[Callable[[str], str]]] = []
"""What is asked for the text of a board's geometry before the files are; "" where it has none."""


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
    """The boards of other packages, by name: an entry point of the group says in which module's
    folder the file `<name>.json` lies. Imports none of those modules."""
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
        regions = {}
        for name, row in data.get("regions", {}).items():
            place = f"region {name}"
            outline = tuple(_parse_line(line) for line in row["outline"])
            regions[name] = Region(str(row["title"]), tuple(map(str, row["provinces"])), outline)
        views = {}
        for name, row in data.get("views", {}).items():
            place = f"view {name}"
            views[name] = View(str(row["title"]), _parse_segment(row["box"]))
        crossings = []
        for number, row in enumerate(data.get("crossings", [])):
            place = f"crossing {number}"
            one, two = map(str, row["between"])
            crossings.append(Crossing((one, two), _parse_line(row["d"])))
        place = "ornaments"
        ornaments = data["ornaments"]
        lakes = tuple(_parse_line(line) for line in ornaments["lakes"])
        rivers = tuple(_parse_line(line) for line in ornaments["rivers"])
        islands = tuple(
            Island(str(row["province"]), _parse_line(row["d"])) for row in ornaments["islands"]
        )
        place = "sizes"
        sizes = Sizes(**{key: _parse_point(size) for key, size in data.get("sizes", {}).items()})
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
            sizes=sizes,
            regions=MappingProxyType(regions),
            views=MappingProxyType(views),
            crossings=tuple(crossings),
        )
    except KeyError as error:
        raise GeometryError(f"{place}: {error.args[0]} is missing") from error
    except (TypeError, ValueError, AttributeError) as error:
        raise GeometryError(f"{place}: {error}") from error
    _check_geometry(geometry)
    return geometry


def _decode(text: str) -> Any:
    try:
        return msgspec.json.decode(text)
    except msgspec.DecodeError:
        pass
    try:  # Slower, but it tells the line.
        return json.loads(text)
    except json.JSONDecodeError as error:
        raise GeometryError(f"line {error.lineno}: not JSON ({error.msg})") from error


def _parse_line(steps: Sequence[int]) -> Line:
    """Absolute points of a line stored as one absolute point and relative steps."""
    if len(steps) < 4 or len(steps) % 2 or set(map(type, steps)) != {int}:
        raise ValueError("a line needs two or more pairs of whole numbers")
    return tuple(zip(accumulate(steps[::2]), accumulate(steps[1::2]), strict=True))


def _parse_point(pair: Sequence[int]) -> Point:
    x, y = pair
    return int(x), int(y)


def _parse_segment(numbers: Sequence[int]) -> Segment:
    one, two, three, four = numbers
    return int(one), int(two), int(three), int(four)


def _parse_arc(row: Mapping[str, Any]) -> Arc:
    if row["kind"] not in _ARC_KINDS:
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
        leader=_parse_segment(row["leader"]) if "leader" in row else None,
    )


def _parse_province(code: str, row: Mapping[str, Any]) -> Province:
    if row["kind"] not in _PROVINCE_KINDS:
        raise ValueError(f"unknown kind {row['kind']}")
    coasts = {
        coast: CoastAnchors(*(_parse_point(spots[key]) for key in ("unit", "dislodged", "label")))
        for coast, spots in row.get("coasts", {}).items()
    }
    leaders = {slot: _parse_segment(line) for slot, line in row.get("leaders", {}).items()}
    for slot in leaders:
        if slot not in SLOTS:
            raise ValueError(f"unknown slot {slot}")
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
        second_marker=_parse_point(row["second_marker"]) if "second_marker" in row else None,
        code_label=_parse_label(row["code_label"]) if "code_label" in row else None,
        coasts=MappingProxyType(coasts),
        leaders=MappingProxyType(leaders),
    )


def _check_geometry(geometry: Geometry) -> None:
    """Refuse what names a province that is not there, and rings that do not close."""
    for number, arc in enumerate(geometry.arcs):
        _check_codes(geometry, f"arc {number}", [side for side in (arc.left, arc.right) if side])
    for code, province in geometry.provinces.items():
        if not province.rings:
            raise GeometryError(f"province {code}: no outline")
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
    lines = ["{"]
    lines += [f"{_compact(key)}:{_compact(value)}," for key, value in head.items()]
    arcs = (
        {"left": arc.left, "right": arc.right, "kind": arc.kind, "d": line_steps(arc.points)}
        for arc in geometry.arcs
    )
    lines += ['"arcs":[', *_rows(map(_compact, arcs)), "],", '"provinces":{']
    lines += _rows(
        f"{_compact(code)}:{_compact(_province_row(province))}"
        for code, province in geometry.provinces.items()
    )
    lines += ["},", '"regions":{']
    lines += _rows(
        f"{_compact(name)}:{_compact(_region_row(region))}"
        for name, region in geometry.regions.items()
    )
    crossings = (
        {"between": crossing.between, "d": line_steps(crossing.points)}
        for crossing in geometry.crossings
    )
    lines += ["},", '"crossings":[', *_rows(map(_compact, crossings)), "],"]
    lines += ['"ornaments":{', '"lakes":[']
    lines += _rows(_compact(line_steps(line)) for line in geometry.lakes)
    lines += ["],", '"rivers":[', *_rows(_compact(line_steps(line)) for line in geometry.rivers)]
    lines += ["],", '"islands":[']
    islands = (
        {"province": isle.province, "d": line_steps(isle.points)} for isle in geometry.islands
    )
    lines += [*_rows(map(_compact, islands)), "]", "}", "}"]
    return "\n".join(lines) + "\n"


def _rows(rows: Iterable[str]) -> list[str]:
    texts = list(rows)
    return [text + "," for text in texts[:-1]] + texts[-1:]


def _compact(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def _region_row(region: Region) -> dict[str, object]:
    outline = [line_steps(line) for line in region.outline]
    return {"title": region.title, "provinces": region.provinces, "outline": outline}


def _label_row(label: Label) -> dict[str, object]:
    row: dict[str, object] = asdict(label)
    if label.leader is None:
        del row["leader"]
    return row


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
    if province.second_marker is not None:
        row["second_marker"] = province.second_marker
    if province.leaders:
        row["leaders"] = dict(province.leaders)
    if province.coasts:
        row["coasts"] = {
            coast: {"unit": spots.unit, "dislodged": spots.dislodged, "label": spots.label}
            for coast, spots in province.coasts.items()
        }
    return row
