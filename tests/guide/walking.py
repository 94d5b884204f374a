"""Doing what a page of the guide says: its files are written, its commands run, in order.

A file is a fenced block below a line with nothing but its name: **`mails/france.eml`**. Commands
stand in fenced blocks marked `console`, each behind "$ "; what follows up to the next one is what
they print. A line `...` there stands for any lines, `...` within a line for anything.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shlex
import stat
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GUIDE = ROOT / "site/guide"
_BLOCK = re.compile(
    r"(?:^\*\*`(?P<name>[^`\n]+)`\*\*\n\n)?^```(?P<kind>\w*)\n(?P<body>.*?)^```$",
    re.MULTILINE | re.DOTALL,
)


@dataclass(frozen=True)
class File:
    name: str
    text: str


@dataclass(frozen=True)
class Command:
    line: str
    output: str
    number: int


def steps(page: Path) -> Iterator[File | Command]:
    """The files and commands of a page, from top to bottom."""
    text = page.read_text("utf-8")
    for block in _BLOCK.finditer(text):
        if block["name"]:
            yield File(block["name"], block["body"])
        elif block["kind"] == "console":
            number = text.count("\n", 0, block.start("body"))
            yield from _commands(block["body"], number)


def _commands(body: str, number: int) -> Iterator[Command]:
    line, at = "", 0
    output: list[str] = []
    for offset, row in enumerate(body.splitlines(), 1):
        if row.startswith("$ "):
            if line:
                yield Command(line, "\n".join(output), at)
            line, output, at = row[2:], [], number + offset
        else:
            assert line, f"line {number + offset}: a console block begins with a command"
            output.append(row)
    if line:
        yield Command(line, "\n".join(output), at)


def matches(said: str, shown: str) -> bool:
    """Whether a command's output is what the page shows of it."""
    lines = [row.rstrip() for row in said.strip().split("\n")]
    # The rows of the page that may come next: those that are reached after each line.
    rows = [row.rstrip() for row in shown.strip().split("\n")]
    reached = _past_gaps(rows, {0})
    for line in lines:
        after = {at for at in reached if at < len(rows) and rows[at] == "..."}
        after |= {at + 1 for at in reached if at < len(rows) and _is_row(line, rows[at])}
        reached = _past_gaps(rows, after)
    return len(rows) in reached


def _past_gaps(rows: Sequence[str], reached: Iterable[int]) -> set[int]:
    """Those rows, and the ones behind a row `...`, which may stand for no line at all."""
    found = set(reached)
    for at, row in enumerate(rows):
        if at in found and row == "...":
            found.add(at + 1)
    return found


def _is_row(line: str, row: str) -> bool:
    return (
        row != "..." and re.fullmatch(".*".join(map(re.escape, row.split("..."))), line) is not None
    )


def walk(
    page: Path,
    folder: Path,
    environment: Mapping[str, str] | None = None,
    *,
    in_process: bool = False,
    seed: str = "",
) -> int:
    """Do in `folder` what a page says; fails at the first command that prints something else.

    Returns the number of commands. They find `theatrum` and `python` as an installed program's
    user would. New games get `seed`, so that they print the same each time. With `in_process`
    plain calls of `theatrum` need no process of their own, which saves most of the time.
    """
    known = _environment(folder) | dict(environment or {})
    count, start = 0, folder
    for step in steps(page):
        if isinstance(step, File):
            # Files are named from where the walk begins, as a reader sees them in the tree.
            path = start / step.name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(step.text, encoding="utf-8")
            continue
        if step.line.startswith("cd "):
            folder /= step.line.removeprefix("cd ")
            continue
        line = step.line
        if seed and line.startswith("theatrum new "):
            line = f"{line} --seed {shlex.quote(seed)}"
        is_plain = line.startswith("theatrum ") and not re.search(r"[|<>$;&]", line)
        call = _call if in_process and is_plain else _run
        code, said = call(line, folder, known)
        count += 1
        assert matches(said, step.output), (
            f"{page.name}:{step.number}: $ {step.line}\n"
            f"prints (exit code {code}):\n{said}\nthe page shows:\n{step.output}"
        )
    return count


def _environment(folder: Path) -> dict[str, str]:
    """The environment of the commands, with scripts that stand for the installed programs."""
    programs = folder.parent / f"{folder.name}-bin"
    programs.mkdir()
    for name, call in (("theatrum", " -m generator"), ("python", "")):
        script = programs / name
        script.write_text(f'#!/bin/sh\nexec "{sys.executable}"{call} "$@"\n', encoding="utf-8")
        script.chmod(script.stat().st_mode | stat.S_IXUSR)
    return {
        "PATH": f"{programs}:{os.environ['PATH']}",
        "HOME": str(folder.parent),
        "PYTHONPATH": str(ROOT),
        "PYTHONUNBUFFERED": "1",
        "PYTHONDONTWRITEBYTECODE": "1",
        "LC_ALL": "C.UTF-8",
        "TZ": "UTC",
    }


def _run(line: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """The exit code of a command line and what it prints, on both streams."""
    done = subprocess.run(
        ["sh", "-c", line],
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.returncode, done.stdout


def _call(line: str, folder: Path, environment: Mapping[str, str]) -> tuple[int, str]:
    """The same of a command of theatrum, in this process."""
    from generator.cli import main

    printed = io.BytesIO()
    stream = io.TextIOWrapper(printed, encoding="utf-8", write_through=True)
    with (
        pytest.MonkeyPatch.context() as patch,
        contextlib.redirect_stdout(stream),
        contextlib.redirect_stderr(stream),
    ):
        for name, value in environment.items():
            patch.setenv(name, value)
        patch.chdir(folder)
        try:
            code = main(shlex.split(line)[1:])
        except SystemExit as end:  # argparse: wrong usage
            code = int(end.code or 0)
    return code, printed.getvalue().decode("utf-8")
