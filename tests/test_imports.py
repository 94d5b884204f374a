"""The structure of the program: imports run one way, and files stay small enough to read."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from tests import conftest

ROOT = Path(__file__).parent.parent

BELOW_PAGES = frozenset(
    {
        "generator.fast",
        "generator.posts",
        "generator.archive",
        "generator.rulesets",
        "generator.engine",
        "generator.trial",
        "mapsvg",
    }
)

# Each part may import itself and the parts listed here; whatever is not listed is not allowed.
MAY_IMPORT: dict[str, frozenset[str]] = {
    "generator.fast": frozenset(),
    "generator.engine": frozenset(),
    "generator.rulesets": frozenset({"generator.engine"}),
    "generator.autoplay": frozenset({"generator.rulesets", "generator.engine"}),
    # A program that plays stands in for players who are missing: it writes into order files.
    "generator.archive": frozenset(
        {"generator.autoplay", "generator.rulesets", "generator.engine"}
    ),
    # Makes and checks variants, and draws their boards.
    "generator.authoring": frozenset(
        {
            "generator.archive",
            "generator.pages",
            "generator.rulesets",
            "generator.engine",
            "mapsvg",
            "mapsvg.workshop",
        }
    ),
    "generator.posts": frozenset(),
    "generator.mailroom": frozenset({"generator.archive", "generator.engine"}),
    "generator.trial": frozenset({"generator.autoplay", "generator.rulesets", "generator.engine"}),
    # What the desk's program runs on; it packs that program without importing it.
    "generator.kit": frozenset(
        {"generator.archive", "generator.autoplay", "generator.rulesets", "generator.engine"}
    ),
    "generator.pages": BELOW_PAGES | {"generator.kit"},
    "generator.building": BELOW_PAGES | {"generator.pages", "generator.kit"},
    # The desk's program: it reads no files of games.
    "generator.desk": frozenset(
        {
            "generator.pages",
            "generator.autoplay",
            "generator.rulesets",
            "generator.engine",
            "mapsvg",
        }
    ),
    "generator.serve": frozenset(
        {
            "generator.building",
            "generator.pages",
            "generator.mailroom",
            "generator.archive",
            "generator.rulesets",
            "generator.engine",
            "mapsvg",
            # The steps of the referee's pages are commands.
            "generator",
        }
    ),
    "mapsvg": frozenset(),
    # Makes boards: nothing that is needed at play may import it.
    "mapsvg.workshop": frozenset({"mapsvg"}),
}

# Each folder of a part may import those above it; some are no more than a module.
PAGES = [
    "base",
    "maps",
    "story",
    "charts",
    "press",
    "phases",
    "scores",
    "powers",
    "minors",
    "provinces",
    "rules",
    "game",
    "site",
]
ARCHIVE = [
    "files",
    "git",
    "game",
    "dates",
    "record",
    "secret",
    "play",
    "people",
    "exchange",
    "publish",
]
EUROPE = [
    "data",
    "wording",
    "state",
    "turn",
    "reading",
    "steps",
    "record",
    "rulings",
    "features",
    "telling",
    "playing",
]
WESTPHALIA = [
    "data",
    "battle",
    "state",
    "turn",
    "land",
    "setup",
    "diplomacy",
    "faith",
    "ending",
    "wars",
    "year",
    "reading",
    "document",
    "telling",
    "playing",
]
FOLDERS = {
    "pages": PAGES,
    "archive": ARCHIVE,
    "rulesets/europe": EUROPE,
    "rulesets/westphalia": WESTPHALIA,
}

# A turn has its edition, an edition its features, and these work on turns: one of the three can
# import no more than a type.
MUTUAL = [("generator.rulesets.europe.turn.turn", "generator.rulesets.europe.turn.edition")]

ANYTHING = ("generator.cli", "generator.commands", "generator.__main__")


def part_of(module: str) -> str | None:
    """The part of the program that a module belongs to, or None for other packages."""
    for part in sorted(MAY_IMPORT, key=len, reverse=True):
        if module == part or module.startswith(part + "."):
            return part
    return "generator" if module.split(".")[0] == "generator" else None


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(path.read_text("utf-8"))


def sources() -> list[Path]:
    return sorted(path for top in ("generator", "mapsvg") for path in (ROOT / top).rglob("*.py"))


def module_name(path: Path) -> str:
    parts = path.relative_to(ROOT).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def imported(tree: ast.AST) -> Iterator[tuple[int, str]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            for name in node.names:
                yield node.lineno, name.name
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"line {node.lineno}: relative import"
            base = node.module or ""
            yield node.lineno, base
            for name in node.names:
                if f"{base}.{name.name}" in MAY_IMPORT:
                    yield node.lineno, f"{base}.{name.name}"


def modules_in(tree: ast.AST, modules: Collection[str]) -> Iterator[str]:
    """The modules that are imported; of a package that is asked for a module, the module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom):
            inner = [f"{node.module}.{name.name}" for name in node.names]
            yield from (name if name in modules else str(node.module) for name in inner)


