"""The tests that are marked with each rule, and cases of rules in notation, as
`tests/rules/notation.py` describes it. Found by reading the test files, without running them.

An installed program has no tests beside it, so each ruleset carries a record of the findings.
"""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final, NamedTuple

import tomli

from generator.engine.rulebook import Rulebook, read_rulebook

RULES: Final = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+"
"""The pattern of a rule's id."""
_TITLE: Final = re.compile(rf"(?:((?:{RULES}, )*{RULES}): )?(.+)")

Lines = tuple[tuple[int, str], ...]
"""Lines with their numbers in the file."""


class Case(NamedTuple):
    """A case as it was written: `begin` is how each of its parts begins."""

    rules: tuple[str, ...]
    title: str
    line: int
    begin: Lines
    lines: Lines


def read_cases(path: Path) -> Iterator[Case]:
    """The cases of a file, in their order."""
    begin: list[tuple[int, str]] = []
    lines, head = begin, None
    for number, text in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        line = text.strip()
        if not line or line.startswith("#"):
            continue
        if text.startswith(" "):
            lines.append((number, line))
            continue
        if head is not None:
            yield _case(head, begin, lines)
        if line == "begin":
            lines, head = begin, None
            begin.clear()
        else:
            lines, head = [], (number, line)
    if head is not None:
        yield _case(head, begin, lines)


def _case(
    head: tuple[int, str], begin: list[tuple[int, str]], lines: list[tuple[int, str]]
) -> Case:
    found = _TITLE.fullmatch(head[1])
    assert found is not None
    rules = tuple(found[1].split(", ")) if found[1] else ()
    return Case(rules, found[2], head[0], tuple(begin), tuple(lines))


def cases_folder() -> Path:
    """The folder of all rulesets' cases, installed with the program or in a checkout."""
    package = Path(__file__).resolve().parents[1]
    installed = package / "_cases"
    return installed if installed.is_dir() else package.parent / "tests" / "rules"


def cases_of_rules(folder: Path) -> Mapping[str, tuple[Case, ...]]:
    """{rule: its cases} in a ruleset's folder, the shortest cases first."""
    found: dict[str, list[Case]] = {}
    for path in sorted(folder.glob("*.txt")):
        for case in read_cases(path):
            for rule in case.rules:
                found.setdefault(rule, []).append(case)
    return {rule: tuple(sorted(cases, key=_length)) for rule, cases in found.items()}


def _length(case: Case) -> int:
    return sum(len(line) for _, line in (*case.begin, *case.lines))


RECORD: Final = "tested.toml"
"""The file of the record, in the ruleset's folder."""
_HEAD: Final = "# Which tests check which rule: file by file. `make rules` writes this.\n"


def rule_tests(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """{rule: test ids}, both sorted, for every `pytest.mark.rule("ID")` in `folder` and for every
    case in notation.

    A test id is the path from the folder's parent, then the class and the function, as pytest
    writes it, or a case's title. Empty where the folder does not exist. A marker on a class counts
    for its tests.
    """
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        name = path.relative_to(folder.parent).as_posix()
        for rule, test in _marked(tree, name, ()):
            found.setdefault(rule, set()).add(test)
    for path in sorted(folder.glob("rules/*/*.txt")):
        name = path.relative_to(folder.parent).as_posix()
        for case in read_cases(path):
            for rule in case.rules:
                found.setdefault(rule, set()).add(f"{name}::{case.title}")
    return MappingProxyType({rule: tuple(sorted(found[rule])) for rule in sorted(found)})


def format_record(tests: Mapping[str, tuple[str, ...]], rules: Container[str]) -> str:
    """The text of a record: the findings of `rule_tests` for `rules`."""
    files: dict[str, dict[str, list[str]]] = {}
    for rule in sorted(tests):
        for test in tests[rule] if rule in rules else ():
            file, _, name = test.partition("::")
            files.setdefault(file, {}).setdefault(rule, []).append(name)
    lines = [_HEAD]
    for file in sorted(files):
        lines.append(f"\n[{json.dumps(file)}]\n")
        lines += [f"{json.dumps(rule)} = {json.dumps(of)}\n" for rule, of in files[file].items()]
    return "".join(lines)


def recorded_rules(folder: Path, rulebook: Rulebook) -> frozenset[str]:
    """The rules of a record: those of a ruleset, and those that its folder has for variants."""
    more = folder / "variants.toml"
    tables = tomli.loads(more.read_text(encoding="utf-8")) if more.is_file() else {}
    sections = [section for asked in tables.values() for section in asked]
    for_variants = read_rulebook({"section": sections}, more.name)
    return frozenset(rule.id for book in (rulebook, for_variants) for rule in book.rules)


def read_record(folder: Path) -> Mapping[str, tuple[str, ...]] | None:
    """{rule: test ids}, both sorted, as the record in a ruleset's folder has them; None if there is
    no record."""
    file = folder / RECORD
    if not file.is_file():
        return None
    found: dict[str, list[str]] = {}
    for name, rules in tomli.loads(file.read_text(encoding="utf-8")).items():
        for rule, tests in rules.items():
            found.setdefault(rule, []).extend(f"{name}::{test}" for test in tests)
    return MappingProxyType({rule: tuple(sorted(found[rule])) for rule in sorted(found)})


def _marked(
    node: ast.Module | ast.ClassDef, name: str, inherited: tuple[str, ...]
) -> Iterator[tuple[str, str]]:
    for child in node.body:
        if isinstance(child, ast.ClassDef):
            yield from _marked(child, f"{name}::{child.name}", (*inherited, *_rules(child)))
        elif isinstance(child, ast.FunctionDef) and child.name.startswith("test"):
            for rule in (*inherited, *_rules(child)):
                yield rule, f"{name}::{child.name}"


def _rules(node: ast.ClassDef | ast.FunctionDef) -> tuple[str, ...]:
    """The rules in the decorators of a test or of a class."""
    return tuple(
        argument.value
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
