"""`theatrum deadline`: when orders are due, setting it, reminding of it, and keeping it; and
`theatrum pause`: a time in which no deadline applies."""

from __future__ import annotations

from argparse import Namespace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from msgspec import to_builtins

from generator.archive import Game, list_games, load_game
from generator.archive.dates.deadlines import Deadline, deadline_of, due_words, pause_words
from generator.archive.people.versions import on_hold_facts, on_hold_line
from generator.commands.dues import away, clock, pause_facts
from generator.commands.folders import for_each_game, game_folder, settled
from generator.commands.output import power_names, say, show, show_json, write_result
from generator.engine.errors import GameError, UsageError


def pause(options: Namespace) -> int:
    """Pauses a game, and prints since and until when; or ends the pause."""
    from generator.archive.dates.scheduling import pause_game

    if options.end:
        return _end(options)
    if options.when:
        raise UsageError("--set belongs to the end of a pause", hint="add --end")
    folder = game_folder(options)
    settings = pause_game(
        folder, clock(options.now), options.since, options.until, options.reason
    )  # fmt: skip
    if options.json:
        show_json({"game": folder.name, "paused": pause_facts(settings)})
        return 0
    show(f"{folder.name}: {pause_words(settings)}")
    show(f"  no deadline applies until you type: theatrum pause {folder.name} --end")
    return 0


def _end(options: Namespace) -> int:
    """Continue a game, and print when orders are due."""
    from generator.archive.dates.scheduling import resume_game

    given = [name for name in ("since", "until", "reason") if getattr(options, name)]
    if given:
        raise UsageError(
            f"--{given[0]} belongs to the start of a pause", hint="with --end, use --set"
        )
    folder = game_folder(options)
    found = resume_game(folder, clock(options.now), options.when or "")
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


def deadline(options: Namespace) -> int:
    """Prints when orders are due, in one game or in all; or does what the options ask for."""
    if options.all and not options.adjudicate:
        raise UsageError("--all needs --adjudicate")
    if options.adjudicate:
        return _adjudicate(options)
    if options.due:
        return _list_due(options)
    moves = options.when is not None or options.extend is not None or options.clear
    if moves or options.reminder or options.ics:
        return _of_one(options)
    return _say_all(options)


def _of_one(options: Namespace) -> int:
    folder = game_folder(options)
    if options.clear or options.when is not None or options.extend is not None:
        from generator.archive.dates.scheduling import (
            clear_deadline,
            extend_deadline,
            set_deadline,
        )

        found, phase = None, ""
        if options.clear:
            phase = str(clear_deadline(folder, options.phase))
        elif options.when is not None:
            found = set_deadline(folder, options.phase, options.when, clock(options.now))
        else:
            found = extend_deadline(folder, options.phase, options.extend)
        facts = _facts(load_game(folder), found, clock(options.now), phase)
        if options.json:
            show_json(facts)
        elif options.clear:
            show(f"{facts['game']}: {facts['title']}: deadline removed")
        else:
            show(_line(facts))
        return 0
    game = load_game(folder)
    if options.reminder:
        return _remind(options, game)
    from generator.archive.dates.calendar import game_calendar

    text = game_calendar(game, _address(options, f"{game.slug}/"))
    if not text:
        raise GameError(
            f"{game.slug} has no deadlines", hint=f"theatrum deadline {game.slug} --set WHEN"
        )
    write_result(text.encode(), None if str(options.ics) == "-" else options.ics)
    return 0


def _say_all(options: Namespace) -> int:
    """Print the deadline of each game that is played. Exit code 1 if a game cannot be read."""
    now = clock(options.now)
    found: list[dict[str, Any]] = []

    def take(folder: Path) -> None:
        game = load_game(folder)
        if game.is_over or game.settings.archived:
            if options.game:
                raise GameError(f"{game.slug} is over, so it has no deadlines")
            return
        from generator.archive.game.phasenames import find_open

        moment = find_open(game, options.phase)
        found.append(_facts(game, deadline_of(game.settings, moment), now, str(moment)))
        if not options.json:
            show(_line(found[-1]))

    code = for_each_game(_folders(options), take, strict=bool(options.game))
    if options.json:
        show_json(found)
    return code


def _facts(game: Game, found: Deadline | None, now: datetime, phase: str = "") -> dict[str, Any]:
    facts: dict[str, Any] = {"game": game.slug, "phase": str(found.moment) if found else phase}
    year, _, slug = facts["phase"].partition(" ")
    current = game.current_moment
    if (int(year), slug) == (current.year, current.phase):
        facts["title"] = game.ruleset.phase_title(current)
    else:
        facts["title"] = facts["phase"]
    facts["paused"] = pause_facts(game.settings)
    if found is None:
        return {**facts, "due": None, "words": None, "closes": None, "past": False}
    return {
        **facts,
        "due": found.due.isoformat(),
        "due_utc": f"{found.due.astimezone(UTC):%Y-%m-%d %H:%M} UTC",
        "closes": found.closes.isoformat(),
        "words": due_words(found),
        "past": found.is_past(now),
        "away": away(found, now),
        "zone": found.due.tzname() if found.whole_day else "",
    }


def _line(facts: dict[str, Any]) -> str:
    head = f"{facts['game']}: {facts['title']}"
    paused = facts["paused"]["words"] if facts["paused"] else ""
    if paused and facts["due"] is None:
        return f"{head}: {paused} (theatrum pause {facts['game']} --end)"
    if facts["due"] is None:
        return f"{head}: no deadline (theatrum deadline {facts['game']} --set WHEN)"
    end = f", until the end of that day ({facts['zone']})" if facts["zone"] else ""
    counts = f"suspended while {paused}" if paused else facts["away"]
    return f"{head}: due {facts['words']}{end}; {facts['due_utc']}; {counts}"


