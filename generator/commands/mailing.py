"""Receipts as mails: written to a folder, or sent."""

from __future__ import annotations

import os
import smtplib
import ssl
from argparse import Namespace
from collections.abc import Sequence
from email.message import EmailMessage
from pathlib import Path

from generator.archive.files.layout import MAIL_SETTINGS
from generator.archive.game.game import Game
from generator.archive.git.status import is_ignored
from generator.archive.people.players import player_of
from generator.commands.dues import clock
from generator.commands.output import make_output_folder, say, write_result
from generator.engine.errors import GameError, TheatrumError, UsageError
from generator.engine.words import count
from generator.mailroom.answer import answer_to, one_line, recipient
from generator.mailroom.intake import Handled
from generator.mailroom.mail_settings import MailSettings, password_of, read_mail_settings
from generator.mailroom.mail_table import table_of

_TIMEOUT = 30.0


def check_mailing(options: Namespace, folder: Path) -> MailSettings | None:
    """The settings for writing and sending receipts, checked before any mail is taken.

    Raises UsageError where git would see the receipts, GameError without a server, and
    FileError."""
    settings = read_mail_settings(folder) if options.receipts or options.smtp else None
    if options.smtp and settings is None:
        raise GameError(
            f"{folder / MAIL_SETTINGS} is missing",
            hint='create it with the server: host = "smtp.example.org", from = "ruth@example.org"',
        )
    if options.smtp and settings is not None:
        password_of(settings, os.environ)
    if options.receipts:
        was_there = options.receipts.is_dir()
        make_output_folder(options.receipts)
        if is_ignored(options.receipts / "receipt.eml") is False:
            if not was_there:
                options.receipts.rmdir()
            raise UsageError(
                "receipts contain orders, so keep them where git does not see them",
                text=str(options.receipts),
                hint=f"choose another folder, or one in {folder / 'private'}",
            )
    return settings


def mail_receipts(
    options: Namespace, game: Game, handled: Sequence[Handled], settings: MailSettings | None
) -> bool:
    """Write the receipts to a folder and send them, as the options ask. Returns whether all went
    well."""
    mails: list[tuple[str, EmailMessage]] = []
    good = True
    known = table_of(game).addresses
    for each in handled:
        power = each.receipt.power
        senders = [part for part in each.source.sender.split(", ") if part]
        to = recipient(senders, known.get(power, ()), stranger=each.stranger)
        if not to:
            say(f"{power}: receipt not mailed: no address (theatrum players address)")
            good = False
            continue
        mail = answer_to(
            each.receipt,
            to,
            player_of(game, power, game.current_moment),
            now=clock(options.now),
            sender=settings.sender if settings else "",
            subject=each.source.subject,
            message_id=each.source.message_id,
            strange_sender=", ".join(senders) if each.stranger else "",
        )
        phases = [f"{one.phase}-{one.number or one.repeats}" for one in each.receipt.phases]
        mails.append(("-".join((game.slug, each.receipt.power, *phases[:1])), mail))
    if options.receipts and mails:
        for name, mail in mails:
            write_result(bytes(mail), _free(options.receipts, name))
        say(f"{count(len(mails), 'receipt')} in {options.receipts}")
    if options.smtp and mails and settings is not None:
        good = _send(settings, [mail for _, mail in mails]) and good
    return good


def power_mail(
    to: Sequence[str], player: str, subject: str, text: str, sender: str
) -> EmailMessage:
    """A mail to the player of a power, from `sender` where that is not ""."""
    from email.headerregistry import Address
    from email.policy import SMTP

    message = EmailMessage(policy=SMTP)
    if sender:
        message["From"] = one_line(sender)
    message["To"] = [Address(one_line(player), addr_spec=address) for address in to]
    message["Subject"] = one_line(subject)
    message.set_content(text)
    return message


def _free(folder: Path, name: str) -> Path:
    path, number = folder / f"{name}.eml", 1
    while os.path.lexists(path):
        number += 1
        path = folder / f"{name}-{number}.eml"
    return path


def _send(settings: MailSettings, mails: Sequence[EmailMessage]) -> bool:
    """Send mails one by one; prints which could not be sent. Stored orders stay stored."""
    try:
        with _connected(settings) as server:
            sent = sum(_send_one(server, mail) for mail in mails)
    except (OSError, smtplib.SMTPException, TheatrumError) as error:
        say(f"no receipts were sent through {settings.host}: {error}")
        return False
    say(f"{count(sent, 'receipt')} sent through {settings.host}")
    return sent == len(mails)


def _connected(settings: MailSettings) -> smtplib.SMTP:
    context = ssl.create_default_context()
    if settings.security == "tls":
        server: smtplib.SMTP = smtplib.SMTP_SSL(
            settings.host, settings.port, timeout=_TIMEOUT, context=context
        )
    else:
        server = smtplib.SMTP(settings.host, settings.port, timeout=_TIMEOUT)
    try:
        if settings.security == "starttls":
            server.starttls(context=context)
        if settings.user:
            server.login(settings.user, password_of(settings, os.environ))
    except BaseException:
        server.close()
        raise
    return server


def _send_one(server: smtplib.SMTP, mail: EmailMessage) -> bool:
    try:
        server.send_message(mail)
    except smtplib.SMTPServerDisconnected:
        raise
    except smtplib.SMTPException as error:
        say(f"the receipt for {mail['To']} was not sent: {error}")
        return False
    return True
