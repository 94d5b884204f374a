"""`theatrum check`, `adjudicate` and `undo`: the turn of a game. `theatrum ruling` and `finish`: a
referee's ruling in words instead of TOML; a game ends early by one, or is archived."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final

from msgspec import to_builtins

from generator.archive import Game, load_game
from generator.archive.game.authorship import author_words
from generator.archive.game.state_files import plain_data
from generator.archive.people.versions import on_hold_facts, on_hold_line
from generator.archive.play.adjudicating import (
    Adjudicated,
    PlacedComplaint,
    adjudicate_on,
    check_game,
    follows,
    read_order_texts,
)
from generator.commands.folders import game_folder, settled
from generator.commands.output import (
    SECRET,
    power_name,
    power_names,
    report_facts,
    report_lines,
    say,
    show,
    show_json,
)
from generator.commands.people import warn_of_people
from generator.engine.errors import GameError, UsageError
from generator.engine.phases import Resolution
from generator.engine.rulings import fact_words
from generator.engine.verdicts import Outcome
from generator.engine.words import count

_PATIENCE: Final = 5.0
"""Seconds that a remote may take to answer."""
# One, several. A success is not counted: it is what orders do.
_COUNTS: Final[dict[Outcome, tuple[str, str]]] = {
    "bounce": ("bounce", "bounces"),
    "cut": ("support cut", "supports cut"),
    "disrupted": ("convoy broken", "convoys broken"),
    "dislodged": ("dislodged", "dislodged"),
    "void": ("void", "void"),
    "illegal": ("illegal", "illegal"),
    "excess": ("too many", "too many"),
}
_RESULTS = {"draw": "draw", "win": "victory", "victory": "victory", "ended": "ended"}


def check(options: Namespace) -> int:
    """Prints every complaint with its place. Exit code 1 if one of them is an error, or if orders
    may wait in sealed/."""
    from generator.archive.secret.sealed_record import unsealed_note

    game = settled(game_folder(options))
    warn_of_people(game)
    checked = check_game(game)
    note = unsealed_note(game)
    errors = sum(placed.complaint.severity == "error" for placed in checked.complaints)
    if options.json:
        show_json(
            {
                "game": game.slug,
                "year": checked.moment.year,
                "phase": checked.moment.phase,
                "orders": checked.orders,
                "missing": list(checked.missing),
                "aside": on_hold_facts(game),
                "complaints": [_complaint_facts(placed) for placed in checked.complaints],
                "elsewhere": note,
                **({"costs": _costs(game)} if options.costs else {}),
            }
        )
        return 1 if errors or note else 0
    for complaint in checked.complaints:
        show(_complaint_line(complaint))
    for facts in _costs(game) if options.costs else ():
        for row in facts["lines"]:
            show(f"{facts['power']}, line {row['line']}: {row['order']}: {row['cost']}")
        for said in facts["forecast"]:
            show(f"{facts['power']}, if no one else sends orders: {said}")
    if checked.missing:
        say(f"no orders from {power_names(game.ruleset, checked.missing)}")
    if aside := on_hold_line(game.slug, on_hold_facts(game)):
        say(aside)
    warnings = len(checked.complaints) - errors
    counts = f"{count(errors, 'error')}, {count(warnings, 'warning')}"
    say(f"{checked.title}: {count(checked.orders, 'order')}, {counts}")
    if note:
        say(f"{note}: theatrum secrets unseal {game.slug}")
    return 1 if errors or note else 0


def _costs(game: Game) -> list[dict[str, Any]]:
    """The costs of each power's orders, and their results as if no one else ordered anything, for a
    program."""
    ruleset, state = game.ruleset, game.current_state()
    texts = read_order_texts(game, game.current_moment)
    book = ruleset.read(state, {power: text.text for power, text in texts.items()})
    found = []
    for power, sheet in book.sheets.items():
        budget = ruleset.budget(state, sheet)
        lines = [
            {"line": one.line, "order": str(one.order), "cost": price.text}
            for price in budget.prices
            for one in (sheet.orders[price.order],)
        ]
        if lines or budget.forecast:
            found.append({"power": power, "lines": lines, "forecast": list(budget.forecast)})
    return found


def _complaint_line(placed: PlacedComplaint) -> str:
    if placed.complaint.severity == "error":
        return str(placed)
    place = str(placed.place)
    return f"{place}: warning{str(placed)[len(place) :]}"


def _complaint_facts(placed: PlacedComplaint) -> dict[str, Any]:
    complaint = placed.complaint
    return {
        "severity": complaint.severity,
        "power": complaint.power,
        "file": placed.place.path,
        "line": placed.place.line,
        "column": placed.place.column,
        "text": complaint.text,
        "problem": complaint.problem,
        "hint": complaint.hint,
        "rule": complaint.rule,
    }


def adjudicate(options: Namespace) -> int:
    """Resolves one phase, or all up to the end of a year, and prints a report of each.

    Phases in which no one has orders to give follow at once.
    """
    folder = game_folder(options)
    if options.dry_run or options.order:
        from generator.archive.secret.sealed_record import unsealed_note

        if note := unsealed_note(load_game(folder)):
            say(f"warning: {note}")
    if options.order:
        return _print_trial(folder, options)
    if not options.dry_run:
        check_remote(folder)
    game = settled(folder, dry_run=options.dry_run)
    aside = on_hold_facts(game)
    if aside:
        say(f"warning: {on_hold_line(game.slug, aside)}")
    from generator.commands.dues import late_warning, rhythm_hint

    if not options.dry_run and (warning := late_warning(game, datetime.now(UTC))):
        say(warning)
    if options.until is None:
        first, *others = _each(options, adjudicate_on(folder, dry_run=options.dry_run))
        if options.json:
            show_json({**first, "followed": others, "aside": aside})
        if not options.dry_run and (hint := rhythm_hint(load_game(folder))):
            say(hint)
        return 0
    if options.dry_run:
        raise UsageError(
            "--dry-run resolves one phase",
            hint="--until must write the earlier states; leave out --dry-run",
        )
    if not _goes_on(folder, options.until):
        raise GameError(
            f"{options.game} does not wait for anything before {options.until + 1}",
            hint="give a later --until",
        )
    phases = _each(options, _until(folder, options.until))
    if options.json:
        show_json(phases)
    return 0


def check_remote(folder: Path) -> None:
    """Raises GameError where the remote has newer files of the game, such as orders that another
    referee took in. A remote that does not answer soon is only noted."""
    from generator.archive.git.repository import GitError, open_repository
    from generator.archive.git.sending import fetch, paths_between
    from generator.archive.publish.announcing import named

    try:
        repository = open_repository(folder)
        remote = repository.remote(repository.branch()) if repository.has_commits() else None
    except GameError:  # no git, no repository, or no branch
        return
    if remote is None:
        return
    try:
        theirs = fetch(repository, remote, _PATIENCE)
        paths = paths_between(repository, theirs)[1] if theirs else set()
    except GitError as error:
        say(f"note: could not check whether other referees have published: {error.problem}")
        return
    except GameError:  # the remote's history has nothing in common with this one
        return
    top = f"{repository.path(folder)}/"
    if found := sorted(path.removeprefix(top) for path in paths if path.startswith(top)):
        raise GameError(
            f"{remote.name} has newer files of {folder.name}: {named(found)}",
            hint="run git pull --rebase, then theatrum secrets unseal",
        )


def _print_trial(folder: Path, options: Namespace) -> int:
    """Print the report of the phase with other orders. Writes nothing."""
    from generator.archive.play.ruling import try_orders

    if not options.dry_run or options.until is not None:
        raise UsageError("--order only tries an order", hint="add --dry-run")
    tried = []
    for said in options.order:
        power, colon, order = said.partition(":")
        if not colon or not order.strip() or "\n" in order:
            raise UsageError(
                "--order needs a power and an order", text=said, hint="write it as POWER: ORDER"
            )
        tried.append((power.strip().lower(), order.strip()))
    (facts,) = _each(options, [try_orders(folder, tried)])
    if options.json:
        show_json({**facts, "followed": []})
    return 0


def _each(options: Namespace, phases: Iterable[Adjudicated]) -> list[dict[str, Any]]:
    """Adjudicate all phases, and only then print their reports, unless all are wanted as JSON: a
    slow reader of the output, or one that stops, holds nothing up."""
    played: list[Adjudicated] = []
    try:
        played.extend(phases)
    finally:  # those before one that cannot be adjudicated have been written
        for before, done in zip([None, *played], [] if options.json else played, strict=False):
            print_phase(done, followed=before is not None and follows(before))
    return [phase_facts(done) for done in played]


def _until(folder: Path, year: int) -> Iterator[Adjudicated]:
    """Adjudicate to the end of a year."""
    began = ""
    while _goes_on(folder, year):
        for done in adjudicate_on(folder, began=began):
            began = began or str(done.moment)
            yield done


def _goes_on(folder: Path, year: int) -> bool:
    """Whether a game waits for a phase of that year or an earlier one."""
    game = load_game(folder)
    return not game.is_over and game.current_moment.year <= year


def print_phase(done: Adjudicated, *, followed: bool = False) -> None:
    """Print the report of a phase. `followed`: it came at once, after another."""
    verdicts = done.resolution.verdicts
    state = "state written" if done.written else "dry run, nothing written"
    if followed:
        state = f"played automatically; {state}"
        if done.sections:
            show("")
    show(f"{done.title}: {', '.join(_counts(done.resolution))}; {state}")
    for sentence in done.summary:
        show(f"  {sentence}")
    lines = list(report_lines(done.sections))
    for verdict in () if done.sections else verdicts:
        if verdict.outcome != "success":
            name = power_name(done.ruleset, verdict.power)
            secret = "" if verdict.public else " (for the referee only)"
            lines.append(f"  {name}: {verdict.order}{secret}: {verdict.why}")
    for line in lines:
        show(line)
    told = "\n".join(lines) if done.sections else ""
    errors = [
        placed
        for placed in done.complaints
        if placed.complaint.severity == "error"
        and placed.complaint.problem.removeprefix("illegal: ") not in told
    ]
    if done.sections and errors:
        show(f"\nIn the order files ({SECRET})")
    for complaint in errors:
        show(_complaint_line(complaint))
    if silent := [power for power in done.missing if power not in done.authors]:
        say(f"no orders came from {power_names(done.ruleset, silent)}")
    for power, authorship in done.authors.items():
        say(f"{power_name(done.ruleset, power)}: {author_words(authorship)}")
    if done.ending is not None:
        show(f"the game is over: {done.ending.text}")


def _counts(resolution: Resolution[Any]) -> list[str]:
    found = Counter(verdict.outcome for verdict in resolution.verdicts)
    counts = [count(found.total(), "order")]
    # A unit whose own order bounced may be dislodged as well; only its event shows it.
    dislodged = sum(event.kind == "dislodged" for event in resolution.events)
    found["dislodged"] = max(found["dislodged"], dislodged)
    for outcome, (one, several) in _COUNTS.items():
        if found[outcome]:
            counts.append(count(found[outcome], one, several))
    return counts


def phase_facts(done: Adjudicated) -> dict[str, Any]:
    """A phase for a program."""
    return {
        "year": done.moment.year,
        "number": done.moment.number,
        "phase": done.moment.phase,
        "title": done.title,
        "written": done.written,
        "summary": list(done.summary),
        "missing": list(done.missing),
        "authors": {power: to_builtins(who) for power, who in done.authors.items()},
        "verdicts": [
            {
                "power": verdict.power,
                "order": verdict.order,
                "outcome": verdict.outcome,
                "strength": verdict.strength or None,
                "reasons": [{"rule": r.rule, "text": r.text} for r in verdict.reasons],
                "written": verdict.written,
                "note": verdict.note,
                "known_to": list(verdict.known_to),
            }
            for verdict in done.resolution.verdicts
        ],
        "events": [
            {
                "kind": event.kind,
                "rule": event.rule,
                "text": event.text,
                "powers": list(event.powers),
                "provinces": list(event.provinces),
                "known_to": list(event.known_to),
                "data": plain_data(event.data),
            }
            for event in done.resolution.events
        ],
        "report": report_facts(done.sections),
        "complaints": [_complaint_facts(complaint) for complaint in done.complaints],
        "ending": done.ending.text if done.ending else None,
    }


def undo(options: Namespace) -> int:
    """Undoes the phases that the last command adjudicated, or a phase and all after it; or restores
    what was undone last."""
    from generator.archive.play.redo import redo_phases
    from generator.archive.play.undo import undo_to

    folder = game_folder(options)
    if options.redo:
        phases = redo_phases(folder)
        for record in load_game(folder).phases:
            if str(record.moment) in phases:
                show(f"{record.title} is restored")
        return 0
    taken = undo_to(folder, options.to)
    ruleset = load_game(folder).ruleset
    for moment in taken:
        show(f"{ruleset.phase_title(moment)} is undone; its orders are kept")
    return 0


def ruling(options: Namespace) -> int:
    """Prints the ruling, the results that it changes, and where it was written."""
    from generator.archive.play.ruling import Words, rule_phase

    folder = game_folder(options)
    words = Words(options.text, options.reason, options.rule, options.secret)
    done = rule_phase(folder, words, options.phase, dry_run=options.dry_run)
    facts = (f"{name} {fact_words(value)}" for name, value in done.ruling.facts.items())
    said = done.said or f"{done.ruling.kind}: {', '.join(facts)}"
    show(f"{done.title}: ruling {done.ruling.number}: {said}")
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
