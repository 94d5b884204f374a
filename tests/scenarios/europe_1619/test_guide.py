"""What the guide says of orders can be written as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import new_game, position

GUIDE = Path(__file__).parents[3] / "site" / "guide" / "orders.md"
PHASES = {
    "Diplomacy": "diplomatic",
    "Orders of the year": "movement",
    "Builds and transactions": "builds",
}


def examples(heading: str) -> list[str]:
    """The orders that a section of the guide gives, without the words around them."""
    text = GUIDE.read_text("utf-8").partition("## Europe 1619\n")[2]
    section = text.partition(f"### {heading}\n")[2].partition("\n#")[0]
    return re.findall(r"`([^`]+)`", section)


def test_each_phase_of_the_guide_is_one_of_the_game(tmp_path: Path) -> None:
    text = GUIDE.read_text("utf-8").partition("## Europe 1619\n")[2].partition("### ")[0]
    tables = re.findall(r"^\| [\w ]+ \| `(\w+)` \|", text, re.M)
    assert tables == ["diplomatic", "movement", "retreats", "builds", "vote"]
    for phase in tables:
        year = 1648 if phase == "vote" else 1619
        assert new_game(
            tmp_path, position("", "", phase).replace("blank", f"year = {year}\nblank"), name=phase
        ).waits() == (year, phase)


@pytest.mark.parametrize("heading", PHASES)
def test_every_order_of_the_guide_can_be_read(tmp_path: Path, heading: str) -> None:
    """Whether it also counts is for the rules: the lines are a heap, not a sheet."""
    lines = examples(heading)
    assert len(lines) >= 4
    game = new_game(tmp_path, position('HES = ["A HES"]', "", PHASES[heading]))
    for line in lines:
        printed = game.check(austria=line)
        assert "1 order," in printed.text or "2 orders," in printed.text, printed.text
        report = game.run("adjudicate", "--dry-run").text
        assert "cannot be read" not in report, line


def test_the_votes_of_the_guide_can_be_read(tmp_path: Path) -> None:
    votes = examples("After a tie")
    assert len(votes) == 2
    game = new_game(tmp_path, position("", "", "vote").replace("blank", "year = 1648\nblank"))
    for vote in votes:
        assert "1 order, 0 errors, 0 warnings" in game.check(austria=vote).text
