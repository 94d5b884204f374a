"""Games to read mails at."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.commands.submit import table_of
from generator.engine.phases import OrderBook
from generator.mail import Reading, Table
from tests.archive.games import new_game

CORPUS = Path(__file__).parents[1] / "corpus" / "mails"


def table_for(root: Path, ruleset: str) -> Table:
    """A new game of a ruleset, as mails are read at it."""
    name = f"game-of-{ruleset}"
    folder = root / name if (root / name).exists() else new_game(root, name, ruleset)
    return table_of(load_game(folder))


def book_of(reading: Reading, table: Table) -> OrderBook:
    """The orders for the phase that is waited for."""
    phase = table.calendar.phase
    text = "".join(one.text for one in reading.sections if one.phase == phase)
    return table.read(reading.power, text)


def orders_of(reading: Reading, table: Table) -> dict[str, list[str]]:
    """Orders by phase: canonical where they can be read, as written for later phases."""
    found = {}
    for section in reading.sections:
        if section.phase == table.calendar.phase:
            sheet = table.read(reading.power, section.text).sheets[reading.power]
            found[section.phase] = [str(one.order) for one in sheet.orders if one.order]
        else:
            lines = section.text.splitlines()
            found[section.phase] = [line for line in lines if not line.endswith(":")]
    return found
