"""The pages of the last build (for each page its key, file and links), and what of it may stay.

Kept outside the site, in SQLite, so that a build that changed one page of three thousand reads and
writes little. It is a cache: without it the next build makes every page again and finds the same
bytes.

    pages     address | game | kind | key | size | modified         read whole by every build
    details   address | game | ids | links  (JSON)                  read for single pages
    facts     key | game | text                                     facts of a phase, and so on
    marks     name | value                                          "site", "links", "index", "size"

For example, the row of a page in `pages` and in `details`:

    g/1620/movement/ | g | phase | 3f0c..(digest of all inputs) | 18230 | 1790000000000000000
    g/1620/movement/ | g | ["top"] | [{"g/":[],"g/rules/":["E19-MOV-4"]},[]]

Invariants:

- One build at a time has the manifest (`BEGIN IMMEDIATE`); everything that it notes is one
  transaction, committed by `keep`.
- `pages` has every file of the site, `details` those that a page stands for. An entry whose
  `modified` is 0 is a picture that a preview has left undrawn.
- A file of another format, or one that is not a database, is thrown away and made again.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path

from msgspec import Struct

from generator.engine.errors import FileError, Place
from generator.pages.base.links import NO_LINKS, PageLinks
from generator.pages.base.page import Page, file_of

# Seconds to wait for another build before giving up.
TIMEOUT = 20.0
_FORMAT = 6
_TABLES = """
CREATE TABLE pages (
    address TEXT PRIMARY KEY, game TEXT, kind TEXT, key TEXT, size INTEGER, modified INTEGER
) WITHOUT ROWID;
CREATE TABLE details (
    address TEXT PRIMARY KEY, game TEXT, ids TEXT, links TEXT
);
CREATE TABLE facts (key TEXT PRIMARY KEY, game TEXT, text TEXT) WITHOUT ROWID;
CREATE TABLE marks (name TEXT PRIMARY KEY, value TEXT) WITHOUT ROWID;
"""


class Entry(Struct, frozen=True):
    """A page as the last build left it. `size` and `modified` show whether its file is unchanged.

    `kind` is that of the page, or "index" for a file of the full-text index.
    """

    game: str
    kind: str
    key: str
    size: int
    modified: int

    @property
    def is_undrawn(self) -> bool:
        """Whether this is a picture that a preview did not draw: it has no file yet."""
        return self.modified == 0

    def is_like(self, facts: os.stat_result) -> bool:
        return facts.st_size == self.size and facts.st_mtime_ns == self.modified


class Manifest:
    """The open manifest of one output folder. Nothing is kept unless `keep` is called."""

    def __init__(self, database: sqlite3.Connection) -> None:
        self._database = database
        self._asked: set[str] = set()

    def entries(self) -> dict[str, Entry]:
        """Every page by its address."""
        rows = self._database.execute("SELECT address, game, kind, key, size, modified FROM pages")
        return {row[0]: Entry(*row[1:]) for row in rows}

    def put(self, page: Page, entry: Entry, links: tuple[str, str]) -> None:
        """Note a page that has just been made, and its links as `PageLinks.dump` writes them."""
        self.put_file(page.address, entry)
        self._database.execute(
            "REPLACE INTO details VALUES (?, ?, ?, ?)", (page.address, page.game, *links)
        )

    def put_file(self, address: str, entry: Entry) -> None:
        """Note a file that no page stands for."""
        self._database.execute(
            "REPLACE INTO pages VALUES (?, ?, ?, ?, ?, ?)",
            (address, entry.game, entry.kind, entry.key, entry.size, entry.modified),
        )

    def drop(self, address: str) -> None:
        """Forget a page that is no longer part of the site."""
        self._database.execute("DELETE FROM pages WHERE address = ?", (address,))
        self._database.execute("DELETE FROM details WHERE address = ?", (address,))

    def link_texts(self, address: str) -> tuple[str, str] | None:
        """Ids and links of one page, as they were put."""
        query = "SELECT ids, links FROM details WHERE address = ?"
        rows = self._database.execute(query, (address,))
        return next(((ids, links) for ids, links in rows), None)

    def ids(self, address: str) -> frozenset[str]:
        """The ids of one page; none where there is no such page."""
        rows = self._database.execute("SELECT ids FROM details WHERE address = ?", (address,))
        return next((PageLinks.load(ids, "").ids for (ids,) in rows), frozenset())

    def links(self, address: str) -> PageLinks:
        """The links of one page, without its ids."""
        rows = self._database.execute("SELECT links FROM details WHERE address = ?", (address,))
        return next((PageLinks.load("", links) for (links,) in rows), NO_LINKS)

    def all_links(self) -> Iterator[tuple[str, PageLinks]]:
        """The links of every page, without its ids, by address; one page after the other, since all
        of them would take much memory."""
        rows = self._database.execute("SELECT address, links FROM details ORDER BY address")
        return ((address, PageLinks.load("", links)) for address, links in rows)

    def addresses(self, game: str) -> list[str]:
        """The addresses of a game's pages, in their order."""
        query = "SELECT address FROM pages WHERE game = ? ORDER BY address"
        return [address for (address,) in self._database.execute(query, (game,))]

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

    def recalled(self, prefix: str) -> tuple[str, ...]:
        """The texts under all keys that begin so, by key."""
        query = "SELECT text FROM facts WHERE substr(key, 1, ?) = ? ORDER BY key"
        rows = self._database.execute(query, (len(prefix), prefix))
        return tuple(text for (text,) in rows)

    def mark(self, name: str) -> str:
        """The value under a mark, "" for none. Marks are about the site as a whole."""
        rows = self._database.execute("SELECT value FROM marks WHERE name = ?", (name,))
        return next((str(value) for (value,) in rows), "")

    def set_mark(self, name: str, value: str) -> None:
        self._database.execute("REPLACE INTO marks VALUES (?, ?)", (name, value))

    def keep(self) -> None:
        """Write down everything noted since the last time."""
        self._database.commit()
        self._database.execute("BEGIN IMMEDIATE")


