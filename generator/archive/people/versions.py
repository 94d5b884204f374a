"""The versions of a power's orders for a phase: which one counts, and which are on hold, in
words as well."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from hashlib import sha256
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec import Struct

from generator.archive.files.layout import PRIVATE, mail_path
from generator.archive.files.leftovers import tell
from generator.archive.files.reading import Remembered, entries, read_exact_text, read_toml
from generator.archive.game.game import Game
from generator.engine.errors import FileError, GameError, Place
from generator.engine.phases import Moment

LATE: Final = "late"
"""It came after the deadline, with its grace."""
STRANGER: Final = "stranger"
"""It came from an address that is not noted for the power."""
CORRECTION: Final = "correction"
"""It looks like a correction of a few orders, not like a new sheet."""
OLDER: Final = "older"
"""It is older than the version that counts; no one has to decide anything."""
_REASONS: Final = (LATE, STRANGER, CORRECTION, OLDER)
_WHY: Final[Mapping[str, str]] = MappingProxyType(
    {LATE: "late", STRANGER: "a stranger", CORRECTION: "looks like a correction"}
)
"""The reasons for putting a mail on hold, in words."""
_TEXTS: Final = (
    "received", "orders", "came", "sent", "written", "sender", "subject", "message_id", "taken",
)  # fmt: skip


class MailSource(Struct, frozen=True):
    """Where orders came from. `received` is when, in words for people; `came` the same in UTC
    ("2027-03-07T19:59:00+00:00"), and `sent` the time by which the newest is found; "" where it is
    not known. The rest is from the headers of the mail. `original` is all of it, as it came."""

    original: str
    received: str = ""
    came: str = ""
    sent: str = ""
    written: str = ""
    sender: str = ""
    subject: str = ""
    message_id: str = ""


class Submission(Struct, frozen=True):
    """A version of a power's sheet for a phase; `number` counts from 1. `received` is what the one
    who stored it said, "" for nothing. `mail` is the path of the mail."""

    power: str
    number: int
    received: str
    """the time of arrival, as given in the receipt"""
    orders: str
    """the orders of this version; for a correction, the whole sheet"""
    mail: str
    phase: str = ""
    came: str = ""
    """the time of arrival in UTC"""
    sent: str = ""
    """the time that decides which mail is newest, in UTC"""
    written: str = ""
    """the author's own date"""
    sender: str = ""
    """from the mail's headers"""
    subject: str = ""
    """from the mail's headers"""
    message_id: str = ""
    """from the mail's headers"""
    aside: tuple[str, ...] = ()
    """why it is on hold: `"late"`, `"stranger"`, `"correction"`; `"older"` if it is older than
    the version that counted"""
    stood: int = 0
    """its number among the versions that have counted: the highest one counts, 0 has never
    counted"""
    rejected: bool = False
    """you rejected it"""
    taken: str = ""
    """for a correction, the orders of the mail without the rest of the sheet"""
    lines: tuple[int, ...] = ()
    """the lines of the mail with the orders"""
    ready: bool = False
    """the player wrote `READY` with these orders"""

    @property
    def is_held(self) -> bool:
        """Whether it waits for the referee's decision."""
        return (
            not self.stood and not self.rejected and any(reason != OLDER for reason in self.aside)
        )


def submissions_of(folder: Path, moment: Moment) -> tuple[Submission, ...]:
    """All that was stored for a phase, by power and number. Raises FileError."""
    mails = (folder / mail_path(moment.year, moment.phase, "x", 1, "txt")).parent.parent
    return tuple(one for power in entries(mails) for one in versions_of(folder, moment, power))


def versions_of(folder: Path, moment: Moment, power: str) -> tuple[Submission, ...]:
    """The stored versions of a power's sheet for a phase, in order. Raises FileError."""
    return tuple(
        _remembered(folder, moment, power, number)
        for number in numbers_of(folder, moment.year, moment.phase, power)
    )


_VERSIONS: Final = Remembered[Submission]()


def _remembered(folder: Path, moment: Moment, power: str, number: int) -> Submission:
    path = folder / mail_path(moment.year, moment.phase, power, number, "toml")
    return _VERSIONS.get(path, lambda: _read(folder, moment, power, number))


def numbers_of(folder: Path, year: int, phase: str, power: str) -> tuple[int, ...]:
    """The numbers of a power's versions, in order."""
    mails = (folder / mail_path(year, phase, power, 1, "txt")).parent
    names = [name.partition(".") for name in entries(mails)]
    return tuple(sorted(int(n) for n, _, kind in names if kind == "toml" and n.isdecimal()))


_MAILS: Final = Remembered[bytes]()


def mail_digest(folder: Path, version: Submission) -> bytes:
    """By which the mail of a version is known, as `digest` gives it. Raises FileError."""
    path = folder / version.mail
    return _MAILS.get(path, lambda: digest(read_exact_text(path)))


def digest(mail: str) -> bytes:
    """By which a mail is known that came twice."""
    return sha256(mail.encode("utf-8", "surrogatepass")).digest()


def standing(versions: Iterable[Submission], power: str) -> Submission | None:
    """The version of a power that counts: the last one that was taken. Where two referees have
    merged their versions there may be two, and then it is the newer one."""
    own = [version for version in versions if version.power == power and version.stood]
    return max(own, key=lambda version: (version.stood, version.sent, version.number), default=None)


