"""The program of the desk as packs: what every game needs, and for each ruleset what it adds.

    program.gz        the judge, the engine, what draws maps, msgspec
    europe-1619.gz    the ruleset, its family, its program player, its board

Packs are made from the very program that makes them, so that a site and its desk never differ.
Their contents follow from `program.toml`: a root, and everything that it imports. The sources are
read, nothing is run; imports only for types are left out, imports in functions are not.
"""

from __future__ import annotations

import ast
import hashlib
import io
import re
import zipfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import cache
from importlib.metadata import entry_points, version
from importlib.util import find_spec
from pathlib import Path
from typing import Final, TypeGuard

import msgspec
import tomli
from msgspec import Struct

from generator.autoplay import player_module
from generator.engine.errors import GameError
from generator.engine.phases import Setup
from generator.kit.packages import wheel_files
from generator.rulesets import (
    GROUP,
    VARIANTS,
    base_of,
    get_ruleset,
    is_built_in,
    ruleset_entry,
    ruleset_folder,
)
from generator.rulesets.variants import in_one_file

_BOARDS: Final = "mapsvg.boards"
"""The entry points by which maps of other packages are found."""
_DATA: Final = (".css", ".json", ".toml")
_UNUSED: Final = re.compile(r"\.dist-info/|\.pyi$|/py\.typed$")

_INIT: Final = "__init__.py"
_DEFERRED: Final = ("deferred", "DeferredModule")


class _Contents(Struct, frozen=True, forbid_unknown_fields=True):
    packages: tuple[str, ...]
    root: str
    data: tuple[str, ...]
    without: tuple[str, ...]


@cache
def _contents() -> _Contents:
    text = Path(__file__).with_name("program.toml").read_text(encoding="utf-8")
    return msgspec.convert(tomli.loads(text), _Contents)


def ingredients() -> str:
    """The packages of others that are packed as they are installed here, one on a line, with their
    versions."""
    others = (name for name in _contents().packages if name not in ("generator", "mapsvg"))
    return "\n".join(f"{name} {version(name)}" for name in others)


def program_files(folder: Path) -> dict[str, bytes]:
    """The files of the pack that every game needs, by path. `folder` has the fetched packages.
    Raises GameError and FileError as `wheel_files` does."""
    wheel = wheel_files("msgspec", folder)
    files = {path: data for path, data in wheel.items() if not _UNUSED.search(path)}
    files |= _sources(_base())
    for place in _contents().data:
        top, _, rest = place.partition("/")
        files |= _data_in(top, package_folder(top) / rest)
    return dict(sorted(files.items()))


def ruleset_files(ruleset: str) -> dict[str, bytes]:
    """The files that a ruleset adds, by path. Raises GameError for one that is not there."""
    module, known = ruleset_entry(ruleset).partition(":")[0], _base()
    own = _modules_below(module, ruleset_folder(ruleset))
    roots = [module, *own, *filter(None, (player_module(ruleset),))]
    packages = {*_contents().packages, module.partition(".")[0]}
    modules = needed_modules(roots, packages, known)
    files = _sources(modules)
    # A family's own folder has no data; those of its rooms have.
    places = {
        file.parent: name.partition(".")[0]
        for name, file in modules.items()
        if ".rulesets." in f".{name}" or name.partition(".")[0] not in _contents().packages
    }
    for place, top in places.items():
        files |= _data_in(top, place)
    boards, base = package_folder("mapsvg") / "boards", base_of(ruleset)
    for board in sorted(boards.glob(f"{base}*.json")):
        if re.fullmatch(rf"{re.escape(base)}(-\d+)?", board.stem):
            files[f"mapsvg/boards/{board.name}"] = board.read_bytes()
    if ruleset in VARIANTS:
        text = in_one_file(ruleset, VARIANTS[ruleset].texts)
        files[f"variants/{ruleset}.toml"] = text.encode()
    elif not is_built_in(ruleset):
        files |= _entry_points(ruleset) | _board_of(ruleset)
    return dict(sorted(files.items()))


