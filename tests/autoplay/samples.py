"""The sample games of the program's players, as they were recorded."""

from __future__ import annotations

from pathlib import Path
from typing import Final

GAMES: Final = Path(__file__).parent.parent.parent / "games"


def files_of(folder: Path) -> dict[str, bytes]:
    """All public files of a game's folder by their paths."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "private" not in path.parts and not path.name.endswith(".lock")
    }
