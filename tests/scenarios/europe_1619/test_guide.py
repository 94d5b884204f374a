"""What the guide says of orders can be written as it stands there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.engine.phases import Setup
from generator.rulesets.europe_1619 import EDITION, RULESET

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


def test_each_phase_of_the_guide_is_one_of_the_game() -> None:
    text = SECTION.partition("### ")[0]
    tables = re.findall(r"^\| [\w ]+ \| `(\w+)` \|", text, re.M)
    assert tables == ["diplomatic", "movement", "retreats", "builds", "vote"]
    assert all(phase in EDITION.course.slugs for phase in tables)


@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds", "vote"])
def test_every_order_of_the_guide_can_be_read(phase: str) -> None:
    """Whether it also counts is for the rules: the lines are a heap, not a sheet."""
    lines = examples(phase)
    assert len(lines) >= (2 if phase == "vote" else 6)
    year = 1648 if phase == "vote" else 1619
    state = RULESET.opening(Setup(position={"year": year, "phase": phase}))
    for line in lines:
        sheet = RULESET.read(state, {"austria": line}).sheets["austria"]
        assert sheet.orders, line
        assert [one.fault for one in sheet.orders if one.order is None] == [], line
