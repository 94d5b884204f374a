"""Swaps one after the other, because a player asks for Initiative Order (POW-BAT-5)."""

from __future__ import annotations

import pytest

from generator.engine.forms.verbs import Unreadable
from generator.engine.phases import Moment
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.state.orders import BattleOrder, RequestInitiative, Swap
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan, plan_for
from generator.rulesets.westphalia.year.course import COURSE
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import six

REQUEST = "REQUEST initiative"


def test_nobody_asks_once_the_swaps_are_under_way() -> None:
    state = at_phase(six(), "swaps-1")
    with pytest.raises(Unreadable, match="no place in: swaps in Initiative Order"):
        read_order(state, REQUEST)
    title = COURSE.title(Moment(1560, 1, "swaps-2"))
    assert title == "1560, swaps in Initiative Order, Battle Phase 2"
    title = COURSE.title(Moment(1560, 1, "religious-swaps-3"))
    assert title == "1560, Religious War, swaps in Initiative Order 3"


def test_requests_are_read_back_as_written() -> None:
    state = at_phase(six(), "battles-1")
    assert read_order(state, "request initiative order") == RequestInitiative()
    assert str(RequestInitiative()) == REQUEST
    with pytest.raises(Unreadable, match="request"):
        read_order(state, "REQUEST peace")


@pytest.mark.rule("POW-BAT-5")
def test_a_new_script_without_swaps_leaves_the_swap_on_file() -> None:
    filed = Plan(Script("black", policy="most"), ("C",))
    bare = {"red": [BattleOrder(Script("black", policy="least"))]}
    assert plan_for("red", "black", bare, filed) == Plan(Script("black", policy="least"), ("C",))
    full = {"red": [BattleOrder(Script("black", swap=("P",)))]}
    assert plan_for("red", "black", full, filed).swap == ("P",)
    line = {"red": [Swap(("M",), (), "black")]}
    assert plan_for("red", "black", line, filed) == Plan(filed.script, ("M",))
    assert plan_for("", "black", full) == NO_PLAN, "nobody leads"
