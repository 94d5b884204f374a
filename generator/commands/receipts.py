"""Receipts on their way out: printed, written as mails, or sent."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from generator.archive.game.game import Game
from generator.archive.people.mail_settings import MailSettings
from generator.commands.asides import offer
from generator.commands.intake import Handled
from generator.commands.output import say, show, show_json
from generator.engine.errors import GameError
from generator.mail import format_receipt, receipt_facts


def check_open(game: Game) -> None:
    """Raises GameError for a game that takes no orders any more."""
    if game.ending is not None:
        raise GameError(f"{game.slug} is over: {game.ending.text}")
    if game.settings.archived:
        hint = f"theatrum archive {game.slug} --reopen takes it out again"
        raise GameError(f"{game.slug} is put away", hint=hint)


def settings_for(options: Namespace, folder: Path) -> MailSettings | None:
    """What is needed to mail receipts, if they are to be mailed; before anything is stored."""
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
    """Print the receipts, tell the referee what is on hold, and mail them where that is asked
    for; whether all that was to be mailed is."""
    if options.json:
        found = [receipt_facts(mail.receipt) for mail in handled]
        show_json(found[0] if alone and found else found)
    elif handled:
        show("\n-----\n\n".join(format_receipt(mail.receipt) for mail in handled).rstrip("\n"))
    for mail in handled:
        for phase in mail.receipt.phases:
            if phase.is_held:
                number = phase.number or phase.repeats
                say(offer(game, mail.receipt.power, phase.phase, number, phase.aside))
    if not options.receipts and not options.smtp:
        return True
    from generator.commands.mailing import mail_receipts

    return mail_receipts(options, game, handled, settings)
