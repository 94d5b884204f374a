"""Sites and games that tests share: made once for all workers of a run, and then only read."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from functools import cache
from pathlib import Path
from tempfile import mkdtemp

from filelock import FileLock

_roots: list[Path] = []


def keep_in(root: Path) -> None:
    """Where the workers of this run find what one of them has made."""
    _roots[:] = [root]


def made_once(name: str, make: Callable[[Path], object]) -> Path:
    """The folder that `make` has filled. Whoever is first makes it; the others wait."""
    folder = _root() / name
    done = _root() / f"{name}.done"
    if not done.is_file():
        with FileLock(_root() / f"{name}.lock"):
            if not done.is_file():
                shutil.rmtree(folder, ignore_errors=True)
                folder.mkdir()
                make(folder)
                done.touch()
    return folder


def copy_of(name: str, make: Callable[[Path], object], folder: Path) -> Path:
    """`folder` with a copy of what is made once, which may be changed. Git repositories in it know
    each other at their new places."""
    pattern = made_once(name, make)
    shutil.copytree(pattern, folder, symlinks=True, dirs_exist_ok=True)
    for config in folder.glob("*/.git/config"):
        text = config.read_text("utf-8")
        config.write_text(text.replace(str(pattern), str(folder)), "utf-8")
    return folder


def _root() -> Path:
    return _roots[0] if _roots else _own()


@cache
def _own() -> Path:
    """For programs that use the samples of the tests without pytest."""
    return Path(mkdtemp(prefix="theatrum-tests-"))
