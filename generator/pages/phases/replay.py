"""Replay: the game as a film on one board, with what is said of each phase.

The page that compares two phases has the same frames: a script makes a map of what differs.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from generator.engine.chronicle import Snapshot
from generator.pages.base.page import Page, digest
from generator.pages.maps.drawing import (
    MapStyle,
    MapView,
    close_ups,
    drawn_map,
    map_scene,
    map_view,
)
from generator.pages.maps.facts import as_script, board_box, board_page, state_rows
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.figures import signed

SENTENCES: Final = 3
"""How many sentences of a phase's summary are shown."""
COUNTS: Final = 2
"""How many of the counts of each power are shown, the most telling first."""


Said = tuple[
    str,
    tuple[str, ...],
    tuple[tuple[str, tuple[tuple[str, str], ...]], ...],
    tuple[tuple[str, str, str], ...],
]
"""The account of a phase: its summary, the labels of the counts, each power with its counts and
how they changed, and the moves that succeeded: whose, from which province, to which."""

_LAYERS: Final = ("sea", "land", "borders", "regions", "ornaments", "names", "centers")


def replay_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The replay, and for each year a file with the accounts of its phases.

    A file a year: the page asks only for those that are watched, and a new phase remakes one.
    """
    if not chronicle.view.has("replay"):
        return
    yield _replay_page(chronicle)
    for year in chronicle.years:
        yield _year_file(chronicle, year)


def _replay_page(chronicle: Chronicle) -> Page:
    view = chronicle.view
    latest = chronicle.phases[-1]
    file, name = latest.link.map
    years = tuple(
        (year, tuple(_frame(chronicle, phase) for phase in chronicle.of_year(year)))
        for year in chronicle.years
    )
    values = {
        "years": years,
        "count": sum(len(frames) for _, frames in years),
        "latest": _frame(chronicle, latest),
        "still": (file, f"{name}-view-whole"),
        "said": _said_of_phase(chronicle, latest),
        "powers": tuple((power, view.side_address(power.id)) for power in view.powers.values()),
        "opening": digest(chronicle.opening.dump()),
    }

    def draw() -> Mapping[str, Any]:
        if view.has("compare"):  # which brings the positions that the film shows
            return {"map": bare_map(chronicle)}
        return {"map": None, "box": " ".join(map(str, board_box(chronicle.game)))}

    return chronicle.page(
        "replay/",
        "replay.html",
        values,
        title="Replay",
        tab="replay",
        description=f"{view.title}, phase by phase: every map from {years[0][0]} on",
        styles=(f"{view.rules}map.css", "replay.css"),
        scripts=("zoom.js", "replay.js"),
        draw=draw,
    )


def _frame(chronicle: Chronicle, phase: ChroniclePhase) -> tuple[str, str]:
    """The title of a phase, and its address relative to the game's."""
    return (phase.link.title, phase.link.address.removeprefix(chronicle.view.address))


def _said_of_phase(chronicle: Chronicle, phase: ChroniclePhase) -> Said:
    shown = phase.standings[:COUNTS]
    was = dict(phase.told.before)
    powers = [
        power for power in chronicle.view.powers if all(power in counts for _, counts in shown)
    ]
    powers.sort(key=lambda power: [-counts[power] for _, counts in shown])
    rows = [
        (
            power,
            tuple(
                (
                    str(counts[power]).replace("-", "−"),
                    signed(counts[power] - was.get(label, counts).get(power, 0)),
                )
                for label, counts in shown
            ),
        )
        for power in powers
    ]
    return (
        " ".join(phase.told.summary[:SENTENCES]) or "The position before the first orders.",
        tuple(label for label, _ in shown),
        tuple(rows),
        tuple(_moves(phase)),
    )


def _moves(phase: ChroniclePhase) -> Iterator[tuple[str, str, str]]:
    """The moves and retreats of a phase that came off."""
    for verdict in phase.told.verdicts:
        is_move = verdict.kind in ("move", "retreat") and verdict.outcome == "success"
        if is_move and len(verdict.provinces) > 1:
            yield verdict.power, verdict.provinces[0], verdict.provinces[-1]


def _year_file(chronicle: Chronicle, year: int) -> Page:
    """`<year>/replay.js`: calls `theatrum.data("replay", {phases: {address: what is said}})`.

    What is said: [summary, labels, [[power, [[count, change], ...]], ...], [[power, from, to],
    ...]], the last of them the moves.
    """
    view = chronicle.view
    phases = {
        _frame(chronicle, phase)[1]: _said_of_phase(chronicle, phase)
        for phase in chronicle.of_year(year)
    }

    address = f"{view.year_address(year)}replay.js"
    inputs = (("game", view.digest), ("phases", digest(repr(phases))))
    return chronicle.maker.file(
        address, "data", inputs, lambda: as_script("replay", {"phases": phases}), view.slug
    )


