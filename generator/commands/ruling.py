"""`theatrum ruling`: records what a referee decides, in words instead of TOML."""

from __future__ import annotations

from argparse import Namespace

from generator.commands.folders import game_folder
from generator.commands.output import say, show
from generator.engine.rulings import fact_words


def run(options: Namespace) -> int:
    """Prints what is ruled and what comes out otherwise by it, and where it was written."""
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
