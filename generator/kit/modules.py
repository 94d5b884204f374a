"""Which modules a program needs: those that it imports, and those that they import.

The sources are read and nothing is run. Imports for types alone are left out, imports in functions
are not.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeGuard

from generator.engine.errors import GameError

_INIT: Final = "__init__.py"
_DEFERRED: Final = ("deferred", "DeferredModule")


def needed_modules(
    roots: Iterable[str], packages: Collection[str], without: Collection[str]
) -> dict[str, Path]:
    """The modules of these `packages` that the roots need, with their files, sorted.

    A folder without `__init__.py` is no module, and is passed through. What `without` names is left
    out with all that is below it. Raises GameError for a root that is not there.
    """
    found: dict[str, Path] = {}
    waiting = list(roots)
    missing = [name for name in waiting if _file(name) is None]
    if missing:
        raise GameError(
            f"the module {missing[0]} is missing",
            hint="install the package that the ruleset comes with",
        )
    seen: set[str] = set()
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        if name in seen or parts[0] not in packages or _is_below(name, without):
            continue
        seen.add(name)
        waiting += [".".join(parts[:end]) for end in range(1, len(parts))]
        file = _file(name)
        if file is not None:
            found[name] = file
            waiting += _imports_of(name, file)
    return dict(sorted(found.items()))


@cache
def _imports_of(name: str, file: Path) -> tuple[str, ...]:
    package = name if file.name == _INIT else name.rpartition(".")[0]
    # Bytes: the parser knows how a source is encoded.
    source = file.read_bytes()
    defers = any(f"{name}(".encode() in source for name in _DEFERRED)
    names = imports_in(ast.parse(source, str(file)), package, defers=defers)
    return tuple(dict.fromkeys(names))


def _is_below(name: str, tops: Collection[str]) -> bool:
    return any(name == top or name.startswith(f"{top}.") for top in tops)


@cache
def _file(name: str) -> Path | None:
    """The source of a module; None for what is none: a folder, or a name in a module."""
    top, _, rest = name.partition(".")
    try:
        folder = package_folder(top)
    except GameError:
        return None
    path = folder.joinpath(*rest.split(".")) if rest else folder
    for file in (path / _INIT, path.with_suffix(".py")):
        if file.is_file():
            return file
    return None


@cache
def package_folder(name: str) -> Path:
    """The folder of a top package, which is not imported for it. Raises GameError without one."""
    spec = find_spec(name)
    if spec is None or spec.origin is None:
        raise GameError(
            f"the package {name} is missing", hint=f"install it: pipx inject theatrum {name}"
        )
    return Path(spec.origin).parent


def imports_in(tree: ast.AST, package: str = "", *, defers: bool = True) -> Iterator[str]:
    """The names that a module of a package imports: modules, with `from` what may be one, and the
    modules of functions that are deferred by an expression, unless it `defers` none."""
    waiting: list[ast.AST] = [tree]
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            module = _absolute(node, package)
            yield module
            yield from (f"{module}.{name.name}" for name in node.names)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in _DEFERRED:
            yield from (str(one.value).partition(":")[0] for one in node.args[:1] if _is_text(one))
        if isinstance(node, ast.If) and _is_for_types(node.test):
            waiting += node.orelse
        elif defers or not isinstance(node, ast.expr):
            waiting += ast.iter_child_nodes(node)


def _is_text(node: ast.expr) -> TypeGuard[ast.Constant]:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _absolute(node: ast.ImportFrom, package: str) -> str:
    """The name of the module that something is imported from."""
    if not node.level:
        return node.module or ""
    above = package.split(".")[: len(package.split(".")) + 1 - node.level]
    return ".".join((*above, *((node.module,) if node.module else ())))


def _is_for_types(test: ast.expr) -> bool:
    name = test.attr if isinstance(test, ast.Attribute) else getattr(test, "id", "")
    return name == "TYPE_CHECKING"
