"""The pages of an evening: the games, the mails, the decisions, the sheets, and what was done."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator, Sequence
from datetime import datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from msgspec import Struct
from msgspec.structs import replace

from generator.archive import Game, PhaseRecord, list_games, load_game
from generator.archive.dates.deadlines import deadline_of
from generator.archive.dates.scheduling import by_rhythm
from generator.archive.files.reading import read_exact_text
from generator.archive.files.writing import writing
from generator.archive.game.phasenames import find_played
from generator.archive.people.players import player_of
from generator.archive.people.versions import (
    CORRECTION,
    Submission,
    held_mails,
    standing,
    title_in,
    versions_of,
)
from generator.archive.play.adjudicating import (
    Checked,
    PlacedComplaint,
    check_game,
    last_decided,
    read_order_texts,
)
from generator.archive.play.rehearsal import rehearsal
from generator.archive.secret.sealed_record import unsealed_note
from generator.commands.dues import away
from generator.commands.folders import settled
from generator.commands.mailing import mail_receipts
from generator.commands.output import heard
from generator.commands.receipts import check_open, mail_line, settings_for
from generator.commands.report import power_name
from generator.commands.status import lines_below, status_facts
from generator.commands.submit import Submitted, submit_mails
from generator.engine.errors import FileError, GameError, TheatrumError, UsageError
from generator.mailroom import LONGEST_MAIL, format_receipt, open_letter
from generator.mailroom.account import FIX, IGNORED, UNDONE, Part, account_of
from generator.mailroom.answer import answer_to, one_line, recipient
from generator.mailroom.intake import Handled, Taking
from generator.mailroom.mail_settings import read_mail_settings
from generator.mailroom.mail_table import table_of
from generator.mailroom.mailboxes import Mail, mails_in
from generator.mailroom.on_hold import why_of
from generator.serve.requests import Asked, Fields, LocalPages, Reply, problem
from generator.serve.steps import (
    STEPS,
    TRY,
    Done,
    Step,
    command_line,
    digest_of,
    needed,
    run_command,
)

FORMATS: Final = ("bbcode", "markdown", "html", "text")
WIDTHS: Final = (800, 1200, 1600)
"""The widths of images for forums."""
_PICTURE: Final = "image/svg+xml"


class HeldMail(Struct, frozen=True):
    """A mail on hold, as it is decided on. `mail` is its name in the command."""

    power: str
    mail: str
    phase: str
    title: str
    why: str
    sender: str
    received: str
    orders: str
    letter: str
    is_correction: bool


class SheetLine(Struct, frozen=True):
    """A line of a sheet with what is said of it; one to `fix` has an error."""

    number: int
    text: str
    said: tuple[tuple[str, str], ...] = ()
    fix: bool = False


class SheetFacts(Struct, frozen=True):
    """What a power has sent for the phase. `said` is of the whole sheet; `letter` is the mail from
    which it comes, "" for none."""

    power: str
    name: str
    player: str
    is_missing: bool
    lines: tuple[SheetLine, ...]
    said: tuple[tuple[str, str], ...]
    letter: str
    version: str

    @property
    def fixes(self) -> int:
        return sum(line.fix for line in self.lines)


class TakenMail(Struct, frozen=True):
    """A mail that was taken: what became of it, its letter line by line, and its receipt as a draft
    to copy."""

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


class Kept(Struct, frozen=True):
    """What was done for a game, to be shown and looked at again. `left` are the mails from which
    nothing was taken, and why; `pictures` are the maps that its page shows; `seen` is the digest of
    the game when it was made, whenever it is looked at."""

    slug: str
    template: str
    facts: dict[str, Any]
    left: tuple[tuple[Mail, str], ...] = ()
    pictures: dict[str, bytes] = {}
    seen: str = ""


# --- what is shown


def show_games(pages: LocalPages) -> Reply:
    """The games, each with what it waits for."""
    rows = []
    for folder in list_games(pages.games):
        try:
            game = load_game(folder)
            if game.settings.archived:
                continue
            lines = list(state_lines(game, pages.now()))
            rows.append({"slug": folder.name, "title": game.settings.title, "lines": lines})
        except TheatrumError as error:
            rows.append({"slug": folder.name, "title": folder.name, "lines": [(True, str(error))]})
    return Reply(
        "games.html",
        {"games": rows, "folder": str(pages.games), "founds": not pages.games.exists()},
    )


def show_game(pages: LocalPages, slug: str, asked: Asked) -> Reply:
    """The evening of a game on one page."""
    folder = folder_of(pages, slug)
    # Before anything is read: what changes from here on makes the page an older one.
    seen = digest_of(folder)
    game = load_game(folder)
    facts: dict[str, Any] = {
        **_head(pages, game, seen),
        "lines": list(state_lines(game, pages.now())),
        "seals": bool(game.settings.recipients),
        "unseals": bool(unsealed_note(game)),
        "played": game.phases[last_decided(game)].title if game.phases else "",
        "is_over": game.is_over,
        "powers": [(power, power_name(game.ruleset, power)) for power in game.ruleset.powers],
    }
    if not game.is_over:
        try:
            settings = read_mail_settings(folder)
        except FileError as error:  # it stops only what is sent
            settings = None
            facts["lines"].append((True, str(error)))
        checked = check_game(game)
        sheets = _sheets(game, checked)
        told = {sheet.power for sheet in sheets}
        facts |= {
            "phase": checked.title,
            "held": [_held_mail(game, mail) for mail in held_mails(game)],
            "sheets": sheets,
            "others": [_said(one) for one in checked.complaints if one.complaint.power not in told],
            "awaits": bool(game.ruleset.awaits(game.current_state())),
            "when": "" if deadline_of(game.settings, game.current_moment) else _proposed(game),
            "server": settings.host if settings else "",
            "has_deadline": deadline_of(game.settings, game.current_moment) is not None,
            "paused": game.settings.pause is not None,
        }
    return Reply("game.html", facts)


def show_kept(pages: LocalPages, slug: str, rest: Sequence[str]) -> Reply:
    """The latest steps; a map, an image or all of the game; or its post."""
    folder = folder_of(pages, slug)
    match rest:
        case ["did", number, *names]:
            kept = pages.kept.get(int(number) if number.isdecimal() else 0)
            if kept is None or kept.slug != slug:
                return problem(
                    "This is gone",
                    "the page is out of date: load the evening again",
                    status=404,
                )
            if names:
                data = kept.pictures.get(names[0], b"")
                return Reply(data=data, kind=_PICTURE, status=200 if data else 404)
            game = load_game(folder)
            head = _head(pages, game, kept.seen)
            return Reply(kept.template, {**head, **kept.facts, "number": number})
        case ["table"]:
            return _table(pages, digest_of(folder), load_game(folder))
        case ["now.svg"]:
            return Reply(data=_map(load_game(folder)), kind=_PICTURE)
        case ["post", form] if form in FORMATS:
            return _post(pages, load_game(folder), form)
        case ["image", width] if width in map(str, WIDTHS):
            from generator.pages.maps.forum import forum_image
            from mapsvg.png import LIMIT

            game = load_game(folder)
            image = forum_image(game, game.phases[last_decided(game)], int(width), LIMIT)
            return Reply(data=image.data, kind="image/png")
        case ["book.html"]:
            from generator.pages.site.book import game_book
            from generator.pages.site.site import read_site

            site = read_site(pages.games, pages.site, None, 0)
            return Reply(data=game_book(site.maker, load_game(folder)))
    return problem("There is no such page", status=404)


def folder_of(pages: LocalPages, slug: str) -> Path:
    """The folder of a game that there is. Raises GameError."""
    for folder in list_games(pages.games):
        if folder.name == slug:
            return folder
    raise GameError("there is no such game", hint="choose a game on the first page")


def state_lines(game: Game, now: datetime) -> Iterator[tuple[bool, str]]:
    """The status of a game, line by line: whether it needs the referee, and the words."""
    facts = status_facts(game)
    if game.is_over:
        yield False, f"over; {game.ending.text if game.ending else ''}"
    else:
        yield False, facts["phase_title"]
        found = deadline_of(game.settings, game.current_moment)
        if facts["paused"]:
            yield False, facts["paused"]["words"]
        elif found is not None:
            yield found.is_past(now), f"orders due {facts['due']}: {away(found, now)}"
    yield from lines_below(game, facts)


def _head(pages: LocalPages, game: Game, seen: str) -> dict[str, Any]:
    """What every page of a game has. A page that does not fit the game any more says so: its forms
    bring the digest back."""
    return {
        "slug": game.slug,
        "title": game.settings.title,
        "seen": seen,
        "here": f"{pages.top}{game.slug}/",
        "command": command_line(["status", game.slug]),
        "formats": FORMATS,
        "widths": WIDTHS,
    }


def _proposed(game: Game) -> str:
    """The deadline that the game's rhythm proposes; "" where it has none."""
    has = game.settings.rhythm and by_rhythm(game, game.current_moment) is not None
    return "rhythm" if has else ""


