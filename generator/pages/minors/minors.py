"""Minor states: a table of all, a page for each, and the tracker of influence in them by year."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from markupsafe import Markup

from generator.engine.words import count, listed
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, between
from generator.pages.base.signs import sign_sheet
from generator.pages.minors.biography import Biography, biographies
from generator.pages.minors.stateview import absence, state_view
from generator.pages.minors.tracker import TrackerYear, rows_of, shares, totals_of
from generator.pages.story.alignment import YearEnd, balance, status_of, year_ends
from generator.pages.story.chronicle import Chronicle

SCRIPTS = ("influence.js",)


def minor_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The table of the states, and the page of each."""
    if not chronicle.view.has("states"):
        return
    ends = chronicle.once(year_ends)
    courses = {code: shares(ends, code) for code in chronicle.gazetteer.minors}
    lives = tuple(biographies(chronicle, ends))
    # The table shows no changes: those of the year are in the tracker.
    stands = tracker_year(chronicle.view, ends[-1], courses)._replace(moves={}, before={})
    yield _index(chronicle, stands, lives)
    for near in between(lives):
        yield _state(chronicle, *near)


def _index(chronicle: Chronicle, stands: TrackerYear, lives: Sequence[Biography]) -> Page:
    view = chronicle.view
    gone = tuple((life.code, absence(life)) for life in lives if life.now is None)

    def draw() -> Mapping[str, Any]:
        rows = rows_of(view, stands)
        names = view.word("minor state"), view.word("minor states")
        return {
            "rows": rows,
            "following": tuple(_following(view, rows)),
            "lead": f"{count(len(rows), *names)} on the board.",
            "has_values": any(minor.value for minor in chronicle.gazetteer.minors.values()),
            "has_notes": any(minor.notes for minor in chronicle.gazetteer.minors.values()),
            "signs": sign_sheet(chronicle.gazetteer.marks),
        }

    return chronicle.page(
        "states/",
        "states.html",
        {
            "stands": stands,
            "gone": gone,
            "last": view.latest,
            "lands": {
                code: view.lands_of(code, chronicle.now.snapshot)
                for code in chronicle.gazetteer.minors
            },
        },
        title=view.word("Minor states"),
        tab="states",
        styles=("states.css",),
        scripts=SCRIPTS,
        draw=draw,
    )


def _following(
    view: GameView, rows: Sequence[Mapping[str, Any]]
) -> Iterator[tuple[PowerView | None, str, tuple[tuple[str, str], ...]]]:
    """Each power with its page and the states that follow it or are taken by it, in the ruleset's
    order; then, for None, those that are no one's. A state is its code and the word for its status.
    """
    for power in (*view.powers, ""):
        states = tuple((row["code"], row["word"]) for row in rows if row["minor"].power == power)
        if states:
            yield view.powers.get(power), view.side_address(power), states


def _state(
    chronicle: Chronicle, before: Biography | None, life: Biography, after: Biography | None
) -> Page:
    view = chronicle.view
    minor = chronicle.gazetteer.minors[life.code]

    def near(other: Biography | None) -> tuple[str, str] | None:
        """Name and address of the state beside it in the rulebook."""
        if other is None:
            return None
        return chronicle.gazetteer.minors[other.code].name, view.minor_address(other.code)

    def draw() -> Mapping[str, Any]:
        return {
            **state_view(view, life),
            "signs": sign_sheet(chronicle.gazetteer.marks),
            "before_state": near(before),
            "after_state": near(after),
        }

    return chronicle.page(
        view.minor_address(life.code).removeprefix(view.address),
        "state.html",
        {"life": life},
        title=minor.name,
        tab="states",
        description=f"{view.title}: {minor.name}, its status and its events",
        crumbs=(Crumb(view.word("Minor states"), f"{view.address}states/"),),
        styles=("states.css", "state.css"),
        draw=draw,
    )


