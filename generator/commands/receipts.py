"""Receipts on their way out: printed, written as mails, or sent."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive.game.game import Game
from generator.archive.people.versions import on_hold_choices
from generator.commands.output import say, show, show_json
from generator.engine.errors import GameError
from generator.engine.words import count
from generator.mailroom.encrypted import PROBLEM
from generator.mailroom.intake import Handled
from generator.mailroom.mail_settings import MailSettings
from generator.mailroom.ready_and_standing import LEAVE
from generator.mailroom.receipt import PhaseReceipt, format_receipt, receipt_facts


def check_open(game: Game) -> None:
    """Raises GameError for a game that takes no orders any more."""
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    if game.settings.archived:
        hint = f"to reopen it: theatrum finish {game.slug} --reopen"
        raise GameError(f"{game.slug} is archived", hint=hint)


def settings_for(options: Namespace, folder: Path) -> MailSettings | None:
    """The settings for mailing receipts, if they are to be mailed; before anything is stored."""
    if not options.receipts and not options.smtp:
        return None
    from generator.commands.mailing import check_mailing

    return check_mailing(options, folder)


def print_receipts(
    options: Namespace,
    game: Game,
    handled: list[Handled],
    settings: MailSettings | None,
    *,
    alone: bool,
) -> bool:
    """Print the receipts, unless those of several mails are written as files, print orders on hold
    in the mail if it is the only one (`alone`), and mail them where that is asked for. Returns
    whether every receipt that was to be mailed was."""
    if options.json:
        found = [receipt_facts(mail.receipt) for mail in handled]
        show_json(found[0] if alone and found else found)
    elif handled and (alone or not options.receipts):
        show("\n-----\n\n".join(format_receipt(mail.receipt) for mail in handled).rstrip("\n"))
    for mail in handled if alone else ():
        for phase in mail.receipt.phases:
            if phase.is_held:
                say(_offer(game, mail, phase))
    if not options.receipts and not options.smtp:
        return True
    from generator.commands.mailing import mail_receipts

    return mail_receipts(options, game, handled, settings)


def mail_line(game: Game, mail: Handled) -> str:
    """The result of a mail, in one line for the referee: whose it is, which version, how many
    orders are stored and how many are to be fixed, or why nothing is stored; and lines that speak
    of leave, for the referee to decide on."""
    receipt, sender = mail.receipt, mail.source.sender
    who = f"{mail.name} ({sender})" if sender else mail.name
    said = [_phase_words(game, mail, phase) for phase in receipt.phases]
    said += [line.rstrip(".:") for line in receipt.noted[:1]]
    if not said:
        said = ["nothing stored"] if receipt.to_fix else ["nothing stored: no order was found"]
    if receipt.to_fix:
        encrypted = all(line.why.startswith(PROBLEM) for line in receipt.to_fix)
        said += [f"{len(receipt.to_fix)} to fix{': encrypted' if encrypted else ''}"]
    said += [f"writes: {line.text}" for line in receipt.ignored if LEAVE in line.why]
    return f"{who}: {receipt.name}, {'; '.join(said)}"


def _phase_words(game: Game, mail: Handled, phase: PhaseReceipt) -> str:
    where = "" if phase.phase == game.current_moment.phase else f"{phase.title}, "
    if phase.is_held:
        return f"{where}{_offer(game, mail, phase)}"
    if phase.repeats:
        return f"{where}version {phase.repeats} again: no change"
    number = f"{where}version {phase.number}" if phase.number else f"{where}dry run"
    if "older" in phase.aside:
        return f"{number}: older than version {phase.stands}, the current one"
    if phase.unread:
        return f"{number}: {count(len(phase.unread), 'line')} saved for then"
    verb = "stored" if phase.number else "read"
    parts = [f"{count(len(phase.fates), 'order')} {verb}"]
    partly = sum(one.fate == "partly" for one in phase.fates)
    parts += [f"{partly} in part"] if partly else []
    parts += [f"{phase.errors} to fix"] if phase.errors else []
    parts += [f"{len(phase.missing)} missing"] if phase.missing else []
    return f"{number}: {', '.join(parts)}"


def _offer(game: Game, mail: Handled, phase: PhaseReceipt) -> str:
    number = phase.number or phase.repeats
    return on_hold_choices(game, mail.receipt.power, phase.phase, number, phase.aside)
