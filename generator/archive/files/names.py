"""Checks of names that may become part of a path. Every name from outside passes them."""

from __future__ import annotations

import re
from reprlib import repr as shortened
from typing import Final

from generator.engine.errors import UsageError

LONGEST: Final = 80
_SLUG = re.compile(r"[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_DEVICE = re.compile(r"(?:con|prn|aux|nul|com[0-9]|lpt[0-9])\Z")
_YEAR = re.compile(r"[1-9][0-9]{0,4}\Z")
_DATE_SLUG = re.compile(r"[0-9]{1,5}(?:-[0-9]{2}){0,2}-[a-z0-9]+(?:-[a-z0-9]+)*\Z")
_PART = re.compile(r"\.?[a-z0-9]+(?:[._-][a-z0-9]+)*\Z")


def is_slug(name: str) -> bool:
    """Lower-case letters, digits and single hyphens, at most 80 of them; no device of Windows."""
    return len(name) <= LONGEST and _SLUG.match(name) is not None and not is_device(name)


def is_device(name: str) -> bool:
    """Whether Windows takes a file's name for a device: `con`, `nul.txt`."""
    return _DEVICE.match(name.partition(".")[0]) is not None


def is_year(name: str) -> bool:
    """The name of a year's folder: digits without a leading zero."""
    return _YEAR.match(name) is not None


def is_date_slug(name: str) -> bool:
    """The name of a press file: `<date>-<slug>`; the date is a year, a month or a day."""
    return len(name) <= LONGEST and _DATE_SLUG.match(name) is not None


def is_relative(path: str) -> bool:
    """A path of plain names below a game's folder: no "..", no root, no empty part, no device."""
    parts = path.split("/")
    return 1 <= len(parts) <= 6 and all(
        len(part) <= 120 and _PART.match(part) and not is_device(part) for part in parts
    )


def check_game_name(name: str) -> str:
    """`name`, if it can be the name of a game. Raises UsageError."""
    if is_device(name):
        raise UsageError(
            "not a name for a game",
            text=repr(name),
            hint="Windows reserves that name: choose another",
        )
    if not is_slug(name):
        raise UsageError(
            "not a name for a game",
            text=shortened(name),
            hint="use lower-case letters, digits and hyphens, like bohemia-2",
        )
    return name
