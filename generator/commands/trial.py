"""`theatrum ruleset trial`: many games by program players, and the effects of a change."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from typing import TYPE_CHECKING, Final

import msgspec

from generator.commands.output import report_lines, say, write_result
from generator.commands.variant import parse_options, ruleset_called
from generator.engine.errors import UsageError, visible
from generator.engine.words import count

if TYPE_CHECKING:
    from generator.trial.playing import GameRecord, Runner, TrialSpec

_EVERY: Final = 10.0
"""Seconds between two lines of progress; on a terminal the line is written again each time."""


def run(options: Namespace) -> int:
    """Plays the games and prints the report. Exit code 1 if a game failed."""
    from generator.trial.playing import cluster, local, most_processes
    from generator.trial.report import make_report, sections

    spec = _spec(options)
    unchanged = None
    with (
        cluster(options.cluster)
        if options.cluster
        else local(options.processes or most_processes())
    ) as runner:
        records = _play(options, runner, spec)
        if spec != spec.unchanged:
            unchanged = _play(options, runner, spec.unchanged)
    report = make_report(spec, records, unchanged)
    if options.json:
        text = msgspec.json.format(msgspec.json.encode(report), indent=1).decode() + "\n"
    else:
        head = f"{report.title}: a trial of {count(report.games, 'game')}, seed {spec.seed}"
        text = "".join(f"{visible(line)}\n" for line in (head, *report_lines(sections(report))))
    write_result(text.encode(), options.output)
    failed = [one for one in (*records, *(unchanged or ())) if one.failed]
    for one in failed:
        say(f"game {one.number} (seed {one.seed}) failed: {one.failed}")
    return 1 if failed else 0


def _spec(options: Namespace) -> TrialSpec:
    """The plan of a trial, with everything checked before the first game."""
    from generator.autoplay import get_player
    from generator.engine.phases import Setup
    from generator.trial.playing import MOST_GAMES, YEARS, TrialSpec, parse_facts, ruleset_of

    ruleset = ruleset_called(options.ruleset, options.games)
    for name, value, most in (
        ("--games", options.count, MOST_GAMES),
        ("--years", options.years or YEARS, 10_000),
        ("--processes", options.processes or 1, 1024),
    ):
        if not 1 <= value <= most:
            raise UsageError(f"cannot be {value}", text=name, hint=f"1 to {most}")
    get_player(ruleset.id)
    spec = TrialSpec(
        ruleset.id,
        options.seed,
        parse_options(ruleset, options.option),
        parse_facts(options.facts),
        options.years or YEARS,
    )
    with ruleset_of(spec) as changed:
        changed.opening(Setup(spec.options))
    return spec


def _play(options: Namespace, runner: Runner, spec: TrialSpec) -> list[GameRecord]:
    """All games in the order of their numbers, whatever the order in which they end."""
    records, last = [], time.monotonic()
    terminal = sys.stderr.isatty()
    for record in runner(spec, range(1, options.count + 1)):
        records.append(record)
        if not options.quiet and time.monotonic() - last > (0.2 if terminal else _EVERY):
            last = time.monotonic()
            line = f"{len(records)} of {count(options.count, 'game')}"
            if terminal:
                sys.stderr.write(f"\r\x1b[K{line}\r")
                sys.stderr.flush()
            else:
                say(line)
    if terminal:
        sys.stderr.write("\x1b[K")
    return sorted(records, key=lambda record: record.number)
