"""Reading and checking the sheets of a phase, while their authors can still mend them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from msgspec.structs import replace

from generator.engine.complaints import Complaint
from generator.engine.movement import Judgment, judge_orders
from generator.engine.orders import (
    Assignment,
    assign_orders,
    check_builds,
    check_movement,
    check_retreats,
    complaint_about,
    read_orders,
    with_coast,
)
from generator.engine.orders.values import AnyOrder, Convoy, Move, SupportHold, SupportMove
from generator.engine.phases import OrderBook, Sheet, WrittenOrder, orders_of, with_faults
from generator.engine.units import Unit
from generator.rulesets.standard import facts
from generator.rulesets.standard.ballot import check_vote
from generator.rulesets.standard.choice import is_legal_alone, movement_options
from generator.rulesets.standard.course import COURSE, kind_of
from generator.rulesets.standard.retreat_phase import may_retreat, refuse_retreat
from generator.rulesets.standard.state import StandardState
from generator.rulesets.standard.votes import find_votes, is_vote
from generator.rulesets.standard.winter_phase import dues

LEGAL = Judgment("legal")


def read_sheets(state: StandardState, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all powers. Never raises on any text."""
    board, cites = facts.board(), facts.rulebook().cites
    kind = kind_of(state.moment.phase)
    whole: dict[str, Sheet] = {}
    sent: list[str] = []
    complaints: list[Complaint] = []
    known = [power for power in facts.powers() if power in texts]
    for power in (*known, *sorted(power for power in texts if power not in facts.powers())):
        text, found = find_votes(texts[power])
        orders, faults = read_orders(text, board, kind, power, _names())
        lines = [*orders, *(check_vote(state, power, vote) for vote in found)]
        lines.sort(key=lambda order: (order.line, order.column))
        whole[power] = Sheet(power, with_faults(lines, faults))
        complaints.extend(
            replace(vote.fault, order=vote.number)
            for vote in whole[power].orders
            if is_vote(vote.text) and vote.fault is not None
        )
        if text.strip():
            sent.append(power)
        for fault in faults:
            rule = fault.rule or (cites("unreadable") if fault.severity == "error" else "")
            complaints.append(replace(fault, rule=rule))
        if power not in facts.powers():
            hint = f"powers: {', '.join(facts.powers())}"
            problem = f"there is no power {power}"
            complaints.append(Complaint("error", power, 0, 0, "", problem, hint))
    sheets = {power: _without_votes(sheet) for power, sheet in whole.items()}
    if kind == "movement":
        complaints.extend(_check_movement(state, sheets))
    elif kind == "retreat":
        complaints.extend(_check_retreats(state, sheets))
    else:
        due = dues(state)
        complaints.extend(
            check_builds(
                board,
                state.stands(),
                {power: adjustment.number for power, adjustment in due.items()},
                {power: adjustment.sites for power, adjustment in due.items()},
                sheets,
                cites,
            )
        )
    rank = {power: number for number, power in enumerate(sheets)}
    # What is said of a whole sheet comes after what is said of its lines.
    complaints.sort(
        key=lambda complaint: (
            rank[complaint.power],
            not complaint.line,
            complaint.line,
            complaint.column,
        )
    )
    # Votes are no orders: who sends nothing else is still missing.
    missing = tuple(power for power in COURSE.awaited(state) if power not in sent)
    return OrderBook(whole, tuple(complaints), missing)


def _without_votes(sheet: Sheet) -> Sheet:
    return Sheet(sheet.power, tuple(one for one in sheet.orders if not is_vote(one.text)))


def _names() -> dict[str, str]:
    """What powers are called on sheets: their ids, names and adjectives."""
    return {
        name: power
        for power, known in facts.powers().items()
        for name in (power, known.name, known.adjective)
    }


def _called() -> dict[str, str]:
    """What powers are called in sentences."""
    return {power: known.name for power, known in facts.powers().items()}


def _check_movement(state: StandardState, sheets: Mapping[str, Sheet]) -> tuple[Complaint, ...]:
    board, stands = facts.board(), state.stands()
    options = movement_options(state.options)
    assignment = assign_orders(
        stands,
        orders_of(sheets),
        lambda index, order: is_legal_alone(board, stands, index, order, options),
    )
    judged = judge_orders(board, stands, assignment.orders, options=options)  # type: ignore[arg-type]
    complete = all(power in assignment.senders for power in COURSE.awaited(state))
    judgments = [
        legality
        if legality.status == "illegal" or complete or _is_own_affair(stands, assignment, index)
        else LEGAL
        for index, legality in enumerate(judged)
    ]
    cites = facts.rulebook().cites
    found = list(check_movement(board, stands, assignment, judgments, cites, _called()))
    for (power, _), written, order in zip(
        stands, assignment.written, assignment.orders, strict=True
    ):
        if written is not None and isinstance(order, Move) and "/" not in order.to:
            meant = with_coast(board, order)
            if meant != order:
                problem = f"the coast is left out; it is read as {meant}"
                rule = cites("coast-needed")
                found.append(complaint_about("warning", power, written, problem, "", rule))
    return tuple(found)


def _is_own_affair(
    stands: Sequence[tuple[str, Unit]], assignment: Assignment[WrittenOrder], index: int
) -> bool:
    """Whether an unmatched order hangs on a sheet that has been sent, so that it will not match
    whatever the powers do that have yet to write."""
    order: AnyOrder | None = assignment.orders[index]
    if isinstance(order, SupportHold | SupportMove):
        other = order.supported.province
    elif isinstance(order, Convoy):
        other = order.army.province
    else:
        return False
    return any(owner in assignment.senders and unit.province == other for owner, unit in stands)


def _check_retreats(state: StandardState, sheets: Mapping[str, Sheet]) -> tuple[Complaint, ...]:
    """The complaints about retreats, each with what bars it."""
    cites = facts.rulebook().cites
    waiting = [(stranded.owner, stranded.unit, stranded.places) for stranded in state.dislodged]
    assignment = assign_orders(
        [(owner, unit) for owner, unit, _ in waiting],
        orders_of(sheets),
        lambda index, order: may_retreat(state, index, order),
    )
    barred: dict[tuple[str, int], tuple[str, str]] = {}
    for stranded, written, order in zip(
        state.dislodged, assignment.written, assignment.orders, strict=True
    ):
        if written is not None and order is not None:
            barred[stranded.owner, written.number] = refuse_retreat(state, stranded, order)
    found = []
    for complaint in check_retreats(facts.board(), waiting, assignment, cites, _called()):
        if complaint.rule == cites("retreat-not-adjacent"):
            cause, text = barred[complaint.power, complaint.order]
            complaint = replace(complaint, problem=text, rule=cites(cause))
        found.append(complaint)
    return tuple(found)
