"""The orders that the guide shows can be read in the phases it names."""

from __future__ import annotations

import re

import pytest
from msgspec.structs import replace

from generator.engine.chance import Chance
from generator.engine.phases import Moment, Setup
from generator.rulesets import get_ruleset
from generator.rulesets.westphalia.battle.script import PARTS
from generator.rulesets.westphalia.reading.read import FORMS
from generator.rulesets.westphalia.state.state import State
from tests.guide.walking import GUIDE

EUROPE = (GUIDE / "orders-europe.md").read_text("utf-8")
WESTPHALIA = (GUIDE / "orders-westphalia.md").read_text("utf-8")


def orders_in(section: str) -> list[tuple[str, str]]:
    """Every order of the tables whose second column is headed "Table", which names its phase."""
    found = []
    inside = False
    for line in section.splitlines():
        cells = line.split(" | ")
        if not line.startswith("| "):
            inside = inside and line.startswith("|")
        elif cells[:2] == ["| You want to", "Table"]:
            inside = True
        elif inside:
            orders = re.findall(r"`([^`]+)`", " ".join(cells[2:]))
            found += [(cells[1].strip("`"), order) for order in orders]
    return found


def draft_orders() -> list[tuple[str, str]]:
    """Every order of the draft's table; any phase is the first."""
    section = EUROPE.partition("## The draft edition\n")[2].partition("\n## ")[0]
    found = orders_in(section)
    return [("diplomatic" if phase == "any" else phase, order) for phase, order in found]


def test_table_of_the_draft_is_found() -> None:
    assert {phase for phase, _ in draft_orders()} == {"diplomatic", "movement", "builds"}
    assert len(draft_orders()) > 8


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
        EUROPE.partition("judges objectives of these forms")[2].partition("The referee judges")[0],
    ),
)
def test_objective_of_the_guide_is_one_that_the_board_judges(condition: str) -> None:
    ruleset = get_ruleset("europe-1619-draft")
    state = ruleset.opening(Setup(position={"phase": "diplomatic"}))
    text = f"OBJECTIVE POLITICAL: {condition}"
    (written,) = ruleset.read(state, {"union": text}).sheets["union"].orders
    # What the board cannot judge is an objective too, in free words.
    assert written.order.goal.test != "free"


@pytest.fixture(scope="module")
def full_board() -> State:
    """A position with everybody on the board."""
    ruleset = get_ruleset("westphalia")
    opening = ruleset.opening(Setup())
    chance = Chance("seed", "1510/1-setup")
    state: State = ruleset.adjudicate(opening, ruleset.read(opening, {}), (), chance).state
    return state


def complaints(state: State, phase: str, order: str) -> list[str]:
    """What is wrong with an order in a phase; any phase is one that only draws lots."""
    slug = "upheaval" if phase.startswith("any") else phase
    there = replace(state, moment=Moment(1510, 2, slug))
    book = get_ruleset("westphalia").read(there, {"red": order})
    return [one.problem for one in book.complaints if one.severity == "error"]


@pytest.mark.parametrize(("phase", "order"), orders_in(WESTPHALIA))
def test_order_of_westphalia_can_be_read(full_board: State, phase: str, order: str) -> None:
    assert complaints(full_board, phase, order) == []


def test_every_form_of_westphalia_is_shown() -> None:
    table = WESTPHALIA.partition("## The orders\n")[2]
    shown = {order.lower() for order in re.findall(r"\| `([A-Z]+)", table)}
    assert shown == set(FORMS)


def test_every_part_of_a_script_is_shown_and_can_be_read(full_board: State) -> None:
    table = WESTPHALIA.partition("| Part | Meaning |")[2].partition("\n\n")[0]
    parts = re.findall(r"^\| `([^`]+)`", table, re.MULTILINE)
    assert [part.partition(":")[0] for part in parts] == list(PARTS)
    assert complaints(full_board, "battles-1", f"BATTLE {' '.join(parts)}") == []
