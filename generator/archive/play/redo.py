"""Redoing: `theatrum undo` keeps what it removes in private/ until the game continues, and
`theatrum undo --redo` restores exactly that.

The records are hidden files, so nothing reveals, seals or exports them.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Mapping
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.layout import (
    PRIVATE,
    orders_path,
    rulings_path,
    scan_orders,
    secret_orders_path,
    secret_rulings_path,
)
from generator.archive.files.names import is_relative
from generator.archive.files.reading import read_bytes, read_exact_text, read_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.engine.errors import FileError, GameError, Place

HIDDEN: Final = f"{PRIVATE}/.undone-"
"""How the paths of all records begin."""
_NAME: Final = re.compile(r"\.undone-([1-9]\d{0,4})\.json\Z")
FORMAT: Final = 1


class _Record(Struct, frozen=True):
    """One undo. `files` are the files that it changed, as they were before (None: not there);
    `left` the hashes of those files and of all orders and rulings concerned as it left them ("":
    not there). `waits` is the phase that the game then waited for."""

    phases: tuple[str, ...]
    waits: str
    files: Mapping[str, str | None]
    left: Mapping[str, str]


def forget(folder: Path) -> tuple[str, ...]:
    """The paths of all undo records, to be removed when the game continues."""
    return tuple(f"{HIDDEN}{number}.json" for number in _numbers(folder))


def with_record(
    folder: Path, change: Change, phases: Iterable[str], years: Iterable[int], waits: str
) -> Change:
    """A change that takes phases back, with the record of it. The same change where there is no
    private/: a record would look like secrets that are here.

    `years` are those of the phases, `waits` is the phase that the game will wait for.
    """
    if not (folder / PRIVATE).is_dir():
        return change
    files: dict[str, str | None] = {
        path: read_exact_text(folder / path) if os.path.lexists(folder / path) else None
        for path in sorted((*change.writes, *change.removes))
    }
    left = _inputs(folder, years) | dict.fromkeys(change.removes, "")
    left |= {path: _hash(text.encode()) for path, text in change.writes.items()}
    record = {
        "format": FORMAT,
        "phases": list(phases),
        "waits": waits,
        "files": files,
        "left": dict(sorted(left.items())),
    }
    number = max(_numbers(folder), default=0) + 1
    text = json.dumps(record, indent=1, ensure_ascii=False)
    return Change({**change.writes, f"{HIDDEN}{number}.json": f"{text}\n"}, change.removes)


def redo_phases(folder: Path) -> tuple[str, ...]:
    """Restore exactly what the last undoing removed; returns the phases.

    Raises GameError if nothing was undone, or if orders, rulings or anything else that the phases
    were made from has changed since.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        numbers = _numbers(folder)
        if not numbers:
            raise GameError(
                f"{game.slug} has nothing to restore",
                hint="you can only redo directly after theatrum undo",
            )
        path = f"{HIDDEN}{numbers[-1]}.json"
        record = _read(folder / path)
        _check_unchanged(game, record)
        writes = {name: text for name, text in record.files.items() if text is not None}
        removes = [name for name, text in record.files.items() if text is None]
        commit(folder, Change(writes, (*removes, path)))
    return record.phases


def _check_unchanged(game: Game, record: _Record) -> None:
    """Raises GameError, with the difference, if the game is not as the undoing left it."""
    waits = str(game.current_moment)
    if waits != record.waits or game.is_over:
        raise GameError(
            f"{game.slug} has continued since then: it waited for {record.waits}, now for {waits}"
        )
    years = {int(phase.split()[0]) for phase in record.phases}
    now = _inputs(game.folder, years)
    for path in record.left:
        if path not in now and os.path.lexists(game.folder / path):
            now[path] = _hash(read_bytes(game.folder / path))
    changed = [
        path
        for path in sorted({*record.left, *now})
        if record.left.get(path, "") != now.get(path, "")
    ]
    if changed:
        raise GameError(
            f"{', '.join(changed)} changed since {record.phases[0]} was undone",
            hint=f"theatrum adjudicate {game.slug} plays it again",
        )


def _inputs(folder: Path, years: Iterable[int]) -> dict[str, str]:
    """The hashes of all orders and rulings of some years, by their paths."""
    paths: list[str] = []
    for year in sorted(set(years)):
        paths += [orders_path(year, power) for power in scan_orders(folder, year)]
        waiting = scan_orders(folder / PRIVATE, year)
        paths += [secret_orders_path(year, power) for power in waiting]
        rulings = (rulings_path(year), secret_rulings_path(year))
        paths += [path for path in rulings if os.path.lexists(folder / path)]
    return {path: _hash(read_bytes(folder / path)) for path in paths}


def _hash(data: bytes) -> str:
    return sha256(data).hexdigest()


def _numbers(folder: Path) -> list[int]:
    if not (folder / PRIVATE).is_dir():
        return []
    found = (_NAME.match(name) for name in os.listdir(folder / PRIVATE))
    return sorted(int(match[1]) for match in found if match)


def _read(path: Path) -> _Record:
    """Raises FileError for a file that is not as `with_record` writes it."""
    try:
        data: Any = json.loads(read_text(path))
        record = _Record(
            tuple(map(str, data["phases"])), data["waits"], data["files"], data["left"]
        )
        good = data["format"] == FORMAT and all(
            is_relative(name) and (text is None or isinstance(text, str))
            for name, text in record.files.items()
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        good = False
    if not good or not record.phases:
        raise FileError(
            "was changed since theatrum undo stored it",
            place=Place(str(path)),
            hint="remove it, and adjudicate the phase again",
        )
    return record
