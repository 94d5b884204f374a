"""The home page: the newest story first, who is waited for, every game, the latest press. The page
of statistics: how powers and players fared in all games, by ruleset."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Final, NamedTuple

from msgspec import to_builtins

from generator.engine.words import count
from generator.pages.base.maker import HOME_PAGE, PageMaker
from generator.pages.base.markup import plain_text, safe_html
from generator.pages.base.page import Page, digest
from generator.pages.base.texts import read_text, site_links
from generator.pages.base.words import date_words
from generator.pages.game.card import GameCard, GameResult, Leader, PressNote
from generator.pages.press import press_html

STATISTICS: Final = "statistics/"
_TURNS: Final = 4
_NOTES: Final = 3
_WHOLE: Final = 6
"""Games that have ended and still get a card with their map; older ones are in a table."""


def home_page(maker: PageMaker, site_root: Path, games: Sequence[GameCard]) -> Page:
    """The home page. Games in play come before those that are over; otherwise they are sorted by
    address."""
    file = site_root / "home.md"
    text = read_text(file) if file.is_file() else ""
    away = [card for card in games if card.archived]
    there = [card for card in games if not card.archived]
    playing = [card for card in there if not card.status.is_over and card.has_begun]
    opening = [card for card in there if not card.status.is_over and not card.has_begun]
    over = [card for card in there if card.status.is_over]
    story = _story(playing) or _story(over) or next(iter(opening), None) or _story(away)
    numbers = (
        (playing, "running"), (opening, "about to begin"), (over, "finished"), (away, "archived"),
    )  # fmt: skip
    parts = [f"{len(cards)} {what}" for cards, what in numbers if cards]
    if parts:
        first, _, what = parts[0].partition(" ")
        parts[0] = f"{count(int(first), 'game')} {what}"
    notes, base = tuple(_notes(games)), maker.settings.base
    lead = story.status.lead if story else ""
    if story and lead.rstrip(".") == story.status.headline:
        lead = ""  # the headline has it
    shown: dict[str, Any] = {
        "story": _brief(story) if story else None,
        "lead": lead,
        "race": _race(story) if story else (),
        "measure": story.measure if story else "",
        "goal": story.goal if story else 0,
        # The game of the story has its map there.
        "playing": tuple(_brief(card) for card in playing if card is not story),
        "opening": tuple(map(_brief, opening)),
        "over": tuple(map(_brief, over[:_WHOLE])),
        "older": tuple(map(_brief, (*over[_WHOLE:], *away))),
        "statistics": STATISTICS if any(card.result and card.result.kind for card in games) else "",
        "waiting": tuple(map(_brief, [*playing, *opening])),
        "turns": tuple(_turns(games)),
        "dateline": " · ".join(parts) or "no games yet",
        "picture": f"{base}{story.address}map.png" if base and story else "",
        "styles": ("home.css", *((f"rules/{story.ruleset}/powers.css",) if story else ())),
    }

    description = maker.settings.description or maker.settings.tagline

    def values() -> Mapping[str, Any]:
        return {
            **shown,
            "description": description,
            "press": tuple(
                (game, note, date_words(note.date), _excerpt(note.text)) for game, note in notes
            ),
            "text": site_links(safe_html(text, own=True), "", site_root) if text else "",
        }

    inputs = (
        ("text", digest(text)),
        ("description", description),
        ("games", digest(repr((shown, notes)))),
    )
    return maker.page("", "home", HOME_PAGE, inputs, values)


def _excerpt(text: str) -> str:
    """The first sentences of a Markdown text."""
    # A tag gives way to a space, also before a comma.
    words = re.sub(r" +([,.;:!?])", r"\1", plain_text(press_html(text), 180))
    return re.sub(r"[.,;:]+…$", "…", words)


def _brief(card: GameCard) -> dict[str, Any]:
    """A game on the home page. `said` follows its state, `last` is its newest story;
    "" where it would only repeat what is there already."""
    stand = card.status
    # The state of a game shows how it ended.
    last = "" if stand.is_over and not card.archived else stand.headline
    return {
        "address": card.address,
        "title": card.title,
        "kick": card.kick,
        "latest": card.latest,
        "picture": card.picture,
        "alt": card.alt,
        "status": stand,
        "said": stand.detail,
        "last": last,
    }


def _story(games: Sequence[GameCard]) -> GameCard | None:
    """The game with the newest phase; the first of those whose phases have no dates."""
    dated = [card for card in games if card.news and card.news[0].is_known]
    if dated:
        return max(dated, key=lambda card: card.news[0].date)
    return next(iter(games), None)


def _race(card: GameCard) -> tuple[tuple[Leader, int], ...]:
    """The leaders with their share of the goal, or of the first one's points, in percent."""
    most = max([card.goal, *(leader.points for leader in card.leaders)], default=0)
    return (
        tuple((leader, round(100 * leader.points / most)) for leader in card.leaders)
        if most
        else ()
    )


