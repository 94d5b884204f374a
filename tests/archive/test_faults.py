"""Whatever happens while a game is written: it stands as before or as after, nothing is lost."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from generator.archive.files.writing import LOCK, locked
from generator.cli import main
from tests.archive.faults import STEP
from tests.archive.games import PLUGIN, ROOT, SEED, bid, command, files_of, new_game, run_theatrum

COMMANDS = {
    "adjudicate": ["--games", "@", "adjudicate", "duel"],
    "undo": ["--games", "@", "undo", "duel"],
    "new": ["--games", "@", "new", "fresh", "--ruleset", "tiny", "--seed", SEED],
    "import": ["--games", "@", "new", "fresh", "--from", "@/export.json"],
}


def with_faults(fault: str, base: Path, work: Path, arguments: list[str]) -> list[int]:
    """The exit codes of a command with a fault at each call that writes."""
    work.mkdir()
    done = subprocess.run(
        [sys.executable, "-m", "tests.archive.faults", fault, str(base), str(work), *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLUGIN)])},
        cwd=ROOT,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr.decode()
    codes: list[int] = json.loads(done.stdout)
    return codes


@pytest.fixture
def base(tmp_path: Path) -> Path:
    """A games folder with one game in the middle of its play, and an export of it."""
    root = tmp_path / "games"
    folder = new_game(root)
    bid(folder, 1, 3, 1)
    assert command(folder, "adjudicate") == 0
    bid(folder, 2, 2, 2)
    assert command(folder, "export", "--private", "-o", str(root / "export.json")) == 0
    return root


def clean(root: Path) -> dict[str, bytes]:
    """The files of all games, without what a writer leaves behind that was cut short."""
    return {
        name: data
        for name, data in files_of(root).items()
        if not any(part.startswith(".theatrum") for part in name.split("/"))
    }


def working_files(root: Path) -> list[str]:
    return [str(path) for path in root.rglob(".theatrum*")]


@pytest.mark.parametrize("name", COMMANDS)
def test_killed_at_any_write_a_game_is_as_before_or_as_after(
    name: str, base: Path, tmp_path: Path
) -> None:
    arguments = COMMANDS[name]
    before = clean(base)
    codes = with_faults("kill", base, tmp_path / "work", arguments)
    assert codes[:-1] == [-9] * (len(codes) - 1)
    assert len(codes) * STEP > 10
    after = clean(tmp_path / "work" / str(len(codes)))
    assert after != before
    for number in range(1, len(codes)):
        root = tmp_path / "work" / str(number)
        assert main(["--games", str(root), "status"]) == 0
        found = clean(root)
        assert found in (before, after), f"killed at call {number}"
        if found == before:
            mine = [argument.replace("@", str(root)) for argument in arguments]
            assert main(mine) == 0
            assert clean(root) == after
            assert not working_files(root)
    assert main(["--games", str(tmp_path / "work" / "1"), "verify"]) == 0


@pytest.mark.parametrize(
    ("fault", "name"), [*(("full", name) for name in COMMANDS), ("error", "adjudicate")]
)
def test_a_disk_that_fails_leaves_a_game_as_before_or_as_after(
    fault: str, name: str, base: Path, tmp_path: Path
) -> None:
    """A full disk from some call on, or an error at one call: exit code 1, or all is done."""
    arguments = COMMANDS[name]
    before = clean(base)
    codes = with_faults(fault, base, tmp_path / "work", arguments)
    assert set(codes) <= {0, 1, 77}
    assert 1 in codes
    after = clean(tmp_path / "work" / str(len(codes)))
    for number, code in enumerate(codes, 1):
        root = tmp_path / "work" / str(number)
        if fault == "full":
            # Before anything else runs: nothing half done may be seen.
            assert clean(root) == (after if code != 1 else before), f"failed at call {number}"
        assert main(["--games", str(root), "status"]) == 0
        found = clean(root)
        assert found in (before, after), f"failed at call {number}"
        if found == before:
            assert code == 1
            mine = [argument.replace("@", str(root)) for argument in arguments]
            assert main(mine) == 0
            assert clean(root) == after
            assert not working_files(root)


def test_a_full_disk_is_named_in_the_message(
    base: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def full(*_: object) -> int:
        raise OSError(28, "No space left on device")

    before = files_of(base)
    capsys.readouterr()
    monkeypatch.setattr(os, "fsync", full)
    assert command(base / "duel", "adjudicate") == 1
    said = capsys.readouterr().err
    assert "no space left on device; nothing was changed" in said
    assert "run the command again" in said
    monkeypatch.undo()
    assert files_of(base) == before


def test_a_second_writer_is_told_who_is_the_first(
    base: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = base / "duel"
    before = files_of(folder)
    capsys.readouterr()
    with locked(folder):
        assert command(folder, "adjudicate") == 1
        assert command(folder, "undo") == 1
    said = capsys.readouterr().err
    assert f"another theatrum (process {os.getpid()}) is writing to {folder}" in said
    assert files_of(folder) == before
    assert command(folder, "adjudicate") == 0
    assert not (folder / LOCK).exists()


def test_writers_at_once_play_each_phase_once(base: Path) -> None:
    """Four processes adjudicate one game: every phase is played once, and it replays."""
    folder = base / "duel"
    arguments = ["--games", str(base), "adjudicate", "duel"]
    processes = [
        subprocess.Popen(
            [sys.executable, "-m", "generator", *arguments],
            env={**os.environ, "PYTHONPATH": os.pathsep.join([str(ROOT), str(PLUGIN)])},
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )
        for _ in range(4)
    ]
    reports = [process.communicate(timeout=60)[0] for process in processes]
    codes = [process.returncode for process in processes]
    assert set(codes) <= {0, 1}
    played = [report.split(b":")[0] for report in reports if report]
    assert len(played) == codes.count(0) >= 1
    assert len(set(played)) == len(played)
    assert command(folder, "verify") == 0


def test_a_hostile_journal_reaches_nothing_outside(base: Path) -> None:
    """A commit folder that came with a clone may name any path; it is refused as a whole."""
    folder = base / "duel"
    victim = base / "victim.toml"
    victim.write_text("keep")
    for path in ("../victim.toml", "/tmp/x", "a/../../victim.toml", "", "1//x", "A B"):
        shutil.rmtree(folder / ".theatrum-commit", ignore_errors=True)
        (folder / ".theatrum-commit").mkdir()
        (folder / ".theatrum-commit" / "0").write_text("evil")
        journal = {"writes": [path], "removes": [path]}
        (folder / ".theatrum-commit" / "journal.json").write_text(json.dumps(journal))
        assert command(folder, "status") == 1
        assert victim.read_text() == "keep"


def test_exit_code_and_message_of_an_unwritable_folder(base: Path) -> None:
    """Also when the command is a process of its own: code 1, a line, no traceback."""
    if os.geteuid() == 0:
        (base / "duel" / LOCK).mkdir()  # root may write everywhere; this stops even root
    else:
        (base / "duel").chmod(0o555)
    done = run_theatrum("--games", str(base), "adjudicate", "duel")
    (base / "duel").chmod(0o755)
    assert done.returncode == 1
    assert b"cannot be locked" in done.stderr
    assert b"Traceback" not in done.stderr
