"""From SVG to PNG with the shipped fonts: the same pixels on every machine."""

from __future__ import annotations

import io
import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence, Set
from typing import TYPE_CHECKING

from mapsvg.lettering import font_files

if TYPE_CHECKING:
    from PIL import Image

LIMIT = 250 * 1024  # accepted by most forums
SMALL = 125 * 1024  # accepted by strict ones, too
WIDTHS = (800, 1200, 1600)  # of a column, of a wide column, of a screen
LEAST = 320  # the narrowest picture that still shows a board
MOST_COLORS = 256  # of a palette
LEAST_COLORS = 128  # with fewer the soft edges of letters become steps
LEGIBLE = 6  # pixels that a name must be high
_NEAR = 16  # how close to the widest picture that fits is close enough, in pixels
_FLAT = 12  # pixels of one named color that make it worth an entry of its own
_LARGE = 0.008  # and the share of the picture for any other color
_SOFT = 56  # colors that soft edges have at least
_COUNTED = 3  # pixels of a color that is not flat before it is looked at
_APART = 7  # how far a color between two must be from a flat one, in one channel at least

Color = tuple[int, int, int]


def svg_to_png(svg: str, width: int, *, colors: int | None = None) -> bytes:
    """The picture `width` pixels wide, in at most `colors` colors (LEAST_COLORS to MOST_COLORS), or
    with all of them, which takes four times the bytes.

    The colors of areas and pieces stay as they are; those of soft edges are made alike. Raises
    ValueError for text that is not SVG or a width below 1.
    """
    data = _drawn(svg, width)
    return data if colors is None else _packed(_with_fewer(opened(data), svg, colors))


def fit_png(svg: str, width: int, limit: int) -> tuple[bytes, int]:
    """The picture in at most `limit` bytes, and its width: `width`, or the largest that leaves it
    LEAST_COLORS colors.

    A picture of LEAST pixels is returned as it is. Raises ValueError as `svg_to_png` does.
    """
    picture = opened(_drawn(svg, width))
    found = _packed(_with_fewer(picture, svg, MOST_COLORS))
    if len(found) <= limit:
        return found, width
    best, fits, above, tried = picture, 0, width, width
    while not fits or above - fits > _NEAR:
        if tried < width:
            picture = opened(_drawn(svg, tried))
        data = _packed(_with_fewer(picture, svg, LEAST_COLORS))
        if len(data) <= limit or tried <= LEAST:
            best, fits, found = picture, tried, data
            if tried == width:
                return found, fits
            tried = (fits + above) // 2
        else:
            # Bytes grow a little less than the area.
            guess = int(tried * (limit / len(data)) ** 0.55)
            above, tried = (
                tried,
                max(LEAST, min(tried - _NEAR, (fits + tried) // 2 if fits else guess)),
            )
    data = _packed(_with_fewer(best, svg, MOST_COLORS))
    return (data if len(data) <= limit else found), fits


def named_colors(svg: str) -> set[Color]:
    return {
        (int(name[:2], 16), int(name[2:4], 16), int(name[4:], 16))
        for name in re.findall(r"#([0-9a-f]{6})\b", svg)
    }


def common_colors(pictures: Iterable[Image.Image], named: Set[Color], most: int) -> list[Color]:
    """At most so many colors that all of the pictures (RGB) can be drawn in, those of areas and
    pieces as they are. `named` are the colors that their drawings name."""
    counts: Counter[Color] = Counter()
    for picture in pictures:
        for count, color in picture.getcolors(1 << 24) or ():
            counts[color] += count  # type: ignore[index]
    flat = _flat_colors(counts, named)[: most - _SOFT]
    edges = _edge_pixels(counts, flat)
    return [*flat, *_mixtures(edges, flat, most - len(flat))]


def _drawn(svg: str, width: int) -> bytes:
    # Imported here: a page that only shows SVG does not need it.
    import resvg_py

    if width < 1:
        raise ValueError(f"a picture cannot be {width} pixels wide")
    try:
        return resvg_py.svg_to_bytes(
            svg_string=svg,
            width=width,
            # A missing family would be replaced without a word: only ours are there to find.
            skip_system_fonts=True,
            font_files=[str(path) for path in font_files()],
            serif_family="EB Garamond",
            sans_serif_family="Alegreya Sans",
        )
    except ValueError as error:
        raise ValueError(f"this is no SVG that can be drawn ({error})") from error


def opened(data: bytes) -> Image.Image:
    """A picture in full color."""
    from PIL import Image

    return Image.open(io.BytesIO(data)).convert("RGB")


def _with_fewer(picture: Image.Image, svg: str, most: int) -> Image.Image:
    return with_colors(picture, common_colors([picture], named_colors(svg), most))


def _packed(picture: Image.Image) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=9)
    return out.getvalue()


def _flat_colors(counts: Mapping[Color, int], named: Set[Color]) -> list[Color]:
    """The colors of areas: those that the drawing names and that can be seen, and large ones.

    They are never given up: a power's land must not take another's color. Otherwise, quantizing
    gives nearly all colors to edges and no color to a small piece.
    """
    large = _LARGE * sum(counts.values())
    found = [
        (count, color)
        for color, count in counts.items()
        if count >= large or (count >= _FLAT and color in named)
    ]
    found.sort(reverse=True)
    return [color for _, color in found]


def _edge_pixels(counts: Mapping[Color, int], flat: Sequence[Color]) -> Image.Image:
    """The colors that are not flat, each weighted by how often it occurs."""
    from PIL import Image

    areas = frozenset(flat)
    data = b"".join(
        bytes(color) * min(12, math.isqrt(count))
        for color, count in sorted(counts.items())
        if count >= _COUNTED and color not in areas
    )
    return Image.frombytes("RGB", (len(data) // 3, 1), data)


def _mixtures(edges: Image.Image, flat: Sequence[Color], number: int) -> list[Color]:
    """The colors that edges need most, none of them hardly another than a flat one."""
    from PIL import Image

    asked, found = number, list[Color]()
    while edges.width:
        table = edges.quantize(asked, method=Image.Quantize.MEDIANCUT).getpalette() or []
        colors = {(table[at], table[at + 1], table[at + 2]) for at in range(0, len(table), 3)}
        others = [color for color in sorted(colors) if _is_apart(color, flat)]
        if len(others) > number:
            break
        found, short = others, number - len(others)
        if not short or asked == MOST_COLORS:
            break
        asked = min(MOST_COLORS, asked + short)
    return found


def _is_apart(color: Color, flat: Sequence[Color]) -> bool:
    return all(max(abs(a - b) for a, b in zip(color, area, strict=True)) >= _APART for area in flat)


def with_colors(picture: Image.Image, colors: Sequence[Color]) -> Image.Image:
    """The picture in these colors, 256 at most, each pixel in the nearest."""
    from PIL import Image

    values = [channel for color in colors[:256] for channel in color]
    holder = Image.new("P", (1, 1))
    holder.putpalette(values + values[:3] * (256 - len(values) // 3))
    return picture.quantize(palette=holder, dither=Image.Dither.NONE)
