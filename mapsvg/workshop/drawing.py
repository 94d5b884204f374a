"""A board from a drawing: its borders, a proposal for its board.toml, and its geometry.

    shapes --later ones over earlier--> a fine grid of province codes
           --hairlines, gaps and specks go to the nearest--> rows that touch as was meant
           --gridboard.trace_arcs, smoothed--> arcs that both neighbors share

In the drawing a shape is a province: its label or title is its code ("TAR"), both ("TAR Tarn") or
its name. Where it is only the code, a text in a layer "labels" has the name. Several shapes with
one label are one province. Layers or classes give the kind of a province: land, sea, impassable.
Layers "centers", "pieces" and "labels" hold the points for these, each for the province in which it
lies. The notes list everything else.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, permutations
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from mapsvg.geometry import GeometryError
from mapsvg.outlines import simplify
from mapsvg.scene import province_of
from mapsvg.shapes import (
    Arc,
    CoastAnchors,
    Geometry,
    Label,
    Line,
    Province,
    Ring,
    Sizes,
    arc_number,
    ring_points,
    signed_area,
)
from mapsvg.workshop.cartography.topology import (
    arc_length,
    measure_contacts,
    read_adjacency,
    shore_stretches,
)
from mapsvg.workshop.graphboard import draw_graph
from mapsvg.workshop.gridboard import arc_kind, draw_grid, find_rings, trace_arcs
from mapsvg.workshop.inkscape import Dot, Shape, read_page
from mapsvg.workshop.painting import OUTSIDE, drawn_box, paint_grid, tidy_grid
from mapsvg.workshop.placing import Wish, middles, place_things, unplaced

CELLS: Final = 200_000
"""Cells of the grid that a drawing becomes."""
MOST_PROVINCES: Final = 400
LEAST_BORDER: Final = 2.5
"""How long a border is at least, in cells; shorter ones are corners."""
_SMOOTHED = 5
_DETAIL = 0.3  # cells
_USUAL = 20_000
_WIDTHS = (8_000, 20_000)  # of maps
_ROOMY = 430  # half a square of land, map units, in which name, piece and center have room
_DIRECTIONS: Final = {
    "NC": ("north coast", (0, -1)), "SC": ("south coast", (0, 1)),
    "EC": ("east coast", (1, 0)), "WC": ("west coast", (-1, 0)),
}  # fmt: skip
_KINDS: Final = {
    "land": "land", "sea": "sea", "seas": "sea", "water": "sea", "lake": "sea", "lakes": "sea",
    "impassable": "impassable", "closed": "impassable",
}  # fmt: skip
_POINTS: Final = {
    "center": "centers", "centers": "centers", "centre": "centers", "centres": "centers",
    "piece": "pieces", "pieces": "pieces", "unit": "pieces", "units": "pieces",
    "label": "labels", "labels": "labels", "name": "labels", "names": "labels",
}  # fmt: skip
_DECORATION = frozenset({"decoration", "decorations", "ignore"})
_CODE = re.compile(r"[A-Za-z][A-Za-z0-9]{0,4}")
_BOTH = re.compile(r"([A-Z][A-Z0-9]{0,4}(?=[\s:,–-])|[A-Za-z][A-Za-z0-9]{0,4}(?=:))[\s:,–-]+(\S.*)")


class Drawn(Struct, frozen=True):
    """A province of a drawing: its kind is land, sea or impassable; line: of its first shape."""

    code: str
    name: str
    kind: str
    line: int


class Drawing(Struct, frozen=True):
    """A drawing as a grid of codes. centers, pieces, labels: {code: point in cells}."""

    where: str
    rows: tuple[tuple[str, ...], ...]
    provinces: Mapping[str, Drawn]
    centers: Mapping[str, Dot]
    pieces: Mapping[str, Dot]
    labels: Mapping[str, Dot]
    notes: tuple[str, ...]


def read_drawing(svg: str, where: str, *, cells: int = CELLS) -> Drawing:
    """The provinces in an Inkscape drawing.

    where: its file's name, for messages. cells: how fine it is looked at. Raises GeometryError with
    all that is wrong, a line each: file, line, element, the problem and what to do.
    """
    page = read_page(svg, where, frozenset({*_KINDS, *_POINTS, *_DECORATION}))
    wrong: list[str] = []
    notes: list[str] = []
    shapes, points = _sort_shapes(page.shapes, where, wrong, notes)
    if len({shape.label for shape in shapes}) > MOST_PROVINCES:
        raise GeometryError(f"{where}:1: there are too many provinces (at most {MOST_PROVINCES})")
    provinces = _name_provinces(shapes, where, wrong, notes)
    if not shapes and not wrong:
        wrong.append(
            f"{where}:1: no province is drawn (draw a path for each and label it with its code)"
        )
    if wrong:
        raise GeometryError("\n".join(wrong))
    box = drawn_box(shapes, page.box)
    codes = {label: one.code for label, one in provinces.items()}
    rows, cell = paint_grid(shapes, codes, box, cells, where)
    found = {one.code: one for one in provinces.values()}
    notes += tidy_grid(rows, {code for code, one in found.items() if one.kind == "sea"}, where)
    seen = {code for row in rows for code in set(row)}
    wrong = [
        f"{where}:{one.line}: {code}: nothing of it is to be seen"
        " (it is too small or thin, or other shapes lie above it)"
        for code, one in found.items()
        if code not in seen
    ]
    if wrong:
        raise GeometryError("\n".join(wrong))
    layers: dict[str, dict[str, Dot]] = {"centers": {}, "pieces": {}, "labels": {}}
    unnamed = {code for code, one in found.items() if one.name.upper() == code}
    for layer, shape in points:
        x, y = ((part - start) / cell for part, start in zip(shape.middle, box[:2], strict=True))
        inside = 0 <= x < len(rows[0]) and 0 <= y < len(rows)
        code = rows[int(y)][int(x)] if inside else ""
        labelled = shape.label.upper() if shape.label.upper() in found else code
        if labelled in found and inside and labelled not in layers[layer]:
            layers[layer][labelled] = x, y
            if layer == "labels" and labelled in unnamed and shape.words:
                # "Bel-" above "lona" is one word.
                name = re.sub(r"(?<=\w)- (?=[a-z])", "", shape.words)
                found[labelled] = replace(found[labelled], name=name)
        else:
            problem = "a second point for " + labelled if labelled in found else "in no province"
            notes.append(f"{_place(where, shape)}: {problem}, left out")
    return Drawing(
        where,
        tuple(map(tuple, rows)),
        dict(sorted(found.items())),
        layers["centers"],
        layers["pieces"],
        layers["labels"],
        tuple(notes),
    )


def _place(where: str, shape: Shape) -> str:
    return f"{where}:{shape.line}: {shape.tag} {shape.label or shape.id or 'without id'}"


def _words(shape: Shape) -> list[str]:
    """The words of a shape's layers and classes, the innermost first."""
    return [word for group in shape.groups[::-1] for word in re.findall(r"[a-z]+", group.lower())]


