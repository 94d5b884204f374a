"""The pages of one game, in the order of play; some are kept from the last build.

After a change to its files, a phase usually has the same facts as before. Then the pages that
follow from the facts of the phases, some hundreds in a game, need not even be listed: a build notes
the digest of all that they follow from, and their addresses. So it does with the pages about
rulebooks, which show how often each rule was at work.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Container, Generator, Iterator, Sequence
from functools import cache, partial
from importlib import import_module
from typing import Final, NamedTuple

from msgspec import Struct, field

from generator.archive import Game, PhaseRecord
from generator.archive.game.game import read_press
from generator.pages.base.gameview import GameView, PhaseLink, Rails, game_view
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.game.card import game_card
from generator.pages.game.game import GameStand, game_page, stand_of
from generator.pages.game.postfacts import report_text
from generator.pages.maps.drawing import renderer
from generator.pages.maps.ground import Ground, drawing_page
from generator.pages.maps.material import Material, joined_maps
from generator.pages.phases.phase import opening_page, phase_page
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.corrections import CorrectionView, corrections
from generator.pages.story.facts import Memory, PhaseFacts, StateFacts, phase_facts, state_facts
from generator.pages.story.press import press_pieces


class Family(NamedTuple):
    """A family of pages: the module below `generator.pages`, and the function that lists them.

    It is imported when its pages are listed. `of_files`: they are made not only from the facts of
    the phases, the press, the settings, and the opening, but also from other files in the game's
    folder.
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
    Family("phases.years", "turn_pages"),
    Family("minors.minors", "influence_pages"),
    Family("scores.scores", "score_pages"),
    Family("scores.treasury", "treasury_pages"),
    Family("powers.diplomacy", "diplomacy_pages"),
    Family("powers.powers", "power_pages"),
    Family("powers.powers", "failed_pages"),
    Family("minors.minors", "minor_pages"),
    Family("provinces", "province_pages"),
    Family("phases.records", "record_pages"),
    Family("press", "press_pages"),
    Family("phases.replay", "replay_pages"),
    Family("phases.replay", "compare_pages"),
    # Their lists of corrections are those of the folder.
    Family("rules.rulings", "ruling_pages", of_files=True),
    Family("rules.used", "used_rules_pages"),
    # The position that waits supplies the state of each.
    Family("rules.used", "measure_pages", of_files=True),
    # Its sheets are those of the position that waits.
    Family("game.submit", "submit_pages", of_files=True),
    # It points at the position that waits.
    Family("game.desk", "desk_pages", of_files=True),
    # So does the position with which the desk tries it.
    Family("game.desk", "position_pages", of_files=True),
    Family("game.downloads", "download_pages"),
    Family("game.downloads", "more_pages"),
    Family("game.feeds", "calendar_pages"),
    Family("game.feeds", "game_feed_pages"),
    Family("game.search", "search_pages"),
)
"""Everything that follows a game, in the order in which the pages are made."""


class OpenGame(Struct, frozen=True):
    """A game whose pages are about to be made.

    `position` is the one that waits, made from `latest` (a digest), `now` its facts, `due` its
    place in the rail. The `ground` is the opening's drawing.
    """

    game: Game
    view: GameView
    opening: Material
    ground: Ground
    position: Material
    latest: str
    now: StateFacts
    due: PhaseLink | None
    rails: Rails
    digests: dict[int, tuple[str, str]] = field(default_factory=dict)

    def source(self, number: int) -> str:
        """The digest of what a phase was made from."""
        return self._digests(number)[0]

    def outcome(self, number: int) -> str:
        """The digest of what its map was made from."""
        return self._digests(number)[1]

    def _digests(self, number: int) -> tuple[str, str]:
        # The files are read once.
        if number not in self.digests:
            record = self.game.phases[number]
            self.digests[number] = (record.digest, record.outcome)
        return self.digests[number]


def open_game(maker: PageMaker, game: Game, memory: Memory) -> OpenGame:
    """The head of a game's pages; reads none of its phases but the last."""
    game = maker.reader.cut(game)
    view = game_view(game, maker.kit is not None)
    position = Material(game)
    opening = Material(game, opening=True, reader=maker.reader)
    paths = (game.opening.path, *game.opening.revealed)
    source = digest(*(path.read_bytes() for path in paths))
    ground = Ground(view, view.opening, opening, source)
    latest = game.phases[-1].outcome if game.phases else source
    now = _state_facts(maker, position, latest, memory, view.slug)
    # The phase that waits for orders has a place in the rail, and no address.
    due = None if now.ending else PhaseLink("", now.title, now.year, "")
    return OpenGame(game, view, opening, ground, position, latest, now, due, Rails(view, due))


