"""What is known of the build before: the pages, their files, and facts about games."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from generator.building.manifest import Entry, Manifest
from generator.pages.base.page import Page, file_of


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
        """In a process of its own: leave the manifest to the build, and keep facts apart."""
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
        """Whether every file of the last build stands in the output as it was left."""
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
        """Whether every page of a game stands in the output as the last build left it."""
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
