"""On a full board nothing hides anything: pieces, centers and names keep clear of one another."""

from __future__ import annotations

import random
import re
from collections import Counter
from collections.abc import Iterator
from itertools import combinations
from xml.etree import ElementTree

import pytest

from mapsvg import OrderMark, Scene, UnitPiece, draw_svg
from mapsvg.geometry import Geometry, load_geometry
from mapsvg.lettering import Face, text_width
from mapsvg.plan import SIGN_RADIUS
from mapsvg.scene import province_of
from tests.mapsvg.scenes import POWERS

SVG = "{http://www.w3.org/2000/svg}"
UNITS = 34
DISLODGED = 6
SEEDS = range(12)
# Half of a line that is drawn around a shape lies outside it, map units.
OUTLINES = {"army": 8, "fleet": 8, "burst-army": 4, "burst-fleet": 4, "disc": 7}

Box = tuple[float, float, float, float]


@pytest.fixture(scope="module")
def board() -> Geometry:
    return load_geometry("standard")


def legal_places(board: Geometry, kind: str) -> list[str]:
    """Where a unit of that kind may stand; a fleet on a named coast if there are any."""
    allowed = {"A": ("inland", "coastal"), "F": ("coastal", "sea")}[kind]
    places = []
    for code, province in board.provinces.items():
        if province.kind in allowed:
            coasts = province.coasts if kind == "F" else ()
            places += [f"{code}/{coast}" for coast in coasts] or [code]
    return places


def random_units(board: Geometry, seed: int) -> tuple[UnitPiece, ...]:
    """Units in as many provinces, then dislodged ones in some of the same provinces."""
    chance = random.Random(seed)
    choices = [(kind, at) for kind in "AF" for at in legal_places(board, kind)]
    chance.shuffle(choices)
    powers = [*POWERS]
    standing: dict[str, UnitPiece] = {}
    beaten: dict[str, UnitPiece] = {}
    for kind, at in choices:
        code, power = province_of(at), chance.choice(powers)
        if code not in standing and len(standing) < UNITS - DISLODGED:
            standing[code] = UnitPiece(kind, at, power)  # type: ignore[arg-type]
        elif code in standing and code not in beaten and len(beaten) < DISLODGED:
            beaten[code] = UnitPiece(kind, at, power, state="dislodged")  # type: ignore[arg-type]
    return (*standing.values(), *beaten.values())


def drawn_things(board: Geometry, units: tuple[UnitPiece, ...]) -> list[tuple[str, Box]]:
    """The box of each piece with its star, of each center, and of each line of a name."""
    centers = {code: "france" for code, one in board.provinces.items() if one.center}
    scene = Scene("standard", "Full", centers=centers, units=units, powers=POWERS)
    root = ElementTree.fromstring(draw_svg(scene))
    shapes = dict(defined_shapes(root))
    things = []
    for group in root.iter(f"{SVG}g"):
        kind = (group.get("class") or "").split()[:1]
        if kind == ["unit"] and group.get("data-at"):
            used = [str(use.get("href")).removeprefix("#") for use in group.iter(f"{SVG}use")]
            boxes = [shapes[name] for name in used if name in shapes]
            left, top, right, bottom = zip(*boxes, strict=True)
            box = (min(left), min(top), max(right), max(bottom))
            things.append((str(group.get("id")), moved(box, group)))
        elif kind == ["center"] and group.get("data-province"):
            disc = next(one for one in group if one.get("class") == "disc")
            half = float(disc.get("r", "")) + OUTLINES["disc"]
            box = moved((-half, -half, half, half), group)
            things.append((f"center of {group.get('data-province')}", box))
        elif group.get("id") == "layer-names":
            things += [(str(text.text), name_box(text)) for text in group.iter(f"{SVG}text")]
    return things


def defined_shapes(root: ElementTree.Element) -> Iterator[tuple[str, Box]]:
    """The shapes that pieces are made of, each with its outline."""
    for shape in root.iter():
        name = shape.get("id", "")
        if name not in OUTLINES:
            continue
        if shape.tag == f"{SVG}rect":
            x, y, wide, high = (float(shape.get(key, "")) for key in ("x", "y", "width", "height"))
            box = (x, y, x + wide, y + high)
        else:
            numbers = [int(number) for number in re.findall(r"-?\d+", shape.get("d", ""))]
            xs, ys = numbers[::2], numbers[1::2]
            box = (min(xs), min(ys), max(xs), max(ys))
        out = OUTLINES[name]
        yield name, (box[0] - out, box[1] - out, box[2] + out, box[3] + out)


def moved(box: Box, group: ElementTree.Element) -> Box:
    x, y = map(int, re.findall(r"-?\d+", group.get("transform", "")))
    return box[0] + x, box[1] + y, box[2] + x, box[3] + y


