"""A disk that is full while a result is written: the old file stays, nothing half done is left."""

from __future__ import annotations

import os
import resource
import signal
import stat
import sys
from itertools import islice
from pathlib import Path

import pytest

from generator.cli import main
from generator.commands.output import write_result
from generator.pages.maps import forum
from tests.archive.games import command, files_of, new_game

ROOM = 700  # bytes that fit on the disk


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A game with maps, after its first spring, and a folder for results with older ones in it."""
    folder = new_game(tmp_path / "games", "duel", "standard")
    assert command(folder, "adjudicate") == 0
    (tmp_path / "out").mkdir()
    return folder


def on_a_full_disk(arguments: list[str], said: Path) -> int:
    """The exit code of a command that can write no file beyond ROOM; its messages go to `said`."""
    child = os.fork()
    if not child:
        code = 99
        try:
            sys.stderr = said.open("w")
            signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
            resource.setrlimit(resource.RLIMIT_FSIZE, (ROOM, ROOM))
            code = main(arguments)
            sys.stderr.flush()
        finally:
            os._exit(code)
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


RESULTS = {
    "export": (["export", "duel", "-o", "@/result"], "result"),
    "export for others": (["export", "duel", "--format", "diplomacy", "-o", "@/result"], "result"),
    "schema": (["export", "--schema", "-o", "@/result"], "result"),
    "map": (["map", "duel", "-o", "@/result"], "result"),
    "map for forums": (["map", "duel", "--forum", "--size", "800", "-o", "@/result"], "result"),
    "post": (
        ["post", "duel", "--reasons", "all", "--output", "@"],
        "1901-spring-movement.bbcode.txt",
    ),
    "preview": (["post", "duel", "--preview", "@/result"], "result"),
    "images": (["post", "duel", "--images", "@"], "1901-spring-movement-small.png"),
}


@pytest.mark.parametrize("kind", RESULTS)
def test_a_full_disk_leaves_the_old_result(
    kind: str, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = forum.forum_images
    # The first image is enough: the larger ones take seconds.
    monkeypatch.setattr(forum, "forum_images", lambda *given: islice(whole(*given), 1))
    arguments, name = RESULTS[kind]
    out = tmp_path / "out"
    (out / name).write_text("the one before")
    before = files_of(out), files_of(folder)
    mine = [one.replace("@", str(out)) for one in arguments]
    said = tmp_path / "said.txt"
    assert on_a_full_disk(["--games", str(folder.parent), *mine], said) == 1
    assert (files_of(out), files_of(folder)) == before
    assert f"{out / name}: cannot be written: file too large" in said.read_text()
    assert main(["--games", str(folder.parent), *mine]) == 0
    assert (out / name).read_bytes() != b"the one before"
    assert not list(out.glob(".*"))


@pytest.mark.parametrize(
    "arguments",
    [
        ["export", "duel", "-o", "@/missing/result"],
        ["export", "duel", "-o", "@/file/result"],
        ["export", "duel", "-o", f"@/{'x' * 500}"],
        ["export", "duel", "-o", "@"],
        ["map", "duel", "-o", "@/file/result"],
        ["post", "duel", "--output", "@/file"],
        ["post", "duel", "--output", "@/file/folder"],
        ["post", "duel", "--images", "@/file"],
        ["post", "duel", "--images", f"@/{'x' * 500}"],
        ["map", "duel", "--forum", "-o", "@/file"],
    ],
)
def test_a_place_that_takes_no_result_is_named(
    arguments: list[str], folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "out"
    (out / "file").write_text("mine")
    mine = [one.replace("@", str(out)) for one in arguments]
    capsys.readouterr()
    assert main(["--games", str(folder.parent), *mine]) == 1
    said = capsys.readouterr().err.splitlines()[-1]
    assert said.startswith(str(out))
    assert "cannot be " in said
    assert files_of(tmp_path / "out") == {"file": b"mine"}


def test_a_device_or_a_pipe_is_written_into_and_stays(tmp_path: Path) -> None:
    """A file in the place of /dev/null, which root could put there, would harm the whole system."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    write_result(b"<svg></svg>", pipe)
    assert os.read(reader, 100) == b"<svg></svg>"
    os.close(reader)
    assert stat.S_ISFIFO(pipe.lstat().st_mode)
    assert list(tmp_path.iterdir()) == [pipe]


def test_a_result_is_not_written_through_a_link(folder: Path, tmp_path: Path) -> None:
    """The link gives way to the file; also one in the place of the part that is written first."""
    precious = tmp_path / "precious"
    precious.write_text("keep")
    out = tmp_path / "out"
    (out / "result").symlink_to(precious)
    (out / ".result.part").symlink_to(precious)
    assert command(folder, "export", "-o", str(out / "result")) == 0
    assert precious.read_text() == "keep"
    assert not (out / "result").is_symlink()
    assert not list(out.glob(".*"))


def test_a_command_killed_at_its_last_step_leaves_the_old_result(
    folder: Path, tmp_path: Path
) -> None:
    """What it had written so far is swept away by the next one."""
    out = tmp_path / "out"
    (out / "result").write_text("the one before")
    arguments = ["--games", str(folder.parent), "export", "duel", "-o", str(out / "result")]
    child = os.fork()
    if not child:
        os.replace = lambda *_: os.kill(os.getpid(), signal.SIGKILL)
        try:
            main(arguments)
        finally:
            os._exit(99)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL
    assert (out / "result").read_text() == "the one before"
    assert main(arguments) == 0
    assert (out / "result").read_text().startswith("{")
    assert not list(out.glob(".*"))
