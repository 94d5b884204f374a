"""The deadlines of a game as a calendar file (iCalendar, RFC 5545).

The same game always gives the same file: times come from game.toml, never from the clock. A
deadline that is moved keeps its UID and gets a higher SEQUENCE, by which calendars recognize the
newer entry: the minutes up to the latest time it ever had, plus how often it was moved.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Final

from msgspec import Struct

from generator.archive.dates.deadlines import (
    Deadline,
    deadline_of,
    due_time,
    due_words,
    written_deadline,
)
from generator.archive.game.game import Game
from generator.archive.game.phasenames import title_of
from generator.archive.game.settings import GameSettings
from generator.engine.phases import Moment

_PRODUCT: Final = "-//Theatrum//Theatrum//EN"
_WIDTH: Final = 75
"""Octets of a line, its end not counted."""
_EPOCH: Final = datetime(2000, 1, 1, tzinfo=UTC)
_MOST: Final = 2**30
_NAMESPACE: Final = "5f3d8f5e-3c57-5d0b-9d53-6a3b6a2c1e77"


class Appointment(Struct, frozen=True):
    """One deadline in a calendar. `uid` stays the same when it is moved; `former` are those before
    it; `is_over` once the phase
    has been adjudicated: no one needs an alarm for it any more."""

    uid: str
    deadline: Deadline
    former: tuple[datetime, ...]
    title: str
    about: str
    is_over: bool


def game_calendar(game: Game, address: str = "") -> str:
    """All deadlines of a game as the text of a calendar file; "" if game.toml has none.

    `address` is the whole address of the game's pages, or "".
    """
    found = appointments(game)
    return format_calendar(game.settings.title, found, address) if found else ""


def appointments(game: Game) -> tuple[Appointment, ...]:
    """The deadlines in game.toml, in the order of time."""
    played = {str(record.moment): record.moment for record in game.phases}
    over = game.is_over
    now = None if over else game.current_moment
    names = game.ruleset.powers
    found = []
    for name in game.settings.dates:
        year, _, phase = name.partition(" ")
        moment = played.get(name) or Moment(int(year), now.number if now else 1, phase)
        # A phase that was played keeps its deadline, even where the game is over.
        find = written_deadline if name in played else deadline_of
        deadline = find(game.settings, moment)
        if deadline is None:
            continue
        about = f"Orders are due {due_words(deadline)}."
        if now is not None and str(now) == name:
            awaited = [names[power].name for power in game.ruleset.awaits(game.current_state())]
            about += f" They are due from {', '.join(awaited)}." if awaited else ""
        title = f"{game.settings.title}: {title_of(game, moment) or moment}"
        done = over or name in played
        moved = game.settings.moved.get(name, ())
        former = tuple(due_time(game.settings, given) for given in moved)
        found.append(Appointment(_uid(game, name), deadline, former, title, about, done))
    return tuple(sorted(found, key=lambda entry: (entry.deadline.due.astimezone(UTC), entry.uid)))


def _uid(game: Game, phase: str) -> str:
    """A UUID of the game and the phase: the same wherever and whenever it is made."""
    from uuid import UUID, uuid5

    settings: GameSettings = game.settings
    return str(uuid5(UUID(_NAMESPACE), f"{settings.seed_commitment}/{game.slug}/{phase}"))


def format_calendar(title: str, found: Sequence[Appointment], address: str = "") -> str:
    """The text of a calendar file: lines of at most 75 octets that end in CR LF."""
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:{_PRODUCT}", "CALSCALE:GREGORIAN"]
    lines += [f"NAME:{_escaped(title)}", f"X-WR-CALNAME:{_escaped(title)}"]
    for appointment in found:
        lines += _event(appointment, address)
    lines.append("END:VCALENDAR")
    return "".join(f"{_folded(line)}\r\n" for line in lines)


def _event(appointment: Appointment, address: str) -> Iterator[str]:
    deadline = appointment.deadline
    yield "BEGIN:VEVENT"
    yield f"UID:{appointment.uid}"
    # The time of writing is left out on purpose: the same game always gives the same file.
    latest = max((deadline.due, *appointment.former), key=lambda due: due.astimezone(UTC))
    yield f"DTSTAMP:{_utc(latest)}"
    yield f"SEQUENCE:{_sequence(latest) + len(appointment.former)}"
    if deadline.whole_day:
        yield f"DTSTART;VALUE=DATE:{_day(deadline.due)}"
        yield f"DTEND;VALUE=DATE:{_day(deadline.due + timedelta(days=1))}"
    else:
        yield f"DTSTART:{_utc(deadline.due)}"
        if deadline.grace:
            yield f"DTEND:{_utc(deadline.closes)}"
    yield f"SUMMARY:{_escaped(appointment.title)}"
    yield f"DESCRIPTION:{_escaped(appointment.about)}"
    if address:
        yield f"URL:{address}"
    yield "TRANSP:TRANSPARENT"
    if not appointment.is_over:
        yield "BEGIN:VALARM"
        yield "ACTION:DISPLAY"
        yield f"DESCRIPTION:{_escaped(appointment.title)}"
        # Whole days begin at midnight: the evening before.
        yield f"TRIGGER:{'-PT6H' if deadline.whole_day else '-P1D'}"
        yield "END:VALARM"
    yield "END:VEVENT"


def _sequence(latest: datetime) -> int:
    """Minutes since 2000."""
    minutes = (latest.astimezone(UTC) - _EPOCH) // timedelta(minutes=1)
    return min(max(minutes, 0), _MOST)


def _utc(when: datetime) -> str:
    utc = when.astimezone(UTC)
    return f"{_day(utc)}T{utc:%H%M%S}Z"


def _day(when: datetime) -> str:
    # Not %Y: it leaves out the zeros of early years on some systems.
    return f"{when.year:04}{when:%m%d}"


def _escaped(text: str) -> str:
    """A text as an iCalendar value: special characters are escaped, invisible ones left out."""
    text = text.replace("\\", "\\\\").replace(";", "\\;").replace(",", "\\,")
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\n", "\\n")
    return "".join(letter for letter in text if letter >= " " and letter != "\x7f")


def _folded(line: str) -> str:
    """A line in pieces of at most 75 octets, never through a letter; each but the first begins
    with a space."""
    pieces: list[str] = []
    piece, size = "", 0
    for letter in line:
        octets = len(letter.encode())
        if size + octets > _WIDTH:
            pieces.append(piece)
            piece, size = " ", 1
        piece, size = piece + letter, size + octets
    return "\r\n".join([*pieces, piece])
