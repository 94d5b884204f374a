"""`theatrum announce`: tells players what has happened, once in each channel."""

from __future__ import annotations

import os
from argparse import Namespace
from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

from msgspec.structs import replace

from generator.archive import Game, list_games, load_game
from generator.archive.files.spans import read_span
from generator.archive.publish.notices import (
    News,
    forget_notice,
    note_notice,
    notices_for,
    read_told,
    reminder_for,
)
from generator.commands.dues import clock
from generator.commands.folders import for_each_game, game_folder
from generator.commands.output import say, show, show_json, write_result
from generator.commands.private_folder import check_private_folder
from generator.commands.webhooks import Channel, NotSent, channels_of, message_for, send
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from email.message import EmailMessage

MAIL: Final = "mail"
"""What mails are called where channels are told apart."""


def announce(options: Namespace) -> int:
    """Shows what there is to tell, or sends it. Exit code 1 if something could not be sent."""
    before = read_span(options.remind)
    if before is None:
        raise UsageError(f"{options.remind!r} is not a length of time", hint='--remind "24 hours"')
    from generator.pages.base.settings import read_settings

    now, base = clock(options.now, "--now"), read_settings(options.site, options.base).base
    if options.mails and options.send:
        # A reminder has what one power was told.
        check_private_folder(options.mails, "a mail has addresses and secrets in it")
    folders = (game_folder(options),) if options.game else list_games(options.games)
    found: list[dict[str, Any]] = []
    failed: list[str] = []

    def take(folder: Path) -> None:
        game = load_game(folder)
        if game.settings.archived:
            return
        channels = channels_of(game.slug, os.environ)
        if options.send and not channels and not options.mails:
            raise GameError(
                f"no channel is named for {game.slug}",
                hint="THEATRUM_DISCORD, THEATRUM_MATRIX or THEATRUM_WEBHOOK, or --mails",
            )
        kinds = [channel.kind for channel in channels] + [MAIL] * bool(options.mails)
        for kind in kinds or [""]:
            channel = next((one for one in channels if one.kind == kind), None)
            for notice in _pending(game, kind, options.event, now, before):
                found.append(_facts(game, kind, notice, base))
                if not options.send:
                    _show(options, kind, notice, base)
                elif not _tell(options, game, kind, channel, notice, base, now):
                    failed.append(kind)
                    break

    code = for_each_game(folders, take, strict=bool(options.game))
    if options.json:
        show_json(found)
    elif not found and not code:
        say("there is nothing to announce")
    elif found and not options.send:
        say("nothing was sent (--send does)")
    return 1 if failed else code


def _pending(
    game: Game, kind: str, events: list[str], now: datetime, before: timedelta
) -> list[News]:
    """What a channel has not been told; without the name of a channel, what none has been told."""
    told = [row for row in read_told(game.folder) if kind in ("", row.to)]
    found = [one for one in notices_for(game, told) if not events or one.event in events]
    if not events or "reminder" in events:
        try:
            reminder = reminder_for(game, told, now, before)
        except FileError:
            raise
        except GameError as error:  # what was sent may be sealed, and elsewhere: nobody is reminded
            say(f"{game.slug}: nobody is reminded: {error}")
        else:
            found += [reminder] if reminder else []
    return found


def _show(options: Namespace, kind: str, notice: News, base: str) -> None:
    if options.json:
        return
    show(f"{f'to {kind}: ' if kind else ''}{notice.title}")
    for line in (*notice.lines, *((f"{base}{notice.page}",) if base else ())):
        show(f"  {line}")


def _facts(game: Game, kind: str, notice: News, base: str) -> dict[str, Any]:
    return {"to": kind, **message_for("webhook", notice, game.slug, base)}


def _tell(
    options: Namespace,
    game: Game,
    kind: str,
    channel: Channel | None,
    notice: News,
    base: str,
    now: datetime,
) -> bool:
    """Send a notice, after it was noted: whatever breaks in between, nobody hears it twice. Returns
    whether it went out."""
    told = replace(notice.told, to=kind)
    if not note_notice(game.folder, told):
        return True
    try:
        if channel is not None:
            send(channel, message_for(kind, notice, game.slug, base))
            what = f"sent to {kind}"
        else:
            what = _write_mails(options.mails, game, notice, base, now)
    except NotSent as error:
        if error.surely:
            forget_notice(game.folder, told)
        say(f"{notice.title}: {error}")
        return False
    except BaseException:
        if channel is None:
            forget_notice(game.folder, told)
        raise
    if not options.json:
        show(f"{notice.title} ({what})")
    return True


# --- mails


def _write_mails(folder: Path, game: Game, notice: News, base: str, now: datetime) -> str:
    """Write a mail to each player whom the notice concerns; says how many."""
    mails = list(_mails(game, notice, base, now))
    for power, mail in mails:
        stem, number = f"{game.slug}-{notice.event}-{power}", 1
        path = folder / f"{stem}.eml"
        while os.path.lexists(path):
            number += 1
            path = folder / f"{stem}-{number}.eml"
        write_result(bytes(mail), path)
    return f"{count(len(mails), 'mail')} in {folder}"


def _mails(
    game: Game, notice: News, base: str, now: datetime
) -> Iterator[tuple[str, EmailMessage]]:
    """A reminder goes to those alone whose orders are missing, everything else to all players."""
    from generator.archive.people.addresses import addresses_of
    from generator.archive.people.reminding import reminders

    if notice.event == "reminder":
        for one in reminders(game, f"{base}{game.slug}/orders/" if base else ""):
            for to in filter(None, one.to.split(", ")):
                yield one.power, _mail(game, to, one.player, one.subject, one.body, now)
        return
    page = f"{base}{notice.page}" if base else ""
    body = "\n\n".join((*notice.lines, *((page,) if page else ()))) + "\n"
    for power, addresses in addresses_of(game).items():
        for to in addresses:
            yield power, _mail(game, to, "", notice.title, body, now)


def _mail(game: Game, to: str, player: str, subject: str, body: str, now: datetime) -> EmailMessage:
    from email.headerregistry import Address
    from email.message import EmailMessage
    from email.policy import SMTP
    from email.utils import format_datetime

    from generator.archive.people.mail_settings import read_mail_settings
    from generator.mail.answer import one_line

    mail = EmailMessage(policy=SMTP)
    if settings := read_mail_settings(game.folder):
        mail["From"] = one_line(settings.sender)
    mail["To"] = Address(one_line(player), addr_spec=to)
    mail["Subject"] = one_line(subject)
    mail["Date"] = format_datetime(now)
    mail.set_content(body)
    return mail
