"""`theatrum submit`: a mail with orders comes in, a receipt goes out."""

from __future__ import annotations

import sys
from argparse import Namespace
from datetime import datetime
from pathlib import Path

from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.addresses import addresses_of
from generator.archive.deadlines import deadline_of, due_words, zone_of
from generator.archive.game import Game, list_games
from generator.archive.phasenames import find_open
from generator.archive.reading import reason
from generator.archive.settings import GameSettings
from generator.archive.submissions import store_submission, submissions_of
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.engine.errors import FileError, GameError, Place, TheatrumError, UsageError
from generator.engine.orders.sheet import shown
from generator.engine.phases import Moment
from generator.engine.primer import Teaching
from generator.mail import (
    LONGEST_MAIL,
    Letter,
    PhaseReceipt,
    Receipt,
    Table,
    format_receipt,
    open_letter,
    phase_receipt,
    read_letter,
    receipt_facts,
)
from generator.mail.headings import Calendar

__all__ = ["run", "table_of"]


def run(options: Namespace) -> int:
    """Stores the orders of mails and prints a receipt for each.

    Exit code 0: every order could be read and is stored; 1: a mail has an order with an error (it
    is stored as it is), or it was refused and nothing of it is stored.
    """
    folder = game_folder(options)
    files = options.files or ["-"]
    if files.count("-") > 1:
        raise UsageError("standard input can be read only once")
    code = 0
    receipts = []
    for name in files:
        try:
            receipt = _submit(folder, open_letter(_read(name)), options)
        except TheatrumError as error:
            if isinstance(error, FileError) and error.place is None and name != "-":
                error.place = Place(name)
            if len(files) == 1:
                raise
            code = 1
            say(str(error) if error.place else f"{name}: {error}")
            continue
        if receipt.errors or not receipt.phases:
            code = 1
        receipts.append(receipt)
    if options.json:
        found = [receipt_facts(receipt) for receipt in receipts]
        show_json(found[0] if len(files) == 1 else found)
    else:
        show("\n-----\n\n".join(map(format_receipt, receipts)).rstrip("\n"))
    return code


def _read(name: str) -> bytes:
    """A mail's bytes. Never more than one beyond the limit are read."""
    if name == "-":
        return sys.stdin.buffer.read(LONGEST_MAIL + 1)
    try:
        with Path(name).open("rb") as file:
            return file.read(LONGEST_MAIL + 1)
    except OSError as error:
        raise FileError(f"cannot be read: {reason(error)}", place=Place(name)) from None


def _submit(folder: Path, letter: Letter, options: Namespace) -> Receipt:
    game = load_game(folder)
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    power = (options.power or "").lower()
    reading = read_letter(letter, table_of(game), power, _phase(game, options))
    received = shown(options.received or letter.received)
    moment = game.current_moment
    state = game.current_state()
    phases: list[PhaseReceipt] = []
    for section in reading.sections:
        now = section.phase == moment.phase
        book = game.ruleset.read(state, {reading.power: section.text}) if now else None
        title = _title(game, section.phase)
        one = phase_receipt(section, title, reading.power, book, game.ruleset.names())
        at = moment if now else Moment(moment.year, moment.number, section.phase)
        phases.append(
            _against_before(_dated(one, game.settings, at, received), game, reading.power)
        )
    stored = bool(phases) and not options.dry_run
    if stored:
        texts = {section.phase: section.text for section in reading.sections}
        done = store_submission(folder, reading.power, texts, letter.original, received)
        phases = [replace(one, number=done.phases[one.phase].number) for one in phases]
    name = game.ruleset.powers[reading.power].name
    return Receipt(
        game.settings.title,
        reading.power,
        name,
        received,
        stored,
        tuple(phases),
        reading.ignored,
        reading.notes,
    )