def influence_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The tracker of the newest year, then that of each year at its address for good."""
    view = chronicle.view
    if not view.has("influence"):
        return
    ends = chronicle.once(year_ends)
    years = [end.year for end in ends]
    addresses = {year: f"{view.address}influence/{year}/" for year in years}
    newest = f"{view.address}influence/"
    courses = {minor: shares(ends, minor) for minor in chronicle.gazetteer.minors}
    pairs = tuple(addresses.items())
    near = tuple(between(pairs))
    choice = {
        "here": years[-1],
        "years": pairs,
        "before": near[-1][0],
        "after": None,
        "newest": "",
    }
    yield _tracker(chronicle, "influence/", tracker_year(view, ends[-1], courses), choice)
    for number, (before, (year, _), after) in enumerate(near):
        # A year knows its past and the next one: later years may not make it stale.
        choice = {
            "here": year,
            "years": pairs[: number + 2],
            "before": before,
            "after": after,
            "newest": newest,
        }
        so_far = {minor: course[: number + 2] for minor, course in courses.items()}
        crumbs = (Crumb("Influence", newest),)
        tracked = tracker_year(view, ends[number], so_far)
        yield _tracker(chronicle, f"influence/{year}/", tracked, choice, crumbs)


def _tracker(
    chronicle: Chronicle,
    address: str,
    year: TrackerYear,
    choice: Mapping[str, Any],
    crumbs: tuple[Crumb, ...] = (),
) -> Page:
    view, end = chronicle.view, chronicle.end_of(year.year)
    # Where each state lies on the map of the moment: its first land is lit there.
    lands = {
        code: f"p-{own[0]}" if (own := view.lands_of(code, end.snapshot)) else ""
        for code in year.stands
    }

    def draw() -> Mapping[str, Any]:
        rows = rows_of(view, year)
        return {
            "rows": rows,
            "totals": totals_of(view, year),
            "lead": _lead(chronicle, year, rows),
            "signs": sign_sheet(chronicle.gazetteer.marks),
            # For each power a style with its name, which the cells of a narrow screen show.
            "names": Markup("").join(
                Markup('.{}{{--n:"{}"}}').format(shown.css, css_text(shown.short))
                for shown in view.powers.values()
            ),
            "out": year.out,
        }

    return chronicle.page(
        address,
        "influence.html",
        {"tracked": year, "choice": choice, "last": end.link, "lands": lands},
        title=f"Influence in {year.year}",
        tab="influence",
        crumbs=crumbs,
        styles=("states.css", "influence.css"),
        scripts=SCRIPTS,
        draw=draw,
    )


def tracker_year(
    view: GameView, end: YearEnd, courses: Mapping[str, tuple[int, ...]]
) -> TrackerYear:
    """The tracker at the end of a year, without states that never follow anyone. `courses` are the
    leader's shares so far in every state of the rulebook, in its order."""
    apart = {
        minor
        for minor, stand in (*end.before.items(), *end.after.items())
        if status_of(view.gazetteer, stand).look == "apart"
    }
    stands = {
        minor: end.after[minor]._replace(influence=dict(end.after[minor].influence))
        for minor in courses
        if minor in end.after and minor not in apart
    }
    return TrackerYear(
        end.year,
        stands,
        {
            minor: (stand.status, stand.power, balance(stand.influence).total)
            for minor, stand in end.before.items()
            if minor not in apart
        },
        dict(end.moves),
        {minor: end.since[minor] for minor in stands},
        {minor: courses[minor] for minor in stands},
        dict(end.out),
    )


def _lead(chronicle: Chronicle, year: TrackerYear, rows: Sequence[Mapping[str, Any]]) -> str:
    """The year in a few sentences."""
    word = chronicle.gazetteer.influence
    placed = sum(move[0] for move in year.moves.values())
    lost = sum(move[1] for move in year.moves.values())
    changed = sum(1 for row in rows if row["was"])
    powers = count(len(chronicle.view.powers), "power")
    view = chronicle.view
    states = count(len(rows), view.word("minor state"), view.word("minor states"))
    told = [f"{states} and {powers}."]
    if placed or lost:
        told.append(f"{placed} {word} were placed in {year.year}, {lost or 'none'} lost.")
    if changed:
        states = count(changed, view.word("state"), view.word("states"))
        told.append(f"{states} changed status.")
    gone = [code for code in year.before if code not in year.stands]
    if gone:
        names = listed(chronicle.gazetteer.minors[minor].name for minor in gone)
        told.append(chronicle.view.said(f"{names} ceased to exist."))
    return " ".join(told)


def css_text(text: str) -> Markup:
    """A text as it is between the quotes of a style: every odd character by its number."""
    return Markup("").join(
        Markup(letter if letter.isalnum() or letter in " -.," else f"\\{ord(letter):x} ")
        for letter in text
    )