def _kind(shape: Shape) -> str:
    return next((_KINDS[word] for word in _words(shape) if word in _KINDS), "")


def _sort_shapes(
    shapes: Iterable[Shape], where: str, wrong: list[str], notes: list[str]
) -> tuple[list[Shape], list[tuple[str, Shape]]]:
    """The shapes of provinces, and the points with their layers."""
    some_kind = any(_kind(shape) for shape in shapes)
    found, points = [], []
    ignored: Counter[str] = Counter()
    for shape in shapes:
        words = _words(shape)
        layer = next((_POINTS[word] for word in words if word in _POINTS), "")
        if _DECORATION & set(words):
            ignored[" / ".join(shape.groups)] += 1
        elif shape.problem:
            wrong.append(f"{_place(where, shape)}: {shape.problem} (draw it again)")
        elif not shape.rings:
            notes.append(f"{_place(where, shape)}: hidden, or no shape of a province; left out")
        elif layer:
            points.append((layer, shape))
        elif shape.tag == "text" or not (_kind(shape) or (shape.label and not some_kind)):
            notes.append(
                f"{_place(where, shape)}: in no layer called Land, Sea or Impassable; left out"
            )
        elif not re.search(r"[^\W\d_]", shape.label):
            wrong.append(
                f"{_place(where, shape)}: a province without a name"
                " (Object > Object Properties: give it its code as a label)"
            )
        else:
            found.append(shape)
    notes += [f"{where}: {count} in the layer {name}, left out" for name, count in ignored.items()]
    return found, points


