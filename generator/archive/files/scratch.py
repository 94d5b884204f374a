"""Temporary folders of commands, outside all games."""

from __future__ import annotations

import os
import shutil
import stat
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

_OLD: Final = 86_400.0
"""Seconds after which a folder is left over, where one cannot ask whether its process lives."""


@contextmanager
def scratch(name: str, parent: Path | None = None) -> Iterator[Path]:
    """A new folder, gone afterwards; in `parent`, or where the system keeps such folders.

    A command that was killed leaves its folder: the next one that asks for the name removes it.
    """
    where = Path(tempfile.gettempdir()) if parent is None else parent
    _remove_left(where, f"{name}-")
    folder = Path(tempfile.mkdtemp(prefix=f"{name}-{os.getpid()}-", dir=where))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_left(where: Path, prefix: str) -> None:
    with suppress(OSError):
        for entry in os.scandir(where):
            pid = entry.name.removeprefix(prefix).partition("-")[0]
            if entry.name.startswith(prefix) and pid.isdecimal() and _is_left(entry, int(pid)):
                shutil.rmtree(entry.path, ignore_errors=True)


def _is_left(entry: os.DirEntry[str], pid: int) -> bool:
    """Whether the process that made one of our folders has ended."""
    with suppress(OSError):
        facts = entry.stat(follow_symlinks=False)
        if not stat.S_ISDIR(facts.st_mode):
            return False
        # On Windows users have no number, and asking for a process would end it.
        if not hasattr(os, "getuid"):
            return time.time() - facts.st_mtime > _OLD
        if facts.st_uid != os.getuid():
            return False
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        except OverflowError:
            return False
    return False