def compare_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page, the names and places of the game, and the positions of its phases."""
    if chronicle.view.has("compare"):
        view, maker = chronicle.view, chronicle.maker
        yield board_page(maker, chronicle.game, view)
        positions = positions_of(chronicle)
        inputs = (("positions", digest(repr(positions))), ("game", view.digest))
        make = partial(as_script, "positions", positions)
        yield maker.file(f"{view.address}positions.js", "data", inputs, make, view.slug)
        yield _compare_page(chronicle)


def _compare_page(chronicle: Chronicle) -> Page:
    view = chronicle.view
    values = {
        "years": tuple((year, view.year_address(year)) for year in chronicle.years),
        "opening": digest(chronicle.opening.dump()),
        "has_states": bool(view.gazetteer.minors),
        "has_units": any(phase.snapshot.units for phase in chronicle.phases),
    }

    return chronicle.page(
        "compare/",
        "compare.html",
        values,
        title="Two phases compared",
        tab="compare",
        description=f"{view.title}: the changes on the board between any two phases",
        styles=(f"{view.rules}map.css", "compare.css"),
        scripts=("zoom.js", "compare.js"),
        draw=lambda: {"map": bare_map(chronicle)},
    )


def bare_map(chronicle: Chronicle) -> MapView:
    """The board with only its centers and names; no one owns anything on it."""
    from msgspec.structs import replace

    view, game = chronicle.view, chronicle.game
    picture = game.ruleset.picture(game.opening.state())
    scene = replace(
        map_scene(picture, game.ruleset.powers),
        owners={},
        fills={},
        units=(),
        orders=(),
        markers=(),
        corner=(),
        captions={},
        stacks=(),
        tiles=(),
    )
    centers = dict.fromkeys(scene.centers)
    style = MapStyle(layers=_LAYERS)
    drawn = map_view(drawn_map(replace(scene, centers=centers), style), picture, "")
    layers = (("l-centers", view.word("Centers")), ("l-names", "Names"))
    alt = f"Map of the board with the differences between two phases of {picture.title}"
    return MapView(drawn.parts, "", alt, layers, (), close_ups(picture.board), ratio=drawn.ratio)


def positions_of(chronicle: Chronicle) -> dict[str, Any]:
    """The positions after all phases of a game, each as its difference from the one before.

    `phases` are [title, address] of the opening and of every phase, addresses relative to the
    game's. `steps` are as many objects, the first of which differs from nothing: `held` {province:
    side, "" for no one}, `gone` and `new` ["side unit"], `states` {state: [status, power, mark,
    {power: influence}, suspended]} where what is empty at the end is left out.
    """
    view = chronicle.view
    steps: list[dict[str, Any]] = []
    before = Snapshot()
    known: dict[str, list[Any]] = {}
    for phase in chronicle.phases:
        # Most phases change nothing in any state.
        is_same = phase.snapshot.minors == before.minors
        states = known if is_same else state_rows(view, phase.snapshot)
        steps.append(_step(chronicle, before, phase.snapshot, known, states))
        before, known = phase.snapshot, states
    phases = [
        [phase.link.title, phase.link.address.removeprefix(view.address)]
        for phase in chronicle.phases
    ]
    return {"phases": phases, "steps": steps}


def _step(
    chronicle: Chronicle,
    before: Snapshot,
    after: Snapshot,
    known: Mapping[str, list[Any]],
    states: Mapping[str, list[Any]],
) -> dict[str, Any]:
    """The differences from one position to the next. `known` and `states` are
    the rows of the states before and after."""
    view = chronicle.view
    step: dict[str, Any] = {}
    # Most phases change one of the three, and comparing what is equal as a whole is quick.
    if after.holders != before.holders:
        step["held"] = {
            code: after.holders.get(code, "")
            for code in view.gazetteer.provinces
            if after.holders.get(code, "") != before.holders.get(code, "")
        }
    if after.units != before.units:
        was, now = _units(before), _units(after)
        step["gone"] = [unit for unit in was if unit not in now]
        step["new"] = [unit for unit in now if unit not in was]
    if states is not known:
        step["states"] = {code: row for code, row in states.items() if known.get(code) != row}
    return {name: value for name, value in step.items() if value}


def _units(snapshot: Snapshot) -> dict[str, None]:
    """Every unit as "side unit", in a stated order."""
    return dict.fromkeys(sorted(f"{side} {unit}" for side, unit in snapshot.units))
