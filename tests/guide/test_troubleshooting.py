"""Troubleshooting: each message of the page is one that the program has, and each refusal of the
commands, of the mails, of git and of publishing is on the page.

A message of the page is the code of a heading, or of a paragraph below it that begins with "Also:";
`...` stands for what differs from case to case.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache

import pytest

from tests.guide.walking import GUIDE, ROOT

PROGRAM = ROOT / "generator"
PAGE = (GUIDE / "troubleshooting.md").read_text("utf-8")
MESSAGES = [
    message
    for found in re.findall(r"^(?:###|Also:) (.+(?:\n(?!\n).+)*)", PAGE, re.MULTILINE)
    for message in re.findall(r"`([^`]+)`", found.replace("\n", " "))
]
REFUSALS = {"GameError", "FileError", "GitError", "LetterError"}
# Whoever types a command wrongly reads of it in one section: `UsageError` has exit code 2.
FAMILIES = ("commands", "mailroom", "archive/git", "archive/publish")


def message_of(node: ast.expr) -> str:
    """A text of the source, with `...` for its values; "" for anything else."""
    if isinstance(node, ast.Constant):
        return re.sub(r"\{\w+\}", "...", node.value) if isinstance(node.value, str) else ""
    if isinstance(node, ast.JoinedStr):
        return "".join(message_of(part) or "..." for part in node.values)
    return ""


@cache
def texts() -> frozenset[str]:
    """All texts of the program."""
    trees = [ast.parse(path.read_text("utf-8")) for path in PROGRAM.rglob("*.py")]
    nodes = (node for tree in trees for node in ast.walk(tree) if isinstance(node, ast.expr))
    return frozenset(filter(None, map(message_of, nodes)))


def refusals() -> Iterator[tuple[str, str]]:
    """Each refusal that is raised with a text, and where."""
    for family in FAMILIES:
        for path in sorted((PROGRAM / family).rglob("*.py")):
            for node in ast.walk(ast.parse(path.read_text("utf-8"))):
                if not isinstance(node, ast.Raise) or not isinstance(node.exc, ast.Call):
                    continue
                call = node.exc
                if isinstance(call.func, ast.Name) and call.func.id in REFUSALS and call.args:
                    said = message_of(call.args[0])
                    if re.search("[a-z]", said.replace("...", "")):
                        yield said, f"{path.relative_to(ROOT)}:{node.lineno}"


def test_the_page_has_the_messages_that_are_met_most() -> None:
    assert len(MESSAGES) == len(set(MESSAGES)) >= 80


def test_every_message_has_an_anchor_and_a_remedy() -> None:
    """It is a heading, or below one with an answer."""
    parts = re.split("^(##+ .*)$", PAGE, flags=re.MULTILINE)[1:]
    for heading, below in zip(parts[::2], parts[1::2], strict=True):
        has_messages = heading.startswith("### ")
        assert has_messages or "Also:" not in below, heading
        assert not has_messages or below.partition("Also:")[0].strip(), heading


@pytest.mark.parametrize("message", MESSAGES)
def test_a_message_of_the_page_is_the_programs(message: str) -> None:
    assert any(message in text for text in texts())


def test_every_refusal_is_on_the_page() -> None:
    found = dict(refusals())
    assert len(found) > 60
    missing = {
        said: place for said, place in found.items() if not any(one in said for one in MESSAGES)
    }
    assert not missing
