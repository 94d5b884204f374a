"""Pages rendered in processes of their own, some way ahead of the build that will write them.

A page cannot be sent to another process, but its game and its address can: each process reads the
site and opens the game itself, makes the pages that it is asked for, and sends back their bytes.
"""

from __future__ import annotations

import contextlib
import os
import signal
from collections import deque
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from generator.archive import load_game
from generator.pages.gamepages import OpenGame, open_game, phase_pages
from generator.pages.links import PageLinks, file_links
from generator.pages.page import Page
from generator.pages.site import Site, read_site

if TYPE_CHECKING:
    from concurrent.futures import Future, ProcessPoolExecutor

# Processes are imported where they are started: most builds do without them.

__all__ = ["Ahead", "Rendered", "render"]

# Fewer pages are made sooner than two processes have started.
FEW: Final = 40
# Pages that a process makes at a time, and how many such tasks each may be ahead of the build.
CHUNK: Final = 12
DEPTH: Final = 3
# Each process takes some 60 MiB; one more than these would not make a build much faster.
MOST: Final = 3
_LINKED: Final = (".html", ".svg")
_NO_LINKS: Final = PageLinks(frozenset(), {})


@dataclass(frozen=True, slots=True)
class Rendered:
    """The bytes of a page and what they point at."""

    data: bytes
    links: PageLinks


def render(page: Page) -> Rendered:
    """Make a page, here and now."""
    data = page.make()
    linked = page.file.endswith(_LINKED)
    return Rendered(data, file_links(page.address, data) if linked else _NO_LINKS)


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a process finds the site."""

    games_root: Path
    site_root: Path
    theme: str


@dataclass(frozen=True, slots=True)
class _Task:
    """Phases of one game by address; the pages to make, each with the key of its inputs."""

    source: _Source
    folder: Path
    phases: frozenset[str]
    keys: dict[str, str]


@dataclass
class _Notes:
    """What a process made of a task: pages by address, and the facts that it found on its way."""

    pages: dict[str, Rendered] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def recall(self, key: str) -> str | None:
        return self.facts.get(key)

    def remember(self, key: str, text: str, game: str) -> None:
        self.facts[key] = text

    def is_whole(self, game: str) -> bool:
        return False


class Builder(Protocol):
    """The build, as far as it is asked: is a page as it should be; and a fact to keep."""

    def is_fresh(self, page: Page) -> bool: ...
    def remember(self, key: str, text: str, game: str) -> None: ...


class Ahead:
    """The processes of one build. Without need, or with one processor only, there are none.

    What a process fails to make, for whatever reason, is made by the build itself, which then
    meets the same error at the page's turn.
    """

    def __init__(self, site: Site, builder: Builder) -> None:
        self._site = site
        self._builder = builder
        self._processes = min(_processors(), MOST)
        self._pool: ProcessPoolExecutor | None = None
        self._waiting: deque[_Task] = deque()
        self._running: deque[tuple[_Task, Future[_Notes]]] = deque()
        self._made: dict[tuple[str, str], Rendered] = {}

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *error: object) -> None:
        if self._pool is not None:
            self._pool.shutdown(cancel_futures=True)

    def is_hungry(self) -> bool:
        """Whether more pages should be foreseen, so that no process runs out of work."""
        return self._processes > 1 and sum(len(task.keys) for task in self._waiting) <= FEW

    def foresee(self, folder: Path, phases: Iterable[Sequence[Page]]) -> None:
        """The pages of a game's phases, those of each phase together, before they are asked for."""
        if self._processes < 2:
            return
        keys: dict[str, str] = {}
        addresses: list[str] = []
        for pages in phases:
            stale = {page.address: page.key for page in pages if not self._builder.is_fresh(page)}
            if stale:
                keys |= stale
                addresses.append(pages[0].address)
            if len(keys) >= CHUNK:
                self._waiting.append(self._task(folder, addresses, keys))
                keys, addresses = {}, []
        if keys:
            self._waiting.append(self._task(folder, addresses, keys))
        self._submit()

    def take(self, page: Page) -> Rendered | None:
        """The page if a process has made it, or is about to; None if the build has to."""
        if self._waiting and page.address in self._waiting[0].keys:
            self._waiting.popleft()  # the build has come so far before any process
        if self._running and page.address in self._running[0][0].keys:
            from concurrent.futures.process import BrokenProcessPool

            task, future = self._running.popleft()
            try:
                notes = future.result()
            except (BrokenProcessPool, OSError):
                # Killed, or out of memory: the build goes on by itself.
                self._processes = 1
                self._waiting.clear()
                self._running.clear()
                return None
            self._submit()
            for key, text in notes.facts.items():
                self._builder.remember(key, text, task.folder.name)
            # By key, too: the inputs may have changed since they were foreseen.
            self._made = {(name, task.keys[name]): made for name, made in notes.pages.items()}
        return self._made.pop((page.address, page.key), None)

    def _task(self, folder: Path, addresses: Iterable[str], keys: dict[str, str]) -> _Task:
        site = self._site
        source = _Source(site.games_root, site.site_root, site.house.templates.theme.name)
        return _Task(source, folder, frozenset(addresses), keys)

    def _submit(self) -> None:
        if self._pool is None:
            if self.is_hungry():
                return
            from concurrent.futures import ProcessPoolExecutor
            from multiprocessing import get_context

            self._pool = ProcessPoolExecutor(
                self._processes, get_context("spawn"), initializer=_ignore_interrupts
            )
        while self._waiting and len(self._running) < self._processes * DEPTH:
            task = self._waiting.popleft()
            self._running.append((task, self._pool.submit(_render_task, task)))


def _processors() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _ignore_interrupts() -> None:
    """Ctrl-C is for the build, which ends its processes."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _render_task(task: _Task) -> _Notes:
    """Runs in a process of the pool. Stops at the first error: the build will meet it, too."""
    notes = _Notes()
    with contextlib.suppress(Exception):
        house = _read(task.source).house
        one = _open(task.source, task.folder)
        for pages, told in phase_pages(house, one, notes, task.phases):
            for page in pages:
                if task.keys.get(page.address) == page.key:
                    notes.pages[page.address] = render(page)
            told()
    return notes


@lru_cache(maxsize=1)
def _read(source: _Source) -> Site:
    return read_site(source.games_root, source.site_root, source.theme, 0)


@lru_cache(maxsize=1)
def _open(source: _Source, folder: Path) -> OpenGame:
    return open_game(_read(source).house, load_game(folder), _Notes())
