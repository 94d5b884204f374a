"""The influence tracker: who has how much in which minor state, at the end of each year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from markupsafe import Markup

from generator.engine.words import count, listed
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.signs import sign_sheet
from generator.pages.minors.tracker import Row, TrackerYear, rows_of, shares, totals_of
from generator.pages.story.alignment import YearEnd, balance, ends_of, status_of
from generator.pages.story.chronicle import Chronicle

STYLES = ("states.css", "influence.css")
SCRIPTS = ("influence.js",)


class YearChoice(NamedTuple):
    """The years to choose from. `newest` is the address of the newest, "" on its own page."""

    here: int
    years: tuple[tuple[int, str], ...]
    before: tuple[int, str] | None
    after: tuple[int, str] | None
    newest: str


def influence_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The tracker of the newest year, then that of each year at its address for good."""
    view = chronicle.view
    if not view.has("influence"):
        return
    ends = chronicle.once(ends_of)
    years = [end.year for end in ends]
    addresses = {year: f"{view.address}influence/{year}/" for year in years}
    newest = f"{view.address}influence/"
    courses = {minor: shares(ends, minor) for minor in chronicle.gazetteer.minors}
    pairs = tuple(addresses.items())
    earlier = pairs[-2] if len(pairs) > 1 else None
    choice = YearChoice(years[-1], pairs, earlier, None, "")
    yield _page(chronicle, "influence/", tracker_year(view, ends[-1], courses), choice)
    for number, year in enumerate(years):
        # A year knows its past and the next one: what comes later must not make it stale.
        choice = YearChoice(
            year,
            pairs[: number + 2],
            pairs[number - 1] if number else None,
            pairs[number + 1] if number + 1 < len(pairs) else None,
            newest,
        )
        so_far = {minor: course[: number + 2] for minor, course in courses.items()}
        crumbs = (Crumb("Influence", newest),)
        tracked = tracker_year(view, ends[number], so_far)
        yield _page(chronicle, f"influence/{year}/", tracked, choice, crumbs)


def _page(
    chronicle: Chronicle,
    address: str,
    year: TrackerYear,
    choice: YearChoice,
    crumbs: tuple[Crumb, ...] = (),
) -> Page:
    view, end = chronicle.view, chronicle.end_of(year.year)
    # Where each state lies on the map of the moment: its first land is lit there.
    lands = {
        code: f"p-{own[0]}" if (own := view.lands_of(code, end.snapshot)) else ""
        for code, _ in year.stands
    }

    def draw() -> Mapping[str, Any]:
        rows = rows_of(view, year)
        return {
            "rows": rows,
            "totals": totals_of(view, year),
            "lead": _lead(chronicle, year, rows),
            "signs": sign_sheet(chronicle.gazetteer.marks),
            "names": _names(view.powers.values()),
            "out": dict(year.out),
        }

    return chronicle.page(
        address,
        "influence.html",
        {"tracked": year, "choice": choice, "last": end.link, "lands": lands},
        title=f"Influence in {year.year}",
        tab="influence",
        crumbs=crumbs,
        styles=STYLES,
        scripts=SCRIPTS,
        draw=draw,
    )


def tracker_year(
    view: GameView, end: YearEnd, courses: Mapping[str, tuple[int, ...]]
) -> TrackerYear:
    """The tracker at the end of a year, without states that never follow anybody. `courses` are the
    leader's shares so far in every state of the rulebook, in its order."""
    apart = {
        minor
        for minor, stand in (*end.before.items(), *end.after.items())
        if status_of(view.gazetteer, stand).look == "apart"
    }
    stands = tuple(
        (minor, end.after[minor]._replace(influence=dict(end.after[minor].influence)))
        for minor in courses
        if minor in end.after and minor not in apart
    )
    return TrackerYear(
        end.year,
        stands,
        tuple(
            (minor, stand.status, stand.power, balance(stand.influence).total)
            for minor, stand in end.before.items()
            if minor not in apart
        ),
        tuple((minor, power, *moved) for (minor, power), moved in end.moves.items()),
        tuple((minor, end.since[minor]) for minor, _ in stands),
        tuple((minor, courses[minor]) for minor, _ in stands),
        tuple(end.out.items()),
    )


def _lead(chronicle: Chronicle, year: TrackerYear, rows: Sequence[Row]) -> str:
    """The year in a few sentences."""
    word = chronicle.gazetteer.influence
    placed = sum(move[2] for move in year.moves)
    lost = sum(move[3] for move in year.moves)
    changed = sum(1 for row in rows if row.was)
    powers = count(len(chronicle.view.powers), "power")
    view = chronicle.view
    states = count(len(rows), view.word("minor state"), view.word("minor states"))
    told = [f"{states} and {powers}."]
    if placed or lost:
        told.append(f"{placed} {word} were placed in {year.year}, {lost or 'none'} lost.")
    if changed:
        states = count(changed, view.word("state"), view.word("states"))
        told.append(f"{states} changed status.")
    there = {minor for minor, _ in year.stands}
    gone = [code[0] for code in year.before if code[0] not in there]
    if gone:
        names = listed(chronicle.gazetteer.minors[minor].name for minor in gone)
        told.append(f"{names} ceased to exist.")
    return " ".join(told)


def _names(powers: Iterable[PowerView]) -> Markup:
    """For each power a style that has its name at hand: the cells of a narrow screen show it."""
    return Markup("").join(
        Markup('.{}{{--n:"{}"}}').format(shown.css, css_text(shown.short)) for shown in powers
    )


def css_text(text: str) -> Markup:
    """A text as it stands between the quotes of a style: every odd character by its number."""
    return Markup("").join(
        Markup(letter if letter.isalnum() or letter in " -.," else f"\\{ord(letter):x} ")
        for letter in text
    )
