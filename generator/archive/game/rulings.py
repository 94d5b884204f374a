"""The referee's rulings of a year, as rulings.toml records them; secret ones in private/."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Annotated, Any, Final

from msgspec import field

from generator.archive.files.layout import PRIVATE, REVEALED, rulings_path, secret_rulings_path
from generator.archive.files.names import is_slug
from generator.archive.files.reading import (
    LONGEST_SETTINGS,
    MOST_KEYS,
    FileErrors,
    TomlText,
    read_toml,
)
from generator.engine.phases import Ruling
from generator.engine.typed import Must, Table

FIRST_SECRET: Final = 101
"""Secret rulings count from here, so that neither kind ever changes the numbers of the other."""
_SLUG: Final = Must(
    "{value!r} cannot be a {key}",
    'write: {key} = "...", in lower-case letters, digits and hyphens',
    is_slug,
)


def read_rulings(folder: Path, year: int) -> tuple[Ruling, ...]:
    """All rulings of a year in written order, the secret ones last; none if there are no files.

    Raises FileErrors with the place of everything that is wrong.
    """
    public = read_public_rulings(folder, year)
    for top in (PRIVATE, REVEALED):
        path = folder / secret_rulings_path(year, top)
        if path.exists() or path.is_symlink():
            toml = read_toml(path, LONGEST_SETTINGS, MOST_KEYS)
            secret = rulings_in(toml, FIRST_SECRET)
            errors = [
                toml.error(
                    f"ruling {ruling.number} is in the secret file, but is not secret",
                    "ruling",
                    index,
                    hint="add secret = true to its facts",
                )
                for index, ruling in enumerate(secret)
                if not ruling.is_secret
            ]
            if errors:
                raise FileErrors(errors)
            return public + secret
    return public


def read_public_rulings(folder: Path, year: int) -> tuple[Ruling, ...]:
    """The rulings of a year that are in the public file. Raises FileErrors."""
    path = folder / rulings_path(year)
    if not path.exists() and not path.is_symlink():
        return ()
    toml = read_toml(path, LONGEST_SETTINGS, MOST_KEYS)
    rulings = rulings_in(toml)
    if len(rulings) >= FIRST_SECRET:
        problem = f"a year has at most {FIRST_SECRET - 1} rulings"
        raise toml.error(problem, "ruling", FIRST_SECRET - 1)
    return rulings


def rulings_place(folder: Path, year: int, number: int) -> Path:
    """The file that the ruling of a number is in."""
    if number < FIRST_SECRET:
        return folder / rulings_path(year)
    private = folder / secret_rulings_path(year)
    return private if private.exists() else folder / secret_rulings_path(year, REVEALED)


class _Entry(Table, frozen=True):
    """A table [[ruling]]."""

    phase: Annotated[str, _SLUG]
    kind: Annotated[str, _SLUG]
    reason: Annotated[str, Must("{key} is empty", 'write: {key} = "..."', str.strip)]
    rule: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)


class _RulingsFile(Table, frozen=True):
    ruling: tuple[_Entry, ...] = ()


KEYS: Final = _Entry.__struct_fields__


def rulings_in(toml: TomlText, first: int = 1) -> tuple[Ruling, ...]:
    """The rulings in a parsed file: an array of tables called `ruling`, numbered from `first`."""
    file = toml.read(_RulingsFile)
    return tuple(
        Ruling(number, row.phase, row.kind, row.reason, row.rule, MappingProxyType(row.facts))
        for number, row in enumerate(file.ruling, first)
    )
