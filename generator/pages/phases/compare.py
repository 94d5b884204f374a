"""Two phases compared: a map of what differs, made by a script from the positions of all phases."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
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
from generator.pages.maps.facts import as_script, board_page, state_rows
from generator.pages.story.chronicle import Chronicle

_LAYERS: Final = ("sea", "land", "borders", "regions", "ornaments", "names", "centers")


def compare_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page, the names and places of the game, and the positions of its phases."""
    if chronicle.view.has("compare"):
        yield board_page(chronicle.maker, chronicle.game, chronicle.view)
        yield _positions_file(chronicle)
        yield _compare_page(chronicle)


def _compare_page(chronicle: Chronicle) -> Page:
    view = chronicle.view
    values = {
        "years": tuple((year, view.year_address(year)) for year in chronicle.years),
        "opening": digest(chronicle.opening.dump()),
        "has_states": bool(view.gazetteer.minors),
        "has_units": any(phase.snapshot.units for phase in chronicle.phases),
    }

    def draw() -> Mapping[str, Any]:
        return {"map": bare_map(chronicle)}

    return chronicle.page(
        "compare/",
        "compare.html",
        values,
        title="Two phases compared",
        tab="compare",
        description=f"{view.title}: the changes on the board between any two phases",
        styles=(f"{view.rules}map.css", "compare.css"),
        scripts=("zoom.js", "compare.js"),
        draw=draw,
    )


def bare_map(chronicle: Chronicle) -> MapView:
    """The board with its centers and names alone; nobody owns anything on it."""
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
    return MapView(drawn.svg, "", alt, layers, (), close_ups(picture.board), ratio=drawn.ratio)


def _positions_file(chronicle: Chronicle) -> Page:
    """`positions.js`: calls `theatrum.data("positions", ...)` with what `positions_of` gives."""
    view = chronicle.view
    positions = positions_of(chronicle)
    inputs = (("positions", digest(repr(positions))), ("game", view.digest))
    return chronicle.maker.file(
        f"{view.address}positions.js",
        "data",
        inputs,
        lambda: as_script("positions", positions),
        view.slug,
    )


def positions_of(chronicle: Chronicle) -> dict[str, Any]:
    """The positions after all phases of a game, each as its difference from the one before.

    `phases` are [title, address] of the opening and of every phase, addresses relative to the
    game's. `steps` are as many objects, the first of which differs from nothing: `held` {province:
    side, "" for nobody}, `gone` and `new` ["side unit"], `states` {state: [status, power, mark,
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
