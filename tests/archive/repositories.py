"""Git repositories to test with: nothing of the machine's own settings reaches them."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Mapping
from pathlib import Path
from typing import Final

import pytest

from generator.archive.publish.publishing import plan_publication
from generator.cli import main
from generator.engine.errors import TheatrumError

_SETTINGS: Final = (
    ("gc.auto", "0"),
    ("maintenance.auto", "false"),
    ("receive.autogc", "false"),
    ("core.fsync", "none"),
)
QUICK: Final[Mapping[str, str]] = {
    "GIT_CONFIG_COUNT": str(len(_SETTINGS)),
    **{f"GIT_CONFIG_KEY_{number}": key for number, (key, _) in enumerate(_SETTINGS)},
    **{f"GIT_CONFIG_VALUE_{number}": value for number, (_, value) in enumerate(_SETTINGS)},
}
"""The environment of a git that tidies nothing up and waits for no disk."""


@pytest.fixture(autouse=True)
def alone(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Git as on a new machine: no identity, no repository around the tests, and no settings but
    those that save time."""
    home = tmp_path_factory.mktemp("home")
    for name in [name for name in os.environ if name.startswith(("GIT_", "EMAIL"))]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home))
    for name, value in QUICK.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path_factory.getbasetemp()))


class Clone:
    """A working copy with an identity of its own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    @property
    def games(self) -> Path:
        return self.folder / "games"

    def git(self, *arguments: str, code: int = 0) -> str:
        done = subprocess.run(
            ["git", "-C", str(self.folder), *arguments],
            capture_output=True,
            text=True,
            errors="surrogateescape",
            check=False,
        )
        assert done.returncode == code, done.stderr
        return done.stdout

    def identify(self, name: str) -> None:
        self.git("config", "user.name", name)
        self.git("config", "user.email", f"{name}@example.org")

    def write(self, path: str, text: str) -> None:
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_text(text, encoding="utf-8", newline="")

    def commit(self, *paths: str) -> str:
        """Commit everything, or the paths, by hand; gives the commit."""
        self.git("add", "--force", "--", *(paths or (".",)))
        self.git("commit", "--quiet", "--message", "by hand")
        return self.git("rev-parse", "HEAD").strip()

    def files(self, revision: str = "HEAD") -> list[str]:
        """The paths of a commit."""
        return self.git("ls-tree", "-r", "--name-only", revision).splitlines()

    def head(self) -> str:
        return self.git("rev-parse", "HEAD").strip()

    def message(self) -> str:
        return self.git("log", "-1", "--format=%B").rstrip("\n")


def new_remote(folder: Path) -> Path:
    """A bare repository, as a host keeps one."""
    subprocess.run(
        ["git", "init", "--quiet", "--bare", "--initial-branch=main", str(folder)], check=True
    )
    return folder


def clone(remote: Path, folder: Path, name: str = "anna") -> Clone:
    """A clone of a remote, on main, whose commits are somebody's."""
    subprocess.run(["git", "clone", "--quiet", str(remote), str(folder)], check=True,
                   stderr=subprocess.DEVNULL)  # fmt: skip
    one = Clone(folder)
    one.git("symbolic-ref", "HEAD", "refs/heads/main")
    one.identify(name)
    return one


def published(desk: Clone, *more: str) -> int:
    """The exit code of `theatrum publish`."""
    return main(["--games", str(desk.games), "publish", "--yes", *more])


def refused(desk: Clone, **more: bool) -> str:
    """What is said; nothing was committed."""
    before = desk.git("rev-list", "--all")
    with pytest.raises(TheatrumError) as caught:
        plan_publication(desk.games, **more)
    assert desk.git("rev-list", "--all") == before
    return str(caught.value)
