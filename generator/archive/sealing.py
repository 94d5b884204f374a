"""The secrets of a game, encrypted with age, so that they can be kept where everybody reads.

sealed/ has a file for each of private/. Encrypting the same text twice gives two different files;
so private/sealed.toml notes what was sealed, and what did not change keeps its bytes.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.extras import install_hint
from generator.archive.game import check_there, load_game
from generator.archive.layout import (
    PRIVATE,
    SEALED,
    SEALED_RECORD,
    scan_files,
)
from generator.archive.names import is_relative
from generator.archive.reading import read_bytes, read_exact_text, read_text, read_toml, reason
from generator.archive.toml_layout import format_toml
from generator.archive.writing import NEW_FILE, Change, commit, writing
from generator.engine.errors import FileError, GameError, Place, UsageError

__all__ = ["Sealed", "Unsealed", "make_identity", "seal_game", "unseal_game"]

NOTE: Final = "Hashes of what was sealed last, by which theatrum seal knows what has changed."
_END: Final = ".age"


class Sealed(Struct, frozen=True):
    """The files of sealed/ that were written, and those that were taken away."""

    slug: str
    written: tuple[str, ...]
    removed: tuple[str, ...]


class Unsealed(Struct, frozen=True):
    """The files of private/ that were restored, and how many stood there already."""

    slug: str
    written: tuple[str, ...]
    unchanged: int


def seal_game(folder: Path) -> Sealed:
    """Encrypt every file of private/ that has changed since it was sealed last.

    Raises GameError where the game names no recipients or pyrage is not installed, FileError where
    something cannot be read or written.
    """
    check_there(folder)
    pyrage = _pyrage()
    with writing(folder):
        game = load_game(folder)
        keys = game.settings.recipients
        if not keys:
            raise GameError(
                f"{game.slug} has nobody to seal its secrets for",
                hint='write [secrets] and recipients = ["age1..."] into game.toml; '
                "theatrum keygen makes a key",
            )
        if not (folder / PRIVATE).is_dir():
            raise GameError(
                f"{game.slug} has no secrets here", hint="only the referee has private/"
            )
        recipients = [_recipient(pyrage, key) for key in keys]
        known, noted_for = _record(folder)
        texts = {path: read_exact_text(folder / path) for path in _secret_files(folder)}
        hashes = {path: _hash(text) for path, text in texts.items()}
        everything = noted_for != keys  # another reader: all has to be sealed anew
        writes = {
            _sealed(path): pyrage.encrypt(text.encode(), recipients, armored=True).decode("ascii")
            for path, text in texts.items()
            if everything
            or known.get(path) != hashes[path]
            or not (folder / _sealed(path)).exists()
        }
        wanted = {_sealed(path) for path in texts}
        removes = tuple(path for path in _sealed_files(folder) if path not in wanted)
        record = _format_record(hashes, keys)
        if writes or removes or known != hashes:
            commit(folder, Change({**writes, SEALED_RECORD: record}, removes))
    return Sealed(game.slug, tuple(writes), removes)


def unseal_game(folder: Path, identity: Path, *, force: bool = False) -> Unsealed:
    """Restore private/ from sealed/ with the secret key in a file.

    A file that was changed here since it was sealed is never overwritten, unless by `force`: then
    FileError names them all, and nothing is written. The same error stands for a wrong key.
    """
    check_there(folder)
    pyrage = _pyrage()
    key = _identity(pyrage, identity)
    with writing(folder):
        game = load_game(folder)
        paths = _sealed_files(folder)
        if not paths:
            raise GameError(f"{game.slug} has nothing sealed", hint="theatrum seal does it")
        known, _ = _record(folder)
        hashes: dict[str, str] = {}
        writes: dict[str, str] = {}
        newer: list[str] = []
        for path in paths:
            text = _decrypted(pyrage, folder / path, key)
            private = _private(path)
            hashes[private] = _hash(text)
            here = read_exact_text(folder / private) if (folder / private).exists() else None
            if here == text:
                continue
            # What stands here as it was when it was sealed is older than what was sealed since.
            if here is not None and known.get(private) != _hash(here) and not force:
                newer.append(private)
            writes[private] = text
        if newer:
            raise FileError(
                f"{', '.join(newer)} changed here and would be overwritten",
                place=Place(str(folder)),
                hint="theatrum seal keeps what is here; --force takes what was sealed",
            )
        record = _format_record(hashes, game.settings.recipients)
        commit(folder, Change({**writes, SEALED_RECORD: record}))
    return Unsealed(game.slug, tuple(writes), len(paths) - len(writes))


def make_identity(path: Path) -> str:
    """Write a new secret key to a file that only its owner may read; returns the public key.

    Raises FileError if there is such a file already, and UsageError where git would see it.
    """
    from generator.archive.git import is_ignored

    pyrage = _pyrage()
    if is_ignored(path) is False:
        raise UsageError(
            "a secret key may not lie where git sees it",
            text=str(path),
            hint="put it into your home folder, or let .gitignore name it first",
        )
    identity = pyrage.x25519.Identity.generate()
    public = str(identity.to_public())
    text = f"# public key: {public}\n{identity}\n"
    place = Place(str(path))
    try:
        descriptor = os.open(path, NEW_FILE, 0o600)
    except FileExistsError:
        raise FileError("is there already", place=place, hint="choose another name") from None
    except OSError as error:
        raise FileError(f"cannot be written: {reason(error)}", place=place) from None
    with os.fdopen(descriptor, "w", encoding="ascii", newline="\n") as file:
        file.write(text)
    return public


def _pyrage() -> Any:
    try:
        import pyrage
    except ImportError:
        raise GameError("sealing needs the package pyrage", hint=install_hint("secrets")) from None
    return pyrage


def _recipient(pyrage: Any, key: str) -> Any:
    try:
        return pyrage.x25519.Recipient.from_str(key)
    except pyrage.RecipientError as error:
        raise GameError(f"{key} is not a public key of age: {error}") from None


def _identity(pyrage: Any, path: Path) -> Any:
    lines = [line.strip() for line in read_text(path).splitlines()]
    keys = [line for line in lines if line.startswith("AGE-SECRET-KEY-1")]
    try:
        return pyrage.x25519.Identity.from_str(keys[0])
    except (IndexError, pyrage.IdentityError):
        raise FileError(
            "has no secret key of age", place=Place(str(path)), hint="theatrum keygen makes one"
        ) from None


def _decrypted(pyrage: Any, path: Path, identity: Any) -> str:
    try:
        data: bytes = pyrage.decrypt(read_bytes(path), [identity])
        return data.decode("utf-8")
    except (pyrage.DecryptError, UnicodeDecodeError) as error:
        raise FileError(f"cannot be unsealed: {error}", place=Place(str(path))) from None


def _secret_files(folder: Path) -> tuple[str, ...]:
    paths = scan_files(folder, PRIVATE)
    return tuple(path for path in paths if path != SEALED_RECORD and is_relative(path))


def _sealed_files(folder: Path) -> tuple[str, ...]:
    paths = scan_files(folder, SEALED)
    return tuple(path for path in paths if path.endswith(_END) and is_relative(path))


def _sealed(path: str) -> str:
    return f"{SEALED}{path[len(PRIVATE) :]}{_END}"


def _private(path: str) -> str:
    return f"{PRIVATE}{path[len(SEALED) : -len(_END)]}"


def _hash(text: str) -> str:
    return sha256(text.encode()).hexdigest()


def _record(folder: Path) -> tuple[Mapping[str, str], tuple[str, ...]]:
    """The hashes of what was sealed last, by path, and for which public keys; empty for nothing."""
    if not (folder / SEALED_RECORD).exists():
        return {}, ()
    toml = read_toml(folder / SEALED_RECORD)
    hashes, keys = toml.data.get("sealed"), toml.data.get("recipients")
    if not isinstance(hashes, dict) or not isinstance(keys, list):
        raise toml.error("is not what theatrum noted", hint="remove it: all is sealed anew then")
    return hashes, tuple(keys)


def _format_record(hashes: Mapping[str, str], keys: tuple[str, ...]) -> str:
    return format_toml({"recipients": list(keys), "sealed": dict(sorted(hashes.items()))}, NOTE)
