"""Games to read mails at."""

from __future__ import annotations

from pathlib import Path

from generator.archive import load_game
from generator.engine.phases import OrderBook
from generator.mailroom.mail_table import table_of
from generator.mailroom.reading import MailReading
from generator.mailroom.table import MailTable
from tests.archive.games import command, new_game

CORPUS = Path(__file__).parents[1] / "corpus" / "mails"
_MOST_PHASES = 20


def table_for(root: Path, ruleset: str, phase: str = "") -> MailTable:
    """A new game of a ruleset, as mails are read at it; played without orders until it waits for
    `phase`."""
    name = f"game-of-{ruleset}"
    folder = root / (phase or "first") / name
    if not folder.exists():
        new_game(folder.parent, name, ruleset)
    for _ in range(_MOST_PHASES):
        game = load_game(folder)
        if phase in ("", game.current_moment.phase):
            return table_of(game)
        assert command(folder, "adjudicate") == 0
    raise AssertionError(f"{ruleset} never waits for {phase}")


def book_of(reading: MailReading, table: MailTable) -> OrderBook:
    """The orders for the phase that is waited for."""
    phase = table.calendar.phase
    text = "".join(one.text for one in reading.sections if one.phase == phase)
    return table.read(reading.power, text)


def mended_lines(reading: MailReading, table: MailTable) -> list[int]:
    """The lines of the mail with what is to be mended, one for each complaint."""
    numbers = [
        number
        for one in reading.sections
        if one.phase == table.calendar.phase
        for number in one.numbers
    ]
    return [
        numbers[one.line - 1]
        for one in book_of(reading, table).complaints
        if one.power == reading.power and one.line and one.severity == "error"
    ]


def orders_of(reading: MailReading, table: MailTable) -> dict[str, list[str]]:
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
