"""`theatrum map`: any game, phase, board, close-up, layer, palette, size and format."""

from __future__ import annotations

import io
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from generator.cli import main
from mapsvg import PALETTES, load_geometry
from tests.archive.games import command, new_game, write_orders

Capture = pytest.CaptureFixture[str]
Draw = Callable[..., str]
BOARDS = ("standard", "europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3")


@pytest.fixture
def draw(tmp_path: Path) -> Draw:
    """Draws with these arguments; the text of the SVG."""

    def drawn(*arguments: str) -> str:
        path = tmp_path / "map.out"
        assert main(["map", *arguments, "-o", str(path)]) == 0
        return path.read_text("utf-8")

    return drawn


@pytest.fixture(scope="module")
def war(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of Europe 1619 after its first diplomatic phase."""
    folder = new_game(tmp_path_factory.mktemp("games"), "war", "europe-1619")
    write_orders(folder, 1619, "diplomatic", france="5: HES")
    assert command(folder, "adjudicate") == 0
    return folder


def ids(svg: str, start: str) -> set[str]:
    return set(re.findall(rf'id="({start}[^"]*)"', svg))


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_is_drawn_as_it_opens(draw: Draw, board: str) -> None:
    svg = draw("--board", board)
    assert "The opening" in svg
    assert {f"p-{code}" for code in load_geometry(board).provinces if code[0] != "_"} <= ids(
        svg, "p-"
    )
    assert ids(svg, "u-")


def test_a_blank_board_has_no_pieces(draw: Draw) -> None:
    svg = draw("--board", "europe-1619", "--blank")
    assert not ids(svg, "u-")
    assert ids(svg, "p-")
    assert "The opening" not in svg


def test_a_game_is_drawn_phase_by_phase(war: Path, tmp_path: Path) -> None:
    drawn = {}
    for phase in ("opening", "1619/opening", "1619", "1619 diplomatic", "1619/1-diplomatic", None):
        path = tmp_path / "map.svg"
        named = [] if phase is None else ["--phase", phase]
        assert command(war, "map", *named, "-o", str(path)) == 0
        drawn[phase] = path.read_bytes()
    assert drawn["opening"] == drawn["1619/opening"]
    assert drawn["1619"] == drawn["1619 diplomatic"] == drawn["1619/1-diplomatic"]
    assert len({drawn["opening"], drawn["1619"], drawn[None]}) == 3


def test_a_close_up_shows_its_part_alone(draw: Draw) -> None:
    view = "low-countries"
    whole, close = draw("--board", "europe-1619"), draw("--board", "europe-1619", "--view", view)
    assert ids(close, "p-") < ids(whole, "p-")
    assert load_geometry("europe-1619").views[view].title in close


def test_layers_are_chosen_and_left_out(draw: Draw) -> None:
    board = ("--board", "europe-1615-v7")
    assert "layer-units" in ids(draw(*board), "layer-")
    chosen = draw(*board, "--layers", "sea,land", "--layers", "borders")
    assert ids(chosen, "layer-") <= {"layer-sea", "layer-seas", "layer-land", "layer-borders"}
    assert "layer-land" in ids(chosen, "layer-")
    left = draw(*board, "--without", "units, centers", "--without", "names")
    assert not {"layer-units", "layer-centers", "layer-names"} & ids(left, "layer-")
    assert "layer-land" in ids(left, "layer-")
    assert "layer-units" not in ids(
        draw(*board, "--layers", "land,units", "--without", "units"), "layer-"
    )


def test_palettes_patterns_and_sizes_change_the_drawing(draw: Draw) -> None:
    board = ("--board", "europe-1615-v3")
    drawn = [draw(*board, "--palette", name) for name in PALETTES]
    drawn += [draw(*board, "--patterns"), draw(*board, "--size", "640")]
    assert len(set(drawn)) == len(PALETTES) + 2
    assert 'width="640"' in drawn[-1]
    assert "<pattern" in drawn[-2]


def test_a_map_for_a_page_has_ids_and_no_header(draw: Draw) -> None:
    svg = draw("--board", "europe-1615-v3", "--format", "browser")
    assert svg.startswith("<svg")
    assert "var(--map-" in svg
    assert {"p-VIE", "u-VIE", "c-VIE"} <= ids(svg, "[puc]-")


@pytest.mark.parametrize(
    ("more", "size"),
    [
        (["--png", "--size", "320"], 320),
        (["--format", "png", "--size", "100"], 100),
        (["--size", "200"], 200),
    ],
)
def test_a_picture_is_as_wide_as_asked(tmp_path: Path, more: list[str], size: int) -> None:
    """The name of the file asks for a PNG where nothing else does."""
    path = tmp_path / "map.png"
    assert main(["map", "--board", "europe-1615-v3", *more, "-o", str(path)]) == 0
    with Image.open(io.BytesIO(path.read_bytes())) as picture:
        assert (picture.format, picture.width) == ("PNG", size)


def test_an_svg_may_have_any_name_if_it_is_asked_for(tmp_path: Path) -> None:
    path = tmp_path / "map.png"
    arguments = ["--board", "europe-1615-v3", "--format", "svg", "-o", str(path)]
    assert main(["map", *arguments]) == 0
    assert path.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--board", "europe-1616"], "no board europe-1616 (did you mean europe-1619?"),
        (["--board", "europe-1619", "--view", "germny"], "no view germny (did you mean germany?"),
        (["--board", "standard", "--view", "italy"], "there is no view italy"),
        (["--board", "standard", "--layers", "see"], "no layer see (did you mean sea?"),
        (["--board", "standard", "--without", "unit"], "no layer unit (did you mean units?"),
        (["--board", "standard", "--palette", "drak"], "no palette drak (did you mean dark?"),
        (["--board", "standard", "--size", "99"], "a map is 100 to 8000 pixels wide"),
        (["--board", "standard", "--size", "8001"], "a map is 100 to 8000 pixels wide"),
        (["--board", "standard", "--phase", "1901"], "a board is drawn at its opening"),
        (["--board", "standard", "war"], "a board is drawn at its opening"),
        (["--board", "standard", "--png", "--format", "svg"], "contradict each other"),
        ([], "give the name of a game"),
    ],
)
def test_what_is_not_known_is_named_with_what_is_near(
    capsys: Capture, arguments: list[str], said: str
) -> None:
    assert main(["map", *arguments]) == 2
    heard = capsys.readouterr()
    assert said in heard.err
    assert heard.err.count("\n") == 1
    assert heard.out == ""


@pytest.mark.parametrize(
    ("phase", "near"), [("1619 diplomatc", "1619 diplomatic"), ("1619 openning", "1619 opening")]
)
def test_an_unknown_phase_is_named_with_the_nearest(
    war: Path, capsys: Capture, phase: str, near: str
) -> None:
    capsys.readouterr()
    assert command(war, "map", "--phase", phase) == 1
    assert f"(did you mean {near}?)" in capsys.readouterr().err


def test_a_position_with_an_unknown_province_is_no_map(war: Path, capsys: Capture) -> None:
    """Somebody wrote into the file of the state: the place in the file, and no drawing."""
    path = war / "1619" / "state" / "1-diplomatic.toml"
    before = path.read_text("utf-8")
    assert '"A PAR"' in before
    path.write_text(before.replace('"A PAR"', '"A PRA"'), "utf-8")
    capsys.readouterr()
    try:
        assert command(war, "map") == 1
    finally:
        path.write_text(before, "utf-8")
    heard = capsys.readouterr()
    assert "1-diplomatic.toml" in heard.err
    assert "PRA" in heard.err
    assert heard.out == ""


def test_film_of_a_turn_is_a_picture_that_moves(war: Path, tmp_path: Path, capsys: Capture) -> None:
    for name in ("turn.webp", "turn.gif"):
        path = tmp_path / name
        film = ("--film", "--phase", "1619", "--size", "320", "-o", str(path))
        assert command(war, "map", *film) == 0
        assert f"{path} (" in capsys.readouterr().err
        with Image.open(path) as shown:
            assert shown.n_frames > 1  # type: ignore[attr-defined]
            assert shown.width == 320


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (("--film", "-o", "x.png"), "a film is webp or gif"),
        (("--film",), "a film is webp or gif"),
        (("--film", "--format", "gif", "-o", "x.webp"), "a film is webp or gif"),
        (("--film", "--png", "-o", "x.gif"), "--film draws phases of a game"),
        (("--film", "--blank", "-o", "x.gif"), "--film draws phases of a game"),
        (("--format", "gif", "-o", "x.gif"), "a map without motion cannot be gif"),
        (("--film", "--phase", "1777", "-o", "x.gif"), "adjudicated no phase '1777'"),
    ],
)
def test_what_no_film_can_be_is_said(
    war: Path, asked: tuple[str, ...], said: str, capsys: Capture
) -> None:
    assert command(war, "map", *asked) != 0
    assert said in capsys.readouterr().err
