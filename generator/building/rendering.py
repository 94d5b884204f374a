"""Pages made and written, here or in processes of their own, some way ahead of the build.

A page cannot be sent to another process, but its game and its address can: each process reads the
site and opens the game itself, makes and writes the pages that it is asked for, and tells what is
to be noted of them.
"""

from __future__ import annotations

import contextlib
import os
import pickle
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Final, Protocol

from generator.archive import load_game
from generator.building.pictures import is_picture
from generator.building.processes import Processes
from generator.building.writing import write_whole
from generator.pages.base.links import PageLinks, file_links
from generator.pages.base.page import Page
from generator.pages.base.reader import Reader
from generator.pages.game.pages import OpenGame, game_pages, open_game, phase_pages
from generator.pages.site.site import Kept, Site, read_site

if TYPE_CHECKING:
    from concurrent.futures import Future

__all__ = ["NO_LINKS", "Ahead", "Made", "make_page"]

# Fewer pages are made sooner than two processes have started.
FEW: Final = 40
# Pages that a process makes at a time: each task reads the state before its first phase once more.
CHUNK: Final = 40
DEPTH: Final = 2
"""How many tasks there are for each process at a time."""
_LINKED: Final = (".html", ".svg")
NO_LINKS: Final = PageLinks(frozenset(), {})


@dataclass(frozen=True, slots=True)
class Made:
    """A page in the output: size and time of its file (as in `os.stat_result`), what it points at,
    and whether its bytes were other ones before."""

    links: PageLinks
    size: int
    modified: int
    is_changed: bool


def make_page(page: Page, output: str) -> Made:
    """Make a page and write it below the folder `output`. Raises FileError."""
    data = page.make()
    linked = page.file.endswith(_LINKED)
    file = f"{output}/{page.file}"
    changed = write_whole(file, data)
    facts = os.stat(file)
    links = file_links(page.address, data) if linked else NO_LINKS
    return Made(links, facts.st_size, facts.st_mtime_ns, changed)


_Facts = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class _Source:
    """Where a process finds the site, and where it puts pages."""

    games_root: Path
    site_root: Path
    theme: str
    reader: Reader
    output: str
    compiled: Path | None


@dataclass(frozen=True, slots=True)
class _Task:
    """Pages of one game to make, each with the key of its inputs.

    `phases` are those of phases, by the phase's address; without any, the pages are others. `facts`
    is what is known of the game already, or the file that holds it.
    """

    source: _Source
    folder: Path
    keys: dict[str, str]
    phases: frozenset[str]
    facts: _Facts | str


@dataclass
class _Notes:
    """What a process made of a task: pages by address, and the facts that it found on its way."""

    pages: dict[str, Made] = field(default_factory=dict)
    facts: dict[str, str] = field(default_factory=dict)

    def recall(self, key: str) -> str | None:
        return self.facts.get(key)

    def remember(self, key: str, text: str, game: str) -> None:
        self.facts[key] = text

    def is_whole(self, game: str) -> bool:
        return False


@dataclass(eq=False, slots=True)
class _Job:
    """A task, given to a process or waiting for one."""

    task: _Task
    future: Future[_Notes] | None = None


class Builder(Protocol):
    """The build, as far as it is asked: is a page as it should be; a fact to keep; the facts that
    were asked for last, and all since a game was begun."""

    def is_fresh(self, page: Page) -> bool: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def latest(self) -> _Facts: ...
    def begin(self) -> None: ...
    def told(self) -> Mapping[str, str]: ...


