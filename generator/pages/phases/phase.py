"""The page of one phase: what changed, the map, what happened, every order with its verdict;
and its report as plain text."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from typing import Any, Final

from generator.archive import PhaseRecord
from generator.engine.words import headed
from generator.pages.base.gameview import GameView, PhaseLink, Rails
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest, links_from
from generator.pages.base.words import OUTCOME_LOOKS, OutcomeLook, look_of
from generator.pages.maps.drawing import map_view
from generator.pages.maps.ground import Ground
from generator.pages.maps.material import Material
from generator.pages.story.changes import changes
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.corrections import CorrectionView
from generator.pages.story.facts import PhaseFacts, public_ruling
from generator.pages.story.figures import standings_of, standings_table
from generator.pages.story.ordertable import (
    PowerGroup,
    groups_of,
    with_lands,
    with_remedies,
)
from generator.pages.story.sections import Contents, arrange

MAP_HINT: Final = "Tap or point at an order or a province to see the details."
# Fewer orders are open on a page that has them below everything else.
_FEW_ORDERS: Final = 16


def phase_page(
    maker: PageMaker,
    material: Material,
    record: PhaseRecord,
    source: str,
    view: GameView,
    number: int,
    facts: Callable[[], PhaseFacts],
    rails: Rails,
    ground: Ground,
    corrected: Sequence[CorrectionView] = (),
) -> Page:
    """The page of the `number`th phase (from 0).

    `source` is the digest of the phase's files; `facts` gives what came of them, `corrected` are
    the corrections that changed it. The map is described against the `ground`.
    """
    here = view.phases[number]
    before = view.phases[number - 1] if number else view.opening
    after = view.phases[number + 1] if number + 1 < len(view.phases) else None
    years, around = rails.around(here.year)

    def values() -> Mapping[str, Any]:
        return {
            **_frame(maker, view, here, years, before, after),
            **_contents(material, view, here, record, facts(), ground),
            "corrected": corrected,
        }

    inputs = (
        *([("corrected", digest(repr(corrected)))] if corrected else []),
        *([("record", digest(here.record, maker.record_guide))] if here.record else []),
        ("phase", source),
        ("ground", ground.source),
        ("game", view.digest),
        ("around", digest(around, before.address, after.address if after else "")),
    )
    return maker.page(here.address, "phase", "phase.html", inputs, values, view.slug)


def opening_page(
    maker: PageMaker, material: Material, view: GameView, rails: Rails, ground: Ground
) -> Page:
    """The page of the position that the game started from, whose map is the `ground` itself."""
    here = view.opening
    after = view.phases[0] if view.phases else None
    years, around = rails.around(here.year)

    def values() -> Mapping[str, Any]:
        ruleset, before = material.ruleset, material.before
        return {
            **_frame(maker, view, here, years, None, after),
            "title": "Opening",
            "description": f"{view.title}: the position before the first orders",
            "standings_title": "Standings at the start",
            "summary": "",
            "tally": "The position before the first orders.",
            "map": ground.told(
                map_view(material.drawn, material.picture, here.address, view, material.snapshot),
                here,
            ),
            "lands": _lands(material),
            "changed": (),
            "contents": Contents((), (), {}),
            "groups": (),
            "beside": False,
            "unfolded": True,
            "rulings": (),
            "looks": (),
            "legend": (),
            "standings": standings_table(view.at(here.moment), ruleset.standings(before)),
            "arrivals": (),
        }

    inputs = (
        *([("record", digest(here.record, maker.record_guide))] if here.record else []),
        ("state", ground.source),
        ("game", view.digest),
        ("around", digest(around, after.address if after else "")),
    )
    return maker.page(here.address, "phase", "phase.html", inputs, values, view.slug)


def _frame(
    maker: PageMaker,
    view: GameView,
    here: PhaseLink,
    years: Sequence[Any],
    before: PhaseLink | None,
    after: PhaseLink | None,
) -> dict[str, Any]:
    return {
        "game": view,
        "tab": "turns",
        "record": here.record,
        "record_guide": maker.record_guide,
        "corrected": (),
        "year": here.year,
        "rail": years,
        "before": before,
        "after": after,
        "map_hint": MAP_HINT,
        "styles": (f"{view.rules}map.css",),
    }


def _contents(
    material: Material,
    view: GameView,
    here: PhaseLink,
    record: PhaseRecord,
    facts: PhaseFacts,
    ground: Ground,
) -> dict[str, Any]:
    ruleset, resolution, picture = material.ruleset, material.resolution, material.picture
    before = material.before
    to = links_from(here.address)
    landed: set[str] = set()
    groups = with_remedies(groups_of(view, material, record), material.remedies(record.rulings))
    groups = with_lands(groups, landed)
    shown = tuple(ruling for ruling in record.rulings if ruling.facts.get("secret") is not True)
    contents = arrange(
        view,
        material.chapters,
        resolution.events,
        frozenset(ruling.number for ruling in shown),
        to,
        here.address,
        landed,
    )
    beside = bool(groups and picture.orders)
    return {
        "title": record.title,
        "description": f"{view.title}, {record.title}: {' '.join(facts.summary[:3])}".strip(),
        "standings_title": "Standings afterwards",
        "summary": view.linker.link(" ".join(facts.summary[:3]), to, here.address, css=""),
        "tally": facts.tally,
        "map": ground.told(
            map_view(
                material.drawn, picture, here.address, view, facts.snapshot, material.happened
            ),
            here,
        ),
        "lands": _lands(material, landed),
        "changed": changes(view, ruleset.snapshot(before), facts.snapshot),
        "contents": contents,
        "groups": groups,
        # Orders that the map shows are next to it; others come after their outcomes.
        "beside": beside,
        "unfolded": len(resolution.verdicts) <= _FEW_ORDERS,
        "looks": _legend(groups),
        "legend": _legend(groups) if picture.orders else (),
        "rulings": tuple(
            {
                "ruling": public_ruling(ruling),
                "address": view.ruling_address(here.year, ruling.number)
                if view.has("rulings")
                else "",
                "events": contents.ruled.get(ruling.number, ()),  # those that only it reports
            }
            for ruling in shown
        ),
        "standings": standings_of(view, material, record, facts),
        "arrivals": view.arrivals(record.moment),
        # Its anchor on the page that tries other orders.
        "what_if": here.address.removeprefix(view.address).rstrip("/")
        if groups and view.has("what-if")
        else "",
    }


def _lands(material: Material, landed: Container[str] = ()) -> tuple[str, ...]:
    """The provinces that a link finds at the map, since nothing else on the page is about them."""
    from mapsvg import load_geometry

    provinces = load_geometry(material.picture.board).provinces
    return tuple(code for code in provinces if code not in landed and not code.startswith("_"))


def _legend(groups: Sequence[PowerGroup]) -> tuple[OutcomeLook, ...]:
    """The looks that occur, in their fixed order."""
    seen = {row.look.css for group in groups for row in group.rows}
    return tuple(look for look in OUTCOME_LOOKS.values() if look.css in seen)


def phase_text(chronicle: Chronicle, phase: ChroniclePhase) -> str:
    """The changes, every public order with its result, and the events, by their rules."""
    return "\n".join(_report_lines(chronicle, phase)) + "\n"


def _report_lines(chronicle: Chronicle, phase: ChroniclePhase) -> Iterator[str]:
    facts, view = phase.facts, chronicle.view
    title = f"{view.title}: {phase.link.title}"
    yield title
    yield "=" * len(title)
    if facts is None:
        return
    yield ""
    yield from facts.summary
    yield f"{headed(facts.tally)}."
    orders: dict[str, list[tuple[str, str]]] = {}
    for verdict in facts.verdicts:
        look = look_of(verdict.outcome, verdict.kind)
        orders.setdefault(verdict.power, []).append((verdict.order, look.word))
    for power, rows in orders.items():
        yield ""
        yield view.side(power).name.upper()
        width = min(60, max(len(order) for order, _ in rows))
        yield from (f"  {order:<{width}}  {word}" for order, word in rows)
    if facts.events:
        yield ""
        yield "WHAT HAPPENED"
        for event in facts.events:
            yield f"- {event.text}{f' ({event.rule})' if event.rule else ''}"
    for ruling in facts.rulings:
        yield ""
        yield f"RULING {ruling.number}{f' ({ruling.rule})' if ruling.rule else ''}"
        yield f"  {ruling.reason}"
    base = chronicle.maker.settings.base
    if base:
        yield ""
        yield f"Every verdict with its reasons: {base}{phase.link.address}"
