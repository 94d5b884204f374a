"""Alliances as treaties of all their members: E15V7-ALLY and E15V7-PAP-10 to 14."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from generator.engine.phases import Ruling
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe_1615_v7.seven import given, sheets, through


def relation(state: EuropeState, one: str, other: str) -> str:
    return state.standing.relation(one, other)


def allied(state: EuropeState) -> set[frozenset[str]]:
    return {frozenset(pair) for pair, one in state.relations.items() if one.kind == "alliance"}


def pairs(*circles: str) -> set[frozenset[str]]:
    """All pairs of each circle, whose names stand in one text."""
    return {frozenset(pair) for names in circles for pair in combinations(names.split(), 2)}


def next_year(before: EuropeState, **texts: str) -> EuropeState:
    return through(before, "scoring", movement=texts)[-1].state


def all_declare(*members: str) -> dict[str, str]:
    """The sheets with which these make an alliance."""
    return {
        one: "DECLARE ALLIANCE: " + ", ".join(other for other in members if other != one)
        for one in members
    }


def treaty_of(state: EuropeState, *members: str) -> EuropeState:
    """The state of the next year, in which these have a treaty."""
    return next_year(state, **all_declare(*members))


TRIO = ("france", "denmark", "england")


def test_a_ruling_goes_before_a_treaty():
    ruling = Ruling(1, "movement", "relation", "as agreed", "", {
        "powers": ["france", "denmark"], "is": "war",
    })  # fmt: skip
    before = treaty_of(given(), *TRIO)
    played = sheets(before, ruling)
    assert relation(played.state, "france", "denmark") == "war"
    assert allied(played.state) == pairs("france england", "denmark england")
    state = RULESET.load(RULESET.dump(played.state))
    assert state == played.state
    state = next_year(state)
    assert allied(next_year(state, england="BREAK ALLIANCE: FRANCE")) == pairs("denmark england")


NAMES = ("austria", "bavaria", "france", "sweden", "papacy")
ORDERS = st.lists(
    st.tuples(
        st.sampled_from(("ALLIANCE", "BREAK ALLIANCE", "WAR", "ARMISTICE")),
        st.sets(st.sampled_from(NAMES), min_size=1, max_size=3),
    ),
    max_size=3,
)


@drawn(years=st.lists(st.dictionaries(st.sampled_from(NAMES), ORDERS), min_size=1, max_size=3))
def test_relations_follow_from_treaties_whatever_is_declared(years):
    """Nobody is at war with an ally, the Papacy has no Protestant ally without a Catholic one, and
    what is allied is so by a treaty."""
    state = given(units={})
    for year in years:
        texts = {
            power: " ; ".join(
                f"{kind}: {', '.join(sorted(names)).upper()}" for kind, names in lines
            )
            for power, lines in year.items()
        }
        state = next_year(state, **texts)
        treaties = state.parts["treaties"].concluded
        assert allied(state) == pairs(*(" ".join(one.members) for one in treaties))
        for one in treaties:
            if "papacy" in one.members and "sweden" in one.members:
                assert len(one.members) > 2
        assert RULESET.load(RULESET.dump(state)) == state


@pytest.mark.parametrize(
    ("parts", "texts", "sign"),
    [
        (
            {"alliances": [("france", "denmark")]},
            {"france": "BREAK ALLIANCE: ALL ; WAR: DENMARK"},
            "A>W",
        ),
        (
            {"wars": [("france", "denmark")]},
            {
                "france": "ALLIANCE: DENMARK ; ARMISTICE: DENMARK",
                "denmark": "ARMISTICE: FRANCE ; ALLIANCE: FRANCE",
            },
            "W>A",
        ),
    ],
)
def test_the_table_of_relations_tells_what_will_be(parts, texts: dict[str, str], sign: str):
    before = given(**parts)
    played = sheets(before, **texts)
    table = next(one for one in RULESET.report(before, played) if "Relations" in one.title)
    row = next(row for row in table.plain_rows if row[0] == "France")
    assert row[table.columns.index("DEN")] == sign
