"""A board drawn as a grid of codes becomes a geometry, or says what is wrong with it; one without a
drawing is drawn from its borders: a disc for each province, a line for each border, all apart."""

from __future__ import annotations

import math
import tomllib
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import asdict

import generator
from mapsvg import GeometryError, Scene
from mapsvg.geometry import format_geometry, load_geometry, parse_geometry
from mapsvg.shapes import Geometry
from mapsvg.workshop.drawing import draw_board
from mapsvg.workshop.gridboard import draw_grid, main
from tests.mapsvg.boxes import inside, overlaps_on
from tests.mapsvg.scenes import draw_svg

BOARD = """
[board]
name = "pond"
title = "The Pond"

[map]
cell = 500
rows = '''
EAS EAS EAS EAS WES WES
EAS PND PND EAS WES WES
EAS PND PND EAS WES WES
EAS EAS EAS EAS SEA SEA
'''

[provinces]
EAS = { name = "East", kind = "coastal", center = true, army = ["WES"], fleet = ["PND", "SEA", "WES"] }
PND = { name = "Pond", kind = "sea", fleet = ["EAS"] }
SEA = { name = "Sea", kind = "sea", fleet = ["EAS", "WES"] }
WES = { name = "A Very Long Name", kind = "coastal", army = ["EAS"], fleet = ["EAS", "SEA"] }
"""  # noqa: E501


def board(**changes: str) -> dict[str, Any]:
    """The board with texts replaced: old="new", `_` for a blank."""
    text = BOARD
    for old, new in changes.items():
        assert old.replace("_", " ") in text
        text = text.replace(old.replace("_", " "), new)
    return tomllib.loads(text)


@pytest.fixture(scope="module")
def pond() -> Geometry:
    return draw_grid(board())


def test_file_reads_back_the_same(pond: Geometry) -> None:
    assert asdict(parse_geometry(format_geometry(pond))) == asdict(pond)


def test_pieces_stand_in_their_provinces(pond: Geometry) -> None:
    for code, one in pond.provinces.items():
        assert inside(pond, code, one.unit)
        others = [other for other in pond.provinces if other != code]
        assert not any(inside(pond, other, one.unit) for other in others)


def test_nothing_overlaps_on_a_grid_of_usual_squares() -> None:
    made = draw_grid(board(**{"cell_=_500": ""}))
    assert overlaps_on(made, "A") == overlaps_on(made, "F") == []


def test_province_within_another_leaves_a_hole(pond: Geometry) -> None:
    assert len(pond.provinces["EAS"].rings) == 2
    assert len(pond.provinces["PND"].rings) == 1


def test_board_can_be_drawn(pond: Geometry) -> None:
    svg = draw_svg(Scene("pond", title="The Pond"), geometry=pond)
    assert all(one.name.split(" ")[0] in svg for one in pond.provinces.values())


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"PND_PND_EAS": "PND PUD EAS"}, "there is no province PUD"),
        ({"WES_WES\n": "WES\n"}, "row 1 has 5 squares|row 4 has 6 squares, row 1 has 5"),
        ({"SEA_SEA": "WES WES"}, "SEA has no square"),
        (
            {
                "EAS_PND_PND_EAS_WES_WES\nEAS_PND_PND_EAS": (
                    "EAS PND EAS EAS WES WES\nEAS EAS PND EAS"
                )
            },
            "touches itself at a corner",
        ),
    ],
)
def test_drawing_that_cannot_be_is_refused(changes: dict[str, str], said: str) -> None:
    with pytest.raises(GeometryError, match=said):
        draw_grid(board(**changes))


def test_neighbors_that_do_not_touch_are_named() -> None:
    far = board(**{'fleet_=_["EAS"]_}': 'fleet = ["EAS", "SEA"] }'})
    with pytest.raises(GeometryError, match="PND and SEA are neighbors, but do not touch"):
        draw_grid(far)


def test_provinces_that_touch_are_neighbors_or_named() -> None:
    alone = board(**{'army_=_["WES"],_': ""} | {'"SEA",_"WES"]': '"SEA"]'})
    alone["provinces"]["WES"] |= {"army": [], "fleet": ["SEA"]}
    with pytest.raises(GeometryError, match="EAS and WES touch, but no unit can go"):
        draw_grid(alone)


