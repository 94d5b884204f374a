"""The tables of the moment that features keep, and what they tell of loans."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.chronicle import Debt
from generator.engine.report import plain_cell
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe.features.surrenders import SurrenderBook, SurrenderOffer
from generator.rulesets.europe.features.treaties import Treaty, TreatyBook
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import given
from tests.rules.europe_1615_v7.test_decrees import decreed, to_france
from tests.rules.europe_1615_v7.test_objectives import final, goal
from tests.rules.europe_1615_v7.wealth import lent, loan


def tables(state: EuropeState) -> dict[str, list[tuple[str, ...]]]:
    """The tables of a state but that of INFs: their rows as text, by title."""
    return {
        one.title: list(one.plain_rows)
        for one in RULESET.tables(state)
        if not one.title.startswith("INFs to place")
    }


def with_part(key: str, part: Any, **parts: Any) -> EuropeState:
    state = given(**parts)
    return replace(state, parts=MappingProxyType({**state.parts, key: part}))


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
def test_open_loans_are_listed_and_all_of_them_are_told() -> None:
    state = lent(
        given(),
        loan("spain", "austria", 6, interest=2, repaid=1, enforced=True),
        loan("referee", "france", 3, id=2),
        loan("france", "poland", 4, id=3, due=1619, status="defaulted"),
        loan("france", "sweden", 4, id=4, repaid=4, status="repaid"),
    )
    assert tables(state) == {
        "Open loans": [
            ("Austria", "Spain", "7", "1622", "open, enforced"),
            ("France", "the referee", "3", "1622", "open"),
            ("Poland", "France", "4", "1619", "in default"),
        ]
    }
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


@pytest.mark.rule("E15V7-SURR-4")
def test_surrenders_are_listed_with_what_is_paid() -> None:
    offers = (
        SurrenderOffer("bavaria", ("france", "england"), 1619, 6, ("france",), paid=True),
        SurrenderOffer("poland", ("sweden",), 1621, 4),
        SurrenderOffer("spain", ("dutch",), 1621),
    )
    assert tables(with_part("surrenders", SurrenderBook(offers)))["Surrenders"] == [
        ("Duchy of Bavaria", "France, England", "France", "1619", "6, paid"),
        ("Poland", "Sweden", "nobody", "1621", "4, not yet paid"),
        ("Spain", "Dutch Republic", "nobody", "1621", "none"),
    ]


@pytest.mark.rule("E15V7-ALLY-1")
def test_a_treaty_is_listed_with_those_who_leave_it() -> None:
    book = TreatyBook(
        (
            Treaty(("sweden", "france", "papacy"), 1618, {"sweden": 1619, "papacy": 1621}),
            Treaty(("spain", "austria"), 1621),
        )
    )
    assert tables(with_part("treaties", book))["Treaties of alliance"] == [
        ("France, Papacy", "1618", "Papacy from 1621"),
        ("Spain, Austria", "1621", "nobody"),
    ]


@pytest.mark.rule("E15V7-REB-1")
def test_land_in_revolt_is_listed_with_its_captor() -> None:
    moods = {"NET": Mood("revolt", "catholic", "protestant", 1622), "LOR": Mood("", "", "catholic")}
    state = with_part("rebellion", moods, captures={"NET": "dutch", "LOR": "france"})
    assert tables(state) == {
        "Markers on captured land": [
            ("Southern Netherlands", "Dutch Republic", "Catholic", "in revolt until 1622")
        ]
    }


@pytest.mark.rule("E15V7-DEC-13")
def test_decrees_are_listed_with_what_was_done_against_them() -> None:
    parts = decreed(
        to_france("not_enter", place="LOR"),
        {**to_france("not_ally", power="spain"), "ended": 1620, "why": "annulled"},
        {**to_france("not_attack", power="spain"), "year": 1620},
        {**to_france("excommunicate"), "targets": ["spain"], "year": 1619},
        ignored=[{"decree": 1, "power": "france", "year": 1619}],
    )
    found = tables(given(parts=MappingProxyType(parts)))
    assert [row[0] for row in found["Decrees"]] == ["No. 1", "No. 2", "No. 3", "No. 4"]
    assert [row[4] for row in found["Decrees"]] == ["yes", "annulled in 1620", "from 1621", "yes"]
    assert found["Decrees"][0][2:] == (
        "France", "not to enter Lorraine", "yes", "France has ignored it (1619)",
    )  # fmt: skip
    assert found["Ignored decrees"] == [
        ("Spain", "0 of 5", "from 1620"),
        ("France", "1 of 5", "no"),
    ]


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
