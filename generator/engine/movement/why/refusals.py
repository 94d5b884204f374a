"""Orders that cannot count, judged before resolving, with a sentence that explains why."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, Literal

from msgspec import Struct

from generator.engine.board import Board
from generator.engine.movement.judgment import CONVOY, ILLEGAL, LEGAL, OrderCase
from generator.engine.movement.policy import STANDARD_POLICY, MovementOptions, MovementPolicy, Stand
from generator.engine.movement.routes import bits, is_carried
from generator.engine.orders.values import Convoy, Move, UnitOrder
from generator.engine.words import listed


def unit_words(case: OrderCase, index: int) -> str:
    """`the army in Vienna`."""
    kind = "army" if case.is_army[index] else "fleet"
    return f"the {kind} in {case.board.name_of(case.units[index][1].province)}"


def ordered_words(case: OrderCase, index: int) -> str:
    """The order that a unit was really given: `was ordered A MUN - BUR`."""
    order = case.orders[index]
    if order is None:
        return "had no order"
    if case.status[index] == ILLEGAL:
        return f"was ordered {order}, which is illegal"
    return f"was ordered {order}"


def _place(board: Board, place: str) -> str:
    return board.name_of(place) if board.is_place(place) else place


def _not_adjacent(case: OrderCase, index: int) -> str:
    order = case.orders[index]
    assert isinstance(order, Move)
    return f"{unit_words(case, index)} does not reach {_place(case.board, order.to)}"


def _coast_needed(case: OrderCase, index: int) -> str:
    board = case.board
    to = case.target[index]
    coasts = [
        board.places[place]
        for place in sorted(board.fleet_places[case.place[index]])
        if board.province_number[place] == to
    ]
    name = board.name_of(board.codes[to])
    return f"the order must name a coast of {name}: {' or '.join(coasts)}"


def _refused_by_policy(case: OrderCase, index: int) -> str:
    return case.refusal[index].text


def _support_no_unit(case: OrderCase, index: int) -> str:
    order = case.orders[index]
    at = order.supported.at if order is not None and hasattr(order, "supported") else ""
    return f"no unit stands in {_place(case.board, at)}"


def _support_unreachable(case: OrderCase, index: int) -> str:
    order = case.orders[index]
    place = getattr(order, "to", "") or case.board.codes[case.target[index]]
    return (
        f"{unit_words(case, index)} cannot itself move to {_place(case.board, place)}, "
        "so it cannot support there"
    )


def _support_impossible(case: OrderCase, index: int) -> str:
    board, other, to = case.board, case.other[index], case.target[index]
    place = _place(board, getattr(case.orders[index], "to", ""))
    text = f"{unit_words(case, other)} cannot reach {place}"
    start = case.province[other]
    crosses = case.is_army[other] and start != to and board.coastal >> to & 1
    if crosses and is_carried(board, case.fleets, start, to):
        return f"{text} except by the supporter's own convoy"
    return text


def _convoy_no_army(case: OrderCase, index: int) -> str:
    order = case.orders[index]
    assert isinstance(order, Convoy)
    return f"no army stands in {_place(case.board, order.army.at)}"


def _convoy_not_needed(case: OrderCase, index: int) -> str:
    board = case.board
    order = case.orders[index]
    assert isinstance(order, Convoy)
    sea = board.name_of(board.codes[case.province[index]])
    start, to = board.name_of(order.army.province), _place(board, order.to)
    return f"no convoy from {start} to {to} needs a fleet in {sea}"


def _convoy_not_ordered(case: OrderCase, index: int) -> str:
    board = case.board
    start = board.name_of(board.codes[case.province[index]])
    to = board.name_of(board.codes[case.target[index]])
    willing = listed(board.name_of(board.codes[sea]) for sea in bits(case.carriers[index]))
    only = f"; only {willing} had the order" if willing else ""
    refused = "".join(
        f"; the order of {unit_words(case, fleet)} is void: {why.text}"
        for fleet, why in case.refusal.items()
        if case.kind[fleet] == CONVOY
        and case.other[fleet] == index
        and case.target[fleet] == case.target[index]
    )
    return f"no chain of fleets was ordered to convoy from {start} to {to}{only}{refused}"


def _support_unmatched(case: OrderCase, index: int) -> str:
    other = case.other[index]
    return f"{unit_words(case, other)} {ordered_words(case, other)}"


def _support_coast(case: OrderCase, index: int) -> str:
    other = case.other[index]
    went = case.board.name_of(case.board.places[case.to_place[other]])
    return f"{unit_words(case, other)} was ordered to {went}, another coast"


def _convoy_unmatched(case: OrderCase, index: int) -> str:
    army = case.other[index]
    order = case.orders[army]
    same = isinstance(order, Move) and case.target[army] == case.target[index]
    if not same or case.status[army] == ILLEGAL:
        return f"{unit_words(case, army)} {ordered_words(case, army)}"
    if army in case.marches or (isinstance(order, Move) and order.via):
        return f"{unit_words(case, army)} goes by land, since no convoy could carry it"
    return f"{unit_words(case, army)} goes by land: it was not ordered to go by convoy"


_SENTENCES: Final[dict[str, str | Callable[[OrderCase, int], str]]] = {
    "move-own-province": "{unit} cannot move to where it stands",
    "move-not-adjacent": _not_adjacent,
    "army-to-sea": "{to} is a sea, closed to armies",
    "fleet-inland": "{to} has no coast for a fleet",
    "coast-needed": _coast_needed,
    "no-convoy-route": "no chain of fleets lies between {start} and {to}",
    "may-not-enter": _refused_by_policy,
    "may-not-help": _refused_by_policy,
    "support-self": "{unit} cannot support itself",
    "support-no-unit": _support_no_unit,
    "support-unreachable": _support_unreachable,
    "support-impossible": _support_impossible,
    "convoy-not-at-sea": "{unit} cannot convoy: only a fleet at sea can",
    "convoy-no-army": _convoy_no_army,
    "fleet-convoyed": "{other} is no army, and only armies are convoyed",
    "convoy-not-needed": _convoy_not_needed,
    "convoy-not-ordered": _convoy_not_ordered,
    "support-unmatched": _support_unmatched,
    "support-coast": _support_coast,
    "convoy-unmatched": _convoy_unmatched,
}


def refusal_sentence(case: OrderCase, index: int) -> str:
    """Why a judged order is illegal, unmatched or void, beginning with that word."""
    if case.status[index] == ILLEGAL:
        word = "illegal"
    else:
        word = "void" if index in case.refusal else "unmatched"
    sentence = _SENTENCES[case.cause[index]]
    if not isinstance(sentence, str):
        return f"{word}: {sentence(case, index)}"
    board = case.board
    words = sentence.format(
        unit=unit_words(case, index),
        other=unit_words(case, case.other[index]),
        start=board.name_of(board.codes[case.province[index]]),
        to=board.name_of(board.codes[case.target[index]]),
    )
    return f"{word}: {words}"


_STATUS: Final[tuple[Literal["legal", "void", "illegal"], ...]] = ("legal", "void", "illegal")


class Judgment(Struct, frozen=True):
    """A judged order. `cause` and `text` are empty for a legal order; `rule` only where the
    ruleset's policy refused it (otherwise the rulebook maps the cause to its rule)."""

    status: Literal["legal", "void", "illegal"]
    cause: str = ""
    text: str = ""
    rule: str = ""


_LEGAL: Final = Judgment("legal")


def judge_orders(
    board: Board,
    units: Sequence[Stand],
    orders: Sequence[UnitOrder | None],
    policy: MovementPolicy = STANDARD_POLICY,
    options: MovementOptions | None = None,
) -> tuple[Judgment, ...]:
    """One judgment for each unit's order, parallel to `units`; no order is a legal hold."""
    case = OrderCase(board, units, orders, policy, options or MovementOptions())
    judged = []
    for index, status in enumerate(case.status):
        if status == LEGAL:
            judged.append(_LEGAL)
        else:
            refusal = case.refusal.get(index)
            rule = refusal.rule if refusal is not None else ""
            text = refusal_sentence(case, index)
            judged.append(Judgment(_STATUS[status], case.cause[index], text, rule))
    return tuple(judged)
