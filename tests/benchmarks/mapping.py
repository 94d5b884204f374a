"""Maps of full positions: drawing one beside rasterising it, and how large they are."""

from __future__ import annotations

import gzip
from time import perf_counter

import resvg_py

from mapsvg import Scene, load_geometry, svg_to_png
from mapsvg.lettering import font_files
from mapsvg.png import LIMIT
from tests.benchmarks.contests import Contestant, race, table
from tests.mapsvg.scenes import draw_svg, full_scene, usual_scene

WIDTH = 1600
ROUNDS = 3
BOARDS = ("europe-1619", "europe-1619-draft", "europe-1615-v7", "europe-1615-v3")


def _draw(scene: object) -> object:
    assert isinstance(scene, Scene)
    return draw_svg(scene)


def _rasterise(svg: object) -> object:
    """The pixels alone, without choosing colors for a small file."""
    fonts = [str(path) for path in font_files()]
    return resvg_py.svg_to_bytes(
        svg_string=str(svg), width=WIDTH, skip_system_fonts=True, font_files=fonts
    )


def _scenes() -> dict[str, Scene]:
    scenes = {"standard": full_scene()}
    return scenes | {name: usual_scene(load_geometry(name)) for name in BOARDS}


def bench_mapping() -> None:
    """Print a row for each board; the first drawing of a board prepares it and is told apart."""
    rows = []
    for name, scene in _scenes().items():
        start = perf_counter()
        svg = draw_svg(scene)
        first = perf_counter() - start
        drawing = Contestant("drawing", _draw)
        pixels = Contestant("rasterising", _rasterise, _draw)
        race([drawing, pixels], [scene], ROUNDS)
        data, png = svg.encode(), svg_to_png(svg, WIDTH)
        rows.append(
            [
                f"{name}, {len(scene.units)} units, {len(scene.orders)} orders",
                f"{drawing.best * 1000:.1f}",
                f"{first * 1000:.0f}",
                f"{pixels.best * 1000:,.0f}",
                f"{drawing.best / pixels.best:.4f}",
                f"{len(data) / 1000:.0f}",
                f"{len(gzip.compress(data, mtime=0)) / 1000:.0f}",
                f"{len(png) / 1024:.0f}",
            ]
        )
    heads = ["map", "ms", "first ms", "raster ms", "x raster", "kB", "kB gzip", "PNG KiB"]
    print(f"\nMaps at {WIDTH} px (a PNG may have {LIMIT // 1024} KiB)")
    print(table(heads, rows))
