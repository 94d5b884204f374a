"""When orders are due: days and times of game.toml as moments in time, and the next ones."""

from __future__ import annotations

from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final

from msgspec import Struct

from generator.archive.files.spans import span_words
from generator.archive.game.settings import GameSettings
from generator.engine.phases import Moment

_MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DAYS: Final = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
_LAST_MINUTE: Final = time(23, 59)


class Deadline(Struct, frozen=True):
    """When orders for a phase are due, in the zone of the game. They are taken until `closes`.

    `whole_day`: only a day was given, and all of it counts.
    """

    moment: Moment
    due: datetime
    closes: datetime
    whole_day: bool = False

    @property
    def grace(self) -> timedelta:
        """How long orders are still taken, in real time."""
        # Python subtracts two times of one zone as clocks show them, also when the clocks change.
        return self.closes.astimezone(UTC) - self.due.astimezone(UTC)

    def is_past(self, now: datetime) -> bool:
        """Whether no more orders are taken at a moment in time (with a zone)."""
        return now > self.closes


def zone_of(settings: GameSettings) -> tzinfo:
    """The time zone of a game; UTC where it names none."""
    if not settings.zone:
        return UTC
    from zoneinfo import ZoneInfo

    return ZoneInfo(settings.zone)


def deadline_of(settings: GameSettings, moment: Moment) -> Deadline | None:
    """The deadline of a phase; None where game.toml has none for it, and while the game is
    paused: no deadline applies then."""
    return None if settings.pause else written_deadline(settings, moment)


def written_deadline(settings: GameSettings, moment: Moment) -> Deadline | None:
    """The deadline of a phase in game.toml, also while the game is paused; None without one."""
    given = settings.deadline(moment)
    if given is None:
        return None
    due = due_time(settings, given)
    whole = not isinstance(given, datetime)
    return Deadline(moment, due, _later(due, settings.grace), whole)


def due_time(settings: GameSettings, given: date) -> datetime:
    """A day or time of game.toml as a moment in time, in the zone of the game."""
    return _in_zone(given, zone_of(settings))


def _in_zone(given: date, zone: tzinfo) -> datetime:
    if not isinstance(given, datetime):
        return datetime.combine(given, _LAST_MINUTE, zone)
    return given.replace(tzinfo=zone) if given.tzinfo is None else given.astimezone(zone)


def _later(due: datetime, span: timedelta) -> datetime:
    """A span of real time later; on days with a change of clocks too."""
    return (due.astimezone(UTC) + span).astimezone(due.tzinfo)


def next_deadline(settings: GameSettings, before: Moment, moment: Moment) -> datetime | None:
    """When a phase would be due by the game's rhythm, counted from the phase before it.

    The hour of the day stays, whatever the clocks do in between. None where either is not known.
    """
    last, span = written_deadline(settings, before), settings.rhythm.get(moment.phase)
    if last is None or span is None:
        return None
    if span % timedelta(days=1):
        return _later(last.due, span)
    return last.due + span


def pause_words(settings: GameSettings) -> str:
    """A pause for people: "paused since Friday, 5 March 2027, until Monday, 22 March 2027";
    "" for a game that is not paused."""
    if settings.pause is None:
        return ""
    zone, until = zone_of(settings), settings.pause.until
    said = f"paused since {when_words(settings.pause.since, zone)}"
    said += f", until {when_words(until, zone)}" if until else ""
    return f"{said} ({settings.pause.reason})" if settings.pause.reason else said


def when_words(when: date, zone: tzinfo) -> str:
    """A day or a time for people, the same in every locale."""
    at = _in_zone(when, zone)
    day = f"{_DAYS[at.weekday()]}, {at.day} {_MONTHS[at.month - 1]} {at.year}"
    whole = not isinstance(when, datetime)
    return day if whole else f"{day}, {at.hour:02}:{at.minute:02} {at.tzname()}"


def due_words(deadline: Deadline) -> str:
    """A deadline for people, the same in every locale: "Sunday, 7 March 2027, 20:00 CET"."""
    due = deadline.due
    said = when_words(due.date() if deadline.whole_day else due, due.tzinfo or UTC)
    return f"{said} (grace: {span_words(deadline.grace)})" if deadline.grace else said
