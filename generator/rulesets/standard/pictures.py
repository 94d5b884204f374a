"""The parts of a game that pages show: its maps with orders and their results, the names of its
places, and its position in figures."""

from __future__ import annotations

from collections.abc import Collection
from types import MappingProxyType
from typing import Any

from generator.engine.board import Province
from generator.engine.chronicle import Figure, Gazetteer, ProvinceFacts, Snapshot
from generator.engine.events import topics_of
from generator.engine.movement import Movement
from generator.engine.orders.values import Convoy, Move, UnitOrder
from generator.engine.phases import Resolution
from generator.engine.picture import OrderSign, Picture, UnitSign, sign_of
from generator.engine.verdicts import Verdict
from generator.engine.words import spelled
from generator.rulesets.standard.event_kinds import DISLODGED, EVENTS
from generator.rulesets.standard.movement import replay_movement
from generator.rulesets.standard.state import StandardState


def picture_of_position(state: StandardState) -> Picture:
    """The position that waits for orders, or the one in which the game ended."""
    subtitle = state.ending.text if state.ending else ""
    return _picture(state, _unit_signs(state), (), subtitle)


def picture_of_phase(before: StandardState, resolution: Resolution[StandardState]) -> Picture:
    """The position before the phase with its orders, and the units built and removed."""
    verdicts, movement = resolution.verdicts, None
    dislodged: set[str] = set()
    removed: set[str] = set()
    built: tuple[UnitSign, ...] = ()
    if before.kind == "movement":
        movement, _ = replay_movement(before, verdicts)
        events = (event for event in resolution.events if event.kind == DISLODGED.slug)
        dislodged = {event.provinces[0] for event in events}
    elif before.kind == "build":
        there = {unit.province for _, unit in before.stands()}
        after = {unit.province: (power, unit) for power, unit in resolution.state.stands()}
        removed = there - after.keys()
        built = tuple(UnitSign(*after[code], "built") for code in after if code not in there)
    signs = (
        _order_sign(number, verdict, before, movement) for number, verdict in enumerate(verdicts, 1)
    )
    units = (*_unit_signs(before, dislodged, removed), *built)
    return _picture(before, units, tuple(sign for sign in signs if sign is not None), "")


def _picture(
    state: StandardState, units: tuple[UnitSign, ...], orders: tuple[OrderSign, ...], subtitle: str
) -> Picture:
    board = state.facts.board
    centers = {code: state.centers.get(code) for code in board.centers}
    land = {**state.land, **state.centers}
    title = state.facts.course.title(state.moment)
    return Picture(
        board=board.name,
        title=title,
        subtitle=subtitle,
        land=MappingProxyType({code: land[code] for code in board.codes if code in land}),
        centers=MappingProxyType(centers),
        units=units,
        orders=orders,
        description=_description(state, title),
    )


def _description(state: StandardState, title: str) -> str:
    """The position in words, for those who do not see the map."""
    parts = []
    for power, units in state.units.items():
        lost = (stranded for stranded in state.dislodged if stranded.owner == power)
        own = [*map(str, units), *(f"{stranded.unit} (dislodged)" for stranded in lost)]
        if own and power not in state.facts.powers:
            parts.append(f"Neutral: {', '.join(own)}")
        elif own:
            owned = spelled(len(state.owned(power)), "center")
            parts.append(f"{state.facts.name_of(power)}: {', '.join(own)}; {owned}")
    return f"{title}. {'. '.join(parts)}."


def _unit_signs(
    state: StandardState, dislodged: Collection[str] = (), removed: Collection[str] = ()
) -> tuple[UnitSign, ...]:
    """The units of a state; those in provinces of these lists are shown as such."""
    signs = []
    for power, unit in state.stands():
        if unit.province in dislodged:
            signs.append(UnitSign(power, unit, "dislodged"))
        else:
            signs.append(UnitSign(power, unit, "removed" if unit.province in removed else "normal"))
    signs += [UnitSign(stranded.owner, stranded.unit, "dislodged") for stranded in state.dislodged]
    return tuple(signs)


def _order_sign(
    number: int, verdict: Verdict, before: StandardState, movement: Movement | None
) -> OrderSign | None:
    """The sign of an order, or None where there is nothing to draw."""
    order: Any = verdict.meant
    kind, target, to = sign_of(order)
    if kind is None:
        return None
    power, outcome = verdict.power, verdict.outcome
    via: tuple[str, ...] = ()
    strength = 1
    if isinstance(order, UnitOrder):
        own = ((owner, unit.province) for owner, unit in before.stands())
        meant = (power, order.unit.province)
        index = next((at for at, one in enumerate(own) if one == meant), -1)
        if index < 0 or movement is None:
            return None
        if outcome != "illegal" and not isinstance(order, Convoy):
            strength = movement.strength(index)
        if isinstance(order, Move) and outcome in ("success", "bounce", "disrupted"):
            via = movement.route(index)
    return OrderSign(number, power, kind, order.unit.at, outcome, target, to, via, strength)


def make_gazetteer(state: StandardState) -> Gazetteer:
    """The board's names; there are no minor states, no influence, no money."""
    facts = state.facts
    board = facts.board
    homes = {code: power for power, own in facts.homes.items() for code in own}
    return Gazetteer(
        provinces=MappingProxyType(
            {
                code: _province(province, homes.get(code, ""))
                for code, province in board.provinces.items()
            }
        ),
        figures=MappingProxyType({
            "centers": Figure("Supply centers", "Centers", "supply centers that it owns"),
            "units": Figure("Units", "Units", "armies and fleets on the board"),
        }),
        points="centers",
        goal=state.option("victory-centers"),
        goal_rule=facts.rulebook.causes.get("victory", ""),
        topics=topics_of(("war", "builds", "scores"), EVENTS),
        power_notes=MappingProxyType({
            power: (f"home centers: {', '.join(map(board.name_of, own))}",)
            for power, own in facts.homes.items()
        }),
    )  # fmt: skip


def _province(province: Province, owner: str) -> ProvinceFacts:
    coasts = ", ".join(coast.name for coast in province.coasts.values())
    return ProvinceFacts(
        province.code,
        province.name,
        province.kind,
        owner=owner,
        value=int(province.center),
        is_center=province.center,
        neighbors=province.neighbors,
        notes=(f"coasts: {coasts}",) if coasts else (),
    )


def take_snapshot(state: StandardState) -> Snapshot:
    """The position in figures."""
    centers = state.center_counts()
    units = {power: len(state.units[power]) for power in centers}
    return Snapshot(
        holders={**state.land, **state.centers},
        units=tuple((power, str(unit)) for power, unit in state.stands()),
        figures={"centers": centers, "units": units},
        points=centers,
    )
