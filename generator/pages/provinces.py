"""The provinces of a game: a table of all of them, and a page for each with its holders, its units,
and the events there."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any, Final, NamedTuple

from generator.engine.chronicle import ProvinceFacts
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.base.public import PublicVerdict
from generator.pages.base.words import OutcomeLook, look_of, tally
from generator.pages.maps.facts import board_name
from generator.pages.phases.years import NOTABLE, Happening, draw_happenings
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.history import Span, grouped, spans_of

_MOST_EVENTS: Final = 100
_MOST_FAILURES: Final = 40
_MOST_UNITS: Final = 60
"""The newest of them have room on a page; how many there were is said."""

_ZOOM: Final = 4.0
"""How many times wider than its close-up the whole map is."""
_SHAPE: Final = 4 / 3
"""Width by height of the close-up."""
_UNITS: Final = {"A": "army", "F": "fleet"}
_STYLES: Final = ("provinces.css",)
_KINDS: Final = ("inland", "coastal", "sea", "impassable")
_FAILURES: Final = frozenset({"bounce", "cut", "disrupted", "dislodged"})


Stay = tuple[str, str, PhaseLink, PhaseLink | None, int]
"""A span for a page: whose, of which kind, since and until which phase. The number is how wide it
is in a bar, 0 while it lasts."""


class Life(NamedTuple):
    """A province through the game. Everything is in the order of play.

    `holders` are spans of sides, `units` of owner and kind ("A", "F"), `marks` of the markers that
    it bore itself. `orders` has for each year with any the outcomes of the orders that mentioned
    the province; `failures` are those that failed.
    """

    holders: tuple[Span[ChroniclePhase, str], ...]
    units: tuple[Span[ChroniclePhase, tuple[str, str]], ...]
    events: tuple[Happening, ...]
    orders: tuple[tuple[int, str], ...]
    failures: tuple[tuple[PhaseLink, PublicVerdict, OutcomeLook], ...]
    marks: tuple[Span[ChroniclePhase, str], ...] = ()


def province_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The table, then the pages in the gazetteer's order."""
    if not chronicle.view.has("provinces"):
        return
    found = lives(chronicle)
    yield _index(chronicle)
    board = board_name(chronicle.game)
    press = _mentions(chronicle)
    provinces = chronicle.gazetteer.provinces
    has_kinds = len({province.kind for province in provinces.values()}) > 1
    for code, facts in provinces.items():
        yield _page(chronicle, facts, found[code], board, press.get(code, ()), has_kinds)


def _index(chronicle: Chronicle) -> Page:
    view, now = chronicle.view, chronicle.now.snapshot
    units: dict[str, list[str]] = {}
    marks = chronicle.gazetteer.marks
    for owner, text in now.units:
        place = text.split(" ")[1].partition("/")[0]
        units.setdefault(place, []).append(f"{text}, {view.side(owner).short}")
    rows = tuple(
        (
            facts,
            now.holders.get(code, ""),
            "; ".join(units.get(code, ())),
            marks[now.marks[code]].name if now.marks.get(code) in marks else "",
        )
        for code, facts in sorted(
            chronicle.gazetteer.provinces.items(), key=lambda item: (item[1].name, item[0])
        )
    )
    provinces = [facts for facts, *_ in rows]
    kinds = tuple(kind for kind in _KINDS if any(facts.kind == kind for facts in provinces))
    return chronicle.page(
        "provinces/",
        "provinces.html",
        {
            "rows": rows,
            "kinds": kinds,
            "has_values": any(facts.value for facts in provinces),
            "has_owners": any(facts.owner for facts in provinces),
            "has_units": any(phase.snapshot.units for phase in chronicle.phases),
            "has_codes": any(facts.id != facts.name for facts in provinces),
            "has_marks": any(mark for *_, mark in rows),
            "moment": chronicle.view.latest.title,
        },
        title="Provinces",
        tab="provinces",
        description=f"{view.title}: all provinces, with their owners and holders",
        styles=_STYLES,
    )


def _page(
    chronicle: Chronicle,
    facts: ProvinceFacts,
    life: Life,
    board: str,
    press: Sequence[tuple[str, str, str]],
    has_kinds: bool,
) -> Page:
    """The page of a province. `has_kinds`: not all provinces are of one kind."""
    view = chronicle.view
    whole = view.province_address(facts.id)
    events = life.events[-_MOST_EVENTS:]
    values = {
        "facts": facts,
        "neighbors": tuple(_neighbors(chronicle, facts)),
        "board": board,
        "holders": tuple(_stay(span.value, "", span) for span in life.holders),
        "has_kinds": has_kinds,
        "marks": tuple(_marks(chronicle, life)),
        "units": tuple(_stay(*span.value, span) for span in life.units[-_MOST_UNITS:]),
        "unit_count": len(life.units),
        "events": events,
        "event_count": len(life.events),
        "orders": tuple((year, view.year_address(year), said) for year, said in life.orders),
        "failures": life.failures[-_MOST_FAILURES:],
        "failure_count": len(life.failures),
        "press": tuple(press),
    }

    return chronicle.page(
        whole.removeprefix(view.address),
        "province.html",
        values,
        title=facts.name,
        tab="provinces",
        description=f"{view.title}: {facts.name}, its holders and events",
        crumbs=(Crumb("Provinces", f"{view.address}provinces/"),),
        styles=_STYLES,
        draw=lambda: {
            "linked": draw_happenings(view, events, whole),
            "spot": _spot(board, facts.id),
        },
    )


