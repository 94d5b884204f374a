"""The walkthroughs in docs/: what a page shows is done in a copy, and its test passes.

A block whose info string names a file is written there (```python tests/rules/test_x.py); a `diff`
block changes files as `patch -p1` would, by its lines and not by their numbers:

    --- a/generator/pages/game/pages.py
    +++ b/generator/pages/game/pages.py
    @@
         Family("phases.replay", "replay_pages"),
    +    Family("phases.headlines", "headline_pages"),
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from generator.rulesets.coverage import rule_tests
from tests.guide.walking import ROOT

DOCS = ROOT / "docs"
KEPT = (
    "tests/test_imports.py::test_imports_run_one_way",
    "tests/test_imports.py::test_folders_of_a_part_build_on_each_other_in_one_order",
    "tests/test_imports.py::test_nothing_of_the_family_but_features_knows_a_feature",
    "tests/test_imports.py::test_no_source_file_is_too_long_to_read",
    "tests/rulesets/test_primers.py",
    "tests/rulesets/europe/test_causes.py",
)
"""Tests of the whole program that a walkthrough has to keep: where things stand, what is taught,
and that every cause has its rule."""
_BLOCK = re.compile(r"^```(?P<kind>\w+)(?: (?P<file>\S+))?\n(?P<body>.*?)^```$", re.M | re.S)


class Block(NamedTuple):
    """A block of a section: a new file, or (`file` is "") changes of files that are there."""

    file: str
    body: str


def blocks(name: str) -> Iterator[Block]:
    """The blocks of a page that change the tree, from top to bottom."""
    for block in _BLOCK.finditer((DOCS / name).read_text("utf-8")):
        if block["file"] or block["kind"] == "diff":
            yield Block(block["file"] or "", block["body"])


def apply(block: Block, root: Path) -> list[str]:
    """Do what a block says; the files that it wrote or changed."""
    if block.file:
        path = root / block.file
        assert not path.exists(), f"{block.file} is there already"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(block.body, encoding="utf-8")
        return [block.file]
    changed = []
    for part in re.split(r"^(?=--- a/)", block.body, flags=re.M)[1:]:
        old, new, *lines = part.splitlines()
        name = old.removeprefix("--- a/")
        assert new == f"+++ b/{name}", new
        for hunk in re.split(r"^@@.*\n", "\n".join(lines) + "\n", flags=re.M)[1:]:
            _apply_hunk(hunk, root / name)
        changed.append(name)
    assert changed, f"no file is named:\n{block.body}"
    return changed


def _apply_hunk(hunk: str, path: Path) -> None:
    lines = hunk.splitlines()
    assert all(line[:1] in (" ", "+", "-", "") for line in lines), hunk
    before = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
    after = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
    text = path.read_text("utf-8")
    # A look-ahead finds those that overlap, too.
    found = [place.start() for place in re.finditer(f"(?=^{re.escape(before)})", text, re.M)]
    assert len(found) == 1, f"{path.name} has these lines {len(found)} times:\n{before}"
    (start,) = found
    path.write_text(text[:start] + after + text[start + len(before) :], encoding="utf-8")


def run(root: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    """A module of Python in a copy of the tree."""
    return subprocess.run(
        [sys.executable, "-m", *arguments],
        cwd=root,
        env={**os.environ, "PYTHONPATH": str(root), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )


def check_walkthrough(name: str, copy: Path) -> None:
    """Its blocks apply, its test passes, the rules that it adds have tests, and what it adds stands
    where it may and is written as the rest of the program is."""
    changed = [name for block in blocks(name) for name in apply(block, _unlinked(block, copy))]
    own = [name for name in changed if Path(name).name.startswith("test_")]
    assert own, "a walkthrough has a test"
    tried = run(copy, "pytest", "-q", "-p", "no:cacheprovider", *own, *KEPT)
    assert tried.returncode == 0, tried.stdout
    assert " skipped" not in tried.stdout
    code = [name for name in changed if name.endswith(".py")]
    for check in (["check"], ["format", "--check"]):
        said = run(copy, "ruff", *check, "--no-cache", *code)
        assert said.returncode == 0, said.stdout
    untested = _rules_in(copy, changed) - set(rule_tests(copy / "tests"))
    assert not untested, f"{sorted(untested)} have no test"


def _unlinked(block: Block, root: Path) -> Path:
    """The tree, with the files that a block changes as files of their own."""
    for name in re.findall(r"^--- a/(\S+)$", block.body, re.M) if not block.file else ():
        path = root / name
        text = path.read_bytes()
        path.unlink()
        path.write_bytes(text)
    return root


def _rules_in(root: Path, changed: list[str]) -> set[str]:
    """The ids of the rules in those files that are parts of a rulebook."""
    files = [root / name for name in changed if "/rules/" in name and name.endswith(".toml")]
    return {
        found
        for file in files
        for found in re.findall(r'^id = "(.*)"$', file.read_text("utf-8"), re.M)
    }


def check_failure(name: str, copy: Path) -> None:
    """Its test fails as long as the rest of the walkthrough is missing."""
    for block in blocks(name):
        if Path(block.file).name.startswith("test_"):
            apply(block, copy)
            tried = run(copy, "pytest", "-q", "-p", "no:cacheprovider", block.file)
            assert tried.returncode != 0


def check_claims(name: str) -> None:
    """Its tests assert something."""
    for block in blocks(name):
        if Path(block.file).name.startswith("test_"):
            tree = ast.parse(block.body)
            functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
            tests = [node for node in functions if node.name.startswith("test_")]
            assert tests
            for test in tests:
                assert any(isinstance(inner, ast.Assert) for inner in ast.walk(test)), test.name