def _name_provinces(
    shapes: Iterable[Shape], where: str, wrong: list[str], notes: list[str]
) -> dict[str, Drawn]:
    """{label: the province that it names}."""
    labels = {shape.label: shape for shape in reversed(list(shapes))}
    codes: dict[str, tuple[str, str]] = {}
    for label in labels:
        both = _BOTH.fullmatch(label)
        if both and not both[2].isupper():
            codes[label] = both[1].upper(), " ".join(both[2].split())
        elif _CODE.fullmatch(label):
            codes[label] = label.upper(), label
    taken = {code for code, _ in codes.values()}
    for label in sorted(labels.keys() - codes.keys()):
        made = _make_code(label, taken)
        taken.add(made)
        codes[label] = made, " ".join(label.split())
        notes.append(f"{_place(where, labels[label])}: the code is {made}")
    first: dict[str, Shape] = {}
    found = {}
    for shape in shapes:
        code = codes[shape.label][0]
        before = first.setdefault(code, shape)
        if _kind(before) != _kind(shape):
            wrong.append(
                f"{_place(where, shape)}: {code} is {_kind(shape) or 'land'} here and"
                f" {_kind(before) or 'land'} in line {before.line} (put both into one layer)"
            )
        # "TAR" and "TAR Tarn" are one province: the longer label knows the name.
        names = [name for other, name in codes.values() if other == code]
        said, own = codes[before.label][1], codes[shape.label][1]
        if said != own and code not in (said.upper(), own.upper()):
            wrong.append(
                f"{_place(where, shape)}: {code} is called {said} in line {before.line}"
                " (give one of them another code)"
            )
        name = max(names, key=lambda name: (len(name), name))
        found[shape.label] = Drawn(code, name, _kind(before) or "land", before.line)
    if not any(map(_kind, shapes)) and found:
        notes.append(f"{where}: no layer says what is land, sea or impassable: all is land")
    return found


def _make_code(name: str, taken: set[str]) -> str:
    """A code for a name: its first three letters, or its first and two later ones."""
    plain = unicodedata.normalize("NFKD", name)
    letters = re.sub(r"[^A-Z0-9]", "", plain.encode("ascii", "ignore").decode().upper())
    letters = letters.lstrip("0123456789")
    ways = [letters[:3]]
    ways += [letters[0] + a + b for at, a in enumerate(letters[1:], 1) for b in letters[at + 1 :]]
    ways += [f"{letters[:2] or 'P'}{number}" for number in range(1, MOST_PROVINCES)]
    return next(code for code in ways if code and code not in taken)


def propose_board(drawing: Drawing) -> dict[str, Any]:
    """The provinces as a board.toml has them, by what touches in the drawing."""
    return _tables(drawing, {code: one.kind for code, one in drawing.provinces.items()})


def _tables(drawing: Drawing, kinds: Mapping[str, str]) -> dict[str, Any]:
    unit = _USUAL / len(drawing.rows[0])
    geometry, least = _outline(drawing, kinds, unit), LEAST_BORDER * unit
    provinces = {
        code: replace(one, coasts=_propose_coasts(geometry, one, least))
        for code, one in geometry.provinces.items()
    }
    contacts = measure_contacts(replace(geometry, provinces=provinces))
    ways: dict[str, dict[str, set[str]]] = {"army": {}, "fleet": {}}
    for who, pairs in contacts.items():
        for (place, other), length in pairs.items():
            if length >= least:
                ways[who].setdefault(place, set()).add(other)
                ways[who].setdefault(other, set()).add(place)
    found: dict[str, Any] = {}
    for code, drawn in drawing.provinces.items():
        coasts = provinces[code].coasts
        shores = [f"{code}/{coast}" for coast in coasts] or [code]
        kind = kinds[code]
        if kind not in ("sea", "impassable"):
            kind = "coastal" if any(shore in ways["fleet"] for shore in shores) else "inland"
        row: dict[str, Any] = {"name": drawn.name, "kind": kind}
        if code in drawing.centers and kind != "impassable":
            row["center"] = True
        if kind in ("inland", "coastal"):
            row["army"] = sorted(ways["army"].get(code, ()))
        if kind == "sea" or (kind == "coastal" and not coasts):
            row["fleet"] = sorted(ways["fleet"].get(code, ()))
        if kind == "coastal" and coasts:
            row["coasts"] = {
                coast: {
                    "name": _DIRECTIONS[coast][0],
                    "fleet": sorted(ways["fleet"].get(f"{code}/{coast}", ())),
                }
                for coast in coasts
            }
        found[code] = row
    return found


