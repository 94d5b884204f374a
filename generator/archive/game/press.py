"""The press of a game: texts that players and the referee publish, as they stand."""

from __future__ import annotations

from pathlib import Path

from msgspec import Struct

from generator.archive.files.layout import scan_press
from generator.archive.files.reading import LONGEST_PRESS, read_text


class PressText(Struct, frozen=True):
    """One press file. `name` is `<date>-<slug>`; the text comes from people, so trust it little."""

    name: str
    path: Path
    text: str


def read_press(folder: Path) -> tuple[PressText, ...]:
    """All press of a game, by name. Raises FileError for a bad name or a file that is not UTF-8."""
    paths = [(name, folder / "press" / f"{name}.md") for name in scan_press(folder)]
    return tuple(PressText(name, path, read_text(path, LONGEST_PRESS)) for name, path in paths)
