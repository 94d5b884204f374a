"""When a mail came: by the referee, by the last server, or by the clock.

Three times can be known of a mail, and none of them is to be trusted alike:

    --received "2027-03-07 19:00"     the word of the referee                  always counts
    Received: ...; Sun, 7 Mar 2027    the stamp of the last server (topmost)   otherwise
    Date: Mon, 8 Mar 2027             the author's own clock                   never in time

Two questions are asked, and they have different answers where there is no stamp:

    came    was it in time?              the referee's word, the stamp, or else the time now
    sent    which mail is the newest?    the same, but for a pasted mail the author's own date,
                                         as long as it does not lie in the future

So a player cannot be in time by setting back a clock, but two mails pasted in the wrong order are
still put into the right one. A time without a zone is one of the game's zone; "-0000" is UTC.
"""

from __future__ import annotations

from datetime import UTC, datetime

from msgspec import Struct

from generator.archive.dates.deadlines import zone_of
from generator.archive.game.settings import GameSettings
from generator.engine.errors import UsageError
from generator.engine.orders.sheet import shown
from generator.mailroom.letter import Letter


class Arrival(Struct, frozen=True):
    """`came` counts for the deadline; `sent` shows which of several mails is the newest. `said` is
    for people."""

    came: datetime
    sent: datetime
    said: str


def in_utc(when: datetime) -> str:
    """A time in a form that sorts."""
    return when.astimezone(UTC).isoformat(timespec="seconds")


def arrival_of(letter: Letter, given: str, settings: GameSettings, now: datetime) -> Arrival:
    """When a letter came. `given` is the time from the referee, or "".

    The author's own date is never the time of arrival: it only orders mails of the same author that
    no server has stamped. Raises UsageError if `given` is not a time.
    """
    if given:
        came = read_time(given, settings)
        if came is None:
            hint = 'like "2027-03-07 20:00" in the zone of the game, or as mails have it'
            raise UsageError(f"{given!r} is not a time", hint=hint)
        return Arrival(came, came, shown(given))
    stamp = read_time(letter.arrived, settings)
    if stamp is not None:
        return Arrival(stamp, stamp, shown(letter.arrived))
    written = read_time(letter.written, settings)
    # A clock that is fast does not make a mail newer than all that are still to come.
    here = now.astimezone(zone_of(settings))
    said = f"{here:%Y-%m-%d %H:%M} {here.tzname()}"
    return Arrival(now, min(written, now) if written is not None else now, said)


def read_time(text: str, settings: GameSettings) -> datetime | None:
    """A time as mails or people write it, in the zone of the game where it names none; None for
    anything else."""
    from email.utils import parsedate_to_datetime

    if not text.strip():
        return None
    for read in (datetime.fromisoformat, parsedate_to_datetime):
        try:
            found = read(text.strip())
            if found.tzinfo is None:  # mails write UTC as "-0000"
                zone = UTC if text.strip().endswith("-0000") else zone_of(settings)
                found = found.replace(tzinfo=zone)
            found.astimezone(UTC)  # some years have no place in another zone
        except (ValueError, TypeError, IndexError, OverflowError):
            continue
        return found
    return None
