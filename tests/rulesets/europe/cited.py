"""The causes that the code of an edition names: read from the syntax of its modules, not by play.

A cause is the program's name for what decided a result ("inf-captured-state"). Shared code names
it, and each edition's rulebook says which of its rules explains it. What counts as code of an
edition is the engine, what all editions share, the package of the edition, and the features that
these import.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import NamedTuple

import generator
from generator.engine.events import EventKind
from generator.rulesets import europe_1615_v3, europe_1615_v7, europe_1619, europe_1619_draft
from generator.rulesets.europe.turn.edition import Edition

EDITIONS = {
    one.EDITION.id: one.EDITION
    for one in (europe_1619, europe_1619_draft, europe_1615_v3, europe_1615_v7)
}

KNOWN = frozenset(cause for one in EDITIONS.values() for cause in one.rulebook.causes)
"""All causes of all editions of the family."""

_ROOT = Path(generator.__file__).parent
_FAMILY = _ROOT / "rulesets" / "europe"


class Cited(NamedTuple):
    """A text in a module that is the name of a cause, or a kind of event that is named there."""

    module: str
    line: int
    cause: str


def features_of(edition: Edition) -> set[str]:
    """The modules of the features that an edition lists, by their last names."""
    return {type(one).__module__.rpartition(".")[2] for one in edition.features}


def reported_by(edition: Edition) -> Iterator[Cited]:
    """The kinds of events that the code of an edition gives to a function, as it does to report
    them; what a feature does that it does not list, it does not do."""
    others = {name for one in EDITIONS.values() for name in features_of(one)}
    for file in sorted(_files_of(edition)):
        if not file.is_relative_to(_ROOT / "rulesets") or file.stem == "__init__":
            continue
        if file.stem in others - features_of(edition):
            continue
        name = ".".join(file.relative_to(_ROOT.parent).with_suffix("").parts)
        kinds = {
            word: one.slug
            for word, one in vars(import_module(name)).items()
            if isinstance(one, EventKind)
        }
        for node in ast.walk(_tree(file)):
            for given in node.args if isinstance(node, ast.Call) else ():
                if isinstance(given, ast.Name) and given.id in kinds:
                    yield Cited(_module_of(file), node.lineno, kinds[given.id])


def _module_of(file: Path) -> str:
    """`steps/influence` for a module of the family, `engine/auction` for others."""
    base = _FAMILY if file.is_relative_to(_FAMILY) else _ROOT
    return file.relative_to(base).with_suffix("").as_posix()


def cited_by(edition: Edition) -> Iterator[Cited]:
    """Every cause that the code of an edition names, whether its rulebook has it or not."""
    for file in sorted(_files_of(edition)):
        for text, line in _texts(file):
            if text in KNOWN:
                yield Cited(_module_of(file), line, text)


def hyphenated() -> Iterator[Cited]:
    """The texts like `inf-placed` in the code of the family and its editions, causes or not."""
    for folder in sorted((_ROOT / "rulesets").glob("europe*")):
        for file in sorted(folder.rglob("*.py")):
            for text, line in _texts(file):
                if re.fullmatch(r"[a-z_]+(-[a-z_]+)+", text):
                    yield Cited(_module_of(file), line, text)


def beginnings() -> Iterator[Cited]:
    """The fixed texts with which names of causes begin that are put together: `status-` of
    f"status-{kind}"."""
    for folder in sorted((_ROOT / "rulesets").glob("europe*")):
        for file in sorted(folder.rglob("*.py")):
            for node in ast.walk(_tree(file)):
                if isinstance(node, ast.JoinedStr) and isinstance(node.values[0], ast.Constant):
                    text = node.values[0].value
                    if text.endswith("-") and any(cause.startswith(text) for cause in KNOWN):
                        yield Cited(_module_of(file), node.lineno, text)


@cache
def _tree(file: Path) -> ast.Module:
    return ast.parse(file.read_text(encoding="utf-8"))


@cache
def _texts(file: Path) -> tuple[tuple[str, int], ...]:
    """The texts of a module with their lines, but for the names of kinds of events."""
    slugs = {
        id(node.args[0])
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "EventKind" and node.args
    }
    return tuple(
        (node.value, node.lineno)
        for node in ast.walk(_tree(file))
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in slugs
    )


def _files_of(edition: Edition) -> set[Path]:
    """The modules of an edition."""
    features = _FAMILY / "features"
    waiting = [
        *(_ROOT / "engine").rglob("*.py"),
        *(file for file in _FAMILY.rglob("*.py") if features not in file.parents),
        *edition.folder.rglob("*.py"),
    ]
    found: set[Path] = set()
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting += (one for one in _imports(file) if one.parent == features)
    return found


@cache
def _imports(file: Path) -> tuple[Path, ...]:
    names: list[str] = []
    for node in ast.walk(_tree(file)):
        if isinstance(node, ast.ImportFrom) and node.module:
            names += (node.module, *(f"{node.module}.{one.name}" for one in node.names))
    files = (_ROOT.parent / f"{name.replace('.', '/')}.py" for name in names)
    return tuple(file for file in files if file.is_file())
