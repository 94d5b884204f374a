"""Which tests name which rule. Found by reading the test files, without running them."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import MappingProxyType

__all__ = ["rule_tests"]


def rule_tests(folder: Path) -> Mapping[str, tuple[str, ...]]:
    """{rule: test ids}, both sorted, for every `pytest.mark.rule("ID")` in `folder`.

    A test id is the path from the folder's parent, then the class and the function, as pytest
    writes it. Empty where the folder does not exist. A marker on a class counts for its tests.
    """
    found: dict[str, set[str]] = {}
    for path in sorted(folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"), str(path))
        name = path.relative_to(folder.parent).as_posix()
        for rule, test in _marked(tree, name, ()):
            found.setdefault(rule, set()).add(test)
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
