"""The output folder: which of its files are ours, and the removal of those that nobody wants."""

from __future__ import annotations

import contextlib
from collections.abc import Iterable
from pathlib import Path

from generator.building.writing import write_whole
from generator.engine.errors import FileError, Place

LISTING = ".theatrum"
"""The list of our files in an output folder; it also says that the folder is ours to prune."""
READER = ".reader"
"""Says whose eyes a folder is for, where it is not for everybody's."""


def claim(output: Path, reader: str = "") -> None:
    """Make a folder one of ours, for a reader named in words ("" for the public), if it is not yet.

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
        _check_reader(output, reader)
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


def _check_reader(output: Path, reader: str) -> None:
    mark = output / READER
    there = mark.read_text(encoding="utf-8").strip() if mark.is_file() else ""
    if there != reader:
        raise FileError(
            f"the folder holds the games {there or 'as everyone sees them'}",
            place=Place(str(output)),
            hint="give another folder with --output, or delete this one",
        )


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