def game_pages(
    maker: PageMaker, opened: OpenGame, memory: Memory
) -> Generator[Page | KeptPages, None, Notes]:
    """All pages of a game; gives the notes on them at the end, to be kept once all are written.

    A phase's facts are asked for just after its pages, so that its state is read once.
    """
    game, view, opening, ground = opened.game, opened.view, opened.opening, opened.ground
    source = ground.source
    yield opening_page(maker, opening, view, opened.rails, ground)
    yield drawing_page(maker, view, ground)
    yield from _png(maker, view, view.opening.address, source, opening)
    if not view.phases or view.opening.map[0] != view.phases[0].map[0]:
        yield _joined_maps(maker, view, [(view.opening, source, opening)])
    start = _state_facts(maker, opening, source, memory, view.slug)
    facts: list[PhaseFacts] = []
    for pages, told in phase_pages(maker, opened, memory):
        yield from pages
        facts.append(told())
    texts = tuple(
        text for text in read_press(game.folder) if maker.reader.shows(text.name[:10], game)
    )
    press = press_pieces(texts, view)
    sources = []
    for number in range(len(game.phases)):
        made_from = opened.source(number)
        # Of its files, where the memory keeps no facts.
        text = memory.recall(_facts_key(maker, view, made_from))
        sources.append(made_from if text is None else digest(text))
    chronicle = Chronicle(
        maker, game, view, start, opened.now, tuple(facts), press, tuple(sources), opened.latest
    )
    yield game_page(chronicle, opened.position, opened.due, opened.rails)
    yield maker.file(
        f"{view.address}map.svg",
        "map",
        _map_inputs(view, opened.latest),
        lambda: opened.position.file().encode(),
        view.slug,
    )
    yield from _png(maker, view, view.address, opened.latest, opened.position)
    stand = stand_of(game, view, opened.now, facts)
    # All that pages follow from which are not made from files of the game's folder besides.
    key = digest(
        maker.digest,
        view.digest,
        repr((view.opening, view.phases, press, game.settings)),
        source,
        start.dump(),
        opened.now.dump(),
        *sources,
        repr(stand),
    )
    return (yield from _family_pages(chronicle, stand, key, memory))


def _family_pages(
    chronicle: Chronicle, stand: GameStand, key: str, memory: Memory
) -> Generator[Page | KeptPages, None, Notes]:
    """The pages of all families; those that follow from the facts are listed only if the facts, of
    which `key` is the digest, have changed."""
    view = chronicle.view
    notes = recall_notes(memory, view.slug, key)
    named: list[tuple[str, ...]] = []
    for number, family in enumerate(FAMILIES):
        kept = notes.families[number] if notes else ()
        if kept:
            yield KeptPages(view.slug, kept)
        elif family.of_files or not notes:
            addresses: list[str] = []
            for page in family.pages(chronicle):
                addresses.append(page.address)
                yield page
            kept = () if family.of_files else tuple(addresses)
        named.append(kept)
    if notes:
        return notes
    return Notes(key, tuple(named), game_card(chronicle, stand).dump())


def phase_pages(
    maker: PageMaker, opened: OpenGame, memory: Memory, only: Container[str] | None = None
) -> Iterator[tuple[tuple[Page, ...], Callable[[], PhaseFacts]]]:
    """For each phase its pages, its own first, and a function that gives its facts. The first of a
    year brings the drawing that its maps are described against, the last of a few years the file
    with all their maps.

    `only` are the addresses of the phases that are wanted; None for all.
    """
    view = opened.view
    corrected = corrections(opened.game, view)
    drawn = [(view.opening, opened.ground.source, opened.opening)]
    ground, year = opened.ground, view.opening.year
    for number, record in enumerate(opened.game.phases):
        here = view.phases[number]
        material = Material(opened.game, record, reader=maker.reader)
        source, outcome = opened.source(number), opened.outcome(number)
        drawn = [image for image in drawn if image[0].map[0] == here.map[0]]
        is_first = here.year != year
        if is_first:
            ground, year = Ground(view, here, material, outcome, opened.ground), here.year
        drawn.append((here, outcome, material))
        if only is not None and here.address not in only:
            continue
        # The page, the post and later users ask for the same facts.
        facts = cache(partial(_phase_facts, maker, material, record, source, memory, view))
        notices = corrected.get(record.moment, ())
        page = phase_page(
            maker,
            material,
            record,
            source,
            view,
            number,
            facts,
            opened.rails,
            ground,
            notices,
        )
        maps = [*_png(maker, view, here.address, outcome, material)]
        if is_first:
            maps.append(drawing_page(maker, view, ground))
        if here.map[0] not in (later.map[0] for later in view.phases[number + 1 : number + 2]):
            maps.append(_joined_maps(maker, view, drawn))
        post = _post(maker, opened, number, source, material, facts, notices)
        yield (page, *maps, post), facts


