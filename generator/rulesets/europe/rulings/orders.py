"""Rulings on orders: given, made void, or a whole power in civil disorder."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final

from generator.engine.board import province_of
from generator.engine.docket import Entry
from generator.engine.rulings import RulingKind
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.turn.ruling_facts import RulingFacts, refuse, rulings_of
from generator.rulesets.europe.turn.turn import Turn

"""Phases in which a unit has one order: another one takes its place."""


def rule_orders(turn: Turn) -> list[tuple[RulingFacts, Entry]]:
    """Put the orders that rulings give on the sheets, and settle those that they make void.

    Returns the orders that were given, for `check_given`.
    """
    for facts in rulings_of(turn, "disorder"):
        for entry in turn.entries:
            if entry.power == facts.power():
                _strike(turn, entry, facts)
    given = [(facts, entry) for facts in rulings_of(turn, "order") for entry in _give(turn, facts)]
    # The ruled orders go first: where things are bought in written order, they are.
    turn.entries[:0] = [entry for _, entry in given]
    for facts in rulings_of(turn, "void"):
        meant = [entry for entry in turn.entries if _is_meant(entry, facts)]
        if not meant:
            raise refuse(facts.ruling, "no order on the sheet is the one that it makes void")
        for entry in meant:
            _strike(turn, entry, facts)
    return given


def check_given(given: list[tuple[RulingFacts, Entry]]) -> None:
    """Raises GameError for a ruled order that the rules did not permit."""
    for facts, entry in given:
        verdict = entry.verdict
        if verdict is not None and verdict.outcome == "illegal":
            raise refuse(facts.ruling, f"{entry.order}: {verdict.reasons[0].text}")


def _give(turn: Turn, facts: RulingFacts) -> list[Entry]:
    """The entries of a ruled text; those for the same units are settled."""
    power, text = facts.power(), facts.text("order")
    reader = game_reader(turn.edition, turn.facts)
    sheet = reader.read_sheet(text, turn.moment.phase, power)
    orders = [written.order for written in sheet.orders]
    wrong = [complaint for complaint in sheet.complaints if complaint.severity == "error"]
    if not orders or wrong or None in orders:
        why = f": {wrong[0].problem}" if wrong else ""
        raise refuse(facts.ruling, f"{text!r} cannot be read{why}")
    if turn.edition.course[turn.moment.phase].units:  # a unit has one order
        units = {_unit_of(order) for order in orders} - {""}
        for entry in turn.entries:
            if entry.power == power and _unit_of(entry.order) in units:
                _strike(turn, entry, facts)
    ruling = 0 if facts.is_secret else facts.ruling.number
    return [Entry(power, str(order), order, ruling=ruling) for order in orders]


def _is_meant(entry: Entry, facts: RulingFacts) -> bool:
    if entry.power != facts.power() or entry.verdict is not None:
        return False
    if "unit" in facts:
        return _unit_of(entry.order) == facts.unit(facts.text("unit")).province
    return _plain(facts.text("order")) in (_plain(entry.written), _plain(str(entry.order)))


def _plain(text: str) -> str:
    """A text for comparing: case and spaces do not matter."""
    return " ".join(text.split()).casefold()


def _unit_of(order: Any) -> str:
    """The province of the unit that an order is for, or ""."""
    unit = getattr(order, "unit", None)
    return province_of(unit.at) if unit is not None else ""


def _strike(turn: Turn, entry: Entry, facts: RulingFacts) -> None:
    """Settle an entry as ruled out; the author alone learns of it by a secret ruling."""
    if entry.verdict is not None:
        return
    if facts.is_secret:
        turn.settle(entry, "illegal", ("ruling", facts.said), known_to=(entry.power,))
    else:
        entry.ruling = facts.ruling.number
        turn.settle(entry, "illegal", ("ruling", facts.said))


# --- the kinds


def _order_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.power())} is given the order {facts.text('order').strip()}"


def _check_void(turn: Turn, facts: RulingFacts) -> None:
    if ("order" in facts) == ("unit" in facts):
        raise refuse(facts.ruling, "give either order or unit")
    if "unit" in facts:
        facts.unit(facts.text("unit"))


def _void_words(turn: Turn, facts: RulingFacts) -> str:
    name = turn.facts.name_of(facts.power())
    if "unit" in facts:
        return f"{name}: every order for {facts.text('unit')} is void"
    return f"{name}: {facts.text('order').strip()} is void"


def _disorder_words(turn: Turn, facts: RulingFacts) -> str:
    return f"{turn.facts.name_of(facts.power())} is in civil disorder"


ORDER_KINDS: Final[Mapping[str, RulingKind]] = MappingProxyType(
    {
        "order": RulingKind(("power", "order"), (), "orders", words=_order_words),
        "void": RulingKind(("power",), ("order", "unit"), "orders", _check_void, _void_words),
        "disorder": RulingKind(("power",), (), "orders", words=_disorder_words),
    }
)
