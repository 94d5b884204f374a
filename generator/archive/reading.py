"""Reading the files of a game folder: never through a symbolic link, always as UTF-8."""

from __future__ import annotations

import errno
import os
import re
import stat
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from generator.archive.toml_places import (
    KeyPath,
    Spot,
    find_spots,
    line_and_column,
    string_offsets,
)
from generator.engine.errors import FileError, Place

__all__ = [
    "FileErrors",
    "TomlText",
    "entries",
    "is_folder",
    "parse_toml",
    "read_bytes",
    "read_exact_text",
    "read_text",
    "read_toml",
    "reason",
]

_AT = re.compile(r" \(at (?:line (\d+), column (\d+)|end of document)\)\Z")
# O_NONBLOCK: a pipe that somebody put in the place of a file must not make us wait for ever.
_FLAGS = os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)


class FileErrors(FileError):
    """Several errors of files, to be shown together, one a line."""

    def __init__(self, errors: list[FileError]) -> None:
        super().__init__(errors[0].problem, place=errors[0].place)
        self.errors = tuple(errors)

    def __str__(self) -> str:
        return "\n".join(map(str, self.errors))


def read_bytes(path: Path) -> bytes:
    """The contents of a regular file. Raises FileError, also for a symbolic link."""
    place = Place(str(path))
    try:
        descriptor = os.open(path, _FLAGS | getattr(os, "O_BINARY", 0))
    except OSError as error:
        if error.errno == errno.ELOOP or (error.errno == errno.EMLINK and path.is_symlink()):
            raise FileError(
                "is a symbolic link", place=place, hint="games are made of plain files"
            ) from None
        raise FileError(f"cannot be read: {reason(error)}", place=place) from None
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise FileError("is not a plain file", place=place)
        try:
            return file.read()
        except OSError as error:
            raise FileError(f"cannot be read: {reason(error)}", place=place) from None


def reason(error: OSError) -> str:
    """The system's own words for an error, in lower case."""
    words = error.strerror or type(error).__name__
    return words[:1].lower() + words[1:]


def read_text(path: Path) -> str:
    """The contents of a UTF-8 file, line ends as "\\n". A byte order mark is left out."""
    return read_exact_text(path).removeprefix("\ufeff").replace("\r\n", "\n")


def read_exact_text(path: Path) -> str:
    """The contents of a UTF-8 file as they stand. Raises FileError with the place of a bad byte."""
    raw = read_bytes(path)
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        start = raw.rfind(b"\n", 0, error.start) + 1
        column = len(raw[start : error.start].decode("utf-8", "replace")) + 1
        raise FileError(
            f"byte 0x{raw[error.start]:02x} is not UTF-8",
            place=Place(str(path), line, column),
            hint="save the file with the encoding UTF-8",
        ) from None


@dataclass(frozen=True)
class TomlText:
    """A parsed TOML file, with the text that it was parsed from and the places in it."""

    path: Path
    text: str
    data: Mapping[str, Any] = field(compare=False)

    @cached_property
    def spots(self) -> Mapping[KeyPath, Spot]:
        return find_spots(self.text)

    def place(self, *keys: str | int) -> Place:
        """Where a key stands; the nearest table around it if it is not there itself."""
        for length in range(len(keys), 0, -1):
            spot = self.spots.get(keys[:length])
            if spot is not None:
                return self._at(spot.key)
        return Place(str(self.path))

    def place_in(self, keys: KeyPath, line: int, column: int) -> Place:
        """Where a line and column (from 1) of the string under `keys` stand in the file."""
        spot = self.spots.get(keys)
        if spot is None or line < 1 or self.text[spot.value] not in "\"'":
            return self.place(*keys)
        value, offsets = string_offsets(self.text, spot.value)
        start = 0
        for _ in range(line - 1):
            start = value.find("\n", start) + 1
            if not start:
                return self._at(offsets[-1])
        return self._at(offsets[min(start + max(column, 1) - 1, len(offsets) - 1)])

    def error(self, problem: str, *keys: str | int, hint: str = "") -> FileError:
        """A FileError at the place of a key."""
        return FileError(problem, place=self.place(*keys), hint=hint)

    def _at(self, offset: int) -> Place:
        return Place(str(self.path), *line_and_column(self.text, offset))


def parse_toml(text: str, path: Path) -> TomlText:
    """The tables in a text. Raises FileError with line and column for broken TOML."""
    try:
        return TomlText(path, text, tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        raise _broken(text, path, str(error)) from None
    except RecursionError:
        raise FileError("is nested too deep", place=Place(str(path))) from None
    except ValueError as error:  # an impossible date, or a number of thousands of digits
        raise FileError(f"is not TOML: {error}", place=Place(str(path))) from None


def _broken(text: str, path: Path, message: str) -> FileError:
    found = _AT.search(message)
    problem = _AT.sub("", message)
    line, column = line_and_column(text, len(text))
    if found and found[1]:
        line, column = int(found[1]), int(found[2])
    hint = ""
    for quote in ('"""', "'''"):
        if text.count(quote) % 2:
            opened = line_and_column(text, text.rindex(quote))[0]
            hint = f"one {quote} has no partner; the last stands in line {opened}"
    problem = problem[:1].lower() + problem[1:] if problem else "is not TOML"
    return FileError(problem, place=Place(str(path), line, column), hint=hint)


def read_toml(path: Path) -> TomlText:
    """The parsed file. Raises FileError with its place."""
    return parse_toml(read_text(path), path)


def is_folder(path: Path) -> bool:
    """Whether there is a folder; False if nothing is there. Raises FileError for a link or file."""
    try:
        mode = path.lstat().st_mode
    except FileNotFoundError:
        return False
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(str(path))) from None
    if stat.S_ISLNK(mode):
        raise FileError(
            "is a symbolic link", place=Place(str(path)), hint="games are made of plain files"
        )
    if not stat.S_ISDIR(mode):
        raise FileError("is not a folder", place=Place(str(path)))
    return True


def entries(folder: Path) -> tuple[str, ...]:
    """The names in a folder, sorted; hidden ones and editors' copies (`x~`) left out."""
    if not is_folder(folder):
        return ()
    try:
        names = sorted(os.listdir(folder))
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(str(folder))) from None
    return tuple(name for name in names if not name.startswith(".") and not name.endswith("~"))