@contextlib.contextmanager
def open_manifest(file: Path) -> Iterator[Manifest]:
    """The manifest in a file, new where the file is missing or broken. One build at a time has it.

    Raises FileError while another build runs, or where the file cannot be written.
    """
    file.parent.mkdir(parents=True, exist_ok=True)
    with _as_file_errors(file), contextlib.closing(_open(file)) as database:
        yield Manifest(database)


@contextlib.contextmanager
def _as_file_errors(file: Path) -> Iterator[None]:
    """Turn complaints of SQLite into a FileError."""
    try:
        yield
    except sqlite3.OperationalError as error:
        if "locked" in str(error):
            raise FileError(
                "another build of this site is running", place=Place(str(file)),
                hint="wait until it has finished",
            ) from error  # fmt: skip
        raise FileError(f"cannot be used: {error}", place=Place(str(file))) from error


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
    try:
        database.execute("PRAGMA synchronous = OFF")
        database.execute("BEGIN IMMEDIATE")
        if database.execute("PRAGMA user_version").fetchone()[0] != _FORMAT:
            _clear(database)
    except sqlite3.Error:
        database.close()
        raise
    return database


def _clear(database: sqlite3.Connection) -> None:
    """Empty tables of today's format."""
    rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'table'")
    for (name,) in rows.fetchall():
        database.execute(f'DROP TABLE "{name}"')
    for statement in _TABLES.split(";"):
        database.execute(statement)
    database.execute(f"PRAGMA user_version = {_FORMAT}")


class LastBuild:
    """The manifest, and the output as it was found: what of the site may stay.

    `known` are the pages by address; a build keeps it up to date. `kept` are games that need not be
    read. In a preview, pictures that were left undrawn count as being there.
    """

    def __init__(self, manifest: Manifest, output: Path, preview: bool = False) -> None:
        self.manifest = manifest
        self.known = manifest.entries()
        self.kept: list[str] = []
        self._output = str(output)
        self._preview = preview
        self._is_complete: bool | None = None
        self._found: dict[str, str] | None = None
        self._games: dict[str, list[str]] = {}
        for address, entry in self.known.items():
            self._games.setdefault(entry.game, []).append(address)

    def recall(self, key: str) -> str | None:
        """The text under a key, from this build or an earlier one."""
        return self.manifest.recall(key) if self._found is None else self._found.get(key)

    def remember(self, key: str, text: str, game: str) -> None:
        """Keep a text for the builds to come."""
        if self._found is None:
            self.manifest.remember(key, text, game)
        else:
            self._found[key] = text

    def part(self) -> None:
        """In its own process: leave the manifest to the build, and keep facts apart."""
        if self._found is None:
            self._found = {}

    def found(self) -> Mapping[str, str]:
        """The facts that were kept apart, once."""
        found, self._found = self._found or {}, {}
        return found

    def pages_of(self, game: str) -> list[str]:
        """The addresses of a game's pages."""
        return self._games.get(game, [])

    def is_complete(self) -> bool:
        """Whether every file of the last build is in the output as it was left."""
        if self._is_complete is None:
            return bool(self.known) and self.are_there(self.known)
        return self._is_complete

    def look(self, is_complete: bool | None) -> None:
        """Keep what `is_complete` gave in another process; None if that has not come to its end."""
        self._is_complete = is_complete

    def stand(self, addresses: Sequence[str]) -> bool:
        """Whether there are pages at these addresses, and in the output as they were left."""
        return all(address in self.known for address in addresses) and self.are_there(addresses)

    def is_whole(self, game: str) -> bool:
        """Whether every page of a game is in the output as the last build left it."""
        pages = self.pages_of(game)
        whole = bool(pages) and self.are_there(pages)
        if whole:
            self.kept.append(game)
        return whole

    def is_fresh(self, page: Page) -> bool:
        """Whether a page's inputs, and its file, are what they were."""
        entry = self.known.get(page.address)
        return entry is not None and entry.key == page.key and self.are_there((page.address,))

    def are_there(self, addresses: Iterable[str]) -> bool:
        """Whether the files of pages are as the last build left them."""
        # Those that this build has written since are so, too.
        return bool(self._is_complete) or all(map(self._is_there, addresses))

    def _is_there(self, address: str) -> bool:
        entry = self.known[address]
        if entry.is_undrawn:
            return self._preview
        try:
            facts = os.stat(f"{self._output}/{file_of(address)}")
        except OSError:
            return False
        return entry.is_like(facts)

    def leave_undrawn(self, page: Page) -> None:
        """Note a picture that has no file yet; one of an older map goes."""
        entry = Entry(page.game, page.kind, page.key, 0, 0)
        self.put_file(page.address, entry)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(f"{self._output}/{page.file}")

    def put_file(self, address: str, entry: Entry) -> None:
        """Note a file that no page stands for."""
        self.known[address] = entry
        self.manifest.put_file(address, entry)

    def drop(self, address: str) -> None:
        """Forget a page that is no longer part of the site."""
        del self.known[address]
        self.manifest.drop(address)
