"""Builds phases of the draft in few words: proposed values and prices, and money as given."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from generator.engine.phases import Resolution, Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, play, position

Played = Resolution[EuropeState]

PRICES = [1, 2, 3, 5, 7, 15, 21, 27, 33, 39, 45, 51, 57, 63, 69]
CENTERS = {
    "PAR": 5, "NORM": 2, "LYO": 2, "PRO": 2, "PAL": 3, "BOH": 3, "COP": 4, "HOL": 2, "HLD": 6,
    "FRI": 2, "LON": 5, "LNC": 2, "BAV": 5, "MAD": 4, "ANDL": 3, "VAL": 2, "NET": 2, "MIL": 2,
    "NAP": 2, "COL": 3, "HES": 1, "BRU": 2, "MEC": 1, "BRA": 2, "STO": 5, "WAR": 4, "DAN": 3,
}  # fmt: skip


def builds(**parts: Any) -> EuropeState:
    """A position that waits for the builds phase, with nobody allied and nobody at war."""
    tables = {"centers": CENTERS, "price": PRICES, **parts.pop("tables", {})}
    return position(EDITION, phase="builds", tables=tables, **parts)


def spend(state: EuropeState, orders: dict[str, str], **funds: int) -> Played:
    """A builds phase in which the powers named have just these funds after income."""
    rulings = []
    state = replace(state, treasury={**state.treasury, **dict.fromkeys(funds, 0)})
    for number, (power, tp) in enumerate(funds.items(), 1):
        facts = {"power": power, "tp": tp}
        rulings.append(Ruling(number, "builds", "income", "for the test", "", facts))
    sheets = {power: text.replace("; ", "\n") for power, text in orders.items()}
    return play(EDITION, state, sheets, rulings)


def earned(played: Played, power: str) -> dict[str, int]:
    """The income of a power by source, and the whole of it as "total"."""
    (one,) = [event for event in events(played, "income") if event.data["power"] == power]
    items = {item["source"]: item["tp"] for item in one.data["items"]}
    return {**items, "total": one.data["tp"]}


def bought(played: Played, power: str) -> list[int]:
    """The prices that a power paid, purchase by purchase."""
    return [x.data["price"] for x in events(played, "purchase") if x.data["power"] == power]
