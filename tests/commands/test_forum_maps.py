"""`theatrum map --forum`: the images of `theatrum post --images`, in the sizes that forums take."""

from __future__ import annotations

import io
from itertools import islice
from pathlib import Path

import pytest
from PIL import Image

from generator.cli import main
from generator.pages.maps import forum
from tests.archive.games import command, new_game, write_orders

Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def duel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A game of standard Diplomacy after its first spring."""
    folder = new_game(tmp_path_factory.mktemp("games"), "duel", "standard")
    write_orders(folder, 1901, "spring-movement", france="A PAR - BUR")
    assert command(folder, "adjudicate") == 0
    return folder


def width_of(data: bytes) -> int:
    with Image.open(io.BytesIO(data)) as picture:
        assert picture.format == "PNG"
        return picture.width


@pytest.mark.parametrize(("size", "limit"), [(800, 250), (1600, 250), (800, 125)])
def test_an_image_has_its_width_and_keeps_to_its_limit(
    duel: Path, tmp_path: Path, size: int, limit: int
) -> None:
    path = tmp_path / "map.png"
    sized = ["--size", str(size), "--limit", str(limit)]
    assert command(duel, "map", "--forum", *sized, "-o", str(path)) == 0
    data = path.read_bytes()
    assert len(data) <= limit * 1024
    assert width_of(data) == size


def test_an_image_that_cannot_be_so_wide_is_narrower(
    duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    path = tmp_path / "map.png"
    sized = ["--size", "1200", "--limit", "125"]
    assert command(duel, "map", "--forum", *sized, "-o", str(path)) == 0
    data = path.read_bytes()
    assert len(data) <= 125 * 1024
    assert capsys.readouterr().err.startswith(f"{width_of(data)} px, ")


def test_all_sizes_are_those_of_a_post(
    duel: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same files with the same bytes, so that a forum's links stay right."""
    whole = forum.forum_images
    # The larger ones are drawn the same way, and take seconds.
    monkeypatch.setattr(forum, "forum_images", lambda *given: islice(whole(*given), 1))
    ours, posts = tmp_path / "map", tmp_path / "post"
    assert command(duel, "map", "--forum", "-o", str(ours)) == 0
    assert command(duel, "post", "--images", str(posts)) == 0
    names = sorted(path.name for path in ours.iterdir())
    assert names == ["1901-spring-movement-small.png"]
    assert {path.name: path.read_bytes() for path in ours.iterdir()} == {
        path.name: path.read_bytes() for path in posts.iterdir()
    }


def test_a_phase_can_be_named(duel: Path, tmp_path: Path) -> None:
    opening, last = tmp_path / "opening.png", tmp_path / "last.png"
    drawn = ["--forum", "--size", "800", "-o"]
    assert command(duel, "map", "--phase", "opening", *drawn, str(opening)) == 0
    assert command(duel, "map", *drawn, str(last)) == 0
    assert opening.read_bytes() != last.read_bytes()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["duel", "--forum"], "give a folder with -o, or one --size"),
        (
            ["duel", "--forum", "--size", "900"],
            "not a width that forums accept (widths: 800, 1200, 1600)",
        ),
        (["duel", "--forum", "--format", "svg", "-o", "x"], "contradict each other"),
        (["--board", "standard", "--forum", "-o", "x"], "--forum draws phases of a game"),
        (["duel", "--limit", "125"], "--limit is for images of --forum"),
    ],
)
def test_options_that_do_not_go_together_are_wrong_usage(
    duel: Path, capsys: Capture, arguments: list[str], said: str
) -> None:
    assert main(["--games", str(duel.parent), "map", *arguments]) == 2
    assert said in capsys.readouterr().err
