"""Building the site: which pages are stale, render and write them, check every link."""

from __future__ import annotations

import contextlib
import os
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from generator.engine.errors import FileError, Place
from generator.pages.links import PageLinks, broken_links, far_pages
from generator.pages.manifest import Entry, Manifest, open_manifest
from generator.pages.page import Page, file_of
from generator.pages.rendering import Ahead, Rendered, render
from generator.pages.site import Kept, read_site, site_pages

__all__ = ["BuildReport", "build_site", "manifest_file"]

# The list of our files in an output folder; it also says that the folder is ours to prune.
LISTING = ".theatrum"
_PART = ".theatrum-part"
_NO_LINKS = PageLinks(frozenset(), {})

Progress = Callable[[int, str], None]


@dataclass(frozen=True, slots=True)
class BuildReport:
    """What a build did.

    `pages` counts all files of the site. `rendered` are the addresses of those made anew, `written`
    of those whose bytes changed; `removed` are files. Without `lenient`, `warnings` is empty.
    """

    pages: int
    rendered: tuple[str, ...]
    written: tuple[str, ...]
    removed: tuple[str, ...]
    warnings: tuple[str, ...]


@dataclass
class _Changes:
    """What a build has found out so far."""

    seen: dict[str, None] = field(default_factory=dict)
    made: dict[str, None] = field(default_factory=dict)
    written: list[str] = field(default_factory=list)
    removed: list[str] = field(default_factory=list)
    games: dict[str, None] = field(default_factory=dict)
    lost_anchors: bool = False


def build_site(
    games_root: Path,
    site_root: Path,
    output: Path,
    theme: str | None = None,
    lenient: bool = False,
    progress: Progress | None = None,
) -> BuildReport:
    """Bring the site in `output` up to date; what did not change is neither made nor written.

    `progress` is told the number of pages seen and the address of each page made. Raises FileError
    for broken inputs before the page that needs them, and, unless `lenient`, for links that lead
    nowhere, after everything has been written.
    """
    site = read_site(games_root, site_root, theme, time.time_ns())
    listed = _claim(output)
    with open_manifest(manifest_file(output)) as manifest:
        memory = _Memory(manifest, output)
        was_checked = manifest.is_checked
        changes = _Changes()
        try:
            with Ahead(site, memory) as ahead:
                for page in site_pages(site, memory, ahead):
                    if isinstance(page, Kept):
                        _see(changes, memory.pages_of(page.game))
                        continue
                    _see(changes, (page.address,))
                    if not memory.is_fresh(page):
                        _keep(output, page, ahead.take(page) or render(page), manifest, changes)
                        if progress:
                            progress(len(changes.seen), page.address)
            _prune(output, listed, memory.known, manifest, changes)
            problems = _check(manifest, changes, was_checked)
            manifest.mark_checked(not problems)
            manifest.forget_unasked(memory.kept)
        finally:
            # Also after an error: what was written is written, and need not be made again.
            manifest.keep()
    _list(output, listed, changes)
    if problems and not lenient:
        raise FileError("\n".join(problems), hint="--lenient builds a draft in spite of it")
    return BuildReport(
        len(changes.seen),
        tuple(changes.made),
        tuple(changes.written),
        tuple(changes.removed),
        problems,
    )


def manifest_file(output: Path) -> Path:
    """Where the manifest of an output folder is kept: beside it, never in it."""
    whole = output.absolute()
    return whole.parent / ".cache" / "site" / f"{whole.name}.sqlite"


def _claim(output: Path) -> frozenset[str]:
    """The files of an earlier build. Raises FileError for a folder that holds other things."""
    listing = output / LISTING
    if listing.is_file():
        lines = listing.read_text(encoding="utf-8").splitlines()
        return frozenset(line for line in lines if line and ".." not in line.split("/"))
    if output.is_dir() and any(output.iterdir()):
        raise FileError(
            "the folder is not empty, and Theatrum did not build it",
            place=Place(str(output)),
            hint="choose a new folder, or empty this one",
        )
    output.mkdir(parents=True, exist_ok=True)
    listing.write_text("", encoding="utf-8")
    return frozenset()


class _Memory:
    """The manifest, and the output as it was found, for those who ask what may stay."""

    def __init__(self, manifest: Manifest, output: Path) -> None:
        self.known = manifest.entries()
        self.kept: list[str] = []
        self._manifest = manifest
        self._output = str(output)
        self._games: dict[str, list[str]] = {}
        for address, entry in self.known.items():
            self._games.setdefault(entry.game, []).append(address)

    def recall(self, key: str) -> str | None:
        return self._manifest.recall(key)

    def remember(self, key: str, text: str, game: str) -> None:
        self._manifest.remember(key, text, game)

    def pages_of(self, game: str) -> list[str]:
        """The addresses of a game's pages."""
        return self._games.get(game, [])

    def is_whole(self, game: str) -> bool:
        """Whether every page of a game stands in the output as the last build left it."""
        pages = self.pages_of(game)
        whole = bool(pages) and all(self._is_there(address) for address in pages)
        if whole:
            self.kept.append(game)
        return whole

    def is_fresh(self, page: Page) -> bool:
        """Whether a page's inputs, and its file, are what they were."""
        entry = self.known.get(page.address)
        return entry is not None and entry.key == page.key and self._is_there(page.address)

    def _is_there(self, address: str) -> bool:
        try:
            facts = os.stat(f"{self._output}/{file_of(address)}")
        except OSError:
            return False
        return self.known[address].is_like(facts)


