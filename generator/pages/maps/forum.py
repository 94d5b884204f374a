"""A phase's map as images for forums: sizes for every column, small enough to be uploaded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive import Game, PhaseRecord, StateRecord
from generator.pages.maps.drawing import PLAIN, MapStyle, draw_document
from generator.pages.maps.material import Material, material_of

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
    game: Game, record: StateRecord | PhaseRecord, style: MapStyle = PLAIN
) -> Iterator[Callable[[], ForumImage]]:
    """The map of a phase, or of the opening, in every size, the smallest first:
    `1621-movement-small.png` (125 KiB, as wide as that allows), three widths of at most 250 KiB,
    the close-ups in which units were ordered (`1621-movement-germany.png`), and one that is large,
    with all its colors.

    Game and phase are in the picture. Each is drawn by a call, which takes some seconds.
    """
    from mapsvg.png import LIMIT, SMALL, WIDTHS

    image = partial(forum_image, game, record)
    yield partial(image, WIDTHS[0], SMALL, name="small", style=style)
    for width in WIDTHS:
        yield partial(image, width, LIMIT, style=style)
    if not style.view:
        for view in _views_with_orders(material_of(game, record)):
            yield partial(image, WIDTHS[1], LIMIT, name=view, style=replace(style, view=view))
    yield partial(_full_image, game, record, style)


def forum_image(
    game: Game,
    record: StateRecord | PhaseRecord,
    width: int,
    limit: int,
    *,
    name: str = "",
    style: MapStyle = PLAIN,
) -> ForumImage:
    """One image of at most `limit` bytes, "1621-movement-800.png" without another `name`: narrower
    than `width` if too few colors would be left."""
    from mapsvg.png import fit_png

    material = material_of(game, record)
    scene = material.scene(material.picture)
    svg = draw_document(scene, replace(style, pixels=width))
    data, fitting = fit_png(svg, width, limit)
    if fitting < width:  # letters are smaller, too
        svg = draw_document(scene, replace(style, pixels=fitting))
        data, fitting = fit_png(svg, fitting, limit)
    return ForumImage(f"{_name(record)}-{name or width}.png", fitting, data, limit)


def _full_image(game: Game, record: StateRecord | PhaseRecord, style: MapStyle) -> ForumImage:
    from mapsvg import svg_to_png

    material = material_of(game, record)
    svg = draw_document(material.scene(material.picture), style)
    return ForumImage(f"{_name(record)}-full.png", FULL, svg_to_png(svg, FULL))


def _name(record: StateRecord | PhaseRecord) -> str:
    return f"{record.moment.year}-{record.moment.phase}"


def _views_with_orders(material: Material) -> Iterator[str]:
    """The close-ups that the board itself has, in which units were ordered to do something."""
    from mapsvg import load_board

    board = load_board(material.picture.board)
    spots = [
        board.places[order.at]
        for order in material.picture.orders
        if order.kind != "hold" and order.at in board.places
    ]
    for name, view in board.geometry.views.items():
        left, top, width, height = view.box
        if any(0 <= x - left <= width and 0 <= y - top <= height for x, y in spots):
            yield name
