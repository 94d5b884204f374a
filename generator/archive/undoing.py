"""Taking the last phase back."""

from __future__ import annotations

from pathlib import Path

from generator.archive.commitments import without_commitments
from generator.archive.game import check_there, load_game
from generator.archive.layout import (
    REVEALED,
    REVEALED_SEED,
    SEED,
    private_events_path,
    private_state_path,
    scan_documents,
    scan_files,
    state_path,
)
from generator.archive.secrets import withdraw_orders
from generator.archive.sheets import withdraw_sheets
from generator.archive.writing import Change, commit, writing
from generator.engine.errors import GameError
from generator.engine.phases import Moment

__all__ = ["undo_phase"]


def undo_phase(folder: Path) -> Moment:
    """Take the last adjudicated phase back: its state goes, its orders and rulings stay.

    What it published goes too: orders that waited in private/, commitments, and what was revealed
    at the end of the game. So do sheets that were opened for the next phase, unless something was
    written on them.
    Raises GameError if no phase has been adjudicated.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if not game.phases:
            raise GameError(f"{game.slug} has no phase to take back; it stands at its opening")
        moment = game.phases[-1].moment
        sheets = withdraw_sheets(folder, game.settings, game.ruleset, game.current_state())
        sheets |= withdraw_orders(game, moment, sheets)
        sheets |= without_commitments(folder, moment)
        removes = [
            state_path(moment),
            *(private_state_path(moment, name) for name in scan_documents(folder, moment)),
            private_events_path(moment),
            *(path for path, text in sheets.items() if not text),
        ]
        # Published at the end of the game, which is now open again; the secret itself stays.
        if game.is_over and (folder / SEED).exists():
            removes += [REVEALED_SEED, *scan_files(folder, REVEALED)]
        there = tuple(path for path in removes if (folder / path).exists())
        commit(folder, Change({path: text for path, text in sheets.items() if text}, there))
    return moment
