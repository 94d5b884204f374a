"""The referee's rulings of a year, as rulings.toml records them; secret ones in private/."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from generator.archive.files.layout import PRIVATE, REVEALED, rulings_path, secret_rulings_path
from generator.archive.files.names import is_slug
from generator.archive.files.reading import (
    LONGEST_SETTINGS,
    MOST_KEYS,
    FileErrors,
    TomlText,
    read_toml,
)
from generator.archive.game.settings import nearest
from generator.engine.errors import FileError
from generator.engine.phases import Ruling

FIRST_SECRET: Final = 101
"""Secret rulings count from here, so that neither kind ever changes the numbers of the other."""
KEYS: Final = ("phase", "kind", "reason", "rule", "facts")


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
            _check_secret(toml, secret)
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


def _check_secret(toml: TomlText, rulings: tuple[Ruling, ...]) -> None:
    """Raises FileErrors for rulings of which a ruleset would tell everyone."""
    errors = [
        toml.error(
            f"ruling {ruling.number} is in the secret file, but is not secret",
            "ruling",
            index,
            hint="add secret = true to its facts",
        )
        for index, ruling in enumerate(rulings)
        if ruling.facts.get("secret") is not True
    ]
    if errors:
        raise FileErrors(errors)


def rulings_in(toml: TomlText, first: int = 1) -> tuple[Ruling, ...]:
    """The rulings in a parsed file: an array of tables called `ruling`, numbered from `first`."""
    errors: list[FileError] = []
    for key in toml.data:
        if key != "ruling":
            errors.append(
                toml.error(f"there is no {key} here", key, hint="each ruling is [[ruling]]")
            )
    entries = toml.data.get("ruling", [])
    rulings: list[Ruling] = []
    if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
        errors.append(toml.error("ruling is not a list of tables", "ruling", hint="[[ruling]]"))
        entries = []
    for index, entry in enumerate(entries):
        wrong = _problems(toml, index, entry, index + first)
        errors += wrong
        if not wrong:
            rulings.append(
                Ruling(
                    index + first,
                    entry["phase"],
                    entry["kind"],
                    entry["reason"],
                    entry.get("rule", ""),
                    MappingProxyType(entry.get("facts", {})),
                )
            )
    if errors:
        raise FileErrors(errors)
    return tuple(rulings)


def _problems(toml: TomlText, index: int, entry: dict[str, Any], number: int) -> list[FileError]:
    errors = []
    for key in entry:
        if key not in KEYS:
            hint = nearest(key, KEYS, "keys")
            errors.append(
                toml.error(f"ruling {number} has an unknown {key}", "ruling", index, key, hint=hint)
            )
    for key in ("phase", "kind", "reason"):
        value = entry.get(key)
        if not isinstance(value, str) or not value.strip():
            errors.append(
                toml.error(
                    f"ruling {number} has no {key}",
                    "ruling",
                    index,
                    key,
                    hint=f'write: {key} = "..."',
                )
            )
    for key in ("phase", "kind"):
        value = entry.get(key)
        if isinstance(value, str) and value.strip() and not is_slug(value):
            errors.append(
                toml.error(
                    f"ruling {number}: {value} cannot be a {key}",
                    "ruling",
                    index,
                    key,
                    hint="use lower-case letters, digits and hyphens",
                )
            )
    if not isinstance(entry.get("rule", ""), str):
        errors.append(toml.error(f"ruling {number}: rule is not a text", "ruling", index, "rule"))
    if not isinstance(entry.get("facts", {}), dict):
        errors.append(
            toml.error(
                f"ruling {number}: facts is not a table",
                "ruling",
                index,
                "facts",
                hint='write: facts = { power = "austria", ... }',
            )
        )
    return errors
