"""Declarations: who may declare what, what passes, and when it is in effect."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.state.standing import Relation
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, verdict
from tests.rules.europe_1619.years import (
    cited,
    diplomacy,
    diplomatic,
    relation,
    texts,
)


def with_relation(year: int, kind: str, since: int, after: str = "") -> EuropeState:
    """France and England, with what is in effect between them."""
    pair = ("france", "england")
    one = Relation(kind, since, after)  # type: ignore[arg-type]
    return replace(diplomatic(year), relations=MappingProxyType({pair: one}))


# --- secrecy, contradictions, pairs


@pytest.mark.rule("E19-DEC-18")
@pytest.mark.parametrize(
    ("order", "wars"), [("ARMISTICE: SPAIN", [("spain", "dutch")]), ("ALLIANCE: SPAIN", ())]
)
def test_an_offer_without_an_answer_stays_secret(order: str, wars: Any) -> None:
    silent = diplomacy(diplomatic(wars=wars), spain="")
    declared = diplomacy(diplomatic(wars=wars), dutch=order)
    assert verdict(declared, order).known_to == ("dutch",)
    public = [event for event in declared.events if event.public]
    assert public == [event for event in silent.events if event.public]
    assert declared.state == silent.state


@pytest.mark.rule("E19-DEC-18", "E19-REP-2")
def test_what_passed_is_published_with_its_year() -> None:
    declared = diplomacy(
        diplomatic(alliances=[("austria", "spain")]),
        england="WAR: FRANCE",
        spain="DISSOLVE: AUSTRIA",
    )
    assert {event.public for event in declared.events} == {True}
    assert verdict(declared, "WAR: FRANCE").public
    assert texts(declared, "declaration") == [
        "Spain dissolves the alliance with Austria: they are at peace from 1621",
        "England declares war on France: they are at war from 1621",
    ]
    data = {event.data["declared"]: event.data for event in events(declared, "declaration")}
    assert data["war"] == {
        "declared": "war",
        "pair": ["france", "england"],
        "by": ["england"],
        "year": 1621,
    }


@pytest.mark.rule("E19-DEC-19")
@pytest.mark.parametrize(
    ("kind", "order"),
    [
        ("war", "WAR: FRANCE"),
        ("alliance", "ALLIANCE: FRANCE"),
        ("peace", "WAR: ENGLAND"),
        ("peace", "WAR: DUTCH"),
    ],
)
def test_what_is_so_already_cannot_be_declared(kind: str, order: str) -> None:
    """Nor can anything be declared against oneself or an eliminated power."""
    state = replace(with_relation(1620, kind, 1619), eliminated=MappingProxyType({"dutch": 1619}))
    declared = diplomacy(state, england=[_order(order)], france=[Declare("alliance", "england")])
    assert cited(declared, order, "england") == ("illegal", "E19-DEC-19")
    assert declared.state.changes == ()


def _order(text: str) -> Declare:
    word, power = text.split(": ")
    return Declare("war" if word == "WAR" else "alliance", power.lower())


@pytest.mark.rule("E19-DEC-19")
def test_a_power_that_is_not_played_is_not_in_the_game() -> None:
    state = diplomatic(options={"players": 14})
    declared = diplomacy(state, venice=[Declare("war", "papacy")])
    assert cited(declared, "WAR: PAPACY", "venice") == ("illegal", "E19-DEC-19")


@pytest.mark.rule("E19-DEC-21")
def test_relations_are_matters_of_pairs() -> None:
    """England and the Ottomans are both allied with the Union, and at peace."""
    state = opening(EDITION)
    assert relation(state, "england", "union") == relation(state, "ottoman", "union") == "alliance"
    assert relation(state, "england", "ottoman") == "peace"
