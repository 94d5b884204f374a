"""`theatrum build`, `serve` and `map`: what the site shows."""

from __future__ import annotations

import re
import time
from argparse import Namespace

from generator.archive import Game, PhaseRecord, StateRecord, load_game
from generator.commands.folders import game_folder
from generator.commands.output import say, show, write_result
from generator.engine.errors import GameError, UsageError

__all__ = ["build", "draw_map", "find_phase", "serve"]

_PHASE = re.compile(r"([0-9]{1,5})(?:[ /:-]+([a-z0-9-]+?))?/?\Z")


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


def draw_map(options: Namespace) -> int:
    """Draws the map of a phase; of the position that waits for orders, if none is named."""
    from generator.pages import map_svg

    if not 100 <= options.size <= 8000:
        raise UsageError("a map is 100 to 8000 pixels wide", text=str(options.size))
    game = load_game(game_folder(options))
    svg = map_svg(game, find_phase(game, options.phase) if options.phase else None)
    if options.png:
        from mapsvg import svg_to_png

        write_result(svg_to_png(svg, options.size), options.output)
    else:
        write_result(svg.encode(), options.output)
    return 0


def find_phase(game: Game, text: str) -> StateRecord | PhaseRecord:
    """The record that `1901 spring-movement`, `1901/opening` or `1901` (its last phase) means.

    Raises GameError if the game has no such phase, or has not adjudicated it yet.
    """
    records: tuple[StateRecord | PhaseRecord, ...] = (game.opening, *game.phases)
    found = _PHASE.match(text.strip().lower())
    if found:
        year, phase = int(found[1]), found[2] or ""
        matching = [
            record
            for record in records
            if record.moment.year == year
            and (not phase or phase in (record.moment.phase, record.moment.slug))
        ]
        if matching:
            return matching[-1]
    recent = ", ".join(str(record.moment) for record in records[-5:])
    raise GameError("the game has no such phase", text=text, hint=f"the last are: {recent}")
