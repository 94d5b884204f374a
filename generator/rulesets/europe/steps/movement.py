"""Orders and their adjudication: units move, and those that may not stay have to leave: to
where, if they may retreat."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, Literal

from generator.engine.board import province_of
from generator.engine.docket import Entry
from generator.engine.events import EventKind
from generator.engine.movement import Explainer, Movement, judge_orders, resolve_movement
from generator.engine.orders import AnyOrder, Convoy, Hold, Move, SupportHold, SupportMove
from generator.engine.retreats import mask_of, retreat_places
from generator.engine.units import Unit
from generator.engine.verdicts import NO_ORDER, Outcome, Reason, Verdict
from generator.engine.words import listed
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import Displaced, Stand
from generator.rulesets.europe.steps.position import check_position, why_evicted
from generator.rulesets.europe.steps.unit_orders import (
    DISBANDED,
    DISLODGED,
    EVICTED,
    IGNORED,
    STANDOFF,
    Given,
    give_orders,
    is_ignored,
    refuse_stray,
)
from generator.rulesets.europe.turn.feature import Overruled, first
from generator.rulesets.europe.turn.passage import Passage
from generator.rulesets.europe.turn.rulings import rulings_of, unit_of
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe.wording import unit_words

Cause = Literal["dislodged", "evicted"]


def bar_retreat(turn: Turn, owner: str, unit: Unit, cause: Cause) -> tuple[str, str] | None:
    """Why a unit may not retreat, wherever it is: cause and sentence; None if it may.

    bolster.retreats of the facts lists the units that may, and an edition may grant it to units of
    an aligned state. A unit that is evicted goes by control.eviction_retreat.
    """
    rule = turn.facts.control.eviction_retreat if cause == "evicted" else "as_dislodged"
    of_state = rule == "as_dislodged" or is_minor(turn.standing.side_of(owner))
    if is_minor(owner) and of_state:
        if not turn.edition.retreats(turn, owner):
            return "retreat-state", "units of minor states do not retreat"
        if not turn.standing.is_aligned(owner):
            name = turn.facts.name_of(owner)
            return "retreat-state", f"{name} is aligned with nobody who could order its retreat"
    barred = turn.edition.bar_retreat(turn, (owner, unit))
    if barred is not None:
        return barred
    capable = turn.facts.bolster.retreats
    if "unit_of_power" in capable:
        return None
    if unit.kind == "F":
        barred = ("retreat-fleet", "fleets do not retreat")
    elif unit.strength == 1 and "army_of_power_to_attrition" not in capable:
        barred = ("retreat-unbolstered", "only bolstered armies retreat")
    else:
        return None
    return ("retreat-evicted", barred[1]) if cause == "evicted" else barred


def bar_retreat_to(turn: Turn, stand: Stand, province: str) -> tuple[str, str] | None:
    """Why a feature closes a province to retreats, or None."""
    features = turn.edition.features
    return first(feature.bar_retreat_to(turn, stand, province) for feature in features)


def displace(
    turn: Turn, passage: Passage, leavers: Iterable[tuple[Stand, Cause, str]], barred: Iterable[str]
) -> list[Displaced]:
    """The units that have to leave, with the places they may retreat to.

    leavers: unit, cause, and the province its attacker came from or "". barred: places that are
    occupied after movement, those that units are about to leave among them, or were left empty by a
    standoff. `passage` knows the units as they are after movement.
    """
    board = turn.board
    closed = -1
    found = []
    for (owner, unit), cause, origin in leavers:
        places: tuple[str, ...] = ()
        if bar_retreat(turn, owner, unit, cause) is None:
            if closed < 0:
                closed = mask_of(board, barred)
            came_from = 1 << board.number[origin] if origin else 0
            places = _places(turn, passage, (owner, unit), closed | came_from)
        found.append(Displaced(owner, unit, cause, origin, places))
    return found


def _places(turn: Turn, passage: Passage, stand: Stand, barred: int) -> tuple[str, ...]:
    """The open places that the unit is entitled to enter, and could stay in."""
    owner, unit = stand
    found = []
    for place in retreat_places(turn.board, unit, barred):
        province = province_of(place)
        if passage.may_enter(stand, province) is not None:
            continue
        if bar_retreat_to(turn, stand, province) is not None:
            continue
        if province in turn.facts.provinces and turn.facts.control.evicts:
            there = Unit(unit.kind, place, unit.strength)
            if check_position(turn, owner, there).kind == "evict":
                continue
        found.append(place)
    return tuple(found)


def weakened(turn: Turn, one: Displaced, to: str) -> Unit:
    """The unit after its retreat: weaker, but never gone."""
    return Unit(one.unit.kind, to, max(1, one.unit.strength - turn.facts.caps.retreat_loss))


ORDERS: Final = (Hold, Move, SupportHold, SupportMove, Convoy)


def resolve_orders(turn: Turn) -> None:
    """Resolve the movement of all units and settle the orders to them."""
    stands = tuple(turn.stands)
    passage = passage_of(turn, stands)

    def is_legal(index: int, order: AnyOrder) -> bool:
        return not why_impossible(turn, stands, passage, index, order)

    given = give_orders(turn, stands, turn.entries_of(*ORDERS), is_legal)
    # The units that may not have the order that they were given hold.
    barred = {
        index: why
        for index, entry in enumerate(given.counted)
        if entry is not None and (why := bar_order(turn, stands[index], entry.order)) is not None
    }
    orders = [None if index in barred else one for index, one in enumerate(given.orders)]
    overruled = overrule(turn, stands, orders)
    for index, (instead, _) in overruled.items():
        orders[index] = instead
    movement = resolve_movement(turn.board, stands, orders, passage)
    _settle(turn, stands, given, barred, overruled, movement, passage)
    turn.moved = movement


def move_units(turn: Turn) -> None:
    """Put every unit where its order has taken it, and report what was dislodged."""
    movement = turn.moved
    turn.stands = [
        (owner, unit if at == unit.at else Unit(unit.kind, at, unit.strength))
        for (owner, unit), at in zip(movement.units, movement.places, strict=True)
        if at is not None
    ]
    for dislodged in movement.dislodged:
        attacker = movement.units[dislodged.by]
        text = (
            f"{unit_words(turn.facts, dislodged.owner, dislodged.unit)} is dislodged by "
            f"{unit_words(turn.facts, *attacker)}"
        )
        _report(
            turn,
            DISLODGED,
            "dislodged",
            text,
            (attacker[0], dislodged.owner),
            dislodged.unit.province,
            owner=dislodged.owner,
            unit=str(dislodged.unit),
            by=attacker[0],
            attacker=str(attacker[1]),
        )
    for code in sorted(movement.contested):
        text = f"a standoff leaves {turn.board.name_of(code)} empty"
        turn.report(STANDOFF, "bounce-attack", text, provinces=(code,))


def passage_of(turn: Turn, stands: Sequence[Stand]) -> Passage:
    """The tests of movement for these units, with the rulings of the referee on entries."""
    passage = turn.edition.passage(turn.standing, stands, turn.edition.rulebook)
    passage.foresees = turn.foresees
    for ruling in rulings_of(turn, "entry"):
        province = unit_of(turn, ruling.unit).province
        passage.rule_entry(province, ruling.to, ruling.kind, ruling.said)
    return passage


# --- orders and verdicts


def why_impossible(
    turn: Turn, stands: Sequence[Stand], passage: Passage, index: int, order: AnyOrder
) -> tuple[tuple[str, str] | Reason, ...]:
    """Why a unit can never carry out an order, whatever the others do; empty if it could."""
    barred = bar_order(turn, stands[index], order)
    if barred is not None:
        return (barred,)
    alone: list[Any] = [None] * len(stands)
    alone[index] = order
    judged = judge_orders(turn.board, stands, alone, passage)
    if judged[index].status != "illegal":
        return ()
    movement = resolve_movement(turn.board, stands, alone, passage)
    return Explainer(movement, turn.edition.rulebook, passage).explain(index)


def bar_order(turn: Turn, stand: Stand, order: AnyOrder) -> tuple[str, str] | None:
    """Why a feature forbids a unit an order, or None."""
    return first(feature.bar_order(turn, stand, order) for feature in turn.edition.features)


def overrule(
    turn: Turn, stands: Sequence[Stand], orders: Sequence[AnyOrder | None]
) -> dict[int, Overruled]:
    """The units that do something else than they were ordered, by their indexes in `stands`."""
    if not turn.foresees:
        return {}
    found: dict[int, Overruled] = {}
    for feature in turn.edition.features:
        found |= feature.overrule(turn, stands, orders)
    return found


def _settle(
    turn: Turn,
    stands: Sequence[Stand],
    given: Given,
    barred: Mapping[int, tuple[str, str]],
    overruled: Mapping[int, Overruled],
    movement: Movement,
    passage: Passage,
) -> None:
    explain = Explainer(movement, turn.edition.rulebook, passage).explain
    outcomes = movement.outcomes
    sides = given.sides
    # Secret politics of a joint phase do not affect its movement.
    learns = () if turn.joint else None
    for index, entry in enumerate(given.counted):
        owner, unit = stands[index]
        if index in overruled:
            instead, (cause, why) = overruled[index]
            if entry is not None:
                known_to = (entry.power,) if index in given.hidden else learns
                turn.settle(entry, "illegal", (cause, why), known_to=known_to)
            if instead is not None:
                # The verdict on an order that a unit follows although no one wrote it.
                turn.add_verdict(
                    Verdict(
                        owner if index in given.hidden else sides[index],
                        str(instead),
                        outcomes[index],
                        (Reason(turn.cites(cause), why), *explain(index)),
                        strength=movement.strength(index),
                        meaning=instead,
                    )
                )
        elif index in given.hidden:
            _settle_hidden(turn, entry, owner, barred.get(index), outcomes[index], explain(index))
        elif entry is not None and index in barred:
            turn.settle(entry, "illegal", barred[index], known_to=learns)
        elif entry is not None:
            reasons = explain(index)
            if type(entry.order) is Move and outcomes[index] != "illegal":
                # The right that an attack rests on, where it needs one.
                license = passage.license_at(owner, entry.order.to.partition("/")[0])
                reasons += () if license is None else (Reason(license.rule, license.text),)
            power = movement.strength(index)
            turn.settle(entry, outcomes[index], *reasons, known_to=learns, strength=power)
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
    if turn.facts.movement.ignored_state_orders == "reported" and not turn.author:
        _report_ignored(turn, stands, given)


def _report_ignored(turn: Turn, stands: Sequence[Stand], given: Given) -> None:
    """Report for each unit of a state who ordered it in vain; what they ordered stays secret."""
    ignored: dict[int, dict[str, None]] = {}
    for stray in given.strays:
        if is_ignored(stands, stray) and stray.unit not in given.hidden:
            ignored.setdefault(stray.unit, {})[stray.power] = None
    for index in sorted(ignored):
        powers = [power for power in turn.facts.powers if power in ignored[index]]
        names = listed(map(turn.facts.name_of, powers))
        text = f"{unit_words(turn.facts, *stands[index])} does not follow the orders of {names}"
        at = stands[index][1].province
        turn.report(
            IGNORED, "orders-ignored", text, powers, (at,), by=powers, owner=stands[index][0]
        )


def _settle_hidden(
    turn: Turn,
    entry: Entry | None,
    owner: str,
    barred: tuple[str, str] | None,
    outcome: Outcome,
    reasons: tuple[Reason, ...],
) -> None:
    """The verdict of a unit whose commander is secret: one for him, one under the state's name."""
    if entry is None:
        return
    if barred is not None:
        turn.settle(entry, "illegal", barred, known_to=(entry.power,))
        return
    turn.settle(entry, outcome, *reasons, known_to=(entry.power,))
    if outcome != "illegal":
        turn.add_verdict(Verdict(owner, str(entry.order), outcome, reasons, meaning=entry.order))


