"""The steps that make a geometry, each on a small case."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest
from msgspec.structs import replace

# The map-making tools are an extra, so a plain checkout skips this file.
np = pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")
pytest.importorskip("scipy")

from mapsvg.geometry import load_geometry  # noqa: E402
from mapsvg.shapes import Province, ProvinceKind, Sizes  # noqa: E402
from mapsvg.workshop.cartography.arcs import build_rings, draw_arcs, simplify_areas  # noqa: E402
from mapsvg.workshop.cartography.build import draw_land  # noqa: E402
from mapsvg.workshop.cartography.faces import Site, cut_faces  # noqa: E402
from mapsvg.workshop.cartography.ornaments import draw_regions  # noqa: E402
from mapsvg.workshop.cartography.outside import box_at, draw_leader  # noqa: E402
from mapsvg.workshop.cartography.placement import Plot, place_all  # noqa: E402
from mapsvg.workshop.cartography.projection import Lens, Projection  # noqa: E402
from mapsvg.workshop.cartography.raster import Box, rasterize  # noqa: E402
from mapsvg.workshop.cartography.slots import GAP, make_kit  # noqa: E402
from mapsvg.workshop.cartography.source import (  # noqa: E402
    RegionSource,
    SourceError,
    find_source,
    load_source,
)
from mapsvg.workshop.cartography.topology import assign_coasts  # noqa: E402
from mapsvg.workshop.cartography.world import CACHE, LAND, WATERS, read_lines, read_polygons  # noqa: E402  # noqa: E402

SOURCES = Path(__file__).resolve().parents[2] / "mapsvg" / "workshop" / "cartography"
EUROPE = SOURCES / "europe"
KIT = make_kit(Sizes(), 20_000)
ARMY, FLEET, DISC, MARKER = KIT.army, KIT.fleet, KIT.center, KIT.marker
PLAIN = Projection((40, 60), (52, 15), (52, 15), 0.0, 2000, (), (-500, -400, 500, 400), 4000)


def test_fisheye_and_lens_enlarge_around_their_places() -> None:
    step = [(52.0, 15.0), (52.01, 15.0)]
    plain = np.ptp(PLAIN.project(step)[:, 1])
    fish = Projection((40, 60), (52, 15), (52, 15), 0.5, 2000, (), PLAIN.frame, 4000)
    assert np.ptp(fish.project(step)[:, 1]) == pytest.approx(1.5 * plain, rel=0.01)
    lens = Lens((52, 15), 0.4, 200)
    near = Projection((40, 60), (52, 15), (52, 15), 0.0, 2000, (lens,), PLAIN.frame, 4000)
    assert np.ptp(near.project(step)[:, 1]) == pytest.approx(1.4 * plain, rel=0.01)
    far = [(45.0, 5.0)]
    assert near.project(far)[0] == pytest.approx(PLAIN.project(far)[0], abs=0.5)


def test_topojson_arcs_are_joined_and_reversed(tmp_path: Path) -> None:
    topology = {
        "transform": {"scale": [1, 1], "translate": [10, 50]},
        "arcs": [[[0, 0], [1, 0], [0, 1]], [[0, 0], [0, 1], [1, 0]]],
        "objects": {
            "land": {"geometries": [{"type": "Polygon", "arcs": [[0, -2]]}]},
            "rivers": {"geometries": [{"type": "LineString", "arcs": [1]}]},
        },
    }
    path = tmp_path / "world.json"
    path.write_text(json.dumps(topology), encoding="utf-8")
    ring = read_polygons(path, "land")[0][0]
    assert ring.tolist() == [[50, 10], [50, 11], [51, 11], [51, 10], [50, 10]]
    assert read_lines(path, "rivers")[0].tolist() == [[50, 10], [51, 10], [51, 11]]


@pytest.fixture(scope="module")
def pieces() -> dict[str, shapely.Geometry]:
    """Land in the west with two provinces, an islet, and a sea in the east."""
    land = shapely.box(-900, -900, 2000, 4100)
    islet = shapely.box(3000, 500, 3200, 700)
    towns = [Site("AAA", shapely.Point(1000, 500)), Site("BBB", shapely.Point(1000, 2500))]
    water = [Site("SEA", shapely.Point(3000, 1500))]
    faces = cut_faces([land, islet], [*towns, *water], frozenset({"SEA"}), PLAIN)
    assert faces.complaints == ()
    assert faces.islands == (islet,)
    return dict(faces.areas)


def test_faces_cover_the_frame_and_keep_land_and_sea_apart(
    pieces: dict[str, shapely.Geometry],
) -> None:
    assert list(pieces) == ["AAA", "BBB", "SEA"]
    assert sum(area.area for area in pieces.values()) == pytest.approx(4000 * 3200)
    assert pieces["SEA"].area == pytest.approx(2000 * 3200)


def test_arcs_are_shared_and_close_to_rings(pieces: dict[str, shapely.Geometry]) -> None:
    kinds = {"AAA": "coastal", "BBB": "coastal", "SEA": "sea"}
    owners = {code: code for code in pieces}
    arcs = draw_arcs(simplify_areas(pieces, 10), owners, kinds)
    between = {frozenset((arc.left, arc.right)): arc.kind for arc in arcs}
    assert between == {
        frozenset(("AAA", "BBB")): "land",
        frozenset(("AAA", "SEA")): "coast",
        frozenset(("BBB", "SEA")): "coast",
        frozenset(("AAA", "")): "frame",
        frozenset(("BBB", "")): "frame",
        frozenset(("SEA", "")): "frame",
    }
    rings = build_rings(arcs, list(pieces))
    assert {code: [len(ring) for ring in found] for code, found in rings.items()} == {
        "AAA": [3],
        "BBB": [3],
        "SEA": [3],
    }
    shore = assign_coasts(arcs, rings["AAA"], {"EC": (2000, 800)}, {})
    assert [arcs[number].kind for number in shore["EC"]] == ["coast"]


def test_atoms_of_one_province_have_no_border_between_them(
    pieces: dict[str, shapely.Geometry],
) -> None:
    owners = {"AAA": "BOTH", "BBB": "BOTH", "SEA": "SEA"}
    kinds = {"BOTH": "coastal", "SEA": "sea"}
    arcs = draw_arcs(simplify_areas(pieces, 10), owners, kinds)
    assert {frozenset((arc.left, arc.right)) for arc in arcs} == {
        frozenset(("BOTH", "SEA")),
        frozenset(("BOTH", "")),
        frozenset(("SEA", "")),
    }
    assert {code: len(found) for code, found in build_rings(arcs, ["BOTH", "SEA"]).items()} == {
        "BOTH": 1,
        "SEA": 1,
    }


def test_one_stretch_of_shore_is_shared_out_by_its_seas() -> None:
    """No land lies between the two coasts, only the border of the seas."""
    areas = {
        "LAND": shapely.Polygon([(0, 0), (1000, 0), (1000, 1000), (500, 1000), (0, 1000)]),
        "WEST": shapely.box(0, 1000, 500, 1500),
        "EAST": shapely.box(500, 1000, 1000, 1500),
    }
    kinds = {"LAND": "coastal", "WEST": "sea", "EAST": "sea"}
    arcs = draw_arcs(areas, {code: code for code in areas}, kinds)
    rings = build_rings(arcs, list(areas))
    points = {"WC": (200, 900), "EC": (800, 900)}
    seas = {"WC": ("WEST",), "EC": ("EAST",)}
    shores = assign_coasts(arcs, rings["LAND"], points, seas)
    sides = {
        coast: [{arcs[number].left, arcs[number].right} for number in numbers]
        for coast, numbers in shores.items()
    }
    assert sides == {"WC": [{"LAND", "WEST"}], "EC": [{"LAND", "EAST"}]}


def test_a_box_has_the_room_that_is_left_around_it() -> None:
    raster = rasterize(shapely.box(0, 0, 1000, 600))
    room = raster.clearance((Box(200, 200),))
    _, y = raster.best(room)
    assert abs(y - 300) <= 20
    assert float(room.max()) == pytest.approx(200, abs=40)
    assert float(raster.clearance((Box(900, 700),)).max()) == 0
    crowded = raster.taken((Box(400, 600),), 0, 500, 300)
    assert float(crowded.clearance((Box(400, 200),)).max()) == 0


def plot_of(
    area: shapely.Geometry, kind: ProvinceKind = "inland", *, code: str = "XYZ", name: str = "Ex"
) -> Plot:
    return Plot(code, name, kind, True, area, area)


def boxes_of(anchors: Province, kind: ProvinceKind) -> dict[str, list[shapely.Polygon]]:
    units = {"inland": [ARMY], "sea": [FLEET]}.get(kind, [ARMY, FLEET])
    assert anchors.center is not None
    return {
        "unit": [_shape(unit, anchors.unit) for unit in units],
        "dislodged": [_shape(unit, anchors.dislodged) for unit in units],
        "center": [_shape(DISC, anchors.center)],
        "marker": [_shape(MARKER, anchors.marker)],
        "second_marker": [_shape(MARKER, anchors.second_marker)],
    }


def test_a_name_is_written_on_one_line_or_two_or_does_not_fit() -> None:
    def label_in(width: int, height: int) -> tuple[tuple[str, ...], bool]:
        plot = plot_of(shapely.box(0, 0, width, height), name="Schleswig-Holstein")
        placed, full = place_all([plot], KIT)
        return placed["XYZ"].label.lines, not full

    assert label_in(2000, 1500) == (("Schleswig-Holstein",), True)
    assert label_in(1000, 1500) == (("Schleswig-", "Holstein"), True)
    assert label_in(620, 1600) == (("Schleswig-", "Holstein"), True)
    assert label_in(400, 1600) == (("Schleswig-", "Holstein"), False)


def test_where_either_may_stand_there_is_room_for_an_army_and_for_a_fleet() -> None:
    area = shapely.box(0, 0, 640, 1500)
    placed, full = place_all([plot_of(area, "coastal")], KIT)
    assert not full
    boxes = boxes_of(placed["XYZ"], "coastal")
    inside = area.buffer(-5)
    assert all(inside.contains(box) for shapes in boxes.values() for box in shapes)
    for one, two in combinations(boxes, 2):
        for a in boxes[one]:
            for b in boxes[two]:
                assert a.distance(b) >= GAP - 1, (one, two)


def test_a_leader_runs_from_the_edge_of_the_box_into_the_province() -> None:
    home = shapely.box(0, 0, 1000, 1000)
    x1, y1, x2, y2 = draw_leader((ARMY,), (1500, 500), home)
    assert (x1, y1) == (1370, 500)
    assert (x2, y2) == (955, 500)
    assert box_at(ARMY, (1500, 500)).distance(shapely.Point(x1, y1)) == 0


def test_a_region_is_drawn_around_its_provinces_and_not_into_every_inlet() -> None:
    one = shapely.box(500, 500, 1500, 1500)
    two = shapely.box(1500, 500, 2500, 1500).difference(shapely.box(1900, 500, 1930, 1400))
    board = replace(
        load_source(SOURCES / "standard.toml"),
        projection=PLAIN,
        regions={"hre": RegionSource("Empire", ("AAA", "BBB"), 40)},
    )
    region = draw_regions(board, {"AAA": one, "BBB": two, "CCC": shapely.box(0, 0, 9, 9)})["hre"]
    assert (region.title, region.provinces) == ("Empire", ("AAA", "BBB"))
    assert len(region.outline) == 1
    shape = shapely.Polygon(region.outline[0])
    assert shape.area == pytest.approx(2_000_000, rel=0.01)
    assert shape.contains(shapely.box(1850, 600, 1950, 1300))


def _shape(box: Box, at: tuple[int, int]) -> shapely.Polygon:
    (x, y), wide, high = at, box.width / 2, box.height / 2
    return shapely.box(x - wide, y - high, x + wide, y + high)


def test_the_sources_of_boards_can_be_read() -> None:
    source = load_source(SOURCES / "standard.toml")
    assert len([p for p in source.provinces.values() if p.kind != "impassable"]) == 75
    open_land = [p for p in source.provinces.values() if p.kind in ("inland", "coastal")]
    assert min(len(source.atoms[province.code].sites) for province in open_land) >= 8


def test_the_editions_of_europe_group_the_same_atoms() -> None:
    names = ("europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3")
    boards = [load_source(find_source(name)) for name in names]
    for board in boards:
        assert board.atoms == boards[0].atoms
        assert board.projection == boards[0].projection
        assert set(board.owners) == set(board.atoms)
    flagship, *_, three = boards
    assert flagship.provinces["STY"].atoms == ("STY", "CAR")
    assert flagship.owners["GOF"] == "BAL"
    assert three.owners["TRI"] == three.owners["PAL"] == "RHI"
    sardinia = next(isle for isle in three.islands if (39.24, 9.12) in isle.points)
    assert sardinia.color == "ARA"


def test_the_committed_borders_are_what_the_source_makes() -> None:
    if not all((CACHE / f"{one.package}-{one.version}").is_dir() for one in (LAND, WATERS)):
        pytest.skip("the coastline is not in the cache")
    land = draw_land(load_source(EUROPE / "europe-1619.toml"))
    geometry = load_geometry("europe-1619")
    assert land.arcs == geometry.arcs
    assert land.rings == {code: one.rings for code, one in geometry.provinces.items()}
    assert land.complaints == ()


def test_an_edition_may_not_lose_or_share_an_atom(tmp_path: Path) -> None:
    for path in EUROPE.glob("*.toml"):
        (tmp_path / path.name).write_bytes(path.read_bytes())
    edition = tmp_path / "europe-1619.toml"
    text = edition.read_text(encoding="utf-8")
    for wrong, message in (
        (text.replace('atoms = ["STY", "CAR"]', 'atoms = ["STY"]'), "no province has CAR"),
        (text.replace('"CAR"]', '"CAR", "BOH"]'), "provinces.BOH: STY has BOH already"),
        (text.replace('"CAR"]', '"CAR", "XYZ"]'), "provinces.STY: there is no atom XYZ"),
        (text.replace('"CAR"]', '"CAR", "NTH"]'), "provinces.STY: NTH is not inland"),
    ):
        edition.write_text(wrong, encoding="utf-8")
        with pytest.raises(SourceError, match=message):
            load_source(edition)


def test_a_missing_atlas_is_named(tmp_path: Path) -> None:
    path = tmp_path / "lost.toml"
    path.write_text("[board]\nname = 'x'\natlas = ['land.toml']\n", encoding="utf-8")
    with pytest.raises(SourceError, match=r"land\.toml"):
        load_source(path)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[board", "Expected"),
        ("[board]\nname = 'x'", "provinces is missing"),
        ("[provinces.AAA]\nname = 'A'\nkind = 'swamp'\ntowns = []", "Invalid enum value 'swamp'"),
        ("[provinces.AAA]\nname = 'A'\nkind = 'inland'\ntowns = []", "provinces.AAA: no site"),
    ],
)
def test_a_broken_source_names_its_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=message) as caught:
        load_source(path)
    assert str(caught.value).startswith(str(path))
