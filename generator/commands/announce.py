"""`theatrum announce`: announces the events of a game to its players, once in each channel:
Discord, a room of Matrix, or any address that takes JSON."""

from __future__ import annotations

import json
import os
import re
from argparse import Namespace
from collections.abc import Iterator, Mapping
from datetime import datetime, timedelta
from hashlib import sha256
from http.client import HTTPException
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final, NamedTuple
from urllib.error import HTTPError, URLError
from urllib.parse import quote, urlsplit
from urllib.request import HTTPRedirectHandler, Request, build_opener

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
from generator.commands.folders import check_private_folder, for_each_game, game_folder
from generator.commands.output import say, show, show_json, write_result
from generator.engine.errors import FileError, GameError, UsageError
from generator.engine.words import count

if TYPE_CHECKING:
    from email.message import EmailMessage

CHANNELS: Final = ("discord", "matrix", "webhook")
TOKEN: Final = "THEATRUM_MATRIX_TOKEN"
_TIMEOUT: Final = 20.0
_LONGEST: Final = 1900
"""Characters of a message; Discord takes 2000."""
_HERE: Final = ("localhost", "127.0.0.1", "::1")
_MARKS: Final = re.compile(r"([\\*_~`|<>#\[\]()@])")


class Channel(NamedTuple):
    """Where messages go. `variable` is the environment variable that has the address, `token` is
    what a room of Matrix asks for besides."""

    kind: str
    variable: str
    address: str
    token: str = ""


class NotSent(GameError):
    """A message that did not arrive. `surely` is false where it may have arrived all the same."""

    def __init__(self, channel: Channel, why: str, *, surely: bool) -> None:
        super().__init__(f"{channel.kind}: nothing was sent ({why})" if surely else why)
        self.surely = surely


def channels_of(game: str, environment: Mapping[str, str]) -> tuple[Channel, ...]:
    """The channels in the environment for a game: THEATRUM_DISCORD_BOHEMIA goes before
    THEATRUM_DISCORD. Raises GameError for a bad address."""
    own = re.sub(r"[^A-Z0-9]", "_", game.upper())
    found: list[Channel] = []
    for kind in CHANNELS:
        for variable in (f"THEATRUM_{kind.upper()}_{own}", f"THEATRUM_{kind.upper()}"):
            address = environment.get(variable, "").strip()
            if address:
                token = environment.get(TOKEN, "").strip() if kind == "matrix" else ""
                _check(variable, address)
                if kind == "matrix" and not token:
                    raise GameError(
                        f"{TOKEN} is not set",
                        hint="set it to the access token of your Matrix account",
                    )
                found.append(Channel(kind, variable, address, token))
                break
    return tuple(found)


def _check(variable: str, address: str) -> None:
    """Raises GameError, which does not repeat the address."""
    try:
        parts = urlsplit(address)
        host = parts.hostname or ""
    except ValueError:
        host = ""
    is_safe = bool(host) and (parts.scheme == "https" or (parts.scheme == "http" and host in _HERE))
    if not is_safe or not address.isprintable() or " " in address:
        hint = "use https://...; http works only for this machine"
        raise GameError(f"{variable} is not a webhook address", hint=hint)


def message_for(kind: str, notice: News, game: str, base: str) -> dict[str, Any]:
    """The message to a channel of a kind. `base` is the address of the site, or ""."""
    page = f"{base}{notice.page}" if base else ""
    if kind == "webhook":
        return {
            "game": game,
            "event": notice.event,
            "title": notice.title,
            "lines": list(notice.lines),
            "page": page,
            "due": notice.told.due,
        }
    if kind == "matrix":
        return {"msgtype": "m.notice", "body": _cut([notice.title, *notice.lines, page])}
    # In names and headlines nothing notifies anyone or becomes a link: only the page is one.
    plain = [_MARKS.sub(r"\\\1", line) for line in (notice.title, *notice.lines)]
    text = _cut([f"**{plain[0]}**", *plain[1:], page])
    return {"content": text, "allowed_mentions": {"parse": []}}


def _cut(lines: list[str]) -> str:
    """The lines as one text, the last one, an address, kept whole."""
    *said, page = lines
    text, room = "\n".join(said), _LONGEST - len(page)
    text = text if len(text) <= room else f"{text[: room - 1].rstrip()}…"
    return f"{text}\n{page}" if page else text


class _Stay(HTTPRedirectHandler):
    """Follows no redirection."""

    def redirect_request(self, *_: Any) -> None:
        return None


