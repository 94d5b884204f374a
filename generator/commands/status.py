"""`theatrum status`: what each game waits for."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Collection, Iterator, Mapping
from datetime import UTC
from pathlib import Path
from typing import Any

from generator.archive import Game, list_games
from generator.archive.dates.deadlines import deadline_of, due_words
from generator.archive.game.authorship import missed_words
from generator.archive.git.status import uncommitted
from generator.archive.people.ready import all_ready, readiness, says_who
from generator.archive.people.versions import on_hold_facts, on_hold_line
from generator.archive.play.absence import missed_before
from generator.archive.play.adjudicating import check_game
from generator.archive.secret.sealed_record import unsealed_note
from generator.commands.dues import pause_facts
from generator.commands.folders import for_each_game, game_folder, settled
from generator.commands.output import power_name, power_names, say, show, show_json
from generator.commands.people import warn_of_people
from generator.engine.words import count

_SHOWN = 5


def run(options: Namespace) -> int:
    folders = [game_folder(options)] if options.game else list_games(options.games)
    if not folders:
        say(f"there are no games in {options.games} (theatrum new GAME makes one)")
    found: list[dict[str, Any]] = []

    def take(folder: Path) -> None:
        game = settled(folder)
        warn_of_people(game)
        found.append(status_facts(game))
        if not options.json:
            _print(game, found[-1])

    code = for_each_game(folders, take, strict=bool(options.game))
    if options.json:
        show_json(found)
    is_elsewhere = any(facts.get("elsewhere") for facts in found)
    return 1 if is_elsewhere and not options.public else code


def status_facts(game: Game) -> dict[str, Any]:
    """The state of a game, for programs. Raises FileError and GameError."""
    facts: dict[str, Any] = {
        "game": game.slug,
        "title": game.settings.title,
        "ruleset": game.ruleset.id,
        "phases": len(game.phases),
    }
    changed = uncommitted(game.folder)
    ending = game.ending
    if ending is not None:
        facts["ending"] = {
            "kind": ending.kind,
            "powers": list(ending.powers),
            "text": ending.text,
        }
    elif game.settings.archived:
        facts["ending"] = {"kind": "archived", "powers": [], "text": "archived, not finished"}
    else:
        checked = check_game(game)
        moment = checked.moment
        severities = [complaint.complaint.severity for complaint in checked.complaints]
        deadline = game.settings.deadline(moment)
        due = deadline_of(game.settings, moment)
        facts |= {
            "year": moment.year,
            "phase": moment.phase,
            "phase_title": checked.title,
            "deadline": deadline.isoformat() if deadline else None,
            "due": due_words(due) if due else None,
            "due_utc": due.due.astimezone(UTC).isoformat() if due else None,
            "paused": pause_facts(game.settings),
            "orders": checked.orders,
            "due_from": list(game.ruleset.awaits(game.current_state())),
            "missing": list(checked.missing),
            "elsewhere": unsealed_note(game),
            "errors": severities.count("error"),
            "warnings": severities.count("warning"),
            "aside": on_hold_facts(game),
            **absence_facts(game, checked.missing),
        }
    facts["uncommitted"] = None if changed is None else list(changed)
    return facts


def _print(game: Game, facts: dict[str, Any]) -> None:
    name = facts["game"]
    if "ending" in facts:
        show(f"{name}: over; {facts['ending']['text']}")
    else:
        due = ""
        if facts["paused"]:
            due = f"; {facts['paused']['words']}"
        elif facts["due"]:
            due = f"; orders due {facts['due']} ({facts['due_utc'][:16]}Z)"
        show(f"{name}: {facts['phase_title']}{due}")
    for _, line in lines_below(game, facts):
        show(f"  {line}")


def lines_below(game: Game, facts: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    """The lines of a game's status below its phase and its deadline: whether the referee has
    something to do, and the words."""
    if "ending" not in facts:
        yield from _waits(game, facts)
    changed = facts["uncommitted"]
    if changed:
        more = f" and {len(changed) - _SHOWN} more" if len(changed) > _SHOWN else ""
        yield False, f"not committed: {', '.join(changed[:_SHOWN])}{more}"


def _waits(game: Game, facts: dict[str, Any]) -> Iterator[tuple[bool, str]]:
    name = facts["game"]
    if facts["missing"]:
        yield True, f"orders missing: {power_names(game.ruleset, facts['missing'])}"
    elif facts["due_from"]:
        yield False, "all orders have arrived"
    elif game.ruleset.waits_for_referee(game.current_state()):
        yield True, f"the phase waits for your ruling: theatrum ruling {name}"
    else:
        yield False, f"no one owes orders: theatrum adjudicate {name}"
    for line in absence_lines(game, facts):
        yield False, line
    if facts["aside"]:
        yield True, on_hold_line(name, facts["aside"])
    if facts["elsewhere"]:
        yield True, f"{facts['elsewhere']}: theatrum secrets unseal {name}"
    if facts["errors"] or facts["warnings"]:
        wrong = f"{count(facts['errors'], 'error')}, {count(facts['warnings'], 'warning')}"
        yield bool(facts["errors"]), f"{wrong} in the orders: theatrum check {name}"


def absence_facts(game: Game, missing: Collection[str]) -> dict[str, Any]:
    """The powers that are ready, if orders are public, and how many phases those have missed who
    have sent nothing (`missing`), for programs."""
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
    """The result of `absence_facts`, as lines for the referee."""
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
