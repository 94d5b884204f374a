"""Pausing a game, and going on with it: the table [pause] of game.toml."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date, datetime, timedelta
from pathlib import Path

from generator.archive.dates.deadlines import Deadline, pause_words, written_deadline
from generator.archive.dates.scheduling import later, with_deadline
from generator.archive.dates.written_dates import clock_time, read_when, real_time
from generator.archive.files.layout import GAME
from generator.archive.files.reading import parse_toml, read_exact_text, text_in
from generator.archive.files.toml_editing import with_value, without
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.settings import GameSettings, Pause, read_settings
from generator.engine.errors import GameError

_DAY = timedelta(days=1)


def pause_game(
    folder: Path, now: datetime, since: str = "", until: str = "", reason: str = ""
) -> GameSettings:
    """Write into game.toml that a game is paused; gives the settings. From then on no deadline
    counts. `since` and `until` are as `read_when` takes them; without `since` it is `now`.

    Raises GameError where the game is over or paused, UsageError and FileError; then nothing has
    been written.
    """

    def edit(game: Game, text: str) -> str:
        settings = game.settings
        if settings.pause:
            raise GameError(f"{game.slug} is {pause_words(settings)}", hint=_resume(game))
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

    return _change(folder, edit)[1]


def resume_game(folder: Path, now: datetime, when: str = "") -> tuple[Deadline, ...]:
    """Take the pause out of game.toml. The deadline of the phase that the game waits for, and
    those of later phases, move by the length of the pause: by whole days, so that the hour stays.
    With `when`, the phase that waits is due then, and later ones stay. Gives the deadlines that
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
        for name in _ahead(game):
            text = with_deadline(game, text, name, later(settings.dates[name], days, settings))
        return text

    game, settings = _change(folder, edit)
    current = game.current_moment
    found = written_deadline(settings, current)
    return (found,) if found else ()


def _ahead(game: Game) -> tuple[str, ...]:
    """The phases with deadlines that have not been played."""
    played = {str(record.moment) for record in game.phases}
    return tuple(name for name in game.settings.dates if name not in played)


def _start(when: date, settings: GameSettings) -> datetime:
    """The moment in time at which a day or a time begins."""
    if not isinstance(when, datetime):
        when = datetime(when.year, when.month, when.day)
    return real_time(when, settings)


def _resume(game: Game) -> str:
    return f"theatrum pause {game.slug} --end"


def _change(folder: Path, edit: Callable[[Game, str], str]) -> tuple[Game, GameSettings]:
    """Edit game.toml; gives the game as it was, and the new settings."""
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
