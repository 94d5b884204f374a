"""A repository of a referee's own: games/, site/, themes/, workflows, and a page that teaches them.

Its files lie as data beside this module, in repository/.
"""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from types import MappingProxyType
from typing import Final

from msgspec import Struct, field

from generator.archive.files.moving import patiently
from generator.archive.files.reading import is_folder, reason
from generator.archive.files.scratch import scratch
from generator.engine.errors import FileError, Place
from generator.engine.orders.sheet import shown

DATA: Final = Path(__file__).parent.with_name("repository")
# Hidden files and folders have other names as data: tools leave hidden ones out of a wheel.
FILES: Final[Mapping[str, str]] = MappingProxyType(
    {
        ".gitattributes": "gitattributes.txt",
        ".github/workflows/deadline.yml": "workflows/deadline.yml",
        ".github/workflows/pages.yml": "workflows/pages.yml",
        ".gitignore": "gitignore.txt",
        "README.md": "readme.md",
        "games/.gitkeep": "",
        "requirements.txt": "packages.txt",
        "site/about.md": "site/about.md",
        "site/home.md": "site/home.md",
        "site/site.toml": "site/site.toml",
        "theatrum.txt": "theatrum.txt",
        "themes/README.md": "themes/README.md",
    }
)
"""The files of a new repository, and what each is made from ("" for an empty one)."""
_SHOWN: Final = 5


class Program(Struct, frozen=True):
    """What the workflows of a repository install: a line for pip, and the files that it needs."""

    requirement: str
    files: Mapping[str, bytes] = field(default_factory=dict)


def title_of(folder: Path) -> str:
    """A title for the site, from the folder's name."""
    return shown(folder.absolute().name.replace("-", " ").replace("_", " ")).title() or "Our games"


def found_repository(folder: Path, title: str, program: Program) -> tuple[str, ...]:
    """Make the files of a new repository in a folder that is new, or empty but for git's own.

    `program` is what its workflows install. Gives the files' paths. Raises FileError for a folder
    that has things in it, or that cannot be written; then nothing has changed.
    """
    folder = folder.absolute()
    is_there = check_room(folder)
    files = {path: text.encode() for path, text in _file_texts(title, program.requirement).items()}
    files |= program.files
    try:
        # Within the folder that it will stand in, so that one rename puts it there.
        with scratch(".theatrum-init", folder.parent) as staging:
            made = staging / "made"
            for path, data in files.items():
                (made / path).parent.mkdir(parents=True, exist_ok=True)
                (made / path).write_bytes(data)
            if is_there:
                _move_in(made, folder)
            else:
                patiently(os.rename, made, folder)
    except OSError as error:
        raise FileError(
            f"cannot be written: {reason(error)}; nothing was changed", place=Place(str(folder))
        ) from None
    return tuple(files)


def check_room(folder: Path) -> bool:
    """Whether a folder is there, which has to be empty but for git's own. Raises FileError."""
    is_there = is_folder(folder)
    found = sorted(os.listdir(folder)) if is_there else []
    if [name for name in found if name != ".git"]:
        names = ", ".join(map(shown, found[:_SHOWN]))
        more = f" and {len(found) - _SHOWN} more" if len(found) > _SHOWN else ""
        raise FileError(
            f"is not empty: {names}{more}",
            place=Place(str(folder)),
            hint="give a new folder, or an empty one",
        )
    return is_there


def _file_texts(title: str, requirement: str) -> dict[str, str]:
    plain = shown(title)
    # A text of JSON without line ends is one of TOML, too.
    values = {
        "@TITLE@": json.dumps(plain, ensure_ascii=False),
        "@HEADING@": plain,
        "@REQUIREMENT@": requirement,
    }
    texts = {}
    for path, source in FILES.items():
        text = (DATA / source).read_text(encoding="utf-8") if source else ""
        for mark, value in values.items():
            text = text.replace(mark, value)
        texts[path] = text
    return texts


def _move_in(made: Path, folder: Path) -> None:
    """Move all that was made into a folder that is there; out again if one cannot be moved."""
    moved: list[Path] = []
    try:
        for path in sorted(made.iterdir()):
            patiently(os.rename, path, folder / path.name)
            moved.append(folder / path.name)
    except OSError:
        for path in moved:
            with suppress(OSError):
                os.rename(path, made / path.name)
        raise
