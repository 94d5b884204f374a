"""What the guide says of orders can be written as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import new_game, position

PAGE = Path(__file__).parents[3] / "site" / "guide" / "orders-europe.md"
SECTION = PAGE.read_text("utf-8").partition("\n## Europe 1619\n")[2].partition("\n## ")[0]


def examples(phase: str) -> list[str]:
    """The orders that the section shows for a phase, in its own part and in other spellings."""
    found: list[str] = []
    for part in SECTION.split("\n### "):
        if f"Table: `{phase}`." in part:
            found += re.findall(r"^\| .* \| `([^`]+)` \|$", part, re.MULTILINE)
    for cell in re.findall(rf"^\| .* \| `{phase}` \| (`.*) \|$", SECTION, re.MULTILINE):
        found += re.findall(r"`([^`]+)`", cell)
    return found


def test_each_phase_of_the_guide_is_one_of_the_game(tmp_path: Path) -> None:
    text = SECTION.partition("### ")[0]
    tables = re.findall(r"^\| [\w ]+ \| `(\w+)` \|", text, re.M)
    assert tables == ["diplomatic", "movement", "retreats", "builds", "vote"]
    for phase in tables:
        year = 1648 if phase == "vote" else 1619
        assert new_game(
            tmp_path, position("", "", phase).replace("blank", f"year = {year}\nblank"), name=phase
        ).waits() == (year, phase)


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_every_order_of_the_guide_can_be_read(tmp_path: Path, phase: str) -> None:
    """Whether it also counts is for the rules: the lines are a heap, not a sheet."""
    lines = examples(phase)
    assert len(lines) >= 6
    game = new_game(tmp_path, position('HES = ["A HES"]', "", phase))
    for line in lines:
        printed = game.check(austria=line)
        assert "1 order," in printed.text or "2 orders," in printed.text, printed.text
        report = game.run("adjudicate", "--dry-run").text
        assert "cannot be read" not in report, line


def test_the_votes_of_the_guide_can_be_read(tmp_path: Path) -> None:
    votes = examples("vote")
    assert len(votes) == 2
    game = new_game(tmp_path, position("", "", "vote").replace("blank", "year = 1648\nblank"))
    for vote in votes:
        assert "1 order, 0 errors, 0 warnings" in game.check(austria=vote).text
