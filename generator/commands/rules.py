"""`theatrum ruleset rules`: a rulebook, and which of its rules have tests."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

from generator.commands.output import say, show, show_json
from generator.commands.variant import ruleset_called
from generator.engine.errors import GameError
from generator.engine.ruleset import Ruleset
from generator.rulesets import VARIANTS, ruleset_folder, ruleset_ids
from generator.rulesets.coverage import RECORD, format_record, recorded_rules, rule_tests

TESTS = Path(__file__).parents[2] / "tests"
"""The tests, where the program runs from a checkout."""


def run(options: Namespace) -> int:
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
        count = len(tests.get(rule.id, ()))
        show(f"  {rule.id:<{width}}  {count or 'NONE':>4}  {rule.title}")
    for rule in untested:
        say(f"{rule.id} has no test: {rule.title}")
    return len(untested)
