"""Builds a board: `python -m mapsvg.workshop.cartography BOARD [--rules BOARD.toml]`."""

from __future__ import annotations

import argparse
import subprocess
import sys
from pathlib import Path

from mapsvg import Scene, draw_map, svg_to_png
from mapsvg.geometry import BOARDS, format_geometry
from mapsvg.workshop.cartography.build import build_geometry
from mapsvg.workshop.cartography.source import SourceError, find_source, load_source
from mapsvg.workshop.cartography.topology import (
    compare_adjacency,
    load_adjacency,
    load_coast_seas,
    load_overrides,
    measure_contacts,
)


def main(arguments: list[str] | None = None) -> int:
    """Write a board's geometry file. Returns 1 if it differs from the rules or cannot be made."""
    parser = argparse.ArgumentParser(
        prog="python -m mapsvg.workshop.cartography", description=__doc__
    )
    parser.add_argument(
        "board", help="name of a source file beside this module or one folder down, without .toml"
    )
    parser.add_argument("--rules", type=Path, help="board file of the rules, to compare with")
    parser.add_argument("--preview", type=Path, help="write a picture (PNG) for looking at")
    parser.add_argument("--check", action="store_true", help="write nothing, compare the bytes")
    options = parser.parse_args(arguments)
    path = find_source(options.board)
    try:
        geometry, complaints = build_geometry(load_source(path))
    except (SourceError, OSError, subprocess.CalledProcessError) as error:
        print(error, file=sys.stderr)
        return 1
    for complaint in complaints:
        print(f"{options.board}: {complaint}", file=sys.stderr)
    text = format_geometry(geometry)
    target = BOARDS / f"{options.board}.json"
    problems = []
    if options.check:
        if not target.is_file() or target.read_bytes() != text.encode():
            problems.append(f"{target}: differs from what the source makes")
    else:
        target.parent.mkdir(exist_ok=True)
        target.write_text(text, encoding="utf-8", newline="\n")
    if options.preview:
        drawn = draw_map(Scene(options.board), geometry=geometry)
        options.preview.write_bytes(svg_to_png(drawn.document, 1600))
    if options.rules:
        contacts = measure_contacts(geometry, load_coast_seas(path))
        adjacency = load_adjacency(options.rules)
        problems += compare_adjacency(contacts, adjacency, load_overrides(path))
    for problem in problems:
        print(problem, file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
