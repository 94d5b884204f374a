"""The pages of an evening: the games, the decisions, the sheets, and the results of steps."""

from __future__ import annotations

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
    why_of,
)
from generator.archive.play.adjudicating import (
    Checked,
    PlacedComplaint,
    adjudicate_on,
    check_game,
    last_decided,
    read_order_texts,
)
from generator.archive.play.rehearsal import rehearsal
from generator.archive.secret.sealed_record import unsealed_note
from generator.commands.dues import away
from generator.commands.output import power_name
from generator.commands.status import lines_below, status_facts
from generator.engine.errors import FileError, GameError, TheatrumError
from generator.mailroom.mail_settings import read_mail_settings
from generator.serve.mails import MAILING, Kept, letter_text
from generator.serve.requests import Asked, Fields, LocalPages, Reply, problem
from generator.serve.steps import (
    STEPS,
    TRY,
    Step,
    command_line,
    digest_of,
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
    """A line of a sheet with the remark about it; one to `fix` has an error."""

    number: int
    text: str
    said: tuple[tuple[str, str], ...] = ()
    fix: bool = False


class SheetFacts(Struct, frozen=True):
    """The sheet of a power for the phase. `said` is of the whole sheet; `letter` is the mail from
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


# --- what is shown


def show_games(pages: LocalPages) -> Reply:
    """The games, each with the phase that it waits for."""
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
        except FileError as error:  # it stops only sending
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
            kept = pages.kept_as(Kept, number)
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
    """The parts of every page of a game. Its forms send the digest back, so that a page that no
    longer fits the game gets a warning."""
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
        why_of(mail.aside),
        mail.sender,
        mail.received,
        mail.orders,
        _stored_letter(game, mail),
        CORRECTION in mail.aside,
    )


def _stored_letter(game: Game, mail: Submission) -> str:
    return letter_text(read_exact_text(game.folder / mail.mail).encode())


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
    from generator.pages.maps.material import material_of

    return material_of(game).file().encode()


def _post(pages: LocalPages, game: Game, form: str) -> Reply:
    site = () if pages.site == Path("site") else (f"--site={pages.site}",)
    subject = run_command(pages.games, ("post", game.slug, "--subject", *site))
    done = run_command(pages.games, ("post", game.slug, f"--format={form}", *site))
    facts = {"done": done, "subject": subject.result, "form": form}
    return Reply("post.html", {**_head(pages, game, ""), **facts})


# --- what is done


def do_step(pages: LocalPages, slug: str, name: str, asked: Asked) -> Reply:
    """Do the step of a form, unless the game has changed since it was shown."""
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
        if name in MAILING:
            kept = MAILING[name](pages, folder, asked)
        elif name in STEPS:
            kept = _run(pages, folder, STEPS[name], name, asked.fields)
        else:
            return problem("There is no such step", status=404)
        kept = replace(kept, seen=digest_of(folder))
    return Reply(location=f"{pages.top}{slug}/did/{pages.keep(kept)}/")


def _run(pages: LocalPages, folder: Path, step: Step, name: str, fields: Fields) -> Kept:
    """Run the command of a step; a step that is tried first is then offered for real."""
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
    """The maps of the phase that a command corrects, or else of the one that is adjudicated, with
    its orders, and of the position after it. Words that only try are left out."""
    from generator.pages.maps.material import material_of

    def drawn(record: PhaseRecord) -> bytes:
        return material_of(game, record).file().encode()

    found = {}
    game = load_game(folder)
    if phase:
        found["uncorrected.svg"] = drawn(find_played(game, phase))
    with rehearsal(folder) as copy:
        if phase:
            run_command(copy.parent, [word for word in words if word not in TRY])
        else:
            for _ in adjudicate_on(copy):
                pass
        game = load_game(copy)
        found["orders.svg"] = drawn(
            find_played(game, phase) if phase else game.phases[last_decided(game)]
        )
        if not game.is_over:
            found["after.svg"] = _map(game)
    return found
