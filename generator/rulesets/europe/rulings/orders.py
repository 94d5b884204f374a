"""Rulings on orders: given, made void, or a whole power in civil disorder."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any, Final

from generator.engine.board import province_of
from generator.engine.docket import Entry
from generator.engine.rulings import Kinds
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.turn.rulings import EuropeRuling, LivingPower, rulings_of, unit_of
from generator.rulesets.europe.turn.turn import Turn

# --- the kinds


class OrderRuling(EuropeRuling, frozen=True):
    """an order given: gives a unit this order instead of its own, or adds an order to the sheet"""

    point = "orders"
    power: LivingPower
    order: str

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.power)} is given the order {self.order.strip()}"


class VoidRuling(EuropeRuling, frozen=True):
    """an order made void: takes an order out of play"""

    point = "orders"
    power: LivingPower
    order: str | None = None
    unit: str | None = None

    def check(self, turn: Turn) -> None:
        if (self.order is None) == (self.unit is None):
            raise self.refuse("give either order or unit")
        if self.unit is not None:
            unit_of(turn, self.unit)

    def words(self, turn: Turn) -> str:
        what = f"every order for {self.unit}" if self.order is None else self.order.strip()
        return f"{turn.facts.name_of(self.power)}: {what} is void"


class DisorderRuling(EuropeRuling, frozen=True):
    """civil disorder: takes all of a power's orders in the phase out of play"""

    point = "orders"
    power: LivingPower

    def words(self, turn: Turn) -> str:
        return f"{turn.facts.name_of(self.power)} is in civil disorder"


ORDER_KINDS: Final[Kinds] = MappingProxyType(
    {"order": OrderRuling, "void": VoidRuling, "disorder": DisorderRuling}
)


def rule_orders(turn: Turn) -> list[tuple[OrderRuling, Entry]]:
    """Put the orders that rulings give on the sheets, and settle those that they make void.

    Returns the orders that were given, for `check_given`.
    """
    for ruling in rulings_of(turn, "disorder"):
        for entry in turn.entries:
            if entry.power == ruling.power:
                _strike(turn, entry, ruling)
    given = [(one, entry) for one in rulings_of(turn, "order") for entry in _give(turn, one)]
    # The ruled orders go first: where things are bought in written order, they are.
    turn.entries[:0] = [entry for _, entry in given]
    for ruling in rulings_of(turn, "void"):
        meant = [entry for entry in turn.entries if _is_meant(turn, entry, ruling)]
        if not meant:
            raise ruling.refuse("no order on the sheet is the one that it makes void")
        for entry in meant:
            _strike(turn, entry, ruling)
    return given


def check_given(given: list[tuple[OrderRuling, Entry]]) -> None:
    """Raises GameError for a ruled order that the rules did not permit."""
    for ruling, entry in given:
        verdict = entry.verdict
        if verdict is not None and verdict.outcome == "illegal":
            raise ruling.refuse(f"{entry.order}: {verdict.reasons[0].text}")


def _give(turn: Turn, ruling: OrderRuling) -> list[Entry]:
    """The entries of a ruled text; those for the same units are settled."""
    power, text = ruling.power, ruling.order
    reader = game_reader(turn.edition, turn.facts)
    sheet = reader.read_sheet(text, turn.moment.phase, power)
    orders = [written.order for written in sheet.orders]
    wrong = [complaint for complaint in sheet.complaints if complaint.severity == "error"]
    if not orders or wrong or None in orders:
        why = f": {wrong[0].problem}" if wrong else ""
        raise ruling.refuse(f"{text!r} cannot be read{why}")
    if turn.edition.course[turn.moment.phase].units:  # a unit has one order
        units = {_unit_of(order) for order in orders} - {""}
        for entry in turn.entries:
            if entry.power == power and _unit_of(entry.order) in units:
                _strike(turn, entry, ruling)
    number = 0 if ruling.secret else ruling.ruling.number
    return [Entry(power, str(order), order, ruling=number) for order in orders]


def _is_meant(turn: Turn, entry: Entry, ruling: VoidRuling) -> bool:
    if entry.power != ruling.power or entry.verdict is not None:
        return False
    if ruling.order is None:
        return _unit_of(entry.order) == unit_of(turn, ruling.unit or "").province
    return _plain(ruling.order) in (_plain(entry.written), _plain(str(entry.order)))


def _plain(text: str) -> str:
    """A text for comparing: case and spaces do not matter."""
    return " ".join(text.split()).casefold()


def _unit_of(order: Any) -> str:
    """The province of the unit that an order is for, or ""."""
    unit = getattr(order, "unit", None)
    return province_of(unit.at) if unit is not None else ""


def _strike(turn: Turn, entry: Entry, ruling: EuropeRuling) -> None:
    """Settle an entry as ruled out; only the author learns of it by a secret ruling."""
    if entry.verdict is not None:
        return
    if ruling.secret:
        turn.settle(entry, "illegal", ("ruling", ruling.said), known_to=(entry.power,))
    else:
        entry.ruling = ruling.ruling.number
        turn.settle(entry, "illegal", ("ruling", ruling.said))
