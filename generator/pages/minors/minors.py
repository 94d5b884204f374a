"""Minor states: a table of all, and a page for each."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from generator.engine.words import count
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.signs import sign_sheet
from generator.pages.minors.biography import Biography, biographies
from generator.pages.minors.influence import SCRIPTS, tracker_year
from generator.pages.minors.stateview import absence, state_view
from generator.pages.minors.tracker import Row, TrackerYear, rows_of, shares
from generator.pages.story.alignment import ends_of
from generator.pages.story.chronicle import Chronicle


class Following(NamedTuple):
    """A power and the states that follow it or are taken by it; None for those that are nobody's.

    Each state is (name, address, status).
    """

    power: PowerView | None
    address: str
    states: tuple[tuple[str, str, str], ...]


def minor_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The table of the states, and the page of each."""
    if not chronicle.view.has("states"):
        return
    ends = chronicle.once(ends_of)
    courses = {code: shares(ends, code) for code in chronicle.gazetteer.minors}
    lives = tuple(biographies(chronicle, ends))
    # The table shows no changes: those of the year stand in the tracker.
    stands = tracker_year(chronicle.view, ends[-1], courses)._replace(moves=(), before=())
    yield _index(chronicle, stands, lives)
    for life in lives:
        yield _state(chronicle, life)


def _index(chronicle: Chronicle, stands: TrackerYear, lives: Sequence[Biography]) -> Page:
    view = chronicle.view
    gone = tuple((life.code, absence(life)) for life in lives if life.now is None)

    def draw() -> Mapping[str, Any]:
        rows = rows_of(view, stands)
        return {
            "rows": rows,
            "following": tuple(_following(chronicle, rows)),
            "lead": f"{_many(view, len(rows))} on the board.",
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


def _many(view: GameView, number: int) -> str:
    return count(number, view.word("minor state"), view.word("minor states"))


def _following(chronicle: Chronicle, rows: Sequence[Row]) -> Iterator[Following]:
    """Who has which states, in the ruleset's order; then those that are nobody's."""
    view = chronicle.view
    for power in (*view.powers, ""):
        states = tuple(
            (row.name, row.address, row.word)
            for row in rows
            if (row.power.id if row.power else "") == power
        )
        if states:
            yield Following(view.powers.get(power), view.side_address(power), states)


def _state(chronicle: Chronicle, life: Biography) -> Page:
    view = chronicle.view
    codes = list(chronicle.gazetteer.minors)
    at = codes.index(life.code)
    minor = chronicle.gazetteer.minors[life.code]

    def near(place: int) -> tuple[str, str] | None:
        """Name and address of a state by its place in the rulebook."""
        if not 0 <= place < len(codes):
            return None
        code = codes[place]
        return chronicle.gazetteer.minors[code].name, view.minor_address(code)

    def draw() -> Mapping[str, Any]:
        return {
            **state_view(view, life),
            "signs": sign_sheet(chronicle.gazetteer.marks),
            "before_state": near(at - 1),
            "after_state": near(at + 1),
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
