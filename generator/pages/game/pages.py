"""The pages of one game, in the order of play."""

from __future__ import annotations

from collections.abc import Callable, Container, Generator, Iterator
from dataclasses import dataclass, field
from functools import partial

from generator.archive import Game, PhaseRecord
from generator.archive.press import read_press
from generator.pages.base.gameview import GameView, PhaseLink, Rails, game_view
from generator.pages.base.house import House
from generator.pages.base.page import Page, digest
from generator.pages.game.card import GameCard, game_card
from generator.pages.game.families import FAMILIES
from generator.pages.game.game import game_page, stand_of
from generator.pages.game.postfacts import report_text
from generator.pages.maps.drawing import map_png
from generator.pages.maps.material import Material
from generator.pages.phases.phase import opening_page, phase_page
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.corrections import corrections
from generator.pages.story.facts import Memory, PhaseFacts, StateFacts, phase_facts, state_facts
from generator.pages.story.press import press_pieces

__all__ = ["OpenGame", "game_pages", "open_game", "phase_pages"]


@dataclass(frozen=True, slots=True)
class OpenGame:
    """A game whose pages are about to be made.

    `position` is the one that waits, `now` what is said of it, `due` its place in the rail.
    """

    game: Game
    view: GameView
    position: Material
    latest: str
    now: StateFacts
    due: PhaseLink | None
    rails: Rails
    digests: dict[int, str] = field(default_factory=dict)

    def source(self, number: int) -> str:
        """The digest of what a phase was made from, of which the files are read once."""
        if number not in self.digests:
            self.digests[number] = self.game.phases[number].digest
        return self.digests[number]


def open_game(house: House, game: Game, memory: Memory) -> OpenGame:
    """The head of a game's pages; reads none of its phases but the last."""
    game = house.reader.cut(game)
    view = game_view(game)
    position = Material(game)
    latest = game.phases[-1].digest if game.phases else _opening_digest(game)
    now = _state_facts(house, position, latest, memory, view.slug)
    due = _due(now)
    return OpenGame(game, view, position, latest, now, due, Rails(view, due))


def game_pages(house: House, one: OpenGame, memory: Memory) -> Generator[Page, None, GameCard]:
    """All pages of a game, its front page last; gives its card at the end.

    A phase's facts are asked for just after its pages, so that its state is read once.
    """
    game, view = one.game, one.view
    source = _opening_digest(game)
    opening = Material(game, opening=True, reader=house.reader)
    yield opening_page(house, opening, view, source, one.rails)
    yield from _maps(house, view, view.opening.address, source, opening)
    start = _state_facts(house, opening, source, memory, view.slug)
    facts: list[PhaseFacts] = []
    for pages, told in phase_pages(house, one, memory):
        yield from pages
        facts.append(told())
    texts = tuple(one for one in read_press(game.folder) if house.reader.shows(one.name[:10], game))
    press = press_pieces(texts, view)
    sources = tuple(one.source(number) for number in range(len(facts)))
    chronicle = Chronicle(house, game, view, start, one.now, tuple(facts), press, sources)
    yield game_page(chronicle, one.position, one.due, one.rails)
    yield from _maps(house, view, view.address, one.latest, one.position)
    for pages_of in FAMILIES:
        yield from pages_of(chronicle)
    return game_card(chronicle, stand_of(game, view, one.now, facts))


def phase_pages(
    house: House, one: OpenGame, memory: Memory, only: Container[str] | None = None
) -> Iterator[tuple[tuple[Page, ...], Callable[[], PhaseFacts]]]:
    """For each phase its pages, its own first, and a function that gives its facts.

    `only` are the addresses of the phases that are wanted; None for all.
    """
    view = one.view
    corrected = corrections(one.game, view)
    for number, record in enumerate(one.game.phases):
        if only is not None and view.phases[number].address not in only:
            continue
        material = Material(one.game, record, reader=house.reader)
        source = one.source(number)
        facts = partial(_phase_facts, house, material, record, source, memory, view.slug)
        notices = corrected.get(record.moment, ())
        page = phase_page(house, material, record, source, view, number, facts, one.rails, notices)
        maps = _maps(house, view, view.phases[number].address, source, material)
        post = _post(house, one, number, source, material, facts)
        yield (page, *maps, post), facts


def _opening_digest(game: Game) -> str:
    return digest(game.opening.path.read_bytes())


def _maps(
    house: House, view: GameView, address: str, source: str, material: Material
) -> Iterator[Page]:
    """The map beside a page, as SVG and, where the settings ask for it, as PNG."""
    inputs = (("source", source), ("ruleset", view.ruleset))

    def svg() -> bytes:
        return material.svg.encode()

    yield house.file(f"{address}map.svg", "map", inputs, svg, view.slug)
    if house.settings.png:

        def png() -> bytes:
            return map_png(material.svg)

        yield house.file(f"{address}map.png", "map", inputs, png, view.slug)


def _post(
    house: House,
    one: OpenGame,
    number: int,
    source: str,
    material: Material,
    facts: Callable[[], PhaseFacts],
) -> Page:
    """The `number`th phase (from 0) as a post for a forum, in BBCode, beside its page."""
    game, view, settings = one.game, one.view, house.settings

    def post() -> bytes:
        return report_text(game, view, number, material, facts(), settings).encode()

    inputs = (("phase", source), ("game", view.digest), ("settings", settings.digest))
    address = f"{view.phases[number].address}report.bbcode.txt"
    return house.file(address, "data", inputs, post, view.slug)


def _due(now: StateFacts) -> PhaseLink | None:
    """The phase that waits for orders, as a place in the rail without an address."""
    if now.ending:
        return None
    return PhaseLink(now.phase[:1].upper(), now.title, now.year, "")


def _phase_facts(
    house: House,
    material: Material,
    record: PhaseRecord,
    source: str,
    memory: Memory,
    game: str,
) -> PhaseFacts:
    key = digest("phase", house.program, repr(house.reader), material.ruleset.id, source)
    known = memory.recall(key)
    if known is not None:
        return PhaseFacts.load(known)
    found = phase_facts(material, record.rulings)
    memory.remember(key, found.dump(), game)
    return found


def _state_facts(
    house: House, position: Material, source: str, memory: Memory, game: str
) -> StateFacts:
    key = digest("state", house.program, repr(house.reader), position.ruleset.id, source)
    known = memory.recall(key)
    if known is not None:
        return StateFacts.load(known)
    found = state_facts(position.ruleset, position.before)
    memory.remember(key, found.dump(), game)
    return found
