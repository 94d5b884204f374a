"""What the map of a moment shows: the position, the orders, and what became of them."""

from __future__ import annotations

from types import MappingProxyType

from generator.engine.movement import Movement
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    Waive,
)
from generator.engine.phases import Resolution
from generator.engine.picture import OrderSign, Picture, UnitSign
from generator.engine.verdicts import Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.event_kinds import DISLODGED
from generator.rulesets.standard.replay import replay_movement
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.words import power_name, spelled


def picture_of_position(state: StandardState) -> Picture:
    """The position that waits for orders, or the one in which the game ended."""
    subtitle = state.ending.text if state.ending else ""
    return _picture(state, _unit_signs(state), (), subtitle)


def picture_of_phase(before: StandardState, resolution: Resolution[StandardState]) -> Picture:
    """The position before the phase with its orders, and with what was built and removed."""
    kind = kind_of(before.moment.phase)
    meant = [verdict.meant for verdict in resolution.verdicts]
    orders = [order if isinstance(order, AnyOrder) else None for order in meant]
    movement = None
    if kind == "movement":
        movement = replay_movement(before, resolution.verdicts).movement
    signs = []
    for number, (verdict, order) in enumerate(
        zip(resolution.verdicts, orders, strict=True), start=1
    ):
        sign = _order_sign(number, verdict, order, before, movement) if order else None
        if sign is not None:
            signs.append(sign)
    if kind == "movement":
        gone = {event.provinces[0] for event in resolution.events if event.kind == DISLODGED.slug}
        units = _unit_signs(before, dislodged=gone)
    elif kind == "build":
        units = _winter_signs(before, resolution)
    else:
        units = _unit_signs(before)
    return _picture(before, units, tuple(signs), "")


def _picture(
    state: StandardState,
    units: tuple[UnitSign, ...],
    orders: tuple[OrderSign, ...],
    subtitle: str,
) -> Picture:
    board = facts.board()
    centers = {code: state.centers.get(code) for code in board.centers}
    land = {**state.land, **state.centers}
    title = COURSE.title(state.moment)
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
        own = [str(unit) for unit in units]
        own += [
            f"{stranded.unit} (dislodged)"
            for stranded in state.dislodged
            if stranded.owner == power
        ]
        if own:
            owned = spelled(len(state.owned(power)), "center")
            parts.append(f"{power_name(power)}: {', '.join(own)}; {owned}")
    return f"{title}. {'. '.join(parts)}."


def _unit_signs(
    state: StandardState, dislodged: frozenset[str] | set[str] = frozenset()
) -> tuple[UnitSign, ...]:
    signs = [
        UnitSign(power, unit, "dislodged" if unit.province in dislodged else "normal")
        for power, unit in state.stands()
    ]
    signs += [UnitSign(stranded.owner, stranded.unit, "dislodged") for stranded in state.dislodged]
    return tuple(signs)


def _winter_signs(
    before: StandardState, resolution: Resolution[StandardState]
) -> tuple[UnitSign, ...]:
    after = {unit.province for _, unit in resolution.state.stands()}
    there = {unit.province for _, unit in before.stands()}
    signs = [
        UnitSign(power, unit, "normal" if unit.province in after else "removed")
        for power, unit in before.stands()
    ]
    signs += [
        UnitSign(power, unit, "built")
        for power, unit in resolution.state.stands()
        if unit.province not in there
    ]
    return tuple(signs)


def _order_sign(
    number: int,
    verdict: Verdict,
    order: AnyOrder,
    before: StandardState,
    movement: Movement | None,
) -> OrderSign | None:
    """The sign of an order, or None where there is nothing to draw."""
    power, outcome = verdict.power, verdict.outcome
    if isinstance(order, Waive):
        return None
    at = order.unit.at
    if isinstance(order, Build):
        return OrderSign(number, power, "build", at, outcome)
    if isinstance(order, Remove):
        return OrderSign(number, power, "remove", at, outcome)
    if isinstance(order, Retreat):
        return OrderSign(number, power, "retreat", at, outcome, order.to)
    if isinstance(order, Disband):
        return OrderSign(number, power, "disband", at, outcome)
    index = _index(before, power, order.unit.province)
    if index < 0 or movement is None:
        return None
    strength = 1 if outcome == "illegal" else movement.strength(index)
    if isinstance(order, Hold):
        return OrderSign(number, power, "hold", at, outcome, strength=strength)
    if isinstance(order, Move):
        via = movement.route(index) if outcome in ("success", "bounce", "disrupted") else ()
        return OrderSign(number, power, "move", at, outcome, order.to, "", via, strength)
    if isinstance(order, SupportHold):
        return OrderSign(
            number, power, "support-hold", at, outcome, order.supported.at, strength=strength
        )
    if isinstance(order, SupportMove):
        return OrderSign(
            number,
            power,
            "support-move",
            at,
            outcome,
            order.supported.at,
            order.to,
            strength=strength,
        )
    assert isinstance(order, Convoy)
    return OrderSign(number, power, "convoy", at, outcome, order.army.at, order.to)


def _index(state: StandardState, power: str, province: str) -> int:
    for index, (owner, unit) in enumerate(state.stands()):
        if owner == power and unit.province == province:
            return index
    return -1
