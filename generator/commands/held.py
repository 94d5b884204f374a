"""Mails on hold: listing them, and letting them count or not."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from generator.archive import load_game
from generator.archive.dates.deadlines import deadline_of
from generator.archive.files.reading import read_exact_text
from generator.archive.files.writing import writing
from generator.archive.game.chain import record_words
from generator.archive.game.game import Game, check_there
from generator.archive.people.versions import (
    CORRECTION,
    LATE,
    STRANGER,
    MailSource,
    Submission,
    held_mails,
    on_hold_choices,
    on_hold_facts,
    title_in,
    versions_of,
    why_of,
)
from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.commands.receipts import check_open, print_receipts, settings_for
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Moment
from generator.mailroom.intake import Handled, accepted
from generator.mailroom.order_changes import phase_named
from generator.mailroom.receipt import Receipt
from generator.mailroom.submissions import reject_version


def decide(options: Namespace) -> int:
    """Lists the orders on hold, or lets them count or not. Exit code 1 where a version that counts
    has an order with an error."""
    if options.files or options.received:
        raise UsageError(
            "--held, --accept and --reject take no files of mails", hint="leave out the files"
        )
    if options.held and (options.add or options.replace):
        raise UsageError("--add and --replace need mails, or --accept")
    if options.dry_run and (options.receipts or options.smtp):
        raise UsageError(
            "--dry-run writes and sends no receipts",
            hint="leave out --receipts and --smtp, or --dry-run",
        )
    folder = game_folder(options)
    check_there(folder)
    if options.held:
        return _list(options, load_game(folder))
    settings = settings_for(options, folder)
    handled: list[Handled] = []
    with writing(folder):
        game = load_game(folder)
        check_open(game)
        phase = phase_named(game, options.phase or "")
        names = (*options.accept, *options.reject)
        chosen = [version for name in names for version in _find(game, name, phase)]
        for version in chosen:
            _check_mode(version, options)
        for version in chosen:
            if options.reject:
                if not options.dry_run:
                    reject_version(game, version)
                say(f"{version.power} {version.number} does not count; it stays in {version.mail}")
                continue
            handled.append(_accept(load_game(folder), version, options))
    if not handled and not options.json:
        return 0
    alone = len(handled) == 1
    mailed = print_receipts(options, load_game(folder), handled, settings, alone=alone)
    return 1 if not mailed or any(mail.receipt.errors for mail in handled) else 0


def _list(options: Namespace, game: Game) -> int:
    if options.json:
        show_json(on_hold_facts(game))
        return 0
    held = held_mails(game)
    if not held:
        show(f"{game.slug}: no mail is on hold")
    for submission in held:
        show(
            f"{title_in(game, submission.phase)}: {submission.power} {submission.number}: "
            f"{why_of(submission.aside)}"
        )
        sender = f", from {submission.sender}" if submission.sender else ""
        show(f"  received {submission.received or 'at an unknown time'}{sender}; {submission.mail}")
        for line in submission.orders.splitlines():
            show(f"    {line}")
        said = on_hold_choices(
            game, submission.power, submission.phase, submission.number, submission.aside
        )
        show(f"  {said.partition(': ')[2]}")
    return 0


def _find(game: Game, name: str, phase: str) -> Sequence[Submission]:
    """The versions that POWER or POWER:N names. Raises GameError where that is not certain."""
    power, colon, number = name.strip().lower().partition(":")
    if power not in game.ruleset.powers:
        hint = f"powers: {', '.join(game.ruleset.powers)}"
        raise GameError(f"there is no power {power}", hint=hint)
    if colon and not (number.isdecimal() and len(number) < 6):
        raise UsageError(f"{name!r} is not a version", hint="--accept france, or --accept france:2")
    held = [
        submission
        for submission in held_mails(game)
        if submission.power == power and phase in ("", submission.phase)
    ]
    if colon:
        running = game.current_moment
        moment = Moment(running.year, running.number, phase or running.phase)
        stored = versions_of(game.folder, moment, power)
        found = [version for version in stored if version.number == int(number)]
        found = found or [submission for submission in held if submission.number == int(number)]
        if len(found) == 1:
            return found
        raise GameError(
            f"{power} has no version {number} of {moment}",
            hint=f"theatrum submit {game.slug} --held lists what is on hold",
        )
    if not held:
        raise GameError(
            f"no mail of {power} is on hold", hint="choose a version with --accept POWER:N"
        )
    # One mail may have orders for several phases.
    first = held[0]
    if any(
        (submission.sent, submission.message_id) != (first.sent, first.message_id)
        for submission in held
    ) or len({submission.phase for submission in held}) < len(held):
        names = ", ".join(
            f"{power}:{submission.number} ({title_in(game, submission.phase)})"
            for submission in held
        )
        raise GameError(f"{power} has several mails on hold", hint=f"choose one: {names}")
    return held


def _check_mode(submission: Submission, options: Namespace) -> None:
    """Raises UsageError for a correction without --add or --replace."""
    if options.accept and CORRECTION in submission.aside and not submission.stood:
        if options.add or options.replace:
            return
        raise UsageError(
            f"{submission.power} {submission.number} has fewer orders than the current sheet",
            hint="use --add to add them to it, or --replace",
        )


def _accept(game: Game, submission: Submission, options: Namespace) -> Handled:
    mode = "add" if options.add else ""
    phase = accepted(game, submission, mode, dry_run=options.dry_run)
    deadline = deadline_of(game.settings, Moment(game.current_moment.year, 1, submission.phase))
    notes = (
        ("it arrived after the deadline, and counts anyway",) if LATE in submission.aside else ()
    )
    receipt = Receipt(
        game.settings.title,
        submission.power,
        game.ruleset.powers[submission.power].name,
        submission.received,
        not options.dry_run,
        (phase,),
        (),
        notes if deadline is not None else (),
        record_words(game.folder),
    )
    source = MailSource(
        read_exact_text(game.folder / submission.mail),
        submission.received,
        submission.came,
        submission.sent,
        submission.written,
        submission.sender,
        submission.subject,
        submission.message_id,
    )
    return Handled(receipt, source, STRANGER in submission.aside)
