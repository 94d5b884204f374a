"""What is left of a game that has moved into a repository of its own.

games/bohemia/
    moved.toml      the address of its front page there, and its card for the pages of this site
    map.svg         the map of where it ended
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any, Final

import msgspec
from msgspec import Struct

from generator.archive.files.layout import MOVED, has_moved
from generator.archive.files.names import is_slug
from generator.archive.files.reading import entries, is_folder, read_exact_text, read_toml
from generator.archive.people.statistics import GameResult
from generator.engine.errors import FileError, Place, UsageError
from generator.engine.orders.sheet import shown

MAP: Final = "map.svg"
FORMAT: Final = 1


class Moved(Struct, frozen=True, forbid_unknown_fields=True):
    """A game that is elsewhere now. `address` is that of its front page there, with "/" at its end;
    `card` is what pages of the whole site show of it, `result` what statistics need."""

    format: int
    address: str
    card: dict[str, Any]
    result: GameResult


class Left(Struct, frozen=True):
    """The folder of a moved game."""

    folder: Path
    moved: Moved
    map: str


def list_moved(root: Path) -> tuple[Path, ...]:
    """The folders of all games below `root` that have moved, by name."""
    if not is_folder(root):
        return ()
    folders = (root / name for name in entries(root) if is_slug(name))
    return tuple(folder for folder in folders if has_moved(folder))


def read_moved(folder: Path) -> Moved:
    """What `moved.toml` says. Raises FileError with the entry that is wrong."""
    path = folder / MOVED
    try:
        moved = msgspec.convert(read_toml(path).data, Moved)
    except msgspec.ValidationError as error:
        raise FileError(str(error), place=Place(str(path)), hint=_HINT) from None
    if moved.format != FORMAT:
        raise FileError(f"format {moved.format} is not known", place=Place(str(path)), hint=_HINT)
    check_address(moved.address, path)
    return moved


def check_address(address: str, path: Path | None = None) -> None:
    """Raises UsageError, or FileError of a file, for what is no address of a game's front page."""
    if _ADDRESS.fullmatch(address):
        return
    problem = f"{shown(address)} is not the address of a game"
    if path is None:
        raise UsageError(problem, hint=_EXAMPLE)
    raise FileError(problem, place=Place(str(path)), hint=_EXAMPLE)


def load_moved(folder: Path) -> Left:
    """All that is left of a game. Raises FileError."""
    return Left(folder, read_moved(folder), read_exact_text(folder / MAP))


_ADDRESS: Final = re.compile(r"https?://[^\s<>\"'`@]+/")
_EXAMPLE: Final = "https://ada.github.io/bohemia/bohemia/, with its last sign"
_HINT: Final = "theatrum archive writes this file; git checkout brings back what it wrote"
