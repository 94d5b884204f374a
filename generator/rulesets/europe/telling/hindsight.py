"""The one other order that would have made the failed orders of a movement phase succeed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from generator.engine.errors import GameError
from generator.engine.movement import resolve_movement
from generator.engine.movement.why.remedies import remedies_of_verdicts
from generator.engine.orders.values import UnitOrder
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.engine.verdicts import Remedy, Verdict
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import EuropeState, Stand
from generator.rulesets.europe.steps.movement import bar_order, overrule, passage_of
from generator.rulesets.europe.steps.unit_orders import secret_command
from generator.rulesets.europe.turn.edition import Edition
from generator.rulesets.europe.turn.turn import Turn


def remedies(
    edition: Edition,
    before: EuropeState,
    resolution: Resolution[EuropeState],
    rulings: Sequence[Ruling] = (),
) -> Mapping[int, Remedy]:
    """The remedies of a movement phase by the numbers of verdicts; other phases have no remedies.

    A phase in which secret orders or rulings had a part has no remedies either.
    """
    if edition.course[before.moment.phase].units != "movement":
        return {}
    turn = _turn(edition, before, rulings)
    if turn is None:
        return {}
    if turn.joint:
        turn.statuses = dict(resolution.state.statuses)
        turn.politics_changed()
    stands = tuple(turn.stands)
    orders, units = _orders(turn, stands, resolution.verdicts)
    passage = passage_of(turn, stands)
    movement = resolve_movement(turn.board, stands, orders, passage)

    def may_order(index: int, order: UnitOrder) -> bool:
        if bar_order(turn, stands[index], order) is not None:
            return False
        if not is_minor(stands[index][0]):
            return True
        # A unit of a state is not asked for what it would not have followed.
        tried = [order if number == index else one for number, one in enumerate(orders)]
        return index not in overrule(turn, stands, tried)

    sides = _sides(turn, stands)
    return remedies_of_verdicts(
        movement, resolution.verdicts, units, sides, may_order, turn.facts.name_of
    )


def _turn(edition: Edition, before: EuropeState, rulings: Sequence[Ruling]) -> Turn | None:
    """The phase as it begins, by the rulings that are public; None if it needs others."""
    public = [ruling for ruling in rulings if ruling.facts.get("secret") is not True]
    turn = Turn(edition, before, OrderBook({}), public)
    if public:
        from generator.rulesets.europe.rulings.kinds import apply_rulings

        try:
            apply_rulings(turn, "before")
        except GameError:
            return None
    return turn


def _orders(
    turn: Turn, stands: Sequence[Stand], verdicts: Sequence[Verdict]
) -> tuple[list[UnitOrder | None], list[int]]:
    """The order of each unit by the public verdicts, and for each verdict its unit or -1."""
    where = {unit.province: index for index, (_, unit) in enumerate(stands)}
    orders: list[UnitOrder | None] = [None] * len(stands)
    units = [-1] * len(verdicts)
    for number, verdict in enumerate(verdicts):
        order = verdict.meant if verdict.public and verdict.outcome != "illegal" else None
        if not isinstance(order, UnitOrder):
            continue
        index = where.get(order.unit.province, -1)
        if index >= 0:
            orders[index] = order
            units[number] = index
    return orders, units


def _sides(turn: Turn, stands: Sequence[Stand]) -> list[str]:
    """The power that orders each unit; the owner where that is secret; "" where no one may."""
    states, standing = turn.facts.states, turn.standing
    known: dict[str, str] = {}
    for owner, _ in stands:
        if owner not in known:
            side = standing.side_of(owner)
            if is_minor(side):
                side = ""
            elif owner in states and states[owner].handled and secret_command(turn, owner, ()):
                side = owner
            known[owner] = side
    return [known[owner] for owner, _ in stands]
