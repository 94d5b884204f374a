"""Whether a scene fits its board: every problem is found before anything is drawn."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from typing import TypeVar, get_args

from mapsvg.scene import (
    CENTER_KINDS,
    FILL_KINDS,
    MARKER_KINDS,
    ORDER_KINDS,
    OUTCOMES,
    UNIT_FLAGS,
    UNIT_KINDS,
    UNIT_STATES,
    CenterLook,
    PieceLook,
    Scene,
    SceneError,
)
from mapsvg.shapes import Geometry

_NEEDS_TARGET = frozenset({"move", "convoyed", "support_hold", "support_move", "convoy", "retreat"})
_NEEDS_AUX = frozenset({"support_move", "convoy"})
_COLOR = re.compile(r"#[0-9a-fA-F]{6}")
_SLUG = re.compile(r"[a-z][a-z0-9_-]*")
_ID = re.compile(r"[A-Za-z0-9_.-]+")
_LOOKS, _PIECES = get_args(CenterLook), get_args(PieceLook)
_T = TypeVar("_T")
_MARKERS = 2  # slots for them in a province


def check_scene(scene: Scene, geometry: Geometry) -> None:
    """Raises SceneError, naming every unknown province, coast, word and repeated id, if any."""
    problems = [
        *_unknown_places(scene, geometry),
        *_unknown_words(scene),
        *_unsafe_names(scene),
        *_repetitions(scene),
    ]
    if problems:
        raise SceneError("\n".join(dict.fromkeys(problems)))


def _unknown_places(scene: Scene, geometry: Geometry) -> Iterable[str]:
    board = geometry.board
    tables = ("owners", "fills", "centers", "values", "center_styles", "captions")
    named = [(table, code) for table in tables for code in getattr(scene, table)]
    named += [("unit", unit.at) for unit in scene.units]
    named += [("marker", marker.at) for marker in scene.markers]
    named += [("stack", stack.at) for stack in scene.stacks]
    named += [("tile", tile.at) for tile in scene.tiles]
    for order in scene.orders:
        what = f"order {order.id}"
        named.append((what, order.unit))
        named += [(what, place) for place in (order.target, order.aux, *order.via) if place]
    for what, place in named:
        if place in geometry.provinces:
            continue
        code, _, coast = place.partition("/")
        province = geometry.provinces.get(code)
        if province is None:
            yield f"{what}: the board {board} has no province {code!r}"
        elif coast and coast not in province.coasts:
            coasts = ", ".join(province.coasts) or "no named coasts"
            yield f"{what}: {code} has no coast {coast!r} ({coasts})"


def _unknown_words(scene: Scene) -> Iterable[str]:
    words: list[tuple[str, str, tuple[str, ...]]] = [
        ("center_look", scene.center_look, _LOOKS),
        ("pieces", scene.pieces, _PIECES),
    ]
    for unit in scene.units:
        words += [
            (f"unit {unit.at}: kind", unit.kind, UNIT_KINDS),
            (f"unit {unit.at}: state", unit.state, UNIT_STATES),
            (f"unit {unit.at}: flag", unit.flag, UNIT_FLAGS),
        ]
        if unit.strength < 1:
            yield f"unit {unit.at}: strength {unit.strength} is below 1"
    for order in scene.orders:
        words.append((f"order {order.id}: kind", order.kind, ORDER_KINDS))
        words.append((f"order {order.id}: outcome", order.outcome, OUTCOMES))
        if not order.target and order.kind in _NEEDS_TARGET:
            yield f"order {order.id}: {order.kind} has no target"
        if not order.aux and order.kind in _NEEDS_AUX:
            yield f"order {order.id}: {order.kind} has no aux"
    words += [(f"fills: {code}: kind", one.kind, FILL_KINDS) for code, one in scene.fills.items()]
    words += [
        (f"center_styles: {code}: kind", kind, CENTER_KINDS)
        for code, kind in scene.center_styles.items()
    ]
    words += [(f"marker {one.at}: kind", one.kind, MARKER_KINDS) for one in scene.markers]
    words += [("colors: kind", kind, MARKER_KINDS) for kind in scene.colors]
    for what, word, known in words:
        if word not in known:
            # "unit VIE: kind" is its place and its meaning.
            place, _, noun = what.rpartition(": ")
            names = ", ".join(one or '""' for one in known)
            yield f"{place + ': ' if place else ''}unknown {noun} {word!r} ({names})"
    numbers = [(f"values: {code}", value) for code, value in scene.values.items()]
    numbers += [(f"tile {tile.at}", tile.count) for tile in scene.tiles]
    numbers += [
        (f"stack {stack.at}: {power}", number)
        for stack in scene.stacks
        for power, number in stack.counts
    ]
    for what, number in numbers:
        if not 0 <= number <= 99:
            yield f"{what}: {number} is not within 0 to 99"


def _unsafe_names(scene: Scene) -> Iterable[str]:
    """Names that become ids, classes and colors of the picture, and so must be plain."""
    for key in scene.powers_shown():
        if not _SLUG.fullmatch(key):
            yield f"power {key!r}: a power's key is a slug like 'austria'"
    for order in scene.orders:
        if not _ID.fullmatch(order.id):
            yield f"order {order.id!r}: an id has only letters, digits, '_', '.' and '-'"
    for key, style in (*scene.powers.items(), *scene.unlisted.items()):
        for color in (style.color, style.tint):
            if color and not _COLOR.fullmatch(color):
                yield f"power {key}: {color!r} is no color like '#a3170d'"
    for kind, color in scene.colors.items():
        if not _COLOR.fullmatch(color):
            yield f"colors: {kind}: {color!r} is no color like '#a3170d'"


def _repetitions(scene: Scene) -> Iterable[str]:
    for name, _ in _repeated(order.id for order in scene.orders):
        yield f"two orders have the id {name!r}"
    for (province, aside), _ in _repeated((unit.province, unit.is_aside) for unit in scene.units):
        yield f"two {'dislodged ' if aside else ''}units stand in {province}"
    for place, count in _repeated(stack.at for stack in scene.stacks):
        yield f"{place} has {count} stacks"
    for place, count in _repeated((marker.at for marker in scene.markers), _MARKERS):
        yield f"{place} has {count} markers, and room for {_MARKERS}"


def _repeated(things: Iterable[_T], most: int = 1) -> list[tuple[_T, int]]:
    """The things that occur more than `most` times, and how often."""
    return [(thing, count) for thing, count in Counter(things).items() if count > most]
