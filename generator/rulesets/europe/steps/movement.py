"""Orders and their adjudication: units move, and those that may not stay have to leave."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from generator.engine.docket import Entry
from generator.engine.events import EventKind
from generator.engine.movement import (
    Explainer,
    Movement,
    MovementOptions,
    judge_orders,
    resolve_movement,
)
from generator.engine.orders import AnyOrder, Convoy, Hold, Move, SupportHold, SupportMove
from generator.engine.units import Unit
from generator.engine.verdicts import NO_ORDER, Outcome, Reason, Verdict
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.state.state import Displaced, Stand
from generator.rulesets.europe.steps.displacement import Cause, bar_retreat, displace
from generator.rulesets.europe.steps.position import Position, check_position, why_evicted
from generator.rulesets.europe.steps.unit_events import DISBANDED, DISLODGED, EVICTED, STANDOFF
from generator.rulesets.europe.steps.unit_orders import Given, give_orders, refuse_stray
from generator.rulesets.europe.turn.feature import first
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.ruling_facts import rulings_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording.words import unit_words

__all__ = [
    "bar_order",
    "displace_units",
    "move_units",
    "movement_options",
    "passage_of",
    "report_disbanded",
    "resolve_orders",
]

_ORDERS = (Hold, Move, SupportHold, SupportMove, Convoy)


def resolve_orders(turn: Turn) -> None:
    """Resolve the movement of all units and settle the orders to them."""
    stands = tuple(turn.stands)
    passage = passage_of(turn, stands)
    given = _choose(turn, stands, passage)
    barred = _barred(turn, stands, given)
    orders = [None if index in barred else one for index, one in enumerate(given.orders)]
    movement = resolve_movement(turn.board, stands, orders, passage, movement_options(turn.facts))
    _settle(turn, stands, given, barred, movement, passage)
    turn.moved = movement, passage


def move_units(turn: Turn) -> None:
    """Put every unit where its order has taken it, and report what was dislodged."""
    movement, _ = turn.moved
    turn.stands = [
        (owner, unit if at == unit.at else Unit(unit.kind, at, unit.strength))
        for (owner, unit), at in zip(movement.units, movement.places, strict=True)
        if at is not None
    ]
    _report_movement(turn, movement.units, movement)


def movement_options(facts: Facts) -> MovementOptions:
    """The engine's options for those of a game."""
    return MovementOptions(supported_cuts=facts.bolster.cut_includes_supports)


def passage_of(turn: Turn, stands: Sequence[Stand]) -> Passage:
    """The tests of movement for units as they stand, with what the referee has ruled on entries."""
    passage = turn.edition.passage(turn.standing, stands, turn.edition.rulebook)
    for facts in rulings_of(turn, "entry"):
        unit = facts.unit(facts.text("unit"))
        passage.rule_entry(unit.province, facts.text("to"), facts.text("is"), facts.said)
    return passage


# --- orders and verdicts


def _choose(turn: Turn, stands: Sequence[Stand], passage: Passage) -> Given:
    options = movement_options(turn.facts)

    def is_legal(index: int, order: AnyOrder) -> bool:
        if bar_order(turn, stands[index], order):
            return False
        alone: list[Any] = [None] * len(stands)
        alone[index] = order
        judged = judge_orders(turn.board, stands, alone, passage, options)
        return judged[index].status != "illegal"

    return give_orders(turn, stands, turn.entries_of(*_ORDERS), is_legal)


