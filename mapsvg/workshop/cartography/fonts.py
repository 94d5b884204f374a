"""Cuts the shipped fonts out of their packages: a development tool, not needed at run time.

    python -m mapsvg.workshop.cartography.fonts          fetch the packages, cut, write
    python -m mapsvg.workshop.cartography.fonts --check  the same, but only compare

The sources are named with their versions and hashes in mapsvg/fonts/SOURCES.toml. Both families are
under the SIL Open Font License 1.1 without a reserved name, so a subset may keep the name.
"""

from __future__ import annotations

import argparse
import hashlib
import io
import json
import sys
import tempfile
from collections.abc import Iterable
from pathlib import Path

import tomli
from fontTools import subset
from fontTools.ttLib import TTFont
from msgspec import Struct

from mapsvg.workshop.cartography.glyphs import lighten, smooth
from mapsvg.workshop.cartography.world import fetch_package, read_member

FONTS = Path(__file__).resolve().parents[2] / "fonts"

# Names of places from Lisbon to Constantinople, the orders' signs and the figures of a table.
UNICODES = (
    *range(0x20, 0x7F),
    *range(0xA0, 0x180),
    *range(0x218, 0x21C),
    0x2C6, 0x2DC,
    *range(0x2010, 0x2016),
    *range(0x2018, 0x2023),
    0x2026, 0x2030, 0x2032, 0x2033, 0x2039, 0x203A, 0x2044,
    *range(0x2070, 0x2080),
    *range(0x2080, 0x208A),
    0x20AC, 0x2116,
    *range(0x2190, 0x2196),
    0x2212, 0x2215, 0x2248, 0x2260, 0x2264, 0x2265,
)  # fmt: skip
# What nearly every page has. A reader waits for these, for the others only where a name needs them.
COMMON = frozenset((
    *range(0x20, 0x7F),
    0xA0, 0xA7, 0xAB, 0xB7, 0xBB, 0xC4, 0xC9, 0xD6, 0xD7, 0xDC,
    *range(0xDF, 0x100),
    *range(0x2010, 0x2016),
    *range(0x2018, 0x2023),
    0x2026, 0x2032, 0x2033, 0x2039, 0x203A,
    *range(0x2190, 0x2196),
    0x2212,
))  # fmt: skip
RARE = frozenset(UNICODES) - COMMON
# The letters between which maps know kerning.
KERNED = "".join(map(chr, (*range(0x21, 0x7F), 0x2019)))
FEATURES = ("kern", "liga", "lnum", "tnum", "onum", "pnum", "mark", "mkmk", "ccmp", "locl", "sups")
# The features in the styles of pages: old-style figures and raised letters are a third of a serif.
PAGE_FEATURES = ("kern", "liga", "lnum", "tnum")


class Source(Struct, frozen=True):
    """One package and the faces that are cut from it: {our name: member of the package}."""

    package: str
    version: str
    sha256: str
    license: str
    faces: dict[str, str]


def fetch(source: Source, folder: Path) -> Path:
    """The package's archive in `folder`; raises ValueError if it is not the recorded one."""
    archive = fetch_package(source.package, source.version, folder)
    found = hashlib.sha256(archive.read_bytes()).hexdigest()
    if found != source.sha256:
        raise ValueError(f"{source.package}: sha256 is {found}, SOURCES.toml has {source.sha256}")
    return archive


def cut(data: bytes, characters: Iterable[int], features: Iterable[str]) -> TTFont:
    options = subset.Options()
    options.layout_features = list(features)
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14, 16, 17]
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=characters)
    subsetter.subset(font)
    return font


def for_maps(data: bytes) -> bytes:
    """One face as a TTF of lighter letters; the output is deterministic."""
    font = cut(data, UNICODES, FEATURES)
    lighten(font, KERNED)
    return _saved(font)


def for_pages(data: bytes, characters: Iterable[int]) -> bytes:
    """One face as WOFF2, with fewer points where that is smaller; the output is deterministic."""
    font = cut(data, characters, PAGE_FEATURES)
    font.flavor = "woff2"
    drawn = _saved(font)
    smooth(font)
    return min(drawn, _saved(font), key=len)


def _saved(font: TTFont) -> bytes:
    out = io.BytesIO()
    font.save(out)
    return out.getvalue()


def advances(data: bytes) -> dict[str, int]:
    """The width of each character that we ship, in thousandths of the font size."""
    font = TTFont(io.BytesIO(data))
    scale = 1000 / font["head"].unitsPerEm
    names, widths = font.getBestCmap(), font["hmtx"]
    shipped = [code for code in UNICODES if code in names]
    return {chr(code): round(widths[names[code]][0] * scale) for code in shipped}


def make_fonts(archives: list[tuple[Source, Path]]) -> dict[str, bytes]:
    """File name -> bytes of everything in mapsvg/fonts but SOURCES.toml."""
    files: dict[str, bytes] = {}
    widths: dict[str, dict[str, int]] = {}
    for source, archive in archives:
        for face, member in source.faces.items():
            data = read_member(archive, f"package/{member}")
            files[f"{face}.ttf"] = for_maps(data)
            files[f"{face}.woff2"] = for_pages(data, COMMON)
            files[f"{face}-rare.woff2"] = for_pages(data, RARE)
            widths[face] = advances(data)
        family = next(iter(source.faces)).partition("-")[0]
        files[f"OFL-{family}.txt"] = read_member(archive, f"package/{source.license}")
    lines = (f'"{face}": {json.dumps(row, ensure_ascii=False)}' for face, row in widths.items())
    files["metrics.json"] = ("{\n" + ",\n".join(lines) + "\n}\n").encode()
    return files


def main() -> int:
    """Writes the fonts, or with --check returns 1 if they differ from the committed ones."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--check", action="store_true", help="compare, write nothing")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        table = tomli.loads((FONTS / "SOURCES.toml").read_text("utf-8"))
        sources = [Source(**entry) for entry in table["source"]]
        archives = [(source, fetch(source, Path(folder))) for source in sources]
        files = make_fonts(archives)
    stale = [
        name
        for name, data in files.items()
        if not (FONTS / name).is_file() or (FONTS / name).read_bytes() != data
    ]
    for name in stale:
        print(f"{'differs' if check else 'written'}: {name} ({len(files[name])} bytes)")
        if not check:
            (FONTS / name).write_bytes(files[name])
    return 1 if check and stale else 0


if __name__ == "__main__":
    sys.exit(main())
