"""`theatrum build` and `serve`: the site."""

from __future__ import annotations

import time
from argparse import Namespace

from generator.commands.output import say, show

__all__ = ["build", "serve"]


def build(options: Namespace) -> int:
    """Brings the site up to date and says how much there was to do."""
    from generator.build import build_site

    started = time.perf_counter()
    report = build_site(options.games, options.site, options.output, options.theme, options.lenient)
    for warning in report.warnings:
        say(f"warning: {warning}")
    changes = f"{len(report.written)} written, {len(report.removed)} removed"
    took = time.perf_counter() - started
    show(f"{report.pages} pages, {changes}, {options.output}/ ({took:.1f} s)")
    return 0


def serve(options: Namespace) -> int:
    """Serves the site until Ctrl-C."""
    from generator.serve import serve_site

    serve_site(
        options.games,
        options.site,
        options.output,
        theme=options.theme,
        host=options.host,
        port=options.port,
    )
    return 0
