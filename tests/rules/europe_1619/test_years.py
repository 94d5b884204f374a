"""The start of a year, declarations under other tables, and whatever is declared."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.phases import OrderBook, Sheet, WrittenOrder
from generator.rulesets.europe.playing.play import play_phase
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import Declare
from generator.rulesets.europe.steps.year import open_year
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, play, with_rules
from tests.rules.europe_1619.years import (
    at,
    diplomacy,
    diplomatic,
    texts,
)

POWERS = tuple(EDITION.powers)


def test_the_start_of_a_year_tells_what_is_in_effect() -> None:
    state = diplomatic(wars=[("spain", "venice")], alliances=[("austria", "poland")])
    declared = diplomacy(
        state,
        england="WAR: FRANCE",
        sweden="ALLIANCE: FRANCE",
        france="ALLIANCE: SWEDEN",
        venice="ARMISTICE: SPAIN",
        spain="ARMISTICE: VENICE",
        poland="DISSOLVE: AUSTRIA",
    )
    year = play(EDITION, at(declared.state, "scoring"))
    found = [(one.rule, one.data["pair"], one.data["relation"]) for one in events(year, "relation")]
    assert found == [
        ("E19-DEC-16", ["austria", "poland"], "peace"),
        ("E19-DEC-11", ["spain", "venice"], "peace"),
        ("E19-DEC-3", ["france", "england"], "war"),
        ("E19-DEC-7", ["france", "sweden"], "alliance"),
    ]
    assert "France and England are at war from 1621 on" in texts(year, "relation")


# --- choices of other editions


class Other(Turn):
    """A diplomatic phase under another table of declarations."""

    def __init__(self, state: EuropeState, sheets: dict[str, str], **choices: Any) -> None:
        from generator.rulesets.europe.playing.read import read_sheets

        book = read_sheets(EDITION, state, sheets)
        super().__init__(EDITION, with_rules(state, declarations=choices), book)


def declared_in(turn: Turn) -> dict[tuple[str, str], str]:
    from generator.rulesets.europe.steps.declarations import declare

    declare(turn)
    return {
        (entry.power, str(entry.order)): entry.verdict.outcome
        for entry in turn.entries
        if entry.verdict
    }


@pytest.mark.parametrize(
    ("told", "known_to"), [("author", None), ("both", ("spain",)), ("public", ())]
)
def test_an_edition_may_tell_the_addressee_of_an_offer(told: str, known_to: Any) -> None:
    turn = Other(diplomatic(), {"france": "ALLIANCE: SPAIN"}, offers=told)
    assert declared_in(turn) == {("france", "ALLIANCE: SPAIN"): "void"}
    found = [event.known_to for event in turn.events if event.kind == "offer"]
    assert found == ([] if known_to is None else [known_to])


# --- whatever is written


_DECLARATIONS = st.builds(
    Declare,
    st.sampled_from(["war", "alliance", "armistice", "dissolution"]),
    st.sampled_from(POWERS),
)


@given(
    st.lists(
        st.dictionaries(st.sampled_from(POWERS), st.lists(_DECLARATIONS, max_size=4), max_size=8),
        min_size=1,
        max_size=5,
    )
)
def test_relations_stay_sound_whatever_is_declared(years: list[dict[str, list[Declare]]]) -> None:
    """One kind of relation for a pair, no forbidden alliance, no skipped year of peace."""
    state = opening(EDITION)
    for sheets in years:
        book = {
            power: Sheet(
                power, tuple(WrittenOrder(str(o), n, 1, o) for n, o in enumerate(orders, 1))
            )
            for power, orders in sheets.items()
        }
        before = state.relations
        declared = play_phase(EDITION, state, OrderBook(book))
        assert declared.state.relations == before
        assert all(change.year == state.year + 1 for change in declared.state.changes)
        pairs = [change.pair for change in declared.state.changes]
        assert len(pairs) == len(set(pairs))
        turn = Turn(EDITION, at(declared.state, "scoring"), OrderBook({}))
        open_year(turn, state.year + 1)
        state = turn.state()
        assert state.changes == ()
        assert state.standing.relation("union", "league") != "alliance"
        for pair, now in state.relations.items():
            was = before[pair].kind if pair in before else "peace"
            assert {was, now.kind} != {"war", "alliance"}