def send(channel: Channel, message: Mapping[str, Any]) -> None:
    """Send a message. Raises NotSent, which names neither the address nor the token."""
    data = json.dumps(message, ensure_ascii=False, sort_keys=True).encode()
    address, method = channel.address, "POST"
    headers = {"Content-Type": "application/json", "User-Agent": "theatrum"}
    if channel.kind == "matrix":
        # The room takes a message of the same number but once.
        address = f"{address.rstrip('/')}/{quote(sha256(data).hexdigest()[:32])}"
        method, headers["Authorization"] = "PUT", f"Bearer {channel.token}"
    request = Request(address, data, headers, method=method)
    try:
        with build_opener(_Stay).open(request, timeout=_TIMEOUT) as answer:
            answer.read(1)
    except HTTPError as error:
        error.close()
        raise NotSent(channel, f"the answer was {error.code}", surely=True) from None
    except URLError as error:
        why = (
            type(error.reason).__name__
            if isinstance(error.reason, Exception)
            else "could not connect"
        )
        surely = not isinstance(error.reason, TimeoutError)
        said = why if surely else f"{channel.kind}: no answer in time; it may have arrived"
        raise NotSent(channel, said, surely=surely) from None
    except (OSError, HTTPException) as error:
        said = f"{channel.kind}: no answer ({type(error).__name__}); it may have arrived"
        raise NotSent(channel, said, surely=False) from None
    except ValueError:
        raise NotSent(channel, f"{channel.variable} is not an address", surely=True) from None


MAIL: Final = "mail"
"""The channel of mails, as announced.toml has it."""


def announce(options: Namespace) -> int:
    """Shows the notices, or sends them. Exit code 1 if something could not be sent."""
    before = read_span(options.remind)
    if before is None:
        raise UsageError(f"{options.remind!r} is not a length of time", hint='--remind "24 hours"')
    from generator.pages.base.settings import read_settings

    now, base = clock(options.now), read_settings(options.site, options.base).base
    if options.mails and options.send:
        # A reminder has the secret news of a power.
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
                f"{game.slug} has no channel to send to",
                hint="set THEATRUM_DISCORD, THEATRUM_MATRIX or THEATRUM_WEBHOOK, "
                "or add --mails DIR",
            )
        kinds = [channel.kind for channel in channels] + [MAIL] * bool(options.mails)
        for kind in kinds or [""]:
            channel = next((one for one in channels if one.kind == kind), None)
            for notice in _pending(game, kind, options.event, now, before):
                found.append({"to": kind, **message_for("webhook", notice, game.slug, base)})
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
        say("nothing was sent; add --send to send")
    return 1 if failed else code


def _pending(
    game: Game, kind: str, events: list[str], now: datetime, before: timedelta
) -> list[News]:
    """The news that a channel has not had; without a channel, those that none has had."""
    told = [row for row in read_told(game.folder) if kind in ("", row.to)]
    found = [one for one in notices_for(game, told) if not events or one.event in events]
    if not events or "reminder" in events:
        try:
            reminder = reminder_for(game, told, now, before)
        except FileError:
            raise
        except GameError as error:  # orders may be sealed, and elsewhere: no one is reminded
            say(f"{game.slug}: no reminders are sent: {error}")
        else:
            found += [reminder] if reminder else []
    return found


def _show(options: Namespace, kind: str, notice: News, base: str) -> None:
    if options.json:
        return
    show(f"{f'to {kind}: ' if kind else ''}{notice.title}")
    for line in (*notice.lines, *((f"{base}{notice.page}",) if base else ())):
        show(f"  {line}")


def _tell(
    options: Namespace,
    game: Game,
    kind: str,
    channel: Channel | None,
    notice: News,
    base: str,
    now: datetime,
) -> bool:
    """Send a notice, after it was noted: whatever breaks in between, no one hears it twice. Returns
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
    """Write a mail to each player whom the notice concerns; returns a line with their number."""
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
    """A reminder goes only to those whose orders are missing, everything else to all players."""
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

    from generator.mailroom.answer import one_line
    from generator.mailroom.mail_settings import read_mail_settings

    mail = EmailMessage(policy=SMTP)
    if settings := read_mail_settings(game.folder):
        mail["From"] = one_line(settings.sender)
    mail["To"] = Address(one_line(player), addr_spec=to)
    mail["Subject"] = one_line(subject)
    mail["Date"] = format_datetime(now)
    mail.set_content(body)
    return mail
