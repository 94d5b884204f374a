"""The sample games as chronicles, read once; and what they were some phases earlier."""

from __future__ import annotations

import shutil
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.structs import replace

from generator.archive import load_game
from generator.pages.base.page import Page
from generator.pages.game.pages import open_game, phase_pages
from generator.pages.maps.material import Material
from generator.pages.site.site import read_site
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.facts import PhaseFacts, StateFacts, state_facts

ROOT = Path(__file__).parents[2]


class Forgetful:
    """A memory that keeps nothing."""

    def recall(self, key: str) -> str | None:
        return None

    def remember(self, key: str, text: str, game: str) -> None:
        pass

    def is_whole(self, game: str) -> bool:
        return False

    def stand(self, addresses: Sequence[str]) -> bool:
        return False


@lru_cache(maxsize=3)
def chronicle_of(name: str) -> Chronicle:
    """A sample game of `games/`."""
    return chronicle_in(ROOT / "games" / name)


@lru_cache(maxsize=2)
def unrevealed(name: str) -> Chronicle:
    """A sample game as it stood before its secrets were revealed."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / name
        shutil.copytree(ROOT / "games" / name, copy, ignore=shutil.ignore_patterns("revealed"))
        return chronicle_in(copy)


def chronicle_in(folder: Path) -> Chronicle:
    """The game in a folder."""
    maker = read_site(ROOT / "games", ROOT / "site", "default", 0).maker
    game = load_game(folder)
    one = open_game(maker, game, Forgetful())
    opening = state_facts(game.ruleset, Material(game, opening=True).before)
    facts = tuple(told() for _, told in phase_pages(maker, one, Forgetful()))
    return Chronicle(maker, game, one.view, opening, one.now, facts, ())


def remembered(chronicle: Chronicle) -> Chronicle:
    """The same after a way through the build's memory."""
    return replace(
        chronicle,
        opening=StateFacts.load(chronicle.opening.dump()),
        now=StateFacts.load(chronicle.now.dump()),
        facts=tuple(PhaseFacts.load(one.dump()) for one in chronicle.facts),
    )


def up_to(chronicle: Chronicle, year: int, phases: int = 99) -> Chronicle:
    """The game as it stood when some phases of a year had been played, before its end."""
    first = next(at for at, link in enumerate(chronicle.view.phases) if link.year == year)
    of_year = sum(link.year == year for link in chronicle.view.phases)
    number = first + min(phases, of_year)
    due = year if phases < of_year else year + 1
    return replace(
        chronicle,
        view=replace(chronicle.view, phases=chronicle.view.phases[:number]),
        facts=chronicle.facts[:number],
        now=replace(chronicle.now, ending="", year=due),
    )


def text_of(pages: dict[str, Page], address: str) -> str:
    """The HTML of one of some pages."""
    return pages[address].make().decode()
