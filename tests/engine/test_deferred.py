"""Methods that are imported when they are first called."""

from __future__ import annotations

import ast
import re
from importlib import import_module
from pathlib import Path

from generator.engine.deferred import deferred
from generator.kit.modules import imports_in

GENERATOR = Path(__file__).parents[2] / "generator"
PATHS = re.compile(r'deferred\(\s*"([\w.]+):(\w+)"')


class Shelf:
    """Something with a method that is a function of another module."""

    owner = "Ann"
    count = deferred("generator.engine.words:count")
    own = deferred("generator.engine.words:count", "number", "owner")
    number = 2


def test_the_function_is_called_with_what_the_method_is_called_with() -> None:
    assert Shelf().count(2, "map") == "2 maps"


def test_attributes_that_are_given_come_first() -> None:
    assert Shelf().own() == "2 Anns"


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