def _held_mail(game: Game, mail: Submission) -> HeldMail:
    return HeldMail(
        power_name(game.ruleset, mail.power),
        f"{mail.power}:{mail.number}",
        "" if mail.phase == game.current_moment.phase else mail.phase,
        title_in(game, mail.phase),
        why_of(mail),
        mail.sender,
        mail.received,
        mail.orders,
        _stored_letter(game, mail),
        CORRECTION in mail.aside,
    )


def _letter(data: bytes) -> str:
    """The text of a mail."""
    try:
        return open_letter(data).text
    except TheatrumError:
        return data[:LONGEST_MAIL].decode("utf-8", "replace")


def _stored_letter(game: Game, mail: Submission) -> str:
    return _letter(read_exact_text(game.folder / mail.mail).encode())


def _sheets(game: Game, checked: Checked) -> list[SheetFacts]:
    """The sheets of all that owe orders or have sent some, in the ruleset's order."""
    texts = read_order_texts(game, checked.moment)
    awaited = {*game.ruleset.awaits(game.current_state()), *checked.missing}
    said: dict[tuple[str, int], list[PlacedComplaint]] = {}
    for placed in checked.complaints:
        said.setdefault((placed.complaint.power, placed.complaint.line), []).append(placed)
    found = []
    for power in game.ruleset.powers:
        text = texts[power].text if power in texts else ""
        if power not in awaited and not text.strip():
            continue
        last = standing(versions_of(game.folder, checked.moment, power), power)
        lines = []
        for number, line in enumerate(text.rstrip("\n").split("\n") if text.strip() else (), 1):
            about = said.get((power, number), [])
            is_wrong = any(one.complaint.severity == "error" for one in about)
            lines.append(SheetLine(number, line, tuple(map(_said, about)), is_wrong))
        found.append(
            SheetFacts(
                power,
                power_name(game.ruleset, power),
                player_of(game, power, checked.moment),
                power in checked.missing,
                tuple(lines),
                tuple(map(_said, said.get((power, 0), []))),
                _stored_letter(game, last) if last is not None else "",
                f"version {last.number}, received {last.received}" if last is not None else "",
            )
        )
    return found


