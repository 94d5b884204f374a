"""Adjudicating one phase: orders, rulings, centers, the end, and the phase that comes next.

Rulings are checked before the phase and applied last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

from generator.engine import rulings as engine
from generator.engine.board import province_of
from generator.engine.docket import Entry
from generator.engine.errors import GameError
from generator.engine.orders import read_order
from generator.engine.orders.values import AnyOrder, Build, Waive
from generator.engine.phases import OrderBook, Resolution, Ruling
from generator.engine.ruleset import Ending
from generator.engine.rulings import (
    NOTE,
    Kinds,
    Note,
    RulingError,
    RulingKind,
    announcement,
    read_ruling,
    ruling_note,
)
from generator.engine.typed import Must, Named
from generator.engine.units import Unit, parse_unit
from generator.engine.verdicts import Event
from generator.engine.words import listed, spelled
from generator.rulesets.standard.aftermath import alive, draw_of, proceed, report_ending
from generator.rulesets.standard.ballot import count_votes, take_votes
from generator.rulesets.standard.event_kinds import (
    BUILD_UNUSED,
    BUILT,
    CIVIL_DISORDER,
    DISBANDED,
    DISLODGED,
    ELIMINATED,
    REMOVED,
    RETREAT,
    RULING,
    UNITS_DUE,
)
from generator.rulesets.standard.state import StandardState, arrange, frozen, paint, unit_problem
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.winter_phase import complete


def adjudicate_phase(
    state: StandardState, book: OrderBook, rulings: Sequence[Ruling]
) -> Resolution[StandardState]:
    """Resolve the phase that `state` waits for. GameError: the game is over, or a ruling does not
    apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    check_rulings(state, rulings)
    turn = Turn(state, book)
    take_votes(turn)
    rule_orders(turn, rulings)
    state.facts.course.play(state.moment.phase, turn)
    rule_units(turn, rulings)
    for ruling in rulings:
        report_ruling(turn, ruling)
    after = proceed(turn, _position(turn), lambda reached: rule_centers(reached, rulings))
    left = alive(after)
    lost = [power for power in alive(state) if power not in left]
    ending, cause = count_votes(turn, after)
    # A victory on the board goes before votes, votes before the last year, and a ruling before all.
    if ending and not (after.ending and after.ending.kind == "victory"):
        after = replace(after, ending=ending, dislodged=(), contested=())
    else:
        cause = ""
    if any(ruling.kind == "end" for ruling in rulings):
        after, cause = rule_ending(after, rulings), ""
        turn.unsay(UNITS_DUE)
    for power in lost:
        turn.report(
            ELIMINATED, "eliminated", f"{state.facts.name_of(power)} is eliminated", (power,)
        )
    if after.ending:
        report_ending(turn, after.ending, cause)
    return Resolution(state.moment, turn.verdicts(), tuple(turn.events), after)


def _position(turn: Turn) -> StandardState:
    """The state with the position that was played, and the land in its new colors."""
    state = turn.before
    land = state.land
    if state.kind != "build":
        land = paint(turn.facts, land, turn.units)
    return replace(state, units=turn.units, land=land, dislodged=(), contested=())


def check_rulings(state: StandardState, rulings: Sequence[Ruling]) -> None:
    """Raises RulingError for the first ruling that does not apply to the phase."""
    book = state.facts.rulebook
    engine.check_rulings(state, rulings, KINDS, book, state.moment.phase)


def rule_orders(turn: Turn, rulings: Sequence[Ruling]) -> None:
    """Put the orders that rulings give on the docket, and settle those that they make void."""
    for ruling in rulings:
        if ruling.kind == "order":
            order = read_ruling(turn.before, ruling, OrderRuling).read(turn.before)
            for entry in turn.open:
                if _same_unit(entry.order, order):
                    _strike(turn, entry, ruling)
            new = Entry(ruling.facts["power"], str(order), order, ruling=ruling.number)
            # The ruled order goes first: in winter the first legal orders count.
            turn.entries.insert(0, new)
        elif ruling.kind == "void":
            meant = [
                entry for entry in (*turn.entries, *turn.votes) if _is_meant(turn, entry, ruling)
            ]
            if not sum(_strike(turn, entry, ruling) for entry in meant):
                raise RulingError(ruling, "no order on the sheet is the one that it makes void")


