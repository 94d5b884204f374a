"""Files that may never leave the referee's machine: secret keys, orders that wait."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Final

import tomli

from generator.archive.files.layout import GAME, orders_path, rulings_path, scan_years
from generator.archive.files.reading import read_bytes
from generator.archive.game.game import Game
from generator.archive.game.orders import read_public_orders
from generator.archive.game.rulings import read_public_rulings
from generator.archive.git.repository import Remote, Repository, read_blobs, tell
from generator.archive.secret.secrets import is_secret
from generator.engine.errors import FileError, GameError, Place

_KEYS: Final = (
    (re.compile(rb"AGE-SECRET-KEY-(?:PQ-)?1[02-9A-Z]{20}", re.IGNORECASE), "a secret key of age"),
    (re.compile(rb"-----BEGIN (?:[A-Z0-9]+ ){0,3}PRIVATE KEY"), "a private key"),
    (
        re.compile(rb"\b(?:ghp|gho|ghs|ghu)_[A-Za-z0-9]{30}|\bgithub_pat_\w{30}"),
        "a token of GitHub",
    ),
)
_TURN: Final = 400
"""Objects of the history that are in memory at a time."""
_LARGEST: Final = 1_000_000


def key_in(data: bytes) -> str:
    """The kind of secret key in a file, in words; "" for none."""
    return next((words for pattern, words in _KEYS if pattern.search(data)), "")


def read_plain(path: Path) -> bytes:
    """A file that is about to be published. Raises FileError unless it is a plain file without a
    secret key."""
    place = Place(str(path))
    # Git lists a folder only where it is another repository.
    if path.is_dir() and not path.is_symlink():
        raise FileError("is another git repository", place=place, hint="move it elsewhere")
    data = read_bytes(path)
    key = key_in(data)
    if key:
        hint = "move it where no one else can read it; if it was ever published, make a new one"
        raise FileError(f"contains {key}", place=place, hint=hint)
    return data


def check_waiting(game: Game) -> None:
    """Raises FileError where orders or secret rulings of a game that keeps them private are in
    a public file before their phase is adjudicated."""
    if game.settings.orders != "private" or game.is_over:
        return
    running = game.current_moment
    for year in scan_years(game.folder):
        if year < running.year:
            continue
        played = {record.moment.phase for record in game.phases if record.moment.year == year}
        texts = read_public_orders(game.folder, year, game.ruleset.powers, told=False).texts
        for phase, powers in texts.items():
            for power, text in powers.items():
                if phase not in played and text.text.strip():
                    raise FileError(
                        f"[{phase}] has not been adjudicated, and its orders would become public",
                        place=text.place(0, 0),
                        hint=f"move them to private/{orders_path(year, power)}",
                    )
        for ruling in read_public_rulings(game.folder, year):
            if ruling.is_secret:
                path = rulings_path(year)
                raise FileError(
                    f"ruling {ruling.number} is secret, and would become public",
                    place=Place(str(game.folder / path)),
                    hint=f"move it to private/{path}",
                )


def check_history(repository: Repository, remote: Remote, games: str) -> None:
    """Raises GameError where commits that are not yet at the remote hold a secret. `games` is the
    path of the folder of games below the repository's top.

    They would be pushed with everything else, even if the file is gone by now.
    """
    if not repository.has_commits():
        return
    listed = ("rev-list", "--objects", "HEAD", "--not", f"--remotes={remote.name}")
    out = tell(repository.top, *listed).decode("utf-8", "surrogateescape")
    found = dict(_named_objects(out.splitlines()))
    for path in found.values():
        below = path.removeprefix(f"{games}/").split("/", 1)
        if path.startswith(f"{games}/") and len(below) == 2 and is_secret(below[1]):
            raise _leak_error(path, "is secret")
    names = list(found)
    for start in range(0, len(names), _TURN):
        blobs = read_blobs(repository, names[start : start + _TURN], _LARGEST)
        for name, data in blobs.items():
            key = key_in(data) if data is not None else ""
            if key:
                raise _leak_error(found[name], f"contains {key}")
            if data is not None and _has_addresses(found[name].removeprefix(f"{games}/"), data):
                raise _leak_error(found[name], "contains addresses of players")


def _has_addresses(path: str, data: bytes) -> bool:
    """Whether a file, by its path in the folder of games, is a game.toml with addresses in it."""
    if path.partition("/")[2] != GAME or b"addresses" not in data:
        return False
    try:
        return bool(tomli.loads(data.decode("utf-8-sig", "replace")).get("addresses"))
    except tomli.TOMLDecodeError:
        return b"@" in data


def _named_objects(lines: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Objects with a path: files and folders. Commits have none."""
    for line in lines:
        name, space, path = line.partition(" ")
        if space and path:
            yield name, path


def _leak_error(path: str, problem: str) -> GameError:
    return GameError(
        f"{problem}, and is in a commit not pushed yet",
        text=path,
        hint="git reset --soft to the last commit that was pushed; then run theatrum publish again",
    )
