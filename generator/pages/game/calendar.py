"""The deadlines of a game as a calendar file, to be subscribed to."""

from __future__ import annotations

from collections.abc import Iterator

from generator.archive.dates.calendar import game_calendar
from generator.pages.base.page import Page, digest
from generator.pages.story.chronicle import Chronicle

__all__ = ["CALENDAR", "calendar_pages"]

CALENDAR = "calendar.ics"


def calendar_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The calendar of a game that has deadlines."""
    view, settings = chronicle.view, chronicle.game.settings
    if not settings.dates:
        return
    base = chronicle.maker.settings.base
    inputs = (
        ("game", view.digest),
        ("settings", digest(repr(settings), base)),
        ("phases", digest(repr([link.address for link in view.phases]))),
        ("state", digest(chronicle.now.dump())),
    )

    def make() -> bytes:
        return game_calendar(chronicle.game, f"{base}{view.address}" if base else "").encode()

    yield chronicle.maker.file(f"{view.address}{CALENDAR}", "data", inputs, make, view.slug)