def zipped(files: Mapping[str, bytes]) -> bytes:
    """The files as an archive, which is the same whenever it is made."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for path, data in files.items():
            archive.writestr(zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0)), data)
    return made.getvalue()


def digest_of(files: Mapping[str, bytes]) -> str:
    """A hash of paths and contents, as hexadecimal."""
    seen = hashlib.sha256()
    for path, data in files.items():
        seen.update(f"{path}\0{len(data)}\0".encode())
        seen.update(data)
    return seen.hexdigest()


@cache
def _base() -> dict[str, Path]:
    return needed_modules([_contents().root], _contents().packages)


def _sources(modules: Mapping[str, Path]) -> dict[str, bytes]:
    """The sources of modules by their paths in a pack."""
    return {_path_of(name, file): file.read_bytes() for name, file in modules.items()}


def _path_of(name: str, file: Path) -> str:
    inner = "/__init__.py" if file.name == "__init__.py" else ".py"
    return name.replace(".", "/") + inner


def _modules_below(module: str, folder: Path) -> list[str]:
    """All modules of a ruleset: some import what belongs to a phase by its name, when it comes."""
    top = package_folder(module.partition(".")[0]).parent
    return [
        ".".join(file.relative_to(top).with_suffix("").parts)
        for file in sorted(folder.rglob("*.py"))
        if file.name != "__init__.py"
    ]


def _data_in(top: str, place: Path) -> dict[str, bytes]:
    """A file, or what a folder and the folders below it have of data, by paths from their top
    package."""
    root = package_folder(top).parent
    return {
        file.relative_to(root).as_posix(): file.read_bytes()
        for file in _files_in(place)
        if file.suffix in _DATA and file.name not in _contents().without
    }


def _files_in(place: Path) -> Iterator[Path]:
    if place.is_file():
        yield place
    elif place.is_dir():
        # A folder with modules is another package, and its modules ask for it.
        for inner in sorted(place.iterdir()):
            if inner.is_file() or not any(inner.glob("*.py")):
                yield from _files_in(inner)


def _board_of(ruleset: str) -> dict[str, bytes]:
    """The board of another package's ruleset, if it is one of ours; a board of the package itself
    lies beside its modules."""
    made = get_ruleset(ruleset)
    try:
        name = made.picture(made.opening(Setup())).board
    except GameError:  # it opens with options that only a game of it has
        return {}
    file = package_folder("mapsvg") / "boards" / f"{name}.json"
    return {f"mapsvg/boards/{name}.json": file.read_bytes()} if file.is_file() else {}


def _entry_points(ruleset: str) -> dict[str, bytes]:
    """Code that makes a ruleset of another package, and the boards of that package, known by their
    names, where nothing is installed."""
    folder = f"desk_{re.sub('[^a-z0-9]', '_', ruleset)}-1.dist-info"
    top = ruleset_entry(ruleset).partition(":")[0].partition(".")[0]
    entries = f"[{GROUP}]\n{ruleset} = {ruleset_entry(ruleset)}\n[{_BOARDS}]\n"
    for point in entry_points(group=_BOARDS):
        if point.value.partition(".")[0] == top:
            entries += f"{point.name} = {point.value}\n"
    return {
        f"{folder}/METADATA": b"Metadata-Version: 2.1\nName: desk\nVersion: 1\n",
        f"{folder}/entry_points.txt": entries.encode(),
    }


def needed_modules(
    roots: Iterable[str], packages: Collection[str], known: Collection[str] = ()
) -> dict[str, Path]:
    """The modules of these `packages` that the roots need, with their files, sorted.

    A folder without `__init__.py` is not a module, and is passed through. Modules that are `known`
    are left out with what they need. Raises GameError for a root that is not there.
    """
    found: dict[str, Path] = {}
    waiting = list(roots)
    missing = [name for name in waiting if _file(name) is None]
    if missing:
        raise GameError(
            f"the module {missing[0]} is missing",
            hint="install the package that the ruleset comes with",
        )
    seen = set(known)
    while waiting:
        name = waiting.pop()
        parts = name.split(".")
        if name in seen or parts[0] not in packages:
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


@cache
def _file(name: str) -> Path | None:
    """The source of a module; None for anything else: a folder, or a name in a module."""
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