def _joined_maps(
    maker: PageMaker, view: GameView, drawn: Sequence[tuple[PhaseLink, str, Material]]
) -> Page:
    """The maps of the phases of a few years as one SVG, from these with what they are made from."""
    address, _ = drawn[0][0].map
    maps = {phase.map[1]: material for phase, _, material in drawn}
    sources = digest(repr([(phase.address, source) for phase, source, _ in drawn]))
    return maker.file(
        address,
        "map",
        _map_inputs(view, sources),
        lambda: joined_maps(maps).encode(),
        view.slug,
    )


def _map_inputs(view: GameView, source: str) -> tuple[tuple[str, str], ...]:
    # The drawing bears the game's title.
    return (("source", source), ("ruleset", view.ruleset), ("title", digest(view.title)))


def _png(
    maker: PageMaker, view: GameView, address: str, source: str, material: Material
) -> Iterator[Page]:
    """The map beside a page as PNG, where the settings ask for it. That of a game's front page
    stands for the game where a link to it is pasted. The page is made as what it is drawn from."""
    if maker.settings.png or (maker.settings.base and address == view.address):
        inputs = (*_map_inputs(view, source), ("renderer", renderer()))
        where = f"{address}map.png"
        yield maker.file(where, "map", inputs, lambda: material.svg.encode(), view.slug)


def _post(
    maker: PageMaker,
    opened: OpenGame,
    number: int,
    source: str,
    material: Material,
    facts: Callable[[], PhaseFacts],
    notices: tuple[CorrectionView, ...],
) -> Page:
    """The `number`th phase (from 0) as a post for a forum, in BBCode, beside its page."""
    game, view, settings = opened.game, opened.view, maker.settings

    def post() -> bytes:
        return report_text(
            game, view, number, material, facts(), settings, notices=notices
        ).encode()

    record = view.phases[number].record
    inputs = (
        *([("record", record)] if record else []),
        *([("corrections", digest(repr(notices)))] if notices else []),
        ("phase", source),
        ("game", view.digest),
        ("settings", settings.digest),
    )
    address = f"{view.phases[number].address}report.bbcode.txt"
    return maker.file(address, "data", inputs, post, view.slug)


def _phase_facts(
    maker: PageMaker,
    material: Material,
    record: PhaseRecord,
    source: str,
    memory: Memory,
    view: GameView,
) -> PhaseFacts:
    key = _facts_key(maker, view, source)
    known = memory.recall(key)
    if known is None:
        known = phase_facts(material, record.rulings).dump()
        memory.remember(key, known, view.slug)
    # Also what was just found out: these pages and those of later builds see the same values.
    return PhaseFacts.load(known)


def _facts_key(maker: PageMaker, view: GameView, source: str) -> str:
    """The key under which the facts of a phase that was made from `source` are remembered."""
    return digest("phase", maker.program, repr(maker.reader), view.ruleset, source)


def _state_facts(
    maker: PageMaker, position: Material, source: str, memory: Memory, game: str
) -> StateFacts:
    key = digest("state", maker.program, repr(maker.reader), position.ruleset.id, source)
    known = memory.recall(key)
    if known is None:
        revealed = position.is_revealed
        known = state_facts(position.ruleset, position.before, revealed=revealed).dump()
        memory.remember(key, known, game)
    return StateFacts.load(known)


class KeptPages(Struct, frozen=True):
    """All pages of a game, or these `addresses`, which are as the last build left them."""

    game: str = ""
    addresses: tuple[str, ...] = ()


class Notes(NamedTuple):
    """The notes of a build on pages that follow from its games.

    `key` is a digest of all that they follow from. `families` are their addresses, for each family
    in its order; `more` is a text with what else is known of them.
    """

    key: str
    families: tuple[tuple[str, ...], ...]
    more: str


def recall_notes(memory: Memory, game: str, key: str) -> Notes | None:
    """The notes on a game, or on pages of none (""), if the pages would follow from the same facts,
    and their files are as the build left them.

    Others are forgotten at once: a build that makes new pages and is cut short would leave them
    untrue.
    """
    text = memory.recall(_slot(game))
    if not text:
        return None
    noted, families, more = json.loads(text)
    addresses = [tuple(family) for family in families]
    if noted == key and memory.stand([address for own in addresses for address in own]):
        return Notes(noted, tuple(addresses), more)
    memory.remember(_slot(game), "", game)
    return None


def note(memory: Memory, game: str, notes: Notes) -> None:
    """Keep notes on a game, or on pages of none: only once all have been made and written."""
    memory.remember(_slot(game), json.dumps(notes), game)


def _slot(game: str) -> str:
    # One for each game: newer notes overwrite older ones.
    return f"told {game}"
