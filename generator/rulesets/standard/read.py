"""Reading and checking the sheets of a phase, while their authors can still correct them, and the
orders that a sheet may contain."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from msgspec.structs import replace

from generator.engine.errors import Complaint
from generator.engine.movement import Judgment
from generator.engine.movement.choices import movement_choices
from generator.engine.offers import Choice, Offer, retreat_choices
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
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Move,
    Remove,
    SupportHold,
    SupportMove,
)
from generator.engine.phases import OrderBook, Sheet, WrittenOrder, orders_of, with_faults
from generator.engine.units import Piece, Unit
from generator.engine.words import count, listed
from generator.rulesets.standard.ballot import check_vote
from generator.rulesets.standard.movement import may_retreat, refuse_retreat
from generator.rulesets.standard.state import StandardState, movement_options
from generator.rulesets.standard.votes import find_votes, is_vote
from generator.rulesets.standard.winter_phase import dues

LEGAL = Judgment("legal")


def read_sheets(state: StandardState, texts: Mapping[str, str]) -> OrderBook:
    """Read and check the order texts of all powers. Never raises on any text."""
    facts, kind = state.facts, state.kind
    board, cites, names = facts.board, facts.rulebook.cites, facts.power_words()
    whole: dict[str, Sheet] = {}
    sent: list[str] = []
    complaints: list[Complaint] = []
    known = [power for power in facts.powers if power in texts]
    for power in (*known, *sorted(power for power in texts if power not in facts.powers)):
        text, found = find_votes(facts, texts[power])
        orders, faults = read_orders(text, board, kind, power, names)
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
        if power not in facts.powers:
            hint = f"powers: {', '.join(facts.powers)}"
            problem = f"there is no power {power}"
            complaints.append(Complaint("error", power, 0, 0, "", problem, hint))
    sheets = {
        power: Sheet(power, tuple(one for one in sheet.orders if not is_vote(one.text)))
        for power, sheet in whole.items()
    }
    if kind == "movement":
        complaints.extend(_check_movement(state, sheets))
    elif kind == "retreat":
        complaints.extend(_check_retreats(state, sheets))
    else:
        due = dues(state)
        numbers = {power: one.number for power, one in due.items()}
        sites = {power: one.sites for power, one in due.items()}
        complaints.extend(check_builds(board, state.stands(), numbers, sites, sheets, cites))
    rank = {power: number for number, power in enumerate(sheets)}
    # Complaints about a whole sheet come after those about its lines.
    complaints.sort(key=lambda one: (rank[one.power], not one.line, one.line, one.column))
    # Votes are not orders: a player who sends nothing else is still missing.
    missing = tuple(power for power in facts.course.awaited(state) if power not in sent)
    return OrderBook(whole, tuple(complaints), missing)


def _check_movement(state: StandardState, sheets: Mapping[str, Sheet]) -> tuple[Complaint, ...]:
    facts, stands = state.facts, state.stands()
    board, cites = facts.board, facts.rulebook.cites
    assignment = assign_orders(stands, orders_of(sheets), state.is_legal_alone)
    complete = all(power in assignment.senders for power in facts.course.awaited(state))
    judgments = [
        legality
        if legality.status == "illegal" or complete or _is_own_affair(stands, assignment, index)
        else LEGAL
        for index, legality in enumerate(state.judge(assignment.orders))
    ]
    found = list(check_movement(board, stands, assignment, judgments, cites, facts.power_names()))
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
    """Whether an unmatched order depends on a sheet that has been sent, so that it will not match
    no matter what the other powers write."""
    order: AnyOrder | None = assignment.orders[index]
    if isinstance(order, SupportHold | SupportMove):
        other = order.supported.province
    elif isinstance(order, Convoy):
        other = order.army.province
    else:
        return False
    return any(owner in assignment.senders and unit.province == other for owner, unit in stands)


def _check_retreats(state: StandardState, sheets: Mapping[str, Sheet]) -> tuple[Complaint, ...]:
    """The complaints about retreats, each with its reason."""
    cites = state.facts.rulebook.cites
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
    board, names = state.facts.board, state.facts.power_names()
    for complaint in check_retreats(board, waiting, assignment, cites, names):
        if complaint.rule == cites("retreat-not-adjacent"):
            cause, text = barred[complaint.power, complaint.order]
            complaint = replace(complaint, problem=text, rule=cites(cause))
        found.append(complaint)
    return tuple(found)


def duties_of(state: StandardState, power: str) -> tuple[str, ...]:
    """Units to order, dislodged units, builds or removals: "2 units to build"."""
    if state.kind == "movement":
        return (f"{count(len(state.units[power]), 'unit')} to order",)
    if state.kind == "retreat":
        units = [str(stray.unit) for stray in state.dislodged if stray.owner == power]
        return (f"{count(len(units), 'dislodged unit')}: {listed(units)}",)
    due = dues(state)[power]
    if due.number > 0:
        return (f"{count(min(due.number, len(due.sites)), 'unit')} to build",)
    return (f"{count(-due.number, 'unit')} to remove",)


def offers_of(state: StandardState) -> tuple[Offer, ...]:
    """The orders to units, to dislodged units, or of the winter, by the phase."""
    if state.ending is not None:
        return ()
    if state.kind == "movement":
        stands, options = state.stands(), movement_options(state.options)
        choices = movement_choices(state.facts.board, stands, state.policy(), options)
        return tuple(
            Offer(power, unit.at, str(unit.piece), found)
            for (power, unit), found in zip(stands, choices, strict=True)
        )
    if state.kind == "retreat":
        return tuple(
            Offer(lost.owner, lost.unit.at, str(lost.unit.piece), retreat_choices(lost))
            for lost in state.dislodged
            if lost.places
        )
    return tuple(_winter(state))


def _winter(state: StandardState) -> Iterator[Offer]:
    provinces = state.facts.board.provinces
    for power, due in dues(state).items():
        if not due.decides:
            continue
        for site in due.sites if due.number > 0 else ():
            one = provinces[site]
            ports = [f"{site}/{coast}" for coast in one.coasts] or [site]
            fleets = [Piece("F", port) for port in ports] if one.kind == "coastal" else []
            orders = (Build(piece) for piece in (Piece("A", site), *fleets))
            yield Offer(power, site, "", tuple(Choice("build", str(order)) for order in orders))
        for unit in state.units[power] if due.number < 0 else ():
            choices = (Choice("remove", str(Remove(unit.piece))),)
            yield Offer(power, unit.at, str(unit.piece), choices)