def _said(placed: PlacedComplaint) -> tuple[str, str]:
    """The severity of a complaint, and its words without the place."""
    one = placed.complaint
    words = f"{one.problem} ({one.hint})" if one.hint else one.problem
    return one.severity, f"{one.text}: {words}" if one.text and not one.line else words


def _table(pages: LocalPages, seen: str, game: Game) -> Reply:
    """The other decisions of a referee: rulings, corrections, the calendar, players."""
    moment = game.phases[-1].moment if game.is_over else game.current_moment
    powers = [
        (power, power_name(game.ruleset, power), player_of(game, power, moment))
        for power in game.ruleset.powers
    ]
    facts = {
        "is_over": game.is_over,
        "phase": "" if game.is_over else game.ruleset.phase_title(moment),
        "kinds": game.ruleset.primer().rulings,
        "played": [(str(record.moment), record.title) for record in reversed(game.phases)],
        "powers": powers,
        "paused": game.settings.pause is not None,
        "seals": bool(game.settings.recipients),
    }
    return Reply("table.html", {**_head(pages, game, seen), **facts})


def _map(game: Game) -> bytes:
    """The map of the position that waits for orders."""
    from generator.pages.maps.material import material_of

    return material_of(game).file().encode()


def _post(pages: LocalPages, game: Game, form: str) -> Reply:
    """The turn as a post to copy."""
    site = () if pages.site == Path("site") else (f"--site={pages.site}",)
    subject = run_command(pages.games, ("post", game.slug, "--subject", *site))
    done = run_command(pages.games, ("post", game.slug, f"--format={form}", *site))
    facts = {"done": done, "subject": subject.result, "form": form}
    return Reply("post.html", {**_head(pages, game, ""), **facts})


# --- what is done


