"""Corrections: putting new orders into the sheet that a power has, and comparing the two."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from msgspec.structs import replace

from generator.archive.game.game import Game
from generator.archive.game.phasenames import find_open
from generator.archive.people.versions import Submission, title_in
from generator.engine.corrections import merge_sheets, unread
from generator.engine.errors import GameError
from generator.engine.offers import NO_BUDGET
from generator.engine.phases import Moment, WrittenOrder
from generator.mailroom.letter import Letter
from generator.mailroom.receipt import PhaseReceipt, phase_receipt
from generator.mailroom.table import MailTable, PhaseLines, Reader

# An answer to a line of a receipt: `Line 6: A MAR S A PAR - BUR`.
_ANSWER: Final = re.compile(
    r"^([ \t>*-]*)(?:line|zeile|ligne|línea|riga|regel)\s+(\d{1,3})\s*"
    r"(?:[:.)=-]|should be|should read|must be|is)\s*(?=\S)",
    re.IGNORECASE | re.MULTILINE,
)
_MOST_ANSWERS: Final = 40


def without_answers(letter: Letter, table: MailTable, power: str) -> tuple[Letter, dict[int, int]]:
    """The letter without "line 6:" before orders, and which line of it answers which."""
    answers: dict[int, int] = {}
    known = [power] if power in table.powers else list(table.powers)
    lines = letter.text.split("\n")
    for at, line in enumerate(lines):
        found = _ANSWER.match(line)
        if found is None or len(answers) == _MOST_ANSWERS:
            continue
        rest = line[found.end() :]
        if Reader(table, known[0]).is_written(rest):
            answers[at + 1] = int(found[2])
            lines[at] = f"{found[1]}{rest}"  # a quoted line stays one
    return (replace(letter, text="\n".join(lines)), answers) if answers else (letter, answers)


def named_lines(
    section: PhaseLines, last: Submission | None, answers: Mapping[int, int]
) -> dict[int, int]:
    """The lines of a correction that refer to lines of the current sheet."""
    of_letter = {line: at for at, line in enumerate(last.lines, 1)} if last is not None else {}
    return {
        at: of_letter.get(answers[line], answers[line])
        for at, line in enumerate(section.numbers, 1)
        if line in answers
    }


def merged(
    game: Game, phase: str, power: str, before: str, text: str, named: Mapping[int, int]
) -> tuple[str, tuple[str, ...]]:
    read = reader_of(game, phase, power)
    merged = merge_sheets(before, text, read, game.ruleset.subject, named)
    return merged.text, merged.gone


def reader_of(game: Game, phase: str, power: str) -> Any:
    """Reads a text of a power for a phase; line by line where no one can read it yet."""
    if phase != game.current_moment.phase:
        return unread

    def read(text: str) -> Sequence[WrittenOrder]:
        sheet = game.ruleset.read(game.current_state(), {power: text}).sheets.get(power)
        return sheet.orders if sheet is not None else ()

    return read


def read_section(game: Game, section: PhaseLines, power: str) -> PhaseReceipt:
    book, budget = None, NO_BUDGET
    if section.phase == game.current_moment.phase:
        state = game.current_state()
        book = game.ruleset.read(state, {power: section.text})
        if power in book.sheets:
            budget = game.ruleset.budget(state, book.sheets[power])
    title = title_in(game, section.phase)
    return phase_receipt(section, title, power, book, game.ruleset.names(), budget)


def against(
    receipt: PhaseReceipt, game: Game, power: str, before: str, gone: Sequence[str] | None
) -> PhaseReceipt:
    """A receipt with the lines that the orders replace. `gone` lists them where the orders were put
    into a sheet."""
    if not before.strip():
        return receipt
    read = reader_of(game, receipt.phase, power)
    if receipt.unread:
        old = [line.strip() for line in before.split("\n") if line.strip()]
        new = [line.strip() for line in receipt.unread]
    else:
        old = [str(each.order) for each in read(before) if each.order is not None]
        new = [each.order for each in receipt.fates]
    lost = [order for order in old if order not in new]
    added = [order for order in new if order not in old]
    changed = max(len(lost), len(added))
    if gone is not None:
        return replace(receipt, changed=max(changed, len(gone)), gone=tuple(gone), added=True)
    return replace(receipt, changed=changed, gone=tuple(lost))


def numbers_in(text: str, lines: Sequence[int]) -> tuple[int, ...]:
    """The lines of a letter for those of a sheet; its own where they are not known."""
    count = text.rstrip("\n").count("\n") + 1
    return tuple(lines) if len(lines) >= count else tuple(range(1, count + 1))


def waiting_text(game: Game, phase: str, power: str) -> str:
    waiting = game.year_orders(game.current_moment.year).of(phase).get(power)
    return waiting.text if waiting is not None else ""


def phase_named(game: Game, phase: str) -> str:
    """The slug of a phase of the running year as people name it: "movement", "1620 movement"; ""
    for "". Raises GameError for one that takes no orders."""
    if not phase:
        return ""
    moment = find_open(game, phase)
    if moment.year != game.current_moment.year:
        hint = f"the game waits for {game.ruleset.phase_title(game.current_moment)}"
        said = game.ruleset.phase_title(moment)
        raise GameError(f"no orders are taken for {said}", hint=hint)
    return moment.phase


def moment_of(game: Game, phase: str) -> Moment:
    running = game.current_moment
    return running if phase == running.phase else Moment(running.year, running.number, phase)
