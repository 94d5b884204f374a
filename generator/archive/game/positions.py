"""Positions that a referee writes: TOML with the tables of a state, tables of a spreadsheet (CSV),
or several of them together.

Powers, states, units and provinces may be written as people know them (see engine/naming.py). The
result has the ids and codes of the ruleset, and the place of each entry.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import Struct

from generator.archive.files.layout import (
    GAME,
    PRIVATE,
    REVEALED,
    private_state_path,
    scan_documents,
)
from generator.archive.files.leftovers import tell
from generator.archive.files.names import is_year
from generator.archive.files.reading import (
    LONGEST_SETTINGS,
    MOST_KEYS,
    FileErrors,
    TomlText,
    read_toml,
)
from generator.archive.files.toml_layout import format_toml
from generator.archive.game.settings import SettledOption, bad_options, leaves
from generator.archive.game.spreadsheets import read_table
from generator.archive.game.state_files import document_in
from generator.engine.errors import FileError, Place, TheatrumError
from generator.engine.naming import Shape, respell
from generator.engine.phases import Moment
from generator.engine.ruleset import Ruleset
from generator.engine.typed import KeyPath, path_words
from generator.engine.words import listed

_BLANKS: Final = ("units", "infs", "relations")
"""The tables of which a position may begin with nothing, where the ruleset has all of them."""


class Position(Struct, frozen=True):
    """A position as rulesets read it: its `tables`, the `text` that is kept with the game, and
    `notes` on entries that were not taken. `spots` are the parts of files that its entries
    come from."""

    tables: Mapping[str, Any]
    text: str
    notes: tuple[str, ...]
    spots: Mapping[KeyPath, _Spot]

    def placed(self, error: TheatrumError) -> FileErrors:
        """The faults that a ruleset finds in the position, each at its place. A fault begins
        with the name of a table; the words after it lead to the entry that it is about."""
        inside: KeyPath = ("state",) if "state" in self.tables else ()
        tables = self.tables["state"] if inside else self.tables
        faults = getattr(error, "faults", (error.problem,))
        hints = [*[""] * (len(faults) - 1), error.hint]
        return FileErrors(
            [
                FileError(fault, place=self.place((*inside, *_keys_in(fault, tables))), hint=hint)
                for fault, hint in zip(faults, hints, strict=True)
            ]
        )

    def place(self, keys: KeyPath) -> Place | None:
        """The place of an entry, or of the nearest one around it; without keys the first file."""
        near = (keys[:size] for size in range(len(keys), 0, -1))
        spot = next((self.spots[path] for path in near if path in self.spots), None)
        if spot is not None:
            part, own = spot
            return part.place(own)
        return next((part.place(()) for part, _ in self.spots.values()), None)


class _Part(NamedTuple):
    """A part of a position, as someone wrote it; `place` finds the place of an entry."""

    tables: Mapping[str, Any]
    place: Callable[[KeyPath], Place]


_Spot = tuple[_Part, KeyPath]
"""The part of a position that an entry is from, and its keys there."""


def read_position(
    paths: Sequence[Path], ruleset: Ruleset[Any], options: Mapping[str, Any]
) -> tuple[Position, list[FileError]]:
    """Read the position in some files, for a game with these options and those in the files.

    Returns it with the errors found so far; the ruleset finds the others (see `Position.placed`).
    Raises FileErrors if nothing can be read.
    """
    errors: list[FileError] = []
    notes: list[str] = []
    filled: dict[str, Path] = {}
    parts: dict[Path, list[_Part]] = {path: [] for path in paths}
    documents: dict[Path, TomlText] = {}
    for path in (path for path in paths if not _is_table(path)):
        try:
            documents[path] = toml = read_toml(path, LONGEST_SETTINGS, MOST_KEYS)
        except FileError as error:
            errors += getattr(error, "errors", (error,))
            continue
        parts[path].append(_part_of(toml))
        if "state" in toml.data and len(paths) > 1:
            errors.append(toml.error("a state file is a whole position", "state",
                                     hint="give no other files with it"))  # fmt: skip
    shape = _shape_of(ruleset, [toml.data for toml in documents.values()], options)
    for path in filter(_is_table, paths):
        try:
            if shape is None:
                raise FileError(
                    "this ruleset takes no positions from tables",
                    place=Place(str(path)),
                    hint="write the position in TOML",
                )
            rows, remarks, wrong = read_table(path, shape)
        except FileError as error:
            errors += getattr(error, "errors", (error,))
            continue
        notes += remarks
        errors += wrong
        filled |= {name: path for row in rows for name in row.tables if name in _BLANKS}
        for row in rows:
            parts[path].append(_Part(row.tables, partial(row.place, str(path))))
    joined = _Joined(shape)
    for part in (part for path in paths for part in parts[path]):
        joined.add(part)
    errors += joined.errors
    tables, first = joined.tables, paths[0]
    errors += _bad_options(joined, ruleset)
    if errors and not joined.spots:
        raise FileErrors(errors)
    blank = tables.get("blank", [])
    notes += [
        f'{path}: what it does not list stays as in the opening (blank = ["{name}"] in a position '
        "in TOML begins with nothing)"
        for name, path in filled.items()
        if shape is not None and "infs" in shape.kinds and name not in blank
    ]
    if shape is not None and shape.secrets and isinstance(tables.get("state"), Mapping):
        secrets = _secrets_beside(first, shape.secrets)
        tables["state"] = {**secrets, **tables["state"]}
        if not secrets:
            names = listed(shape.secrets)
            notes.append(f"{first}: what is secret in it ({names}) is not beside it, in private/")
    if len(paths) == 1 and first in documents and tables == documents[first].data:
        text = documents[first].text
    else:
        text = format_toml(tables, f"Made from {', '.join(path.name for path in paths)}.")
    return Position(tables, text, tuple(notes), joined.spots), errors


def _is_table(path: Path) -> bool:
    if path.suffix.lower() in (".xlsx", ".xls", ".ods", ".numbers"):
        raise FileError(
            "is a spreadsheet program's file", place=Place(str(path)), hint="save each table as CSV"
        )
    return path.suffix.lower() in (".csv", ".tsv", ".tab")


def _part_of(toml: TomlText) -> _Part:
    return _Part(toml.data, lambda keys: toml.place(*keys))


def _shape_of(
    ruleset: Ruleset[Any], documents: Sequence[Mapping[str, Any]], options: Mapping[str, Any]
) -> Shape | None:
    """How positions are written in a game with these options and those in the files; None if the
    ruleset does not describe it."""
    chosen: dict[str, Any] = {}
    for data in documents:
        for table in (data, data.get("state")):
            given = table.get("options") if isinstance(table, Mapping) else None
            if isinstance(given, Mapping):
                chosen |= {".".join(keys): value for keys, value in leaves(given, ())}
    return ruleset.shape({**chosen, **options})


class _Joined:
    """Puts parts together. Lists of one entry are joined, and so are tables; any other key in two
    parts is an error, unless both have the same value."""

    def __init__(self, shape: Shape | None) -> None:
        self._shape = shape
        self.tables: dict[str, Any] = {}
        self.spots: dict[KeyPath, _Spot] = {}
        self.errors: list[FileError] = []

    def add(self, part: _Part) -> None:
        tables: Mapping[str, Any] = part.tables
        moved: dict[KeyPath, KeyPath] = {}
        if self._shape is not None:
            inside: KeyPath = ("state",) if isinstance(tables.get("state"), Mapping) else ()
            inner = tables["state"] if inside else tables
            found, within, faults = respell(inner, self._shape)
            moved = {(*inside, *new): (*inside, *old) for new, old in within.items()}
            self.errors += [
                FileError(said, place=part.place((*inside, *keys))) for keys, said in faults
            ]
            tables = {**tables, "state": found} if inside else found
        self._join(self.tables, tables, (), part, moved)

    def _join(
        self,
        into: dict[str, Any],
        table: Mapping[str, Any],
        path: KeyPath,
        part: _Part,
        moved: Mapping[KeyPath, KeyPath],
    ) -> None:
        for key, value in table.items():
            keys = (*path, key)
            known = into.get(key)
            if key not in into:
                self.spots[keys] = (part, moved.get(keys, keys))
            if isinstance(value, Mapping) and isinstance(known, dict | None):
                self._join(into.setdefault(key, {}), value, keys, part, moved)
            elif isinstance(value, list) and isinstance(known, list | None):
                rows = into.setdefault(key, [])
                for number, row in enumerate(value):
                    self._spot_row((*keys, len(rows)), row, part, moved, (*keys, number))
                    rows.append(row)
            elif key not in into:
                into[key] = value
            elif known != value:
                before, old = self.spots[keys]
                self.errors.append(
                    FileError(
                        f"{path_words(keys)} is also in {before.place(old)}",
                        place=part.place(moved.get(keys, keys)),
                        hint="remove one of them",
                    )
                )

    def _spot_row(
        self, keys: KeyPath, row: Any, part: _Part, moved: Mapping[KeyPath, KeyPath], own: KeyPath
    ) -> None:
        """Note the place of a row of a list, with its contents: it may have another number in its
        own part."""
        self.spots[keys] = (part, moved.get(own, own))
        inner = row.items() if isinstance(row, Mapping) else ()
        for key, value in inner or enumerate(row if isinstance(row, list) else ()):
            self._spot_row((*keys, key), value, part, moved, (*own, key))


def _bad_options(joined: _Joined, ruleset: Ruleset[Any]) -> Iterator[FileError]:
    """The faults of the options of a position, which are left out of it."""
    for path in ((), ("state",)):
        table: Any = joined.tables
        for key in (*path, "options"):
            table = table.get(key) if isinstance(table, Mapping) else None
        for keys, error in list(bad_options(table, ruleset)):
            part, own = joined.spots[*path, "options", *keys]
            what = FileError(error.problem, place=part.place(own), hint=error.hint)
            if isinstance(error, SettledOption):
                tell(what)
            else:
                yield what
            around = [table]
            for key in keys[:-1]:
                around.append(around[-1][key])
            for inner, key in zip(reversed(around), reversed(keys), strict=True):
                del inner[key]
                if inner:
                    break


def _secrets_beside(path: Path, names: Collection[str]) -> dict[str, Any]:
    """The secret documents of the state in a file of a game's folder, as far as they are there."""
    folder, year = path.resolve().parent.parent.parent, path.resolve().parent.parent.name
    number, _, phase = path.stem.partition("-")
    if not (is_year(year) and number.isdecimal() and (folder / GAME).exists()):
        return {}
    moment, found = Moment(int(year), int(number), phase), {}
    for top in (REVEALED, PRIVATE):
        for document in sorted({*scan_documents(folder, moment, top)} & {*names}):
            file = folder / private_state_path(moment, document, top)
            found[document] = document_in(read_toml(file))
    return found


def _keys_in(fault: str, tables: Any) -> KeyPath:
    """The way to the entry that a fault is about, as far as its words name it."""
    keys: list[str | int] = []
    for found in re.finditer(r"[\w-]+", fault):
        word, rest = found.group(), fault[found.start() :]
        if isinstance(tables, Mapping):
            # A key that could not be read may have several words: France - Swedn.
            named = [key for key in tables if key == word or (" " in key and rest.startswith(key))]
            if named:
                keys.append(named[-1])
                tables = tables[named[-1]]
        elif isinstance(tables, list) and all(isinstance(row, str) for row in tables):
            row_numbers = [number for number, row in enumerate(tables) if rest.startswith(row)]
            if row_numbers:
                return (*keys, row_numbers[0])
        elif isinstance(tables, list) and word.isdecimal() and 1 <= int(word) <= len(tables):
            row = tables[int(word) - 1]
            if not isinstance(row, Mapping):
                break
            keys.append(int(word) - 1)
            tables = row
    return tuple(keys)
