"""Maps in motion: drawings with captions as one animated WebP or GIF.

    film([Frame(svg, 1.4, "1620, movement", "Spain takes Milan", "The Winter King")], 800, "gif")

Above each drawing is a band with its caption; all pictures have the height of the tallest. A GIF
has one palette for all of them, so that unchanged land is identical from picture to picture, and
costs nothing.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from html import escape
from typing import TYPE_CHECKING, Any, Final, Literal, NamedTuple

from mapsvg.lettering import fit_text, text_width, wrap_text
from mapsvg.palette import load_palette
from mapsvg.png import LEAST, common_colors, named_colors, opened, svg_to_png, with_colors

if TYPE_CHECKING:
    from PIL import Image

Format = Literal["webp", "gif"]
FORMATS: Final[tuple[Format, ...]] = ("webp", "gif")
LIMIT: Final = 8_000_000
"""Bytes that forums and chats take."""

_COLORS: Final = 255  # of a GIF: one of 256 is for unchanged pixels
_QUALITY: Final = 80  # of a WebP: below it letters have a haze around them
# Of the band, as shares of its width: height, margin, the sizes of letters, and the strip at its
# lower edge that shows the progress of the film.
_BAND: Final = 0.126
_MARGIN: Final = 0.02
_HEADING: Final = 0.034
_TITLE: Final = 0.021
_TEXT: Final = 0.0225
_STRIP: Final = 0.005
_LINES: Final = 2  # of the text


class Frame(NamedTuple):
    """A drawing that is shown for so many seconds. The band above it has a heading, the title
    of the whole in small letters, and a text of two lines at most."""

    svg: str
    seconds: float
    heading: str
    text: str = ""
    title: str = ""


def _results(jobs: Sequence[Callable[[], bytes]]) -> Iterator[bytes]:
    """The results of jobs, one after the other."""
    return (job() for job in jobs)


Results = Callable[[Sequence[Callable[[], bytes]]], Iterator[bytes]]
"""Does jobs, and gives what they give in their order."""


class Film(NamedTuple):
    """An animated picture. `frames` counts its pictures, `width` is in pixels."""

    data: bytes
    frames: int
    width: int
    seconds: float


def fit_film(
    frames: Callable[[int], Iterable[Frame]],
    width: int,
    kind: Format,
    limit: int = LIMIT,
    palette: str = "day",
    results: Results = _results,
) -> Film:
    """The film in at most `limit` bytes, narrower than `width` if it must be; one as narrow as a
    map can be is returned as it is. `frames` gives them as they are drawn for a width; `results`
    may do its jobs side by side.

    Raises ValueError as `film` does.
    """
    while True:
        made = film(frames(width), width, kind, palette, results)
        if len(made.data) <= limit or width <= LEAST:
            return made
        # Bytes grow a little less than the area.
        width = max(LEAST, min(width - 16, int(width * (limit / len(made.data)) ** 0.6)))


def film(
    frames: Iterable[Frame],
    width: int,
    kind: Format,
    palette: str = "day",
    results: Results = _results,
) -> Film:
    """The frames one after the other, over and over. The output is deterministic.

    Raises ValueError without any frame, and for a drawing that is not an SVG.
    """
    shown = list(frames)
    if not shown:
        raise ValueError("a film has at least one frame")
    # They wait as PNGs: eighty of those take less room than three pictures unpacked.
    drawn = list(results([partial(svg_to_png, frame.svg, width) for frame in shown]))
    colors = named_colors("".join((*_paper_and_ink(palette), *(frame.svg for frame in shown))))
    height = max(opened(data).height for data in drawn)

    def pictures() -> Iterator[Image.Image]:
        for number, (data, frame) in enumerate(zip(drawn, shown, strict=True), 1):
            yield _picture(data, frame, (width, height), number / len(drawn), palette)

    pauses = [frame.seconds for frame in shown]
    if kind == "webp":
        data = _animated(pictures(), kind, pauses)
    else:
        palette_of_all = common_colors(pictures(), colors, _COLORS)
        fewer = (with_colors(picture, palette_of_all) for picture in pictures())
        data = _animated(fewer, kind, pauses)
    return Film(data, len(drawn), width, sum(pauses))


def _picture(
    data: bytes, frame: Frame, size: tuple[int, int], done: float, palette: str
) -> Image.Image:
    """A frame with its caption, on paper of the size of all maps."""
    from PIL import Image

    band = opened(svg_to_png(_band(frame, size[0], done, palette), size[0]))
    paper, _ = _paper_and_ink(palette)
    whole = Image.new("RGB", (size[0], band.height + size[1]), paper)
    whole.paste(band, (0, 0))
    whole.paste(opened(data), (0, band.height))
    return whole


def _band(frame: Frame, width: int, done: float, palette: str) -> str:
    """The caption as a drawing."""
    paper, ink = _paper_and_ink(palette)
    height, margin = round(_BAND * width), _MARGIN * width
    title_size, text_size = _TITLE * width, _TEXT * width
    room = width - 2 * margin
    title = fit_text(frame.title, "AlegreyaSans-Regular", title_size, 0.4 * room)
    beside = text_width(title, "AlegreyaSans-Regular", title_size) + margin
    heading_size = _HEADING * width
    heading = fit_text(frame.heading, "EBGaramond-Bold", heading_size, room - beside)
    lines = wrap_text(frame.text, "AlegreyaSans-Regular", text_size, room)
    if len(lines) > _LINES:
        rest = " ".join(lines[_LINES - 1 :])
        lines[_LINES - 1 :] = [fit_text(rest, "AlegreyaSans-Regular", text_size, room)]
    first = margin + 0.75 * heading_size
    texts = [
        _text(margin, first, heading, heading_size, "EB Garamond", ink, weight=700),
        _text(width - margin, first, title, title_size, "Alegreya Sans", ink, anchor="end"),
        *(
            _text(
                margin, first + (1.5 + 1.22 * at) * text_size, line, text_size, "Alegreya Sans", ink
            )
            for at, line in enumerate(lines)
        ),
    ]
    strip = max(2, round(_STRIP * width))
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        f'<rect width="{width}" height="{height}" fill="{paper}"/>{"".join(texts)}'
        f'<rect y="{height - strip}" width="{done * width:.1f}" height="{strip}" fill="{ink}"/>'
        "</svg>"
    )


def _text(
    x: float,
    y: float,
    text: str,
    size: float,
    family: str,
    color: str,
    *,
    weight: int = 400,
    anchor: str = "start",
) -> str:
    return (
        f'<text x="{x:.1f}" y="{y:.1f}" font-family="{family}" font-size="{size:.1f}" '
        f'font-weight="{weight}" text-anchor="{anchor}" fill="{color}">{escape(text)}</text>'
    )


def _paper_and_ink(palette: str) -> tuple[str, str]:
    tokens = load_palette(palette).tokens
    return tokens["halo"], tokens["ink"]


def _animated(pictures: Iterator[Image.Image], kind: str, pauses: Sequence[float]) -> bytes:
    # Of a GIF, what stays from picture to picture is left out of the later one. It counts
    # hundredths of a second.
    options: dict[str, Any] = (
        {"quality": _QUALITY, "method": 4, "minimize_size": True}
        if kind == "webp"
        else {"disposal": 1}
    )
    out = io.BytesIO()
    next(pictures).save(
        out,
        kind,
        save_all=True,
        append_images=pictures,
        duration=[round(pause * 100) * 10 for pause in pauses],
        loop=0,
        **options,
    )
    return out.getvalue()
