"""The feed of a game."""

from __future__ import annotations

from collections.abc import Iterator

from generator.pages.chronicle import Chronicle
from generator.pages.feeds import game_feed_page
from generator.pages.page import Page

__all__ = ["game_feed_pages"]


def game_feed_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The Atom feed of a game: its newest phases."""
    yield game_feed_page(chronicle)
