"""Whole Rounds: the catalogue's example on automatic orders, and games to their end."""

from __future__ import annotations

import pytest

from generator.engine.chance import Chance
from generator.engine.phases import Resolution, Setup
from generator.rulesets.westphalia.land.victory import balance_of
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.power import imperial_power
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import texts_of

MASTER = "peace-of-westphalia"


def step(state: State) -> Resolution[State]:
    return RULESET.adjudicate(state, RULESET.read(state, {}), (), Chance(MASTER, "any"))


def rounds(until: int) -> list[Resolution[State]]:
    """All phases up to the beginning of a Round, on automatic orders."""
    state = RULESET.opening(Setup({"game_id": "demo"}))
    found = []
    while state.round < until:
        found.append(step(state))
        state = found[-1].state
    return found


@pytest.mark.rule("POW-GEN-3")
@pytest.mark.rule("POW-MAIL-3")
@pytest.mark.rule("POW-RNG-6")
def test_a_round_on_automatic_orders() -> None:
    """The numbers of the example: setup, election, upheaval, faith, diplomacy and Tradeoffs."""
    done = {one.moment.phase: one for one in rounds(2)}
    assert list(done) == [
        "setup", "influence", "first-election", "upheaval", "choice", "diplomacy", "election",
    ]  # fmt: skip
    election = done["first-election"].state
    assert election.setup_order == ("orange", "green", "black", "white", "purple", "red")
    assert election.emperor == "orange"
    assert texts_of(done["first-election"], "emperor-elected") == [
        "Orange is elected Emperor: Orange 4, Black 1, Purple 1, Red 1"
    ]
    upheaval = done["upheaval"].state
    assert texts_of(done["upheaval"], "upheaval-drawn") == [
        "Upheaval: Brandenburg and Mainz are drawn"
    ]
    assert upheaval.initiative == ("orange", "purple", "red", "green", "white", "black")
    assert texts_of(done["upheaval"], "initiative") == [
        "Initiative, with Imperial Power: Orange 16, Purple 8, Red 8, Green 8, White 8, Black 9"
    ]
    protestant = [code for code, one in upheaval.provinces.items() if one.religion == "protestant"]
    assert protestant == ["A1", "A2", "A5", "B6", "C6", "D3", "E6", "F3"]
    assert balance_of(upheaval).provinces == {"catholic": 46, "protestant": 8}
    powers = {one: imperial_power(upheaval, one) for one in upheaval.initiative}
    assert list(powers.values()) == [15, 7, 7, 7, 8, 9]
    choice = done["choice"].state
    assert {one.saints for one in choice.players.values()} == {2}
    assert {one.saved for one in choice.players.values()} == {3}
    end = done["election"].state
    assert {one: end.players[one].saved for one in end.seats} == {
        "red": 1, "green": 1, "white": 1, "orange": 2, "purple": 1, "black": 1,
    }  # fmt: skip
    assert (end.emperor, end.emperor_rounds) == ("orange", 1)
    assert "Emperor Orange rolls 6 and lives" in texts_of(done["election"], "emperor-lives")


@pytest.mark.rule("POW-RNG-2")
def test_the_next_secret_is_promised_and_the_last_one_told() -> None:
    last = rounds(2)[-1]
    promised = [one.data["commitment"] for one in last.events if one.kind == "commitment"]
    assert promised == ["7bf6eb79a6d1548ac577055247709d7f0b59e051916bab7e370e0c6a8d6700ec"]
    told = [one.data["secret"] for one in last.events if one.kind == "secret"]
    assert told == ["bf363466907dc16afb565b1bcbf74f26a1a90df5fbf45c6786ff4db960b8bcf9"]


@pytest.mark.rule("POW-RNG-6")
def test_the_second_upheaval_draws_palatinate_and_trier() -> None:
    state = rounds(2)[-1].state
    assert imperial_power(state, "orange") == 16
    done = step(state)
    assert texts_of(done, "upheaval-drawn") == ["Upheaval: Palatinate and Trier are drawn"]


@pytest.mark.rule("POW-RNG-1")
def test_the_ledger_goes_on_without_a_gap() -> None:
    numbers = [
        row[0]
        for done in rounds(3)
        for event in done.events
        if event.kind == "lots"
        for row in event.data["draws"]
    ]
    assert numbers == list(range(1, len(numbers) + 1))


@pytest.mark.rule("POW-MAIL-3")
def test_what_the_rules_order_is_marked() -> None:
    done = {one.moment.phase: one for one in rounds(2)}
    notes = {one.note for one in done["choice"].verdicts}
    assert notes == {"no order given"}


@pytest.mark.rule("POW-GEN-6")
def test_stepwise_play_gives_the_same_on_the_same_orders() -> None:
    """Only the deadlines are more: after two Rounds everything stands as with merged ones."""
    ends = []
    for pacing in ("merged", "stepwise"):
        state = RULESET.opening(Setup({"game_id": "demo", "pacing": pacing}))
        phases = 0
        while state.round < 3:
            state = step(state).state
            phases += 1
        ends.append((state, phases))
    (merged, few), (stepwise, many) = ends
    assert merged.players == stepwise.players
    assert merged.provinces == stepwise.provinces
    assert merged.principalities == stepwise.principalities
    assert (merged.emperor, merged.draws) == (stepwise.emperor, stepwise.draws)
    assert many > few + 20
