"""Functions that are imported when they are first called."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

from generator.kit.program import imports_in

GENERATOR = Path(__file__).parents[2] / "generator"
PATHS = re.compile(r'deferred\(\s*"([\w.]+):(\w+)"')


def test_every_deferred_function_is_there() -> None:
    """mypy does not read these names."""
    found = {
        pair for file in GENERATOR.rglob("*.py") for pair in PATHS.findall(file.read_text("utf-8"))
    }
    assert len(found) > 20
    for module, name in found:
        assert callable(getattr(import_module(module), name))


def test_a_pack_has_the_modules_of_deferred_functions() -> None:
    tree = ast.parse('report = deferred("games.telling:report", "edition")')
    assert list(imports_in(tree)) == ["games.telling"]


def test_every_function_of_a_deferred_module_is_there() -> None:
    """mypy does not read these names either."""
    found = 0
    for file in GENERATOR.rglob("*.py"):
        text = file.read_text("utf-8")
        modules = dict(re.findall(r'^(\w+) = DeferredModule\(\s*"([\w.]+)"', text, re.MULTILINE))
        for node in ast.walk(ast.parse(text)) if modules else ():
            owner = getattr(getattr(node, "value", None), "id", "")
            if isinstance(node, ast.Attribute) and owner in modules:
                found += 1
                assert callable(getattr(import_module(modules[owner]), node.attr))
    assert found > 40


def test_a_pack_has_deferred_modules() -> None:
    tree = ast.parse('rules = DeferredModule("games.rules")')
    assert list(imports_in(tree)) == ["games.rules"]
