"""Files of the built site: each written as a whole, and only if its bytes change."""

from __future__ import annotations

import contextlib
import os
from typing import NamedTuple

from generator.archive.files.moving import patiently
from generator.engine.errors import FileError, Place

PART = ".theatrum-part"
"""The end of a file's name until it is whole."""


class Written(NamedTuple):
    """A file as it stands: whether its bytes were other ones before, its size, and its time as
    `os.stat_result` has it in nanoseconds."""

    is_changed: bool
    size: int
    modified: int


def write_whole(file: str, data: bytes) -> Written:
    """Put the bytes in place at once; leave a file alone that holds them already.

    Makes the folders that are missing. Raises FileError where the disk does not take it; the old
    file is then as it was.
    """
    with contextlib.suppress(OSError):
        facts = os.stat(file)
        if facts.st_size == len(data):
            with open(file, "rb") as old:
                if old.read() == data:
                    return Written(False, facts.st_size, facts.st_mtime_ns)
    part = file + PART
    try:
        facts = _put(part, data)
        patiently(os.replace, part, file)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(part)
        if not isinstance(error, OSError):
            raise
        raise FileError(f"cannot be written: {error.strerror}", place=Place(file)) from error
    return Written(True, facts.st_size, facts.st_mtime_ns)


def _put(part: str, data: bytes) -> os.stat_result:
    try:
        new = _open_new(part)
    except FileNotFoundError:
        os.makedirs(os.path.dirname(part), exist_ok=True)
        new = _open_new(part)
    try:
        rest = memoryview(data)
        while rest:
            rest = rest[os.write(new, rest) :]
        return os.fstat(new)
    finally:
        os.close(new)


def _open_new(file: str) -> int:
    # A whole file goes out in one piece, without a buffer.
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC | getattr(os, "O_BINARY", 0)
    return os.open(file, flags, 0o666)
