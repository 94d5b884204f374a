"""The files of sealed/ that this clone has seen, as private/sealed.toml notes them. They show which
secrets wait in sealed/ and are not here, and which are here and not sealed."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final

from msgspec import Struct

from generator.archive.files.layout import PRIVATE, SEALED, SEALED_RECORD, scan_files
from generator.archive.files.names import is_relative
from generator.archive.files.reading import read_exact_text, read_toml
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.game import Game
from generator.archive.secret.manifests import (
    END,
    SealedRecords,
    hash_of,
    manifest_numbers,
    orders_in,
    private_path,
    read_manifest,
    sealed_names,
)
from generator.engine.errors import GameError

_NOTE: Final = (
    "Files of sealed/ that theatrum has sealed or unsealed, each with the hash of its text."
)
_INPUT: Final = re.compile(r"private/(\d+)/(?:orders/[a-z0-9-]+|rulings)\.toml\Z")
_NAMED: Final = 3


class SeenFiles(Struct, frozen=True):
    """For which keys was sealed last, the numbers of the manifests that were seen, and the hashes
    of the texts in the encrypted files, by their names."""

    recipients: tuple[str, ...] = ()
    manifests: frozenset[str] = frozenset()
    files: Mapping[str, str] = {}

    def has_seen(self, name: str, standing: SealedRecords) -> bool:
        """Whether an encrypted file was made here, or has been unsealed here."""
        return name in self.files or standing.sealed_by.get(name) in self.manifests


def secret_files(folder: Path) -> tuple[str, ...]:
    """The files of private/ that are sealed: all but the record, and those with odd names."""
    paths = scan_files(folder, PRIVATE)
    return tuple(path for path in paths if path != SEALED_RECORD and is_relative(path))


def read_record(folder: Path) -> SeenFiles:
    """The record in the file; an empty one without a file. Raises FileError."""
    if not (folder / SEALED_RECORD).exists():
        return SeenFiles()
    toml = read_toml(folder / SEALED_RECORD)
    hashes, keys = toml.data.get("sealed"), toml.data.get("recipients")
    seen = toml.data.get("manifests", [])
    if not isinstance(hashes, dict) or not isinstance(keys, list) or not isinstance(seen, list):
        raise toml.error(
            "is not as theatrum wrote it", hint="remove it, then theatrum secrets unseal"
        )
    # Before there were manifests, the hashes were under the paths of private/.
    files = {
        f"{name[len(PRIVATE) + 1 :]}{END}" if name.startswith(f"{PRIVATE}/") else name: text
        for name, text in hashes.items()
    }
    return SeenFiles(tuple(keys), frozenset(seen), files)


def format_record(
    keys: Iterable[str], manifests: Iterable[str], files: Mapping[str, str]
) -> dict[str, str]:
    """The text of the record, by its path."""
    facts = {
        "recipients": list(keys),
        "manifests": sorted(manifests),
        "sealed": dict(sorted(files.items())),
    }
    return {SEALED_RECORD: format_toml(facts, _NOTE)}


def unseen(folder: Path) -> tuple[str, ...]:
    """The files of private/ that wait in sealed/ and are not here as they were sealed last, sorted.

    Needs no key. Where another referee has only removed files, that is said in words.
    """
    if not (folder / SEALED).is_dir():
        return ()
    record = read_record(folder)
    numbers = manifest_numbers(folder)
    names = sealed_names(folder)
    if not numbers:
        return tuple(private_path(name) for name in names if name not in record.files)
    new = [read_manifest(folder, number) for number in numbers if number not in record.manifests]
    sealed = {name for manifest in new for name in manifest.sealed}.difference(record.files)
    found = {private_path(name) for name in sealed.intersection(names)}
    if not found and any(set(manifest.gone) & record.files.keys() for manifest in new):
        found.add("a removal by another referee")
    return tuple(sorted(found))


def _lost(game: Game) -> tuple[str, ...]:
    """Orders and rulings of the running year that were sealed here and have disappeared since."""
    if not (game.folder / SEALED).is_dir() or game.is_over:
        return ()
    year = str(game.current_moment.year)
    there = frozenset(sealed_names(game.folder))
    paths = {private_path(name) for name in read_record(game.folder).files if name in there}
    found = ((path, _INPUT.match(path)) for path in sorted(paths))
    return tuple(
        path
        for path, match in found
        if match and match[1] == year and not (game.folder / path).exists()
    )


def unsealed_note(game: Game) -> str:
    """The parts of a game that wait somewhere else and would be missed, in words."""
    found = (*unseen(game.folder), *_lost(game))
    if found:
        more = f" and {len(found) - _NAMED} more" if len(found) > _NAMED else ""
        return f"{SEALED}/ of {game.slug} holds what is not here: {', '.join(found[:_NAMED])}{more}"
    waits = game.settings.orders == "private" and not game.is_over
    if waits and not (game.folder / PRIVATE).is_dir():
        return f"the orders of {game.slug} wait in {PRIVATE}/, which is not here"
    return ""


def check_unsealed(game: Game) -> None:
    """Raises GameError where orders or other secrets may have come, and are not here: what is
    played without them would hold everywhere."""
    note = unsealed_note(game)
    if note:
        raise GameError(
            note,
            hint=f"run theatrum secrets unseal {game.slug} with a referee's key",
        )


def unsealed_changes(folder: Path) -> tuple[str, ...]:
    """The files of private/ whose present texts are not sealed, and those that are gone and still
    sealed, sorted. Meant for a game with recipients."""
    if not (folder / PRIVATE).is_dir():
        return ()
    record, here = read_record(folder), secret_files(folder)
    noted: dict[str, set[str]] = {}
    for name, text in record.files.items():
        noted.setdefault(private_path(name), set()).add(text)
    changed = noted.keys() - set(here)
    for path in here:
        text = read_exact_text(folder / path)
        if path not in noted and _INPUT.match(path) and orders_in(text, path) == {}:
            continue  # an empty sheet, which the program makes again
        if hash_of(text) not in noted.get(path, ()):
            changed.add(path)
    return tuple(sorted(changed))
