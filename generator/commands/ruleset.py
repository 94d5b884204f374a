"""`theatrum ruleset`: making the folder of a variant, and checking it; a rulebook, and which of its
rules have tests; many games by program players, and the effects of a change."""

from __future__ import annotations

import sys
import time
from argparse import Namespace
from collections.abc import Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Final

import msgspec

from generator.archive.files.names import check_game_name
from generator.archive.game.settings import check_option
from generator.commands.output import report_lines, say, show, show_json, write_result
from generator.engine.errors import FileError, GameError, Place, UsageError, visible
from generator.engine.ruleset import Ruleset
from generator.engine.toml_places import value_in
from generator.engine.words import count
from generator.rulesets import (
    VARIANT_FOLDER,
    VARIANTS,
    get_ruleset,
    is_built_in,
    ruleset_folder,
    ruleset_ids,
)
from generator.rulesets.coverage import RECORD, format_record, recorded_rules, rule_tests
from generator.rulesets.variants import RULESET, know_folder

if TYPE_CHECKING:
    from generator.authoring.folder import Foreign
    from generator.trial.playing import GameRecord, Runner, TrialSpec


def new(options: Namespace) -> int:
    """Makes variants/NAME from a drawing, from a variant of another program, or from a small
    example, and checks it."""
    from generator.authoring.folder import make_variant

    name = check_game_name(options.variant)
    if is_built_in(name):
        raise UsageError(
            "is a ruleset of the program already", text=name, hint="choose another name"
        )
    files, notes = _read(options.source, name, options.base)
    for note in notes:
        say(f"note: {note}")
    root = options.games.parent / VARIANT_FOLDER
    root.mkdir(exist_ok=True)
    folder = make_variant(root, name, files)
    show(str(folder))
    _check(folder)
    return 0


def check(options: Namespace) -> int:
    """Prints the errors of a variant, draws its map, and a picture with the places to look at."""
    return _check(variant_folder(options.variant, options.games))


def variant_folder(name: str, games: Path) -> Path:
    """The folder of a variant: beside the games, or a path (`./tarn`). Raises FileError, and
    UsageError for a folder whose name cannot be a variant's."""
    is_path = any(sign in name for sign in "/\\")
    folder = Path(name).absolute() if is_path else games.parent / VARIANT_FOLDER / name
    check_game_name(folder.name)
    if not (folder / RULESET).is_file():
        hint = f"make it with: theatrum ruleset new {folder.name}"
        raise FileError("there is no variant", place=Place(str(folder)), hint=hint)
    return folder


def ruleset_called(name: str, games: Path) -> Ruleset[Any]:
    """A ruleset by the name or path that a command got. Raises GameError and FileError."""
    is_path = any(sign in name for sign in "/\\")
    return know_folder(variant_folder(name, games)) if is_path else get_ruleset(name)


def _check(folder: Path) -> int:
    from generator.authoring.folder import PICTURE, check_variant, write_files

    ruleset, faults, files = check_variant(folder)
    for fault in faults:
        say(str(fault.error) if fault.severity == "error" else f"warning: {fault.error}")
    write_files(folder, files)
    if PICTURE in files:
        say(f"a picture of what to look at: {folder / PICTURE}")
    if ruleset is None or any(fault.severity == "error" for fault in faults):
        return 1
    codes = [code for code in ruleset.names() if "/" not in code]
    size = f"{count(len(ruleset.powers), 'power')}, {count(len(codes), 'province')}"
    show(f"{folder}: {ruleset.title}, {size}")
    show(f"play it: theatrum new GAME --ruleset {folder.name}")
    return 0


def _read(source: Path | None, name: str, base: str) -> tuple[dict[str, str], list[str]]:
    """The files of a new variant, and remarks on them."""
    from generator.authoring.folder import edition, example, from_drawing

    if base != "standard":
        if source is not None:
            raise UsageError(
                "an edition already has its board: leave out --from", text=f"--from {source}"
            )
        return edition(name, base), []
    if source is None:
        return example(name), []
    given: Foreign
    if source.suffix.lower() == ".svg":
        given = from_drawing(source, name)
    elif source.suffix.lower() == ".map":
        from generator.authoring.dpjudge import read_map

        given = read_map(source)
    elif source.suffix.lower() == ".xml":
        from generator.authoring.jdip import read_variant

        given = read_variant(source, name)
    else:
        hint = "a drawing (.svg), a map of DPjudge (.map), or the variants.xml of jDip"
        raise UsageError("cannot be turned into a variant", text=str(source), hint=hint)
    return given.files(), given.notes


_TRUTH = {"true": True, "yes": True, "false": False, "no": False}