def _outline(drawing: Drawing, kinds: Mapping[str, str], unit: float) -> Geometry:
    """The geometry of only the borders: names and pieces have no place yet."""
    everywhere = {OUTSIDE: "impassable", **kinds}
    everywhere = {code: "coastal" if kind == "land" else kind for code, kind in everywhere.items()}
    traced = trace_arcs(drawing.rows)
    # Rings follow an arc forwards around its left neighbor; find_rings around the right one.
    arcs = tuple(
        Arc(right, left, arc_kind(everywhere, left, right),
            _hand_drawn(line, unit, inner=bool(left and right)))
        for line, left, right in traced
    )  # fmt: skip
    names = {code: one.name for code, one in drawing.provinces.items()}
    if any(OUTSIDE in row for row in drawing.rows):
        names[OUTSIDE] = "beyond the board"
    provinces = {
        code: unplaced(code, name, everywhere[code], find_rings(traced, code))
        for code, name in sorted(names.items())
    }
    width, height = round(len(drawing.rows[0]) * unit), round(len(drawing.rows) * unit)
    return Geometry("", "", width, height, (), arcs, provinces)


def _hand_drawn(points: Line, unit: float, *, inner: bool) -> Line:
    """A line of stairs as a hand would draw it, in map units; its ends stay."""
    line: list[tuple[float, float]] = [(x, y) for x, y in points]
    if inner and len(line) > 2:
        middle = [((a + c) / 2, (b + d) / 2) for (a, b), (c, d) in pairwise(line)]
        is_ring = line[0] == line[-1]
        line = [*middle, middle[0]] if is_ring else [line[0], *middle, line[-1]]
        for _ in range(_SMOOTHED):
            ends = (line[-2], line[1]) if is_ring else (line[0], line[-1])
            full = [ends[0], *line, ends[1]]
            soft = [
                ((a + 2 * c + e) / 4, (b + 2 * d + f) / 4)
                for (a, b), (c, d), (e, f) in zip(full, full[1:], full[2:], strict=False)
            ]
            line = soft if is_ring else [line[0], *soft[1:-1], line[-1]]
    fine = [(round(x * unit), round(y * unit)) for x, y in line]
    if not inner:  # along the frame only corners count
        fine = simplify(fine, 0.5)
    short = simplify(fine, _DETAIL * unit)
    # A ring needs an area.
    return tuple(short if short[0] != short[-1] or len(short) > 3 else fine)


