"""The folder of a trial: `trial.toml`, its head, and `games.jsonl`, a line for each game.

    trial.toml     version = "0.1.0"      the program that plays the games, and the digest of all
                   program = "3f2a..."    of it that a game depends on
                   seed, games, ruleset, years, [options], [facts], [position]
    games.jsonl    {"number": 1, "seed": "...", "kind": "victory", ...}

Lines are added in the order in which games end, so that a trial may be stopped at any moment. A
last line without its end belongs to a game during which the program was killed; it is dropped, and
the game is played again. Reports take the games in the order of their numbers.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from typing import Any, Final

import msgspec
from filelock import FileLock, Timeout
from msgspec import Struct

from generator import __version__
from generator.archive.files.reading import reason
from generator.archive.files.toml_layout import format_toml
from generator.engine.errors import FileError, GameError, Place
from generator.rulesets import ruleset_folder
from generator.trial.playing import GameRecord
from generator.trial.spec import TrialSpec

HEAD: Final = "trial.toml"
GAMES: Final = "games.jsonl"
_LOCK: Final = ".lock"
_COMMENT: Final = (
    "A trial: games played by programs. Made by theatrum trial, which takes it up again where it\n"
    "stopped. games.jsonl has a line for each game."
)


class TrialHead(Struct, frozen=True):
    """What the games of a folder were played with. `games` is how many were asked for last."""

    version: str
    program: str
    games: int
    seed: str
    ruleset: str
    years: int
    options: dict[str, Any] = {}
    facts: dict[str, Any] = {}
    position: dict[str, Any] = {}

    @property
    def spec(self) -> TrialSpec:
        return TrialSpec(
            self.ruleset, self.seed, self.options, self.facts, self.position, self.years
        )


class TrialFolder(Struct, frozen=True):
    """A trial on disk: its head, and the records of the games that are over, by their numbers."""

    folder: Path
    head: TrialHead
    records: dict[int, GameRecord]

    @property
    def missing(self) -> list[int]:
        """The numbers of the games that are still to be played."""
        return [number for number in range(1, self.head.games + 1) if number not in self.records]

    @property
    def wanted(self) -> list[GameRecord]:
        """The records of the games that were asked for, in their order."""
        numbers = sorted(number for number in self.records if number <= self.head.games)
        return [self.records[number] for number in numbers]

    def add(self, record: GameRecord) -> None:
        """Keep the record of a game, on disk before this returns. Raises FileError."""
        line = msgspec.json.encode(record) + b"\n"
        try:
            with open(self.folder / GAMES, "ab") as file:
                file.write(line)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise _unwritable(self.folder / GAMES, error) from None
        self.records[record.number] = record


@contextmanager
def open_trial(folder: Path, spec: TrialSpec, games: int) -> Iterator[TrialFolder]:
    """The folder of a trial, made or taken up again, and nobody else's meanwhile. Raises GameError
    for a folder of another trial or of another version of the program, FileError for one that
    cannot be read."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise _unwritable(folder, error) from None
    lock = FileLock(folder / _LOCK)
    try:
        lock.acquire(timeout=0)
    except Timeout:
        problem = "is being played by another theatrum trial"
        raise GameError(problem, place=Place(str(folder))) from None
    try:
        head = TrialHead(
            __version__,
            program_of(spec.ruleset),
            games,
            spec.seed,
            spec.ruleset,
            spec.years,
            spec.options,
            spec.facts,
            spec.position,
        )
        if (folder / HEAD).exists():
            _check_same(folder, _read_head(folder), head)
        elif stray := _strangers(folder):
            raise GameError(
                f"is no trial: it has {stray[0]}",
                place=Place(str(folder)),
                hint="name a new folder, or one that theatrum trial has made",
            )
        _write(folder / HEAD, format_toml(_tables(head), _COMMENT).encode())
        records, broken = _read_games(folder)
        if broken:
            whole = b"".join(msgspec.json.encode(record) + b"\n" for record in records.values())
            _write(folder / GAMES, whole)
        yield TrialFolder(folder, head, records)
    finally:
        lock.release()
        (folder / _LOCK).unlink(missing_ok=True)


