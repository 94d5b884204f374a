"""Sheets of the Europe family as different people type them. The order reader reads them back."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

from msgspec import Struct

from generator.autoplay.europe.slips import slip_lines
from generator.autoplay.handwriting import HANDS, Hand, write_order
from generator.autoplay.reach import neighbors
from generator.autoplay.slips import slip
from generator.engine.board import Board
from generator.engine.chance import Chance
from generator.engine.orders.values import Disband, Retreat, UnitOrder
from generator.engine.units import Piece
from generator.rulesets.europe.data.facts import Facts, is_minor
from generator.rulesets.europe.features.agreement import AgreeStop
from generator.rulesets.europe.features.ballots import BallotVote, MoveRemoval
from generator.rulesets.europe.features.bought_infs import BuyInfs
from generator.rulesets.europe.features.changing_objectives import SetObjective
from generator.rulesets.europe.features.credit_transfers import AgreeLoan
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.features.handover import HandOver
from generator.rulesets.europe.features.papal_orders import IssueDecree
from generator.rulesets.europe.features.papal_support import RequestSupport
from generator.rulesets.europe.features.preferences import Prefer
from generator.rulesets.europe.features.retreat_wishes import RetreatWish
from generator.rulesets.europe.features.sanctions import Permit
from generator.rulesets.europe.features.surrenders import AcceptSurrender, Surrender
from generator.rulesets.europe.features.treaties import Ally, LeaveAlliance
from generator.rulesets.europe.features.waivers import WaiveCapture
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    Transfer,
)
from generator.rulesets.europe_1619.reichstag_orders import ReichstagCall, ReichstagVote

Names = Callable[[Facts, str], str]

_AS_PRINTED: Final = (
    MinorBuild, ReichstagCall, ReichstagVote, Vote, SetObjective, Surrender, AcceptSurrender,
    RequestSupport, IssueDecree, HandOver, AgreeLoan, BuyInfs, Prefer, LeaveAlliance,
    BallotVote, MoveRemoval, Permit, WaiveCapture, AgreeStop, RetreatWish,
)  # fmt: skip
"""What everybody writes as the rules print it."""


class Pen(Struct, frozen=True):
    """How one player writes what is no order for a unit.

    `place`, `attack`, `transfer` and so on are texts with {n}, {state}, {power}, {unit}; states and
    powers are written by `state` and `power`. `several` joins the powers of one declaration, ""
    where each has its line. `labels`: units of states are written with their state in front.
    """

    name: str
    hand: str
    state: Names
    power: Names
    place: str
    attack: str
    declare: dict[str, str]
    transfer: dict[str, str]
    interest: str
    due: str
    buy: str
    bolster: str
    several: str = ", "
    labels: bool = False
    headings: bool = False


def _code(facts: Facts, side: str) -> str:
    return side


def _state_name(facts: Facts, side: str) -> str:
    return facts.states[side].name


def _capitals(facts: Facts, side: str) -> str:
    return facts.powers[side].order_name


def _short(facts: Facts, side: str) -> str:
    return facts.powers[side].short


def _declares(war: str, alliance: str, dissolution: str, armistice: str) -> dict[str, str]:
    return {
        "war": war, "alliance": alliance, "dissolution": dissolution, "armistice": armistice,
    }  # fmt: skip


_RULEBOOK: Final = _declares("WAR: {power}", "ALLIANCE: {power}", "DISSOLVE: {power}",
                             "ARMISTICE: {power}")  # fmt: skip
_LONG: Final = _declares("Declare war on {power}", "Alliance with {power}",
                         "Dissolve alliance with {power}", "Armistice with {power}")  # fmt: skip
_TRANSFERS: Final = {
    "loan": "LOAN {n} TO {power}", "grant": "GRANT {n} TO {power}",
    "repayment": "REPAY {n} TO {power}",
}  # fmt: skip
_WORDED: Final = {
    "loan": "Lend {n} ducats to {power}", "grant": "Give {n} ducats to {power}",
    "repayment": "Pay back {n} ducats to {power}",
}  # fmt: skip

PENS: Final[tuple[Pen, ...]] = (
    Pen("clerk", "clerk", _code, _capitals, "{n}: {state}", "{state} > {power}", _RULEBOOK,
        _TRANSFERS, " INTEREST {n}", " DUE {n}", "BUILD {unit} FOR {state}", "BOLSTER {unit} {n}"),
    Pen("chancery", "gazette", _state_name, _short, "{n} in {state}",
        "Attack {power} in {state}", _LONG, _WORDED, " at {n} ducats interest", " due in {n}",
        "Buy {unit} for {state}", "Bolster {unit} by {n}", several=" and "),
    Pen("merchant", "secretary", _code, _capitals, "PLACE {n} INFS IN {state}",
        "ATTACK ON {state} AGAINST {power}",
        _declares("DECLARE WAR ON {power}", "ALLIANCE WITH {power}", "END ALLIANCE WITH {power}",
                  "END WAR WITH {power}"),
        _TRANSFERS, " INTEREST {n}", " DUE {n}", "BUILD {unit} FOR {state}",
        "BOLSTER {unit} BY {n} POINTS", several="", headings=True),
    Pen("soldier", "scribble", _code, _capitals, "{n} {state}", "{state} > {power}", _RULEBOOK,
        _TRANSFERS, " INTEREST {n}", " DUE {n}", "BUILD {unit} FOR {state}", "BOLSTER {unit} {n}",
        several=" and "),
    Pen("courtier", "arrows", _state_name, _short, "{state}: {n}", "{state} > {power}",
        _declares("War on {power}", "Ally with {power}", "Leave alliance with {power}",
                  "Peace with {power}"),
        _WORDED, " at {n} interest", " due {n}", "Build {unit} for {state}", "Bolster {unit} +{n}",
        labels=True),
    Pen("hurried", "hurried", _code, _capitals, "{n}:{state}", "{state}>{power}",
        _declares("WAR {power}", "ALLIANCE {power}", "DISSOLVE {power}", "PEACE {power}"),
        _TRANSFERS, " AT {n}", " BY {n}", "BUY {unit} FOR {state}", "BOLSTER {unit} {n}",
        several=","),
    Pen("talker", "talker", _state_name, _short, "{n} INFs into {state}",
        "Diplomatic attack on {state} against {power}",
        _declares("Declare war against {power}", "Offer alliance to {power}",
                  "Break alliance with {power}", "Offer armistice to {power}"),
        _WORDED, " at {n} ducats interest", " until {n}", "Raise {unit} for {state}",
        "Bolster {unit} by {n}", several="", labels=True),
)  # fmt: skip

_HANDS: Final = {hand.name: hand for hand in HANDS}

_REMARKS: Final = (
    "as agreed at table", "no offense meant", "we shall see", "for the true faith",
    "I hope this reads better than the last one", "please confirm", "with regret",
    "my cousin insists", "until the snow melts", "and may nobody learn of it",
)  # fmt: skip
REMARKS: Final = 3
JOINS: Final = 3


def draw_pen(chance: Chance, powers: Sequence[str], power: str) -> Pen:
    """The pen of a power, the same for the whole game; all are in use where powers are many."""
    pens = [PENS[number % len(PENS)] for number in range(len(powers))]
    return chance.branch("autoplay pens").shuffle(pens)[list(powers).index(power)]


def write_line(facts: Facts, pen: Pen, order: Any, owner: str = "") -> str:
    """One order by a pen, without slips and remarks. `owner` is the state of a unit of one."""
    board, hand = facts.board, _HANDS[pen.hand]
    if isinstance(order, UnitOrder | Retreat | Disband):
        text = write_order(board, hand, order)
        label = facts.states[owner].label if owner and pen.labels else ""
        return f"{label} {text}" if label else text
    text = _order_text(facts, board, pen, hand, order)
    return text.lower() if hand.lower else text


def _order_text(facts: Facts, board: Board, pen: Pen, hand: Hand, order: Any) -> str:
    def unit(piece: Piece) -> str:
        return hand.unit(board, piece)

    if isinstance(order, PlaceInfs):
        return pen.place.format(n=order.number, state=pen.state(facts, order.state))
    if isinstance(order, DiplomaticAttack):
        state = pen.state(facts, order.state)
        return pen.attack.format(state=state, power=pen.power(facts, order.power))
    if isinstance(order, Declare):
        return pen.declare[order.kind].format(power=pen.power(facts, order.power))
    if isinstance(order, Transfer) and order.to in facts.powers:
        text = pen.transfer[order.kind].format(n=order.amount, power=pen.power(facts, order.to))
        text += pen.interest.format(n=order.interest) if order.interest else ""
        return text + (pen.due.format(n=order.due) if order.due else "")
    if isinstance(order, BuyUnit):
        return pen.buy.format(unit=unit(order.unit), state=pen.state(facts, order.state))
    if isinstance(order, BuildUnit):
        return hand.words["build"].format(unit(order.unit))
    if isinstance(order, BolsterUnit):
        text = pen.bolster.format(unit=unit(order.unit), n=order.points)
        return f"{text} FOR {pen.state(facts, order.state)}" if order.state else text
    if isinstance(order, MinorDisband):
        return f"MINOR {pen.state(facts, order.state)} DISBANDS {unit(order.unit)}"
    if isinstance(order, DisbandUnit):
        return f"DISBAND {unit(order.unit)}"
    if isinstance(order, Ally):
        names = [pen.power(facts, power) for power in order.powers]
        return pen.declare["alliance"].format(power=(pen.several or ", ").join(names))
    if isinstance(order, LeaveAlliance) and order.power:
        return pen.declare["dissolution"].format(power=pen.power(facts, order.power))
    if isinstance(order, (*_AS_PRINTED, Transfer)):
        # What is left of transfers goes to the referee.
        return str(order)
    raise TypeError(f"nobody has learned to write {order!r}")


def write_lines(
    state: EuropeState, power: str, orders: Sequence[Any], chance: Chance, draws: Chance
) -> tuple[str, ...]:
    """The lines of a power's sheet: `orders` by its pen, now and then with a slip or a remark."""
    facts = state.facts
    pen = draw_pen(chance, tuple(facts.powers), power)
    owners = {unit.province: side for side, unit in state.stands}
    owners |= {stranded.unit.province: stranded.owner for stranded in state.displaced}

    def write(order: Any) -> str:
        piece = getattr(order, "unit", None)
        owner = owners.get(piece.province, "") if piece is not None else ""
        return write_line(facts, pen, order, owner if is_minor(owner) else "")

    if state.moment.phase in ("movement", "retreats") and all(
        isinstance(order, UnitOrder | Retreat | Disband) for order in orders
    ):
        # Nobody orders a foreign army about that cannot leave its island.
        foreign = tuple(
            unit
            for side, unit in state.stands
            if state.standing.side_of(side) != power and neighbors(facts.board, unit)
        )
        texts = slip(facts.board, write, orders, foreign, draws)
    else:
        texts = slip_lines(
            state, power, write, orders, _order_lines(facts, pen, orders, write), draws
        )
    return _laid_out(pen, texts, draws)


