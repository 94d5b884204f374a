"""Treaties and wars at the edges: what changes between the deal and the treaty."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.diplomacy.actions import battle_phase
from generator.rulesets.westphalia.wars.battles import open_battles
from generator.rulesets.westphalia.wars.treaties import conclude
from tests.rules.westphalia.table import (
    after,
    ally,
    di,
    events,
    foreign,
    give,
    lots,
    peace,
    six,
    spoils_orders,
    verdicts,
)
from tests.rules.westphalia.test_declarations import wars


@pytest.mark.rule("POW-PCE-7")
@pytest.mark.rule("POW-PCE-8")
def test_an_ally_lost_since_the_deal_takes_nothing_and_is_not_slighted() -> None:
    state = ally(ally(six(), "hesse", "red"), "bohemia", "green")
    state = after(open_battles, wars(state, "red: green").state, 1, lots()).state
    assert state.hands["1"].sides[0].allies == ("hesse",)
    state = state.with_war(1, status="won", winner="red").with_principality("hesse", ally="")
    orders = spoils_orders("red: TAKE none; red: hesse TAKE C1", "green")
    done = after(conclude, state, 1, orders)
    assert "red: TREATY green ALLY hesse TAKE C1 illegal POW-PCE-7" in verdicts(done)
    assert done.state.influence("red", "hesse") == 3


@pytest.mark.rule("POW-PCE-13")
def test_a_capital_is_a_town_that_no_ally_may_take() -> None:
    """B1, green's capital, touches Cologne."""
    state = ally(give(six(), "cologne", "C1"), "cologne", "red")
    done = peace(state, "red", "green", "red: TAKE none; red: cologne TAKE B1")
    assert "red: TREATY green ALLY cologne TAKE B1 illegal POW-PCE-13" in verdicts(done)


@pytest.mark.rule("POW-PCE-22")
@pytest.mark.rule("POW-PCE-19")
@pytest.mark.parametrize(("held", "taken"), [(0, ["A5"]), (1, [])])
def test_the_automatic_treaty_keeps_influence_with_an_ally_of_the_loser(
    held: int, taken: list[str]
) -> None:
    """Of Brandenburg only A5 is near; taking it would cost red all it has there."""
    state = give(ally(six(), "brandenburg", "green"), "white", "A1 B2 C1")
    done = peace(di(state, "brandenburg", green=3, red=held), "red", "green")
    assert events(done, "treaty-automatic")[0].data["taken"] == taken


@pytest.mark.rule("POW-WAR-8")
def test_a_cancelled_war_leaves_its_battle_phase_free() -> None:
    state = wars(six(), "red: black").state
    assert battle_phase(state, "white", "black") == 2
    assert battle_phase(state.with_war(1, status="cancelled"), "white", "black") == 1


@pytest.mark.rule("POW-TRD-7")
def test_having_fought_a_foreign_power_is_not_forgotten_with_the_next_war() -> None:
    """White attacks red, a Foreign Power, and is attacked by green."""
    state = wars(foreign(six(), "red"), "white: red", "green: white").state
    first = after(open_battles, state, 1, lots()).state
    assert first.players["white"].fought_foreign
    second = after(open_battles, first, 2, lots()).state
    assert second.players["white"].fought_foreign
    assert not second.players["green"].fought_foreign