def _see(changes: _Changes, addresses: Iterable[str]) -> None:
    for address in addresses:
        if address in changes.seen:
            raise FileError(f"two pages want the address {address}")
        changes.seen[address] = None


def _keep(output: Path, page: Page, made: Rendered, manifest: Manifest, changes: _Changes) -> None:
    """Write a page that was made anew if its bytes changed, and note it."""
    file = output / page.file
    links = made.links
    if _write(file, made.data):
        changes.written.append(page.address)
    before = manifest.links(page.address)
    if not changes.made:
        # From here on the links have to be looked at again, even if this build is cut short.
        manifest.mark_checked(False)
    changes.lost_anchors |= before is not None and not before.ids <= links.ids
    if page.game and (before is None or before.targets.keys() != links.targets.keys()):
        changes.games[page.game] = None
    changes.made[page.address] = None
    facts = file.stat()
    manifest.put(page, Entry(page.game, page.key, facts.st_size, facts.st_mtime_ns), links)


def _write(file: Path, data: bytes) -> bool:
    """Put the bytes in place as a whole; leave a file alone that holds them already."""
    with contextlib.suppress(OSError):
        if os.stat(file).st_size == len(data) and file.read_bytes() == data:
            return False
    part = file.with_name(f"{file.name}{_PART}")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_bytes(data)
        os.replace(part, file)
    except OSError as error:
        part.unlink(missing_ok=True)
        raise FileError(f"cannot be written: {error.strerror}", place=Place(str(file))) from error
    return True


def _prune(
    output: Path,
    listed: frozenset[str],
    known: Mapping[str, Entry],
    manifest: Manifest,
    changes: _Changes,
) -> None:
    """Remove the files of pages that are no longer part of the site, and folders left empty."""
    wanted = {file_of(address) for address in changes.seen}
    for address in known:
        if address not in changes.seen:
            manifest.drop(address)
            changes.games[address.partition("/")[0]] = None
    for name in sorted(listed | {file_of(address) for address in known}):
        if name in wanted:
            continue
        file = output / name
        with contextlib.suppress(FileNotFoundError):
            file.unlink()
            changes.removed.append(name)
        for folder in file.parents:
            if folder == output or (folder.is_dir() and any(folder.iterdir())):
                break
            with contextlib.suppress(FileNotFoundError):
                folder.rmdir()


def _list(output: Path, listed: frozenset[str], changes: _Changes) -> None:
    """Write the list of our files, if it changed."""
    files = sorted(file_of(address) for address in changes.seen)
    if listed != frozenset(files):
        _write(output / LISTING, "".join(f"{name}\n" for name in files).encode())


def _check(manifest: Manifest, changes: _Changes, was_checked: bool) -> tuple[str, ...]:
    """What is wrong with links, anchors, texts of pictures and distances, by address.

    Looks only at what changed, unless something that others may point at is gone, or the last
    check ended in complaints.
    """
    every = bool(changes.removed) or changes.lost_anchors or not was_checked
    if not changes.made and not every:
        return ()
    asked = manifest.all_links() if every else {}
    for address in () if every else changes.made:
        asked[address] = manifest.links(address) or _NO_LINKS
    known = _anchors(manifest, asked, changes)
    problems = [
        problem for address in asked for problem in broken_links(address, asked[address], known)
    ]
    games = {address.partition("/")[0] for address in asked} if every else changes.games
    for game in sorted(games):
        links = manifest.all_links(game)
        if f"{game}/" in links:
            problems.extend(
                f"{address}: more than three clicks away from {game}/"
                for address in far_pages(f"{game}/", links, links)
            )
    return tuple(problems)


def _anchors(
    manifest: Manifest, asked: Mapping[str, PageLinks], changes: _Changes
) -> dict[str, frozenset[str]]:
    """Every address of the site; with its ids, where one of the asked pages wants any there."""
    known = dict.fromkeys(changes.seen, _NO_LINKS.ids)
    wanted = dict.fromkeys(
        to for links in asked.values() for to, anchors in links.targets.items() if anchors
    )
    for target in wanted:
        links = manifest.links(target) if target in known else None
        if links is not None:
            known[target] = links.ids
    return known
