"""Undoing phases: taking back the last one, or several as one change."""

from __future__ import annotations

from pathlib import Path

from generator.archive.files.layout import (
    PLAYED,
    REVEALED,
    REVEALED_SEED,
    SEED,
    private_events_path,
    private_state_path,
    scan_documents,
    scan_files,
    state_path,
)
from generator.archive.files.reading import read_text
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import Game, check_there, load_game
from generator.archive.game.phasenames import find_played
from generator.archive.game.sheets import withdraw_sheets
from generator.archive.play.absence import without_stand_ins
from generator.archive.play.adjudicating import last_decided
from generator.archive.play.redo import with_record
from generator.archive.play.rehearsal import apply, difference, rehearsal
from generator.archive.record.amendments import without_amendments
from generator.archive.record.chaining import without_phase
from generator.archive.record.commitments import with_commitments_of
from generator.archive.secret.sealed_record import check_unsealed
from generator.archive.secret.secrets import withdraw_orders
from generator.engine.errors import GameError
from generator.engine.phases import Moment


def undo_to(folder: Path, phase: str = "") -> tuple[Moment, ...]:
    """Undo a phase ("1620 diplomatic") and all after it, as one change; without a phase, those that
    the last command adjudicated. Returns them, the last one first; the game then waits for the
    first.

    Orders and rulings stay. Everything that the phase published is removed: orders that waited in
    private/, commitments, corrections, and secrets revealed at the end of the game. So are empty
    sheets opened for the next phase, and the orders of stand-ins, which will be written again. All
    of it is kept in private/ for `theatrum undo --redo`. Raises GameError if no phase has been
    adjudicated, or none of that name.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder, whole=False)  # undoing is a way out of a hole, too
        _check_played(game)
        check_unsealed(game)
        number = game.phases.index(find_played(game, phase)) if phase else _last_turn(game)
        taken = tuple(record.moment for record in reversed(game.phases[number:]))
        if len(taken) == 1:
            change = taken_back(game)
        else:
            with rehearsal(folder) as copy:
                for _ in taken:
                    apply(copy, taken_back(load_game(copy, whole=False)))
                change = difference(folder, copy)
        writes = {path: text for path, text in change.writes.items() if text}
        emptied = without_stand_ins(game, taken, writes)
        played = (PLAYED,) if (folder / PLAYED).is_file() else ()
        change = Change({**change.writes, **emptied}, (*change.removes, *played))
        names, years = map(str, reversed(taken)), [moment.year for moment in taken]
        commit(folder, with_record(folder, change, names, years, str(taken[-1])))
    return taken


def _last_turn(game: Game) -> int:
    """The number of the first phase that the last command adjudicated. Where this copy of the game
    does not know it, the phase after which all later ones followed at once."""
    path = game.folder / PLAYED
    began, _, ended = read_text(path).rstrip().partition("\n") if path.is_file() else ("", "", "")
    names = [str(record.moment) for record in game.phases]
    if ended == names[-1] and began in names:
        return names.index(began)
    return last_decided(game)


def _check_played(game: Game) -> None:
    if not game.phases:
        raise GameError(f"{game.slug} has no phase to undo: it is at its opening")


def taken_back(game: Game) -> Change:
    """The change that undoes the last phase. Raises GameError if no phase has been adjudicated."""
    _check_played(game)
    folder, moment = game.folder, game.phases[-1].moment
    sheets = withdraw_sheets(folder, game.settings, game.ruleset, game.current_state())
    sheets |= withdraw_orders(game, moment, sheets)
    stays = (game.opening.moment, *(record.moment for record in game.phases[:-1]))
    sheets |= with_commitments_of(folder, stays)
    sheets |= without_amendments(folder, moment)
    removes = [
        state_path(moment),
        *(private_state_path(moment, name) for name in scan_documents(folder, moment)),
        private_events_path(moment),
        *(path for path, text in sheets.items() if not text),
    ]
    # Published at the end of the game, which is now open again; the secret itself stays. The state
    # in which it ended may be missing.
    if (folder / SEED).exists() and (game.is_over or not game.settings.archived):
        removes += [REVEALED_SEED, *scan_files(folder, REVEALED)]
    there = tuple(path for path in removes if (folder / path).exists())
    change = Change({path: text for path, text in sheets.items() if text}, there)
    return Change({**change.writes, **without_phase(folder, change)}, there)
