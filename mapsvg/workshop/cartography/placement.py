"""Places the labels and pieces of a whole board, so that nothing covers anything else.

    first   every province separately, everything inside it: a tidy group, else packed closely, in
            smaller letters (inside.py)
    tight   those that cannot hold everything, the smallest first: fleets on their named coasts,
            then as much inside as fits, the rest outside with a leader (outside.py)
    others  again, in the room that the tight ones leave them

Invariants: no two boxes overlap, whichever provinces they are of. Units come before
things that are rarely there.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import shapely
from msgspec import Struct, field
from msgspec.structs import replace
from shapely.geometry.base import BaseGeometry

from mapsvg.shapes import CoastAnchors, Label, Point, Province, ProvinceKind, Ring, Segment
from mapsvg.workshop.cartography.inside import (
    Room,
    pack_closely,
    place_coast,
    place_group,
    place_label,
)
from mapsvg.workshop.cartography.outside import (
    draw_leader,
    leader_area,
    place_outside,
    share_inside,
    straddle_coast,
    taken_area,
)
from mapsvg.workshop.cartography.raster import rasterize
from mapsvg.workshop.cartography.slots import (
    LAND_SIZES,
    SEA_SIZES,
    SMALL_SIZES,
    Kit,
    Lettering,
    Thing,
    aside_slot,
    label_box,
    letterings,
    unit_slot,
)

# Things that go outside first where not everything fits: the rarest on a map first.
_SACRIFICES: tuple[tuple[str, ...], ...] = (
    ("dislodged",),
    ("dislodged", "second_marker"),
    ("dislodged", "second_marker", "marker"),
    ("dislodged", "second_marker", "marker", "center"),
    ("dislodged", "second_marker", "marker", "center", "unit"),
)

# A thing across the shoreline needs no leader if this share of it is ashore.
ASHORE = 0.3


Shore = tuple[BaseGeometry, Point]
"""The shoreline of a named coast, and where on it a fleet should lie."""


class Plot(Struct, frozen=True):
    """A province as something to place things in. room: where they may lie, in map units.

    shores: for each named coast its shore. rings: its outline.
    """

    code: str
    name: str
    kind: ProvinceKind
    center: bool
    area: BaseGeometry
    room: BaseGeometry
    shores: Mapping[str, Shore] = field(default_factory=dict)
    rings: tuple[Ring, ...] = ()

    @property
    def closed(self) -> bool:
        return self.kind == "impassable" or self.code.startswith("_")


class _Placement(Struct, frozen=True):
    """The spots found so far in a province; things without one go outside."""

    spots: Mapping[str, Point]
    lettering: Lettering
    coasts: Mapping[str, CoastAnchors]
    leaders: Mapping[str, Segment] = field(default_factory=dict)
    whole: bool = True


def place_all(plots: Sequence[Plot], kit: Kit) -> tuple[dict[str, Province], list[str]]:
    """The provinces of a board with the places of their labels and pieces, and the codes of those
    in which something has no place at all.

    Provinces that hold everything are placed last, in the room that the others leave them.
    """
    first = {plot.code: _place_inside(plot, kit) for plot in plots}
    tight = [plot for plot in plots if not first[plot.code].whole]
    tight.sort(key=lambda plot: (plot.area.area, plot.code))
    done, taken = _place_tight(tight, plots, first, kit)
    for plot in plots:
        if plot.code in done:
            continue
        done[plot.code] = first[plot.code]
        if plot.room.intersects(taken):
            room = plot.room.difference(taken)
            done[plot.code] = _place_inside(replace(plot, room=room), kit)
    provinces = {plot.code: _province(plot, done[plot.code]) for plot in plots}
    return provinces, [code for code in provinces if not done[code].whole]


def _place_inside(plot: Plot, kit: Kit) -> _Placement:
    """Everything inside the province if it fits, else as much as fits."""
    room = whole_room = _room(plot, kit, plot.room)
    if plot.closed:
        for lettering in _wordings(plot, kit):
            spot = place_label(room, lettering)
            if spot is not None:
                names = ("label", "unit", "dislodged", "marker", "second_marker")
                return _Placement(dict.fromkeys(names, spot), lettering, {})
        return _Placement({}, lettering, {}, whole=False)
    coasts: dict[str, CoastAnchors] = {}
    for coast, (line, at) in plot.shores.items():
        found = place_coast(room.raster, kit, line, at)
        if found:
            coasts[coast] = found[0]
            room = replace(room, raster=found[1])
    if len(coasts) == len(plot.shores):
        whole = _place_whole(plot, room)
        if whole:
            return replace(whole, coasts=coasts)
    partly = _place_partly(plot, whole_room)
    return replace(partly, whole=partly.whole and not plot.shores)


def _place_whole(plot: Plot, room: Room) -> _Placement | None:
    # A tidy group in smaller letters is better than things that lie where they just fit.
    for place in (place_group, pack_closely):
        for lettering in _wordings(plot, room.kit):
            spots = place(room, lettering)
            if spots is not None:
                return _Placement(spots, lettering, {})
    return None


def _place_partly(plot: Plot, room: Room) -> _Placement:
    """As much inside as fits, the unit before rarer things."""
    wordings = [*_wordings(plot, room.kit, small=True)]
    # Space across the shoreline is not lost, so a coastal province can do without its unit.
    named = _SACRIFICES if plot.kind == "coastal" else _SACRIFICES[:3]
    for without in ((), *named):
        for lettering in wordings:
            spots = pack_closely(room, lettering, without)
            if spots is not None:
                return _Placement(spots, lettering, {}, whole=not without)
    return _Placement({}, wordings[-1], {}, whole=False)


def _wordings(plot: Plot, kit: Kit, *, small: bool = False) -> Iterator[Lettering]:
    """Ways to write the name, the best first."""
    sizes = SEA_SIZES if plot.kind == "sea" else LAND_SIZES
    return letterings(kit, plot.name, (*sizes, *SMALL_SIZES) if small else sizes)


def _place_tight(
    tight: Sequence[Plot],
    plots: Sequence[Plot],
    first: Mapping[str, _Placement],
    kit: Kit,
) -> tuple[dict[str, _Placement], BaseGeometry]:
    """Provinces that cannot hold everything, and the area that their things take elsewhere."""
    done: dict[str, _Placement] = {}
    taken: list[BaseGeometry] = []
    small = {plot.code for plot in tight}
    hosts = {plot.code: plot.room for plot in plots if plot.code not in small}
    open_hosts = frozenset(plot.code for plot in plots if plot.kind in ("sea", "impassable"))
    # Fleets on coasts come first: they have the least choice.
    coasts = {plot.code: _straddle(plot, plots, kit, taken) for plot in tight}
    for plot in tight:
        placement = first[plot.code]
        room = plot.room.difference(shapely.union_all(taken))
        if room.area < plot.room.area - 1:
            placement = _place_partly(plot, _room(plot, kit, room))
        spots, leaders = dict(placement.spots), dict(placement.leaders)
        lettering = placement.lettering
        things = _outside_things(plot, kit, lettering)
        for name, thing in things.items():
            if name in spots:
                taken.append(taken_area(thing, spots[name]))
        middle = plot.area.representative_point()
        near = spots.get("unit", (round(middle.x), round(middle.y)))
        for name, thing in things.items():
            if name in spots:
                continue
            union = shapely.union_all(taken)
            shore = {}
            if plot.kind == "coastal":  # across the shoreline it and its seas are one room
                seas = [one for one in plots if one.kind == "sea" and one.area.touches(plot.area)]
                shore[""] = shapely.union_all([plot.room, *(sea.room for sea in seas)])
            spot = place_outside(thing, plot.area, near, shore | hosts, open_hosts | {""}, union)
            if spot is None:
                continue
            spots[name] = spot
            taken.append(taken_area(thing, spot))
            if share_inside(thing, spot, plot.area) < ASHORE:
                leaders[name] = draw_leader(thing, spot, plot.area)
                taken.append(leader_area(leaders[name]))
        done[plot.code] = _Placement(
            spots, lettering, coasts[plot.code], leaders, whole=len(spots) == len(things)
        )
    return done, shapely.union_all(taken)


def _room(plot: Plot, kit: Kit, area: BaseGeometry) -> Room:
    return Room(kit, plot.kind, plot.center, bool(plot.shores), rasterize(area))


def _straddle(
    plot: Plot, plots: Sequence[Plot], kit: Kit, taken: list[BaseGeometry]
) -> dict[str, CoastAnchors]:
    """The places of fleets on named coasts, on the shoreline; adds their areas to `taken`."""
    coasts: dict[str, CoastAnchors] = {}
    for coast, (line, at) in plot.shores.items():
        union = shapely.union_all(taken)
        water = [
            other.room.difference(union)
            for other in plots
            if other.kind == "sea" and other.area.distance(line) < 1
        ]
        found = straddle_coast(kit, plot.room.difference(union), water, line, at)
        if found:
            coasts[coast] = found
            boxes = (
                (kit.fleet, found.unit),
                (kit.aside_fleet, found.dislodged),
                (kit.coast_label, found.label),
            )
            taken += [taken_area((box,), spot) for box, spot in boxes]
    return coasts


def _outside_things(plot: Plot, kit: Kit, lettering: Lettering) -> dict[str, Thing]:
    """The things of a province in the order in which they get a place outside."""
    slot = unit_slot(kit, plot.kind, bool(plot.shores))
    if plot.closed:
        return {"label": (label_box(*lettering, at_sea=plot.kind == "sea"),)}
    things: dict[str, Thing] = {"unit": slot}
    if plot.center:
        things["center"] = (kit.center,)
    things["label"] = (label_box(*lettering, at_sea=plot.kind == "sea"),)
    aside = aside_slot(kit, plot.kind, bool(plot.shores))
    return things | {"marker": (kit.marker,), "second_marker": (kit.marker,), "dislodged": aside}


def _province(plot: Plot, placement: _Placement) -> Province:
    spots, leaders = placement.spots, dict(placement.leaders)
    lines, size = placement.lettering
    middle = plot.area.representative_point()
    home = (round(middle.x), round(middle.y))
    x, y = spots.get("label", home)
    return Province(
        plot.code,
        plot.name,
        plot.kind,
        plot.rings,
        label=Label(x, y, size, lines, leader=leaders.pop("label", None)),
        unit=spots.get("unit", home),
        center=spots.get("center", home) if plot.center else None,
        dislodged=spots.get("dislodged", home),
        marker=spots.get("marker", home),
        second_marker=spots.get("second_marker", home),
        coasts=placement.coasts,
        leaders=leaders,
    )
