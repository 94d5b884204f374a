"""The tables of the moment that features keep, and what they tell of loans."""

from __future__ import annotations

import pytest

from generator.engine.chronicle import Debt
from generator.engine.report import plain_cell
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import given
from tests.rules.europe_1615_v7.test_objectives import final, goal
from tests.rules.europe_1615_v7.wealth import lent, loan


def tables(state: EuropeState) -> dict[str, list[tuple[str, ...]]]:
    """The tables of a state but that of INFs: their rows as text, by title."""
    return {
        one.title: list(one.plain_rows)
        for one in RULESET.tables(state)
        if not one.title.startswith("INFs to place")
    }


def test_a_game_that_begins_has_no_table_of_what_was_done() -> None:
    assert tables(given(year=1615)) == {}


@pytest.mark.rule("E15V7-DIP-9")
@pytest.mark.parametrize(("phase", "year"), [("movement", 1620), ("builds", 1621)])
def test_infs_are_listed_in_the_order_of_attacks(phase: str, year: int) -> None:
    state = given(phase=phase, extra_infs={"papacy": 2})
    (infs,) = RULESET.tables(state)
    assert infs.title == f"INFs to place in {year}, in the order of attacks"
    rows = list(infs.plain_rows)
    order = [state.facts.name_of(power) for power in state.facts.attack_order]
    assert [power for power, _ in rows] == order
    assert dict(rows)["Papacy"] == str(state.facts.infs_of("papacy", year) + 2)


@pytest.mark.rule("E15V7-LOAN-4")
def test_all_loans_are_told() -> None:
    state = lent(
        given(),
        loan("spain", "austria", 6, interest=2, repaid=1, enforced=True),
        loan("referee", "france", 3, id=2),
        loan("france", "poland", 4, id=3, due=1619, status="defaulted"),
        loan("france", "sweden", 4, id=4, repaid=4, status="repaid"),
    )
    assert RULESET.snapshot(state).debts == (
        Debt("spain", "austria", 5, 1618, 1622, 2, 6, "open", True),
        Debt("", "france", 3, 1618, 1622, 0, 3, "open"),
        Debt("france", "poland", 4, 1618, 1619, 0, 4, "in default"),
        Debt("france", "sweden", 0, 1618, 1622, 0, 4, "paid back"),
    )


@pytest.mark.rule("E15V7-LOAN-4")
def test_loans_that_are_secret_are_neither_listed_nor_told() -> None:
    hidden = lent(given(options={"public_transactions": False}), loan("spain", "austria", 6))
    assert tables(hidden) == {}
    assert RULESET.snapshot(hidden).debts == ()


@pytest.mark.rule("E15V7-OBJ-5")
@pytest.mark.rule("E15V7-REP-5")
def test_objectives_are_a_list_once_they_are_revealed() -> None:
    played = final(goal("austria", "political", "ALIGN SAX"), infs={"SAX": {"austria": 2}})
    rows = [one for one in RULESET.records(played) if one.kind == "objective"]
    assert [tuple(map(plain_cell, row.cells)) for row in rows] == [
        ("Austria", "political", "to be the patron of Saxony", "·", "yes", "100")
    ]
    assert "objective" in RULESET.gazetteer(played.state).records
    (section,) = [x for x in RULESET.report(played.state, played) if x.title == "Objectives"]
    assert [row.cells for row in section.rows] == [row.cells for row in rows]
