"""Mails that are dropped, pasted, assigned or corrected on the local page."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from datetime import datetime
from pathlib import Path
from typing import Any, Final

from msgspec import Struct

from generator.archive import Game, load_game
from generator.archive.people.players import player_of
from generator.archive.people.versions import standing, versions_of
from generator.archive.play.adjudicating import read_order_texts
from generator.commands.folders import settled
from generator.commands.mailing import mail_receipts
from generator.commands.output import heard, power_name
from generator.commands.receipts import check_open, mail_line, settings_for
from generator.commands.submit import Submitted, submit_mails
from generator.engine.errors import TheatrumError, UsageError
from generator.mailroom import LONGEST_MAIL, format_receipt, open_letter
from generator.mailroom.account import FIX, IGNORED, UNDONE, Part, account_of
from generator.mailroom.answer import answer_to, one_line, recipient
from generator.mailroom.intake import Handled, Taking
from generator.mailroom.mail_table import table_of
from generator.mailroom.mailboxes import Mail, mails_in
from generator.serve.requests import Asked, LocalPages
from generator.serve.steps import Done, needed


class Kept(Struct, frozen=True):
    """The results for a game, to be shown and looked at again. `left` are the mails from which
    nothing was taken, and why; `pictures` are the maps that its page shows; `seen` is the digest of
    the game when it was made, whenever it is looked at."""

    slug: str
    template: str
    facts: dict[str, Any]
    left: tuple[tuple[Mail, str], ...] = ()
    pictures: dict[str, bytes] = {}
    seen: str = ""


class TakenMail(Struct, frozen=True):
    """A mail that was taken: its result, its letter line by line, and its receipt as a draft to
    copy."""

    line: str
    power: str
    parts: tuple[Part, ...]
    to: str
    subject: str
    receipt: str
    is_held: bool

    @property
    def is_odd(self) -> bool:
        """Whether something in it needs a look."""
        lines = [line for part in self.parts for line in part.lines]
        return self.is_held or any(
            line.what in (FIX, UNDONE) or (line.what == IGNORED and line.said != "no order")
            for line in lines
        )


def letter_text(data: bytes) -> str:
    """The text of a mail."""
    try:
        return open_letter(data).text
    except TheatrumError:
        return data[:LONGEST_MAIL].decode("utf-8", "replace")


def _take(pages: LocalPages, folder: Path, asked: Asked) -> Kept:
    fields = asked.fields
    mails: list[Mail] = []
    unread: list[tuple[str, TheatrumError]] = []
    for name, data in asked.files:
        within, _, last = name.replace("\\", "/").rpartition("/")
        if within and last.startswith("."):  # a file of the system's own
            continue
        shown = one_line(last) or "a file"
        try:
            mails += mails_in(shown, data)
        except TheatrumError as error:
            unread.append((shown, error))
    pasted = fields.one("text").replace("\r\n", "\n")
    if pasted:
        mails += mails_in("pasted", f"{pasted}\n".encode())
    if not mails and not unread:
        raise UsageError("there is no mail", hint="paste one, or choose files")
    power, by_power = fields.one("power"), fields.one("power") == "all"
    how = Taking("" if by_power else power)
    given = ["--all"] if by_power else ["--power", power] if power else []
    given += ["--smtp"] if fields.one("smtp") else []
    names = [name for name, _ in asked.files] + (["-"] if pasted else [])
    words = ["submit", folder.name, *given, *names]
    sends = bool(fields.one("smtp"))
    return _taken(pages, folder, mails, how, words, unread=unread, by_power=by_power, sends=sends)


def _assign(pages: LocalPages, folder: Path, asked: Asked) -> Kept:
    """Take a mail for the power that the referee names."""
    fields = asked.fields
    kept = pages.kept_as(Kept, fields.one("number"))
    left = {str(at): one for at, one in enumerate(kept.left)} if kept else {}
    if kept is None or kept.slug != folder.name or fields.one("mail") not in left:
        raise UsageError("this mail is no longer here", hint="drop it again")
    (mail, _), power = left.pop(fields.one("mail")), needed(fields, "power", "the power")
    sends = bool(fields.one("smtp"))
    smtp = ["--smtp"] if sends else []
    words = ["submit", folder.name, "--power", power, *smtp, mail.name]
    others = tuple(left.values())
    return _taken(pages, folder, [mail], Taking(power), words, others=others, sends=sends)


def _correct(pages: LocalPages, folder: Path, asked: Asked) -> Kept:
    """Store a sheet in which the referee has corrected lines: as a mail that came with it."""
    game = settled(folder)
    power = needed(asked.fields, "power", "the power")
    moment = game.current_moment
    texts = read_order_texts(game, moment)
    if power not in texts:
        raise UsageError("the power has no sheet", hint="paste its orders first")
    lines = texts[power].text.rstrip("\n").split("\n")
    for number in range(1, len(lines) + 1):
        if f"line-{number}" in asked.fields.values:
            lines[number - 1] = asked.fields.one(f"line-{number}")
    last = standing(versions_of(folder, moment, power), power)
    # The player's words and the time of arrival stay with the orders.
    lines += ["READY"] if last is not None and last.ready else []
    text = "".join(f"{line}\n" for line in lines if line.strip())
    received = last.came if last is not None else ""
    how = Taking(power, mode="replace", dated=bool(received))
    given = [f"--received={received}"] if received else []
    words = ["submit", folder.name, "--power", power, "--replace", *given, "-"]
    return _taken(pages, folder, [Mail("-", text.encode())], how, words, received=received)


MAILING: Final = {"mails": _take, "assign": _assign, "correct": _correct}


def _taken(
    pages: LocalPages,
    folder: Path,
    mails: Sequence[Mail],
    how: Taking,
    words: Sequence[str],
    received: str = "",
    *,
    unread: Sequence[tuple[str, TheatrumError]] = (),
    others: Sequence[tuple[Mail, str]] = (),
    by_power: bool = False,
    sends: bool = False,
) -> Kept:
    """Store mails, and show the result of each; and `others`, which still wait for a power. With
    `sends` the receipts are sent, too."""
    game = settled(folder)
    check_open(game)
    sending = Namespace(receipts=None, smtp=sends, now=pages.now().isoformat())
    settings = settings_for(sending, folder)
    done = submit_mails(game, mails, how, received, pages.now(), by_power=by_power)
    game = load_game(folder)
    with heard() as sent:
        if settings is not None:
            mail_receipts(sending, game, done.handled, settings)
    left = (*_left(mails, done), *others)
    facts = {
        "done": Done(tuple(words), 0),
        "mails": [_taken_mail(game, mail, pages.now()) for mail in done.handled],
        "left": [
            (at, mail.name, why, letter_text(mail.data)) for at, (mail, why) in enumerate(left)
        ],
        "unread": [(name, str(error)) for name, error in unread],
        "sends": sends,
        "notes": [*done.notes, *(line for _, line in sent)],
        "powers": [(power, power_name(game.ruleset, power)) for power in game.ruleset.powers],
    }
    return Kept(folder.name, "mails.html", facts, left)


def _left(mails: Sequence[Mail], done: Submitted) -> list[tuple[Mail, str]]:
    """The mails from which nothing was taken, and why."""
    named: dict[str, list[Mail]] = {}
    for mail in mails:
        named.setdefault(mail.name, []).append(mail)
    return [(mail, error.problem) for name, error in done.errors for mail in named.pop(name, [])]


def _taken_mail(game: Game, mail: Handled, now: datetime) -> TakenMail:
    power, source = mail.receipt.power, mail.source
    senders = [part for part in source.sender.split(", ") if part]
    to = recipient(senders, table_of(game).addresses.get(power, ()), stranger=mail.stranger)
    draft = answer_to(
        mail.receipt,
        to or "nobody@example.org",
        player_of(game, power, game.current_moment),
        now=now,
        subject=source.subject,
        message_id=source.message_id,
        strange_sender=", ".join(senders) if mail.stranger else "",
    )
    is_held = any(phase.is_held for phase in mail.receipt.phases)
    text = draft.get_content() if mail.stranger and senders else format_receipt(mail.receipt)
    return TakenMail(
        mail_line(game, mail), power, account_of(mail), to, str(draft["Subject"]), text, is_held
    )