# --- who has to leave


def displace_units(turn: Turn) -> None:
    """Find who has to leave; who has no choice is disbanded, the others wait for their retreat."""
    movement = turn.moved
    evicted = _evicted(turn)
    leavers: list[tuple[Stand, Cause, str]] = [
        ((dislodged.owner, dislodged.unit), "dislodged", dislodged.attacker_from or "")
        for dislodged in movement.dislodged
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
    for displaced in found:
        if not displaced.places:
            why = bar_retreat(turn, displaced.owner, displaced.unit, displaced.cause)
            report_disbanded(turn, displaced, *why or ("retreat-nowhere", "it has nowhere to go"))
    turn.displaced = tuple(displaced for displaced in found if displaced.places)
    if turn.displaced:
        turn.contested = tuple(sorted(movement.contested))


def _evicted(turn: Turn) -> list[Stand]:
    """The position check: the units, not dislodged, that may not stay where they are."""
    land, holders = turn.facts.provinces, turn.standing.holders
    if not turn.facts.control.evicts:
        return []
    found = []
    for owner, unit in turn.stands:
        province = unit.province
        if province not in land or (holders[province] == owner and province not in turn.captures):
            continue
        position = check_position(turn, owner, unit)
        if position.kind == "evict":
            found.append((owner, unit))
            why = why_evicted(turn.standing, owner, unit.province, position)
            text = f"{unit_words(turn.facts, owner, unit)} must leave: {why}"
            data = {"owner": owner, "unit": str(unit)}
            _report(turn, EVICTED, position.cause, text, (owner,), unit.province, **data)
    return found


def report_disbanded(turn: Turn, one: Displaced, cause: str, why: str) -> None:
    """Report that a displaced unit is removed, and why."""
    text = f"{unit_words(turn.facts, one.owner, one.unit)} is disbanded: {why}"
    data = {"owner": one.owner, "unit": str(one.unit)}
    _report(turn, DISBANDED, cause, text, (one.owner,), one.unit.province, **data)


def _report(
    turn: Turn, kind: EventKind, cause: str, text: str, owners: Sequence[str], at: str, **data: Any
) -> None:
    """Report what happened to a unit in a province to the powers that the owners are with."""
    sides = dict.fromkeys(turn.standing.side_of(owner) for owner in owners)
    powers = tuple(side for side in sides if not is_minor(side))
    turn.report(kind, cause, text, powers, (at,), **data)