def _marks(chronicle: Chronicle, life: Life) -> Iterator[tuple[str, PhaseLink]]:
    """The markers that a province bore, each with the phase since which it did; the last first."""
    known = chronicle.gazetteer.marks
    for span in reversed(life.marks):
        mark = span.value
        yield known[mark].name if mark in known else mark, span.since.link


def _stay(side: str, kind: str, span: Span[ChroniclePhase, Any]) -> Stay:
    since, until = span.since, span.until
    years = max(1, until.year - since.year) if until else 0
    return side, _UNITS.get(kind, kind), since.link, until.link if until else None, years


def _neighbors(chronicle: Chronicle, facts: ProvinceFacts) -> Iterator[tuple[str, str, str]]:
    """Name, kind and address of each neighbor, by name."""
    provinces = chronicle.gazetteer.provinces
    known = (provinces[code] for code in facts.neighbors if code in provinces)
    for neighbor in sorted(known, key=lambda near: near.name):
        yield neighbor.name, neighbor.kind, chronicle.view.province_address(neighbor.id)


def _mentions(chronicle: Chronicle) -> Mapping[str, Sequence[tuple[str, str, str]]]:
    """The press that mentions a province: title, author and address by the province's code."""
    by_code = grouped(
        chronicle.press,
        lambda piece: (target.id for target in piece.mentions if target.kind == "province"),
    )
    return {
        code: [
            (piece.title, piece.author, f"{chronicle.view.address}{piece.address}")
            for piece in pieces
        ]
        for code, pieces in by_code.items()
    }


def lives(chronicle: Chronicle) -> Mapping[str, Life]:
    """The life of every province of the gazetteer."""
    phases, kinds = chronicle.phases, chronicle.gazetteer.topics.get("places", frozenset())
    holders = spans_of((phase, phase.snapshot.holders) for phase in phases)
    units = spans_of((phase, _standing(phase)) for phase in phases)
    marks = spans_of((phase, phase.snapshot.marks) for phase in phases)
    events = grouped(
        (
            (phase, event)
            for phase, event in chronicle.events()
            if event.weight >= NOTABLE or event.kind in kinds
        ),
        lambda pair: dict.fromkeys(pair[1].provinces),
    )
    orders = grouped(chronicle.verdicts(), lambda pair: pair[1].provinces)
    return {
        code: Life(
            tuple(span for span in holders.get(code, ()) if span.value),
            tuple(units.get(code, ())),
            tuple((phase.link, event) for phase, event in events.get(code, ())),
            tuple(
                (year, tally(look_of(verdict.outcome, verdict.kind) for _, verdict in own))
                for year, own in groupby(orders.get(code, ()), lambda pair: pair[0].year)
            ),
            tuple(
                (phase.link, verdict, look_of(verdict.outcome, verdict.kind))
                for phase, verdict in orders.get(code, ())
                if verdict.outcome in _FAILURES
            ),
            tuple(marks.get(code, ())),
        )
        for code in chronicle.gazetteer.provinces
    }


def _standing(phase: ChroniclePhase) -> Mapping[str, tuple[str, str]]:
    """Owner and kind of the units by province. Their strength does not count: an army that grew is
    the same army."""
    units: dict[str, tuple[str, str]] = {}
    for owner, text in phase.snapshot.units:
        kind, _, rest = text.partition(" ")
        place, _, _ = rest.partition(" ")
        units[place.partition("/")[0]] = (owner, kind)
    return units


def _spot(board: str, code: str) -> Mapping[str, str]:
    """The close-up of the map around a province; at the map's edge it is off the middle. The
    position of the whole map behind it, and of the province (x, y) in it, in percent."""
    from mapsvg import load_board

    known = load_board(board)
    width, height = known.geometry.width, known.geometry.height
    x, y = known.places[code]
    across, down = x / width, y / height
    # In widths and heights of the close-up.
    tall = _ZOOM * _SHAPE * height / width
    shift_x = min(max(across * _ZOOM - 0.5, 0), _ZOOM - 1)
    shift_y = min(max(down * tall - 0.5, 0), tall - 1)
    numbers = {
        "width": _ZOOM,
        "left": -shift_x,
        "top": -shift_y,
        "x": across * _ZOOM - shift_x,
        "y": down * tall - shift_y,
    }
    return {name: f"{100 * number:.1f}%" for name, number in numbers.items()}
