"""`theatrum build` and `serve`: the site, and how far a build has come."""

from __future__ import annotations

import contextlib
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from generator.commands.output import say, show, show_json
from generator.engine.errors import TheatrumError, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.building.build import BuildReport, Progress, Step

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
    """A line for every so many pages, and at the start of a long stage."""
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


PUBLISHED: Final = Path("_site")
"""The folder that is published if nothing else is said."""


def build(options: Namespace) -> int:
    """Brings the site up to date and prints how much there was to do, and how large it is."""
    from generator.pages.base.reader import read_reader

    reader = read_reader(options.power, options.at)
    if not reader.is_public and options.output in (None, PUBLISHED):
        raise UsageError(
            "a site for one reader cannot go into the folder of the published site",
            hint="give another folder: --output ../as-france",
        )
    output = options.output or PUBLISHED
    if options.desk:
        set_up_desk(quiet=options.quiet or options.json)
    from generator.building.build import build_site
    from generator.commands.site import shown_progress

    started = time.perf_counter()
    with shown_progress(options.quiet) as progress:
        report = build_site(
            options.games,
            options.site,
            output,
            options.theme,
            options.lenient,
            progress,
            reader=reader,
            base=options.base,
        )
    seconds = time.perf_counter() - started
    for warning in report.warnings:
        say(f"warning: {warning}")
    if options.json:
        show_json(_as_data(report, seconds))
    elif not options.quiet:
        for note in report.notes:
            say(note)
        _show(report, f"{output}/ ({seconds:.1f} s)")
    return 0


def _show(report: BuildReport, where: str) -> None:
    """Files and bytes by kind, then what there was to do."""
    rows = [*report.size.kinds, report.size.total]
    lines = [(row.kind, f"{row.files:,}", _bytes(row.bytes)) for row in rows]
    widths = [max(len(line[column]) for line in lines) for column in range(3)]
    for kind, files, size in lines:
        show(f"{kind:<{widths[0]}}  {files:>{widths[1]}}  {size:>{widths[2]}}")
    if report.size.room is not None:
        show(f"room for about {report.size.room:,} more years of play on GitHub Pages")
    changes = f"{len(report.written)} written, {len(report.removed)} removed"
    show(f"{count(report.pages, 'file')}, {changes}, {where}")


def _bytes(number: int) -> str:
    return f"{number / 1000:,.0f} kB" if number < 1_000_000 else f"{number / 1_000_000:,.1f} MB"


def _as_data(report: BuildReport, seconds: float) -> dict[str, object]:
    return {
        "files": report.pages,
        "rendered": report.rendered,
        "written": report.written,
        "removed": report.removed,
        "warnings": report.warnings,
        "notes": report.notes,
        "sizes": to_builtins(report.size.kinds),
        "bytes": report.size.total.bytes,
        "room": report.size.room,
        "seconds": round(seconds, 3),
    }


def serve(options: Namespace, *, opens: bool = False) -> int:
    """Serves the site and the referee's pages until Ctrl-C. `opens` them in the browser."""
    from generator.serve.pages import LOOPBACK, rules_of
    from generator.serve.preview import serve_site
    from generator.serve.requests import LocalPages

    pages = LocalPages(options.games, options.site, options.host)
    serve_site(
        options.games,
        options.site,
        options.output or PUBLISHED,
        theme=options.theme,
        host=options.host,
        port=options.port,
        beside=rules_of(pages) if options.host in LOOPBACK else (),
        address=pages.top if options.host in LOOPBACK else "",
        opens=opens,
    )
    return 0


def open_page(options: Namespace) -> int:
    """`theatrum` without a command: the referee's pages, in the browser. The site is built once it
    is looked at."""
    return serve(options, opens=True)


def set_up_desk(*, quiet: bool) -> None:
    """Set up the program of the desk, and print its size. Files that are there already are kept;
    without a network the site does without it."""
    from generator.kit.kit import PROGRAM, set_up

    if not quiet:
        say("setting up the desk: this fetches some 11 MB the first time")
    try:
        kit = set_up()
    except TheatrumError as error:
        say(f"the desk writes orders, but cannot try them: {error}")
        return
    if not quiet:
        size = kit.sent + len(kit.pack(PROGRAM))
        say(f"the desk is ready: {size / 1e6:.1f} MB, and about 1 MB for a ruleset, in a browser")
        say(f"stored in {kit.folder}")
