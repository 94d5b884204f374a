"""Orders of wars as players write them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.forms.verbs import Unreadable
from generator.engine.phases import Moment, OrderBook
from generator.rulesets.westphalia.battle.script import Script
from generator.rulesets.westphalia.reading.read import read_order
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.orders import (
    BattleOrder,
    PlayCard,
    RequestInitiative,
    Swap,
    Treaty,
    Yield,
)
from generator.rulesets.westphalia.wars.plans import NO_PLAN, Plan, plan_for
from generator.rulesets.westphalia.year.course import COURSE
from tests.rules.westphalia.rounds import at_phase
from tests.rules.westphalia.table import foreign, protestant, six


def read(phase: str, text: str) -> OrderBook:
    """Red Wages War, and Hesse is heretical to it."""
    state = protestant(six().with_player("red", tasks=("heresy", "war")), "hesse")
    return RULESET.read(replace(state, moment=Moment(1510, 9, phase)), {"red": text})


def orders(phase: str, text: str) -> list[Any]:
    book = read(phase, text)
    assert not [one for one in book.complaints if one.severity == "error"]
    return [one.order for one in book.sheets["red"].orders]


@pytest.mark.rule("POW-PCE-10")
def test_an_ally_may_be_named_before_the_province_that_it_yields() -> None:
    assert orders("battles-1", "yield C1 > hesse:C2") == [Yield(("C1", "C2"))]
    (complaint,) = read("battles-1", "YIELD C1 > bohemia:C2").complaints
    assert "C2 belongs to hesse, not to bohemia" in str(complaint)


def test_an_enemy_may_be_named_in_other_ways() -> None:
    """As in other orders: by house, by label, with its accents; who is not known stays as he is."""
    for text in ("vs:wurttemberg", "vs:Wtb", "vs:WÜRTTEMBERG"):
        assert orders("battles-1", f"SWAP {text} C") == [Swap(("C",), (), "wurttemberg")]
        assert orders("battles-1", f"BATTLE {text} policy:most") == [
            BattleOrder(Script("wurttemberg", policy="most"))
        ]
    assert orders("battles-1-round-1", "PLAY vs:Dragon M") == [PlayCard("M", "black")]
    assert orders("battles-1", "BATTLE vs:religious") == [BattleOrder(Script("religious"))]
    assert orders("battles-1", "SWAP vs:blakc C") == [Swap(("C",), (), "blakc")]


@pytest.mark.rule("POW-PCE-16")
def test_a_vassal_is_named_by_its_capital_or_by_itself() -> None:
    for text in ("C3", "hesse", "Hesse", "hesse:C3"):
        assert orders("battles-3", f"TREATY hesse VASSALIZE {text}") == [Treaty("hesse", (), "C3")]
    assert orders("battles-3", "TREATY black VASSALIZE black AS ulm") == [
        Treaty("black", (), "G2", "", "ulm")
    ]
    (complaint,) = read("battles-3", "TREATY black VASSALIZE hesss").complaints
    assert complaint.hint == "did you mean hesse?"
    foreigner = foreign(six(), "black")
    sheet = {"red": "TREATY black VASSALIZE black"}
    book = RULESET.read(replace(foreigner, moment=Moment(1510, 9, "battles-3")), sheet)
    assert book.complaints[0].problem == "black has no capital in the Empire"


def test_a_bad_script_is_a_complaint_with_its_place() -> None:
    (complaint,) = read("battles-1", "BATTLE vs:black play:MXC").complaints
    assert "1:17" in str(complaint)
    assert "X is no card" in str(complaint)


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
