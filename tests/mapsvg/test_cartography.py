"""The steps that make a geometry, each on a small case."""

from __future__ import annotations

import json
from itertools import combinations
from pathlib import Path

import pytest

# The map-making tools are an extra, so a plain checkout skips this file.
np = pytest.importorskip("numpy")
shapely = pytest.importorskip("shapely")
pytest.importorskip("scipy")

from mapsvg.cartography.anchors import place_anchors  # noqa: E402
from mapsvg.cartography.arcs import build_rings, draw_arcs, simplify_areas  # noqa: E402
from mapsvg.cartography.borders import displace, site_borders  # noqa: E402
from mapsvg.cartography.faces import Site, cut_faces  # noqa: E402
from mapsvg.cartography.packing import pack  # noqa: E402
from mapsvg.cartography.projection import Lens, Projection  # noqa: E402
from mapsvg.cartography.raster import Box, rasterize  # noqa: E402
from mapsvg.cartography.slots import ARMY, DISC, FLEET, GAP, MARKER  # noqa: E402
from mapsvg.cartography.source import (  # noqa: E402
    ProvinceSource,
    SourceError,
    load_source,
)
from mapsvg.cartography.topojson import read_lines, read_polygons  # noqa: E402
from mapsvg.cartography.topology import assign_coasts  # noqa: E402

SOURCES = Path(__file__).resolve().parents[2] / "mapsvg" / "cartography"
PLAIN = Projection((40, 60), (52, 15), (52, 15), 0.0, 2000, (), (-500, -400, 500, 400), 4000)


def test_the_focus_lies_where_the_frame_says() -> None:
    assert PLAIN.height == 3200
    assert PLAIN.project([(52, 15)]).tolist() == [[2000, 1600]]


def test_a_degree_of_latitude_keeps_its_length_near_the_parallels() -> None:
    (_, north), (_, south) = PLAIN.project([(52.5, 15), (51.5, 15)])
    assert south - north == pytest.approx(111.2 * 4, rel=0.02)


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


def test_the_noise_is_the_same_everywhere_and_every_time() -> None:
    points = np.array([[100.0, 200.0], [5000.0, 7000.0]])
    assert displace(points, 1.0).tolist() == displace(points.copy(), 1.0).tolist()
    assert displace(points[1:], 1.0)[0].tolist() == displace(points, 1.0)[1].tolist()
    assert displace(points, 0.0).tolist() == points.tolist()


def test_a_border_runs_between_sites_of_different_owners_only() -> None:
    sites = np.array([[500.0, 500.0], [500.0, 1500.0], [1500.0, 1000.0]])
    area = shapely.box(0, 0, 2000, 2000)
    lines = site_borders(sites, ["AAA", "AAA", "BBB"], area, rounds=0, wiggle=0.0)
    border = shapely.union_all(lines)
    assert border.distance(shapely.Point(500, 1000)) > 300
    assert border.intersects(shapely.LineString([(500, 500), (1500, 1000)]))


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
    arcs = draw_arcs(simplify_areas(pieces, 10), kinds)
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
    shore = assign_coasts(arcs, rings["AAA"], {"EC": (2000, 800)})
    assert [arcs[number].kind for number in shore["EC"]] == ["coast"]


def test_a_box_has_the_room_that_is_left_around_it() -> None:
    raster = rasterize(shapely.box(0, 0, 1000, 600))
    room = raster.clearance(Box(200, 200))
    _, y = raster.best(room)
    assert abs(y - 300) <= 20
    assert float(room.max()) == pytest.approx(200, abs=40)
    assert float(raster.clearance(Box(900, 700)).max()) == 0
    crowded = raster.taken(Box(400, 600), 500, 300)
    assert float(crowded.clearance(Box(400, 200)).max()) == 0


def test_a_small_province_is_labeled_by_its_code() -> None:
    def anchors_in(width: int, height: int, name: str) -> tuple[tuple[str, ...], bool, bool]:
        source = ProvinceSource("XYZ", name, "inland", True, ((0, 0),), {})
        anchors = place_anchors(source, shapely.box(0, 0, width, height), {})
        return anchors.label.lines, anchors.code_only, anchors.fits

    assert anchors_in(2000, 1500, "Schleswig-Holstein") == (("Schleswig-Holstein",), False, True)
    assert anchors_in(900, 1500, "Schleswig-Holstein") == (("Schleswig-", "Holstein"), False, True)
    assert anchors_in(560, 1100, "Schleswig-Holstein") == (("XYZ",), True, True)
    assert anchors_in(ARMY.width - 20, 150, "Schleswig-Holstein") == (("XYZ",), True, False)


def test_where_either_may_stand_there_is_room_for_an_army_and_for_a_fleet() -> None:
    source = ProvinceSource("XYZ", "Ex", "coastal", True, ((0, 0),), {})
    area = shapely.box(0, 0, 560, 1400)
    anchors = place_anchors(source, area, {})
    assert anchors.fits
    inside = area.buffer(-20)
    for spot in (anchors.unit, anchors.dislodged):
        for unit in (ARMY, FLEET):
            assert inside.contains(_shape(unit, spot))
    for one in (ARMY, FLEET):
        for two in (ARMY, FLEET):
            gap = _shape(one, anchors.unit).distance(_shape(two, anchors.dislodged))
            assert gap >= GAP, (one, two)


def _shape(box: Box, at: tuple[int, int]) -> shapely.Polygon:
    (x, y), wide, high = at, box.width / 2, box.height / 2
    return shapely.box(x - wide, y - high, x + wide, y + high)


def test_things_are_packed_where_no_tidy_group_fits() -> None:
    """In an L-shaped place the pieces lie around the corner, off one another, or not at all."""
    area = shapely.union_all([shapely.box(0, 0, 400, 1300), shapely.box(0, 900, 1100, 1300)])
    things = {"unit": (ARMY,), "dislodged": (ARMY,), "center": (DISC,), "marker": (MARKER,)}
    spots = pack(rasterize(area), things, 24)
    assert spots is not None
    shapes = [_shape(things[name][0], spot) for name, spot in spots.items()]
    assert all(area.contains(shape) for shape in shapes)
    assert min(a.distance(b) for a, b in combinations(shapes, 2)) >= GAP
    assert pack(rasterize(shapely.box(0, 0, 400, 500)), things, 24) is None


def test_the_sources_of_boards_can_be_read() -> None:
    source = load_source(SOURCES / "standard.toml")
    assert len([p for p in source.provinces.values() if p.kind != "impassable"]) == 75
    towns = [len(p.sites) for p in source.provinces.values() if p.kind in ("inland", "coastal")]
    assert min(towns) >= 8


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[board", "Expected"),
        ("[board]\nname = 'x'", "provinces is missing"),
        ("[provinces.AAA]\nname = 'A'\nkind = 'swamp'\ntowns = []", "unknown kind swamp"),
        ("[provinces.AAA]\nname = 'A'\nkind = 'inland'\ntowns = []", "provinces.AAA: no site"),
    ],
)
def test_a_broken_source_names_its_file(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "broken.toml"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(SourceError, match=message) as caught:
        load_source(path)
    assert str(caught.value).startswith(str(path))
