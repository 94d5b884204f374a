"""Mails that are dropped, pasted, assigned or corrected on the local page, with the fate of every
line: none is left out."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
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
from generator.engine.errors import Complaint, TheatrumError, UsageError
from generator.mailroom.answer import answer_to, one_line, recipient
from generator.mailroom.intake import Handled, Taking
from generator.mailroom.layers import lines_of
from generator.mailroom.letter import LONGEST_MAIL, open_letter
from generator.mailroom.mail_table import table_of
from generator.mailroom.mailboxes import Mail, mails_in
from generator.mailroom.receipt import PhaseReceipt, format_receipt
from generator.mailroom.table import Ignored
from generator.serve.requests import Asked, LocalPages
from generator.serve.steps import Done, needed

READ, FIX, UNDONE, IGNORED, PASSED = "read", "fix", "undone", "ignored", "passed"
"""Taken as an order; not readable, or doubtful; an order that will not be done, or that others
decide; left out for a reason; words around orders."""


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


class Told(Struct, frozen=True):
    """A line of a letter, its fate, and a word about that. Line 0 is the subject."""

    number: int
    text: str
    what: str
    said: str = ""


class Part(Struct, frozen=True):
    """The lines of a letter's text (`name` is ""), of its subject, or of what is attached."""

    name: str
    lines: tuple[Told, ...]


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


def account_of(mail: Handled) -> tuple[Part, ...]:
    """All lines of a mail, part by part; the blank ones are left out."""
    letter, reading = mail.letter, mail.reading
    if letter is None or reading is None:
        return ()
    taken = {number for section in reading.sections for number in section.numbers}
    told: dict[int, tuple[str, str]] = dict.fromkeys(taken, (READ, ""))
    for phase in mail.receipt.phases:
        told |= {line: said for line, said in _doubts(phase) if line in taken}
    texts = {"": letter.text, **{part.label: part.text for part in letter.parts}}
    if letter.subject:
        texts = {"the subject": letter.subject, **texts}
    found = []
    for name, text in texts.items():
        said = dict(told) if name == reading.source else {}
        for line in reading.ignored:
            if _is_in(line, name):  # a remark behind an order, or all of the line
                left_out = FIX if line.to_fix else IGNORED
                said[line.line] = (READ if line.line in said else left_out, line.why)
        found.append(Part(name, tuple(_lines(name, text, said))))
    return tuple(part for part in found if part.lines)


def _lines(name: str, text: str, told: dict[int, tuple[str, str]]) -> Iterator[Told]:
    layers = {line.number: line.layer for line in lines_of(text)[0]}
    for number, line in enumerate(text.split("\n"), 0 if name == "the subject" else 1):
        if number in told:
            yield Told(number, line, *told[number])
        elif line.strip():
            layer = layers.get(number, "own")
            yield Told(number, line, PASSED, "" if layer in ("own", "mark") else layer)


def _doubts(phase: PhaseReceipt) -> Iterator[tuple[int, tuple[str, str]]]:
    if phase.added:  # its lines are those of the whole sheet
        return
    yield from ((line, (PASSED, "")) for line in phase.headings)
    for line, complaint in phase.problems:
        yield line, (FIX if complaint.severity == "error" else READ, _words(complaint))
    for one in phase.fates:
        if one.why is not None and one.fate in ("no", "perhaps"):
            yield one.line, (FIX if one.why.severity == "error" else UNDONE, _words(one.why))


def _is_in(line: Ignored, name: str) -> bool:
    if name == "the subject" or not line.line:
        return name == "the subject" and not line.line
    where = line.why.rpartition(" (in ")[2] if " (in " in line.why else ""
    return where == (f"{name})" if name else "")


def _words(complaint: Complaint) -> str:
    return f"{complaint.problem} ({complaint.hint})" if complaint.hint else complaint.problem