def _propose_coasts(
    geometry: Geometry, province: Province, least: float
) -> dict[str, CoastAnchors]:
    """Named coasts of a province whose shore falls apart: stretches along its main body, and shores
    of lakes inside it."""
    if province.kind != "coastal":
        return {}
    turns = [signed_area(ring_points(geometry.arcs, ring)) > 0 for ring in province.rings]
    lines = [
        [point for number in stretch for point in geometry.arcs[number].points]
        for ring, clockwise in zip(province.rings, turns, strict=True)
        if ring == province.rings[0] or clockwise != turns[0]
        for stretch in _stretches(geometry.arcs, ring, province.code)
        if sum(arc_length(geometry.arcs[number]) for number in stretch) >= least
    ]
    if len(lines) < 2:
        return {}
    lines = sorted(lines, key=lambda line: (-len(line), line))[: len(_DIRECTIONS)]
    spots = [line[len(line) // 2] for line in lines]
    x, y = (sum(part) / len(spots) for part in zip(*spots, strict=True))
    best = max(
        permutations(_DIRECTIONS, len(spots)),
        key=lambda names: sum(
            (spot[0] - x) * _DIRECTIONS[name][1][0] + (spot[1] - y) * _DIRECTIONS[name][1][1]
            for name, spot in zip(names, spots, strict=True)
        ),
    )
    return {
        name: CoastAnchors(spot, spot, spot) for name, spot in sorted(zip(best, spots, strict=True))
    }


def _stretches(arcs: Sequence[Arc], ring: Ring, code: str) -> list[list[int]]:
    """Unbroken stretches of a province's shore along a ring. The frame breaks none if one sea lies
    on both sides."""
    numbers = [arc_number(step) for step in ring]
    parts = shore_stretches(arcs, ring)

    def go_on(one: list[int], two: list[int]) -> bool:
        first, last = numbers.index(one[-1]) + 1, numbers.index(two[0])
        between = numbers[first:last] if first <= last else numbers[first:] + numbers[:last]
        seas = ({c for number in part for c in _sides(arcs[number])} for part in (one, two))
        only_frame = all(arcs[number].kind == "frame" for number in between)
        return only_frame and set.intersection(*seas) != {code}

    whole: list[list[int]] = []
    for number, part in enumerate(parts):
        if number and go_on(parts[number - 1], part):
            whole[-1] += part
        else:
            whole.append(part)
    if len(whole) > 1 and go_on(parts[-1], parts[0]):
        whole[0] = whole.pop() + whole[0]
    return whole


def _sides(arc: Arc) -> tuple[str, str]:
    return arc.left, arc.right


def compare_borders(data: Mapping[str, Any], drawing: Drawing) -> list[tuple[str, str, str]]:
    """The differences between a board.toml and its drawing: two codes, the second "" if it is about
    only one, and the difference. A canal or a ferry is a good reason for some."""
    board = data["provinces"]
    found = [
        (code, "", "has no shape in the drawing")
        for code in sorted(set(board) - set(drawing.provinces))
    ]
    found += [
        (code, "", "is drawn, but is not in board.toml")
        for code in sorted(set(drawing.provinces) - set(board))
    ]
    kinds = {
        code: str(board.get(code, {}).get("kind", one.kind))
        for code, one in drawing.provinces.items()
    }
    for code, drawn in drawing.provinces.items():
        said = kinds[code] if kinds[code] in ("sea", "impassable") else "land"
        if said != drawn.kind:
            found.append((code, "", f"is {kinds[code]} in board.toml, {drawn.kind} in the drawing"))
    shared = set(board) & set(drawing.provinces)
    drawn_ways, said_ways = _ways(_tables(drawing, kinds), shared), _ways(board, shared)
    touching, known = (ways["army"] | ways["fleet"] for ways in (drawn_ways, said_ways))
    for one, two in sorted(touching | known):
        if (one, two) not in known:
            found.append((one, two, "touch in the drawing, but have no border in board.toml"))
        elif (one, two) not in touching:
            found.append((one, two, "have a border in board.toml, but do not touch"))
        else:
            for unit, who in (("army", "an army"), ("fleet", "a fleet")):
                if ((one, two) in drawn_ways[unit]) != ((one, two) in said_ways[unit]):
                    by = "the drawing" if (one, two) in drawn_ways[unit] else "board.toml"
                    found.append((one, two, f"are neighbors for {who} by {by} alone"))
    room = middles(drawing.rows)
    cell = _map_width(room, kinds, len(drawing.rows[0])) / len(drawing.rows[0])
    for code in sorted(drawing.provinces):
        if kinds[code] != "impassable" and room[code][0][0] * cell < Sizes().army[0] / 2:
            found.append((code, "", "is so small in the drawing that no piece has room in it"))
    return found


def _ways(board: Mapping[str, Any], codes: set[str]) -> dict[str, set[tuple[str, str]]]:
    """The pairs of provinces between which an army or a fleet may go, whatever the coast."""
    return {
        unit: {
            (min(one, two), max(one, two))
            for one, two in (map(province_of, pair) for pair in pairs)
            if {one, two} <= codes
        }
        for unit, pairs in read_adjacency(board).items()
    }


def draw_board(
    data: Mapping[str, Any], svg: str | None = None, where: str = "map.svg", *, cells: int = CELLS
) -> Geometry:
    """The geometry of a board: from its drawing, from the grid in its table `map`, or as a graph.

    data: the parsed board.toml. Raises GeometryError for a drawing without one of its provinces.
    """
    if svg is None:
        return draw_grid(data) if "map" in data else draw_graph(data)
    drawing = read_drawing(svg, where, cells=cells)
    board = data["provinces"]
    wrong = [
        f"{where}: {code}: no shape has its label"
        for code in sorted(set(board) - set(drawing.provinces))
    ]
    wrong += [
        f"{where}:{one.line}: {code} is not in board.toml"
        for code, one in drawing.provinces.items()
        if code not in board
    ]
    if wrong:
        raise GeometryError("\n".join(wrong))
    kinds = {code: str(row["kind"]) for code, row in board.items()}
    spots = middles(drawing.rows)
    unit = _map_width(spots, kinds, len(drawing.rows[0])) / len(drawing.rows[0])
    outline = _outline(drawing, kinds, unit)
    wishes = []
    for code, row in board.items():
        one = replace(outline.provinces[code], name=str(row["name"]), kind=row["kind"])
        unit_at, center_at, label_at = (
            (round(points[code][0] * unit), round(points[code][1] * unit))
            if code in points
            else None
            for points in (drawing.pieces, drawing.centers, drawing.labels)
        )
        is_center = bool(row.get("center"))
        shores = _coast_lines(outline, one, row.get("coasts", {}))
        wish = Wish(one, is_center, unit_at, center_at if is_center else None, label_at, shores)
        wishes.append(wish)
    placed = place_things(wishes, drawing.rows, spots, unit, Sizes())
    if OUTSIDE in outline.provinces:
        placed[OUTSIDE] = replace(outline.provinces[OUTSIDE], label=Label(0, 0, 100, ("",)))
    return replace(
        outline,
        board=str(data["board"]["name"]),
        title=str(data["board"]["title"]),
        sources=(f"drawn in {where}",),
        provinces=dict(sorted(placed.items())),
    )


def _map_width(
    spots: Mapping[str, Sequence[tuple[float, ...]]], kinds: Mapping[str, str], columns: int
) -> int:
    """The width at which four of five lands have room for their contents, as far as maps go."""
    lands = [code for code, kind in kinds.items() if kind not in ("sea", "impassable")]
    room = sorted(spots[code][0][0] for code in lands or kinds)
    fitting = _ROOMY / room[len(room) // 5] * columns
    return round(min(max(fitting, _WIDTHS[0]), _WIDTHS[1]))


def _coast_lines(
    geometry: Geometry, province: Province, coasts: Mapping[str, Any]
) -> dict[str, Line]:
    """For each named coast its stretch of shore: that which meets most of where it leads."""
    if not coasts:
        return {}
    stretches = [
        part for ring in province.rings for part in _stretches(geometry.arcs, ring, province.code)
    ]
    if len(stretches) < len(coasts):
        stretches = [[number] for part in stretches for number in part]
    scores = []
    for number, part in enumerate(stretches):
        lines = [geometry.arcs[arc] for arc in part]
        sides = {code for arc in lines for code in _sides(arc)} - {province.code}
        ends = {end for arc in lines for end in (arc.points[0], arc.points[-1])}
        beside = {
            code
            for arc in geometry.arcs
            if arc.points[0] in ends or arc.points[-1] in ends
            for code in _sides(arc)
        }
        for coast, row in coasts.items():
            near = {str(to).partition("/")[0] for to in row["fleet"]}
            score = 2 * len(near & sides) + len(near & beside) - len(sides - near)
            scores.append((-score, coast, number))
    found: dict[str, Line] = {}
    used: set[int] = set()
    for _, coast, number in sorted(scores):
        if coast not in found and (number not in used or len(used) == len(stretches)):
            part = stretches[number]
            found[coast] = tuple(dot for arc in part for dot in geometry.arcs[arc].points)
            used.add(number)
    return dict(sorted(found.items()))
