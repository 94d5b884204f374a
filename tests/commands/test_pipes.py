"""What commands write does not depend on who reads their reports."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.archive.games import ROOT, command, files_of, new_game, tiny_is_installed, write_orders

__all__ = ["tiny_is_installed"]


def run(folder: Path, *words: str, both: bool = False) -> int:
    """The exit code of a command whose output nobody reads; `both`: nor what it says besides."""
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [sys.executable, "-m", "generator", "--games", str(folder.parent), *words],
        stdin=subprocess.DEVNULL,
        stdout=writing,
        stderr=writing if both else subprocess.PIPE,
        cwd=folder.parent,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=False,
    )
    os.close(writing)
    if not both:
        assert b"Traceback" not in done.stderr
        assert b"Broken" not in done.stderr
    return done.returncode


@pytest.mark.parametrize("both", [False, True])
def test_phases_that_follow_by_themselves_are_played(both: bool, tmp_path: Path) -> None:
    read = new_game(tmp_path / "a", "war", "europe-1619")
    unread = new_game(tmp_path / "b", "war", "europe-1619")
    for _ in range(2):  # the movement of 1619, and all that follows
        assert command(read, "adjudicate") == 0
        assert run(unread, "adjudicate", "war", both=both) == 0
    assert files_of(unread) == files_of(read)
    assert (read / "1619/state").is_dir()
    assert len(list((read / "1619/state").iterdir())) > 3


WRITING = [
    "adjudicate war --json",
    "amend war --phase 1901/spring-movement --reason r --yes",
    *(
        pytest.param(words, marks=pytest.mark.slow)
        for words in (
            *("adjudicate war --until 1902", "deadline war --set 2027-03-07T20:00", "pause war"),
            *("players replace war france Zoe", "finish war --reason enough", "undo war"),
        )
    ),
]


@pytest.mark.parametrize("said", WRITING)
def test_a_command_writes_the_same_whoever_reads(said: str, tmp_path: Path) -> None:
    words = said.split()
    made = [new_game(tmp_path / name, "war", "standard") for name in "ab"]
    for folder in made:
        assert command(folder, "adjudicate") == 0
        write_orders(folder, 1901, "fall-movement", france="A PAR - BUR")
    from generator.cli import main

    read, unread = made
    code = main(["--games", str(read.parent), *words])
    assert run(unread, *words, both=True) == code
    now = files_of(unread)
    assert now.keys() == files_of(read).keys()
    if words[0] != "pause":  # it notes the time
        assert now == files_of(read)
