"""A power that has changed hands: who played it, wherever a page or a post names players."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from generator.archive import load_game
from generator.building.build import build_site
from generator.cli import main
from generator.pages.site.book import game_book
from generator.pages.site.site import read_site
from tests.archive.games import ROOT, command

NOTE = "Thibaut has moved house."
BOTH = "Thibaut (until 1902), Ada (from 1902)"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two years of a game, in which Ada took France over in spring 1902."""
    games = tmp_path_factory.mktemp("desk") / "games"
    made = ("new", "quarrel", "--demo", "2", "--seed", "a seed", "--players")
    assert main(["--games", str(games), *made, "france=Thibaut,england=Ben"]) == 0
    folder = games / "quarrel"
    press = folder / "press"
    press.mkdir()
    for name, head in (
        ("1901-05-01-oath", "from: France\nphase: 1901 spring-movement"),
        ("1902-05-01-oath", "from: France\nphase: 1902 fall-movement"),
        ("1901-06-01-signed", "from: Thibaut"),
    ):
        (press / f"{name}.md").write_text(f"---\ntitle: An oath\n{head}\n---\nWe swear.\n", "utf-8")
    since = ("--since", "1902 spring-movement", "--note", NOTE)
    assert command(folder, "players replace", "france", "Ada", *since) == 0
    return folder


@pytest.fixture(scope="module")
def site(folder: Path) -> Path:
    out = folder.parent.parent / "_site"
    build_site(folder.parent, ROOT / "site", out)
    return out / "quarrel"


def plain(path: Path) -> str:
    """The words of a page."""
    return " ".join(re.sub(r"<[^>]+>", "", path.read_text("utf-8")).split())


@pytest.mark.parametrize("page", ["", "powers/", "powers/france/"])
def test_both_names_stand_with_their_years(site: Path, page: str) -> None:
    assert BOTH in plain(site / page / "index.html")


@pytest.mark.parametrize(
    ("page", "player", "other"),
    [
        ("1901/spring-movement/", "Thibaut", "Ada"),
        ("1901/fall-movement/", "Thibaut", "Ada"),
        ("1901/", "Thibaut", "Ada"),
        ("1902/fall-movement/", "Ada", "Thibaut"),
        ("1902/", "Ada", "Thibaut"),
    ],
)
def test_a_phase_names_who_played_it(site: Path, page: str, player: str, other: str) -> None:
    said = plain(site / page / "index.html")
    assert player in said
    assert not re.search(rf"\b{other}\b", said)


def test_the_first_phase_of_the_new_player_says_so(site: Path) -> None:
    said = plain(site / "1902/spring-movement/index.html")
    assert f"France: Ada has taken over from Thibaut. {NOTE}" in said
    assert "Ada: " in said


def test_press_is_signed_by_who_played_then(site: Path) -> None:
    press = site / "press"
    assert "Thibaut" in plain(press / "1901-05-01-oath/index.html")
    assert "Ada" in plain(press / "1902-05-01-oath/index.html")
    # A former player's name still stands for the power.
    signed = (press / "1901-06-01-signed/index.html").read_text("utf-8")
    assert "pw-france" in signed


def test_programs_learn_who_played_when(site: Path) -> None:
    power = json.loads((site / "game.json").read_text("utf-8"))["powers"]["france"]
    assert power["player"] == "Ada"
    assert power["players"] == [
        {"player": "Thibaut", "since": "", "note": ""},
        {"player": "Ada", "since": "1902 spring-movement", "note": NOTE},
    ]
    assert "Thibaut Ada" in (site / "search.js").read_text("utf-8")


def test_posts_name_who_played_and_who_is_new(
    folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    def post(phase: str) -> str:
        capsys.readouterr()
        assert command(folder, "post", "--format", "text", "--phase", phase) == 0
        return capsys.readouterr().out

    before, first = post("1901 fall-movement"), post("1902 spring-movement")
    assert "Thibaut: " in before
    assert "Ada" not in before
    assert f"France: Ada, after Thibaut. {NOTE}" in first
    assert "Ada: " in first


def test_a_replacement_that_is_due_is_announced(folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "games" / "quarrel"
    shutil.copytree(folder, copy)
    assert command(copy, "players replace", "england", "Cleo") == 0
    build_site(copy.parent, ROOT / "site", tmp_path / "_site")
    front = plain(tmp_path / "_site/quarrel/index.html")
    assert "England: Cleo has taken over from Ben." in front
    # What was played before stays Ben's.
    assert "Cleo" not in plain(tmp_path / "_site/quarrel/1902/index.html")


def test_a_site_as_of_then_does_not_know_who_came_later(folder: Path) -> None:
    from generator.pages.base.reader import read_reader

    maker = read_site(
        folder.parent, ROOT / "site", None, 0, read_reader("", "1901/spring-movement")
    ).maker
    book = game_book(maker, load_game(folder)).decode()
    assert "Thibaut" in book
    assert "Ada</bdi>" not in book
    assert "Ada (" not in book
    assert (
        BOTH
        in game_book(
            read_site(folder.parent, ROOT / "site", None, 0).maker, load_game(folder)
        ).decode()
    )


def test_who_left_is_counted_but_neither_wins_nor_survives(folder: Path, tmp_path: Path) -> None:
    import shutil

    copy = tmp_path / "quarrel"
    shutil.copytree(folder, copy)
    assert command(copy, "finish", "--result", "win", "france", "--reason", "all agreed") == 0
    build_site(copy.parent, ROOT / "site", tmp_path / "_site")
    said = plain(tmp_path / "_site/statistics/index.html").replace(" ", "")
    assert "Ada11010" in said
    assert "Thibaut10001" in said
