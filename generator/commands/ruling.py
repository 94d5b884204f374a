"""`theatrum ruling` and `theatrum finish`: a referee's ruling in words instead of TOML; a game ends
early by one, or is archived."""

from __future__ import annotations

from argparse import Namespace

from generator.commands.folders import game_folder
from generator.commands.output import say, show, show_json
from generator.commands.play import phase_facts, print_phase
from generator.engine.errors import UsageError
from generator.engine.rulings import fact_words

_RESULTS = {"draw": "draw", "win": "victory", "victory": "victory", "ended": "ended"}


def run(options: Namespace) -> int:
    """Prints the ruling, the results that it changes, and where it was written."""
    from generator.archive.play.ruling import Words, rule_phase

    folder = game_folder(options)
    words = Words(options.text, options.reason, options.rule, options.secret)
    done = rule_phase(folder, words, options.phase, dry_run=options.dry_run)
    ruling = done.ruling
    facts = (f"{name} {fact_words(value)}" for name, value in ruling.facts.items())
    said = done.said or f"{ruling.kind}: {', '.join(facts)}"
    show(f"{done.title}: ruling {ruling.number}: {said}")
    for line in done.lines or ():
        show(f"  {line}")
    if done.lines == ():
        show("  it changes no result with the present orders")
    elif done.lines is None:
        show("  you will see its effect when the phase is adjudicated")
    if options.dry_run:
        say("dry run, nothing written")
    else:
        say(f"written to {folder / done.file}")
    return 0


def finish(options: Namespace) -> int:
    """Ends a game by a ruling, with the report of the phase that ends with it."""
    from generator.archive.play.ruling import finish_game

    if options.archive or options.reopen:
        return _archive(options)
    if not options.reason:
        raise UsageError("give a reason", hint='--reason "all players agreed"')
    word, *powers = options.result
    if options.game is None and powers:  # `--result win france GAME`: the list takes them all
        options.game = powers.pop()
    if word not in _RESULTS:
        raise UsageError(
            f"{word!r} is not a result", hint="write draw, win or ended, and then the powers"
        )
    done = finish_game(
        game_folder(options),
        _RESULTS[word],
        [power.lower() for power in powers],
        options.reason,
        dry_run=options.dry_run,
    )
    if options.json:
        show_json(phase_facts(done))
    else:
        print_phase(done)
    return 0


def _archive(options: Namespace) -> int:
    """Puts a game away, or takes it out again."""
    from generator.archive.play.ruling import archive_game

    folder = game_folder(options)
    changed = archive_game(folder, away=not options.reopen, unfinished=options.unfinished)
    where = "in play again" if options.reopen else "archived"
    if not changed:
        say(
            f"{folder.name} was {where} already"
            if not options.reopen
            else f"{folder.name} was not archived"
        )
        return 0
    show(f"{folder.name} is {'no longer archived' if options.reopen else where}")
    return 0