def read_trial(folder: Path) -> TrialFolder:
    """A trial as it stands on disk, also while it is played. Raises FileError."""
    if not (folder / HEAD).is_file():
        raise FileError(
            "is not the folder of a trial",
            place=Place(str(folder)),
            hint="theatrum trial RULESET --folder DIR makes one",
        )
    return TrialFolder(folder, _read_head(folder), _read_games(folder)[0])


def _strangers(folder: Path) -> list[str]:
    return sorted(file.name for file in folder.iterdir() if file.name != _LOCK)


def _tables(head: TrialHead) -> dict[str, Any]:
    tables: dict[str, Any] = msgspec.to_builtins(head)
    facts = tables.pop("facts")
    # Paths of facts have dots, and are keys as they stand.
    return {
        **{key: one for key, one in tables.items() if one != {}},
        **({"facts": facts} if facts else {}),
    }


def _read_head(folder: Path) -> TrialHead:
    import tomli

    file = folder / HEAD
    try:
        return msgspec.convert(tomli.loads(file.read_text(encoding="utf-8")), TrialHead)
    except (OSError, ValueError) as error:
        raise FileError(f"cannot be read: {error}", place=Place(str(file))) from None


def _read_games(folder: Path) -> tuple[dict[int, GameRecord], bool]:
    """The records, and whether the last line was not written to its end."""
    file = folder / GAMES
    try:
        lines = file.read_bytes().split(b"\n") if file.exists() else [b""]
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(str(file))) from None
    records: dict[int, GameRecord] = {}
    decoder = msgspec.json.Decoder(GameRecord)
    for number, line in enumerate(lines[:-1], 1):
        try:
            record = decoder.decode(line)
        except ValueError as error:
            hint = "delete the line: its game is played again"
            place = Place(str(file), number)
            raise FileError(f"is no record of a game: {error}", place=place, hint=hint) from None
        records[record.number] = record
    return records, bool(lines[-1])


def _check_same(folder: Path, found: TrialHead, asked: TrialHead) -> None:
    """Raises GameError where games of both could not stand in one report."""
    place = Place(str(folder / HEAD))
    if (found.version, found.program) != (asked.version, asked.program):
        raise GameError(
            f"was begun by another version of the program "
            f"({found.version}, {found.program}; this is {asked.version}, {asked.program})",
            place=place,
            hint="begin anew in another folder",
        )
    for name in ("ruleset", "seed", "years", "options", "facts", "position"):
        before, now = getattr(found, name), getattr(asked, name)
        if before != now:
            raise GameError(
                f"was begun with other settings: {name} was {before!r}, and is {now!r} now",
                place=place,
                hint="begin anew in another folder, or ask for the same settings",
            )


def _write(path: Path, data: bytes) -> None:
    """A file as a whole or not at all."""
    part = path.with_name(f".{path.name}.part")
    try:
        part.write_bytes(data)
        os.replace(part, path)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise _unwritable(path, error) from None


def _unwritable(path: Path, error: OSError) -> FileError:
    return FileError(f"cannot be written: {reason(error)}", place=Place(str(path)))


@cache
def program_of(ruleset: str) -> str:
    """A digest of all code and data that a game of the ruleset depends on."""
    made = hashlib.sha256()
    for file in files_of(ruleset):
        made.update(file.name.encode() + b"\0" + file.read_bytes() + b"\0")
    return made.hexdigest()[:12]


def files_of(ruleset: str) -> list[Path]:
    """The files of the program that a game of the ruleset depends on, in a stated order."""
    top = Path(__file__).parent
    folders = [top.parent / name for name in ("autoplay", "engine", "rulesets")]
    own = ruleset_folder(ruleset)
    if not own.is_relative_to(top.parent):
        folders.append(own)
    files = [top / "playing.py", top / "spec.py"]
    for folder in folders:
        files += sorted(file for file in folder.rglob("*") if file.suffix in (".py", ".toml"))
    return files
