"""The output folder: each file is written as a whole, and only if its bytes change; which files are
ours, and the removal of those that no one wants."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

from generator.archive.files.writing import patiently
from generator.engine.errors import FileError, Place

LISTING = ".theatrum"
"""The list of our files in an output folder; it also marks the folder as ours to prune."""
READER = ".reader"
"""The file with the reader of a folder that is not for everyone."""

PART = ".theatrum-part"
"""The end of a file's name until it is whole."""


def claim(output: Path, reader: str = "") -> None:
    """Mark a folder as ours, unless it is already, for a reader in words ("" for the public).

    Raises FileError for a folder that holds other things, or what another reader sees: what one
    power knows must never come to lie where the published site is.
    """
    listing = output / LISTING
    if output.exists() and not output.is_dir():
        raise FileError(
            "is not a folder",
            place=Place(str(output)),
            hint="give another folder with --output",
        )
    if listing.is_file():
        mark = output / READER
        there = mark.read_text(encoding="utf-8").strip() if mark.is_file() else ""
        if there != reader:
            raise FileError(
                f"the folder holds the games {there or 'as everyone sees them'}",
                place=Place(str(output)),
                hint="give another folder with --output, or delete this one",
            )
        return
    if output.is_dir() and any(output.iterdir()):
        raise FileError(
            "the folder is not empty, and Theatrum did not build it",
            place=Place(str(output)),
            hint="choose a new folder, or empty this one",
        )
    output.mkdir(parents=True, exist_ok=True)
    if reader:
        (output / READER).write_text(f"{reader}\n", encoding="utf-8", newline="\n")
    listing.write_text("", encoding="utf-8")


def listed_in(output: Path) -> frozenset[str]:
    """The files that an output folder lists as ours; none without a list."""
    with contextlib.suppress(FileNotFoundError):
        lines = (output / LISTING).read_text(encoding="utf-8").splitlines()
        return frozenset(line for line in lines if line and ".." not in line.split("/"))
    return frozenset()


def prune(output: Path, files: Iterable[str]) -> tuple[str, ...]:
    """Remove files, and the folders that this leaves empty. Gives those that were there."""
    removed: list[str] = []
    for name in sorted(files):
        file = output / name
        with contextlib.suppress(FileNotFoundError):
            file.unlink()
            removed.append(name)
        for folder in file.parents:
            if folder == output or (folder.is_dir() and any(folder.iterdir())):
                break
            with contextlib.suppress(FileNotFoundError):
                folder.rmdir()
    return tuple(removed)


def write_listing(output: Path, files: Iterable[str]) -> None:
    """Write the list of our files, if it is not that already."""
    write_whole(str(output / LISTING), "".join(f"{name}\n" for name in sorted(files)).encode())


class Written(NamedTuple):
    """A file in the output: whether its bytes were different before, its size, and its time as
    `os.stat_result` has it in nanoseconds."""

    is_changed: bool
    size: int
    modified: int


def write_whole(file: str, data: bytes) -> Written:
    """Put the bytes in place at once; do not touch a file that holds them already.

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