def rule_units(turn: Turn, rulings: Sequence[Ruling]) -> None:
    """Set the units of the position as rulings say. GameError: two units in one province."""
    for ruling in rulings:
        if ruling.kind != "units":
            continue
        power = ruling.facts["power"]
        units = {**turn.units, power: tuple(map(parse_unit, ruling.facts["units"]))}
        taken: dict[str, str] = {}
        for owner, own in units.items():
            for unit in own:
                if unit.province in taken:
                    raise RulingError(
                        ruling,
                        f"{owner}'s {unit} would share a province with {taken[unit.province]}",
                    )
                taken[unit.province] = f"{owner}'s {unit}"
        was = set(turn.units[power])
        _unsay(turn, power, {unit.province for unit in was ^ set(units[power])})
        turn.units = arrange(turn.facts, units)
        turn.dislodged = tuple(
            replace(
                stranded, places=tuple(at for at in stranded.places if province_of(at) not in taken)
            )
            for stranded in turn.dislodged
            if stranded.owner != power
        )
        turn.contested = turn.contested if turn.dislodged else ()


def _unsay(turn: Turn, power: str, provinces: set[str]) -> None:
    """Take back what is told of a power's units in provinces where a ruling has set others."""

    def untrue(event: Event) -> bool:
        owner = event.powers[-1]
        return owner == power and not provinces.isdisjoint(event.provinces)

    turn.unsay(DISLODGED, RETREAT, DISBANDED, BUILT, REMOVED, CIVIL_DISORDER, where=untrue)
    if provinces:
        turn.unsay(BUILD_UNUSED, where=lambda event: event.powers == (power,))


def rule_centers(state: StandardState, rulings: Sequence[Ruling]) -> StandardState:
    """The state with the centers as rulings set them."""
    centers = dict(state.centers)
    for ruling in rulings:
        if ruling.kind == "centers":
            for code in ruling.facts["centers"]:
                if ruling.facts.get("power"):
                    centers[code] = ruling.facts["power"]
                else:
                    centers.pop(code, None)
    return state if centers == state.centers else replace(state, centers=frozen(centers))


def rule_ending(state: StandardState, rulings: Sequence[Ruling]) -> StandardState:
    """The state with the end that a ruling declares."""
    for ruling in rulings:
        if ruling.kind == "end":
            named = tuple(ruling.facts.get("powers", ()))
            powers = tuple(power for power in state.facts.powers if power in named)
            if ruling.facts["result"] == "victory":
                text = f"{state.facts.name_of(powers[0])} wins by ruling {ruling.number}"
                ending = Ending("victory", powers, text)
            else:
                ending = draw_of(state, f"Ruling {ruling.number}", powers)
            state = replace(state, ending=ending, dislodged=(), contested=())
    return state


def report_ruling(turn: Turn, ruling: Ruling) -> None:
    """Show a ruling to everybody."""
    power = ruling.facts.get("power")
    powers = (power,) if power else tuple(ruling.facts.get("powers", ()))
    what = read_ruling(turn.before, ruling, KINDS[ruling.kind]).words(turn.before)
    text = announcement(ruling.number, what, ruling.reason)
    turn.report(RULING, "ruling", text, powers)
    rule = ruling.rule or turn.events[-1].rule
    turn.events[-1] = replace(turn.events[-1], rule=rule, ruling=ruling.number)


def _strike(turn: Turn, entry: Entry, ruling: Ruling) -> bool:
    """Settle an entry of the ruling's power as void; whether it had no verdict yet."""
    if entry.verdict is not None or entry.power != ruling.facts["power"]:
        return False
    if turn.before.kind == "build" and isinstance(entry.order, AnyOrder):
        entry.order = complete(turn.before, entry.power, entry.order)
    entry.ruling = ruling.number
    said = f"{ruling_note(ruling.number)}: {ruling.reason}"
    turn.settle(entry, "void", ("ruling", said))
    return True


def _same_unit(order: AnyOrder | None, ruled: AnyOrder) -> bool:
    if order is None or isinstance(order, Waive) or isinstance(ruled, Waive):
        return False
    return order.unit.province == ruled.unit.province


