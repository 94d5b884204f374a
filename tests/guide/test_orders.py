"""The orders of the draft edition that the guide shows can be read in the phases it names."""

from __future__ import annotations

import re

import pytest

from generator.engine.phases import Setup
from generator.rulesets import get_ruleset
from tests.guide.walking import GUIDE

TEXT = (GUIDE / "orders.md").read_text("utf-8")


def draft_orders() -> list[tuple[str, str]]:
    """Every order of the draft's table, with the phase that it is for; any phase is the first."""
    section = TEXT.partition("### The draft edition\n")[2].partition("\n## ")[0]
    found = []
    for line in section.splitlines():
        cells = line.split(" | ")
        if line.startswith("| ") and len(cells) == 4 and "`" in cells[2]:
            phase = cells[1].strip("`")
            orders = re.findall(r"`([^`]+)`", f"{cells[2]} {cells[3]}")
            found += [("diplomatic" if phase == "any" else phase, order) for order in orders]
    return found


def test_table_of_the_draft_is_found() -> None:
    assert {phase for phase, _ in draft_orders()} == {"diplomatic", "movement", "builds"}
    assert len(draft_orders()) > 12


@pytest.mark.parametrize(("phase", "order"), draft_orders())
def test_order_of_the_draft_can_be_read(phase: str, order: str) -> None:
    ruleset = get_ruleset("europe-1619-draft")
    state = ruleset.opening(Setup(position={"phase": phase}))
    power = "papacy" if order.startswith("DECREE") else "union"
    (written,) = ruleset.read(state, {power: order}).sheets[power].orders
    assert written.order is not None


@pytest.mark.parametrize(
    "condition",
    re.findall(
        r"`([^`]+)`",
        TEXT.partition("The board itself can judge")[2].partition("Of any other")[0],
    ),
)
def test_objective_of_the_guide_is_one_that_the_board_judges(condition: str) -> None:
    if condition.startswith("WITH"):
        condition = f"ALIGN SAX {condition}"
    ruleset = get_ruleset("europe-1619-draft")
    state = ruleset.opening(Setup(position={"phase": "diplomatic"}))
    text = f"OBJECTIVE POLITICAL: {condition}"
    (written,) = ruleset.read(state, {"union": text}).sheets["union"].orders
    # What the board cannot judge is an objective too, in free words.
    assert written.order.goal.test != "free"
