"""A temporary copy of a game in which steps are tried; the outcome is written as one change."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from generator.archive.files.layout import PRIVATE, SEALED, STAGING
from generator.archive.files.reading import entries, is_folder, read_bytes, read_exact_text, reason
from generator.archive.files.writing import Change
from generator.archive.record.public_record import is_press
from generator.engine.errors import FileError, Place, TheatrumError

if TYPE_CHECKING:
    from generator.archive.play.adjudicating import PlacedComplaint

# No phase is made from these, and no record lists them.
_UNTOUCHED: Final = frozenset({SEALED})


@contextmanager
def rehearsal(folder: Path) -> Iterator[Path]:
    """The folder of a copy of a game, which is gone afterwards. The caller holds the game's lock.

    It is among the files that git leaves out, and where the next writer would remove it, if
    this process were to die. Raises FileError for a game that is not made of plain files, and
    where the disk is full.
    """
    at = folder / STAGING / folder.name
    try:
        os.mkdir(folder / STAGING, 0o700)  # it holds secrets
        os.mkdir(at)
        for path in _files(folder):
            _write(at / path, read_bytes(folder / path))
        yield at
    except TheatrumError as error:
        for each in (error, *getattr(error, "errors", ())):
            if each.place is not None:  # said of the game, not of its copy
                each.place = replace(each.place, path=each.place.path.replace(str(at), str(folder)))
        raise
    except OSError as error:
        raise FileError(
            f"cannot be written: {reason(error)}; nothing was changed",
            place=Place(str(folder)),
            hint="fix that, then run the command again",
        ) from None
    finally:
        import shutil  # slow to import

        with suppress(OSError):
            shutil.rmtree(folder / STAGING)


def apply(folder: Path, change: Change) -> None:
    """Make a change in a rehearsal: at once, and no one waits for the disk."""
    for path, text in change.writes.items():
        _write(folder / path, text.encode())
    for path in change.removes:
        with suppress(FileNotFoundError):
            os.unlink(folder / path)


def difference(before: Path, after: Path) -> Change:
    """The change that turns one folder of a game into another, paths in order."""
    here, there = frozenset(_files(before)), _files(after)
    writes = {
        path: read_exact_text(after / path)
        for path in there
        if path not in here or read_bytes(before / path) != read_bytes(after / path)
    }
    return Change(writes, tuple(sorted(here.difference(there))))


def moved(
    complaints: Iterable[PlacedComplaint], copy: Path, folder: Path
) -> tuple[PlacedComplaint, ...]:
    """Complaints about the files of a copy, at the places where these are in the game."""
    return tuple(
        replace(
            complaint,
            place=replace(
                complaint.place, path=complaint.place.path.replace(str(copy), str(folder))
            ),
        )
        for complaint in complaints
    )


def _files(folder: Path, top: str = "") -> list[str]:
    """The paths of all files that a phase can be made from, sorted; hidden ones are left out."""
    found: list[str] = []
    for name in entries(folder / top):
        path = f"{top}/{name}" if top else name
        if path in _UNTOUCHED or (top.startswith(PRIVATE) and name == "mail"):
            continue
        if top == "press" and not is_press(name):
            continue
        if (folder / path).is_file() and not (folder / path).is_symlink():
            found.append(path)
        elif is_folder(folder / path):
            found += _files(folder, path)
    return found


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
