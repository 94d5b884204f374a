"""What the last build made: for each page its inputs, file and links. Kept outside the site.

SQLite, so that a build that changed one page of three thousand reads and writes little. It is a
cache: without it the next build makes every page again and finds the same bytes.
"""

from __future__ import annotations

import contextlib
import json
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from generator.engine.errors import FileError, Place
from generator.pages.links import PageLinks
from generator.pages.page import Page

__all__ = ["Entry", "Manifest", "open_manifest"]

# Seconds to wait for another build before giving up.
TIMEOUT = 20.0
_FORMAT = 3
_TABLES = """
CREATE TABLE pages (
    address TEXT PRIMARY KEY, game TEXT, key TEXT, size INTEGER, modified INTEGER
) WITHOUT ROWID;
CREATE TABLE details (
    address TEXT PRIMARY KEY, game TEXT, inputs TEXT, ids TEXT, links TEXT
) WITHOUT ROWID;
CREATE TABLE facts (key TEXT PRIMARY KEY, game TEXT, text TEXT) WITHOUT ROWID;
CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""


@dataclass(frozen=True, slots=True)
class Entry:
    """A page as the last build left it. `size` and `modified` tell whether its file is still so."""

    game: str
    key: str
    size: int
    modified: int

    def is_like(self, facts: os.stat_result) -> bool:
        return facts.st_size == self.size and facts.st_mtime_ns == self.modified


class Manifest:
    """The open manifest of one output folder. Nothing is kept unless `keep` is called."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._asked: set[str] = set()

    def entries(self) -> dict[str, Entry]:
        """Every page by its address."""
        rows = self._database.execute("SELECT address, game, key, size, modified FROM pages")
        return {address: Entry(*facts) for address, *facts in rows}

    def put(self, page: Page, entry: Entry, links: PageLinks) -> None:
        """Note a page that has just been made."""
        self._database.execute(
            "REPLACE INTO pages VALUES (?, ?, ?, ?, ?)",
            (page.address, entry.game, entry.key, entry.size, entry.modified),
        )
        self._database.execute(
            "REPLACE INTO details VALUES (?, ?, ?, ?, ?)",
            (page.address, page.game, json.dumps(page.inputs), *links.dump()),
        )

    def drop(self, address: str) -> None:
        """Forget a page that is no longer part of the site."""
        self._database.execute("DELETE FROM pages WHERE address = ?", (address,))
        self._database.execute("DELETE FROM details WHERE address = ?", (address,))

    def inputs(self, address: str) -> Mapping[str, str]:
        """The inputs that a page was last made from."""
        rows = self._database.execute("SELECT inputs FROM details WHERE address = ?", (address,))
        return {name: value for row in rows for name, value in json.loads(row[0])}

    def links(self, address: str) -> PageLinks | None:
        """Ids and links of one page."""
        query = "SELECT ids, links FROM details WHERE address = ?"
        rows = self._database.execute(query, (address,))
        return next((PageLinks.load(ids, links) for ids, links in rows), None)

    def all_links(self, game: str | None = None) -> dict[str, PageLinks]:
        """The links, without the ids, of every page, or of those of one game, by address."""
        query = "SELECT address, links FROM details"
        values: tuple[str, ...] = ()
        if game is not None:
            query, values = f"{query} WHERE game = ?", (game,)
        rows = self._database.execute(f"{query} ORDER BY address", values)
        return {address: PageLinks.load("", links) for address, links in rows}

    def recall(self, key: str) -> str | None:
        """The text that was kept under a key, by this build or an earlier one."""
        self._asked.add(key)
        rows = self._database.execute("SELECT text FROM facts WHERE key = ?", (key,))
        return next((row[0] for row in rows), None)

    def remember(self, key: str, text: str, game: str) -> None:
        self._asked.add(key)
        self._database.execute("REPLACE INTO facts VALUES (?, ?, ?)", (key, game, text))

    def forget_unasked(self, kept: Iterable[str]) -> None:
        """Drop the texts that this build had no use for, but for those of the games `kept`."""
        games = set(kept)
        stored = self._database.execute("SELECT key, game FROM facts").fetchall()
        stale = sorted(key for key, game in stored if key not in self._asked and game not in games)
        self._database.executemany("DELETE FROM facts WHERE key = ?", [(key,) for key in stale])

    @property
    def is_checked(self) -> bool:
        """Whether the links of all pages were found in order after the last change."""
        rows = self._database.execute("SELECT value FROM marks WHERE name = 'checked'")
        return [row[0] for row in rows] == ["yes"]

    def mark_checked(self, value: bool) -> None:
        self._database.execute(
            "REPLACE INTO marks VALUES ('checked', ?)", ("yes" if value else "no",)
        )

    def keep(self) -> None:
        """Write down everything noted since the last time."""
        self._database.commit()
        self._database.execute("BEGIN IMMEDIATE")


@contextlib.contextmanager
def open_manifest(file: Path) -> Iterator[Manifest]:
    """The manifest in a file, new where there is none or a broken one. One build at a time has it.

    Raises FileError while another build runs, or where the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    try:
        database = _open(file)
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise FileError(
                "another build of this site is running", place=Place(str(file)),
                hint="wait until it has ended",
            ) from error  # fmt: skip
        raise FileError(f"cannot be written: {error}", place=Place(str(file))) from error
    try:
        yield Manifest(database)
    finally:
        database.close()


def _open(file: Path) -> sqlite3.Connection:
    try:
        return _connect(file)
    except sqlite3.OperationalError:
        raise
    except sqlite3.DatabaseError:
        # Not a database any more. It only saves time, so a new one takes its place.
        file.unlink()
        return _connect(file)


def _connect(file: Path) -> sqlite3.Connection:
    database = sqlite3.connect(file, timeout=TIMEOUT, isolation_level=None)
    database.execute("PRAGMA synchronous = OFF")
    database.execute("BEGIN IMMEDIATE")
    version = database.execute("PRAGMA user_version").fetchone()[0]
    if version != _FORMAT:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
        for (name,) in rows.fetchall():
            database.execute(f'DROP TABLE "{name}"')
        for statement in _TABLES.split(";"):
            database.execute(statement)
        database.execute(f"PRAGMA user_version = {_FORMAT}")
    return database
