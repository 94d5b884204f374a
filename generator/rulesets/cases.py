"""Cases of rules in notation, as `tests/rules/notation.py` describes it: read, not played.

The tests play them, the record of tested rules names them, and rulebooks show them as examples.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, NamedTuple

RULES: Final = r"[A-Z][A-Z0-9]*(?:-[A-Z0-9]+)+"
"""The pattern of a rule's id."""
_HEAD: Final = re.compile(rf"(?:((?:{RULES}, )*{RULES}): )?(.+)")

Lines = tuple[tuple[int, str], ...]
"""Lines with their numbers in the file."""


class Case(NamedTuple):
    """A case as it was written: `begin` is what stands first in each of its parts."""

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
    found = _HEAD.fullmatch(head[1])
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
