"""Sentences about deadlines in the output of other commands."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

from generator.archive import Game
from generator.archive.dates.deadlines import Deadline, deadline_of, due_words, pause_words
from generator.archive.game.settings import GameSettings
from generator.commands.output import power_names
from generator.engine.errors import UsageError
from generator.engine.words import count


def away(found: Deadline, now: datetime) -> str:
    """How far a deadline is, in words: "in 3 days", "4 hours ago"."""
    if found.is_past(now):
        return f"{_rounded_span(now, found.closes)} ago"
    if now > found.due:
        return f"past; orders are still accepted for {_rounded_span(now, found.closes)}"
    return f"in {_rounded_span(now, found.due)}"


def pause_facts(settings: GameSettings) -> dict[str, Any] | None:
    """A pause for a program; None for a game that is not paused."""
    pause = settings.pause
    if pause is None:
        return None
    return {
        "since": pause.since.isoformat(),
        "until": pause.until.isoformat() if pause.until else None,
        "reason": pause.reason,
        "words": pause_words(settings),
    }


def clock(given: str) -> datetime:
    """The time that --now gives, in UTC if it has no zone; the clock's without the option.

    Raises UsageError.
    """
    if not given:
        return datetime.now(UTC)
    from generator.archive.dates.written_dates import read_when

    when = read_when(given, GameSettings(1, "", ""))
    if not isinstance(when, datetime):
        raise UsageError(f"{given!r} is not a time", hint="--now 2027-03-07T20:00Z")
    return when if when.tzinfo is not None else when.replace(tzinfo=UTC)


def late_warning(game: Game, now: datetime) -> str:
    """A warning against adjudicating before the deadline; "" after it, or without one. `now` has a
    zone."""
    if game.is_over:
        return ""
    if game.settings.pause:
        return f"warning: {game.slug} is {pause_words(game.settings)}"
    found = deadline_of(game.settings, game.current_moment)
    if found is None or found.is_past(now):
        return ""
    from generator.archive.play.adjudicating import check_game

    missing = check_game(game).missing
    who = (
        f"; no orders yet from {power_names(game.ruleset, missing)}"
        if missing
        else "; all orders have arrived"
    )
    return f"warning: orders are due {due_words(found)}, {away(found, now)}{who}"


def rhythm_hint(game: Game) -> str:
    """A line with the deadline that the game's rhythm gives to the phase that waits, if it has no
    deadline yet; or ""."""
    if game.is_over or game.settings.pause or not game.settings.rhythm:
        return ""
    from generator.archive.dates.scheduling import by_rhythm

    moment = game.current_moment
    when = by_rhythm(game, moment)
    if when is None or deadline_of(game.settings, moment) is not None:
        return ""
    return (
        f"by your rhythm {game.ruleset.phase_title(moment)} is due {when:%Y-%m-%d %H:%M}: "
        f"theatrum deadline {game.slug} --set rhythm"
    )


def _rounded_span(one: datetime, other: datetime) -> str:
    """A length of time to its largest unit or two: "2 days", "5 hours", "12 minutes"."""
    minutes = int(abs((one - other).total_seconds()) // 60)
    if minutes >= 2880:
        return count(minutes // 1440, "day")
    return count(minutes // 60, "hour") if minutes >= 120 else count(minutes, "minute")