def held_mails(game: Game) -> tuple[Submission, ...]:
    """The mails that wait for the referee's decision, for the phase that the game waits for and for
    later ones of its year: phase by phase, by power and number. Raises FileError."""
    if game.is_over or not (game.folder / PRIVATE).is_dir():
        return ()
    running = game.current_moment
    played = {record.moment.phase for record in game.phases if record.moment.year == running.year}
    mails = (game.folder / mail_path(running.year, "x", "x", 1, "txt")).parent.parent.parent
    phases = [entry for entry in entries(mails) if entry == running.phase or entry not in played]
    phases.sort(key=lambda phase: (phase != running.phase, phase))
    return tuple(
        version
        for phase in phases
        for version in submissions_of(game.folder, Moment(running.year, running.number, phase))
        if version.is_held
    )


def on_hold_facts(game: Game) -> list[dict[str, Any]]:
    """The mails on hold, for programs."""
    return [
        {
            "power": submission.power,
            "name": _name(game, submission),
            "version": submission.number,
            "phase": submission.phase,
            "why": [why for why in submission.aside if why in _WHY],
            "received": submission.received,
            "sender": submission.sender,
            "subject": submission.subject,
            "orders": submission.orders.splitlines(),
            "mail": submission.mail,
        }
        for submission in held_mails(game)
    ]


def on_hold_line(slug: str, found: Sequence[Mapping[str, Any]]) -> str:
    """A line for the referee about what is on hold, as `on_hold_facts` gives it; "" for
    nothing."""
    if not found:
        return ""
    what = "1 mail is" if len(found) == 1 else f"{len(found)} mails are"
    names = ", ".join(
        f"{mail['name']} ({', '.join(_WHY[why] for why in mail['why'])})" for mail in found
    )
    return f"{what} on hold: {names}; theatrum submit {slug} --held"


def on_hold_choices(game: Game, power: str, phase: str, number: int, aside: Sequence[str]) -> str:
    """The referee's choices for a mail that has just been put on hold."""
    name = f"{power}:{number}" if number else power
    at = "" if phase == game.current_moment.phase else f" --phase {phase}"
    command = f"theatrum submit {game.slug} --accept {name}{at}"
    if CORRECTION in aside:
        command = f"{command} --add (order by order) or --replace (the whole sheet)"
    else:
        command = f"{command}, or --reject {name}{at}"
    return f"on hold ({why_of(aside)}): {command}"


def why_of(aside: Sequence[str]) -> str:
    """The reasons in words, for one mail."""
    return ", ".join(_WHY[why] for why in aside if why in _WHY)


def _name(game: Game, submission: Submission) -> str:
    facts = game.ruleset.powers.get(submission.power)
    return facts.name if facts is not None else submission.power


def title_in(game: Game, phase: str) -> str:
    """A phase of the running year for people; "" for one that the ruleset does not know."""
    running = game.current_moment
    try:
        if phase == running.phase:
            return game.ruleset.phase_title(running)
        return game.ruleset.phase_title(Moment(running.year, running.number + 1, phase))
    except (KeyError, GameError):
        return ""


def format_version(submission: Submission) -> str:
    """The text of the file beside a mail."""
    from generator.archive.files.toml_layout import format_toml

    facts: dict[str, Any] = {"received": submission.received, "orders": submission.orders}
    more = {key: getattr(submission, key) for key in _TEXTS[2:]}
    more |= {
        "aside": list(submission.aside),
        "rejected": submission.rejected,
        "lines": list(submission.lines),
        "ready": submission.ready,
    }
    kept = {key: value for key, value in more.items() if value}
    return format_toml({**facts, "stood": submission.stood, **kept})


def _read(folder: Path, moment: Moment, power: str, number: int) -> Submission:
    mail = mail_path(moment.year, moment.phase, power, number, "txt")
    toml = read_toml(folder / mail_path(moment.year, moment.phase, power, number, "toml"))
    texts = {key: toml.data.get(key, "") for key in _TEXTS}
    aside, lines = toml.data.get("aside", []), toml.data.get("lines", [])
    # Orders from before there were versions have each replaced the ones before them.
    stood, rejected = toml.data.get("stood", number), toml.data.get("rejected", False)
    ready = toml.data.get("ready", False)
    if "mark" in toml.data:
        tell(
            FileError(
                "has marks of sealed letters, which are no longer used",
                place=Place(str(folder / PRIVATE)),
                hint="remove the marks; players send orders as plain text",
            )
        )
    if (
        not all(isinstance(text, str) for text in texts.values())
        or not isinstance(aside, list)
        or not isinstance(lines, list)
        or any(reason not in _REASONS for reason in aside)
        or any(type(number) is not int for number in (stood, *lines))
        or type(rejected) is not bool
        or type(ready) is not bool
        or not all(_is_time(texts[key]) for key in ("came", "sent"))
    ):
        raise toml.error("does not match the mail it was made from")
    return Submission(
        power=power,
        number=number,
        mail=mail,
        phase=moment.phase,
        aside=tuple(aside),
        stood=stood,
        rejected=rejected,
        lines=tuple(lines),
        ready=ready,
        **texts,
    )


def _is_time(text: str) -> bool:
    """Whether a text is a time with its zone, or empty."""
    try:
        return not text or datetime.fromisoformat(text).tzinfo is not None
    except ValueError:
        return False