def do_step(pages: LocalPages, slug: str, name: str, asked: Asked) -> Reply:
    """Do what a form of a game asks for, unless the game has changed since it was shown."""
    folder = folder_of(pages, slug)
    with writing(folder, lends=True):
        if asked.fields.one("seen") != digest_of(folder):
            return problem(
                "Nothing was done",
                "the game has changed since this page was shown, in another tab or by a command",
                "load the page again, then decide",
                status=409,
                back=f"{pages.top}{slug}/",
            )
        if name in ("mails", "assign", "correct"):
            kept = _MAILING[name](pages, folder, asked)
        elif name in STEPS:
            kept = _run(pages, folder, STEPS[name], name, asked.fields)
        else:
            return problem("There is no such step", status=404)
        kept = replace(kept, seen=digest_of(folder))
    return Reply(location=f"{pages.top}{slug}/did/{pages.keep(kept)}/")


def _run(pages: LocalPages, folder: Path, step: Step, name: str, fields: Fields) -> Kept:
    """Run the command of a step; what is only tried at first is offered to be done."""
    words = list(step.words(folder.name, fields))
    only_tries = bool(step.tries or step.does) and fields.one("really") != "yes"
    words[2:2] = step.tries if only_tries else step.does
    pictures = {}
    with TemporaryDirectory() as at:
        orders = Path(at) / f"{fields.one('power')}.txt"
        if name == "amend" and fields.one("orders"):
            orders.write_text(f"{fields.one('orders')}\n".replace("\r\n", "\n"), "utf-8")
            words[2:2] = ["--orders", fields.one("power"), str(orders)]
        done = run_command(pages.games, words)
        if name in ("adjudicate", "amend") and only_tries and done.code == 0:
            pictures = _tried_maps(folder, fields.one("phase"), [*words, *step.does])
        done = replace(done, words=tuple(one.replace(str(orders), orders.name) for one in words))
    again = {key: values for key, values in fields.values.items() if key not in ("seen", "really")}
    facts = {
        "done": done,
        "step": name,
        "label": step.label,
        "offers": only_tries and done.code == 0,
        "again": again,
        "pictures": list(pictures),
        "wrote": not only_tries,
    }
    return Kept(folder.name, "done.html", facts, pictures=pictures)


def _tried_maps(folder: Path, phase: str, words: Sequence[str]) -> dict[str, bytes]:
    """The maps of a phase that a command adjudicates or corrects, with its orders, and of the
    position after it. Words that only try are left out."""
    from generator.pages.maps.material import material_of

    def drawn(record: PhaseRecord) -> bytes:
        return material_of(game, record).file().encode()

    found = {}
    game = load_game(folder)
    if phase:
        found["uncorrected.svg"] = drawn(find_played(game, phase))
    with rehearsal(folder) as copy:
        run_command(copy.parent, [word for word in words if word not in TRY])
        game = load_game(copy)
        found["orders.svg"] = drawn(
            find_played(game, phase) if phase else game.phases[last_decided(game)]
        )
        if not game.is_over:
            found["after.svg"] = _map(game)
    return found


def _take(pages: LocalPages, folder: Path, asked: Asked) -> Kept:
    """Take mails that were dropped or pasted."""
    fields = asked.fields
    mails: list[Mail] = []
    unread: list[tuple[str, TheatrumError]] = []
    for name, data in asked.files:
        within, _, last = name.replace("\\", "/").rpartition("/")
        if within and last.startswith("."):  # what the system keeps in a folder
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
    number, at = fields.one("number"), fields.one("mail")
    kept = pages.kept.get(int(number) if number.isdecimal() else 0)
    if kept is None or kept.slug != folder.name or not at.isdecimal() or int(at) >= len(kept.left):
        raise UsageError("this mail is no longer here", hint="drop it again")
    (mail, _), power = kept.left[int(at)], needed(fields, "power", "the power")
    sends = bool(fields.one("smtp"))
    smtp = ["--smtp"] if sends else []
    words = ["submit", folder.name, "--power", power, *smtp, mail.name]
    others = [one for number, one in enumerate(kept.left) if number != int(at)]
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
    # What the player said with the orders stays said, and they came when they came.
    lines += ["READY"] if last is not None and last.ready else []
    text = "".join(f"{line}\n" for line in lines if line.strip())
    received = last.came if last is not None else ""
    how = Taking(power, mode="replace", dated=bool(received))
    given = [f"--received={received}"] if received else []
    words = ["submit", folder.name, "--power", power, "--replace", *given, "-"]
    return _taken(pages, folder, [Mail("-", text.encode())], how, words, received=received)


_MAILING: Final = {"mails": _take, "assign": _assign, "correct": _correct}


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
    """Store mails, and show what became of each; and `others`, which still wait for a power. With
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
        "left": [(at, mail.name, why, _letter(mail.data)) for at, (mail, why) in enumerate(left)],
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
