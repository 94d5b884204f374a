"""The provinces of a game: a table of all of them, and a page for each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache, partial
from typing import Any, Final, NamedTuple

from generator.engine.chronicle import ProvinceFacts
from generator.pages.base.gameview import GameView, PowerView
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page
from generator.pages.maps.facts import board_name
from generator.pages.phases.years import draw_happenings
from generator.pages.provinces.life import Life, lives
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.history import Span, grouped

_MOST_EVENTS: Final = 100
_MOST_FAILURES: Final = 40
_MOST_UNITS: Final = 60
"""The newest of them have room on a page; how many there were is said."""

_ZOOM: Final = 4.0
"""How many times wider than its close-up the whole map is."""
_SHAPE: Final = 4 / 3
"""Width by height of the close-up."""


class Side(NamedTuple):
    """A power or a minor state with its page."""

    shown: PowerView
    address: str


class Stay(NamedTuple):
    """A span for a page. `years` is how wide it is in a bar, 0 while it lasts."""

    side: Side
    kind: str
    since: tuple[str, str]
    until: tuple[str, str] | None
    first: int
    years: int


class Row(NamedTuple):
    """A province in the table."""

    code: str
    name: str
    address: str
    kind: str
    value: int
    is_center: bool
    owner: Side | None
    holder: Side | None
    units: str
    mark: str = ""


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
    # The same few sides stand on the pages of all provinces.
    side = cache(partial(_shown, chronicle.view))
    for code, facts in provinces.items():
        yield _page(chronicle, facts, found[code], board, press.get(code, ()), has_kinds, side)


def _index(chronicle: Chronicle) -> Page:
    view, now = chronicle.view, chronicle.now.snapshot
    units: dict[str, list[str]] = {}
    marks = chronicle.gazetteer.marks
    for owner, text in now.units:
        place = text.split(" ")[1].partition("/")[0]
        units.setdefault(place, []).append(f"{text}, {view.side(owner).short}")
    rows = tuple(
        Row(
            code,
            facts.name,
            view.province_address(code),
            facts.kind,
            facts.value,
            facts.is_center,
            _side(view, facts.owner),
            _side(view, now.holders.get(code, "")),
            "; ".join(units.get(code, ())),
            marks[now.marks[code]].name if now.marks.get(code) in marks else "",
        )
        for code, facts in sorted(
            chronicle.gazetteer.provinces.items(), key=lambda item: (item[1].name, item[0])
        )
    )
    kinds = tuple(kind for kind in _KINDS if any(row.kind == kind for row in rows))
    return chronicle.page(
        "provinces/",
        "provinces.html",
        {
            "rows": rows,
            "kinds": kinds,
            "has_values": any(row.value for row in rows),
            "has_owners": any(row.owner for row in rows),
            "has_units": any(phase.snapshot.units for phase in chronicle.phases),
            "has_codes": any(row.code != row.name for row in rows),
            "has_marks": any(row.mark for row in rows),
            "moment": chronicle.view.latest.title,
        },
        title="Provinces",
        tab="provinces",
        description=f"{view.title}: all provinces, with their owners and holders",
        styles=_STYLES,
    )


_UNITS: Final = {"A": "army", "F": "fleet"}
_STYLES: Final = ("provinces.css",)
_KINDS: Final = ("inland", "coastal", "sea", "impassable")


def _page(
    chronicle: Chronicle,
    facts: ProvinceFacts,
    life: Life,
    board: str,
    press: Sequence[tuple[str, str, str]],
    has_kinds: bool,
    side: Callable[[str], Side],
) -> Page:
    """The page of a province. `has_kinds`: not all provinces are of one kind; `side` shows one."""
    view = chronicle.view
    whole = view.province_address(facts.id)
    events = life.events[-_MOST_EVENTS:]
    values = {
        "facts": facts,
        "owner": side(facts.owner) if facts.owner else None,
        "neighbors": tuple(_neighbors(chronicle, facts)),
        "board": board,
        "holders": tuple(_stay(side(span.value), "", span) for span in life.holders),
        "has_kinds": has_kinds,
        "marks": tuple(_marks(chronicle, life)),
        "units": tuple(
            _stay(side(span.value[0]), span.value[1], span) for span in life.units[-_MOST_UNITS:]
        ),
        "unit_count": len(life.units),
        "events": events,
        "event_count": len(life.events),
        "orders": tuple((year, view.year_address(year), said) for year, said in life.orders),
        "failures": tuple(
            (side(failed.power), failed) for failed in life.failures[-_MOST_FAILURES:]
        ),
        "failure_count": len(life.failures),
        "press": tuple(press),
    }

    def draw() -> Mapping[str, Any]:
        return {
            "told": draw_happenings(view.linker, events, whole),
            "spot": _spot(board, facts.id),
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
        draw=draw,
    )


def _marks(chronicle: Chronicle, life: Life) -> Iterator[tuple[str, tuple[str, str]]]:
    """The markers that a province bore, each with the phase since which it did; the last first."""
    known = chronicle.gazetteer.marks
    for span in reversed(life.marks):
        mark, link = span.value, span.since.link
        yield known[mark].name if mark in known else mark, (link.title, link.address)


def _side(view: GameView, side: str) -> Side | None:
    return _shown(view, side) if side else None


def _shown(view: GameView, side: str) -> Side:
    return Side(view.side(side), view.side_address(side))


def _stay(side: Side, kind: str, span: Span[ChroniclePhase, Any]) -> Stay:
    since, until = span.since, span.until
    return Stay(
        side,
        _UNITS.get(kind, kind),
        (since.link.title, since.link.address),
        (until.link.title, until.link.address) if until else None,
        since.year,
        max(1, until.year - since.year) if until else 0,
    )


def _neighbors(chronicle: Chronicle, facts: ProvinceFacts) -> Iterator[tuple[str, str, str]]:
    """Name, kind and address of each neighbor, by name."""
    provinces = chronicle.gazetteer.provinces
    known = (provinces[code] for code in facts.neighbors if code in provinces)
    for neighbor in sorted(known, key=lambda near: near.name):
        yield neighbor.name, neighbor.kind, chronicle.view.province_address(neighbor.id)


def _mentions(chronicle: Chronicle) -> Mapping[str, Sequence[tuple[str, str, str]]]:
    """The press that names a province: title, author and address by the province's code."""
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


class Spot(NamedTuple):
    """Where the whole map lies behind its close-up, and the province in that, in percent."""

    width: str
    left: str
    top: str
    x: str
    y: str


def _spot(board: str, code: str) -> Spot:
    """The close-up of the map around a province; at the map's edge it lies off the middle."""
    from mapsvg import board_anchors

    anchors = board_anchors(board)
    left, top, width, height = anchors.box
    x, y = anchors.places[code]
    across, down = (x - left) / width, (y - top) / height
    # In widths and heights of the close-up.
    tall = _ZOOM * _SHAPE * height / width
    shift_x = min(max(across * _ZOOM - 0.5, 0), _ZOOM - 1)
    shift_y = min(max(down * tall - 0.5, 0), tall - 1)
    numbers = (
        _ZOOM, -shift_x, -shift_y, across * _ZOOM - shift_x, down * tall - shift_y,
    )  # fmt: skip
    return Spot(*(f"{100 * number:.1f}%" for number in numbers))
