"""Encrypting with age, by the package pyrage: keys, and texts that only their owners can read."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from generator.archive.files.extras import install_hint
from generator.archive.files.reading import read_bytes, read_text, reason
from generator.archive.files.writing import NEW_FILE
from generator.engine.errors import FileError, GameError, Place, UsageError


class Recipients:
    """The public keys that texts are encrypted for. Raises GameError for a bad key."""

    def __init__(self, keys: Iterable[str]) -> None:
        self._pyrage = _pyrage()
        self._keys = [self._recipient(key) for key in keys]

    def _recipient(self, key: str) -> Any:
        try:
            return self._pyrage.x25519.Recipient.from_str(key)
        except self._pyrage.RecipientError as error:
            raise GameError(
                f"{key} is not a public key of age: {error}",
                hint="write the public key that theatrum secrets keygen prints: age1...",
            ) from None

    def encrypt(self, text: str) -> str:
        """The text as age writes it, in letters; another one each time."""
        data: bytes = self._pyrage.encrypt(text.encode(), self._keys, armored=True)
        return data.decode("ascii")


class Identity:
    """The secret key in a file. Raises FileError for a file without one."""

    def __init__(self, path: Path) -> None:
        self._pyrage = _pyrage()
        lines = [line.strip() for line in read_text(path).splitlines()]
        keys = [line for line in lines if line.startswith("AGE-SECRET-KEY-1")]
        try:
            self._key = self._pyrage.x25519.Identity.from_str(keys[0])
        except (IndexError, self._pyrage.IdentityError):
            raise FileError(
                "has no secret key of age",
                place=Place(str(path)),
                hint="make one with theatrum secrets keygen",
            ) from None

    def decrypt(self, path: Path) -> str:
        """The text of an encrypted file. Raises FileError."""
        try:
            data: bytes = self._pyrage.decrypt(read_bytes(path), [self._key])
            return data.decode("utf-8")
        except (self._pyrage.DecryptError, UnicodeDecodeError) as error:
            raise FileError(
                f"cannot be unsealed: {error}",
                place=Place(str(path)),
                hint="use the key of one of the recipients in game.toml",
            ) from None


def make_identity(path: Path) -> str:
    """Write a new secret key to a file that only its owner may read; returns the public key.

    Raises FileError if there is such a file already, and UsageError where git would see it.
    """
    from generator.archive.git.status import is_ignored

    pyrage = _pyrage()
    if is_ignored(path) is False:
        raise UsageError(
            "keep the secret key where git does not see it",
            text=str(path),
            hint="put it into your home folder, or add it to .gitignore first",
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
