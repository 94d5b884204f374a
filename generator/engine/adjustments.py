"""Builds and removals: which are legal, which are due, and which units go in civil disorder.

The counts, the sites and the owned centers come in as values: a ruleset that sells its units uses
`judge_build` and leaves the counting to its treasury.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

from msgspec import Struct

from generator.engine.board import Board, province_of
from generator.engine.orders.values import AnyOrder, Build, Disband, Remove, Waive
from generator.engine.units import Kind, Piece, Unit
from generator.engine.verdicts import Outcome


class BuildRefusal(NamedTuple):
    """Why a build is not possible: the cause, and the sentence for people."""

    cause: str
    text: str


class Sites(Struct, frozen=True):
    """Where a power may build: `homes` are the centers that allow it, `owned` what it owns now."""

    homes: Collection[str]
    owned: Collection[str]


class Adjusted(Struct, frozen=True):
    """The result of one build or removal order. `unit` is the unit that was built or removed."""

    outcome: Outcome
    cause: str
    text: str
    unit: Unit | None = None


class Adjustment(Struct, frozen=True):
    """A power's builds and removals. `fates` are parallel to its orders.

    `due` counts builds, or removals where it is negative. `disordered` are the units that the
    civil disorder rule removed, in that order; `unused` counts the builds not used.
    """

    due: int
    fates: tuple[Adjusted, ...]
    built: tuple[Unit, ...]
    removed: tuple[Unit, ...]
    disordered: tuple[Unit, ...]
    unused: int


def open_sites(sites: Sites, occupied: Collection[str]) -> tuple[str, ...]:
    """The vacant provinces in which the power may build, sorted."""
    return tuple(
        code for code in sorted(sites.homes) if code in sites.owned and code not in occupied
    )


def judge_build(
    board: Board, piece: Piece, sites: Sites, occupied: Collection[str]
) -> Unit | BuildRefusal:
    """The unit that a build order makes, or why it makes none, whatever the number due.

    An army's coast is disregarded; a type may be left out inland, where only armies can be.
    """
    province = province_of(piece.at)
    one = board.provinces[province]
    if province not in sites.homes:
        what = "is not one of the power's home centers" if one.center else "is not a supply center"
        return BuildRefusal("build-not-home", f"{one.name} {what}")
    if province not in sites.owned:
        return BuildRefusal("build-not-owned", f"{one.name} belongs to another power now")
    if province in occupied:
        return BuildRefusal("build-occupied", f"{one.name} is occupied")
    kind = piece.kind or ("A" if one.kind == "inland" else "")
    if not kind:
        return BuildRefusal(
            "build-type", f"an army or a fleet in {one.name}? the order does not say"
        )
    if kind == "A":
        return Unit("A", province)
    if one.kind == "inland":
        return BuildRefusal("build-type", f"{one.name} is inland, where no fleet can be built")
    if one.coasts and "/" not in piece.at:
        coasts = " or ".join(f"{province}/{coast}" for coast in one.coasts)
        return BuildRefusal("build-coast", f"a fleet in {one.name} needs its coast: {coasts}")
    return Unit("F", piece.at)


def resolve_adjustment(
    board: Board,
    orders: Sequence[AnyOrder | None],
    due: int,
    sites: Sites,
    units: Sequence[Unit],
    occupied: Iterable[str],
) -> Adjustment:
    """The results of a power's winter orders: the first legal ones count, up to what is due.

    An unreadable order (None), or one of another kind, is illegal. `units` are the power's own,
    `occupied` the provinces with a unit of any power.
    """
    taken = set(occupied)
    standing = {unit.province: unit for unit in units}
    built: list[Unit] = []
    removed: list[Unit] = []
    waived = 0
    fates: list[Adjusted] = []
    for order in orders:
        if isinstance(order, Build):
            made = judge_build(board, order.unit, sites, taken)
            if isinstance(made, BuildRefusal):
                text = made.text
                if any(unit.province == order.unit.province for unit in built):
                    text = f"{board.name_of(order.unit.province)} already gets a unit this winter"
                fates.append(Adjusted("illegal", made.cause, text))
            elif len(built) + waived >= due:
                fates.append(Adjusted("excess", "build-excess", _due_text(due)))
            else:
                built.append(made)
                taken.add(made.province)
                fates.append(
                    Adjusted(
                        "success",
                        "build-made",
                        f"{_noun(made.kind)} built in {board.name_of(made.at)}",
                        made,
                    )
                )
        elif isinstance(order, Waive):
            if len(built) + waived >= due:
                fates.append(Adjusted("excess", "build-excess", _due_text(due)))
            else:
                waived += 1
                fates.append(Adjusted("success", "build-waived", "one build given up"))
        elif isinstance(order, (Remove, Disband)):
            gone = standing.get(order.unit.province)
            if gone is None:
                where = board.name_of(order.unit.province)
                fates.append(
                    Adjusted("illegal", "remove-no-unit", f"the power has no unit in {where}")
                )
            elif due >= 0:
                fates.append(Adjusted("excess", "remove-not-due", "no removal is due"))
            elif len(removed) >= -due:
                fates.append(Adjusted("excess", "remove-excess", _due_text(due)))
            else:
                removed.append(gone)
                del standing[gone.province]
                fates.append(
                    Adjusted(
                        "success",
                        "remove-made",
                        f"the {_noun(gone.kind)} in {board.name_of(gone.at)} is removed",
                        gone,
                    )
                )
        else:
            fates.append(Adjusted("illegal", "unreadable", "not an order for builds and removals"))
    disordered: tuple[Unit, ...] = ()
    missing = -due - len(removed)
    if missing > 0:
        disordered = removal_order(board, tuple(standing.values()), sites.owned)[:missing]
    unused = max(0, due - len(built))
    return Adjustment(due, tuple(fates), tuple(built), tuple(removed), disordered, unused)


def steps_from(board: Board, centers: Collection[str]) -> dict[str, int]:
    """The steps from the nearest of `centers` to every province that can be reached, land and sea
    counted alike."""
    steps = dict.fromkeys(sorted(centers), 0)
    reached = list(steps)
    for code in reached:
        for other in board.provinces[code].neighbors:
            if other not in steps:
                steps[other] = steps[code] + 1
                reached.append(other)
    return steps


def removal_order(
    board: Board, units: Iterable[Unit], centers: Collection[str]
) -> tuple[Unit, ...]:
    """`units` in the order in which civil disorder removes them.

    The farthest from the nearest of `centers` first, then fleets before armies, then by the full
    name of the province.
    """
    steps = steps_from(board, centers)
    beyond = len(board.codes)
    return tuple(
        sorted(
            units,
            key=lambda unit: (
                -steps.get(unit.province, beyond),
                unit.kind == "A",
                board.provinces[unit.province].name,
            ),
        )
    )


def _noun(kind: Kind) -> str:
    return "army" if kind == "A" else "fleet"


def _due_text(due: int) -> str:
    if due == 0:
        return "nothing is due"
    what = "build" if due > 0 else "removal"
    return f"only {abs(due)} {what}{'' if abs(due) == 1 else 's'} due"
