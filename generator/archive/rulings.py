"""The referee's rulings of a year, as rulings.toml records them."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from generator.archive.layout import rulings_path
from generator.archive.names import is_slug
from generator.archive.reading import FileErrors, TomlText, read_toml
from generator.archive.settings import nearest
from generator.engine.errors import FileError
from generator.engine.phases import Ruling

__all__ = ["read_rulings", "rulings_in"]

KEYS: Final = ("phase", "kind", "reason", "rule", "facts")


def read_rulings(folder: Path, year: int) -> tuple[Ruling, ...]:
    """All rulings of a year in written order; none if there is no file.

    Raises FileErrors with the place of everything that is wrong.
    """
    path = folder / rulings_path(year)
    return rulings_in(read_toml(path)) if path.exists() or path.is_symlink() else ()


def rulings_in(toml: TomlText) -> tuple[Ruling, ...]:
    """The rulings in a parsed file: an array of tables called `ruling`, numbered from 1."""
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
        wrong = _problems(toml, index, entry)
        errors += wrong
        if not wrong:
            rulings.append(
                Ruling(
                    index + 1,
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


def _problems(toml: TomlText, index: int, entry: dict[str, Any]) -> list[FileError]:
    errors = []
    number = index + 1
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