def name_box(text: ElementTree.Element) -> Box:
    """From the top of the tallest letters to the end of the longest."""
    italic = "at-sea" in text.get("class", "") or "closed" in text.get("class", "")
    face: Face = "EBGaramond-Italic" if italic else "EBGaramond-Bold"
    size = float(text.get("font-size", ""))
    half = text_width(str(text.text), face, size) / 2
    x, base = float(text.get("x", "")), float(text.get("y", ""))
    return x - half, base - 0.72 * size, x + half, base + 0.27 * size


def overlaps(things: list[tuple[str, Box]]) -> list[str]:
    return [
        f"{one} and {two}"
        for (one, a), (two, b) in combinations(things, 2)
        if a[0] < b[2] and b[0] < a[2] and a[1] < b[3] and b[1] < a[3]
    ]


@pytest.mark.parametrize("seed", SEEDS)
def test_nothing_overlaps_on_a_full_board(board: Geometry, seed: int) -> None:
    assert overlaps(drawn_things(board, random_units(board, seed))) == []


def test_the_positions_hold_all_there_is_to_hide(board: Geometry) -> None:
    """Guards the test above against boxes that are not there."""
    seen: Counter[str] = Counter()
    for seed in SEEDS:
        units = random_units(board, seed)
        assert len(units) == UNITS
        assert sum(unit.state == "dislodged" for unit in units) == DISLODGED
        things = drawn_things(board, units)
        assert sum(name.startswith("u-") for name, _ in things) == UNITS
        assert sum(name.startswith("center of") for name, _ in things) == 34
        assert len(things) - UNITS - 34 >= len(board.provinces)
        seen += Counter(unit.at for unit in units)
    assert {"SPA/NC", "STP/SC", "BUL/EC"} <= set(seen)
    assert len(seen) > 70


def test_an_overlap_would_be_found(board: Geometry) -> None:
    (name, box), *rest = drawn_things(board, random_units(board, 0))
    beside = (box[0] + 100, box[1] + 50, box[2] + 100, box[3] + 50)
    assert overlaps([(name, box), ("a thing on it", beside)]) == [f"{name} and a thing on it"]
    assert rest


def test_every_place_of_the_board_is_clear_when_taken(board: Geometry) -> None:
    """One unit after the other, with a dislodged one beside it, in every place."""
    for kind in "AF":
        for at in legal_places(board, kind):
            units = (
                UnitPiece(kind, at, "italy"),  # type: ignore[arg-type]
                UnitPiece(kind, at, "turkey", state="dislodged"),  # type: ignore[arg-type]
            )
            things = drawn_things(board, units)
            pieces = {name for name, _ in things if name.startswith("u-")}
            assert len(pieces) == 2
            near = [box for name, box in things if name in pieces]
            close = [one for one in things if any(distance(one[1], box) < 500 for box in near)]
            assert overlaps(close) == [], at


def distance(a: Box, b: Box) -> float:
    """How far apart two boxes are, along the axis where they are farther; negative if not."""
    return max(a[0] - b[2], b[0] - a[2], a[1] - b[3], b[1] - a[3])


def test_pieces_can_be_told_apart_on_a_small_picture(board: Geometry) -> None:
    """An army is 10 px wide or more on a picture of 800 px, and 20 px on one of 1600 px."""
    root = ElementTree.fromstring(draw_svg(Scene("standard", "Empty", powers=POWERS)))
    wide = float(root.get("viewBox", "").split()[2])
    shapes = dict(defined_shapes(root))
    sizes = {name: (box[2] - box[0], box[3] - box[1]) for name, box in shapes.items()}
    assert min(sizes["army"]) * 800 / wide >= 10
    assert min(sizes["army"]) * 1600 / wide >= 20
    assert sizes["fleet"][0] * 800 / wide >= 14
    assert sizes["fleet"][1] * 800 / wide >= 7


def test_the_plus_of_a_new_unit_hides_no_name_and_no_center(board: Geometry) -> None:
    places = [(kind, at) for kind in "AF" for at in legal_places(board, kind)]
    for kind, at in places:
        code = province_of(at)
        if not board.provinces[code].center:
            continue
        built = UnitPiece(kind, at, "italy", state="built")  # type: ignore[arg-type]
        order = OrderMark("1", "build", "italy", at)
        scene = Scene("standard", "Full", centers={code: "italy"}, units=(built,), orders=(order,),
                      powers=POWERS)  # fmt: skip
        root = ElementTree.fromstring(draw_svg(scene))
        sign = next(one for one in root.iter() if one.get("class") == "sign glad")
        reach = SIGN_RADIUS + 10
        plus = moved((-reach, -reach, reach, reach), sign)
        things = [one for one in drawn_things(board, ()) if distance(one[1], plus) < 0]
        assert things == [], at