def _order_lines(
    facts: Facts, pen: Pen, orders: Sequence[Any], write: Callable[[Any], str]
) -> tuple[str, ...]:
    """A line for each order; declarations of one kind stand together where the pen joins them."""
    lines: list[str] = []
    joined: dict[str, int] = {}
    for order in orders:
        if isinstance(order, Declare) and pen.several and order.kind in joined:
            at = joined[order.kind]
            name = pen.power(facts, order.power)
            name = name.lower() if _HANDS[pen.hand].lower else name
            lines[at] += f"{pen.several}{name}"
            continue
        if isinstance(order, Declare):
            joined[order.kind] = len(lines)
        lines.append(write(order))
    return tuple(lines)


def _laid_out(pen: Pen, texts: Sequence[str], draws: Chance) -> tuple[str, ...]:
    """The texts as they stand on the sheet: some joined in one line, some with a remark."""
    hand = _HANDS[pen.hand]
    lines: list[str] = []
    for text in texts:
        if lines and hand.joins and ";" not in lines[-1] and draws.number(JOINS) == 0:
            lines[-1] += f"; {text}"
        else:
            lines.append(text)
    if lines and hand.remarks and draws.number(REMARKS) == 0:
        at = draws.number(len(lines))
        lines[at] += f"  # {draws.pick(_REMARKS)}"
    if lines and pen.headings and draws.number(2) == 0:
        lines.insert(0, "Orders:")
    return tuple(lines)
