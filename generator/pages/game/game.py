"""A game's front page: where it stands, who has to order, what happened last, and where to go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup
from msgspec import Struct

from generator.archive import Game
from generator.archive.dates.deadlines import deadline_of, pause_words
from generator.engine.phases import Moment
from generator.engine.records import Tabling
from generator.engine.words import listed
from generator.pages.base.dates import MONTHS, date_words
from generator.pages.base.gameview import GameView, PhaseLink, PowerView
from generator.pages.base.markup import plain_text
from generator.pages.base.page import Page, digest, link
from generator.pages.base.rails import Rails
from generator.pages.game.feeds import CALENDAR
from generator.pages.game.lots import lots_words
from generator.pages.maps.drawing import map_view
from generator.pages.maps.material import Material
from generator.pages.phases.turns import turn_years
from generator.pages.phases.years import NOTABLE, TURN_STYLES, Happening, draw_happenings, happening
from generator.pages.press.text import press_html
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.facts import PhaseFacts, Standings, StateFacts
from generator.pages.story.figures import FigureByYear, Series, figure_by_year, labeled_ends
from generator.pages.story.sections import Contents, arrange
from generator.pages.story.standings import first_count, standings_table

__all__ = ["GameStand", "count_chart", "game_page", "stand_of"]

_RECENT: Final = 6
_PRESS: Final = 4
_YEARS: Final = 2
"""How many events, how much of the press, and how many years of turns the front page shows."""


class GameStand(Struct, frozen=True):
    """Where a game stands, in words: for its front page and for the home page."""

    state: str
    detail: str
    headline: str
    lead: str
    kick: str
    is_over: bool


class Way(NamedTuple):
    """A part of the game's pages, and what is found there."""

    label: str
    address: str
    about: str


def stand_of(game: Game, view: GameView, now: StateFacts, facts: Sequence[PhaseFacts]) -> GameStand:
    """Where the game stands."""
    names = [view.powers[power].name for power in now.awaits if power in view.powers]
    if now.ending:
        state, detail = _ended(view, now), now.ending
    elif game.settings.archived:
        state, detail = "Put away", f"not finished: it waited for {now.title}"
    else:
        state = now.title
        detail = f"orders due from {listed(names)}" if names else "nothing to be decided"
        if deadline := _deadline(game, now):
            detail = f"{detail}, {deadline}"
    last = facts[-1] if facts else None
    headline = (last.headline if last else "") or view.latest.title
    # A headline that is all that the summary says is not said twice.
    said = " ".join(last.summary) if last else "The position before the first orders."
    return GameStand(
        state=state,
        detail=detail,
        headline=headline,
        lead="" if said.removesuffix(".") == headline.removesuffix(".") else said,
        kick=view.latest.title,
        is_over=bool(now.ending) or game.settings.archived,
    )


def _ended(view: GameView, now: StateFacts) -> str:
    names = [view.powers[power].name for power in now.winners if power in view.powers]
    if now.ending_kind == "victory" and names:
        return f"Won by {listed(names)}"
    if now.ending_kind == "draw" and names:
        return f"Draw: {listed(names)}"
    return "Ended"


def _deadline(game: Game, now: StateFacts) -> str:
    """The deadline of the phase that is due, or since when the game is paused, or ""."""
    if game.settings.pause:
        return pause_words(game.settings)
    deadline = deadline_of(game.settings, Moment(now.year, 0, now.phase))
    if deadline is None:
        return ""
    due = deadline.due
    day = f"by {due.day} {MONTHS[due.month - 1]} {due.year}"
    return day if deadline.whole_day else f"{day}, {due.hour:02}:{due.minute:02} {due.tzname()}"


def game_page(
    chronicle: Chronicle, material: Material, due: PhaseLink | None, rails: Rails
) -> Page:
    """The front page of a game. `material` is the position that waits, `due` its phase."""
    view, now, facts = chronicle.view, chronicle.now, chronicle.facts
    stand = stand_of(chronicle.game, view, now, facts)
    introduction = chronicle.game.settings.introduction
    years, around = rails.around(due.year if due else view.latest.year)
    shown: dict[str, Any] = {
        "stand": stand,
        "awaits": _awaited(view, now),
        "deadline": "" if now.ending else _deadline(chronicle.game, now),
        "winners": tuple(view.powers[one] for one in now.winners if one in view.powers),
        "calendar": f"{view.address}{CALENDAR}" if chronicle.game.settings.dates else "",
        "recent": _recent(chronicle),
        "press": tuple(_press(chronicle)),
        "arrivals": () if now.ending else view.arrivals(chronicle.game.current_moment),
        "standings": standings_table(
            view, now.standings, _year_before(chronicle), now.snapshot.out
        ),
        "since": _since(chronicle),
        "count": first_count(now.standings)[0],
        "counts": _first_count(chronicle),
        "past": tuple(turn_years(chronicle)[:_YEARS]),
        "more_years": max(0, len(chronicle.years) - _YEARS),
        "ways": tuple(_ways(view)),
        "lots": lots_words(chronicle.game, view),
        "record": view.record,
        "record_guide": chronicle.maker.record_guide,
    }

    def values() -> Mapping[str, Any]:
        return {
            **shown,
            "game": view,
            "tab": "front",
            "rail": years,
            "title": view.title,
            "before": view.latest,
            "before_label": "Latest phase",
            "after": None,
            "map_hint": f"The position now: {stand.state}.",
            "map": map_view(material.svg, material.picture, view.address, view, now.snapshot),
            "tables": _tables(view, material),
            "told": draw_happenings(view.linker, shown["recent"], view.address),
            "lead": view.linker.link(stand.lead, partial(link, view.address), view.address),
            "introduction": press_html(introduction) if introduction else "",
            "description": plain_text(f"{stand.headline}. {stand.lead}".strip()),
            "chart": count_chart(shown["count"], *shown["counts"]),
            "styles": (
                f"{view.rules}powers.css",
                f"{view.rules}map.css",
                *TURN_STYLES,
                "front.css",
            ),
        }

    # The map shows the state that the last phase left.
    latest = chronicle.game.phases[-1].digest if chronicle.game.phases else ""
    inputs = (
        ("game", view.digest),
        ("introduction", digest(introduction)),
        ("state", digest(latest, now.dump())),
        ("phases", digest(around, repr(view.latest))),
        ("values", digest(repr(shown))),
    )
    return chronicle.maker.page(view.address, "game", "game.html", inputs, values, view.slug)


