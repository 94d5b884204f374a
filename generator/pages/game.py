"""A game's front page: where it stands, what happened last, standings by year, all its phases."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from generator.archive import Game
from generator.engine.phases import Moment
from generator.pages.chart import Series, count_chart
from generator.pages.facts import PhaseFacts, StateFacts
from generator.pages.gameview import GameView, PhaseLink, Rails
from generator.pages.house import House
from generator.pages.maps import map_view
from generator.pages.markup import plain_text, safe_html
from generator.pages.material import Material
from generator.pages.page import Page, digest
from generator.pages.standings import first_count, standings_table
from generator.pages.words import joined

__all__ = ["GameStand", "game_page", "stand_of"]

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class GameStand:
    """Where a game stands, in words: for its front page and for the home page."""

    state: str
    detail: str
    headline: str
    lead: str
    kick: str
    is_over: bool


@dataclass(frozen=True, slots=True)
class YearRow:
    """The first count of each power at the end of a year."""

    label: str
    counts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class YearPhases:
    """The phases of a year with their headlines."""

    year: int
    phases: tuple[tuple[PhaseLink, str], ...]


def stand_of(game: Game, view: GameView, now: StateFacts, facts: Sequence[PhaseFacts]) -> GameStand:
    """Where the game stands."""
    names = [view.powers[power].name for power in now.awaits if power in view.powers]
    if now.ending:
        state, detail = _ended(view, now), now.ending
    else:
        state = now.title
        detail = f"orders due from {joined(names)}" if names else "nothing to be decided"
        if deadline := _deadline(game, now):
            detail = f"{detail}, {deadline}"
    last = facts[-1] if facts else None
    return GameStand(
        state=state,
        detail=detail,
        headline=(last.headline if last else "") or view.latest.title,
        lead=" ".join(last.summary) if last else "The position before the first orders.",
        kick=view.latest.title,
        is_over=bool(now.ending),
    )


def _ended(view: GameView, now: StateFacts) -> str:
    names = [view.powers[power].name for power in now.winners if power in view.powers]
    if now.ending_kind == "victory" and names:
        return f"Won by {joined(names)}"
    if now.ending_kind == "draw" and names:
        return f"Draw: {joined(names)}"
    return "Ended"


def _deadline(game: Game, now: StateFacts) -> str:
    """The deadline of the phase that is due, or ""."""
    due = game.settings.deadline(Moment(now.year, 0, now.phase))
    if due is None:
        return ""
    # Written out here, since strftime's month names follow the machine's language.
    day = f"by {due.day} {_MONTHS[due.month - 1]} {due.year}"
    if not isinstance(due, datetime):
        return day
    zone = due.tzname() or ""
    return f"{day}, {due.hour:02}:{due.minute:02} {zone}".rstrip()


def game_page(
    house: House,
    game: Game,
    material: Material,
    view: GameView,
    now: StateFacts,
    facts: Sequence[PhaseFacts],
    due: PhaseLink | None,
    rails: Rails,
) -> Page:
    """The front page of a game. `material` is the position that waits, `facts` its phases'."""
    stand = stand_of(game, view, now, facts)
    introduction = game.settings.introduction
    years, around = rails.around(due.year if due else view.latest.year)
    past = _years(view, facts)

    def values() -> Mapping[str, Any]:
        label, _ = first_count(now.standings)
        rows, powers = _by_year(view, now, facts)
        text = safe_html(introduction) if introduction else ""
        return {
            "game": view,
            "tab": "front",
            "stand": stand,
            "rail": years,
            "title": view.title,
            "before": view.latest,
            "before_label": "Latest phase",
            "after": None,
            "map_hint": f"The position now: {stand.state}.",
            "now_kick": "How it ended" if stand.is_over else "Now",
            "map": map_view(material.svg, material.picture, view.address),
            "recent": facts[-1].events if facts else (),
            "standings": standings_table(view, now.standings, facts[-1].before if facts else ()),
            "introduction": text,
            "description": plain_text(f"{stand.headline}. {stand.lead}"),
            "count": label,
            "chart": count_chart(label, [row.label for row in rows], powers),
            "years": rows,
            "columns": tuple(view.powers.values()),
            "past": past,
            "styles": (f"{view.rules}powers.css", f"{view.rules}map.css"),
        }

    latest = game.phases[-1].digest if game.phases else ""
    inputs = (
        ("game", view.digest),
        ("introduction", digest(introduction)),
        ("state", digest(latest, now.dump())),
        ("stand", digest(repr(stand))),
        ("phases", digest(around, repr(view.phases))),
        ("facts", digest(*(one.dump() for one in facts))),
    )
    return house.page(view.address, "game", "game.html", inputs, values, view.slug)


def _by_year(
    view: GameView, now: StateFacts, facts: Sequence[PhaseFacts]
) -> tuple[tuple[YearRow, ...], tuple[Series, ...]]:
    """The first count at the start and at the end of every year, as rows and as lines."""
    start = facts[0].before if facts else now.standings
    ends: dict[str, Mapping[str, int]] = {"start": first_count(start)[1]}
    for phase, one in zip(view.phases, facts, strict=True):
        ends[str(phase.year)] = first_count(one.after)[1]
    rows = tuple(
        YearRow(label, tuple(counts.get(power, 0) for power in view.powers))
        for label, counts in ends.items()
    )
    lines = tuple(
        Series(power.name, power.css, tuple(row.counts[at] for row in rows))
        for at, power in enumerate(view.powers.values())
    )
    return rows, lines


def _years(view: GameView, facts: Sequence[PhaseFacts]) -> tuple[YearPhases, ...]:
    """The newest year first, its phases in the order of play."""
    years: dict[int, list[tuple[PhaseLink, str]]] = {view.opening.year: [(view.opening, "")]}
    for phase, one in zip(view.phases, facts, strict=True):
        years.setdefault(phase.year, []).append((phase, one.headline))
    return tuple(YearPhases(year, tuple(years[year])) for year in sorted(years, reverse=True))
