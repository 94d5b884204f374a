"""Adjudicating one phase: orders, rulings, centers, the end, and the phase that comes next.

Rulings are checked before the phase and applied last.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Annotated, Any, Final, Literal

from msgspec.structs import replace

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
    RulingKind,
    announcement,
    apply_rulings,
    check_rulings,
    read_ruling,
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
from generator.rulesets.standard.state import (
    StandardState,
    arrange,
    flatten,
    frozen,
    paint,
    unit_problem,
)
from generator.rulesets.standard.turn import Turn
from generator.rulesets.standard.winter_phase import complete


def adjudicate_phase(
    state: StandardState, book: OrderBook, rulings: Sequence[Ruling]
) -> Resolution[StandardState]:
    """Resolve the phase that `state` waits for. Raises GameError if the game is over or a ruling
    does not apply."""
    if state.ending is not None:
        raise GameError(f"the game is over: {state.ending.text}")
    check_rulings(state, rulings, KINDS, state.facts.rulebook, state.moment.phase)
    records = [read_ruling(state, ruling, KINDS[ruling.kind]) for ruling in rulings]
    turn = Turn(state, book)
    take_votes(turn)
    apply_rulings(turn, rulings, KINDS, "orders")
    state.facts.course.play(state.moment.phase, turn)
    apply_rulings(turn, rulings, KINDS, "after")
    for record in records:
        _report_ruling(turn, record)
    after = proceed(turn, _position(turn), lambda reached: _rule_centers(reached, records))
    left = alive(after)
    lost = [power for power in alive(state) if power not in left]
    ending, cause = count_votes(turn, after)
    # A victory on the board goes before votes, votes before the last year, and a ruling before all.
    if ending and not (after.ending and after.ending.kind == "victory"):
        after = replace(after, ending=ending, dislodged=(), contested=())
    else:
        cause = ""
    for record in records:
        if isinstance(record, EndRuling):
            after = replace(after, ending=record.ending(after), dislodged=(), contested=())
            cause = ""
            turn.unsay(UNITS_DUE)
    for power in lost:
        text = f"{state.facts.name_of(power)} is eliminated"
        turn.report(ELIMINATED, "eliminated", text, (power,))
    if after.ending:
        report_ending(turn, after.ending, cause)
    return Resolution(state.moment, turn.verdicts(), tuple(turn.events), after)


def _position(turn: Turn) -> StandardState:
    """The state with the position that was played, and the land in its new colors."""
    state = turn.before
    land = state.land if state.kind == "build" else paint(turn.facts, state.land, turn.units)
    return replace(state, units=turn.units, land=land, dislodged=(), contested=())


def _rule_centers(state: StandardState, records: Sequence[RulingKind]) -> StandardState:
    """The state with the centers as rulings set them."""
    centers = dict(state.centers)
    for record in records:
        if isinstance(record, CentersRuling):
            centers |= dict.fromkeys(record.centers, record.power)
    owned = {code: power for code, power in centers.items() if power}
    return replace(state, centers=frozen(owned))


def _report_ruling(turn: Turn, record: RulingKind) -> None:
    """Show a ruling to all players."""
    ruling = record.ruling
    power = ruling.facts.get("power")
    powers = (power,) if power else ruling.facts.get("powers", ())
    text = announcement(ruling.number, record.words(turn.before), ruling.reason)
    rule = ruling.rule or turn.cites("ruling")
    turn.events.append(RULING.event(rule, text, powers, ruling=ruling.number))


# --- the kinds of rulings; they are checked with the state before the phase


Power = Annotated[str, Named(lambda state: state.facts.powers, "power")]
Text = Annotated[str, Must("{key} is empty", "", str.strip)]


def _unit(state: StandardState, text: str) -> Unit:
    """The unit in a text. Raises GameError if it is impossible."""
    unit = parse_unit(text)
    problem = unit_problem(state.facts.board, unit)
    if problem:
        raise GameError(f"{text}: {problem}")
    return unit


def _province(order: Any) -> str:
    """The place of the unit that an order is for, or ""."""
    unit = getattr(order, "unit", None)
    return unit.province if unit is not None else ""


def _strike(turn: Turn, entry: Entry, record: RulingKind) -> None:
    """Settle an entry as void."""
    if turn.before.kind == "build":
        entry.order = complete(turn.before, entry.power, entry.order)
    entry.ruling = record.ruling.number
    turn.settle(entry, "void", ("ruling", record.said))


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

    def apply(self, turn: Turn) -> None:
        order = self.read(turn.before)
        for entry in turn.open:
            if entry.power == self.power and _province(entry.order) == _province(order) != "":
                _strike(turn, entry, self)
        # The ruled order goes first: in winter the first legal orders count.
        turn.entries.insert(0, Entry(self.power, str(order), order, ruling=self.ruling.number))


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

    def apply(self, turn: Turn) -> None:
        entries = [entry for entry in (*turn.open, *turn.votes) if entry.power == self.power]
        meant = [entry for entry in entries if entry.verdict is None and self._means(turn, entry)]
        if not meant:
            raise self.refuse("no order on the sheet is the one that it makes void")
        for entry in meant:
            _strike(turn, entry, self)

    def _means(self, turn: Turn, entry: Entry) -> bool:
        if self.unit is not None:
            return _province(entry.order) == parse_unit(self.unit).province
        text = self.order or ""
        order = read_order(text, turn.facts.board, turn.before.kind)
        return entry.written.strip() == text.strip() or entry.order == order


class UnitsRuling(RulingKind, frozen=True):
    """units: sets a power's units after the phase"""

    power: Power
    units: tuple[str, ...]

    def check(self, state: StandardState) -> None:
        for text in self.units:
            _unit(state, text)

    def words(self, state: StandardState) -> str:
        return f"{state.facts.name_of(self.power)} has {listed(self.units) or 'no units'}"

    def apply(self, turn: Turn) -> None:
        power, was = self.power, set(turn.units[self.power])
        units = {**turn.units, power: tuple(map(parse_unit, self.units))}
        taken: dict[str, str] = {}
        for owner, unit in flatten(units):
            if unit.province in taken:
                other = taken[unit.province]
                raise self.refuse(f"{owner}'s {unit} would share a province with {other}")
            taken[unit.province] = f"{owner}'s {unit}"
        changed = {unit.province for unit in was ^ set(units[power])}

        def untrue(event: Event) -> bool:
            return event.powers[-1] == power and not changed.isdisjoint(event.provinces)

        # Earlier events of the power's units in these provinces are no longer true.
        turn.unsay(DISLODGED, RETREAT, DISBANDED, BUILT, REMOVED, CIVIL_DISORDER, where=untrue)
        if changed:
            turn.unsay(BUILD_UNUSED, where=lambda event: event.powers == (power,))
        turn.units = arrange(turn.facts, units)
        left = []
        for lost in turn.dislodged:
            if lost.owner != power:
                places = tuple(at for at in lost.places if province_of(at) not in taken)
                left.append(replace(lost, places=places))
        turn.dislodged = tuple(left)
        turn.contested = turn.contested if turn.dislodged else ()


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

    def ending(self, state: StandardState) -> Ending:
        """How the game ends in the position after the phase."""
        powers = tuple(power for power in state.facts.powers if power in self.powers)
        if self.result == "draw":
            return draw_of(state, f"Ruling {self.ruling.number}", powers)
        text = f"{state.facts.name_of(powers[0])} wins by ruling {self.ruling.number}"
        return Ending("victory", powers, text)


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
