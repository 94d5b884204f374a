"""The families of pages that follow a game, in the order in which they are made."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from typing import Final, NamedTuple

from generator.pages.base.page import Page
from generator.pages.story.chronicle import Chronicle


class Family(NamedTuple):
    """A family of pages: the module below `generator.pages`, and the function that names them.

    It is imported when its pages are named. `of_files`: they are made not only from what the phases
    tell, the press, the settings, and the opening, but also from what else is in the game's folder.
    """

    module: str
    function: str
    of_files: bool = False

    def pages(self, chronicle: Chronicle) -> Iterator[Page]:
        """The pages of the family."""
        module = import_module(f"generator.pages.{self.module}")
        name: Callable[[Chronicle], Iterator[Page]] = getattr(module, self.function)
        return name(chronicle)


FAMILIES: Final = (
    Family("phases.turns", "turn_pages"),
    Family("minors.minors", "influence_pages"),
    Family("scores.scores", "score_pages"),
    Family("scores.treasury", "treasury_pages"),
    Family("powers.diplomacy", "diplomacy_pages"),
    Family("powers.powers", "power_pages"),
    Family("powers.failed", "failed_pages"),
    Family("minors.minors", "minor_pages"),
    Family("provinces.provinces", "province_pages"),
    Family("phases.records", "record_pages"),
    Family("press.pages", "press_pages"),
    Family("phases.replay", "replay_pages"),
    Family("phases.compare", "compare_pages"),
    # Their lists of corrections are those of the folder.
    Family("rules.rulings", "ruling_pages", of_files=True),
    Family("rules.used", "used_rules_pages"),
    # How each stands is asked of the position that waits.
    Family("rules.measures", "measure_pages", of_files=True),
    # Its sheets are those of the position that waits.
    Family("game.submit", "submit_pages", of_files=True),
    # It points at the position that waits.
    Family("game.desk", "desk_pages", of_files=True),
    # So does the position with which the desk tries it.
    Family("game.positions", "position_pages", of_files=True),
    Family("game.downloads", "download_pages"),
    Family("game.feeds", "calendar_pages"),
    Family("game.feeds", "game_feed_pages"),
    Family("game.search", "search_pages"),
)
