"""Pages made and written, here or in separate processes, some way ahead of the build.

    foresee(phases of a game) ──┐            known before the build walks through the game
    through(pages) ─────────────┴─> _start ─> chunks of 16 to 32 stale pages ─> Processes
    take(page) <─────────────────────────── _Notes(pages by address, facts found on the way)

`through` gives the same pages in the same order. It runs ahead of the build only as far as nothing
that comes next can depend on what is made: to a `Named`, a `Kept`, or a page that was foreseen.

Invariants:

- A page is taken by address and by key: if its inputs have changed since it was foreseen, the build
  makes it again.
- A process stops at the first error without reporting it: the build makes that page itself, and
  meets the same error at the page's turn.
- Facts go with the pages of their job, so the build remembers them before it needs them.

Example of what a job gives: `({"g/1620/movement/": Made(('["top"]', '[{"g/":[]},[]]'), 18230,
1790000000000000000, True)}, {"facts 9a1b..": "[...]"})`.
"""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Final, Protocol

from msgspec import Struct
from msgspec.structs import replace

from generator.building.output import write_whole
from generator.building.pictures import is_picture, waiting_folder
from generator.building.processes import Processes, Work
from generator.pages.base.links import NO_LINKS, file_links
from generator.pages.base.page import Page
from generator.pages.base.theme import Templates
from generator.pages.game.pages import KeptPages
from generator.pages.site.site import Named

# Fewer pages are made sooner than processes have started.
FEW: Final = 12
# Pages that a process makes at a time, at least: many where there are many, since it reads each
# phase again with which another process has ended; few where otherwise all would have to wait for
# one.
CHUNKS: Final = (16, 32)
_LINKED: Final = (".html", ".svg")


class Made(Struct, frozen=True):
    """A page in the output: size and time of its file (as in `os.stat_result`), what it points at,
    as `PageLinks.dump` writes it, and whether its bytes were different before."""

    links: tuple[str, str]
    size: int
    modified: int
    is_changed: bool


def make_page(page: Page, output: str) -> Made:
    """Make a page and write it below the folder `output`; what a picture is drawn from waits
    elsewhere. Raises FileError."""
    data = page.make()
    below = waiting_folder(Path(output)) if is_picture(page) else output
    written = write_whole(f"{below}/{page.file}", data)
    links = file_links(page.address, data) if page.file.endswith(_LINKED) else NO_LINKS
    # As texts: a process sends them in a fraction of the time that it takes to send what they mean.
    return Made(links.dump(), written.size, written.modified, written.is_changed)


class Builder(Protocol):
    """The part of the build that is used here: whether a page is up to date, and keeping a fact.
    From `part` on, in its own process, it keeps facts to itself; `found` gives those, once."""

    def is_fresh(self, page: Page) -> bool: ...
    def remember(self, key: str, text: str, game: str) -> None: ...
    def part(self) -> None: ...
    def found(self) -> Mapping[str, str]: ...


class _Stale(Struct, frozen=True):
    """Pages to make, and a function to call after them, which finds facts out. A later page of the
    same game may be made from their `drawings`."""

    pages: tuple[Page, ...]
    told: Callable[[], object] | None = None
    drawings: bool = False


_Notes = tuple[dict[str, Made], Mapping[str, str]]
"""The results of a process: pages by address, and the facts that it found on its way."""


_Job = tuple[Mapping[str, str], Work[_Notes], int]
"""The keys of some pages by address, the work that makes them, and the number of its job."""


