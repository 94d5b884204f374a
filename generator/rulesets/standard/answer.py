"""One case of `theatrum resolve`: plain tables in, plain tables out.

The fast ways make nothing that the answer does not show; whatever is unusual goes the long way,
which is the one that a game's turn goes. All give the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Final

from generator.engine.complaints import Complaint
from generator.engine.movement import Movement, MovementOptions, resolve_movement
from generator.engine.orders import PhaseKind, order_reader
from generator.engine.orders.values import AnyOrder, UnitOrder, Waive
from generator.engine.phases import Moment, OrderBook, Sheet, WrittenOrder
from generator.engine.retreats import Stranded, resolve_retreats
from generator.engine.units import Unit
from generator.engine.verdicts import Verdict
from generator.rulesets.standard import facts
from generator.rulesets.standard.aftermath import taken_centers
from generator.rulesets.standard.case import PHASES, Case, known_units, provinces, read_case
from generator.rulesets.standard.choice import movement_options
from generator.rulesets.standard.course import COURSE
from generator.rulesets.standard.movement_phase import strand
from generator.rulesets.standard.plain_movement import UNIT_ORDERS, plain_movement, said
from generator.rulesets.standard.state import StandardState, arrange, frozen
from generator.rulesets.standard.turn import Turn

Parts = tuple[Mapping[str, list[str]], tuple[Stranded, ...], Sequence[dict[str, Any]]]
"""The parts of an answer: units by power, the dislodged ones, and verdicts if they are asked."""

MOMENT: Final = Moment(0, 0, PHASES["movement"])


def answer_case(case: Mapping[str, Any], verdicts: bool) -> dict[str, Any]:
    """The answer to one case. UsageError: it is not valid input."""
    read = read_case(case)
    answer: dict[str, Any] = {"id": case["id"]} if "id" in case else {}
    units, stranded, verdicts_said = _play_fast(read, verdicts) or _play(read)
    after = {read.names[power]: sorted(own) for power, own in units.items() if own}
    answer["after"] = {name: after[name] for name in sorted(after)}
    dislodged: dict[str, list[str]] = {}
    retreats: dict[str, list[str]] = {}
    for lost in stranded:
        name, unit = read.names[lost.owner], str(lost.unit)
        dislodged.setdefault(name, []).append(unit)
        retreats[f"{name}: {unit}"] = sorted(lost.places)
    answer["dislodged"] = {name: sorted(dislodged[name]) for name in sorted(dislodged)}
    answer["retreats"] = {name: retreats[name] for name in sorted(retreats)}
    if read.season == "fall" and read.phase != "build" and not any(retreats.values()):
        answer["centers"] = _centers_after(read, units)
    if verdicts:
        answer["verdicts"] = verdicts_said
    return answer


def _play(read: Case) -> Parts:
    """The case as a turn of a game would play it, with verdicts."""
    sheets = {
        power: Sheet(
            power, tuple(WrittenOrder(text, 0, 0, _order(text, read.phase)) for text in texts)
        )
        for power, texts in read.orders
    }
    turn = Turn(_state(read), OrderBook(sheets))
    COURSE.play(turn.before.moment.phase, turn)
    units = {power: list(map(str, own)) for power, own in turn.units.items()}
    return units, turn.dislodged, [_verdict(read.names, verdict) for verdict in turn.verdicts()]


def _state(read: Case) -> StandardState:
    units: dict[str, list[Unit]] = {}
    for power, unit in read.stands:
        units.setdefault(power, []).append(unit)
    return StandardState(
        Moment(0, 0, PHASES[read.phase]),
        arrange(units),
        read.centers,
        options=read.options,
        dislodged=read.dislodged,
    )


def _play_fast(read: Case, verdicts: bool) -> Parts | None:
    """What the answer shows and no more; None where the case needs the long way."""
    if read.phase == "movement":
        if not verdicts:
            return _move_fast(read)
        plain = plain_movement(read, _options(read.options))
        return (*_position(plain[0]), plain[1]) if plain else None
    if read.phase == "retreat" and not verdicts:
        return _retreat_fast(read)
    return None


def _move_fast(read: Case) -> Parts | None:
    stands, where, province = read.stands, read.where, provinces()
    orders: list[UnitOrder | None] = [None] * len(stands)
    read_text = order_reader(facts.board()).read
    for power, texts in read.orders:
        for text in texts:
            order = read_text(text, "movement")
            if type(order) not in UNIT_ORDERS:
                continue
            index = where.get(province[order.unit.at], -1)  # type: ignore[union-attr]
            if index < 0 or stands[index][0] != power:
                continue
            if orders[index] is not None:
                return None
            orders[index] = order  # type: ignore[assignment]
    movement = resolve_movement(facts.board(), stands, orders, options=_options(read.options))
    return (*_position(movement), ())


def _position(movement: Movement) -> tuple[dict[str, list[str]], tuple[Stranded, ...]]:
    units: dict[str, list[str]] = {}
    for (power, unit), at in zip(movement.units, movement.places, strict=True):
        if at is not None:
            units.setdefault(power, []).append(f"{unit.kind} {at}")
    return units, strand(movement)


def _retreat_fast(read: Case) -> Parts | None:
    where = {(lost.owner, lost.unit.province): n for n, lost in enumerate(read.dislodged)}
    orders: list[AnyOrder | None] = [None] * len(where)
    for power, texts in read.orders:
        for text in texts:
            order = _order(text, "retreat")
            if order is None or isinstance(order, Waive):
                continue
            index = where.get((power, order.unit.province), -1)
            if index < 0:
                continue
            if orders[index] is not None:
                return None
            orders[index] = order
    units: dict[str, list[str]] = {}
    for power, unit in read.stands:
        units.setdefault(power, []).append(f"{unit.kind} {unit.at}")
    fates = resolve_retreats(read.dislodged, orders)
    for lost, fate in zip(read.dislodged, fates, strict=True):
        if fate.to is not None:
            units.setdefault(lost.owner, []).append(f"{lost.unit.kind} {fate.to}")
    return units, (), ()


def _options(values: Mapping[str, Any]) -> MovementOptions:
    return movement_options(values) if values else _DEFAULTS


_DEFAULTS: Final = MovementOptions()


def _order(text: str, phase: PhaseKind) -> AnyOrder | None:
    """What one order text says, or None."""
    order = order_reader(facts.board()).read(text, phase)
    return None if isinstance(order, Complaint) else order


def _centers_after(read: Case, units: Mapping[str, Sequence[str]]) -> dict[str, list[str]]:
    """The centers of each power when the fall ends with this phase."""
    known = known_units()
    standing = {power: tuple(known[text] for text in own) for power, own in units.items()}
    taken = taken_centers(StandardState(MOMENT, standing, read.centers))
    owned: dict[str, list[str]] = {}
    for code, power in frozen({**read.centers, **taken}).items():
        owned.setdefault(read.names[power], []).append(code)
    return {name: owned[name] for name in sorted(owned)}


def _verdict(names: Mapping[str, str], verdict: Verdict) -> dict[str, Any]:
    power = names.get(verdict.power, verdict.power)
    order = (verdict.written or verdict.order).strip()
    one = said(power, order, verdict.outcome, verdict.reasons)
    if verdict.note:
        one["note"] = verdict.note
    return one