class Ahead:
    """The pages that processes make for a build. Where there are few, or one processor, none.

    What a process fails to make, for whatever reason, is made by the build itself, which then
    meets the same error at the page's turn.
    """

    def __init__(self, site: Site, output: str, builder: Builder, processes: Processes) -> None:
        house = site.house
        theme = house.templates.theme.name
        roots = (site.games_root, site.site_root)
        self._source = _Source(*roots, theme, house.reader, output, house.templates.compiled)
        self._builder = builder
        self._processes = processes
        self._waiting: deque[_Job] = deque()
        self._running: list[_Job] = []
        self._jobs: dict[str, _Job] = {}
        self._made: dict[tuple[str, str], Made] = {}
        self._judged: dict[str, bool] = {}
        self._opened: dict[str, _Facts] = {}
        self._files: TemporaryDirectory[str] | None = None

    def __enter__(self) -> Ahead:
        return self

    def __exit__(self, *error: object) -> None:
        if self._files is not None:
            self._files.cleanup()

    def is_hungry(self) -> bool:
        """Whether more pages should be foreseen, so that no process runs out of work."""
        waiting = sum(len(job.task.keys) for job in self._waiting)
        return self._processes.number > 1 and waiting <= FEW

    def foresee(self, folder: Path, phases: Iterable[Sequence[Page]]) -> None:
        """The pages of a game's phases, those of each phase together, before they are asked for."""
        if self._processes.number < 2:
            return
        facts = self._builder.latest()
        self._opened[folder.name] = facts
        keys: dict[str, str] = {}
        addresses: list[str] = []
        for pages in phases:
            stale = {
                page.address: page.key
                for page in pages
                if not is_picture(page) and not self._builder.is_fresh(page)
            }
            if stale:
                keys |= stale
                addresses.append(pages[0].address)
            if len(keys) >= CHUNK:
                self._wait(_Task(self._source, folder, keys, frozenset(addresses), facts))
                keys, addresses = {}, []
        if keys:
            self._wait(_Task(self._source, folder, keys, frozenset(addresses), facts))
        if self._running or not self.is_hungry():
            self._submit()

    def through(self, pages: Iterator[Page | Kept]) -> Iterator[Page | Kept]:
        """The same pages in the same order, but where a game has many stale ones that were not
        foreseen: those are given to the processes before they are asked for."""
        if self._processes.number < 2:
            yield from pages
            return
        game = ""
        passed: deque[Page | Kept] = deque()
        batch: dict[str, str] = {}
        for page in pages:
            is_other = page.game != game
            if is_other or isinstance(page, Kept) or page.address in self._jobs:
                # What comes now depends on what is made of this page, or is about another game.
                yield from _emptied(passed)
                batch = {}
                if is_other:
                    if not page.game and not self._jobs:
                        self._processes.rest()  # the games are done
                    game = page.game
                    self._builder.begin()
                yield page
                continue
            passed.append(page)
            if game and not is_picture(page):
                self._judged[page.address] = is_fresh = self._builder.is_fresh(page)
                if not is_fresh:
                    batch[page.address] = page.key
            if len(batch) >= CHUNK and self._processes.number > 1:
                self._give(game, batch)
                batch = {}
            while len(passed) > 2 * CHUNK * self._processes.number:
                yield passed.popleft()
        yield from _emptied(passed)

    def is_fresh(self, page: Page) -> bool:
        """Whether a page that came `through` is as it should be."""
        judged = self._judged.pop(page.address, None)
        return self._builder.is_fresh(page) if judged is None else judged

    def take(self, page: Page) -> Made | None:
        """The page if a process has made it, or is about to; None if the build has to."""
        job = self._jobs.pop(page.address, None)
        if job is not None and job in self._waiting:
            self._waiting.remove(job)  # the build has come so far before any process
        elif job is not None and job in self._running:
            self._running.remove(job)
            assert job.future is not None
            notes = self._processes.result(job.future)
            if notes is None:
                self._waiting.clear()
                self._running.clear()
                return None
            for key, text in notes.facts.items():
                self._builder.remember(key, text, job.task.folder.name)
            # By key, too: the inputs may have changed since they were foreseen.
            keys = job.task.keys
            self._made |= {(name, keys[name]): made for name, made in notes.pages.items()}
            self._submit()
        return self._made.pop((page.address, page.key), None)

    def _give(self, game: str, keys: dict[str, str]) -> None:
        """Pages of a game that are no phases': they need what is known of all of them."""
        if self._files is None:
            self._files = TemporaryDirectory(prefix="theatrum-facts-")
        file = Path(self._files.name) / f"{game}.pickle"
        if not file.exists():
            facts = {**dict(self._opened.get(game, ())), **self._builder.told()}
            file.write_bytes(pickle.dumps(facts))
        folder = self._source.games_root / game
        self._wait(_Task(self._source, folder, keys, frozenset(), str(file)), first=True)
        self._submit()

    def _wait(self, task: _Task, first: bool = False) -> None:
        job = _Job(task)
        if first:
            # They are asked for before the games whose phases were foreseen.
            at = sum(1 for one in self._waiting if not one.task.phases)
            self._waiting.insert(at, job)
        else:
            self._waiting.append(job)
        self._jobs |= dict.fromkeys(task.keys, job)

    def _submit(self) -> None:
        if self._processes.number < 2:
            return
        busy = sum(1 for job in self._running if job.future and not job.future.done())
        while self._waiting and busy < self._processes.number * DEPTH:
            job = self._waiting.popleft()
            job.future = self._processes.give(_render_task, job.task)
            self._running.append(job)
            busy += 1


def _emptied(pages: deque[Page | Kept]) -> Iterator[Page | Kept]:
    while pages:
        yield pages.popleft()


def _render_task(task: _Task) -> _Notes:
    """Runs in a process of the pool. Stops at the first error: the build will meet it, too."""
    notes = _Notes()
    with contextlib.suppress(Exception):
        if isinstance(task.facts, str):
            _render_others(task, task.facts, notes)
        else:
            _render_phases(task, task.facts, notes)
    return notes


def _render_phases(task: _Task, facts: _Facts, notes: _Notes) -> None:
    one = _open(task.source, task.folder, facts)
    for pages, told in phase_pages(_read(task.source).house, one, notes, task.phases):
        for page in pages:
            if task.keys.get(page.address) == page.key:
                notes.pages[page.address] = make_page(page, task.source.output)
        told()


def _render_others(task: _Task, facts: str, notes: _Notes) -> None:
    left = dict(task.keys)
    for page in _walk(task.source, task.folder, facts):
        if left.pop(page.address, "") == page.key:
            notes.pages[page.address] = make_page(page, task.source.output)
        if not left:
            break


@lru_cache(maxsize=1)
def _read(source: _Source) -> Site:
    site = read_site(source.games_root, source.site_root, source.theme, 0, source.reader)
    site.house.templates.compiled = source.compiled
    return site


@lru_cache(maxsize=1)
def _open(source: _Source, folder: Path, facts: _Facts) -> OpenGame:
    return open_game(_read(source).house, load_game(folder), _Notes(facts=dict(facts)))


@lru_cache(maxsize=1)
def _walk(source: _Source, folder: Path, facts: str) -> Iterator[Page]:
    """All pages of a game, one after the other: tasks ask for them in this order."""
    notes = _Notes(facts=pickle.loads(Path(facts).read_bytes()))
    house = _read(source).house
    return game_pages(house, open_game(house, load_game(folder), notes), notes)
