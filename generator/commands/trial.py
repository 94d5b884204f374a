"""`theatrum trial`: many games by program players, their report, and comparisons of two."""

from __future__ import annotations

import hashlib
import sys
import time
from argparse import Namespace
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from generator.commands.options import parse_options
from generator.commands.output import say, write_result
from generator.commands.report import report_lines
from generator.engine.errors import UsageError
from generator.engine.visible import visible
from generator.engine.words import count
from generator.rulesets import get_ruleset

if TYPE_CHECKING:
    from generator.trial.comparing import Comparison
    from generator.trial.records import TrialFolder
    from generator.trial.running import Runner
    from generator.trial.spec import TrialSpec

_EVERY: Final = 10.0
"""Seconds between two lines of progress; on a terminal the line is written anew each time."""


def run(options: Namespace) -> int:
    """Plays what is still to be played and prints the report. Exit code 1 if a game failed."""
    if options.csv and options.json:
        raise UsageError("--csv and --json are two forms of one report", hint="name one of them")
    if options.compare:
        return _compare(options)
    if not options.ruleset:
        raise UsageError("the ruleset is missing", hint="theatrum trial RULESET, or --compare A B")
    from generator.trial.records import open_trial
    from generator.trial.report import make_report
    from generator.trial.tables import as_csv, sections

    spec = _spec(options)
    folder = options.folder or _usual_folder(spec)
    with _runner(options) as runner, open_trial(folder, spec, options.count) as trial:
        _play(options, runner, trial)
        records = trial.wanted
    report = make_report(spec, records)
    if options.json:
        text = _json(report)
    elif options.csv:
        text = as_csv(report)
    else:
        head = f"{report.title}: a trial of {count(report.games, 'game')}, seed {spec.seed}"
        text = "".join(f"{visible(line)}\n" for line in (head, *report_lines(sections(report))))
    write_result(text.encode(), options.output)
    for failed in report.failed:
        say(f"game {failed.number} (seed {failed.seed}) failed: {failed.said}")
    if options.keep:
        from generator.trial.keeping import keep_games

        for made in keep_games(options.games, spec, records, options.keep, options.position):
            say(f"{made.folder}: {made.why}")
    return 1 if report.failed else 0


def _spec(options: Namespace) -> TrialSpec:
    """What is to be tried, with everything checked before the first game."""
    from generator.trial.playing import trial_player
    from generator.trial.spec import (
        MOST_GAMES,
        YEARS,
        TrialSpec,
        parse_facts,
        ruleset_of,
        setup_of,
        tried_position,
    )

    ruleset = get_ruleset(options.ruleset)
    for name, value, least, most in (
        ("--games", options.count, 1, MOST_GAMES),
        ("--years", options.years or YEARS, 1, 10_000),
        ("--processes", options.processes or 1, 1, 1024),
        ("--keep", options.keep, 0, options.count),
    ):
        if not least <= value <= most:
            raise UsageError(f"cannot be {value}", text=name, hint=f"{least} to {most}")
    if options.keep and options.facts:
        hint = "a game folder is played by the ruleset as it is: leave out --keep or --set"
        raise UsageError("games with other facts cannot be kept", text="--keep", hint=hint)
    trial_player(ruleset.id)
    chosen = parse_options(ruleset, options.option)
    spec = TrialSpec(
        ruleset.id,
        options.seed,
        chosen,
        parse_facts(options.facts),
        tried_position(options.position, ruleset, chosen) if options.position else {},
        options.years or YEARS,
    )
    with ruleset_of(spec) as changed:
        changed.opening(setup_of(spec))
    return spec


def _usual_folder(spec: TrialSpec) -> Path:
    """The folder of a trial that names none: the same settings find it again."""
    plain = type(spec)(spec.ruleset, "1")
    if spec == plain:
        return Path("trials") / spec.ruleset
    code = hashlib.sha256(msgspec.json.encode(spec, order="deterministic")).hexdigest()[:8]
    return Path("trials") / f"{spec.ruleset}-{code}"


def _runner(options: Namespace) -> AbstractContextManager[Runner]:
    from generator.trial.running import cluster, local, most_processes

    if options.cluster:
        return cluster(options.cluster)
    return local(options.processes or most_processes())


def _play(options: Namespace, runner: Runner, trial: TrialFolder) -> None:
    missing = trial.missing
    if not missing:
        return
    if trial.records:
        say(f"{trial.folder}: {count(len(trial.records), 'game')} played before")
    told = _told(len(missing)) if not options.quiet else None
    began, seconds, memory = time.monotonic(), 0.0, 0
    try:
        for played in runner(trial.head.spec, missing):
            trial.add(played.record)
            seconds, memory = seconds + played.seconds, max(memory, played.memory)
            if told is not None:
                told(len(missing) - len(trial.missing))
    except KeyboardInterrupt:
        _clear_line()
        over = trial.head.games - len(trial.missing)
        of = count(trial.head.games, "game")
        say(f"{trial.folder}: {over} of {of} are over, and the same command goes on from there")
        raise
    if told is not None:
        _clear_line()
        took = time.monotonic() - began
        most = f", {memory} MiB in a process" if memory else ""
        say(
            f"{trial.folder}: {count(len(missing), 'game')} in {_duration(took)}, "
            f"{seconds / len(missing):.2f} seconds of one process each{most}"
        )


def _clear_line() -> None:
    """Take away the line of progress that a terminal shows."""
    if sys.stderr.isatty():
        sys.stderr.write("\r\x1b[K")


def _told(of: int) -> Callable[[int], None]:
    """The function that is told how many games are over, and says it now and then."""
    began = time.monotonic()
    last = began

    def told(done: int) -> None:
        nonlocal last
        now = time.monotonic()
        terminal = sys.stderr.isatty()
        if now - last < (0.2 if terminal else _EVERY) or not done:
            return
        last = now
        left = _duration((now - began) / done * (of - done))
        line = f"{done} of {count(of, 'game')}, about {left} left"
        if terminal:
            sys.stderr.write(f"\r\x1b[K{line}")
            sys.stderr.flush()
        else:
            say(line)

    return told


def _duration(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} seconds"
    return f"{seconds / 60:.0f} minutes" if seconds < 6000 else f"{seconds / 3600:.1f} hours"


def _compare(options: Namespace) -> int:
    from generator.trial.comparing import compare_trials, comparison_sentences
    from generator.trial.records import read_trial

    if options.ruleset:
        hint = "theatrum trial --compare A B takes the ruleset from the two folders"
        raise UsageError("a comparison plays nothing", text=options.ruleset, hint=hint)
    found = compare_trials(*map(read_trial, options.compare))
    said = comparison_sentences(found)
    if options.json:
        text = _json({"says": said, **msgspec.to_builtins(found)})
    elif options.csv:
        text = "".join(_comparison_rows(found))
    else:
        text = "".join(f"{visible(line)}\n" for line in said)
    write_result(text.encode(), options.output)
    return 0


def _comparison_rows(found: Comparison) -> Iterator[str]:
    yield "of,what,before,after,difference,low,high,finding\n"
    for one in found.differences:
        yield (
            f"{one.power},{one.kind},{one.before},{one.after},{one.gap.mean},{one.gap.low},"
            f"{one.gap.high},{str(one.finding).lower()}\n"
        )


def _json(value: Any) -> str:
    text: str = msgspec.json.format(msgspec.json.encode(value), indent=1).decode()
    return f"{text}\n"
