"""Setting deadlines in game.toml and moving them; pausing a game (table [pause]) and going on."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Final

from generator.archive.dates.deadlines import Deadline, next_deadline, pause_words, written_deadline
from generator.archive.dates.written_dates import clock_time, read_when, real_time
from generator.archive.files.layout import GAME
from generator.archive.files.reading import parse_toml, read_exact_text, text_in
from generator.archive.files.spans import read_span
from generator.archive.files.toml_editing import with_value, without
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.phasenames import find_open
from generator.archive.game.settings import GameSettings, Pause, read_settings
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Moment

RHYTHM: Final = "rhythm"
"""The word for the deadline that follows from the game's rhythm."""

_DAY = timedelta(days=1)


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
    """Return the text of game.toml with the deadline of a phase ("1901 spring-movement"), or with
    none. The former one is kept below [moved]: calendars recognize the newer entry by the count."""
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


def pause_game(
    folder: Path, now: datetime, since: str = "", until: str = "", reason: str = ""
) -> GameSettings:
    """Write into game.toml that a game is paused; returns the settings. From then on no deadline
    counts. `since` and `until` are as `read_when` takes them; without `since` it is `now`.

    Raises GameError where the game is over or paused, UsageError and FileError; then nothing has
    been written.
    """

    def edit(game: Game, text: str) -> str:
        settings = game.settings
        if settings.pause:
            hint = f"theatrum pause {game.slug} --end"
            raise GameError(f"{game.slug} is {pause_words(settings)}", hint=hint)
        began = clock_time(now, settings).replace(second=0, microsecond=0)
        pause = Pause(
            read_when(since, settings, now) if since else began,
            read_when(until, settings, now) if until else None,
            " ".join(reason.split()),
        )
        if pause.until and _start(pause.until, settings) < _start(pause.since, settings):
            raise GameError(
                "the pause would be over before it begins",
                hint="give a later --until, or leave it out",
            )
        path = game.folder / GAME
        for key, value in (
            ("since", pause.since),
            ("until", pause.until),
            ("reason", pause.reason),
        ):
            if value:
                text = with_value(path, text, ("pause", key), value)
        return text

    return _edit(folder, edit)[1]


def resume_game(folder: Path, now: datetime, when: str = "") -> tuple[Deadline, ...]:
    """Take the pause out of game.toml. The deadline of the phase that the game waits for, and
    those of later phases, move by the length of the pause: by whole days, so that the hour stays.
    With `when`, the phase that waits is due then, and later ones stay. Returns the deadlines that
    are ahead.

    Raises GameError where the game is not paused, UsageError and FileError; then nothing has been
    written.
    """

    def edit(game: Game, text: str) -> str:
        settings, path = game.settings, game.folder / GAME
        if settings.pause is None:
            raise GameError(f"{game.slug} is not paused", hint=f"theatrum pause {game.slug}")
        text = without(path, text, ("pause",))
        if when:
            due = read_when(when, settings, now)
            return with_deadline(game, text, str(game.current_moment), due)
        length = now - _start(settings.pause.since, settings)
        days = max(-(-length // _DAY), 0) * _DAY
        played = {str(record.moment) for record in game.phases}
        for name, due in settings.dates.items():
            if name not in played:
                text = with_deadline(game, text, name, later(due, days, settings))
        return text

    game, settings = _edit(folder, edit)
    current = game.current_moment
    found = written_deadline(settings, current)
    return (found,) if found else ()


def _start(when: date, settings: GameSettings) -> datetime:
    """The moment in time at which a day or a time begins."""
    if not isinstance(when, datetime):
        when = datetime(when.year, when.month, when.day)
    return real_time(when, settings)


def _edit(folder: Path, edit: Callable[[Game, str], str]) -> tuple[Game, GameSettings]:
    """Edit game.toml; returns the game as it was, and the new settings."""
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if game.ending is not None:
            raise GameError(f"{game.slug} is over: {game.ending.text}")
        path = folder / GAME
        text = edit(game, read_exact_text(path))
        settings = read_settings(parse_toml(text_in(text.encode(), path), path))
        commit(folder, Change({GAME: text}))
    return game, settings
