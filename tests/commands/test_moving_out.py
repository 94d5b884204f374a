"""`theatrum archive GAME --to FOLDER`: a game that is over moves into a repository of its own."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from generator.archive.files.layout import MOVED
from generator.archive.files.writing import Change
from generator.archive.play.finishing import finish_game
from generator.archive.publish import moving_out
from generator.archive.publish.moved import MAP, read_moved
from generator.archive.publish.packing import pack_program
from generator.archive.publish.publishing import plan_publication
from generator.cli import main
from generator.commands import init
from generator.engine.errors import FileError, Place
from generator.pages.base.settings import read_settings
from tests.archive.games import files_of
from tests.archive.repositories import Clone, alone
from tests.pages.sample import Sample, make_sample

__all__ = ["alone"]

Capture = pytest.CaptureFixture[str]
ADDRESS = "https://ada.example/duel/duel/"
WHEEL = pack_program()


@pytest.fixture(autouse=True)
def packed_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(init, "pack_program", lambda: WHEEL)


@pytest.fixture
def club(tmp_path: Path) -> Sample:
    """A site with the game `duel`, which is over, and `quiet`, which is played."""
    made = make_sample(tmp_path / "club")
    finish_game(made.games / "duel", "victory", ["france"], "All others resign.")
    return made


def archive(club: Sample, game: str, *arguments: str) -> int:
    places = ("--games", str(club.games), "--site", str(club.site))
    return main(["archive", game, *places, *arguments])


def move(club: Sample) -> Sample:
    """The repository of its own into which `duel` has moved."""
    own = Sample(club.root.parent / "own")
    assert archive(club, "duel", "--to", str(own.root), "--address", ADDRESS) == 0
    return own


def test_the_whole_game_is_in_its_own_repository_and_the_old_one_keeps_its_card(
    club: Sample,
) -> None:
    private = club.games / "duel" / "private" / "note.txt"
    private.parent.mkdir(exist_ok=True)
    private.write_text("France told Italy.\n", encoding="utf-8")
    before = files_of(club.games / "duel")
    own = move(club)
    assert files_of(own.games / "duel") == before
    assert sorted(files_of(club.games / "duel")) == [MAP, MOVED]
    assert "private/" in (own.root / ".gitignore").read_text(encoding="utf-8").splitlines()
    assert read_settings(own.site).title.startswith("A duel of")
    assert read_settings(own.site).base == "https://ada.example/duel/"
    assert main(["--games", str(own.games), "verify"]) == 0


def test_where_a_game_lies_elsewhere_its_site_says_nothing_of_its_own_address(
    club: Sample,
) -> None:
    own = club.root.parent / "own"
    address = "https://ada.example/the-duel/"
    assert archive(club, "duel", "--to", str(own), "--address", address) == 0
    assert read_settings(own / "site").base == ""


def test_its_own_repository_is_one_of_git_without_what_is_secret(
    club: Sample, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("GIT_AUTHOR", "GIT_COMMITTER"):
        monkeypatch.setenv(f"{name}_NAME", "Ada")
        monkeypatch.setenv(f"{name}_EMAIL", "ada@example.org")
    (club.games / "duel" / "private").mkdir(exist_ok=True)
    (club.games / "duel" / "private" / "note.txt").write_text("hush\n", encoding="utf-8")
    own = move(club)
    git = Clone(own.root)
    committed = git.git("ls-files").split()
    assert {"README.md", ".github/workflows/pages.yml", "site/site.toml"} <= set(committed)
    assert not [name for name in committed if name.startswith("games/duel")]
    # What `theatrum publish` adds is the game, without what is private.
    plan = plan_publication(own.games, pushing=False)
    assert "games/duel/game.toml" in plan.files
    assert not [path for path in plan.files if "private" in path]


def test_both_sites_can_be_built_and_the_old_one_leads_to_the_new_one(club: Sample) -> None:
    club.build()
    powers = club.page("statistics/index.html").partition('id="standard"')[2]
    own = move(club)
    club.build()
    after = club.files()
    assert [name for name in after if name.startswith("duel/")] == [
        "duel/index.html",
        "duel/map.svg",
    ]
    page = club.page("duel/index.html")
    assert page.count(f'href="{ADDRESS}"') == 2
    assert "France wins after 2 years and 4 phases." in page
    assert 'href="duel/index.html"' in club.page("index.html")
    assert club.page("statistics/index.html").partition('id="standard"')[2] == powers
    assert f'<a data-was="duel/" href="{ADDRESS}">' in club.page("404.html")
    shutil.rmtree(club.output)
    club.build()
    assert club.files() == after
    own.build()
    assert "duel/1901/spring-movement/index.html" in own.files()


def test_texts_of_people_are_harmless_on_what_is_left(club: Sample) -> None:
    move(club)
    club.build()
    for name in ("duel/index.html", "404.html"):
        assert "<script>alert" not in club.page(name)
        assert "<b>seven</b>" not in club.page(name)
    assert "&lt;script&gt;alert" in club.page("duel/index.html")


def test_figures_of_all_games_are_as_they_were(club: Sample, capsys: Capture) -> None:
    def figures() -> object:
        capsys.readouterr()
        assert main(["--games", str(club.games), "stats", "--json"]) == 0
        return json.loads(capsys.readouterr().out)

    before = figures()
    move(club)
    assert figures() == before


def test_what_is_left_is_published_and_said_in_the_commit(club: Sample) -> None:
    clone = Clone(club.root)
    clone.git("init", "--quiet", "--initial-branch=main")
    clone.identify("ada")
    clone.commit()
    move(club)
    plan = plan_publication(club.games, pushing=False)
    assert {path for path, digest in plan.files.items() if digest} == {
        "games/duel/moved.toml",
        "games/duel/map.svg",
    }
    assert "games/duel/game.toml" in plan.files
    assert f"  moved into a repository of its own: {ADDRESS}" in plan.message.splitlines()


def test_a_command_for_the_game_says_that_it_has_moved(club: Sample, capsys: Capture) -> None:
    own = move(club)
    assert main(["--games", str(club.games), "status", "duel"]) == 1
    assert "duel has moved into a repository of its own" in capsys.readouterr().err
    assert archive(club, "duel", "--to", str(own.root) + "2", "--address", ADDRESS) == 1
    assert f"duel has moved already, to {ADDRESS}" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("game", "arguments", "said"),
    [
        ("quiet", ("--to", "own", "--address", ADDRESS), "quiet is not over"),
        ("duel", ("--to", "own"), "--to needs --address"),
        ("duel", ("--to", "own", "--address", "ada.example"), "is not the address of a game"),
        ("duel", ("--to", "own", "--address", "https://a\n/"), "is not the address of a game"),
        ("duel", ("--to", "full", "--address", ADDRESS), "has things in it already: a.txt"),
        ("duel", ("--to", "full/a.txt", "--address", ADDRESS), "a.txt"),
        ("nobody", ("--to", "own", "--address", ADDRESS), "there is no game nobody"),
    ],
)
def test_what_cannot_be_is_refused_and_nothing_changes(
    club: Sample,
    monkeypatch: pytest.MonkeyPatch,
    capsys: Capture,
    game: str,
    arguments: tuple[str, ...],
    said: str,
) -> None:
    top = club.root.parent
    (top / "full").mkdir()
    (top / "full" / "a.txt").touch()
    monkeypatch.chdir(top)
    before = files_of(top)
    assert archive(club, game, *arguments) in (1, 2)
    assert said in capsys.readouterr().err
    assert files_of(top) == before


def test_where_the_old_folder_cannot_be_written_the_new_one_is_taken_back(
    club: Sample, monkeypatch: pytest.MonkeyPatch, capsys: Capture
) -> None:
    def full(folder: Path, change: Change) -> None:
        raise FileError("no space left on the device", place=Place(str(folder)))

    monkeypatch.setattr(moving_out, "commit", full)
    before = files_of(club.root.parent)
    own = club.root.parent / "own"
    assert archive(club, "duel", "--to", str(own), "--address", ADDRESS) == 1
    assert "no space left" in capsys.readouterr().err
    assert files_of(club.root.parent) == before
    assert not own.exists()


def test_a_theme_of_the_club_moves_with_the_game(club: Sample) -> None:
    shutil.copytree(club.themes / "admiralty", club.themes / "ours")
    text = (club.site / "site.toml").read_text(encoding="utf-8")
    (club.site / "site.toml").write_text(
        text.replace('theme = "default"', 'theme = "ours"'), encoding="utf-8"
    )
    own = move(club)
    assert read_settings(own.site).theme == "ours"
    assert (own.themes / "ours" / "theme.toml").is_file()
    own.build()


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("format = 1", "format = 2", "format 2 is not known"),
        (ADDRESS, "javascript:alert(1)/", "is not the address of a game"),
        ("[card]", "[care]", "care"),
        ('kick = "', "kick = 3 # ", "kick"),
    ],
)
def test_a_broken_card_is_an_error_with_its_file(
    club: Sample, old: str, new: str, said: str
) -> None:
    move(club)
    file = club.games / "duel" / MOVED
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(FileError, match=said) as caught:
        club.build()
    assert str(file) in str(caught.value)


def test_the_card_says_where_the_game_is(club: Sample) -> None:
    move(club)
    moved = read_moved(club.games / "duel")
    assert moved.address == ADDRESS
    assert moved.result.winners == ("france",)
