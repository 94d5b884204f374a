"""More of a game: the parts without a tab, and files to take away."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from generator.pages.base.gameview import MORE
from generator.pages.base.page import Page
from generator.pages.story.chronicle import Chronicle


class Offer(NamedTuple):
    """A file or a page to take away. `name` is that of the file, "" for a page."""

    title: str
    address: str
    about: str
    name: str = ""


def more_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page that the tab More leads to."""
    yield chronicle.page(
        f"{MORE}/",
        "more.html",
        {"offers": tuple(_offers(chronicle))},
        title="More",
        tab=MORE,
        styles=("front.css",),
        description=f"{chronicle.view.title}: rulings, comparisons, rules at work and downloads",
    )


def _offers(chronicle: Chronicle) -> Iterator[Offer]:
    view, settings = chronicle.view, chronicle.maker.settings
    at = view.address
    if settings.png or settings.base:
        yield Offer("Map for a forum", f"{at}map.png", "the position as an image (PNG)",
                    f"{view.slug}.png")  # fmt: skip
    else:
        yield Offer("Map", f"{at}map.svg", "the position as a drawing (SVG)", f"{view.slug}.svg")
    if view.phases:
        yield Offer("Report for a forum", f"{view.latest.address}report.bbcode.txt",
                    f"{view.latest.title}, in BBCode", f"{view.slug}.txt")  # fmt: skip
    yield Offer("Film", f"{at}replay/", "the whole game on one map, phase by phase")
    yield Offer("Data", f"{at}game.json", "the whole game as JSON", f"{view.slug}.json")
