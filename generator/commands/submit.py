"""`theatrum submit`: a mail with orders comes in, a receipt goes out."""

from __future__ import annotations

import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from generator.archive import load_game
from generator.archive.files.reading import FileErrors
from generator.archive.files.writing import writing
from generator.archive.game.game import Game, check_there
from generator.archive.play.rehearsal import rehearsal
from generator.commands.dues import clock
from generator.commands.folders import game_folder, settled
from generator.commands.output import say
from generator.commands.receipts import check_open, mail_line, print_receipts, settings_for
from generator.engine.errors import FileError, Place, TheatrumError, UsageError
from generator.mailroom.arrival import Arrival, arrival_of
from generator.mailroom.intake import Handled, Taking, take
from generator.mailroom.letter import LONGEST_MAIL, Letter, open_letter
from generator.mailroom.mail_table import table_of
from generator.mailroom.mailboxes import Mail, mails_at
from generator.mailroom.order_changes import phase_named
from generator.mailroom.shares import Shares, shares_of


def run(options: Namespace) -> int:
    """Stores the orders of mails and prints a receipt for each; or lists the orders on hold and
    decides about them.

    Exit code 0: every order could be read and is stored; 1: a mail has an order with an error (it
    is stored as it is), it is on hold, or it was refused and nothing of it is stored.
    """
    if options.held or options.accept or options.reject:
        from generator.commands.held import decide

        return decide(options)
    if options.dry_run and (options.receipts or options.smtp):
        raise UsageError(
            "--dry-run writes and sends no receipts",
            hint="leave out --receipts and --smtp, or --dry-run",
        )
    folder = game_folder(options)
    check_there(folder)
    game = settled(folder, dry_run=options.dry_run)
    check_open(game)
    settings = settings_for(options, folder)
    now = clock(options.now)
    paths = options.files or ["-"]
    mails, unread = _mails(paths)
    how = Taking(
        (options.power or "").lower(),
        phase_named(game, options.phase or ""),
        "add" if options.add else "replace" if options.replace else "",
        options.dry_run,
        bool(options.received),
    )
    done = submit_mails(game, mails, how, options.received, now, by_power=options.all)
    handled, notes, errors = done.handled, done.notes, [*unread, *done.errors]
    alone = len(paths) == 1 and len(mails) + len(unread) == 1 and not Path(paths[0]).is_dir()
    alone = alone and not options.all
    if alone and errors:
        raise errors[0][1]
    for note in notes:
        say(note)
    mailed = print_receipts(options, game, handled, settings, alone=alone)
    for mail in handled if not alone else ():
        say(mail_line(game, mail))
    for name, problem in errors:
        where = str(getattr(problem, "place", None) or "")
        say(str(problem) if where else f"{name}: {problem}")
    bad = any(
        not (mail.receipt.phases or mail.receipt.noted) or mail.receipt.errors or _is_held(mail)
        for mail in handled
    )
    return 1 if errors or bad or notes or not mailed else 0


class Submitted(Struct, frozen=True):
    """The results for mails: those that were handled, their parts that could not be placed, and
    those from which nothing was taken, each with its name and why."""

    handled: list[Handled]
    notes: list[str]
    errors: list[tuple[str, TheatrumError]]


def submit_mails(
    game: Game,
    mails: Sequence[Mail],
    how: Taking,
    received: str,
    now: datetime,
    *,
    by_power: bool = False,
) -> Submitted:
    """Store the orders in mails. `received` is when they came, "" for the time in their headers or
    the clock's; `by_power`: each has the orders of several powers, below their names."""
    letters, errors = _opened(mails, game, received, now)
    notes: list[str] = []
    handled: list[Handled] = []
    with _place(game.folder, len(letters) + by_power, dry_run=how.dry_run) as place:
        table = table_of(load_game(game.folder)) if letters else None
        # One after the other as they came: what is older never takes the place of what is newer.
        for name, letter, arrival in sorted(letters, key=lambda letter: letter[2].sent):
            try:
                assert table is not None
                shares = shares_of(letter, table) if by_power else Shares({how.power: letter})
            except TheatrumError as error:
                errors.append((name, error))
                continue
            notes += [f"{name}: {line}" for line in shares.loose]
            rehearsed = how.dry_run and len(letters) + by_power > 1
            for power, part in shares.letters.items():
                try:
                    here = load_game(place)
                    whose = replace(how, power=power)
                    taken = take(here, table, part, arrival, whose, rehearsed=rehearsed)
                    handled.append(replace(taken, name=name))
                except TheatrumError as error:
                    errors.append((name, error))
    return Submitted(handled, notes, errors)


def _is_held(mail: Handled) -> bool:
    return any(phase.is_held for phase in mail.receipt.phases)


def _mails(paths: list[str]) -> tuple[list[Mail], list[tuple[str, TheatrumError]]]:
    """All mails of files and folders, and what could not be read."""
    if paths.count("-") > 1:
        raise UsageError("standard input can be read only once", hint="give - only once")
    mails: list[Mail] = []
    failed: list[tuple[str, TheatrumError]] = []
    for path in paths:
        if path == "-":
            mails.append(Mail("-", sys.stdin.buffer.read(LONGEST_MAIL + 1)))
            continue
        try:
            mails += mails_at(Path(path))
        except FileErrors as several:
            failed += [(path, error) for error in several.errors]
        except FileError as error:
            failed.append((path, error))
    return mails, failed


def _opened(
    mails: Sequence[Mail], game: Game, received: str, now: datetime
) -> tuple[list[tuple[str, Letter, Arrival]], list[tuple[str, TheatrumError]]]:
    """The letters of mails, each with its name and when it came; and what could not be read."""
    letters: list[tuple[str, Letter, Arrival]] = []
    errors: list[tuple[str, TheatrumError]] = []
    for mail in mails:
        try:
            letter = open_letter(mail.data)
            arrival = arrival_of(letter, received, game.settings, now)
        except TheatrumError as error:
            if isinstance(error, FileError) and error.place is None and mail.name != "-":
                error.place = Place(mail.name)
            errors.append((mail.name, error))
            continue
        letters.append((mail.name, letter, arrival))
    return letters, errors


@contextmanager
def _place(folder: Path, mails: int, *, dry_run: bool) -> Iterator[Path]:
    """Where mails are stored. Of several that are only tried each has to see those before it: a
    copy, which is gone afterwards."""
    if not dry_run:
        with writing(folder):
            yield folder
    elif mails > 1:
        with writing(folder), rehearsal(folder) as copy:
            yield copy
    else:
        yield folder
