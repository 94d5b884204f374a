"""A drawing becomes a board: who touches, which coasts there are, and where everything stands."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import asdict

from mapsvg import GeometryError
from mapsvg.geometry import format_geometry, parse_geometry
from mapsvg.shapes import Geometry, ring_points, signed_area
from mapsvg.workshop.drawing import (
    OUTSIDE,
    compare_borders,
    draw_board,
    propose_board,
    read_drawing,
)
from tests.mapsvg.boxes import inside, overlaps_on
from tests.mapsvg.drawings import drawing, grid_drawing, layer, square

FEW = 12_000  # cells: coarser than usual, and quick
SPAIN = """
    MAO MAO MAO MAO MAO MAO
    MAO SPA SPA SPA GAS GAS
    POR SPA SPA SPA GAS GAS
    POR SPA SPA SPA MAR MAR
    MAO SPA SPA SPA LYO LYO
    MAO MAO LYO LYO LYO LYO
"""


def rows_of(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().split("\n")]


def propose(svg: str, cells: int = FEW) -> dict[str, Any]:
    return propose_board(read_drawing(svg, "map.svg", cells=cells))


def board_of(provinces: dict[str, Any]) -> dict[str, Any]:
    return {"board": {"name": "made", "title": "Made Up"}, "provinces": provinces}


def pairs_of(provinces: dict[str, Any]) -> set[tuple[str, str]]:
    """Pairs of provinces with any border."""
    found = set()
    for code, row in provinces.items():
        near = [*row.get("army", ()), *row.get("fleet", ())]
        near += [to for coast in row.get("coasts", {}).values() for to in coast["fleet"]]
        found |= {tuple(sorted((code, to.partition("/")[0]))) for to in near}
    return found  # type: ignore[return-value]


def sides_of(rows: Sequence[Sequence[str]]) -> set[tuple[str, str]]:
    """Pairs of codes whose squares share a side."""
    beside = [(row[x], row[x + 1]) for row in rows for x in range(len(row) - 1)]
    beside += [pair for one, two in pairwise(rows) for pair in zip(one, two, strict=True)]
    return {tuple(sorted(pair)) for pair in beside if pair[0] != pair[1]}  # type: ignore[misc]


grids = st.integers(2, 4).flatmap(
    lambda wide: st.lists(
        st.lists(
            st.sampled_from(("AAA", "BBB", "CCC", "DDD", "EEE", "FFF", "GGG")),
            min_size=wide,
            max_size=wide,
        ),
        min_size=2,
        max_size=4,
    )
)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(rows=grids)
def test_a_grid_of_codes_has_its_own_borders(rows: list[list[str]]) -> None:
    assert pairs_of(propose(grid_drawing(rows))) == sides_of(rows)


@settings(max_examples=12, deadline=None, derandomize=True)
@given(rows=grids, chance=st.randoms(use_true_random=False))
def test_gaps_and_overlaps_of_a_hand_change_no_border(rows: list[list[str]], chance: Any) -> None:
    codes = sorted({code for row in rows for code in row})
    gap = chance.choice((-0.25, 0))
    grow = {code: gap + chance.choice((-0.1, 0, 0.1)) for code in codes}
    assert pairs_of(propose(grid_drawing(rows, grow=grow))) == sides_of(rows)


@settings(max_examples=8, deadline=None, derandomize=True)
@given(rows=grids, seas=st.sets(st.sampled_from(("AAA", "BBB", "CCC"))))
def test_geometry_of_any_drawing_is_whole(rows: list[list[str]], seas: set[str]) -> None:
    svg = grid_drawing(rows, seas=seas)
    provinces = propose(svg)
    made = draw_board(board_of(provinces), svg, cells=FEW)
    assert asdict(parse_geometry(format_geometry(made))) == asdict(made)
    covers_the_map(made)


def covers_the_map(made: Geometry) -> None:
    areas = [
        abs(sum(signed_area(ring_points(made.arcs, ring)) for ring in one.rings))
        for one in made.provinces.values()
    ]
    assert sum(areas) == made.width * made.height


def test_coasts_are_named_by_their_direction() -> None:
    found = propose(grid_drawing(rows_of(SPAIN), seas={"MAO", "LYO"}))
    assert found["SPA"]["kind"] == "coastal"
    assert found["SPA"]["coasts"] == {
        "NC": {"name": "north coast", "fleet": ["GAS", "MAO", "POR"]},
        "SC": {"name": "south coast", "fleet": ["LYO", "MAO", "MAR", "POR"]},
    }
    assert found["SPA"]["army"] == ["GAS", "MAR", "POR"]
    assert found["MAO"]["fleet"] == ["GAS", "LYO", "POR", "SPA/NC", "SPA/SC"]
    assert found["POR"]["fleet"] == ["MAO", "SPA/NC", "SPA/SC"]
    assert "fleet" not in found["SPA"]


def test_fleets_go_along_the_coast_where_the_border_meets_the_sea() -> None:
    """Two lands on one sea, whose border does not reach it, are neighbors for armies alone."""
    found = propose(grid_drawing(rows_of("SEA AAA SEA\nSEA BBB CCC\nDDD DDD CCC"), seas={"SEA"}))
    assert "BBB" in found["AAA"]["fleet"]
    assert "DDD" in found["BBB"]["fleet"]
    assert found["DDD"]["army"] == ["BBB", "CCC"]
    assert "DDD" not in found["CCC"]["fleet"]


def test_a_lake_is_a_sea_and_its_shore_a_coast() -> None:
    lake = propose(grid_drawing(rows_of("AAA AAA AAA\nAAA LAK AAA\nBBB BBB BBB"), seas={"LAK"}))
    assert lake["LAK"] == {"name": "LAK", "kind": "sea", "fleet": ["AAA", "BBB"]}
    assert lake["AAA"]["kind"] == lake["BBB"]["kind"] == "coastal"


def test_impassable_land_borders_on_nothing() -> None:
    svg = drawing(
        layer("Land", square("AAA", 0, 0), square("BBB", 20, 20)),
        layer("Impassable", square("ROC Rocks", 20, 0)),
        layer("Sea", square("SEA", 0, 20)),
        size=(40, 40),
    )
    found = propose(svg)
    assert found["ROC"] == {"name": "Rocks", "kind": "impassable"}
    assert found["AAA"] == {"name": "AAA", "kind": "coastal", "army": [], "fleet": ["SEA"]}


def test_islands_of_one_label_are_one_province() -> None:
    svg = drawing(
        layer("sea", square("SEA", 0, 0, 100, 50)),
        layer("land", square("ISL Isles", 10, 10), square("ISL", 60, 10)),
    )
    assert propose(svg)["ISL"] == {
        "name": "Isles", "kind": "coastal", "army": [], "fleet": ["SEA"],
    }  # fmt: skip
    made = draw_board(board_of(propose(svg)), svg, cells=FEW)
    assert len(made.provinces["ISL"].rings) == 2


def test_labels_are_codes_or_names_or_both() -> None:
    svg = drawing(
        layer(
            "land",
            square("TAR Tarn", 0, 0),
            square("fen: The Fens", 0, 20, 100),
            square("wol", 20, 0),
            square("Great Fells", 40, 0),
            square("Greater Fells", 60, 0),
            '<rect id="KEL" x="80" width="20" height="20"/>',
        )
    )
    read = read_drawing(svg, "map.svg", cells=FEW)
    assert {code: one.name for code, one in read.provinces.items()} == {
        "TAR": "Tarn", "FEN": "The Fens", "WOL": "wol", "GRE": "Great Fells",
        "GRA": "Greater Fells", "KEL": "KEL",
    }  # fmt: skip
    assert read.notes == (
        "map.svg:6: path Great Fells: the code is GRE",
        "map.svg:7: path Greater Fells: the code is GRA",
    )


@pytest.mark.parametrize("names", [("Land", "Sea"), ("land_1_", "seas"), ("IMPASSABLE", "Water")])
def test_groups_of_other_programs_are_layers_by_their_names(names: tuple[str, str]) -> None:
    one, other = square("AAA", 0, 0), square("BBB", 20, 0)
    groups = f'<g id="{names[0]}">{one}</g><g id="{names[1]}">{other}</g>'
    read = read_drawing(drawing(f'<g id="Layer_1">{groups}</g>'), "map.svg", cells=FEW)
    kind = "impassable" if names[0] == "IMPASSABLE" else "land"
    assert {code: one.kind for code, one in read.provinces.items()} == {"AAA": kind, "BBB": "sea"}


def test_a_group_with_the_name_of_a_province_is_no_layer() -> None:
    inside = square("AAA", 0, 0).replace('inkscape:label="AAA"', "")
    svg = drawing(layer("land", f'<g id="Sea Fens">{inside}</g>', square("BBB", 20, 0)))
    read = read_drawing(svg, "map.svg", cells=FEW)
    assert [(one.name, one.kind) for one in read.provinces.values()] == [
        ("BBB", "land"), ("Sea Fens", "land"),
    ]  # fmt: skip


def test_ids_of_other_programs_are_names_with_spaces() -> None:
    path = '<path id="{}" d="M{},0 h20 v20 h-20 z"/>'
    ids = ("Bay_of_Biscay", "GAS_Gascony", "Ile_x20_de_x20_France")
    groups = "".join(path.format(name, 20 * at) for at, name in enumerate(ids))
    read = read_drawing(drawing(f'<g id="Land">{groups}</g>'), "map.svg", cells=FEW)
    assert {code: one.name for code, one in read.provinces.items()} == {
        "BAY": "Bay of Biscay", "GAS": "Gascony", "ILE": "Ile de France",
    }  # fmt: skip


def test_titles_and_texts_are_names_where_a_shape_has_none() -> None:
    titled = '<path id="path{0}" d="M{0},0 h20 v20 h-20 z"><title>{1}</title></path>'
    lines = '<tspan x="42" y="9">Bel-</tspan><tspan x="42" y="14">lona Hill</tspan>'
    svg = drawing(
        layer(
            "land",
            titled.format(0, "TAR Tarn"),
            titled.format(20, "Bay"),
            square("BEL", 40, 0),
            square("WOL Wold", 60, 0),
            square("NUN", 80, 0),
            '<g display="none">' + titled.format(0, "Hidden") + "</g>",
        ),
        layer(
            "Names",
            f'<text x="42" y="9" font-size="2"><title>no</title>{lines}</text>',
            '<text x="62" y="9">Wld</text>',
            '<text x="22" y="9">The <a>Bay</a></text>',
        ),
        size=(100, 20),
    )
    read = read_drawing(svg, "map.svg", cells=FEW)
    assert {code: one.name for code, one in read.provinces.items()} == {
        "BAY": "The Bay", "BEL": "Bellona Hill", "NUN": "NUN", "TAR": "Tarn", "WOL": "Wold",
    }  # fmt: skip


def test_points_say_where_things_stand_and_what_is_a_center() -> None:
    svg = drawing(
        layer("land", square("AAA", 0, 0, 50, 50), square("BBB", 50, 0, 50, 50)),
        layer("Centers", '<circle cx="12.5" cy="25" r="1"/>'),
        layer("Units", '<ellipse cx="30" cy="25" rx="1" ry="2"/>'),
        layer("Names", '<text x="80" y="10" style="text-anchor:middle;font-size:6px">B</text>'),
        size=(100, 50),
    )
    read = read_drawing(svg, "map.svg", cells=FEW)
    board = propose_board(read)
    assert board["AAA"]["center"] is True
    assert "center" not in board["BBB"]
    made = draw_board(board_of(board), svg, cells=FEW)
    part = made.width / 100
    one, two = made.provinces["AAA"], made.provinces["BBB"]
    assert one.center == pytest.approx((12.5 * part, 25 * part), abs=part)
    assert one.unit == pytest.approx((30 * part, 25 * part), abs=part)
    assert (two.label.x, two.label.y) == pytest.approx((80 * part, 8 * part), abs=part)


def test_what_is_no_province_is_named() -> None:
    svg = drawing(
        layer("land", square("AAA", 0, 0, 40, 40)),
        layer("Decoration", '<path d="M0,0 1,1 2,0z"/>', '<circle r="2"/>'),
        layer("Rivers", '<path id="path9" d="M0,0 9,9"/>', '<image href="x.png"/>'),
        layer("Centers", '<circle cx="90" cy="90" r="1"/>'),
    )
    assert read_drawing(svg, "map.svg", cells=FEW).notes == (
        "map.svg:10: path path9: in no layer called Land, Sea or Impassable; left out",
        "map.svg:11: image without id: hidden, or no shape of a province; left out",
        "map.svg: 2 in the layer Decoration, left out",
        "map.svg:14: circle without id: in no province, left out",
    )


def test_what_lies_far_from_all_provinces_is_beyond_the_board() -> None:
    svg = drawing(layer("land", square("AAA", 0, 0, 50, 50), square("BBB", 50, 50, 50, 50)))
    read = read_drawing(svg, "map.svg", cells=FEW)
    (note,) = read.notes[-1:]
    assert note.startswith("map.svg: 50.0% of the drawing belongs to no province, first at 50%")
    board = propose_board(read)
    assert set(board) == {"AAA", "BBB"}
    made = draw_board(board_of(board), svg, cells=FEW)
    assert made.provinces[OUTSIDE].kind == "impassable"
    covers_the_map(made)


def test_differences_between_board_and_drawing_are_named() -> None:
    svg = grid_drawing(rows_of("AAA BBB SEA\nCCC DDD SEA\nCCC DDD SEA"), seas={"SEA"})
    board = propose(svg)
    read = read_drawing(svg, "map.svg", cells=FEW)
    assert compare_borders(board_of(board), read) == []
    board["AAA"]["army"] = ["BBB"]
    board["CCC"]["army"] = ["BBB", "DDD"]
    board["BBB"] |= {"army": ["AAA", "CCC", "DDD"], "fleet": ["SEA"]}
    board["DDD"]["fleet"] = ["SEA"]
    board["XXX"] = {"name": "X", "kind": "inland", "army": []}
    assert compare_borders(board_of(board), read) == [
        ("XXX", "", "has no shape in the drawing"),
        ("AAA", "CCC", "touch in the drawing, but have no border in board.toml"),
        ("BBB", "CCC", "have a border in board.toml, but do not touch"),
        ("BBB", "DDD", "are neighbors for a fleet by the drawing alone"),
    ]


def test_small_provinces_and_other_kinds_are_named() -> None:
    svg = drawing(
        layer("sea", square("SEA", 0, 0, 100, 100)),
        layer("land", square("AAA", 0, 0, 60, 60), square("BBB", 70, 70, 1.1, 1.1)),
    )
    read = read_drawing(svg, "map.svg")
    board = propose_board(read)
    board["SEA"] = {"name": "Sea", "kind": "inland", "army": ["AAA", "BBB"]}
    found = compare_borders(board_of(board), read)
    assert ("BBB", "", "is so small in the drawing that no piece has room in it") in found
    assert ("SEA", "", "is inland in board.toml, sea in the drawing") in found


def test_board_and_drawing_must_have_the_same_provinces() -> None:
    svg = grid_drawing(rows_of("AAA BBB\nAAA CCC"))
    board = propose(svg)
    board["DDD"] = board.pop("CCC")
    with pytest.raises(GeometryError) as caught:
        draw_board(board_of(board), svg, "map.svg", cells=FEW)
    assert str(caught.value).split("\n") == [
        "map.svg: DDD: no shape has its label",
        "map.svg:9: CCC is not in board.toml",
    ]


def test_a_grid_in_the_board_is_drawn_as_a_grid() -> None:
    board = board_of(propose(grid_drawing(rows_of("AAA BBB\nAAA CCC"))))
    board["map"] = {"rows": "AAA BBB\nAAA CCC"}
    assert draw_board(board).sources == ("drawn as a grid",)


def test_nothing_overlaps_on_a_drawn_board() -> None:
    """Every land and sea holds a piece with its name, its center and a dislodged one."""
    svg = grid_drawing(rows_of(SPAIN), seas={"MAO", "LYO"})
    board = propose(svg)
    for code in ("SPA", "POR", "MAR"):
        board[code]["center"] = True
    made = draw_board(board_of(board), svg, cells=FEW)
    assert overlaps_on(made, "A") == overlaps_on(made, "F") == []
    for code, one in made.provinces.items():
        assert inside(made, code, one.unit)
    spain = made.provinces["SPA"].coasts
    assert spain["NC"].unit[1] < made.provinces["SPA"].unit[1] < spain["SC"].unit[1]
