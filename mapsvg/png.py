"""From SVG to PNG with the shipped fonts: the same pixels on every machine."""

from __future__ import annotations

import io
import math
import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from mapsvg.lettering import font_files

if TYPE_CHECKING:
    from PIL import Image

# Steps that are tried until a picture is small enough: how many colors between the flat ones; how
# different a lone pixel may be from its neighbor before it is left alone, on the edge of a shape
# and on a thin line (0: nothing is smoothed); and how large a file is then, beside the first one.
STEPS = (
    (96, 0, 0, 1.0),
    (64, 0, 0, 0.96),
    (48, 70, 24, 0.81),
    (40, 140, 36, 0.72),
    (24, 200, 40, 0.68),
    (12, 200, 40, 0.66),
    (12, 200, 56, 0.64),
    (8, 260, 90, 0.6),
    (6, 300, 110, 0.575),
    (4, 340, 140, 0.555),
    (2, 400, 160, 0.54),
)
LIMIT = 250 * 1024  # accepted by most forums
SMALL = 125 * 1024  # accepted by strict ones, too
WIDTHS = (800, 1200, 1600)  # of a column, of a wide column, of a screen
LEAST = 320  # the narrowest picture that still shows a board
_FLAT = 12  # pixels of one named color that make it worth an entry of its own
_LARGE = 0.008  # and the share of the picture for any other color
_NAMED = 200  # entries at most for such colors
_COUNTED = 3  # pixels of a color that is not flat before it is looked at
_APART = 7  # how far a color between two must be from a flat one, in one channel at least
_PACKED = 0.955  # size of a file at the best compression, as a share of that at the usual one

Color = tuple[int, int, int]


