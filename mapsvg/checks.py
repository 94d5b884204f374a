"""Whether a scene fits its board: every problem is found before anything is drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import get_args

from mapsvg.geometry import Geometry
from mapsvg.scene import (
    CENTER_KINDS,
    FILL_KINDS,
    MARKER_KINDS,
    ORDER_KINDS,
    OUTCOMES,
    PATTERN_NAMES,
    UNIT_FLAGS,
    UNIT_KINDS,
    UNIT_STATES,
    CenterLook,
    PieceLook,
    Scene,
    SceneError,
)

_NEEDS_TARGET = frozenset({"move", "convoyed", "support_hold", "support_move", "convoy", "retreat"})
_NEEDS_AUX = frozenset({"support_move", "convoy"})
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_MARKERS = 2  # slots for them in a province


def check_scene(scene: Scene, geometry: Geometry) -> None:
    """Raises SceneError, naming every unknown province, coast, word and repeated id, if any."""
    problems = [
        *_unknown_places(scene, geometry),
        *_unknown_words(scene),
        *_unsafe_names(scene),
        *_unfit_colors(scene),
        *_repeats(scene),
    ]
    if problems:
        raise SceneError("\n".join(dict.fromkeys(problems)))


def _unknown_places(scene: Scene, geometry: Geometry) -> Iterable[str]:
    board = geometry.board
    named = [("owners", code) for code in scene.owners]
    named += [("fills", code) for code in scene.fills]
    named += [("centers", code) for code in scene.centers]
    named += [("values", code) for code in scene.values]
    named += [("center_styles", code) for code in scene.center_styles]
    named += [("unit", unit.at) for unit in scene.units]
    named += [("marker", marker.at) for marker in scene.markers]
    named += [("captions", code) for code in scene.captions]
    named += [("stack", stack.at) for stack in scene.stacks]
    named += [("tile", tile.at) for tile in scene.tiles]
    for order in scene.orders:
        what = f"order {order.id}"
        named.append((what, order.unit))
        named += [(what, place) for place in (order.target, order.aux, *order.via) if place]
    for what, place in named:
        code, _, coast = place.partition("/")
        province = geometry.provinces.get(code)
        if province is None:
            yield f"{what}: the board {board} has no province {code!r}"
        elif coast and coast not in province.coasts:
            coasts = ", ".join(province.coasts) or "no named coasts"
            yield f"{what}: {code} has no coast {coast!r} ({coasts})"


def _unknown_words(scene: Scene) -> Iterable[str]:
    yield from _not_in("center_look", scene.center_look, get_args(CenterLook))
    yield from _not_in("pieces", scene.pieces, get_args(PieceLook))
    for unit in scene.units:
        where = f"unit {unit.at}"
        yield from _not_in(f"{where}: kind", unit.kind, UNIT_KINDS)
        yield from _not_in(f"{where}: state", unit.state, UNIT_STATES)
        yield from _not_in(f"{where}: flag", unit.flag, UNIT_FLAGS)
        if unit.strength < 1:
            yield f"{where}: strength {unit.strength} is below 1"
    for order in scene.orders:
        where = f"order {order.id}"
        yield from _not_in(f"{where}: kind", order.kind, ORDER_KINDS)
        yield from _not_in(f"{where}: outcome", order.outcome, OUTCOMES)
        if order.kind in _NEEDS_TARGET and not order.target:
            yield f"{where}: {order.kind} has no target"
        if order.kind in _NEEDS_AUX and not order.aux:
            yield f"{where}: {order.kind} has no aux"
    for code, fill in scene.fills.items():
        yield from _not_in(f"fills: {code}: kind", fill.kind, FILL_KINDS)
    for code, kind in scene.center_styles.items():
        yield from _not_in(f"center_styles: {code}: kind", kind, CENTER_KINDS)
    for marker in scene.markers:
        yield from _not_in(f"marker {marker.at}: kind", marker.kind, MARKER_KINDS)
    for stack in scene.stacks:
        for power, number in stack.counts:
            if not 0 <= number <= 99:
                yield f"stack {stack.at}: {power}: {number} is not within 0 to 99"
    for tile in scene.tiles:
        if not 0 <= tile.count <= 99:
            yield f"tile {tile.at}: {tile.count} is not within 0 to 99"
    for code, value in scene.values.items():
        if not 0 <= value <= 99:
            yield f"values: {code}: {value} is not within 0 to 99"


def _not_in(what: str, word: str, words: Iterable[str]) -> Iterable[str]:
    """`what` is where the word stands and what it should be: "unit VIE: kind"."""
    if word not in words:
        place, _, noun = what.rpartition(": ")
        known = ", ".join(word or '""' for word in words)
        yield f"{place + ': ' if place else ''}unknown {noun} {word!r} ({known})"


def _unsafe_names(scene: Scene) -> Iterable[str]:
    """Names that become ids, classes and colors of the picture, and so must be plain."""
    for key in scene.powers_shown():
        if not re.fullmatch(r"[a-z][a-z0-9_-]*", key):
            yield f"power {key!r}: a power's key is a slug like 'austria'"
    for order in scene.orders:
        if not re.fullmatch(r"[A-Za-z0-9_.-]+", order.id):
            yield f"order {order.id!r}: an id has only letters, digits, '_', '.' and '-'"
    for key, style in scene.powers.items():
        for color in (style.color, style.tint):
            if color and not _COLOR.fullmatch(color):
                yield f"power {key}: {color!r} is no color like '#a3170d'"
        if style.pattern and style.pattern not in PATTERN_NAMES:
            yield f"power {key}: unknown pattern {style.pattern!r} ({', '.join(PATTERN_NAMES)})"


def _unfit_colors(scene: Scene) -> Iterable[str]:
    for kind, color in scene.colors.items():
        yield from _not_in("colors: kind", kind, MARKER_KINDS)
        if not _COLOR.fullmatch(color):
            yield f"colors: {kind}: {color!r} is no color like '#a3170d'"


def _repeats(scene: Scene) -> Iterable[str]:
    ids = Counter(order.id for order in scene.orders)
    yield from (f"two orders have the id {one!r}" for one, count in ids.items() if count > 1)
    slots = Counter((unit.province, unit.is_aside) for unit in scene.units)
    for (province, aside), count in slots.items():
        if count > 1:
            yield f"two {'dislodged ' if aside else ''}units stand in {province}"
    stacks = Counter(stack.at for stack in scene.stacks)
    yield from (f"{place} has {count} stacks" for place, count in stacks.items() if count > 1)
    markers = Counter(marker.at for marker in scene.markers)
    for place, count in markers.items():
        if count > _MARKERS:
            yield f"{place} has {count} markers, and room for {_MARKERS}"