def parse_options(ruleset: Ruleset[Any], given: Iterable[str]) -> dict[str, Any]:
    """The options in `K=V` texts. Raises UsageError for an option or value that the ruleset does
    not know."""
    options: dict[str, Any] = {}
    for text in given:
        name, equals, written = text.partition("=")
        if not equals:
            raise UsageError("not an option", text=text, hint="write --option NAME=VALUE")
        option = ruleset.options.get(name)
        value: Any = written
        if option is not None and type(option.default) is bool:
            value = _TRUTH.get(written, written)
        elif option is not None and type(option.default) is int:
            value = int(written) if written.lstrip("-").isdecimal() else written
        elif option is not None and type(option.default) is list:
            items = [item.strip() for item in written.split(",") if item.strip()]
            value = value_in(written) if written.startswith("[") else items
        try:
            check_option(ruleset, name, value)
        except GameError as error:
            raise UsageError(error.problem, text=text, hint=error.hint) from error
        options[name] = value
    return options


def parse_players(given: Iterable[str]) -> dict[str, str]:
    """The players in texts like `austria=Anna,france=Ben`. Raises UsageError."""
    players: dict[str, str] = {}
    for text in given:
        for pair in text.split(","):
            power, equals, name = (part.strip() for part in pair.partition("="))
            if not equals or not power or not name:
                raise UsageError("not a player", text=pair, hint="write --players POWER=NAME,...")
            players[power] = name
    return players


TESTS = Path(__file__).parents[2] / "tests"
"""The tests, where the program runs from a checkout."""


def rules(options: Namespace) -> int:
    """Prints one rulebook or all. Exit code 1 if tests are here and a rule has none."""
    rulesets = [
        ruleset_called(name, options.games)
        for name in ([options.ruleset] if options.ruleset else ruleset_ids())
    ]
    known = cache(rule_tests)
    tests = {ruleset.id: known(_tests_folder(ruleset)) for ruleset in rulesets}
    if options.json:
        facts = {ruleset.id: _facts(ruleset, tests[ruleset.id]) for ruleset in rulesets}
        show_json(facts[rulesets[0].id] if options.ruleset else facts)
        return 0
    if (options.coverage or options.record) and not any(tests.values()):
        folder = _tests_folder(rulesets[0])
        raise GameError(
            f"there are no tests in {folder}", hint="run this in a checkout of the source"
        )
    if options.record:
        for ruleset in rulesets:
            _record(ruleset, tests[ruleset.id])
    untested = 0
    for ruleset in rulesets:
        if options.coverage:
            untested += _show_coverage(ruleset, tests[ruleset.id])
        else:
            _show_rulebook(ruleset, tests[ruleset.id])
    return 1 if untested else 0


def _tests_folder(ruleset: Ruleset[Any]) -> Path:
    """Where the tests of a ruleset are: with the program's own, or beside the package that it
    comes from."""
    folder = ruleset_folder(ruleset.id)
    return TESTS if TESTS.parent in folder.parents else folder.parent / "tests"


def _record(ruleset: Ruleset[Any], tests: Mapping[str, tuple[str, ...]]) -> None:
    """Write a ruleset's record, if the tests are here: an installed program has none. Variants
    are in that of their base."""
    folder = ruleset_folder(ruleset.id)
    file = folder / RECORD
    if not tests or ruleset.id in VARIANTS:
        return
    text = format_record(tests, recorded_rules(folder, ruleset.rulebook))
    if not file.is_file() or file.read_text(encoding="utf-8") != text:
        file.write_text(text, encoding="utf-8", newline="\n")
        say(f"{file} written")


def _facts(ruleset: Ruleset[Any], tests: Mapping[str, tuple[str, ...]]) -> list[dict[str, Any]]:
    return [
        {
            "id": rule.id,
            "title": rule.title,
            "text": rule.text,
            "reading": rule.reading,
            "section": rule.section,
            "tests": list(tests.get(rule.id, ())),
        }
        for rule in ruleset.rulebook.rules
    ]


def _show_rulebook(ruleset: Ruleset[Any], tests: Mapping[str, tuple[str, ...]]) -> None:
    show(f"{ruleset.title} ({ruleset.id})")
    if ruleset.rulebook.credit:
        show(ruleset.rulebook.credit)
    section = ""
    for rule in ruleset.rulebook.rules:
        if rule.section != section:
            section = rule.section
            show(f"\n{section}")
        show(f"\n{rule.id}  {rule.title}\n    {rule.text}")
        if rule.reading:
            show(f"    reading: {rule.reading}")
        for test in tests.get(rule.id, ()):
            show(f"    test: {test}")
    show("")


def _show_coverage(ruleset: Ruleset[Any], tests: Mapping[str, tuple[str, ...]]) -> int:
    """Prints a line for each rule; returns how many have no test."""
    rules = ruleset.rulebook.rules
    untested = [rule for rule in rules if rule.id not in tests]
    width = max((len(rule.id) for rule in rules), default=0)
    show(f"{ruleset.id}: {len(rules) - len(untested)} of {len(rules)} rules have a test")
    for rule in rules:
        number = len(tests.get(rule.id, ()))
        show(f"  {rule.id:<{width}}  {number or 'NONE':>4}  {rule.title}")
    for rule in untested:
        say(f"{rule.id} has no test: {rule.title}")
    return len(untested)


_EVERY: Final = 10.0
"""Seconds between two lines of progress; on a terminal the line is written again each time."""


def trial(options: Namespace) -> int:
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