def svg_to_png(svg: str, width: int, *, limit: int | None = LIMIT) -> bytes:
    """The picture `width` pixels wide, with as many colors as `limit` bytes allow.

    limit: None keeps every color and makes a file three times as large. Where fewer colors alone
    do not help, the edges of shapes become a little rougher; the colors of areas and pieces stay. A
    picture that is too large even so is returned as it is. Raises ValueError for text that is no
    SVG or a width below 1.
    """
    # Imported here: a page that only shows SVG needs neither.
    import resvg_py
    from PIL import Image

    if width < 1:
        raise ValueError(f"a picture cannot be {width} pixels wide")
    try:
        data = resvg_py.svg_to_bytes(
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
    if limit is None:
        return data
    return _shrink(Image.open(io.BytesIO(data)).convert("RGB"), svg, limit)


def fit_png(svg: str, width: int, limit: int) -> tuple[bytes, int]:
    """The picture in at most `limit` bytes, and its width: `width`, or less where fewer colors do
    not help.

    A picture of LEAST pixels is returned as it is. Raises ValueError as `svg_to_png` does.
    """
    while True:
        data = svg_to_png(svg, width, limit=limit)
        if len(data) <= limit or width <= LEAST:
            return data, width
        # Bytes grow with the area; a little less, so that one step is enough.
        narrower = int(width * math.sqrt(limit / len(data)) * 0.98)
        width = max(LEAST, min(width - 10, narrower))


def _shrink(picture: Image.Image, svg: str, limit: int) -> bytes:
    """The picture in the first step that is small enough, else in the last."""
    counts: dict[Color, int] = {
        color: count  # type: ignore[misc]
        for count, color in picture.getcolors(1 << 24) or ()
    }
    flat = _flat_colors(counts, svg)
    edges = _edge_pixels(counts, flat)
    step = 0
    while True:
        mixtures, tolerance, fine, share = STEPS[step]
        drawn = _with_colors(picture, [*flat, *_mixtures(edges, flat, mixtures)])
        if tolerance:
            drawn.frombytes(_smooth(drawn, tolerance, fine))
        size = len(_packed(drawn, 6)) * _PACKED
        is_last = step == len(STEPS) - 1
        if size <= limit or is_last:
            packed = _packed(drawn, 9)
            if len(packed) <= limit or is_last:
                return packed
        # Not one step after the other: each takes as long as a quarter of the drawing.
        wanted = share * limit / size
        step += 1
        while step < len(STEPS) - 1 and STEPS[step][3] > 1.04 * wanted:
            step += 1


def _packed(picture: Image.Image, level: int) -> bytes:
    out = io.BytesIO()
    picture.save(out, "PNG", compress_level=level)
    return out.getvalue()


def _flat_colors(counts: Mapping[Color, int], svg: str) -> list[Color]:
    """The colors of areas: those that the drawing names and that can be seen, and large ones.

    They are never given up: a power's land must not take another's color. Left to itself,
    quantizing gives nearly all colors to edges and none to a small piece.
    """
    named = {tuple(bytes.fromhex(name)) for name in re.findall(r"#([0-9a-f]{6})\b", svg)}
    large = _LARGE * sum(counts.values())
    found = [
        (count, color)
        for color, count in counts.items()
        if count >= large or (count >= _FLAT and color in named)
    ]
    found.sort(reverse=True)
    return [color for _, color in found[:_NAMED]]


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
    """The colors that edges need most, without those that are hardly another than a flat one."""
    from PIL import Image

    if not edges.width:
        return []
    table = edges.quantize(number, method=Image.Quantize.MEDIANCUT).getpalette() or []
    found = {(table[at], table[at + 1], table[at + 2]) for at in range(0, len(table), 3)}
    return [
        color
        for color in sorted(found)
        if all(max(abs(a - b) for a, b in zip(color, area, strict=True)) >= _APART for area in flat)
    ]


def _with_colors(picture: Image.Image, colors: Sequence[Color]) -> Image.Image:
    """The picture in these colors, 256 at most, each pixel in the nearest."""
    from PIL import Image

    values = [channel for color in colors[:256] for channel in color]
    holder = Image.new("P", (1, 1))
    holder.putpalette(values + values[:3] * (256 - len(values) // 3))
    return picture.quantize(palette=holder, dither=Image.Dither.NONE)


def _smooth(picture: Image.Image, tolerance: int, fine: int) -> bytes:
    """The picture's pixels; a lone one is made like that above or before it if they are close.

    Lone pixels are the soft edges of shapes: a file's bytes go into them, areas cost nothing. Only
    pixels unlike the next are touched, so that no color can run into an area of another. One that
    is darker or lighter than both its neighbors is part of a letter or of a thin line: `fine` is
    the tolerance for it.
    """
    table = picture.getpalette() or []
    colors = [tuple(table[at : at + 3]) for at in range(0, 768, 3)]
    light = [2 * red + 5 * green + blue for red, green, blue in colors]
    apart = [[_distance(one, two) for two in colors] for one in colors]
    soft, thin = (
        [bytes(distance < 3 * most**2 for distance in row) for row in apart]
        for most in (tolerance, fine)
    )
    data, width = picture.tobytes(), picture.width
    above = bytes(width)
    rows = bytearray()
    for start in range(0, len(data), width):
        row = data[start : start + width]
        before = row[0]
        drawn = bytearray()
        for pixel, up, after in zip(row, above, row[1:] + row[-1:], strict=True):
            if pixel != before and pixel != after:
                own = light[pixel]
                between = (light[before] - own) * (light[after] - own) <= 0
                close = soft[pixel] if between else thin[pixel]
                if pixel != up and up != before and close[up]:
                    pixel = up
                elif close[before]:
                    pixel = before
            before = pixel
            drawn.append(pixel)
        above = bytes(drawn)
        rows += drawn
    return bytes(rows)


def _distance(one: tuple[int, ...], two: tuple[int, ...]) -> int:
    """Squared difference of two colors, weighted as eyes see red, green and blue."""
    red, green, blue = (a - b for a, b in zip(one, two, strict=True))
    return 2 * red * red + 4 * green * green + 3 * blue * blue
