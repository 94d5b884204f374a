"""Links, pipes, devices and folders in the places of a game's files: nothing is followed."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Callable
from pathlib import Path

import pytest

from generator.archive.files.layout import COMMIT, IGNORED, STAGING
from generator.archive.files.writing import LOCK
from generator.cli import main
from tests.archive.games import files_of, run_theatrum
from tests.attacks.games import game_with_everything

Capture = pytest.CaptureFixture[str]
SECRET = "what stands outside"

FILES = (
    "game.toml",
    "commitments.toml",
    "chain.toml",
    "1/state/0-opening.toml",
    "1/state/1-bid.toml",
    "1/rulings.toml",
    "1/orders/crown.toml",
    "press/2027-03-01-to-arms.md",
    "private/seed.toml",
    "private/1/orders/crown.toml",
    "private/1/events/1-bid.toml",
    "private/2/orders/crown.toml",
    "private/2/mail/bid/crown/1.toml",
    "private/2/mail/bid/crown/1.txt",
    LOCK,
)
FOLDERS = (
    "1",
    "1/state",
    "1/orders",
    "press",
    "private",
    "private/1",
    "private/1/orders",
    "private/2",
    "private/2/orders",
    "private/2/mail",
    "private/2/mail/bid",
    "private/2/mail/bid/crown",
    STAGING,
    COMMIT,
)
COMMANDS = {
    "status": ["status", "duel"],
    "check": ["check", "duel"],
    "verify": ["verify", "duel"],
    "export": ["export", "duel", "--private"],
    "submit": ["submit", "duel", "@mail", "--power", "crown"],
    "undo": ["undo", "duel"],
    "adjudicate": ["adjudicate", "duel"],
}


def run_all(root: Path, mail: Path) -> dict[str, int]:
    """The exit codes of all commands, each in a copy of the games with all its links."""
    codes = {}
    for name, arguments in COMMANDS.items():
        copy = root.with_name(f"for-{name}")
        shutil.copytree(root, copy, symlinks=True)
        given = [str(mail) if one == "@mail" else one for one in arguments]
        codes[name] = main(["--games", str(copy), *given])
        shutil.rmtree(copy)
    return codes


@pytest.fixture
def outside(tmp_path: Path) -> Path:
    """A copy of the game, to lead to: with a mark by which its contents would be known."""
    folder = game_with_everything(tmp_path / "elsewhere")
    for path in folder.rglob("*"):
        if path.is_file() and path.suffix in (".toml", ".md"):
            path.write_text(f"{path.read_text()}# {SECRET}\n")
    (folder / LOCK).write_text(SECRET)
    for name in (STAGING, COMMIT):
        (folder / name).mkdir()
        (folder / name / "journal.json").write_text('{"writes": [], "removes": ["game.toml"]}')
    return folder


@pytest.mark.parametrize("place", [*FILES, *FOLDERS])
def test_a_link_is_never_followed(
    place: str, duel: Path, outside: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Some command refuses it by name; none tells what stands behind it, none changes it."""
    link = duel / place
    if link.is_dir():
        shutil.rmtree(link)
    link.unlink(missing_ok=True)
    link.symlink_to(outside / place)
    mail = tmp_path / "mail.txt"
    mail.write_text("BID 1\n")
    before = files_of(outside)
    capsys.readouterr()
    codes = run_all(duel.parent, mail)
    heard = capsys.readouterr()
    assert SECRET not in heard.out + heard.err
    assert files_of(outside) == before
    assert (outside / place).exists()
    if place not in (STAGING, LOCK):  # what a dead writer left is swept away, and the link with it
        assert 1 in codes.values()
        assert "is a symbolic link" in heard.err
    assert "Traceback" not in heard.err


def test_the_lock_is_not_taken_through_a_link(duel: Path, outside: Path, capsys: Capture) -> None:
    (duel / LOCK).symlink_to(outside / LOCK)
    assert main(["--games", str(duel.parent), "adjudicate", "duel"]) == 1
    assert f"{duel / LOCK}: cannot be locked: " in capsys.readouterr().err
    assert (outside / LOCK).read_text() == SECRET


