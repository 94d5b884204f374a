"""`theatrum build` and `serve`: the site."""

from __future__ import annotations

import time
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Final

from msgspec import to_builtins

from generator.commands.desk import set_up_desk
from generator.commands.output import say, show, show_json
from generator.engine.errors import UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.building.build import BuildReport

PUBLISHED: Final = Path("_site")
"""The folder that is published if nothing else is said."""


def build(options: Namespace) -> int:
    """Brings the site up to date and says how much there was to do, and how large it is."""
    from generator.pages.base.reader import read_reader

    reader = read_reader(options.power, options.at)
    if not reader.is_public and options.output in (None, PUBLISHED):
        raise UsageError(
            "what one reader sees must not lie where the published site does",
            hint="name another folder with --output, like --output ../as-france",
        )
    output = options.output or PUBLISHED
    if options.desk:
        set_up_desk(quiet=options.quiet or options.json)
    from generator.building.build import build_site
    from generator.commands.progress import shown_progress

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


def serve(options: Namespace) -> int:
    """Serves the site until Ctrl-C."""
    from secrets import token_urlsafe

    from generator.commands.evening import ADDRESS, LOOPBACK, Evening, run_command
    from generator.serve import Application, serve_site

    token = token_urlsafe(24)

    def with_evening(site: Application) -> Application:
        return Evening(options.games, token, options.host, site, run_command(options.games))

    serve_site(
        options.games,
        options.site,
        options.output or PUBLISHED,
        theme=options.theme,
        host=options.host,
        port=options.port,
        around=with_evening,
        beside=f"{ADDRESS}?token={token}" if options.host in LOOPBACK else "",
    )
    return 0
