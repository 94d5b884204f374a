"""Commands that are killed: what they leave is cleaned, and the same command works again."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.archive.files.scratch import scratch
from generator.cli import main
from tests.archive.games import ROOT

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")

HOLD = (
    "import sys, time\n"
    "from pathlib import Path\n"
    "import generator.cli as cli\n"
    "from generator.archive.files.scratch import scratch\n"
    "def hold(options):\n"
    "    with scratch('theatrum-test', Path(sys.argv[2])) as folder:\n"
    "        (folder / 'file').write_text('x')\n"
    "        print('ready', flush=True)\n"
    "        time.sleep(60)\n"
    "cli.command_of = lambda options: hold\n"
    "sys.argv = ['theatrum', 'status', sys.argv[1]]\n"
    "sys.exit(cli.main())\n"
)


def held(parent: Path) -> subprocess.Popen[str]:
    """A command in the middle of its work, with a folder of its own in `parent`."""
    code = HOLD.replace("sys.argv[2]", repr(str(parent)))
    process = subprocess.Popen(
        [sys.executable, "-c", code, "game"], cwd=ROOT, stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stdout.readline() == "ready\n"
    return process


def end(process: subprocess.Popen[str], number: int) -> int:
    process.send_signal(number)
    process.communicate(timeout=60)
    return process.returncode


def test_a_command_that_is_asked_to_end_leaves_nothing(tmp_path: Path) -> None:
    process = held(tmp_path)
    assert len(list(tmp_path.iterdir())) == 1
    assert end(process, signal.SIGTERM) == 128 + signal.SIGTERM
    assert list(tmp_path.iterdir()) == []


def test_what_a_killed_command_left_the_next_one_removes(tmp_path: Path) -> None:
    process = held(tmp_path)
    end(process, signal.SIGKILL)
    (left,) = tmp_path.iterdir()
    with scratch("theatrum-test", tmp_path) as folder:
        assert not left.exists()
        assert list(tmp_path.iterdir()) == [folder]
    assert list(tmp_path.iterdir()) == []


def test_folders_of_living_commands_and_of_others_stay(tmp_path: Path) -> None:
    others = [tmp_path / name for name in ("theatrum-test-x", "theatrum-tester-1-a", "theatrum")]
    for one in others:
        one.mkdir()
    (tmp_path / "theatrum-test-1-link").symlink_to(tmp_path / "theatrum")
    process = held(tmp_path)
    before = set(tmp_path.iterdir())
    with scratch("theatrum-test", tmp_path):
        assert before < set(tmp_path.iterdir())
    end(process, signal.SIGTERM)
    assert {*others, tmp_path / "theatrum-test-1-link"} == set(tmp_path.iterdir())


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_a_demonstration_that_was_killed_can_be_made_again(
    tmp_path: Path, number: int, capsys: pytest.CaptureFixture[str]
) -> None:
    games = tmp_path / "games"
    words = ["--games", str(games), "new", "trial", "--seed", "s", "--demo"]
    process = subprocess.Popen(
        [sys.executable, "-m", "generator", *words, "30"],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert process.stderr is not None
    assert "1901 spring-movement" in process.stderr.readline()
    end(process, number)
    # Nothing has the name of a game yet.
    assert not (games / "trial").exists()
    assert main(["--games", str(games), "status"]) == 0
    assert main([*words, "1"]) == 0
    assert main(["--games", str(games), "verify", "trial"]) == 0
    assert [one.name for one in games.iterdir() if one.is_dir()] == ["trial"]
    assert "waits for Spring 1902" in capsys.readouterr().err


def test_a_demonstration_that_fails_leaves_no_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(folder: Path) -> None:
        raise OSError(28, os.strerror(28), str(folder))

    monkeypatch.setattr("generator.commands.new.adjudicate_game", fail)
    assert main(["--games", str(tmp_path), "new", "trial", "--demo", "1"]) == 1
    assert [one.name for one in tmp_path.iterdir() if one.is_dir()] == []
