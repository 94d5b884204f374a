"""One writer at a time: a lock that goes away with its process, however that ends."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Final

from generator.archive.files.reading import reason
from generator.engine.errors import FileError, GameError, Place

LOCK: Final = ".theatrum.lock"
_lent: Final[ContextVar[frozenset[Path]]] = ContextVar("lent", default=frozenset())
# Both are 0 where the system has no such thing.
_NOFOLLOW: Final[int] = getattr(os, "O_NOFOLLOW", 0)
_BINARY: Final[int] = getattr(os, "O_BINARY", 0)


@contextmanager
def locked(folder: Path, *, lends: bool = False) -> Iterator[None]:
    """Holds the lock of a folder. Raises GameError at once if another process holds it. With
    `lends`, commands that are run meanwhile use it: the local page compares what it has shown, and
    then runs one.

    The system drops the lock when its holder dies, so no one has to clean up after a crash.
    """
    path = folder / LOCK
    if path in _lent.get():
        yield
        return
    descriptor = _acquire(path)
    token = _lent.set(_lent.get() | {path} if lends else _lent.get())
    try:
        yield
    finally:
        _lent.reset(token)
        # Removed while the lock is held: a command that waits for the old file sees it is gone.
        is_removed = _remove(path)
        os.close(descriptor)
        if not is_removed:  # Windows removes no file that is open
            _remove(path)


def is_lent(folder: Path) -> bool:
    """Whether the process that runs this command has lent it the lock of a folder."""
    return folder / LOCK in _lent.get()


def _remove(path: Path) -> bool:
    try:
        os.unlink(path)
    except OSError:
        return False
    return True


def _acquire(path: Path) -> int:
    from filelock import lock_descriptor  # slow to import, and only writers come here

    while True:
        try:
            if not _NOFOLLOW and path.is_symlink():
                raise OSError(errno.ELOOP, "Is a symbolic link")
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | _NOFOLLOW | _BINARY, 0o644)
        except OSError as error:
            raise _unlockable(path, error) from None
        try:
            is_free = lock_descriptor(descriptor, blocking=False)
        except OSError as error:
            os.close(descriptor)
            raise _unlockable(path, error) from None
        if not is_free:
            holder = _holder(descriptor)
            os.close(descriptor)
            raise GameError(
                f"another theatrum{holder} is writing to {path.parent}",
                hint="wait until it has finished, then run the command again",
            )
        if _is_same(descriptor, path):
            with suppress(OSError):  # the number is for people; a full disk may leave it out
                os.ftruncate(descriptor, 0)
                os.write(descriptor, f" {os.getpid()}\n".encode())
            return descriptor
        os.close(descriptor)


def _unlockable(path: Path, error: OSError) -> FileError:
    return FileError(
        f"cannot be locked: {reason(error)}; nothing was changed",
        place=Place(str(path)),
        hint="make sure that you may write to the folder",
    )


def _holder(descriptor: int) -> str:
    """The holder of the lock, in words; "" where the file does not name it."""
    try:
        # Windows locks the first byte, which no other process can read then.
        os.lseek(descriptor, 1, os.SEEK_SET)
        text = os.read(descriptor, 20).decode("ascii", "replace").strip()
    except OSError:
        return ""
    return f" (process {text})" if text.isdigit() else ""


def _is_same(descriptor: int, path: Path) -> bool:
    """Whether the locked file is still the one under that name."""
    if os.name == "nt":  # Windows removes no open file
        return True
    try:
        there = os.stat(path, follow_symlinks=False)
    except FileNotFoundError:
        return False
    here = os.fstat(descriptor)
    return (here.st_dev, here.st_ino) == (there.st_dev, there.st_ino)
