"""Subscriptions: feeds of the site and of each game, and a game's calendar.

An entry of a feed is a phase, with its public report. The calendar has the deadlines.

Nothing in a feed comes from a clock. A phase is dated by the deadline of its orders in game.toml.
One without a deadline follows the last phase that has one by a second for each phase between them;
where no phase before it has one, the phases of the game are dated day by day from 2000 on, so that
readers still put them in order. Ids are tag URIs that are made from the game's seed commitment:
they stay when the site moves or the game's folder gets another name.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from msgspec import Struct

from generator.archive import Game
from generator.archive.dates.calendar import game_calendar
from generator.archive.dates.deadlines import written_deadline
from generator.archive.game.settings import GameSettings
from generator.engine.phases import Moment
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest, link
from generator.pages.base.words import OUTCOME_LOOKS
from generator.pages.story.chronicle import Chronicle, ChroniclePhase

CALENDAR: Final = "calendar.ics"
NEWEST: Final = 30
"""Entries of a feed."""
PER_GAME: Final = 10
"""Entries of one game in the feed of the site, so that none crowds out the others."""
AUTHORITY: Final = "theatrum.invalid,2026"
"""The authority of the ids: not a domain, since a game may move from one to another."""
_START: Final = datetime(2000, 1, 1, tzinfo=UTC)
_EMPTY: Final = "1970-01-01T00:00:00Z"
"""When a feed without entries was last updated."""
_WORKED: Final = frozenset({"ok", "hold"})
_NOT_XML: Final = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")
"""Characters that no XML file may hold, not even written as numbers."""


PhaseDate = tuple[str, bool]
"""When a phase was, in RFC 3339 and UTC, and whether game.toml has it, at least nearly."""


class NewsItem(Struct, frozen=True):
    """A phase as an entry of a feed.

    `orders` are those that failed: power, order, verdict, anchor. `events` are text, rule, anchor.
    """

    id: str
    game: str
    title: str
    address: str
    rules: str
    date: str
    is_known: bool
    headline: str
    summary: tuple[str, ...]
    tally: str
    events: tuple[tuple[str, str, str], ...]
    orders: tuple[tuple[str, str, str, str], ...]


def phase_dates(game: Game) -> tuple[PhaseDate, ...]:
    """The dates of a game's phases, in the order of play."""
    found: list[PhaseDate] = []
    last: datetime | None = None
    for number, record in enumerate(game.phases, 1):
        due = _due(game.settings, record.moment)
        if due is not None:
            last = due
        elif last is not None:
            with suppress(OverflowError):
                last += timedelta(seconds=1)
        when = last or _START + timedelta(days=number)
        text = when.isoformat(timespec="seconds").replace("+00:00", "Z")
        found.append((text, last is not None))
    return tuple(found)


def _due(settings: GameSettings, moment: Moment) -> datetime | None:
    """When the orders of a phase were due, in UTC."""
    given = settings.deadline(moment)
    if given is None:
        return None
    # The first and the last days that there are may lie outside the years of UTC.
    with suppress(OverflowError):
        deadline = written_deadline(settings, moment)
        return deadline.due.astimezone(UTC) if deadline else None
    return datetime(given.year, given.month, given.day, tzinfo=UTC)


def plain_xml(text: str) -> str:
    """A text without the characters that XML cannot hold."""
    return _NOT_XML.sub("", text)


def game_news(chronicle: Chronicle, most: int = NEWEST) -> tuple[NewsItem, ...]:
    """The newest phases, the last first."""
    dates = phase_dates(chronicle.game)
    played = [phase for phase in chronicle.phases if phase.facts]
    pairs = list(zip(played, dates, strict=True))[-most:]
    return tuple(
        _news(chronicle, phase, when, f"{_game_tag(chronicle.game)}/{phase.year}/{phase.link.slug}")
        for phase, when in reversed(pairs)
    )


def _game_tag(game: Game) -> str:
    commitment = game.settings.seed_commitment
    return f"tag:{AUTHORITY}:game/{commitment[:32] if commitment else game.slug}"


def _news(chronicle: Chronicle, phase: ChroniclePhase, when: PhaseDate, tag: str) -> NewsItem:
    view, facts = chronicle.view, phase.told
    return NewsItem(
        id=tag,
        game=plain_xml(view.title),
        title=phase.link.title,
        address=phase.link.address,
        rules=view.rules,
        date=when[0],
        is_known=when[1],
        headline=plain_xml(facts.headline or phase.link.title),
        summary=tuple(map(plain_xml, facts.summary)),
        tally=facts.tally,
        events=tuple(
            (plain_xml(event.text), event.rule if event.rule in view.rule_ids else "", event.anchor)
            for event in facts.events
        ),
        orders=tuple(
            (
                view.side(verdict.power).name,
                plain_xml(verdict.order),
                OUTCOME_LOOKS[verdict.outcome].word,
                verdict.anchor,
            )
            for verdict in facts.verdicts
            if OUTCOME_LOOKS[verdict.outcome].css not in _WORKED
        ),
    )


def feed_page(
    maker: PageMaker,
    address: str,
    tag: str,
    title: str,
    about: str,
    home: str,
    items: Sequence[NewsItem],
    game: str = "",
) -> Page:
    """A feed at `address` about the page at `home`. Its links are whole where the site's address is
    known, and relative to the feed where it is not."""
    base = maker.settings.base

    def to(target: str, anchor: str = "") -> str:
        if not base:
            return link(address, target, anchor)
        return f"{base}{target}{f'#{anchor}' if anchor else ''}"

    def values() -> Mapping[str, Any]:
        return {
            "to": to,
            "address": address,
            "tag": tag,
            "feed_title": plain_xml(title),
            "about": plain_xml(about),
            "home": home,
            "items": items,
            "updated": max((item.date for item in items), default=_EMPTY),
        }

    inputs = (("items", digest(repr((tag, title, about, home, tuple(items))))),)
    return maker.page(address, "feed", "feed.xml", inputs, values, game)


def game_feed_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The Atom feed of a game: its newest phases."""
    view = chronicle.view
    yield feed_page(
        chronicle.maker,
        f"{view.address}feed.xml",
        f"{_game_tag(chronicle.game)}/feed",
        view.title,
        f"Every phase of the game as it is adjudicated. {view.kick}.",
        view.address,
        game_news(chronicle),
        view.slug,
    )


def site_feed_page(maker: PageMaker, news: Iterable[Sequence[NewsItem]]) -> Page:
    """The feed of the site: the newest phases of all games, by date."""
    every = [item for items in news for item in items[:PER_GAME]]
    every.sort(key=lambda item: item.date, reverse=True)
    settings = maker.settings
    where = re.sub(r"[^a-z0-9/.]+", "-", (settings.base or settings.title).lower()).strip("/-")
    return feed_page(
        maker,
        "feed.xml",
        f"tag:{AUTHORITY}:site/{where}/feed",
        settings.title,
        settings.description or settings.tagline,
        "",
        every[:NEWEST],
    )


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
