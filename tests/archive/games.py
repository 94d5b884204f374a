"""Making and comparing games for the tests of the archive and of the commands."""

from __future__ import annotations

import io
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

import generator.rulesets
from generator.archive import load_game
from generator.archive.files.writing import writing
from generator.archive.people.versions import MailSource
from generator.archive.play.undo import undo_to
from generator.cli import main
from generator.engine.phases import Moment
from generator.mailroom.submissions import SheetPart, file_parts
from tests.made import copy_of

ROOT = Path(__file__).parents[2]
PLUGIN = Path(__file__).parent / "plugin"
SEED = "a seed for tests"


class Terminal(io.StringIO):
    """What somebody types at a terminal, or sees there."""

    def isatty(self) -> bool:
        return True


@pytest.fixture(autouse=True)
def tiny_is_installed(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The ruleset `tiny` comes in as one of another package would: through its entry point."""
    monkeypatch.syspath_prepend(str(PLUGIN))
    # Waiting for the disk takes most of a test's time; the calls themselves have their own tests.
    monkeypatch.setattr(os, "fsync", lambda descriptor: None)
    _forget_rulesets()
    yield
    _forget_rulesets()


def _forget_rulesets() -> None:
    generator.rulesets._entries.cache_clear()
    generator.rulesets.load_ruleset.cache_clear()
    # It covers all rulesets; sites that other tests build know nothing of this one.
    if "generator.pages.site.site" in sys.modules:
        sys.modules["generator.pages.site.site"].program_digest.cache_clear()


def new_game(root: Path, name: str = "duel", ruleset: str = "tiny", *more: str) -> Path:
    """A new game as `theatrum new` makes it, its seed known; orders wait in public unless `more`
    says otherwise. A copy of one that is like it: most tests begin where `new` has ended."""
    where = [] if "--orders" in more else ["--orders", "public"]
    arguments = ["new", name, "--ruleset", ruleset, "--seed", SEED, *where, *more]

    def make(games: Path) -> None:
        assert main(["--games", str(games), *arguments]) == 0

    if any("/" in one for one in more) or (root / name).exists():
        make(root)
    else:
        copy_of(f"new-{_digest(arguments)}", make, root)
    return root / name


def played_tiny(root: Path) -> Path:
    """A copy of a tiny game that was played to its end."""

    def make(games: Path) -> None:
        play_tiny(new_game(games))

    return copy_of("tiny", make, root) / "duel"


def _digest(arguments: list[str]) -> str:
    return sha256("\0".join(arguments).encode()).hexdigest()[:16]


def command(folder: Path, name: str, *more: str) -> int:
    """The exit code of a command about a game. `name` has two words for one of a group."""
    return main(["--games", str(folder.parent), *name.split(), folder.name, *more])


def write_orders(folder: Path, year: int, phase: str, **orders: str) -> None:
    """Put texts on the powers' sheets of a phase; other tables of the files are kept."""
    for power, text in orders.items():
        path = folder / str(year) / "orders" / f"{power}.toml"
        before = path.read_text("utf-8") if path.exists() else ""
        head = before.partition(f"[{phase}]")[0].rstrip()
        table = f'[{phase}]\norders = """\n{text}\n"""\n'
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{head}\n\n{table}".lstrip(), "utf-8")


def store_submission(
    folder: Path, power: str, texts: Mapping[str, str], original: str, received: str = ""
) -> Mapping[str, int]:
    """Put a power's orders where they wait for phases of the running year, as a mail would."""
    with writing(folder):
        parts = [SheetPart(phase, orders) for phase, orders in texts.items()]
        return file_parts(load_game(folder), power, parts, MailSource(original, received))


def bid(folder: Path, year: int, crown: int, shield: int) -> None:
    """Both powers of a tiny game bid."""
    write_orders(folder, year, "bid", crown=f"BID {crown}", shield=f"BID {shield}")


def play_tiny(folder: Path) -> None:
    """A tiny game to its end: a win, a tie with its toss, and what else it takes."""
    for year, (crown, shield) in enumerate([(3, 1), (2, 2), (2, 1), (1, 0), (0, 1)], 1):
        bid(folder, year, crown, shield)
        if command(folder, "adjudicate", "--until", str(year)):
            return


def undo_last(folder: Path) -> Moment:
    """Take the last adjudicated phase back, and forget it: there is nothing to redo."""
    phases = load_game(folder, whole=False).phases
    taken = undo_to(folder, str(phases[-1].moment) if phases else "")
    for record in (folder / "private").glob(".undone-*"):
        record.unlink()
    return taken[0]


def files_of(folder: Path) -> dict[str, bytes]:
    """Every file of a folder, without the lock of a writer that died, and the note of what the last
    command played."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name not in (".theatrum.lock", ".played")
    }


def run_theatrum(
    *arguments: str, environment: Mapping[str, str] | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """The command in a process of its own, with the tiny ruleset installed."""
    return run_python("-m", "generator", *arguments, environment=environment, **more)


def run_python(
    *arguments: str, environment: Mapping[str, str] | None = None, **more: Any
) -> subprocess.CompletedProcess[bytes]:
    """Python in a process of its own, with the tiny ruleset installed."""
    paths = os.pathsep.join([str(ROOT), str(PLUGIN)])
    return subprocess.run(
        [sys.executable, *arguments],
        capture_output=True,
        env={**os.environ, "PYTHONPATH": paths, **(environment or {})},
        timeout=600,
        check=False,
        **more,
    )


def change(folder: Path, path: str, old: str, new: str) -> str:
    """Change one place of a file; returns the path."""
    text = (folder / path).read_text("utf-8")
    assert old in text
    (folder / path).write_text(text.replace(old, new, 1), "utf-8")
    return path


def public_key(path: Path) -> str:
    """The public half of a key that make_identity has written."""
    return path.read_text().splitlines()[0].removeprefix("# public key: ")
