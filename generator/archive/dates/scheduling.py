"""Setting deadlines in game.toml, and moving them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from generator.archive.dates.deadlines import Deadline, next_deadline, written_deadline
from generator.archive.dates.written_dates import clock_time, read_when, real_time
from generator.archive.files.layout import GAME
from generator.archive.files.reading import parse_toml, read_exact_text
from generator.archive.files.spans import read_span
from generator.archive.files.toml_editing import with_value, without
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.phasenames import find_open
from generator.archive.game.settings import GameSettings, read_settings
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Moment

RHYTHM: Final = "rhythm"
"""The word for the time that the game's rhythm says."""


def set_deadline(folder: Path, phase: str, when: str, now: datetime | None = None) -> Deadline:
    """Write a deadline into game.toml, where all else stays as it is. `when` as `read_when` takes
    it, with `now` as its clock, or "rhythm". Raises GameError, UsageError and
    FileError; then nothing has been written."""

    def choose(game: Game, moment: Moment) -> date:
        if when != RHYTHM:
            return read_when(when, game.settings, now)
        found = by_rhythm(game, moment)
        if found is None:
            raise GameError(
                f"the rhythm of {game.slug} has no entry for {moment}",
                hint="write it into [rhythm] of game.toml; an earlier phase needs a deadline, too",
            )
        return found

    return _change(folder, phase, choose)


def extend_deadline(folder: Path, phase: str, span: str) -> Deadline:
    """Put a deadline off by a length of time ("2 days"). Raises as `set_deadline` does."""
    length = read_span(span)
    if length is None:
        raise UsageError(f"{span!r} is not a length of time", hint='like "36 hours", "2 days"')

    def choose(game: Game, moment: Moment) -> date:
        given = game.settings.deadline(moment)
        if given is None:
            raise GameError(f"{game.slug} has no deadline for {moment}", hint="set one with --set")
        return later(given, length, game.settings)

    return _change(folder, phase, choose)


def clear_deadline(folder: Path, phase: str) -> Moment:
    """Take the deadline of a phase out of game.toml, where all else stays as it is. Raises
    GameError where it has none, and as `set_deadline` does."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        moment = find_open(game, phase)
        if game.settings.deadline(moment) is None:
            raise GameError(
                f"{game.slug} has no deadline for {moment}",
                hint=f"set one: theatrum deadline {game.slug} --set WHEN",
            )
        commit(folder, dated(game, moment, None))
    return moment


def later(given: date, span: timedelta, settings: GameSettings) -> date:
    """A day or time of game.toml put off. Whole days keep the hour, whatever the clocks do."""
    days = not span % timedelta(days=1)
    try:
        if not isinstance(given, datetime):
            if days:
                return given + span
            given = datetime(given.year, given.month, given.day, 23, 59)
        real = real_time(given, settings)
        if days:
            real = (real + span).astimezone(UTC)
        else:
            real = real.astimezone(UTC) + span
    except OverflowError:
        raise GameError("that date is too far ahead", hint="set an earlier date") from None
    return clock_time(real, settings) if given.tzinfo is None else real.astimezone(given.tzinfo)


def by_rhythm(game: Game, moment: Moment) -> datetime | None:
    """When a phase is due by the game's rhythm, counted from the last deadline before it; without
    a zone, in that of the game. None where either is not known."""
    for record in reversed(game.phases):
        found = next_deadline(game.settings, record.moment, moment)
        if found is not None:
            return clock_time(found, game.settings)
        if written_deadline(game.settings, record.moment) is not None:
            return None
    return None


def dated(game: Game, moment: Moment, when: date | None) -> Change:
    """The change that gives a phase its deadline in game.toml, or none. Raises FileError."""
    path = game.folder / GAME
    return Change({GAME: with_deadline(game, read_exact_text(path), str(moment), when)})


def with_deadline(game: Game, text: str, phase: str, when: date | None) -> str:
    """The text of game.toml with the deadline of a phase ("1901 spring-movement"), or with none.
    The one that it had is kept below [moved]: calendars tell the newer entry by their number."""
    path, before = game.folder / GAME, game.settings.dates.get(phase)
    year, _, name = phase.partition(" ")
    if before is not None and before != when:
        former = (*game.settings.moved.get(phase, ()), before)
        text = with_value(path, text, ("moved", year, name), former)
    if when is None:
        return without(path, text, ("dates", year, name))
    return with_value(path, text, ("dates", year, name), when)


def _change(folder: Path, phase: str, choose: Callable[[Game, Moment], date]) -> Deadline:
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        moment = find_open(game, phase)
        change = dated(game, moment, choose(game, moment))
        text = change.writes[GAME].removeprefix("\ufeff").replace("\r\n", "\n")
        deadline = written_deadline(read_settings(parse_toml(text, folder / GAME)), moment)
        if deadline is None:
            raise GameError(f"{moment} has no deadline")
        commit(folder, change)
    return deadline