def test_imports_run_one_way() -> None:
    wrong = []
    for path in sources():
        module = module_name(path)
        if module.startswith(ANYTHING) or module == "generator":
            continue
        part = part_of(module)
        assert part is not None, module
        wrong += [
            f"{path.relative_to(ROOT)}:{line}: {part} imports {name}"
            for line, name in imported(tree_of(path))
            if (other := part_of(name)) not in (None, part)
            and not (other == "generator" and name == "generator")
            and other not in MAY_IMPORT[part]
        ]
    assert not wrong, "\n".join(wrong)


def test_folders_of_a_part_build_on_each_other_in_one_order() -> None:
    wrong = []
    for part, rooms in FOLDERS.items():
        package = f"generator/{part}".replace("/", ".")
        for number, room in enumerate(rooms):
            later = tuple(f"{package}.{one}." for one in rooms[number + 1 :])
            wrong += [
                f"{path.relative_to(ROOT)}:{line}: {name}"
                for path in sorted((ROOT / "generator" / part).rglob("*.py"))
                if f"{module_name(path)}.".startswith(f"{package}.{room}.")
                for line, name in imported(tree_of(path))
                if f"{name}.".startswith(later)
            ]
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("part", FOLDERS)
def test_every_folder_of_a_part_has_its_place(part: str) -> None:
    folder = ROOT / "generator" / part
    found = {path.parent.name for path in folder.glob("*/__init__.py")}
    assert found == {room for room in FOLDERS[part] if not (folder / f"{room}.py").exists()}


def test_nothing_of_the_family_but_features_knows_a_feature() -> None:
    """Editions list their features; the family asks them through `Feature`."""
    top = ROOT / "generator" / "rulesets" / "europe"
    wrong = [
        f"{path.relative_to(ROOT)}:{line}: {name}"
        for path in sorted(top.rglob("*.py"))
        if path.parent != top / "features"
        for line, name in imported(tree_of(path))
        if name.startswith("generator.rulesets.europe.features.")
    ]
    assert not wrong, "\n".join(wrong)


def test_the_archive_has_no_module_outside_its_folders() -> None:
    modules = {path.name for path in (ROOT / "generator" / "archive").glob("*.py")}
    assert modules == {"__init__.py"}


def test_no_modules_import_each_other() -> None:
    """Wherever the import stands: also in a function, or for a type alone."""
    trees = {module_name(path): tree_of(path) for path in sources()}
    needs = {
        module: {name for name in modules_in(tree, trees) if name in trees and name != module}
        for module, tree in trees.items()
    }
    for module, other in MUTUAL:
        needs[module].remove(other)
    try:
        TopologicalSorter(needs).prepare()
    except CycleError as error:
        pytest.fail(" -> ".join(reversed(error.args[1])))


def test_svgwrite_and_livereload_stay_behind_one_module() -> None:
    homes = {"svgwrite": "mapsvg/canvas.py", "livereload": "generator/serve/preview.py"}
    for path in sources():
        for line, name in imported(tree_of(path)):
            home = homes.get(name.split(".")[0])
            where = path.relative_to(ROOT).as_posix()
            assert home in (None, where), f"{where}:{line}: import {name} only in {home}"


def test_no_source_file_is_too_long_to_read() -> None:
    long = [
        f"{path.relative_to(ROOT)}: {lines} lines"
        for path in [*sources(), *sorted((ROOT / "tests").rglob("*.py"))]
        if (lines := path.read_text("utf-8").count("\n")) > 600
    ]
    assert not long


def test_the_lists_of_slow_tests_name_tests_that_there_are() -> None:
    """One that matched none would be slow in `make test` without a word."""
    unknown = []
    for entry in (*conftest._SLOW, *conftest._USUAL, *conftest._LONG):
        path, _, function = entry.partition("::")
        files = [*ROOT.glob(f"{path}*"), *ROOT.glob(path.rstrip("/"))]
        begins = f"def {function.partition('[')[0]}"
        if not any(one.is_dir() or begins in one.read_text("utf-8") for one in files):
            unknown.append(entry)
    assert unknown == []
