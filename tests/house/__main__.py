"""`make house COMMIT=...`: the structure of the program in figures, at a commit and now.

    europe: files                          70      62
    europe: rooms                           1       8
    europe: imports between rooms           0      40
    europe: imports that run back           0       0
    europe: lines / a rule               16743    29.4
    event kinds: files that know one, median / most
    ...

An import runs back where its room also needs, directly or not, the room that it imports from: rooms
with no such import can be read one after the other.
"""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import Final

import tomli

TOP: Final = Path(__file__).resolve().parents[2]
PACKAGES: Final = {
    "europe": "generator/rulesets/europe",
    "westphalia": "generator/rulesets/westphalia",
    "archive": "generator/archive",
}
RULES: Final = {
    "europe": ("europe", "europe_1619", "europe_1619_draft", "europe_1615_v7", "europe_1615_v3"),
    "westphalia": ("westphalia",),
    "standard": ("standard",),
}
_FACTS: Final = ("event kinds", "phases", "options")


def main(commit: str) -> int:
    now = figures(TOP)
    with TemporaryDirectory(prefix="theatrum-house-") as name:
        archive = subprocess.run(
            ["git", "-C", str(TOP), "archive", commit], stdout=subprocess.PIPE, check=True
        )
        subprocess.run(["tar", "-x", "-C", name], input=archive.stdout, check=True)
        before = figures(Path(name))
    print(f"{'':44}{commit[:10]:>14}{'now':>14}")
    for what, value in now.items():
        print(f"{what:44}{before.get(what, '-'):>14}{value:>14}")
    return 0


def figures(top: Path) -> dict[str, str]:
    """What is measured of a tree, by its name, as text."""
    found: dict[str, str] = {}
    for name, folder in PACKAGES.items():
        found |= {f"{name}: {what}": str(value) for what, value in _rooms(top, folder)}
    for name, packages in RULES.items():
        lines = sum(len(_lines(path)) for package in packages for path in _ruleset(top, package))
        rules = sum(_rules(top / "generator/rulesets" / package) for package in packages)
        found[f"{name}: lines, rules, lines a rule"] = f"{lines} {rules} {lines / rules:.1f}"
    every = [
        path for part in ("generator", "mapsvg") for path in sorted((top / part).rglob("*.py"))
    ]
    found["generator and mapsvg: lines"] = str(sum(len(_lines(path)) for path in every))
    knowing = [path for path in every if "rulesets" in path.parts]
    for what, names in zip(_FACTS, (_kinds(knowing), _phases(top), _options(top)), strict=True):
        counts = [
            sum(name in _texts(path) or name in _constants(path) for path in knowing)
            for name in names
        ]
        found[f"{what}: number, files that know one"] = (
            f"{len(counts)} {median(counts):g} ({max(counts)})" if counts else "-"
        )
    return found


# --- rooms


def _rooms(top: Path, folder: str) -> Iterator[tuple[str, int]]:
    base = top / folder
    package = folder.replace("/", ".")
    paths = sorted(base.rglob("*.py"))
    rooms: dict[str, set[str]] = {}
    arrows: list[tuple[str, str]] = []
    for path in paths:
        room = _room(path.relative_to(base).parts)
        needs = rooms.setdefault(room, set())
        for module in _imports(path):
            if module.startswith(f"{package}."):
                other = _room_of_module(base, module[len(package) + 1 :].split("."))
                if other != room:
                    needs.add(other)
                    arrows.append((room, other))
    yield "files", len(paths)
    yield "rooms", len(rooms)
    yield "arrows between rooms", sum(len(needs) for needs in rooms.values())
    yield "imports between rooms", len(arrows)
    yield "imports that run back", sum(_reaches(rooms, other, room) for room, other in arrows)


def _room(parts: tuple[str, ...]) -> str:
    """A folder, or a module beside the folders."""
    return parts[0].removesuffix(".py")


def _room_of_module(base: Path, names: list[str]) -> str:
    there = (base / names[0]).is_dir() or (base / f"{names[0]}.py").is_file()
    return names[0] if there else "__init__"


def _reaches(rooms: Mapping[str, set[str]], start: str, goal: str) -> bool:
    seen, left = set(), [start]
    while left:
        room = left.pop()
        if room == goal:
            return True
        if room not in seen:
            seen.add(room)
            left += rooms.get(room, ())
    return False


# --- files and what they know


@cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


def _imports(path: Path) -> Iterator[str]:
    for node in ast.walk(_tree(path)):
        if isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
        elif isinstance(node, ast.Import):
            yield from (name.name for name in node.names)


def _lines(path: Path) -> list[str]:
    return path.read_text(encoding="utf-8").splitlines()


def _ruleset(top: Path, package: str) -> list[Path]:
    return sorted((top / "generator/rulesets" / package).rglob("*.py"))


def _rules(folder: Path) -> int:
    files = [*folder.glob("rules/*.toml"), *folder.glob("rules.toml")]
    sections = [one for path in files for one in tomli.loads(path.read_text("utf-8"))["section"]]
    return sum(len(section.get("rule", ())) for section in sections)


@cache
def _texts(path: Path) -> frozenset[str]:
    """The texts that stand in a file as values."""
    nodes = ast.walk(_tree(path))
    return frozenset(
        node.value
        for node in nodes
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    )


@cache
def _constants(path: Path) -> frozenset[str]:
    """The constants that a file imports, as the words that they stand for: FIRST_ELECTION is
    "first-election"."""
    found = (node.names for node in ast.walk(_tree(path)) if isinstance(node, ast.ImportFrom))
    return frozenset(
        name.name.lower().replace("_", "-")
        for names in found
        for name in names
        if name.name.isupper()
    )


def _kinds(paths: list[Path]) -> list[str]:
    """The kinds of events: what is reported or told by its name, and what EventKind declares."""
    found: set[str] = set()
    for path in paths:
        for node in ast.walk(_tree(path)):
            if not isinstance(node, ast.Call) or not node.args:
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else ""
            name = node.func.id if isinstance(node.func, ast.Name) else name
            first = node.args[0]
            if name in ("report", "tell", "EventKind") and isinstance(first, ast.Constant):
                found.add(str(first.value))
    return sorted(found)


def _phases(top: Path) -> list[str]:
    """The slugs of the phases of Europe and Westphalia."""
    return [
        "diplomatic", "movement", "retreats", "adjustment", "builds", "scoring", "vote",
        "provinces", "elector", "principality", "first-election", "upheaval", "choice",
        "conversion", "second-choice", "faith", "actions", "declarations", "swaps", "scripts",
        "treaties", "leagues", "religious-war", "religious-swaps", "religious-scripts",
        "religious-treaties", "tradeoffs", "leaving", "closing", "ballot", "peace",
    ]  # fmt: skip


def _options(top: Path) -> list[str]:
    """The ids of the options of Europe and Westphalia."""
    found: set[str] = set()
    for path in sorted((top / "generator/rulesets").glob("*/options.toml")):
        tables = tomli.loads(path.read_text("utf-8"))
        found |= {row["id"] for row in tables.get("option", ()) if isinstance(row, dict)}
    return sorted(found)


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1] if len(sys.argv) > 1 else "HEAD"))
