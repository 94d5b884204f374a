"""Which tests name which rule. Found by reading the test files, without running them.

An installed program has no tests beside it, so each ruleset carries a record of what was found.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Container, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Final

import tomli

from generator.engine.rulebook import Rulebook, read_rulebook
from generator.rulesets.cases import read_cases

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
    """The text of a record: of what `rule_tests` found, the part that names `rules`."""
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
    no record, so that nothing is known."""
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
    """The rules that the decorators of a test or of a class name."""
    return tuple(
        argument.value
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func) == "pytest.mark.rule"
        for argument in decorator.args
        if isinstance(argument, ast.Constant) and isinstance(argument.value, str)
    )