@pytest.mark.parametrize("name", [*COMMANDS, "new", "from"])
def test_the_folder_of_all_games_is_no_link(
    name: str, duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    link = tmp_path / "link"
    link.symlink_to(duel.parent)
    mail = tmp_path / "mail.txt"
    mail.write_text("BID 1\n")
    export = tmp_path / "duel.json"
    assert main(["--games", str(duel.parent), "export", "duel", "-o", str(export)]) == 0
    before = files_of(duel.parent)
    new = {"new": ["new", "fresh"], "from": ["new", "fresh", "--from", str(export)]}
    arguments = [str(mail) if one == "@mail" else one for one in {**COMMANDS, **new}[name]]
    capsys.readouterr()
    assert main(["--games", str(link), *arguments]) == 1
    assert f"{link}: is a symbolic link" in capsys.readouterr().err
    assert files_of(duel.parent) == before


def test_a_game_that_is_a_link_is_not_listed(duel: Path, outside: Path, capsys: Capture) -> None:
    (duel.parent / "other").symlink_to(outside)
    capsys.readouterr()
    assert main(["--games", str(duel.parent), "status"]) == 0
    heard = capsys.readouterr().out
    assert "Duel" in heard or "duel" in heard
    assert "other" not in heard
    assert main(["--games", str(duel.parent), "status", "other"]) == 1
    assert "other: is a symbolic link" in capsys.readouterr().err


def test_an_import_through_a_link_is_refused(duel: Path, tmp_path: Path, capsys: Capture) -> None:
    export, link = tmp_path / "duel.json", tmp_path / "link.json"
    assert main(["--games", str(duel.parent), "export", "duel", "-o", str(export)]) == 0
    link.symlink_to(export)
    capsys.readouterr()
    assert main(["--games", str(tmp_path / "there"), "new", "fresh", "--from", str(link)]) == 1
    assert "is a symbolic link" in capsys.readouterr().err


def pipe(path: Path) -> None:
    os.mkfifo(path)


def device(path: Path) -> None:
    try:
        os.mknod(path, 0o666 | 0o020000, os.makedev(1, 5))  # as /dev/zero: it never ends
    except PermissionError:
        pytest.skip("only root makes devices")


def folder(path: Path) -> None:
    path.mkdir()


def ear(path: Path) -> None:
    # The path of a socket may be no longer than a hundred letters.
    here = os.getcwd()
    os.chdir(path.parent)
    try:
        with socket.socket(socket.AF_UNIX) as made:
            made.bind(path.name)
    finally:
        os.chdir(here)


@pytest.mark.parametrize(
    ("place", "make"),
    [
        # Each place and each kind; all combinations in `make test-slow`.
        pytest.param(place, make, marks=() if n == at % 4 else pytest.mark.slow)
        for at, place in enumerate(one for one in FILES if one != LOCK)
        for n, make in enumerate((pipe, device, folder, ear))
    ],
)
def test_what_is_no_file_stops_a_command_at_once(
    place: str, make: Callable[[Path], None], duel: Path, tmp_path: Path, capsys: Capture
) -> None:
    """Nobody writes into the pipe, and the device never ends: waiting would be for ever."""
    (duel / place).unlink(missing_ok=True)
    make(duel / place)
    mail = tmp_path / "mail.txt"
    mail.write_text("BID 1\n")
    capsys.readouterr()
    for name, arguments in COMMANDS.items():
        given = [str(mail) if one == "@mail" else one for one in arguments]
        if name not in ("adjudicate", "undo", "submit"):
            assert main(["--games", str(duel.parent), *given]) in (0, 1)
    assert main(["--games", str(duel.parent), "adjudicate", "duel"]) in (0, 1)
    heard = capsys.readouterr()
    assert "Traceback" not in heard.err
    if place not in ("press/2027-03-01-to-arms.md", "private/2/mail/bid/crown/1.txt"):
        said = ("is not a plain file", "cannot be read", "is a directory", "no such device")
        if place != "private/2/mail/bid/crown/1.toml":
            assert any(words in heard.err for words in said), heard.err


def test_a_lock_that_is_a_pipe_stops_a_command_at_once(duel: Path) -> None:
    os.mkfifo(duel / LOCK)
    done = run_theatrum("--games", str(duel.parent), "adjudicate", "duel")
    assert done.returncode in (0, 1)
    assert b"Traceback" not in done.stderr


def test_the_ignored_files_are_those_that_must_not_be_published() -> None:
    assert "private/" in IGNORED.split()
