"""Sheets on which every line is wrong: twice the lines are twice the work, and no more."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from generator.archive.files.reading import parse_toml
from generator.cli import main
from tests.archive.games import new_game
from tests.archive.repositories import alone

__all__ = ["alone"]

FEW, MANY = 60, 360
WRONG = ("A QQQ - ZZZ", "A PAR - BUR", "gobble")
"""An order that cannot be read, one of another power or given again and again, and no order."""


def steps_of(job: Callable[[], object]) -> int:
    """How many lines of Python a job runs through: its work, on whatever machine."""
    steps = 0

    def count(frame: FrameType, event: str, argument: Any) -> Any:
        nonlocal steps
        steps += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        job()
    finally:
        sys.settrace(before)
    return steps


def check_linear(few: int, many: int, factor: float = MANY / FEW) -> None:
    assert many < few * factor * 1.2, f"{factor:.0f} times the lines, {many / few:.1f} the work"


@pytest.mark.parametrize(
    ("ruleset", "wrong"),
    [
        pytest.param(ruleset, wrong, marks=() if n == at else pytest.mark.slow)
        for at, ruleset in enumerate(("standard", "europe-1619", "europe-1619-draft"))
        for n, wrong in enumerate(WRONG)
    ],
)
def test_check_and_adjudicate_take_time_by_the_lines(
    ruleset: str, wrong: str, tmp_path: Path
) -> None:
    orders = "private" if ruleset == "europe-1619" else "public"
    folder = new_game(tmp_path / "games", "war", ruleset, "--orders", orders)
    path = next((folder / "private" if orders == "private" else folder).rglob("1*/orders/*.toml"))
    phase = path.read_text("utf-8").split("[")[1].split("]")[0]

    def steps(lines: int, *words: str) -> int:
        path.write_text(f'[{phase}]\norders = """\n{f"{wrong}{chr(10)}" * lines}"""\n', "utf-8")
        return steps_of(lambda: main(["--games", str(folder.parent), *words, folder.name]))

    steps(1, "check")  # whatever is read once for all
    steps(1, "adjudicate", "--dry-run")
    none = steps(0, "check")
    check_linear(steps(FEW, "check") - none, steps(MANY, "check") - none)
    none = steps(0, "adjudicate", "--dry-run")
    few = steps(FEW, "adjudicate", "--dry-run") - none
    check_linear(few, steps(MANY, "adjudicate", "--dry-run") - none)


def test_each_place_in_a_text_is_found_by_the_first_reading(tmp_path: Path) -> None:
    """Of a long text that stands in one string every line is asked for."""

    def steps(lines: int) -> int:
        toml = parse_toml(f'[a]\norders = """\n{"A PAR" * 5}\n' + "x\n" * lines + '"""', tmp_path)

        def places() -> None:
            for line in range(1, lines):
                assert toml.place_in(("a", "orders"), line, 1).line == line + 2

        return steps_of(places)

    check_linear(steps(500), steps(2000), 4)
