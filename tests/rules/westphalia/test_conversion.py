"""Conversion, salvation, and the Catholic Reformation."""

from __future__ import annotations

import pytest

from generator.rulesets.westphalia.state.power import is_saved, saved_in
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import opened
from tests.rules.westphalia.table import foreign, protestant, six


def saints(state: State, **scores: int) -> State:
    """Players with scores of their religion."""
    for player, score in scores.items():
        if state.players[player].religion == "catholic":
            state = state.with_player(player, saints=score)
        else:
            state = state.with_player(player, reformation=score)
    return state


@pytest.mark.rule("POW-SAV-1")
def test_the_two_with_most_saints_are_saved() -> None:
    state = saints(protestant(six(), "green", "white", "black"), red=6, orange=4, purple=1)
    assert saved_in(state, "catholic") == ("red", "orange")


@pytest.mark.rule("POW-SAV-1")
def test_three_are_saved_from_seven_players_on() -> None:
    state = opened("upheaval", seats="red green white orange purple black blue")
    state = saints(state, red=9, green=8, white=7, orange=6)
    assert saved_in(state, "catholic") == ("red", "green", "white")


@pytest.mark.rule("POW-SAV-2")
def test_ties_for_the_last_place_are_saved() -> None:
    assert len(saved_in(saints(six(), red=7, green=4, white=4), "catholic")) == 3


@pytest.mark.rule("POW-SAV-3")
def test_at_the_start_all_are_saved() -> None:
    assert len(saved_in(six(), "catholic")) == 6
    assert saved_in(protestant(six(), "red"), "protestant") == ("red",)


@pytest.mark.rule("POW-SAV-4")
def test_saved_is_always_current() -> None:
    state = saints(protestant(six(), "red", "green", "black"), red=7, green=4, black=2)
    assert not is_saved(state, "black")
    assert is_saved(saints(state, black=5), "black")
    assert is_saved(foreign(saints(state, black=5), "black"), "black")
