"""`theatrum pause`: a time in which no deadline counts."""

from __future__ import annotations

from argparse import Namespace

from generator.archive import load_game
from generator.archive.dates.deadlines import due_words, pause_words
from generator.commands.calendar import time_of
from generator.commands.dues import pause_facts
from generator.commands.folders import game_folder
from generator.commands.output import show, show_json
from generator.engine.errors import UsageError


def pause(options: Namespace) -> int:
    """Pauses a game, and says since and until when; or ends the pause."""
    from generator.archive.dates.pausing import pause_game

    if options.end:
        return _end(options)
    if options.when:
        raise UsageError("--set is for the end of a pause", hint="add --end")
    folder = game_folder(options)
    settings = pause_game(
        folder, time_of(options), options.since, options.until, options.reason
    )  # fmt: skip
    if options.json:
        show_json({"game": folder.name, "paused": pause_facts(settings)})
        return 0
    show(f"{folder.name}: {pause_words(settings)}")
    show(f"  no deadline counts until: theatrum pause {folder.name} --end")
    return 0


def _end(options: Namespace) -> int:
    """Goes on with a game, and says when orders are due."""
    from generator.archive.dates.pausing import resume_game

    given = [name for name in ("since", "until", "reason") if getattr(options, name)]
    if given:
        raise UsageError(f"--{given[0]} is for the beginning of a pause", hint="--end takes --set")
    folder = game_folder(options)
    found = resume_game(folder, time_of(options), options.when or "")
    game = load_game(folder)
    title = game.ruleset.phase_title(game.current_moment)
    due = due_words(found[0]) if found else None
    if options.json:
        phase = str(game.current_moment)
        facts = {"game": game.slug, "phase": phase, "title": title, "words": due}
        show_json({**facts, "due": found[0].due.isoformat() if found else None})
        return 0
    said = f"due {due}" if due else f"no deadline (theatrum deadline {game.slug} --set WHEN)"
    show(f"{game.slug}: {title}: {said}")
    return 0
