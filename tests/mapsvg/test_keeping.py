"""What was drawn before is kept for the maps to come: it must never show on a map it is not of."""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from mapsvg import Fill, Marker, PowerStyle, Scene, draw_svg, load_geometry
from mapsvg.outlines import simplify, vertex_weights
from tests.mapsvg.scenes import full_scene, unit

SCENE = full_scene()
PLAIN: dict[str, Any] = {}


def forget() -> None:
    """Empty every store of the package but those of files and of outlines."""
    for name, module in list(sys.modules.items()):
        if name.startswith("mapsvg."):
            for key, found in vars(module).items():
                if hasattr(found, "cache_clear") and key not in ("_load_board", "_prepare"):
                    found.cache_clear()


def variants() -> Iterator[tuple[Scene, dict[str, Any]]]:
    """Maps that differ in one thing each."""
    yield SCENE, PLAIN
    code, power = next(iter(SCENE.owners.items()))
    yield replace(SCENE, owners={**SCENE.owners, code: "turkey"}), PLAIN
    for fill in (
        Fill("captured", power, "italy"),
        Fill("captured", power, state="x"),
        Fill("aligned", power),
        Fill("vassal", power),
        Fill("own", power, hatched=True),
    ):
        yield replace(SCENE, fills={**SCENE.fills, code: fill}), PLAIN
    center = next(iter(SCENE.centers))
    yield replace(SCENE, centers={**SCENE.centers, center: None}), PLAIN
    yield replace(SCENE, center_styles={center: "star"}), PLAIN
    yield replace(SCENE, values={center: 7}), PLAIN
    yield replace(SCENE, center_look="plain"), PLAIN
    yield replace(SCENE, pieces="blocks"), PLAIN
    yield replace(SCENE, units=SCENE.units[1:]), PLAIN
    yield replace(SCENE, units=(unit("A VIE"), unit("A VIE", "italy", state="dislodged"))), PLAIN
    yield replace(SCENE, units=(unit("A VIE", "italy", state="dislodged"),)), PLAIN
    yield replace(SCENE, units=(unit("A VIE", strength=2),)), PLAIN
    yield replace(SCENE, powers={**SCENE.powers, "austria": PowerStyle("Österreich")}), PLAIN
    yield (
        replace(SCENE, powers={**SCENE.powers, "austria": PowerStyle("Austria", letter="Z")}),
        {"patterns": True},
    )
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1650"),)), PLAIN
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1651"),)), PLAIN
    yield replace(SCENE, markers=(Marker("VIE", "revolt", "1651", title="so"),)), PLAIN
    for options in ({"patterns": True}, {"prefix": "two-"}, {"mode": "base-shared"}):
        yield SCENE, options


def test_no_map_shows_what_was_drawn_for_another() -> None:
    alone = []
    for scene, options in variants():
        forget()
        alone.append(draw_svg(scene, **options))
    assert len(set(alone)) == len(alone)
    forget()
    order = list(enumerate(variants()))
    random.Random(1).shuffle(order)
    for number, (scene, options) in [*order, *order]:
        assert draw_svg(scene, **options) == alone[number]


@pytest.mark.parametrize("tolerance", [0, 5, 15, 40, 190])
def test_weights_of_a_finer_line_leave_the_same_vertices(tolerance: float) -> None:
    for arc in load_geometry("standard").arcs:
        weights = vertex_weights(arc.points, 0)
        kept = [point for point, one in zip(arc.points, weights, strict=True) if one > tolerance]
        assert kept == simplify(arc.points, tolerance)
