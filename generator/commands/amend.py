"""`theatrum amend`: phases that were adjudicated are played again."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from generator.archive import PhaseRecord, load_game
from generator.archive.dates.deadlines import zone_of
from generator.archive.files.reading import TomlText, parse_toml, read_text, read_toml
from generator.archive.game.phasenames import find_played
from generator.commands.folders import game_folder
from generator.commands.output import agrees, has_person, say, show, show_json
from generator.engine.errors import FileError, Place, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.archive.play.amending import Amended


def amend(options: Namespace) -> int:
    """Shows the changes by a correction, and writes it once the referee agrees.

    Exit code 1 where the orders of the corrected phase have errors, or it was not agreed to.
    """
    from generator.archive.play.amending import Correction, amend_phase

    folder = game_folder(options)
    if options.json and not (options.yes or options.dry_run):
        raise UsageError("--json cannot ask you", hint="add --yes to write, or --dry-run")
    played = find_played(load_game(folder), options.phase)
    phase = played.moment.phase
    orders: dict[str, str] = {}
    for power, file in options.orders:
        if power.lower() in orders:
            raise UsageError(f"{power} has two files of orders", hint="give each power one file")
        orders[power.lower()] = _orders(file, phase)
    correction = Correction(
        options.phase,
        options.reason,
        _day(options, folder),
        orders,
        _rulings(folder, played, options) if options.ruling else None,
    )

    def agree(found: Amended) -> bool:
        if not options.json:
            _show(found)
        return bool(not options.dry_run and (options.yes or _asks()))

    found = amend_phase(folder, correction, agree)
    if options.json:
        show_json(_facts(found))
    elif found.written:
        waits = f"the game waits for {found.waits_title}" if found.waits else "the game is over"
        show(f"{found.slug}: {found.title} is corrected; {waits}")
    else:
        say("nothing was written")
    return 0 if found.written or options.dry_run else 1


def _day(options: Namespace, folder: Path) -> str:
    """The ISO day of the correction: the given one, or today's in the game's zone."""
    if not options.date:
        return datetime.now(UTC).astimezone(zone_of(load_game(folder).settings)).date().isoformat()
    try:
        return date.fromisoformat(options.date).isoformat()
    except ValueError:
        raise UsageError(f"{options.date!r} is not a date", hint="--date 2027-03-09") from None


def _orders(file: str, phase: str) -> str:
    """The text of orders in a file: all of it, or the table of the phase in a file of TOML."""
    if file == "-":
        try:
            return sys.stdin.buffer.read().decode("utf-8")
        except UnicodeDecodeError as error:
            raise FileError(
                f"standard input is not UTF-8: {error}",
                hint="save the text as UTF-8",
            ) from None
    if not file.endswith(".toml"):
        return read_text(Path(file))
    toml = read_toml(Path(file))
    table = toml.data.get(phase)
    if not isinstance(table, dict) or not isinstance(table.get("orders"), str):
        hint = f"a table [{phase}], or a file of plain orders"
        raise FileError("has no orders for the phase", place=Place(file), hint=hint)
    orders: str = table["orders"]
    return orders


def _rulings(folder: Path, played: PhaseRecord, options: Namespace) -> TomlText:
    """The rulings in a file; or the one that was typed, where there is no such file."""
    path = Path(options.ruling)
    if path.suffix == ".toml" or path.exists():
        return parse_toml(read_text(path), path)
    from generator.archive.play.ruling import Words, ruling_in

    game = load_game(folder)

    def units() -> Sequence[tuple[str, str]]:
        return game.ruleset.snapshot(played.resolution().state).units

    return ruling_in(game, played.moment, Words(options.ruling, options.reason), units)


def _asks() -> bool:
    """Whether the person at the terminal agrees; False where there is no one to ask."""
    if not has_person():
        say("there is no terminal to ask you on; add --yes to write")
        return False
    return agrees("Write this")


def _show(found: Amended) -> None:
    again = count(found.played, "phase")
    show(f"{found.title}: {', '.join(found.what)}; {again} played again")
    before: tuple[str, ...] = ()
    for change in found.changes:
        show("")
        show(f"{change.title}{': undone; its orders are kept' if change.is_gone else ''}")
        # A difference that was already there after the phase before is not repeated.
        for line in change.difference.lines:
            if line not in before:
                show(f"  {line}")
        before = change.difference.lines
    if not found.changes:
        show("  no phase changes its result")
    if found.stopped:
        show(f"\n{found.stopped}")
    for complaint in found.complaints:
        if complaint.complaint.severity == "error":
            show(str(complaint))


def _facts(found: Amended) -> dict[str, Any]:
    return {
        "game": found.slug,
        "year": found.moment.year,
        "phase": found.moment.phase,
        "what": list(found.what),
        "played": found.played,
        "stopped": found.stopped,
        "waits": found.waits or None,
        "written": found.written,
        "changes": [
            {
                "year": change.moment.year,
                "phase": change.moment.phase,
                "gone": change.is_gone,
                "lines": list(change.difference.lines),
            }
            for change in found.changes
        ],
    }
