"""The verdict on a refused order says what `check` said of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.archive import load_game
from generator.engine.chance import Chance
from generator.engine.errors import Complaint
from generator.engine.phases import Setup, WrittenOrder, with_faults
from generator.rulesets import get_ruleset

SAMPLES = sorted((Path(__file__).parents[2] / "games").iterdir())


def test_each_of_several_orders_on_a_line_has_its_own_cause() -> None:
    rules = get_ruleset("europe-1619")
    state = rules.opening(Setup())
    book = rules.read(state, {"france": "1: BREE; 1: BRE; 1: HAMMM"})
    played = rules.adjudicate(state, book, (), Chance("tests", "any"))
    said = [one.reasons[0].text for one in played.verdicts if one.power == "france"]
    assert "BREE" in said[0]
    assert "cannot be read" not in said[1]
    assert "HAMMM" in said[2]


@pytest.mark.parametrize("folder", SAMPLES, ids=lambda one: one.name)
def test_the_records_of_the_sample_games_say_it_too(folder: Path) -> None:
    game = load_game(folder)
    found = 0
    for phase in game.phases:
        state = phase.before()
        for one in phase.resolution().verdicts:
            reason = one.reasons[0].text if one.reasons else ""
            if "cannot be read" not in reason:
                continue
            found += 1
            book = game.ruleset.read(state, {one.power: one.written or one.order})
            problems = [each.problem for each in book.complaints if each.severity == "error"]
            assert any(problem in reason for problem in problems)
    # What is refused in a game that is not over is mostly secret still; programs write no errors.
    assert found > 2 or game.ending is None or not game.settings.players


def test_a_fault_belongs_to_the_order_that_it_stands_in() -> None:
    orders = (WrittenOrder("A X", 1, 1, None), WrittenOrder("A Y", 1, 6, None))
    mild = Complaint("warning", "france", 1, 1, "A X", "mild")
    first = Complaint("error", "france", 1, 3, "A X", "first")
    second = Complaint("error", "france", 1, 8, "A Y", "second")
    one, other = with_faults(orders, (mild, first, second))
    assert (one.fault, other.fault) == (first, second)
    assert one.unread("cannot be read") == "cannot be read: first"
    assert WrittenOrder("A X", 2, 1, None).unread("cannot be read") == "cannot be read"