def _is_meant(turn: Turn, entry: Entry, ruling: Ruling) -> bool:
    """Whether a void ruling means this entry: its text, its order or its unit."""
    order, unit, text = entry.order, ruling.facts.get("unit"), ruling.facts.get("order")
    is_order = isinstance(order, AnyOrder)
    if unit is not None:
        at = parse_unit(unit).province
        return is_order and not isinstance(order, Waive) and order.unit.province == at
    if entry.written.strip() == str(text).strip():
        return True
    meant = read_order(str(text), turn.facts.board, turn.before.kind)
    return is_order and meant == order


# --- the kinds of rulings; their turn is the state before the phase


Power = Annotated[str, Named(lambda state: state.facts.powers, "power")]
Text = Annotated[str, Must("{key} is empty", "", str.strip)]


def _unit(state: StandardState, text: str) -> Unit:
    """A unit that can be. Raises GameError."""
    unit = parse_unit(text)
    problem = unit_problem(state.facts.board, unit)
    if problem:
        raise GameError(f"{text}: {problem}")
    return unit


class OrderRuling(RulingKind, frozen=True):
    """an order given: gives a unit this order instead of its own"""

    point = "orders"
    power: Power
    order: Text

    def read(self, state: StandardState) -> AnyOrder:
        order = read_order(self.order, state.facts.board, state.kind)
        if not isinstance(order, AnyOrder):
            said = f"{self.order!r} cannot be read: {order.problem}"
            raise self.refuse(said, "order", order.hint)
        return order

    def check(self, state: StandardState) -> None:
        order = self.read(state)
        if isinstance(order, Waive | Build):
            return
        own = {unit.province for unit in state.units[self.power]}
        if state.kind == "retreat":
            own = {one.unit.province for one in state.dislodged if one.owner == self.power}
        if order.unit.province not in own:
            said = f"{self.power} has no unit in {order.unit.province} that takes orders"
            raise self.refuse(said)

    def words(self, state: StandardState) -> str:
        return f"{state.facts.name_of(self.power)} is given the order {self.order}"


class VoidRuling(RulingKind, frozen=True):
    """an order made void: takes an order out of play"""

    point = "orders"
    power: Power
    order: Text | None = None
    unit: str | None = None

    def check(self, state: StandardState) -> None:
        if (self.order is None) == (self.unit is None):
            raise self.refuse("give either order or unit")
        if self.unit is not None:
            _unit(state, self.unit)

    def words(self, state: StandardState) -> str:
        return f"{state.facts.name_of(self.power)}: {self.order or self.unit} is void"


class UnitsRuling(RulingKind, frozen=True):
    """units: sets a power's units after the phase"""

    point = "during"
    power: Power
    units: tuple[str, ...]

    def check(self, state: StandardState) -> None:
        for text in self.units:
            _unit(state, text)

    def words(self, state: StandardState) -> str:
        return f"{state.facts.name_of(self.power)} has {listed(self.units) or 'no units'}"


def _centers(state: StandardState) -> Mapping[str, Any]:
    provinces = state.facts.board.provinces
    return {center: provinces[center] for center in state.facts.board.centers}


class CentersRuling(RulingKind, frozen=True):
    """centers: sets the owner of centers"""

    point = "during"
    power: Annotated[str, Named(lambda state: {"": None, **state.facts.powers}, "power")]
    centers: tuple[Annotated[str, Named(_centers, "supply center")], ...]

    def words(self, state: StandardState) -> str:
        owner = state.facts.name_of(self.power) if self.power else "nobody"
        return f"{listed(self.centers)} belong to {owner}"


class EndRuling(RulingKind, frozen=True):
    """the end: ends the game"""

    point = "during"
    result: Literal["victory", "draw"]
    powers: tuple[Power, ...] = ()

    def check(self, state: StandardState) -> None:
        survivors = state.option("draws") != "agreed"
        if self.result == "victory" and len(self.powers) != 1:
            said = spelled(len(self.powers), "power")
            raise self.refuse(f"a victory has one power, not {said}")
        if self.result == "draw" and survivors and self.powers:
            raise self.refuse("every power that owns a center shares a draw; name none")
        if self.result == "draw" and not survivors and not self.powers:
            raise self.refuse("it must name the powers that share the draw")

    def words(self, state: StandardState) -> str:
        return f"the game ends in a {self.result}"


KINDS: Final[Kinds] = MappingProxyType(
    {
        "order": OrderRuling,
        "void": VoidRuling,
        "units": UnitsRuling,
        "centers": CentersRuling,
        "end": EndRuling,
        NOTE: Note,
    }
)