def _turns(games: Iterable[GameCard]) -> list[tuple[str, str, str, str]]:
    """The latest turns of all games: game, title, address, headline.

    Those with a date by date; then of each game the last one, of each the one before, and so on.
    """
    ranked = [
        (item.is_known, item.date if item.is_known else "", -place, item)
        for card in games
        for place, item in enumerate(card.news[:_TURNS])
    ]
    ranked.sort(key=lambda row: row[:3], reverse=True)
    return [(item.game, item.title, item.address, item.headline) for *_, item in ranked[:_TURNS]]


def _notes(games: Iterable[GameCard]) -> list[tuple[str, PressNote]]:
    """The latest press of all games with the game's title: of each game the last one, and so on."""
    ranked = [(-place, card.title, note) for card in games for place, note in enumerate(card.press)]
    ranked.sort(key=lambda row: row[0], reverse=True)
    return [(title, note) for _, title, note in ranked[:_NOTES]]


class Row(NamedTuple):
    """A power, or a player, in games that are over. `mean` is a power's final count in the middle;
    `left` counts the games in which someone else had taken over all that a player had."""

    name: str
    games: int
    wins: int
    draws: int
    survived: int
    mean: str = ""
    left: int = 0


def statistics_pages(maker: PageMaker, results: Sequence[GameResult]) -> Iterator[Page]:
    """The page of statistics, if a game is over."""
    if not any(result.kind for result in results):
        return
    inputs = (("results", digest(repr(to_builtins(results)))),)

    def values() -> Mapping[str, Any]:
        groups: dict[str, list[GameResult]] = {}
        for result in results:
            groups.setdefault(result.ruleset, []).append(result)
        ordered = sorted(groups.values(), key=lambda games: (-len(games), games[0].ruleset_title))
        return {
            "title": "Statistics",
            "description": "The results of powers and players in all games of this site.",
            "figures": tuple(map(_figures, ordered)),
            "styles": ("scores.css",),
        }

    yield maker.page(STATISTICS, "text", "statistics.html", inputs, values)


def _figures(games: Sequence[GameResult]) -> Mapping[str, Any]:
    """All games of one ruleset. Those still in play are counted, but not the results of their
    powers and players."""
    over = [game for game in games if game.kind]
    powers = {power: name for game in games for power, name in game.names.items()}
    players = dict.fromkeys(who for game in over for who in sorted(_players(game)))
    rows = []
    for who in players:
        took_part = [game for game in over if who in _players(game)]
        seats = [[one for one, by in game.players.items() if by == who] for game in took_part]
        rows.append(_row(who, list(zip(took_part, seats, strict=True))))
    return {
        "id": games[0].ruleset,
        "title": games[0].ruleset_title,
        "measure": games[0].measure,
        "games": tuple((game.title, f"{game.slug}/", bool(game.kind)) for game in games),
        "over": len(over),
        "won": sum(game.kind == "victory" for game in over),
        "drawn": sum(game.kind == "draw" for game in over),
        "years": sum(game.years for game in games),
        "phases": sum(game.phases for game in games),
        "powers": tuple(_power(power, name, over) for power, name in powers.items()),
        "players": tuple(sorted(rows, key=lambda r: (-r.wins, -r.draws, -r.games, r.name))),
    }


def _power(power: str, name: str, over: Iterable[GameResult]) -> Row:
    games = [game for game in over if power in game.names]
    total, number = sum(game.final.get(power, 0) for game in games), len(games)
    # Rounded to the nearest tenth in whole numbers: floats differ from machine to machine.
    tenths = (20 * total + number) // (2 * number) if games else 0
    mean = f"{tenths // 10}.{tenths % 10}"
    return _row(name, [(game, [power]) for game in games])._replace(mean=mean)


def _players(game: GameResult) -> set[str]:
    return {*game.players.values(), *(who for left in game.left.values() for who in left)}


def _row(name: str, games: Sequence[tuple[GameResult, list[str]]]) -> Row:
    """The results of a name in games, with the powers that it had at the end of each."""
    won = [game.kind for game, powers in games if set(powers) & {*game.winners}]
    return Row(
        name,
        len(games),
        won.count("victory"),
        won.count("draw"),
        sum(bool(set(powers) & {*game.survivors}) for game, powers in games),
        left=sum(not powers for _, powers in games),
    )
