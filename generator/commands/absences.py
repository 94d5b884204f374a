"""Who is ready, who is away and who is silent, in the output of `theatrum status`."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from typing import Any

from generator.archive import Game
from generator.archive.absence.stand_ins import absence_of
from generator.archive.people.ready import all_ready, readiness, says_who
from generator.engine.words import count


def absence_facts(game: Game, missing: Collection[str]) -> dict[str, Any]:
    """Who is ready and who is absent, for programs. Who is ready is told only where orders are
    public; `missing` are the powers that have sent nothing."""
    found = readiness(game)
    absent = {}
    for power in missing:
        absence = absence_of(game, power)
        if absence.missed or absence.on_leave or absence.is_open:
            absent[power] = {
                "missed": absence.missed,
                "leave": absence.on_leave,
                "open": absence.is_open,
            }
    return {
        "ready": {
            "known": found.known,
            "count": len(found.ready),
            "of": len(found.owing),
            "powers": list(found.ready) if says_who(game) else None,
            "early": game.settings.early or None,
            "goes_on": bool(game.settings.early) and all_ready(game),
        },
        "absent": absent,
    }


def absence_lines(facts: Mapping[str, Any]) -> Iterator[str]:
    """What `absence_facts` gives, as lines for the referee."""
    ready = facts["ready"]
    if ready["count"] or ready["early"]:
        whole = f"{ready['count']} of {count(ready['of'], 'power')}"
        said = whole if ready["known"] else "only the referee can tell"
        names = f": {', '.join(ready['powers'])}" if ready["powers"] else ""
        does = ""
        if ready["goes_on"]:
            does = f"; theatrum deadline {facts['game']} --adjudicate goes on"
        yield f"ready: {said}{names}{does}"
    for power, absence in facts["absent"].items():
        words = ["on leave"] if absence["leave"] else []
        if absence["missed"]:
            in_a_row = " in a row" if absence["missed"] > 1 else ""
            words.append(f"{count(absence['missed'], 'phase')} missed{in_a_row}")
        words += ["the seat is open"] if absence["open"] else []
        yield f"{power}: {', '.join(words)}"
