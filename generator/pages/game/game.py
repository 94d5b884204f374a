"""A game's front page: its position, who has to order, the last events, and where to go."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from functools import partial
from typing import Any, Final

from markupsafe import Markup
from msgspec import Struct

from generator.archive import Game
from generator.archive.dates.deadlines import deadline_of, pause_words, when_words
from generator.archive.game.seeds import contributions_of
from generator.archive.people.ready import orders_received, ready_count, ready_names
from generator.engine.phases import Moment
from generator.engine.plain import plain_line
from generator.engine.words import count, headed, listed, spelled
from generator.pages.base.gameview import GameView, PhaseLink, Rails
from generator.pages.base.markup import plain_text
from generator.pages.base.page import Page, digest, link
from generator.pages.base.words import date_words
from generator.pages.game.feeds import CALENDAR
from generator.pages.maps.drawing import map_view
from generator.pages.maps.material import Material
from generator.pages.phases.years import NOTABLE, Happening, draw_happenings
from generator.pages.press import press_html
from generator.pages.scores.tables import telling
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.facts import PhaseFacts, Standings, StateFacts
from generator.pages.story.figures import (
    FigureByYear,
    Series,
    figure_by_year,
    first_count,
    labeled_ends,
    standings_table,
)
from generator.pages.story.sections import arrange

_RECENT: Final = 5
_PRESS: Final = 3
_CHARTED: Final = 4
"""How many events, and how much of the press, the front page shows; and of how many years it shows
a chart."""
_NAMES: Final = 7
"""The most powers to list by name where orders are due; if there are more, only their number is
shown."""
_LOOKED: Final = 20
"""For how many of the last phases the page can report what has happened since."""


class GameStand(Struct, frozen=True):
    """The current position of a game in words, for its front page and for the home page.

    `deadline` is when orders are due ("Sunday, 7 March 2027, 20:00 CET"), or since when the game is
    paused; `due` is the moment in UTC (ISO), "" where no minute is set. `arrived` is how many
    orders are in, "" where that is unknown; never whose.
    """

    state: str
    detail: str
    headline: str
    lead: str
    kick: str
    is_over: bool
    deadline: str = ""
    due: str = ""
    arrived: str = ""


def stand_of(game: Game, view: GameView, now: StateFacts, facts: Sequence[PhaseFacts]) -> GameStand:
    """The current position of the game."""
    names = [view.powers[power].name for power in now.awaits if power in view.powers]
    deadline = due = arrived = ""
    if now.ending:
        state, detail = _ended(view, now), now.ending
    elif game.settings.archived:
        state, detail = "Archived", f"not finished: it waited for {now.title}"
    else:
        state = now.title
        deadline, due = _deadline(game, now)
        arrived = _arrived(game, now)
        whom = (
            view.said(f"from {listed(names)}")
            if len(names) <= _NAMES
            else f"from {len(names)} powers"
        )
        detail = f"orders due {whom}" if names else "nothing to decide"
        # The date comes first: it is what a player looks for.
        detail = "; ".join(filter(None, (deadline, detail, arrived)))
    last = facts[-1] if facts else None
    headline = (last.headline if last else "") or view.latest.title
    said = last.summary if last else ("The position before the first orders.",)
    # The headline is not repeated.
    lead = " ".join(one for one in said if one.removesuffix(".") != headline.removesuffix("."))
    if now.ending_kind == "draw" and len(now.winners) > 1:
        # Those who share it are below the headline.
        headline = f"Draw of {spelled(len(now.winners), 'power')}"
        why = (part for part in now.ending.split(": ") if "draw of" not in part.lower())
        detail = headed(": ".join(why))
        lead = " ".join(filter(None, (detail and f"{detail}.", lead)))
    return GameStand(
        state=state,
        detail=detail,
        headline=headline,
        lead=lead,
        kick=view.latest.title,
        is_over=bool(now.ending) or game.settings.archived,
        deadline=deadline,
        due=due,
        arrived=arrived,
    )


def _ended(view: GameView, now: StateFacts) -> str:
    sides = [view.powers[power] for power in now.winners if power in view.powers]
    names = [side.short or side.name for side in sides]
    if now.ending_kind == "victory" and names:
        return view.said(f"Won by {listed(names)}")
    if now.ending_kind == "draw" and names:
        return f"Draw: {listed(names)}"
    return "Ended"


def _deadline(game: Game, now: StateFacts) -> tuple[str, str]:
    """The deadline of the phase that is due in words, or since when the game is paused; and its
    moment in UTC, where a minute is set."""
    if game.settings.pause:
        return pause_words(game.settings), ""
    deadline = deadline_of(game.settings, Moment(now.year, 0, now.phase))
    if deadline is None:
        return "", ""
    due = deadline.due
    if deadline.whole_day:
        return when_words(due.date(), due.tzinfo or UTC), ""
    return when_words(due, due.tzinfo or UTC), f"{due.astimezone(UTC):%Y-%m-%dT%H:%MZ}"


def _arrived(game: Game, now: StateFacts) -> str:
    """ "orders of 9 of 14 powers are in, and 5 are ready", or "" where that is unknown."""
    number = orders_received(game) if now.awaits and not game.settings.archived else None
    if number is None:
        return ""
    said = f"orders of {number} of {count(len(now.awaits), 'power')} are in"
    ready = ready_count(game)
    return f"{said}, and {ready} {'is' if ready == 1 else 'are'} ready" if ready else said


def game_page(
    chronicle: Chronicle, material: Material, due: PhaseLink | None, rails: Rails
) -> Page:
    """The front page of a game. `material` is the position that waits, `due` its phase."""
    view, now, facts = chronicle.view, chronicle.now, chronicle.facts
    stand = stand_of(chronicle.game, view, now, facts)
    settings = chronicle.game.settings
    introduction = settings.introduction
    years, around = rails.around(due.year if due else view.latest.year)
    played = chronicle.years
    since = "the opening" if len(played) < 2 else f"the end of {played[-2]}"
    shown: dict[str, Any] = {
        "status": stand,
        # The powers that owe orders, with their pages and the orders they owe.
        "awaits": tuple(
            (view.powers[power], view.side_address(power), "; ".join(now.duties.get(power, ())))
            for power in now.awaits
            if power in view.powers
        ),
        "ready": () if now.ending else ready_names(chronicle.game),
        "early": bool(settings.early and now.awaits and not settings.pause),
        "desk": chronicle.desk,
        "paused": settings.pause is not None,
        "archived": settings.archived,
        "played": tuple(_played(chronicle)),
        "moved": _moved(chronicle),
        "winners": tuple(view.powers[winner] for winner in now.winners if winner in view.powers),
        "calendar": f"{view.address}{CALENDAR}" if settings.dates else "",
        "recent": _recent(chronicle, stand),
        "press": tuple(
            (piece.title, piece.author, date_words(piece.date), f"{view.address}{piece.address}")
            for piece in chronicle.press[: -_PRESS - 1 : -1]
        ),
        "arrivals": () if now.ending else view.arrivals(chronicle.game.current_moment),
        "standings": standings_table(
            view, now.standings, _year_before(chronicle), now.snapshot.out
        ),
        "since": f"with the change since {since}" if chronicle.facts else "",
        "count": first_count(now.standings)[0],
        "counts": counts_by_year(chronicle),
        "lots": lots_words(chronicle.game, view),
        "record": view.record,
        "mail": chronicle.maker.settings.mail,
        "record_guide": chronicle.maker.record_guide,
    }

    def values() -> Mapping[str, Any]:
        return {
            **shown,
            "game": view,
            "tab": "front",
            "rail": years,
            "title": view.title,
            "before": None,
            "after": None,
            "map_hint": "" if stand.is_over else f"The position now: {stand.state}.",
            "map": map_view(material.drawn, material.picture, view.address, view, now.snapshot),
            # The state of play besides the map and the standings.
            "tables": arrange(
                view,
                material.ruleset.tables(material.before),
                (),
                (),
                partial(link, view.address),
                view.address,
                set(),
            ),
            "linked": draw_happenings(view, shown["recent"], view.address),
            "lead": view.linked(view.address)(stand.lead),
            "introduction": press_html(introduction) if introduction else "",
            "description": plain_text(f"{stand.headline}. {stand.lead}".strip()),
            "chart": count_chart(shown["count"], *shown["counts"]),
            "styles": (
                f"{view.rules}map.css",
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


def _played(chronicle: Chronicle) -> Iterator[tuple[str, str, str, int]]:
    """The last phases, oldest first: address within the game, title, headline and its weight."""
    for phase in chronicle.phases[-_LOOKED:]:
        weight = max((event.weight for event in phase.events), default=0)
        address = phase.link.address.removeprefix(chronicle.view.address).rstrip("/")
        yield address, phase.link.title, phase.told.headline, weight


def _recent(chronicle: Chronicle, stand: GameStand) -> tuple[Happening, ...]:
    """The weightiest events of the last phase that the headline and the lead leave out: each names
    something that they do not. Where these are few, those before it, too."""
    linker = chronicle.view.linker
    told = set(linker.targets(f"{stand.headline}. {stand.lead}"))
    found: list[Happening] = []
    for phase in reversed(chronicle.phases):
        events = phase.told.weightiest
        found += [
            (phase.link, event)
            for event in events
            if event.weight >= NOTABLE
            and event.text != chronicle.now.ending
            and not told.issuperset(linker.targets(event.text))
        ]
        if len(found) >= _RECENT:
            break
    return tuple(found[:_RECENT])


def _moved(chronicle: Chronicle) -> str:
    """The last phase in which units were ordered about; "" before there was any."""
    for phase in reversed(chronicle.phases):
        if any(verdict.kind in ("move", "hold") for verdict in phase.told.verdicts):
            return phase.link.address
    return ""


def _year_before(chronicle: Chronicle) -> Standings:
    """The standings at the end of the year before the last one that was played."""
    if len(chronicle.years) > 1:
        end = chronicle.end_of(chronicle.years[-2])
        if end.facts:
            first, known = first_count(end.facts.after)[0], _count_at(chronicle, end)
            rows = ((label, known if label == first else row) for label, row in end.facts.after)
            return tuple((label, row) for label, row in rows if row)
    return chronicle.opening.standings if chronicle.facts else ()


def counts_by_year(chronicle: Chronicle) -> FigureByYear:
    """The first count at the start and at the end of every year of which it is known."""
    years = ((label, _count_at(chronicle, end)) for label, end in labeled_ends(chronicle))
    told = (year for year in years if year[1])
    return figure_by_year(chronicle.view.powers.values(), told, short=True)


def _count_at(chronicle: Chronicle, end: ChroniclePhase) -> Mapping[str, int]:
    """The first count after a phase that ends a year. Where events report points, a year has those
    reported for it, and one that ended without them has none."""
    count = first_count(end.standings)[1]
    words = chronicle.gazetteer
    # Rounds that were won are counted in every position.
    if not end.facts or words.scored or not words.topics.get("points"):
        return count
    if telling(chronicle, end):
        return {power: sum(row.values()) for power, row in end.snapshot.scores.items()}
    is_over = chronicle.now.ending or end.year < chronicle.now.year
    return {} if is_over else count


def count_chart(title: str, years: Sequence[str], series: Sequence[Series]) -> Markup:
    """The chart of a count by year, or nothing for the first few years."""
    if len(years) < _CHARTED:
        return Markup()
    # Every build imports this module, and few make a front page.
    from generator.pages.charts.lines import line_chart

    return line_chart(f"{title} by year", years, series, summary="The table has the numbers.")


def lots_words(game: Game, view: GameView) -> str:
    """Where the draws come from; "" for a game in which chance decides nothing."""
    if not game.ruleset.draws_lots:
        return ""
    settings = game.settings.chance
    if settings.seed_given:
        return (
            "The seed of this game was chosen by hand, as for a test. "
            "Anyone who knows or guesses it knows every draw."
        )
    seed = "a secret seed, whose hash was published before the first orders"
    found = contributions_of(game)
    names = [view.powers[power].name for power in found.nonces if power in view.powers]
    given = [view.said(f"words that {listed(names)} sent")] if names else []
    if found.event:
        event, result = plain_line(found.event), plain_line(found.result)
        given.append(f"the result of a public event, {event} ({result})")
    if not given:
        return (
            f"Every draw depends on {seed}. No one else contributed to it: the referee can no "
            "longer change it, but you have to trust the referee’s choice."
        )
    nobody = (
        "No one" if found.event else "No one, not even the referee without help from one of them,"
    )
    return (
        f"Every draw depends on {seed}, and on {' and '.join(given)}. {nobody} could choose the "
        "draws; when the seed is published, theatrum verify proves them."
    )
