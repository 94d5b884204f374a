"""One writer at a time: a lock that goes away with its process, however that ends."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Final

from generator.archive.reading import reason
from generator.engine.errors import FileError, GameError, Place

__all__ = ["LOCK", "locked"]

LOCK: Final = ".theatrum.lock"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Holds the lock of a folder. Raises GameError at once if another process holds it.

    The system drops the lock when its holder dies, so nobody has to clean up after a crash.
    """
    path = folder / LOCK
    descriptor = _acquire(path)
    try:
        yield
    finally:
        # Removed while the lock is held: whoever waits for the old file sees that it is gone.
        with suppress(OSError):
            os.unlink(path)
        os.close(descriptor)


def _acquire(path: Path) -> int:
    import fcntl  # only here, so that reading and building work where there is no fcntl

    flags = os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC
    while True:
        try:
            descriptor = os.open(path, flags, 0o644)
        except OSError as error:
            raise FileError(
                f"cannot be locked: {reason(error)}; nothing was changed", place=Place(str(path))
            ) from None
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            holder = _holder(descriptor)
            os.close(descriptor)
            raise GameError(
                f"another theatrum{holder} is writing to {path.parent}",
                hint="wait until it has ended, then give the command again",
            ) from None
        if _is_same(descriptor, path):
            with suppress(OSError):  # the number is for people; a full disk may leave it out
                os.ftruncate(descriptor, 0)
                os.pwrite(descriptor, f"{os.getpid()}\n".encode(), 0)
            return descriptor
        os.close(descriptor)


def _holder(descriptor: int) -> str:
    try:
        text = os.pread(descriptor, 20, 0).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" (process {text})" if text.isdigit() else ""


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether the locked file is still the one under that name."""
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return False
    here = os.fstat(descriptor)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
