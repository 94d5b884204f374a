"""What the tests of reading share: the standard board, and short ways to read a sheet."""

from __future__ import annotations

import tomllib
from pathlib import Path

from generator.engine.board import read_board
from generator.engine.errors import Complaint
from generator.engine.orders import PhaseKind, read_orders
from generator.engine.phases import Sheet
from generator.engine.units import Unit, parse_unit

ROOT = Path(__file__).resolve().parents[3]
BOARD = read_board(
    tomllib.loads((ROOT / "generator/rulesets/standard/board.toml").read_text("utf-8"))
)
CORPUS = ROOT / "tests/corpus/orders"
KINDS: tuple[PhaseKind, ...] = ("movement", "retreat", "build")
POWERS = {
    "France": "france",
    "French": "france",
    "England": "england",
    "English": "england",
    "Germany": "germany",
    "German": "germany",
}


def orders_in(text: str, kind: PhaseKind = "movement", power: str = "france") -> list[str]:
    """The orders of a sheet in canonical notation; `?` for what cannot be read."""
    written, _ = read_orders(text, BOARD, kind, power, POWERS)
    return ["?" if one.order is None else str(one.order) for one in written]


def complaints_in(
    text: str, kind: PhaseKind = "movement", power: str = "france"
) -> tuple[Complaint, ...]:
    return read_orders(text, BOARD, kind, power, POWERS)[1]


def sheet_of(power: str, text: str, kind: PhaseKind = "movement") -> Sheet:
    return Sheet(power, read_orders(text, BOARD, kind, power, POWERS)[0])


def stands(**owned: str) -> list[tuple[str, Unit]]:
    """Units with their owners: `stands(france="A PAR, F BRE")`."""
    return [
        (owner, parse_unit(unit)) for owner, units in owned.items() for unit in units.split(", ")
    ]
