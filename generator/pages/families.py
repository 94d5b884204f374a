"""The families of pages that follow a game, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from generator.pages.chronicle import Chronicle
from generator.pages.compare import compare_pages
from generator.pages.diplomacy import diplomacy_pages
from generator.pages.downloads import download_pages
from generator.pages.gamecalendar import calendar_pages
from generator.pages.gamefeed import game_feed_pages
from generator.pages.influence import influence_pages
from generator.pages.minors import minor_pages
from generator.pages.page import Page
from generator.pages.powers import power_pages
from generator.pages.presspages import press_pages
from generator.pages.provinces import province_pages
from generator.pages.records import record_pages
from generator.pages.replay import replay_pages
from generator.pages.rulesused import used_rules_pages
from generator.pages.rulings import ruling_pages
from generator.pages.scores import score_pages
from generator.pages.search import search_pages
from generator.pages.submit import submit_pages
from generator.pages.treasury import treasury_pages
from generator.pages.turns import turn_pages

__all__ = ["FAMILIES"]

FAMILIES: Final[tuple[Callable[[Chronicle], Iterator[Page]], ...]] = (
    turn_pages,
    influence_pages,
    score_pages,
    treasury_pages,
    diplomacy_pages,
    power_pages,
    minor_pages,
    province_pages,
    record_pages,
    press_pages,
    replay_pages,
    compare_pages,
    ruling_pages,
    used_rules_pages,
    submit_pages,
    download_pages,
    calendar_pages,
    game_feed_pages,
    search_pages,
)