def _folders(options: Namespace) -> tuple[Path, ...]:
    if options.game:
        return (game_folder(options),)
    folders = list_games(options.games)
    if not folders:
        say(f"there are no games in {options.games} (theatrum new GAME makes one)")
    return folders


def _address(options: Namespace, page: str) -> str:
    """The whole address of a page of the site, "" where site.toml has none."""
    from generator.pages.base.settings import read_settings

    base = read_settings(options.site).base
    return f"{base}{page}" if base else ""


def _remind(options: Namespace, game: Game) -> int:
    """Print a mail to each power whose orders are missing."""
    from generator.archive.people.reminding import reminders
    from generator.archive.secret.sealed_record import check_unsealed

    check_unsealed(game)  # a player who has sent orders is not reminded
    found = reminders(game, _address(options, f"{game.slug}/orders/"))
    if options.json:
        show_json(to_builtins(found))
        return 0
    if game.settings.pause:
        say(f"{game.slug} is {pause_words(game.settings)}: no reminders are sent")
    elif not found:
        say(f"{game.slug}: all orders have arrived")
    mails = []
    for reminder in found:
        named = (f"{_quoted_name(reminder.player)} <{to}>" for to in reminder.to.split(", "))
        who = (
            ", ".join(named) if reminder.player and reminder.to else reminder.to or reminder.player
        )
        mails.append(f"To: {who or reminder.power}\nSubject: {reminder.subject}\n\n{reminder.body}")
    if mails:
        show("\n-----\n\n".join(mails).rstrip("\n"))
    return 0


def _quoted_name(player: str) -> str:
    """A name as it is before an address: in quotes where it has signs of the header's own."""
    if not set(player) & set('()<>[]:;@\\,."'):
        return player
    quoted = player.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{quoted}"'


def _list_due(options: Namespace) -> int:
    """List the games whose time is up, and those where only their secrets could show it. Exit code
    1 only if a game cannot be read."""
    from generator.archive.people.ready import all_ready
    from generator.archive.play.due import due_of
    from generator.archive.secret.sealed_record import unsealed_note

    now = clock(options.now)
    found: list[dict[str, Any]] = []

    def take(folder: Path) -> None:
        game = load_game(folder)
        due = due_of(game, now, all_ready)
        if due is None:
            _say_unknown(game, options, found)
            return
        if note := unsealed_note(game):
            say(note)
        facts = _facts(game, due.deadline, now, str(game.current_moment))
        facts |= {"missing": list(due.missing), "early": due.early}
        facts["aside"] = on_hold_facts(game)
        found.append(facts)
        if not options.json:
            missing = power_names(game.ruleset, due.missing)
            who = f"orders missing: {missing}" if missing else "all orders have arrived"
            if due.early:
                who = "everyone who owes orders is ready"
            aside = on_hold_line(game.slug, facts["aside"])
            show(f"{_line(facts)}; {who}{'; ' if aside else ''}{aside}")

    code = for_each_game(_folders(options), take)
    if options.json:
        show_json(found)
    return code


def _say_unknown(game: Game, options: Namespace, found: list[dict[str, Any]]) -> None:
    """List a game that continues when all are ready, if only its secrets could show whether they
    are: a scheduler then restores these."""
    from generator.archive.play.due import is_early
    from generator.archive.secret.sealed_record import unsealed_note

    if not unsealed_note(game) or not is_early(game, clock(options.now), lambda game: True):
        return
    facts = _facts(game, deadline_of(game.settings, game.current_moment), clock(options.now))
    facts = {**facts, "phase": str(game.current_moment), "early": None}
    found.append(facts)
    if not options.json:
        show(f"{game.slug}: may be ready before its deadline; unseal its secrets to see")


def _adjudicate(options: Namespace) -> int:
    """Adjudicate each game whose time is up. Exit code 0 also where nothing is due, 1 if a game
    could not be adjudicated."""
    from generator.archive.people.ready import all_ready
    from generator.archive.play.due import adjudicate_due, due_of, waiting_deadline
    from generator.commands.play import check_remote, phase_facts, print_phase

    if options.all == (options.game is not None):
        raise UsageError("--adjudicate needs the name of a game, or --all")
    now = clock(options.now)
    found: list[dict[str, Any]] = []

    def take(folder: Path) -> None:
        game = settled(folder)
        due = waiting_deadline(game)
        aside = on_hold_facts(game) if due is not None and due.is_past(now) else []
        if aside:
            say(f"{game.slug}: warning: {on_hold_line(game.slug, aside)}")
        if due_of(game, now, all_ready) is not None:
            check_remote(folder)
        kept = adjudicate_due(folder, now, all_ready)
        facts: dict[str, Any] = {
            "game": kept.slug,
            "phases": [phase_facts(done) for done in kept.done],
            "next": due_words(kept.deadline) if kept.deadline else None,
            "note": kept.note,
            "aside": aside,
            "early": kept.early,
        }
        if kept.done or kept.deadline or kept.note:
            found.append(facts)
        if options.json:
            return
        for number, done in enumerate(kept.done):
            if not number:
                early = (
                    " everyone who owes orders is ready, before the deadline" if kept.early else ""
                )
                show(f"{kept.slug}:{early}")
            print_phase(done, followed=bool(number))
        if kept.deadline is not None:
            title = load_game(folder).ruleset.phase_title(kept.deadline.moment)
            show(f"{kept.slug}: {title} is due {due_words(kept.deadline)}")
        if kept.note:
            say(f"{kept.slug}: {kept.note}")

    code = for_each_game(_folders(options), take)
    if options.json:
        show_json(found)
    elif not found and not code:
        say("nothing is due")
    return code