class Ahead:
    """The pages that processes make for a build. Where there are few, or one processor, none.

    What a process fails to make, for whatever reason, is made by the build itself, which then
    meets the same error at the page's turn.
    """

    def __init__(
        self, output: str, builder: Builder, templates: Templates, processes: Processes
    ) -> None:
        self._output = output
        self._builder = builder
        self._templates = templates
        self._processes = processes
        self._jobs: dict[str, _Job] = {}
        self._made: dict[tuple[str, str], Made] = {}
        self._judged: dict[str, bool] = {}

    def is_hungry(self) -> bool:
        """Whether more pages should be foreseen, so that no process runs out of work."""
        return self._processes.number > 1 and self._processes.waiting <= 1

    def foresee(self, phases: Iterable[tuple[Sequence[Page], Callable[[], object]]]) -> None:
        """The pages of a game's phases, those of each phase together with the source of its facts,
        before they are asked for."""
        if self._processes.number < 2:
            return
        stale = [
            _Stale(
                tuple(page for page in pages if not self._builder.is_fresh(page)),
                told,
                # Whether the file with the maps of some phases is still to come: it is among the
                # pages of their last one.
                not any(page.kind == "map" and not is_picture(page) for page in pages),
            )
            for pages, told in phases
        ]
        stale = [game for game in stale if game.pages]
        if stale and _count(stale) >= FEW:
            # Things that all phases need, such as their map's board, are then there before
            # processes are forked.
            first = stale[0].pages[0]
            with contextlib.suppress(Exception):
                self._made[first.address, first.key] = make_page(first, self._output)
            stale[0] = replace(stale[0], pages=stale[0].pages[1:])
        self._start(stale)

    def through(self, pages: Iterator[Page | KeptPages | Named]) -> Iterator[Page | KeptPages]:
        """The same pages in the same order, but where many stale ones that were not foreseen come
        before a `Named` or the end: those are given to the processes before they are asked for."""
        passed: deque[Page] = deque()
        batch: list[_Stale] = []
        for page in pages:
            self._processes.hand_out()
            if isinstance(page, Named):
                self._start(batch)
                batch = []
                while passed:
                    yield passed.popleft()
            elif isinstance(page, KeptPages) or self._is_foreseen(page):
                # The next page may depend on this one.
                while passed:
                    yield passed.popleft()
                batch = []
                yield page
            elif self._processes.number < 2:
                yield page
            else:
                passed.append(page)
                self._judged[page.address] = is_fresh = self._builder.is_fresh(page)
                if not is_fresh:
                    batch.append(_Stale((page,)))
        self._start(batch)
        yield from passed

    def is_fresh(self, page: Page) -> bool:
        """Whether a page that came `through` is as it should be."""
        judged = self._judged.pop(page.address, None)
        return self._builder.is_fresh(page) if judged is None else judged

    def take(self, page: Page) -> Made | None:
        """The page if a process has made it, or is about to; None if the build has to."""
        job = self._jobs.pop(page.address, None)
        # By key, too: the inputs may have changed since they were foreseen.
        if job is not None and (page.address, page.key) not in self._made:
            keys, work, number = job
            notes = work.result(number)
            if notes is not None:
                pages, facts = notes
                for key, text in facts.items():
                    self._builder.remember(key, text, page.game)
                self._made |= {(name, keys[name]): made for name, made in pages.items()}
        return self._made.pop((page.address, page.key), None)

    def _is_foreseen(self, page: Page) -> bool:
        return page.address in self._jobs or (page.address, page.key) in self._made

    def _start(self, stale: Sequence[_Stale]) -> None:
        """Give pages to the processes."""
        if self._processes.number < 2 or not stale or _count(stale) < FEW:
            return
        self._templates.load()
        least, most = CHUNKS
        size = max(least, min(most, _count(stale) // (4 * self._processes.number)))
        chunks = list(_chunks(stale, size))
        work = self._processes.start([partial(self._make, chunk) for chunk in chunks])
        for number, chunk in enumerate(chunks):
            keys = {page.address: page.key for game in chunk for page in game.pages}
            self._jobs |= dict.fromkeys(keys, (keys, work, number))

    def _make(self, chunk: Sequence[_Stale]) -> _Notes:
        """Runs in a process. Stops at the first error: the build will meet it, too."""
        self._builder.part()
        pages: dict[str, Made] = {}
        with contextlib.suppress(Exception):
            for game in chunk:
                for page in game.pages:
                    pages[page.address] = make_page(page, self._output)
                if game.told is not None:
                    game.told()
        return pages, self._builder.found()


def _count(stale: Iterable[_Stale]) -> int:
    return sum(len(game.pages) for game in stale)


def _chunks(stale: Iterable[_Stale], size: int) -> Iterator[list[_Stale]]:
    """At least so many pages at a time, where no map would have to be drawn again for others."""
    chunk: list[_Stale] = []
    for game in stale:
        chunk.append(game)
        if _count(chunk) >= size and not game.drawings:
            yield chunk
            chunk = []
    if chunk:
        yield chunk
