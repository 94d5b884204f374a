"""Orders: as values, as players write them, and the checks before adjudication."""

from generator.engine.orders.assignment import (
    Assignment,
    Stray,
    assign_entries,
    assign_orders,
    settle_order,
    with_coast,
)
from generator.engine.orders.checks import (
    Judged,
    check_builds,
    check_movement,
    check_retreats,
    complaint_about,
)
from generator.engine.orders.reader import (
    OrderReader,
    order_reader,
    read_order,
    read_orders,
    recorded_order,
)
from generator.engine.orders.values import (
    AnyOrder,
    Build,
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
    UnitOrder,
    Waive,
)
from generator.engine.orders.words import PhaseKind

__all__ = [
    "AnyOrder",
    "Assignment",
    "Build",
    "Convoy",
    "Disband",
    "Hold",
    "Judged",
    "Move",
    "OrderReader",
    "PhaseKind",
    "Remove",
    "Retreat",
    "Stray",
    "SupportHold",
    "SupportMove",
    "UnitOrder",
    "Waive",
    "assign_entries",
    "assign_orders",
    "check_builds",
    "check_movement",
    "check_retreats",
    "complaint_about",
    "order_reader",
    "read_order",
    "read_orders",
    "recorded_order",
    "settle_order",
    "with_coast",
]
