"""A game that is over moves into a repository of its own: no site can grow for ever."""

from __future__ import annotations

import os
import shutil
from collections.abc import Mapping
from contextlib import suppress
from filecmp import cmp
from pathlib import Path
from typing import NamedTuple

from generator.archive.files.layout import COMMIT, has_moved
from generator.archive.files.locking import LOCK
from generator.archive.files.moving import patiently
from generator.archive.files.reading import read_exact_text, reason
from generator.archive.files.scratch import scratch
from generator.archive.files.toml_editing import with_value
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import check_there, load_game
from generator.archive.publish.moved import read_moved
from generator.archive.publish.new_repository import Program, check_room, found_repository
from generator.engine.errors import FileError, GameError, Place


class OwnTheme(NamedTuple):
    """A theme that does not come with the program: its name, and the folder of all such themes."""

    name: str
    folder: Path


def check_movable(folder: Path) -> None:
    """Raises GameError for a game that has moved already, or that is not over."""
    if has_moved(folder):
        raise GameError(f"{folder.name} has moved already, to {read_moved(folder).address}")
    check_there(folder)
    game = load_game(folder)
    if not (game.is_over or game.settings.archived):
        raise GameError(
            f"{game.slug} is not over: it waits for {game.current_moment}",
            hint="theatrum finish ends it; a game that is played stays where its players look",
        )


def move_out(
    folder: Path,
    repository: Path,
    left: Mapping[str, str],
    title: str,
    program: Program,
    theme: OwnTheme | None = None,
    base: str = "",
) -> tuple[int, tuple[str, ...]]:
    """Move a game's folder into a new repository in a folder that is new or empty; gives the number
    of its files, and the paths of those that the repository has besides.

    `left` are the files that stay in their place. `program` is what the workflows of the repository
    install, `theme` what its site shall look like, None for the theme of the program, `base` where
    that site will be, "" if it is not known.
    Raises GameError and FileError; unless the message says otherwise, nothing has changed then.
    """
    check_movable(folder)
    repository = repository.absolute()
    check_room(repository)
    with writing(folder):
        files = tuple(_files(folder))
        try:
            with scratch(".theatrum-archive", repository.parent) as staging:
                made = staging / "made"
                founded = found_repository(made, title, program)
                copy = made / "games" / folder.name
                shutil.copytree(folder, copy, symlinks=True, ignore=lambda *_: {LOCK})
                if base:
                    _set(made, "base", base)
                if theme:
                    shutil.copytree(theme.folder, made / "themes", dirs_exist_ok=True)
                    _set(made, "theme", theme.name)
                _check_copy(folder, copy, files)
                with suppress(FileNotFoundError):
                    os.rmdir(repository)
                patiently(os.rename, made, repository)
        except OSError as error:
            raise FileError(
                f"cannot be made: {reason(error)}; nothing was changed",
                place=Place(str(repository)),
                hint="name a new folder, or an empty one",
            ) from None
        try:
            commit(folder, Change(left, tuple(file for file in files if file not in left)))
        except FileError:
            # Before the change is decided nothing here is gone, and the copy is one too many.
            if not (folder / COMMIT).exists():
                shutil.rmtree(repository, ignore_errors=True)
            raise
        for path in sorted(folder.rglob("*"), reverse=True):
            if path.is_dir():
                with suppress(OSError):
                    path.rmdir()
    return len(files), founded


def _set(repository: Path, name: str, value: str) -> None:
    """Set an entry of the repository's site.toml."""
    settings = repository / "site" / "site.toml"
    text = with_value(settings, read_exact_text(settings), (name,), value)
    settings.write_text(text, encoding="utf-8", newline="\n")


def _files(folder: Path) -> list[str]:
    """All files of a game by their paths, what is private among them; not the lock that is held."""
    paths = sorted(path for path in folder.rglob("*") if path.is_symlink() or not path.is_dir())
    return [path.relative_to(folder).as_posix() for path in paths if path != folder / LOCK]


def _check_copy(folder: Path, copy: Path, files: tuple[str, ...]) -> None:
    for file in files:
        if (folder / file).is_symlink():
            raise FileError("is a symbolic link", place=Place(str(folder / file)))
        if not cmp(folder / file, copy / file, shallow=False):
            raise FileError(
                "has changed meanwhile; nothing was moved", place=Place(str(folder / file))
            )
