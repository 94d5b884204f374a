"""Builds phases in few words: the catalogue's proposed values and prices, and money as given."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, position

PRICES = [1, 2, 3, 5, 9, 15, 21, 27, 33, 39, 45, 51, 57, 63, 69]
CENTERS = {
    "VIE": 5, "SLO": 2, "COP": 4, "HOL": 2, "MAD": 4, "ANDL": 4, "NAP": 2, "MIL": 2, "FLA": 2,
    "PAR": 5, "NORM": 2, "LYO": 2, "PRO": 2, "HLD": 5, "FRI": 2, "LON": 5, "LNC": 2, "SCOT": 1,
    "BAV": 3, "PAL": 3, "COL": 3, "WUE": 1, "HES": 1, "TRA": 2, "POR": 3, "WES": 1, "SAX": 5,
    "ANS": 1, "BRA": 2, "WUR": 2, "BOH": 3, "LOR": 2, "IRE": 1, "MEC": 1, "GEN": 2,
}  # fmt: skip


def builds(**parts: Any) -> EuropeState:
    """A position that waits for the builds phase. See tests.rules.europe.building.position."""
    tables = {"centers": CENTERS, "price": PRICES, **parts.pop("tables", {})}
    return position(EDITION, phase="builds", tables=tables, **parts)


def spend(state: EuropeState, orders: Mapping[str, Any], **funds: int) -> Resolution[EuropeState]:
    """Play a builds phase in which the powers named have just these funds after income."""
    rulings = []
    for number, (power, tp) in enumerate(funds.items(), 1):
        money = tp - state.treasury[power]
        facts = {"power": power, "tp": money}
        rulings.append(Ruling(number, "builds", "income", "for the test", "", facts))
    return play(EDITION, state, orders, rulings)


def earned(resolution: Resolution[EuropeState], power: str) -> dict[str, int]:
    """The income of a power by source, and the whole of it as "total"."""
    (one,) = [event for event in events(resolution, "income") if event.data["power"] == power]
    items = {item["source"]: item["tp"] for item in one.data["items"]}
    return {**items, "total": one.data["tp"]}