def test_impassable_land_needs_no_neighbors() -> None:
    rock = board()
    rock["provinces"]["PND"] = {"name": "Rock", "kind": "impassable"}
    rock["provinces"]["EAS"]["fleet"] = ["SEA", "WES"]
    assert draw_grid(rock).provinces["PND"].kind == "impassable"


def test_command_writes_the_file_beside_the_board(tmp_path: Path) -> None:
    file = tmp_path / "board.toml"
    file.write_text(BOARD, encoding="utf-8")
    assert main([str(file)]) == 0
    first = (tmp_path / "pond.json").read_bytes()
    assert load_geometry(tmp_path / "pond.json").title == "The Pond"
    assert main([str(file)]) == 0
    assert (tmp_path / "pond.json").read_bytes() == first


@pytest.mark.parametrize("text", ["", "[board", "[board]\nname = 'x'\n", BOARD.replace("PND ", "")])
def test_command_says_what_is_wrong_and_writes_nothing(
    tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "board.toml"
    file.write_text(text, encoding="utf-8")
    assert main([str(file)]) == 1
    assert str(file) in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == [file]


def test_board_of_another_package_is_found_by_its_name(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    package = tmp_path / "ponds"
    package.mkdir()
    (package / "__init__.py").write_text("raise ImportError('never imported')", encoding="utf-8")
    (package / "board.toml").write_text(BOARD, encoding="utf-8")
    assert main([str(package / "board.toml")]) == 0
    metadata = tmp_path / "ponds-1.0.dist-info"
    metadata.mkdir()
    head = "Metadata-Version: 2.1\nName: ponds\nVersion: 1.0\n"
    (metadata / "METADATA").write_text(head, encoding="utf-8")
    points = "[mapsvg.boards]\npond = ponds\nlost = nowhere.at.all\n"
    (metadata / "entry_points.txt").write_text(points, encoding="utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    assert load_geometry("pond").title == "The Pond"
    with pytest.raises(GeometryError, match=r"no geometry for the board puddle .*pond"):
        load_geometry("puddle")


STANDARD = Path(generator.__file__).parent / "rulesets" / "standard" / "board.toml"


@pytest.fixture(scope="module")
def standard_board() -> dict[str, Any]:
    return tomllib.loads(STANDARD.read_text(encoding="utf-8"))


@pytest.fixture(scope="module")
def drawn(standard_board: dict[str, Any]) -> Geometry:
    return draw_board(standard_board)


def test_graph_is_a_whole_geometry_and_the_same_every_time(
    standard_board: dict[str, Any], drawn: Geometry
) -> None:
    text = format_geometry(drawn)
    assert asdict(parse_geometry(text)) == asdict(drawn)
    assert format_geometry(draw_board(standard_board)) == text
    assert len(text) < 100_000


def test_graph_has_every_border_once(standard_board: dict[str, Any], drawn: Geometry) -> None:
    wanted = set()
    for code, row in standard_board["provinces"].items():
        near = [*row.get("army", ()), *row.get("fleet", ())]
        near += [to for coast in row.get("coasts", {}).values() for to in coast["fleet"]]
        wanted |= {tuple(sorted((code, to.partition("/")[0]))) for to in near}
    assert {tuple(sorted(one.between)) for one in drawn.crossings} == wanted


def test_discs_do_not_touch(drawn: Geometry) -> None:
    for one, two in combinations(drawn.provinces.values(), 2):
        assert math.dist(one.unit, two.unit) > 1300, (one.code, two.code)
    for code, one in drawn.provinces.items():
        assert inside(drawn, code, one.unit)


def test_nothing_overlaps_in_a_graph(drawn: Geometry) -> None:
    assert overlaps_on(drawn, "A") == overlaps_on(drawn, "F", coasts=False) == []


def test_a_lattice_with_a_province_to_which_nothing_leads() -> None:
    codes = [f"P{number}" for number in range(40)]
    provinces: dict[str, Any] = {
        code: {"name": code, "kind": "inland", "army": []} for code in [*codes, "FAR"]
    }
    for number, code in enumerate(codes):
        for step in (1, 8):
            if number + step < 40 and (step == 8 or number % 8 < 7):
                provinces[code]["army"].append(codes[number + step])
                provinces[codes[number + step]]["army"].append(code)
    made = draw_board({"board": {"name": "x", "title": "X"}, "provinces": provinces})
    assert len(made.provinces) == 41
