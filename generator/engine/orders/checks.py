"""Checks of orders while they can still be corrected.

Complaints about reading come from the reader; these are about what the orders mean on the board.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final, Literal, Protocol

from generator.engine.board import Board, province_of
from generator.engine.errors import Complaint, Done, Severity
from generator.engine.orders.assignment import Assignment, Stray
from generator.engine.orders.sheet import shown
from generator.engine.orders.spelling import did_you_mean, distance
from generator.engine.orders.values import AnyOrder, Build, Disband, Move, Remove, Retreat, Waive
from generator.engine.phases import Sheet, WrittenOrder
from generator.engine.units import Piece, Unit

Stands = Sequence[tuple[str, Unit]]
Cites = Callable[[str], str]


class Judged(Protocol):
    """A judgment about an order before any strength is counted, as the checks need it."""

    @property
    def status(self) -> str: ...
    @property
    def cause(self) -> str: ...
    @property
    def text(self) -> str: ...
    @property
    def rule(self) -> str: ...


_NO_NAMES: Final[Mapping[str, str]] = MappingProxyType({})
_UNREACHED: Final = ("move-not-adjacent", "army-to-sea", "fleet-inland", "support-unreachable")


def check_movement(
    board: Board,
    units: Stands,
    assignment: Assignment[WrittenOrder],
    judgments: Sequence[Judged] = (),
    cites: Cites = lambda cause: "",
    names: Mapping[str, str] = _NO_NAMES,
) -> tuple[Complaint, ...]:
    """Complaints about movement orders, sheet by sheet and line by line.

    judgments: of the assigned orders, parallel to `units`; illegal orders are errors, unmatched
    ones warnings. `cites` gives the rule for a cause, `names` what powers are called.
    """
    found = list(_about_strays(board, units, assignment, cites, names))
    found.extend(_about_types(units, assignment))
    for index, judged in enumerate(judgments):
        written, order = assignment.written[index], assignment.orders[index]
        if written is not None and order is not None and judged.status != "legal":
            severity: Severity = "error" if judged.status == "illegal" else "warning"
            hint = _way_out(board, units[index][1], order, judged.cause)
            rule = judged.rule or cites(judged.cause)
            found.append(
                complaint_about(severity, units[index][0], written, judged.text, hint, rule, "no")
            )
    found.extend(_unordered(units, assignment, "it will hold", "{unit} H", cites("no-order")))
    return _sorted(found, assignment.senders)


def check_retreats(
    board: Board,
    dislodged: Sequence[tuple[str, Unit, tuple[str, ...]]],
    assignment: Assignment[WrittenOrder],
    cites: Cites = lambda cause: "",
    names: Mapping[str, str] = _NO_NAMES,
) -> tuple[Complaint, ...]:
    """Complaints about retreats. dislodged: (owner, unit, places it may retreat to), parallel to
    the assignment."""
    stands = [(owner, unit) for owner, unit, _ in dislodged]
    found = list(_about_strays(board, stands, assignment, cites, names))
    found.extend(_about_types(stands, assignment))
    goals: dict[tuple[str, str], list[int]] = {}
    for index, (owner, unit, places) in enumerate(dislodged):
        written, order = assignment.written[index], assignment.orders[index]
        if written is None or not isinstance(order, Retreat):
            continue
        fitting = [place for place in places if order.to in (place, province_of(place))]
        if len(fitting) == 1:
            goals.setdefault((owner, province_of(fitting[0])), []).append(index)
            continue
        problem = f"{unit.piece} cannot retreat to {order.to}"
        hint = f"open: {', '.join(places)}" if places else "it has nowhere to go"
        rule = cites("coast-needed" if fitting else "retreat-not-adjacent")
        found.append(complaint_about("error", owner, written, problem, hint, rule))
    for (owner, goal), rivals in goals.items():
        for index in rivals if len(rivals) > 1 else ():
            written = assignment.written[index]
            if written is not None:
                problem = f"{len(rivals)} units retreat to {goal}, and all would be disbanded"
                rule = cites("retreat-collision")
                found.append(complaint_about("warning", owner, written, problem, "", rule, "no"))
    free = [bool(places) for _, _, places in dislodged]
    rule = cites("retreat-no-order")
    found.extend(_unordered(stands, assignment, "it will be disbanded", "{unit} D", rule, free))
    return _sorted(found, assignment.senders)


def check_builds(
    board: Board,
    units: Stands,
    due: Mapping[str, int],
    sites: Mapping[str, Sequence[str]],
    sheets: Mapping[str, Sheet],
    cites: Cites = lambda cause: "",
) -> tuple[Complaint, ...]:
    """Complaints about builds and removals.

    due: builds of each power, removals where it is negative. sites: the free centers where each
    may build.
    """
    found: list[Complaint] = []
    taken = {unit.province for _, unit in units}
    for power, sheet in sheets.items():
        number = due.get(power, 0)
        own = {unit.province: unit for owner, unit in units if owner == power}
        used: dict[str, int] = {}
        counted = 0
        for written in sheet.orders:
            order: AnyOrder | None = written.order
            if order is None:
                continue
            said = _build_fault(board, order, number, sites.get(power, ()), own, taken)
            province = "" if isinstance(order, Waive) else order.unit.province
            if said is None and province and province in used:
                said = (
                    "duplicate-order",
                    f"{province} already appears on line {used[province]}",
                    "",
                )
            if said is not None:
                cause, problem, hint = said
                found.append(complaint_about("error", power, written, problem, hint, cites(cause)))
                continue
            used[province] = written.line
            counted += 1
            if counted > abs(number):
                cause = "build-excess" if number >= 0 else "remove-excess"
                problem = f"more than is due: {_due_words(number)}"
                found.append(complaint_about("error", power, written, problem, "", cites(cause)))
        if sheet.orders and counted < abs(number):
            cause = "build-unused" if number > 0 else "civil-disorder"
            hint = (
                "write WAIVE to give up a build"
                if number > 0
                else "the rules choose the other removals"
            )
            problem = f"fewer orders than are due: {_due_words(number)}"
            found.append(Complaint("warning", power, 0, 0, "", problem, hint, cites(cause)))
    return _sorted(found, tuple(sheets))


def _build_fault(
    board: Board,
    order: AnyOrder,
    due: int,
    sites: Sequence[str],
    own: Mapping[str, Unit],
    taken: Container[str],
) -> tuple[str, str, str] | None:
    """The cause, the problem and the hint for an order that can do nothing, or None."""
    if isinstance(order, Waive):
        return None if due > 0 else ("build-excess", f"nothing to waive: {_due_words(due)}", "")
    if isinstance(order, Remove | Disband):
        if due >= 0:
            return "remove-not-due", f"no removal is due: {_due_words(due)}", ""
        if order.unit.province in own:
            return None
        mine = ", ".join(str(unit) for unit in own.values())
        return "remove-no-unit", f"no unit of this power in {order.unit.province}", f"it has {mine}"
    if not isinstance(order, Build):
        return "unreadable", "not an order for builds and removals", ""
    if due <= 0:
        return "build-excess", f"no build is due: {_due_words(due)}", ""
    piece = order.unit
    if piece.province not in sites:
        hint = f"open: {', '.join(sites)}" if sites else "no home center is open"
        problem = f"you cannot build in {piece.province}"
        if piece.province in taken:
            problem = f"{problem}: it is occupied"
        return "build-not-home", problem, hint
    return _piece_fault(board, piece)


def _piece_fault(board: Board, piece: Piece) -> tuple[str, str, str] | None:
    one = board.provinces[piece.province]
    if one.kind == "inland":
        if piece.kind != "F":
            return None
        return "build-type", f"{one.name} has no coast for a fleet", f"BUILD A {one.code}"
    if not piece.kind:
        return "build-type", "army or fleet?", f"BUILD A {one.code} or BUILD F {one.code}"
    if piece.kind == "F" and one.coasts and "/" not in piece.at:
        named = " or ".join(f"BUILD F {one.code}/{coast}" for coast in one.coasts)
        return "build-coast", f"the coast of {one.name} is missing", named
    return None


def _due_words(due: int) -> str:
    if due == 0:
        return "nothing is due"
    what = "build" if due > 0 else "removal"
    return f"{abs(due)} {what}{'s are' if abs(due) > 1 else ' is'} due"


def _about_strays(
    board: Board,
    units: Stands,
    assignment: Assignment[WrittenOrder],
    cites: Cites,
    names: Mapping[str, str],
) -> Iterator[Complaint]:
    for stray in assignment.strays:
        if stray.cause == "unreadable":
            continue
        severity: Severity = "error" if stray.cause else "warning"
        problem, hint = _stray_words(board, units, assignment, stray, names)
        rule = cites(stray.cause or "duplicate-order")
        yield complaint_about(severity, stray.power, stray.written, problem, hint, rule)


def _stray_words(
    board: Board,
    units: Stands,
    assignment: Assignment[WrittenOrder],
    stray: Stray[WrittenOrder],
    names: Mapping[str, str],
) -> tuple[str, str]:
    """The fault of an order that does not count, and the remedy."""
    own = [unit for owner, unit in units if owner == stray.power]
    meant = meant_unit(board, stray.written.order.unit, own, names.get(stray.power, stray.power))
    if stray.cause == "no-such-unit":
        at = stray.written.order.unit.province
        return f"there is no unit in {at} {board.name_of(at)}", meant
    owner, unit = units[stray.unit]
    if stray.cause == "foreign-unit":
        return f"{unit} belongs to {names.get(owner, owner)}", meant
    counts = assignment.written[stray.unit]
    if counts is None:
        return f"{unit} has different orders, and none of them counts", "keep one of them"
    if stray.cause:
        return f"{unit} has another order on line {counts.line}; that one counts", ""
    return f"{unit} has the same order on line {counts.line}", ""


def meant_unit(board: Board, named: Piece, own: Sequence[Unit], power: str) -> str:
    """The hint for an order that names none of its power's own units: the one that is probably
    meant, or all of them."""
    near = [
        unit
        for unit in own
        if named.kind in ("", unit.kind) and distance(named.province, unit.province, 1) <= 1
    ]
    if near:
        return did_you_mean([f"{unit} {board.name_of(unit.province)}" for unit in near])
    return f"{power} has {', '.join(map(str, own))}" if own else ""


def _about_types(units: Stands, assignment: Assignment[WrittenOrder]) -> Iterator[Complaint]:
    """Orders that name their unit as what it is not; they are read as for the unit there."""
    for (owner, unit), written in zip(units, assignment.written, strict=True):
        if written is None:
            continue
        named: Piece = written.order.unit
        if named.kind not in ("", unit.kind) or ("/" in named.at and named.at != unit.at):
            hint = f"it is read as for {unit.piece}"
            yield complaint_about("warning", owner, written, f"there is no {named}", hint, "")


def _way_out(board: Board, unit: Unit, order: AnyOrder, cause: str) -> str:
    """The nearest orders that could be carried out."""
    reach = board.army_from(unit.province) if unit.kind == "A" else board.fleet_from(unit.at)
    if cause == "coast-needed" and isinstance(order, Move):
        coasts = [place for place in reach if province_of(place) == order.to]
        return " or ".join(str(Move(unit.piece, place)) for place in coasts)
    return f"{unit.at} touches {', '.join(reach)}" if cause in _UNREACHED else ""


def _unordered(
    units: Stands,
    assignment: Assignment[WrittenOrder],
    outcome: str,
    hint: str,
    rule: str,
    wanted: Sequence[bool] = (),
) -> Iterator[Complaint]:
    """Units without an order whose power has sent others; a power that sent none is missing."""
    meant = {stray.unit for stray in assignment.strays if stray.cause == "duplicate-order"}
    for index, (owner, unit) in enumerate(units):
        silent = assignment.orders[index] is None and index not in meant
        if silent and owner in assignment.senders and (not wanted or wanted[index]):
            problem = f"no order: {outcome}"
            said = hint.format(unit=unit.piece)
            yield Complaint("warning", owner, 0, 0, str(unit), problem, f"write {said}", rule)


def complaint_about(
    severity: Severity,
    power: str,
    written: WrittenOrder,
    problem: str,
    hint: str,
    rule: str,
    done: Done | Literal[""] = "",
) -> Complaint:
    """The faults of one order of a sheet."""
    text = shown(written.text)
    at = (written.line, written.column)
    return Complaint(severity, power, *at, text, problem, hint, rule, written.number, done)


def _sorted(found: Sequence[Complaint], powers: Sequence[str]) -> tuple[Complaint, ...]:
    """By power, then line by line; what concerns the whole sheet comes last."""
    rank = {power: number for number, power in enumerate(powers)}

    def position(complaint: Complaint) -> tuple[int, bool, int, int]:
        return (
            rank.get(complaint.power, len(rank)),
            not complaint.line,
            complaint.line,
            complaint.column,
        )

    return tuple(sorted(found, key=position))
