"""The commands with all taken away that Windows lacks: they write the same bytes as here.

See `tests.portable.windows` for what is taken away. That is not Windows, which the test workflow
tries."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from generator.cli import main
from tests.archive.games import ROOT, files_of, run_theatrum
from tests.archive.repositories import Clone, alone

__all__ = ["alone"]

taken_away = pytest.mark.skipif(
    not Path("/proc/self/fd").is_dir(), reason="what Windows lacks is taken away on Linux"
)
PLAYER = "Łukasz → Praha"  # cp1252 has neither the first letter nor the arrow
ORDERS = "A VIE - GAL\nA BUD - SER\nF TRI - ALB\n"
BROKEN = "A VIE - BHO"


class Machine:
    """Runs commands in a folder, on this system or on one like Windows."""

    def __init__(self, folder: Path, *, is_windows: bool) -> None:
        self.folder = folder
        self.module = "tests.portable.windows" if is_windows else "generator"
        self.said = b""
        folder.mkdir()

    def run(self, *arguments: str, given: str = "", code: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", self.module, *arguments],
            cwd=self.folder,
            input=given.encode(),
            capture_output=True,
            env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "0"},
            timeout=120,
            check=False,
        )
        assert b"Traceback" not in done.stderr, done.stderr.decode()
        assert done.returncode == code, (arguments, done.stderr.decode("cp1252"))
        return done.stdout.decode("utf-8" if self.module == "generator" else "cp1252", "replace")


def play(machine: Machine) -> dict[str, bytes]:
    """A game from its first order to the site and the export; gives every file that it wrote."""
    run = machine.run
    run("init", "own", "--no-git")
    machine.folder /= "own"
    settings = machine.folder / "site" / "site.toml"
    settings.write_bytes(settings.read_bytes().replace(b"png = true", b"png = false"))
    run("new", "duel", "--seed", "7", "--title", PLAYER, "--players", f"austria={PLAYER}")
    received = ("--power", "austria", "--received", "2027-01-04 10:00")
    run("submit", "duel", *received, given=ORDERS)
    orders = machine.folder / "games/duel/private/1901/orders/france.toml"
    orders.write_text(f'[spring-movement]\norders = "{BROKEN}"\n', newline="\r\n")
    run("check", "duel", code=1)
    orders.write_text('[spring-movement]\norders = """\nA PAR - BUR\n"""\n', newline="\r\n")
    run("check", "duel")
    run("adjudicate", "duel", "--dry-run")
    run("adjudicate", "duel")
    run("undo", "duel")
    run("undo", "duel", "--redo")
    run("adjudicate", "duel", "--until", "1901")
    run("amend", "duel", "--phase", "1901/spring-movement", "--reason", f"a slip → {PLAYER}",
        "--date", "2027-02-01", "--yes", "--orders", "austria", _file(machine))  # fmt: skip
    assert "identical" in run("verify")
    assert PLAYER in str(json.loads(run("status", "--json")))
    run("post", "duel", "--format", "bbcode")
    run("map", "duel", "-o", "map.svg")
    run("export", "duel", "-o", "duel.json")
    run("export", "duel", "--html", "-o", "duel.html")
    run("finish", "duel", "--reason", f"all agree → {PLAYER}")
    run("build", "--quiet")
    run("build", "--quiet")
    run("new", "copy", "--from", "duel.json")
    found = files_of(machine.folder)
    return {path: data for path, data in found.items() if not path.startswith(".cache/")}


def test_json_is_json_where_a_console_lacks_a_letter(tmp_path: Path) -> None:
    """The other stand-in for a letter, \\xe9, is none that JSON knows."""
    games = ["--games", str(tmp_path)]
    assert main([*games, "new", "duel", "--title", "Été → Łódź"]) == 0
    done = run_theatrum(
        *games, "status", "duel", "--json", environment={"PYTHONIOENCODING": "ascii"}
    )
    assert "Été → Łódź" in str(json.loads(done.stdout))


@taken_away
def test_a_game_is_sealed_and_published_there(tmp_path: Path) -> None:
    pytest.importorskip("pyrage")
    (Path(os.environ["HOME"]) / ".gitconfig").write_text("[user]\nname = a\nemail = a@b.example\n")
    machine = Machine(tmp_path / "windows", is_windows=True)
    run = machine.run
    run("init", "own")
    machine.folder /= "own"
    key = tmp_path / "windows" / "own.key"
    run("secrets", "keygen", "-o", str(key))
    assert b"\r" not in key.read_bytes()
    run("new", "duel", "--seed", "7")
    with (machine.folder / "games" / "duel" / "game.toml").open("a") as file:
        public = key.read_text().splitlines()[0].split()[-1]
        file.write(f'\n[secrets]\nrecipients = ["{public}"]\n')
    run("submit", "duel", "--power", "austria", "--received", "2027-01-04 10:00", given=ORDERS)
    run("secrets", "seal")
    run("publish", "--yes", "--no-push")
    run("adjudicate", "duel")
    run("secrets", "seal")
    run("publish", "--yes", "--no-push")
    own = Clone(machine.folder)
    assert own.git("status", "--porcelain") == ""
    assert "games/duel/1901/state/1-spring-movement.toml" in own.files()
    assert not [path for path in own.files() if "private" in path or path.endswith(".key")]

    machine.folder = tmp_path / "windows" / "there"
    own.git("clone", "--quiet", str(own.folder), str(machine.folder))
    run("secrets", "unseal", "duel", "--identity", str(key))
    assert "identical" in run("verify")


def _file(machine: Machine) -> str:
    path = machine.folder / "better.txt"
    path.write_text("A VIE - TRI\nA BUD - SER\nF TRI - ALB\n", newline="\r\n")
    return path.name


@pytest.fixture(scope="module")
def here(tmp_path_factory: pytest.TempPathFactory) -> dict[str, bytes]:
    """The files of the game as this system writes them, whichever it is."""
    return play(Machine(tmp_path_factory.mktemp("here") / "own", is_windows=False))


def test_a_game_is_played_and_published_on_this_system(here: dict[str, bytes]) -> None:
    assert len([path for path in here if path.endswith("index.html")]) > 20
    texts = (".toml", ".html", ".css", ".json", ".svg", ".xml", ".md", ".yml")
    changed = [path for path in here if path.endswith(texts) and b"\r" in here[path]]
    # The referee's own editor saved that sheet.
    assert [path for path in changed if not path.endswith("/orders/france.toml")] == []


@taken_away
def test_a_game_has_the_same_bytes_without_what_windows_lacks(
    here: dict[str, bytes], tmp_path: Path
) -> None:
    there = play(Machine(tmp_path / "windows", is_windows=True))
    assert there.keys() == here.keys()
    assert [path for path in here if here[path] != there[path]] == []
