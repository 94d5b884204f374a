"""A phase's map as images for forums: sizes for every column, small enough to be uploaded."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from msgspec import Struct

from generator.archive import Game, PhaseRecord, StateRecord
from generator.pages.maps.drawing import MapStyle, draw_document
from generator.pages.maps.material import material_of

__all__ = ["ForumImage", "forum_drawing", "forum_image", "forum_images"]

FULL: Final = 3200
"""The width of the largest image, for those who want to read every label."""


class ForumImage(Struct, frozen=True):
    """An image and the name of its file, which stays the same whenever it is drawn.

    `limit` is how many bytes it should have at most, 0 for any number.
    """

    name: str
    width: int
    data: bytes
    limit: int = 0

    @property
    def said(self) -> str:
        """Its size for people: "800 px, 120 KiB"."""
        over = "" if self.fits else f", above its {self.limit // 1024} KiB"
        return f"{self.width} px, {len(self.data) / 1024:.0f} KiB{over}"

    @property
    def fits(self) -> bool:
        return not self.limit or len(self.data) <= self.limit


def forum_images(
    game: Game, record: StateRecord | PhaseRecord, style: MapStyle | None = None
) -> Iterator[ForumImage]:
    """The map of a phase, or of the opening, in every size, the smallest first:
    `1621-movement-small.png` (125 KiB, as wide as that allows), three widths of 250 KiB, and one
    with all its colors.

    Game and phase stand in the picture. Each takes about a second.
    """
    from mapsvg import svg_to_png
    from mapsvg.png import LIMIT, SMALL, WIDTHS

    svg, name = forum_drawing(game, record, style)
    yield forum_image(svg, f"{name}-small.png", WIDTHS[0], SMALL)
    for width in WIDTHS:
        yield ForumImage(f"{name}-{width}.png", width, svg_to_png(svg, width), LIMIT)
    yield ForumImage(f"{name}-full.png", FULL, svg_to_png(svg, FULL, limit=None))


def forum_drawing(
    game: Game, record: StateRecord | PhaseRecord, style: MapStyle | None = None
) -> tuple[str, str]:
    """The map as SVG, and how the names of its images begin: "1621-movement"."""
    material = material_of(game, record)
    svg = draw_document(material.scene(material.picture), style or MapStyle())
    return svg, f"{record.moment.year}-{record.moment.phase}"


def forum_image(svg: str, name: str, width: int, limit: int) -> ForumImage:
    """One image of at most `limit` bytes: narrower than `width` where fewer colors do not help."""
    from mapsvg.png import fit_png

    data, fitting = fit_png(svg, width, limit)
    return ForumImage(name, fitting, data, limit)
