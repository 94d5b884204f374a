"""The families of pages that follow a game, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Final

from generator.pages.base.page import Page
from generator.pages.game.calendar import calendar_pages
from generator.pages.game.downloads import download_pages
from generator.pages.game.feeds import game_feed_pages
from generator.pages.game.search import search_pages
from generator.pages.game.submit import submit_pages
from generator.pages.minors.influence import influence_pages
from generator.pages.minors.minors import minor_pages
from generator.pages.phases.compare import compare_pages
from generator.pages.phases.records import record_pages
from generator.pages.phases.replay import replay_pages
from generator.pages.phases.turns import turn_pages
from generator.pages.powers.diplomacy import diplomacy_pages
from generator.pages.powers.powers import power_pages
from generator.pages.press.pages import press_pages
from generator.pages.provinces.provinces import province_pages
from generator.pages.rules.rulings import ruling_pages
from generator.pages.rules.used import used_rules_pages
from generator.pages.scores.scores import score_pages
from generator.pages.scores.treasury import treasury_pages
from generator.pages.story.chronicle import Chronicle

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
