"""From SVG to PNG with the shipped fonts: the same pixels on every machine."""

from __future__ import annotations

import io
import re
from typing import TYPE_CHECKING

from mapsvg.faces import font_files

if TYPE_CHECKING:
    from PIL import Image

COLORS = (144, 120, 100, 80)
LIMIT = 250 * 1024  # what the usual forum accepts


def svg_to_png(svg: str, width: int, *, limit: int | None = LIMIT) -> bytes:
    """The picture `width` pixels wide, with as many colors as `limit` bytes allow.

    limit: None keeps every color and makes a file three times as large. A picture that is too
    large even with the fewest colors is returned as it is. Raises ValueError for text that is no
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
    picture = Image.open(io.BytesIO(data)).convert("RGB")
    small = b""
    for colors in COLORS:
        flat = picture.quantize(palette=_palette(picture, svg, colors), dither=Image.Dither.NONE)
        out = io.BytesIO()
        flat.save(out, "PNG", optimize=True)
        small = out.getvalue()
        if len(small) <= limit:
            break
    return small


def _palette(picture: Image.Image, svg: str, colors: int) -> Image.Image:
    """The colors that the drawing names, and for the rest those that its pixels need most.

    Left to itself, quantizing gives nearly all colors to the sea and none to a small piece.
    """
    from PIL import Image

    # The powers' colors stand last in the style sheet. They go first: what a drawing has much of
    # comes back from its pixels.
    named = list(dict.fromkeys(re.findall(r"#[0-9a-f]{6}\b", svg)))[-(colors * 5 // 8) :]
    values = [int(color[at : at + 2], 16) for color in named for at in (1, 3, 5)]
    found = (
        picture.quantize(colors - len(named), method=Image.Quantize.MEDIANCUT).getpalette() or []
    )
    values += found[: 3 * (colors - len(named))]
    holder = Image.new("P", (1, 1))
    holder.putpalette(values + values[:3] * (256 - len(values) // 3))
    return holder
