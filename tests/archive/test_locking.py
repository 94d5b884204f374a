"""One writer at a time, in one process or in several."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.archive.files import writing
from generator.archive.files.writing import LOCK, locked, patiently
from generator.engine.errors import GameError
from tests.archive.games import ROOT

HOLD = """
import sys, time
from pathlib import Path
from generator.archive.files.writing import locked
with locked(Path(sys.argv[1])):
    print("held", flush=True)
    time.sleep(60)
"""


@pytest.fixture
def holder(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """Another process that holds the lock of the folder."""
    process = subprocess.Popen(
        [sys.executable, "-c", HOLD, str(tmp_path)],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.PIPE,
        text=True,
    )
    with process:
        assert process.stdout is not None
        assert process.stdout.readline() == "held\n"
        yield process
        process.kill()


def test_a_writer_in_another_process_is_named(
    tmp_path: Path, holder: subprocess.Popen[str]
) -> None:
    said = rf"another theatrum \(process {holder.pid}\) is writing to "
    with pytest.raises(GameError, match=said), locked(tmp_path):
        pass


def test_a_killed_writer_frees_the_lock(tmp_path: Path, holder: subprocess.Popen[str]) -> None:
    holder.kill()
    holder.wait()
    assert (tmp_path / LOCK).exists()
    with locked(tmp_path):
        pass
    assert not (tmp_path / LOCK).exists()


def test_the_first_byte_of_the_lock_says_nothing(tmp_path: Path) -> None:
    """Windows locks that byte, and nobody else can read it."""
    with locked(tmp_path):
        assert (tmp_path / LOCK).read_bytes() == f" {os.getpid()}\n".encode()


def test_a_lock_that_cannot_be_removed_while_it_is_open_is_removed_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    unlink, asked = os.unlink, []

    def as_on_windows(path: Path) -> None:
        asked.append(path)
        if len(asked) == 1:
            raise PermissionError(13, "The process cannot access the file")
        unlink(path)

    monkeypatch.setattr(os, "unlink", as_on_windows)
    with locked(tmp_path):
        pass
    assert len(asked) == 2
    assert os.listdir(tmp_path) == []


class Held(PermissionError):
    """What Windows says of a file that a virus scanner has open."""

    winerror = 32


@pytest.mark.parametrize(("error", "tries"), [(Held, 3), (PermissionError, 1)])
def test_a_file_that_is_held_for_a_moment_is_moved_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, error: type[PermissionError], tries: int
) -> None:
    monkeypatch.setattr(writing, "_PAUSE", 0)
    (tmp_path / "a").write_text("x")
    asked = []

    def rename(source: os.PathLike[str] | str, target: os.PathLike[str] | str) -> None:
        asked.append(source)
        if len(asked) < 3:
            raise error(13, "Permission denied")
        os.rename(source, target)

    if tries == 1:
        with pytest.raises(PermissionError):
            patiently(rename, tmp_path / "a", tmp_path / "b")
    else:
        patiently(rename, tmp_path / "a", tmp_path / "b")
        assert (tmp_path / "b").read_text() == "x"
    assert len(asked) == tries
