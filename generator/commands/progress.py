"""How far a build has come: a bar on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import contextlib
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Final

from generator.commands.output import say

if TYPE_CHECKING:
    from generator.building.build import Progress, Step

EVERY: Final = {"pages": 250, "pictures": 25}
"""After how many pages or pictures there is a line."""
# Seconds between two movements of the bar: each takes as long as a tenth of a page.
_REST: Final = 0.1
_NAMES: Final = {
    "pages": "pages",
    "pictures": "maps as PNG",
    "index": "full-text index",
    "links": "links",
}


@contextlib.contextmanager
def shown_progress(quiet: bool) -> Iterator[Progress | None]:
    """The function to call with each step of a build; None for a quiet build."""
    if quiet:
        yield None
    elif sys.stderr.isatty():
        with _bar() as told:
            yield told
    else:
        yield lines(say)


def lines(write: Callable[[str], None]) -> Progress:
    """A line for every so many pages, and at the start of what takes long."""
    seen: dict[str, int] = {}

    def told(step: Step) -> None:
        every = EVERY.get(step.stage)
        if every is None:
            if step.stage == "index":
                write(f"{_NAMES[step.stage]} ...")
        elif step.done // every > seen.get(step.stage, 0):
            seen[step.stage] = step.done // every
            write(f"{_NAMES[step.stage]}: {step.done} ({step.what})")

    return told


@contextlib.contextmanager
def _bar() -> Iterator[Progress]:
    """A bar for each stage, gone when the build is done."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

    columns = (TextColumn("{task.description:<15}"), BarColumn(), MofNCompleteColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, auto_refresh=False) as bars:
        tasks: dict[str, object] = {}
        moved = 0.0

        def told(step: Step) -> None:
            nonlocal moved
            now = time.monotonic()
            if step.stage not in tasks:
                tasks[step.stage] = bars.add_task(_NAMES[step.stage])
            elif now - moved < _REST and step.done < step.of:
                return
            moved = now
            bars.update(tasks[step.stage], total=step.of, completed=step.done)  # type: ignore[arg-type]
            bars.refresh()

        yield told
