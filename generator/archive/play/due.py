"""Games whose time is up: the deadline of the phase that they wait for has passed, with its grace;
or everyone who owes orders is ready, in a game that does not wait then (`early = "all-ready"`).

Made to be called again and again by a scheduler: nothing is done twice, and no phase is adjudicated
before its time. The code that takes mail knows which powers are ready, and passes that in.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import partial
from pathlib import Path

from msgspec import Struct

from generator.archive.dates.deadlines import Deadline, deadline_of, zone_of
from generator.archive.dates.scheduling import by_rhythm, dated
from generator.archive.files.writing import commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.settings import EARLY
from generator.archive.play.adjudicating import Adjudicated, adjudicate_in, check_game, follows
from generator.archive.secret.sealed_record import check_unsealed

Ready = Callable[[Game], bool]
"""Whether all who owe orders in a game are ready."""


class DueGame(Struct, frozen=True):
    """A game whose time is up: since when, and whose orders are missing. `early`: all are ready
    before the deadline (None in a game without one)."""

    deadline: Deadline | None
    missing: tuple[str, ...]
    early: bool = False


class Kept(Struct, frozen=True):
    """The results for a game: the phases that were adjudicated, and the deadline that the rhythm
    then set. `note` is for the referee, or ""; `early`: all were ready before the deadline."""

    slug: str
    done: tuple[Adjudicated, ...] = ()
    deadline: Deadline | None = None
    note: str = ""
    early: bool = False


def waiting_deadline(game: Game) -> Deadline | None:
    """The deadline of the phase that a game waits for; None where it has none, is over or put
    away."""
    if game.settings.archived or game.is_over:
        return None
    return deadline_of(game.settings, game.current_moment)


def is_early(game: Game, now: datetime, all_ready: Ready) -> bool:
    """Whether a game continues before its deadline: it may, and all orders due are ready. Raises
    FileErrors."""
    if game.settings.early != EARLY or game.settings.archived or game.is_over:
        return False
    deadline = waiting_deadline(game)
    is_past = deadline is not None and deadline.is_past(now)
    return not is_past and not game.settings.pause and all_ready(game)


def due_of(game: Game, now: datetime, all_ready: Ready) -> DueGame | None:
    """The game if its time is up, otherwise None. `now` has a zone. Raises FileErrors."""
    deadline = waiting_deadline(game)
    is_past = deadline is not None and deadline.is_past(now)
    if not is_past and not is_early(game, now, all_ready):
        return None
    return DueGame(deadline, check_game(game).missing, not is_past)


def adjudicate_due(folder: Path, now: datetime, all_ready: Ready) -> Kept:
    """Adjudicate the phase that a game waits for if its time is up, and those that follow at once.

    The ruleset decides for powers whose orders are missing. The phase after that gets its
    deadline by the game's rhythm, if it has one; a deadline that would have passed already is left
    to the referee, so that a scheduler that was off plays no game to its end. Raises GameError and
    FileError; phases before that are done.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        done: list[Adjudicated] = []
        deadline = waiting_deadline(game)
        early = is_early(game, now, all_ready)
        if early or (deadline is not None and deadline.is_past(now)):
            check_unsealed(game)
            done.append(adjudicate_in(game, partial(commit, folder)))
            while follows(done[-1]):
                began = str(done[0].moment)
                done.append(adjudicate_in(load_game(folder), partial(commit, folder), began=began))
            game = load_game(folder)
        following, note = _set_next(game, now)
    return Kept(game.slug, tuple(done), following, note, early)


def _set_next(game: Game, now: datetime) -> tuple[Deadline | None, str]:
    """Give the phase that waits its deadline by the rhythm, if it has none. Also where an earlier
    run was cut short after the adjudication."""
    if game.settings.archived or game.settings.pause or game.is_over:
        return None, ""
    moment = game.current_moment
    if deadline_of(game.settings, moment) is not None:
        return None, ""
    when = by_rhythm(game, moment)
    if when is None:
        return None, ""
    if when.replace(tzinfo=zone_of(game.settings)) <= now:
        title = game.ruleset.phase_title(moment)
        return None, f"{title} would have been due by the rhythm already: set its deadline"
    commit(game.folder, dated(game, moment, when))
    return deadline_of(load_game(game.folder).settings, moment), ""