def _tables(view: GameView, material: Material) -> Contents:
    """How things stand besides the map and the standings, if the ruleset has tables of that."""
    ruleset: Any = material.ruleset
    tables = ruleset.tables(material.before) if isinstance(ruleset, Tabling) else ()
    return arrange(view, tables, (), (), partial(link, view.address), view.address)


def _awaited(view: GameView, now: StateFacts) -> tuple[tuple[PowerView, str], ...]:
    """The powers from whom orders are due, with their pages."""
    known = (power for power in now.awaits if power in view.powers)
    return tuple((view.powers[power], view.side_address(power)) for power in known)


def _recent(chronicle: Chronicle) -> tuple[Happening, ...]:
    """The weightiest events of the last phase; where these are few, those before it, too."""
    found: list[Happening] = []
    for phase in reversed(chronicle.phases):
        events = phase.facts.weightiest if phase.facts else ()
        found += [happening(chronicle.view, phase, one) for one in events if one.weight >= NOTABLE]
        if len(found) >= _RECENT:
            break
    return tuple(found[:_RECENT])


def _press(chronicle: Chronicle) -> Iterator[tuple[str, str, str, str]]:
    """Title, author, date and address of the newest press, the last first."""
    for piece in chronicle.press[: -_PRESS - 1 : -1]:
        address = f"{chronicle.view.address}{piece.address}"
        yield piece.title, piece.author, date_words(piece.date), address


def _year_before(chronicle: Chronicle) -> Standings:
    """The standings at the end of the year before the last one that was played."""
    if len(chronicle.years) > 1:
        end = chronicle.end_of(chronicle.years[-2])
        if end.facts:
            return end.facts.after
    return chronicle.opening.standings if chronicle.facts else ()


def _since(chronicle: Chronicle) -> str:
    if not chronicle.facts:
        return ""
    first = len(chronicle.years) < 2
    when = "the opening" if first else f"the end of {chronicle.years[-2]}"
    return f"with the change since {when}"


def _first_count(chronicle: Chronicle) -> FigureByYear:
    """The first count at the start and at the end of every year."""
    opening = chronicle.opening.standings
    years = (
        (label, first_count(end.facts.after if end.facts else opening)[1])
        for label, end in labeled_ends(chronicle)
    )
    return figure_by_year(chronicle.view.powers.values(), years, short=True)


def count_chart(title: str, years: Sequence[str], series: Sequence[Series]) -> Markup:
    """The chart of a count by year, or nothing where there are fewer than two years to compare."""
    # Every build imports this module, and few make a front page.
    from generator.pages.charts import line_chart

    return line_chart(f"{title} by year", years, series, summary="The table has the numbers.")


_ABOUT: Final[Mapping[str, str]] = {
    "turns": "every year and every phase, with every verdict and its reasons",
    "influence": "who leads where, by how much, and since when",
    "scores": "who is ahead, where the points came from, year by year",
    "treasury": "income, purchases, loans and strengths",
    "diplomacy": "who is at war and who is allied, and what was declared",
    "powers": "each power through the game, and who plays it",
    "states": "each minor state: whom it followed, and why",
    "provinces": "each province: who held it, what happened there",
    "records": "what the game keeps lists of, line by line",
    "press": "what the powers and the referee wrote",
    "replay": "the whole game on one map",
    "compare": "what differs between any two phases",
    "rulings": "what the referee decided, and why",
    "used": "which rules decided what, and where",
    "orders": "how to write orders, and what is due now",
    "downloads": "maps, reports and data to take away",
    "rules": "all rules of the game",
}
"""What is found in the parts of a game's pages, by their ids."""


def _ways(view: GameView) -> Iterator[Way]:
    for tab in view.tabs:
        if tab.id in _ABOUT:
            about = _ABOUT[tab.id].replace("minor state", view.word("minor state"))
            yield Way(tab.label, tab.address, about)
