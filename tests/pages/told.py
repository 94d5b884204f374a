"""Games as their chronicles, without building a site, and what they were some phases earlier; and
the addresses in what is made of them."""

from __future__ import annotations

import re
import shutil
from collections.abc import Iterable, Sequence
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.game.game import read_press
from generator.pages.base.gameview import GameView
from generator.pages.base.links import file_links
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page
from generator.pages.game.card import GameCard, game_card
from generator.pages.game.game import stand_of
from generator.pages.game.pages import open_game, phase_pages
from generator.pages.maps.material import Material
from generator.pages.site.site import read_site
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.facts import PhaseFacts, StateFacts, state_facts
from generator.pages.story.press import press_pieces

ROOT = Path(__file__).parents[2]
SAMPLES = ("after-the-comet", "first-light", "winter-king")


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


def maker_of(root: Path = ROOT, **settings: object) -> PageMaker:
    """The page maker of a site, with some of its settings changed."""
    maker = read_site(root / "games", root / "site", "default", 0).maker
    return replace(maker, settings=replace(maker.settings, **settings))  # type: ignore[arg-type]


def tell(folder: Path, maker: PageMaker) -> Chronicle:
    """The chronicle of a game's folder."""
    one = open_game(maker, load_game(folder), Forgetful())
    opening = state_facts(one.game.ruleset, Material(one.game, opening=True).before)
    facts = tuple(told() for _, told in phase_pages(maker, one, Forgetful()))
    press = press_pieces(read_press(folder), one.view)
    sources = tuple(one.source(number) for number in range(len(facts)))
    return Chronicle(maker, one.game, one.view, opening, one.now, facts, press, sources, one.latest)


@lru_cache(maxsize=8)
def sample(name: str) -> Chronicle:
    """A sample game of `games/`."""
    return tell(ROOT / "games" / name, maker_of())


@lru_cache(maxsize=2)
def unrevealed(name: str) -> Chronicle:
    """A sample game as it stood before its secrets were revealed."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / name
        shutil.copytree(ROOT / "games" / name, copy, ignore=shutil.ignore_patterns("revealed"))
        return tell(copy, maker_of())


def view_of(name: str) -> GameView:
    """How a sample game is looked at; its phases are not read."""
    return open_game(maker_of(), load_game(ROOT / "games" / name), Forgetful()).view


def card_of(chronicle: Chronicle) -> GameCard:
    """The card of a game."""
    stand = stand_of(chronicle.game, chronicle.view, chronicle.now, chronicle.facts)
    return game_card(chronicle, stand)


def with_facts(chronicle: Chronicle, number: int, **changes: object) -> Chronicle:
    """The chronicle with other facts of its phase `number` (from 0)."""
    facts = list(chronicle.facts)
    facts[number] = replace(facts[number], **changes)  # type: ignore[arg-type]
    return replace(chronicle, facts=tuple(facts))


def number_of(chronicle: Chronicle, address: str) -> int:
    """The number of the phase at an address, from 0."""
    return [link.address for link in chronicle.view.phases].index(address)


def facts_at(chronicle: Chronicle, address: str) -> PhaseFacts:
    """The facts of the phase at an address."""
    return chronicle.facts[number_of(chronicle, address)]


def made(pages: Iterable[Page]) -> dict[str, str]:
    """What pages consist of, by their addresses."""
    return {page.address: page.make().decode() for page in pages}


def keys(pages: Iterable[Page]) -> dict[str, str]:
    """Whether pages are as they were is told by these."""
    return {page.address: page.key for page in pages}


def targets(address: str, html: str) -> dict[str, tuple[str, ...]]:
    """The pages that a page links to, with the anchors there. Fails for what is wrong by itself."""
    links = file_links(address, html.encode())
    assert links.problems == ()
    return dict(links.targets)


def words(html: str) -> str:
    """The text of a page on one line, without its tags."""
    from html import unescape

    return " ".join(unescape(re.sub(r"<[^>]+>", " ", html)).split())


def positions_in(data: Any) -> dict[str, Any]:
    """The positions after all phases of a game's JSON, by the addresses of the phases."""
    position, found = data["opening"]["position"], {}
    for phase in data["phases"]:
        position = found[phase["address"]] = _patched(position, phase["position"])
    return found


def _patched(target: Any, patch: Any) -> Any:
    """What RFC 7396 makes of these, in its own words."""
    if not isinstance(patch, dict):
        return patch
    merged = dict(target) if isinstance(target, dict) else {}
    for name, value in patch.items():
        if value is None:
            merged.pop(name, None)
        else:
            merged[name] = _patched(merged.get(name), value)
    return merged


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


def weight_of(text: str, without: frozenset[str] = frozenset()) -> int:
    """The bytes of a page with its styles and scripts, but for those of maps."""
    static = ROOT / "themes" / "default" / "static"
    maps = {"map.css", "mapfills.css", "maps.js", "zoom.js"}
    names = set(re.findall(r'(?:href|src)="[./]*([\w-]+\.(?:css|js))"', text)) - without - maps
    assert names
    files = [static / one for one in sorted(names) if (static / one).is_file()]
    return len(text.encode()) + sum(file.stat().st_size for file in files)
