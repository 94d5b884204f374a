"""Folders for what not everybody may read: never where git would commit it."""

from __future__ import annotations

from pathlib import Path

from generator.commands.output import make_output_folder
from generator.engine.errors import UsageError


def check_private_folder(folder: Path, why: str) -> None:
    """Make the folder. Raises UsageError for one that git sees, and leaves nothing behind then."""
    from generator.archive.git import is_ignored

    was_there = folder.is_dir()
    make_output_folder(folder)
    if is_ignored(folder / "any.txt") is False:
        if not was_there:
            folder.rmdir()
        raise UsageError(
            f"{why}, so keep it where git does not see it",
            text=str(folder),
            hint="choose another folder",
        )
