"""Who is ready and who is silent, in the output of `theatrum status`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.archive import Game
from generator.archive.absence.stand_ins import missed_before
from generator.archive.game.authorship import missed_words
from generator.archive.people.ready import all_ready, readiness, says_who
from generator.commands.report import power_name, power_names
from generator.engine.words import count


def absence_facts(game: Game, missing: Collection[str]) -> dict[str, Any]:
    """Who is ready, and how many phases those have missed who have sent nothing (`missing`), for
    programs. Who is ready is told only where orders are public."""
    found = readiness(game)
    missed = {power: missed_before(game, power, game.current_moment) for power in missing}
    return {
        "ready": {
            "known": found.known,
            "count": len(found.ready),
            "of": len(found.owing),
            "powers": list(found.ready) if says_who(game) else None,
            "early": game.settings.early or None,
            "goes_on": bool(game.settings.early) and all_ready(game),
        },
        "missed": {power: number for power, number in missed.items() if number},
    }


def absence_lines(game: Game, facts: Mapping[str, Any]) -> Iterator[str]:
    """What `absence_facts` gives, as lines for the referee."""
    ready = facts["ready"]
    if ready["count"] or ready["early"]:
        whole = f"{ready['count']} of {count(ready['of'], 'power')}"
        said = whole if ready["known"] else "only the referee knows"
        names = f": {power_names(game.ruleset, ready['powers'])}" if ready["powers"] else ""
        does = ""
        if ready["goes_on"]:
            does = f"; theatrum deadline {facts['game']} --adjudicate plays the phase"
        yield f"ready: {said}{names}{does}"
    for power, number in facts["missed"].items():
        yield f"{power_name(game.ruleset, power)}: {missed_words(number)}"
