"""Files of the built site: each written as a whole, and only if its bytes change."""

from __future__ import annotations

import contextlib
import os

from generator.engine.errors import FileError, Place

__all__ = ["PART", "write_whole"]

PART = ".theatrum-part"
"""The end of a file's name until it is whole."""


def write_whole(file: str, data: bytes) -> bool:
    """Put the bytes in place at once; leave a file alone that holds them already.

    Gives whether anything was written. Makes the folders that are missing. Raises FileError where
    the disk does not take it; the old file is then as it was.
    """
    with contextlib.suppress(OSError):
        if os.stat(file).st_size == len(data):
            with open(file, "rb") as old:
                if old.read() == data:
                    return False
    part = file + PART
    try:
        _put(part, data)
        os.replace(part, file)
    except BaseException as error:
        with contextlib.suppress(OSError):
            os.unlink(part)
        if not isinstance(error, OSError):
            raise
        raise FileError(f"cannot be written: {error.strerror}", place=Place(file)) from error
    return True


def _put(part: str, data: bytes) -> None:
    try:
        new = open(part, "wb")  # noqa: SIM115  # closed below; the folder is rarely missing
    except FileNotFoundError:
        os.makedirs(os.path.dirname(part), exist_ok=True)
        new = open(part, "wb")  # noqa: SIM115
    with new:
        new.write(data)