def bar_order(turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
    """Why a feature forbids a unit an order, or None."""
    return first(feature.bar_order(turn, stand, order) for feature in turn.edition.features)


def _barred(turn: Turn, stands: Sequence[Stand], given: Given) -> dict[int, tuple[str, str]]:
    """The units that may not have the order that they were given: they hold."""
    found = {}
    for index, entry in enumerate(given.counted):
        why = None if entry is None else bar_order(turn, stands[index], entry.order)
        if why is not None:
            found[index] = why
    return found


def _settle(
    turn: Turn,
    stands: Sequence[Stand],
    given: Given,
    barred: Mapping[int, tuple[str, str]],
    movement: Movement,
    passage: Passage,
) -> None:
    explain = Explainer(movement, turn.edition.rulebook, passage).explain
    outcomes = movement.outcomes
    sides = given.sides
    for index, entry in enumerate(given.counted):
        owner, unit = stands[index]
        if index in given.hidden:
            _settle_hidden(turn, entry, owner, barred.get(index), outcomes[index], explain(index))
        elif entry is not None and index in barred:
            turn.settle(entry, "illegal", barred[index])
        elif entry is not None:
            reasons = explain(index)
            if type(entry.order) is Move and outcomes[index] != "illegal":
                reasons += _license(passage, owner, entry.order)
            turn.settle(entry, outcomes[index], *reasons, strength=movement.strength(index))
        elif not is_minor(sides[index]) and turn.author in ("", sides[index]):
            note = "no order that counts" if index in given.named else NO_ORDER
            hold = Hold(unit.piece)
            turn.add_verdict(
                Verdict(
                    sides[index],
                    str(hold),
                    outcomes[index],
                    explain(index),
                    note=note,
                    strength=movement.strength(index),
                    meaning=hold,
                )
            )
    for stray in given.strays:
        refuse_stray(turn, stands, given, stray)


def _settle_hidden(
    turn: Turn,
    entry: Entry | None,
    owner: str,
    barred: tuple[str, str] | None,
    outcome: Outcome,
    reasons: tuple[Reason, ...],
) -> None:
    """The verdict for a unit whose commander is secret: one for him, and one for everybody under
    the name of the state."""
    if entry is None:
        return
    if barred is not None:
        turn.settle(entry, "illegal", barred, known_to=(entry.power,))
        return
    turn.settle(entry, outcome, *reasons, known_to=(entry.power,))
    if outcome != "illegal":
        turn.add_verdict(Verdict(owner, str(entry.order), outcome, reasons, meaning=entry.order))


def _license(passage: Passage, owner: str, order: Move) -> tuple[Reason, ...]:
    """The right that an attack rests on, where it needs one."""
    license = passage.license_at(owner, order.to.partition("/")[0])
    return () if license is None else (Reason(license.rule, license.text),)


# --- who has to leave


def _report_movement(turn: Turn, stands: Sequence[Stand], movement: Movement) -> None:
    for one in movement.dislodged:
        attacker = stands[one.by]
        text = (
            f"{unit_words(turn.facts, one.owner, one.unit)} is dislodged by "
            f"{unit_words(turn.facts, *attacker)}"
        )
        _report(
            turn,
            DISLODGED,
            "dislodged",
            text,
            (attacker[0], one.owner),
            one.unit.province,
            owner=one.owner,
            unit=str(one.unit),
            by=attacker[0],
            attacker=str(attacker[1]),
        )
    for code in sorted(movement.contested):
        text = f"a standoff leaves {turn.board.name_of(code)} empty"
        turn.report(STANDOFF, "bounce-attack", text, provinces=(code,))


def displace_units(turn: Turn) -> None:
    """Find who has to leave; who has no choice is disbanded, the others wait for their retreat."""
    movement, passage = turn.moved
    evicted = _evicted(turn, movement, passage)
    leavers: list[tuple[Stand, Cause, str]] = [
        ((one.owner, one.unit), "dislodged", one.attacker_from or "") for one in movement.dislodged
    ]
    leavers += [(stand, "evicted", "") for stand in evicted]
    turn.displaced, turn.contested = (), ()
    if not leavers:
        return
    barred = [*(at for at in movement.places if at is not None), *movement.contested]
    found = displace(turn, passage_of(turn, turn.stands), leavers, barred)
    if evicted:
        gone = set(evicted)
        turn.stands = [stand for stand in turn.stands if stand not in gone]
    for one in found:
        if not one.places:
            _disband(turn, one)
    turn.displaced = tuple(one for one in found if one.places)
    if turn.displaced:
        turn.contested = tuple(sorted(movement.contested))


def _evicted(turn: Turn, movement: Movement, passage: Passage) -> list[Stand]:
    """The position check: the units, not dislodged, that may not stay where they are."""
    land, holders = turn.facts.provinces, turn.standing.holders
    victors = _let_in(turn, movement, passage)
    found = []
    for owner, unit in turn.stands:
        province = unit.province
        if province not in land or (holders[province] == owner and province not in turn.captures):
            continue
        position = check_position(turn, owner, unit)
        if position.kind == "evict" and province not in victors:
            found.append((owner, unit))
            _report_evicted(turn, owner, unit, position)
    return found


def _let_in(turn: Turn, movement: Movement, passage: Passage) -> frozenset[str]:
    """Provinces whose new unit was let in by its right to attack, and may stay there this year."""
    if not turn.facts.movement.opened_may_stay:
        return frozenset()
    return frozenset(
        at
        for (owner, unit), at in zip(movement.units, movement.places, strict=True)
        if at is not None and at != unit.at and passage.was_opened(owner, at)
    )


def _report_evicted(turn: Turn, owner: str, unit: Unit, position: Position) -> None:
    why = why_evicted(turn.standing, owner, unit.province, position)
    text = f"{unit_words(turn.facts, owner, unit)} must leave: {why}"
    data = {"owner": owner, "unit": str(unit)}
    _report(turn, EVICTED, position.cause, text, (owner,), unit.province, **data)


def _disband(turn: Turn, one: Displaced) -> None:
    """Report a unit that cannot retreat. It stands nowhere any more."""
    barred = bar_retreat(turn, one.owner, one.unit, one.cause)
    cause, why = barred or ("retreat-nowhere", "it has nowhere to go")
    report_disbanded(turn, one, cause, why)


def report_disbanded(turn: Turn, one: Displaced, cause: str, why: str) -> None:
    """Report that a displaced unit is removed, and why."""
    text = f"{unit_words(turn.facts, one.owner, one.unit)} is disbanded: {why}"
    data = {"owner": one.owner, "unit": str(one.unit)}
    _report(turn, DISBANDED, cause, text, (one.owner,), one.unit.province, **data)


def _report(
    turn: Turn,
    kind: EventKind,
    cause: str,
    text: str,
    owners: Sequence[str],
    at: str,
    **data: Any,
) -> None:
    """Report what happened to a unit in a province; it concerns the powers that the owners are
    with."""
    sides = dict.fromkeys(turn.standing.side_of(owner) for owner in owners)
    powers = tuple(side for side in sides if not is_minor(side))
    turn.report(kind, cause, text, powers, (at,), **data)
