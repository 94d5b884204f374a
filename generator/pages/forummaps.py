"""A phase's map as images for forums: sizes for every column, small enough to be uploaded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from generator.archive import Game, PhaseRecord
from generator.pages.maps import MapStyle, draw_document
from generator.pages.material import Material

__all__ = ["ForumImage", "forum_images"]

FULL: Final = 3200
"""The width of the largest image, for those who want to read every label."""


@dataclass(frozen=True, slots=True)
class ForumImage:
    """An image and the name of its file, which stays the same whenever it is drawn.

    `limit` is how many bytes it should have at most, 0 for any number.
    """

    name: str
    width: int
    data: bytes
    limit: int = 0

    @property
    def fits(self) -> bool:
        return not self.limit or len(self.data) <= self.limit


def forum_images(
    game: Game, record: PhaseRecord, style: MapStyle | None = None
) -> Iterator[ForumImage]:
    """The map of a phase in every size, the smallest first: `1621-movement-small.png` (125 KiB, as
    wide as that allows), three widths of 250 KiB, and one with all its colors.

    Game and phase stand in the picture. Each takes about a second.
    """
    from mapsvg import svg_to_png
    from mapsvg.png import LIMIT, SMALL, WIDTHS, fit_png

    material = Material(game, record)
    svg = draw_document(material.scene(material.picture), style or MapStyle())
    name = f"{record.moment.year}-{record.moment.phase}"
    data, width = fit_png(svg, WIDTHS[0], SMALL)
    yield ForumImage(f"{name}-small.png", width, data, SMALL)
    for width in WIDTHS:
        yield ForumImage(f"{name}-{width}.png", width, svg_to_png(svg, width), LIMIT)
    yield ForumImage(f"{name}-full.png", FULL, svg_to_png(svg, FULL, limit=None))
