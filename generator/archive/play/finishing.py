"""Ending a game before its rules end it, and putting it away."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from msgspec.structs import replace

from generator.archive.files.layout import GAME
from generator.archive.files.reading import read_exact_text
from generator.archive.files.toml_editing import with_value
from generator.archive.files.writing import Change, commit, writing
from generator.archive.game.game import check_there, load_game
from generator.archive.game.settings import nearest
from generator.archive.play.adjudicating import Adjudicated, adjudicate_in
from generator.archive.play.redo import forget
from generator.archive.play.rehearsal import apply, difference, moved, rehearsal
from generator.archive.play.ruling import add_rulings, rulings_file
from generator.archive.secret.sealed_record import check_unsealed
from generator.engine.errors import GameError
from generator.engine.phases import Ruling

RESULTS: Final = ("victory", "draw", "ended")
"""How a game may be ended; a ruleset may know fewer of them."""
_KIND: Final = "end"
"""The kind of ruling by which rulesets end a game."""


def finish_game(
    folder: Path, result: str, powers: Sequence[str], reason: str, *, dry_run: bool = False
) -> Adjudicated:
    """End a game by a ruling on the phase that it waits for, which is adjudicated with it; what
    was secret is then revealed. The ruling and all that follows are written as one change.

    Raises GameError where the game is over, gives no reason, or its ruleset cannot end so.
    """
    check_there(folder)
    if not reason.strip():
        raise GameError("give a reason", hint='add --reason "..."; it is published')
    with writing(folder):
        game = load_game(folder)
        if game.ending is not None:
            raise GameError(f"{game.slug} is over: {game.ending.text}")
        check_unsealed(game)
        for power in powers:
            if power not in game.ruleset.powers:
                hint = nearest(power, game.ruleset.powers, "powers")
                raise GameError(f"there is no power {power}", hint=hint)
        moment = game.current_moment
        facts: dict[str, Any] = {"result": result}
        if powers:
            facts["powers"] = list(powers)
        ruling = Ruling(1, moment.phase, _KIND, reason.strip(), "", MappingProxyType(facts))
        with rehearsal(folder) as copy:
            apply(copy, add_rulings(load_game(copy), moment, rulings_file(ruling)))
            done = adjudicate_in(load_game(copy), partial(apply, copy))
            change = difference(folder, copy)
        if done.ending is None:
            raise GameError(f"the ruling did not end {game.slug}")
        placed = moved(done.complaints, copy, folder)
        if not dry_run:
            commit(folder, Change(change.writes, (*change.removes, *forget(folder))))
    return replace(done, complaints=placed, written=not dry_run)


def archive_game(folder: Path, *, away: bool, unfinished: bool = False) -> bool:
    """Put a game away, or take it out again; False where that has been done already.

    Raises GameError for a game that is not over, unless `unfinished` means that it may be so.
    """
    check_there(folder)
    with writing(folder):
        game = load_game(folder)
        if game.settings.archived == away:
            return False
        if away and not game.is_over and not unfinished:
            raise GameError(
                f"{game.slug} is not over: it is waiting for {game.current_moment}",
                hint="end it with theatrum finish, or archive it unfinished with --unfinished",
            )
        path = folder / GAME
        commit(folder, Change({GAME: with_value(path, read_exact_text(path), ("archived",), away)}))
    return True