def table_of(game: Game) -> Table:
    """The game as mails are read at it: without the orders of anybody."""
    state = game.current_state()
    ruleset = game.ruleset
    siblings = (path.name for path in list_games(game.folder.parent))
    parts = ruleset.primer().parts if isinstance(ruleset, Teaching) else ()
    examples = tuple(form.example for part in parts for form in part.forms)
    return Table(
        game.slug,
        game.settings.title,
        ruleset.powers,
        _calendar(game),
        ruleset.names(),
        lambda power, text: ruleset.read(state, {power: text}),
        addresses_of(game),
        tuple(name for name in siblings if name != game.slug),
        examples,
    )


def _phase(game: Game, options: Namespace) -> str:
    """The phase that --phase names, of the running year; "" where none is named."""
    if not options.phase:
        return ""
    moment, now = find_open(game, options.phase), game.current_moment
    if moment.year != now.year:
        raise GameError(f"no orders are taken for {moment}", hint=f"the game waits for {now}")
    return moment.phase


def _calendar(game: Game) -> Calendar:
    """The phases of the year that take orders: those that the ruleset teaches, and the one that
    the game waits for."""
    moment = game.current_moment
    taught: list[str] = []
    if isinstance(game.ruleset, Teaching):
        taught = [slug for part in game.ruleset.primer().parts for slug in part.phases]
    played = [one.moment.phase for one in game.phases if one.moment.year == moment.year]
    # What nobody is taught, as a battle round of live play, comes before what is still to come.
    first = [] if moment.phase in taught else [moment.phase]
    slugs = list(dict.fromkeys([*first, *taught, *played, moment.phase]))
    # Parts teach movement and retreats of all seasons together; a year has them by season.
    seasons = list(dict.fromkeys(slug.partition("-")[0] for slug in slugs))
    slugs.sort(key=lambda slug: seasons.index(slug.partition("-")[0]))
    slugs = list(dict.fromkeys([*played, *first, *slugs]))
    titles = {slug: title for slug in slugs if (title := _title(game, slug))}
    return Calendar(moment.year, moment.phase, titles)


def _title(game: Game, phase: str) -> str:
    """A phase of the running year for people; "" for one that the ruleset does not know."""
    moment = game.current_moment
    try:
        return game.ruleset.phase_title(Moment(moment.year, moment.number, phase))
    except (KeyError, GameError):
        return ""


def _dated(
    one: PhaseReceipt, settings: GameSettings, moment: Moment, received: str
) -> PhaseReceipt:
    deadline = deadline_of(settings, moment)
    if deadline is None:
        return one
    came = _time(received, settings)
    late = came is not None and deadline.is_past(came)
    return replace(one, due=due_words(deadline), late=late)


def _time(received: str, settings: GameSettings) -> datetime | None:
    """A time as mails or people write it; None for anything else."""
    from email.utils import parsedate_to_datetime

    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = read(received)
        except (ValueError, TypeError, IndexError):
            continue
        return found if found.tzinfo is not None else found.replace(tzinfo=zone_of(settings))
    return None


def _against_before(one: PhaseReceipt, game: Game, power: str) -> PhaseReceipt:
    """A receipt with what the orders replace."""
    moment = game.current_moment
    waiting = game.year_orders(moment.year).of(one.phase).get(power)
    before = waiting.text.strip() if waiting is not None else ""
    if not before:
        return one
    versions = submissions_of(game.folder, Moment(moment.year, moment.number, one.phase))
    last = max((version.number for version in versions if version.power == power), default=0)
    if one.unread:
        old, new = [line.strip() for line in before.split("\n")], list(one.unread)
    else:
        sheet = game.ruleset.read(game.current_state(), {power: before}).sheets.get(power)
        read = sheet.orders if sheet is not None else ()
        old = [str(order.order) for order in read if order.order is not None]
        new = [order for order, _ in one.orders]
    gone = [order for order in old if order not in new]
    added = [order for order in new if order not in old]
    return replace(one, replaces=last, changed=max(len(gone), len(added)), gone=tuple(gone))
