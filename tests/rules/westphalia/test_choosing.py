"""The choice between the three phases of a turn."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play, texts_of, verdict
from tests.rules.westphalia.table import six


def choice(**options: object) -> State:
    return at_phase(six(**options), "choice")


@pytest.mark.rule("POW-CHO-1")
def test_exactly_two_phases_and_the_third_has_its_price() -> None:
    done = play(choice(), {"red": "CHOOSE war heresy"})
    assert done.state.players["red"].tasks == ("heresy", "war")
    state = at_phase(done.state.with_player("red", saved=3, fought=True), "election")
    after = play(state)
    assert after.state.players["red"].saved == 2


@pytest.mark.rule("POW-CHO-2")
def test_all_choices_are_shown_together() -> None:
    done = play(choice(), {"red": "CHOOSE war heresy", "black": "CHOOSE diplomacy war"})
    assert len(texts_of(done, "tasks")) == 6
    assert all(one.public for one in done.events if one.kind == "tasks")


@pytest.mark.rule("POW-CHO-5")
@pytest.mark.parametrize(
    "text", ["CHOOSE war", "CHOOSE war war", "", "CHOOSE heresy war diplomacy"]
)
def test_anything_but_two_is_the_pair_of_the_last_round(text: str) -> None:
    first = play(choice(), {"red": text})
    assert first.state.players["red"].tasks == ("heresy", "diplomacy")
    state = choice().with_player("red", tasks=("diplomacy", "war"))
    assert play(state, {"red": text}).state.players["red"].tasks == ("diplomacy", "war")


@pytest.mark.rule("POW-CHO-5")
@pytest.mark.parametrize("text", ["CHOOSE war", ""])
def test_nobody_is_said_to_choose_who_has_not(text: str) -> None:
    told = texts_of(play(choice(), {"red": text, "black": "CHOOSE diplomacy war"}), "tasks")
    assert "Black chooses to Engage in Diplomacy and Wage War" in told
    assert (
        "Red has made no choice that counts, and is to Combat Heresy and Engage in Diplomacy"
        in told
    )


@pytest.mark.rule("POW-CHO-3")
def test_both_phases_are_chosen_at_once() -> None:
    """One phase alone is no choice; nothing is asked later in the Round."""
    done = play(choice(), {"black": "CHOOSE heresy war", "white": "CHOOSE heresy"})
    assert done.state.players["black"].tasks == ("heresy", "war")
    assert verdict(done, "white", "CHOOSE heresy") == "illegal POW-CHO-5"
    assert done.state.players["white"].tasks == ("heresy", "diplomacy")


@pytest.mark.rule("POW-CHO-4")
def test_only_who_chose_a_phase_acts_in_it() -> None:
    """Red has not chosen diplomacy, and black no war; black is attacked all the same."""
    state = at_phase(six(), "diplomacy")
    state = state.with_player("red", tasks=("heresy", "war"), saved=2)
    state = state.with_player("black", tasks=("heresy", "diplomacy"))
    done = play(state, {"red": "INFLUENCE hesse 1\nWAR black", "black": "WAR red"})
    assert verdict(done, "red", "INFLUENCE hesse 1") == "illegal POW-DI-6"
    assert verdict(done, "black", "WAR red") == "illegal POW-WAR-1"
    assert verdict(done, "red", "WAR black") == "success"
    assert [(one.attacker, one.defender) for one in done.state.wars] == [("red", "black")]


@pytest.mark.rule("POW-MAIL-2")
def test_the_later_line_counts() -> None:
    text = (
        "DILEMMA LEAD compete\nDILEMMA LEAD cooperate\nCHOOSE war heresy\nCHOOSE heresy diplomacy"
    )
    done = play(replace(choice(), reformation=True), {"red": text})
    assert done.state.cards["red"][0] == "cooperate"
    assert done.state.players["red"].tasks == ("heresy", "diplomacy")
    assert verdict(done, "red", "CHOOSE heresy war") == "excess POW-MAIL-2"


@pytest.mark.rule("POW-CHO-5")
def test_why_a_pair_was_chosen_is_told() -> None:
    def reason(state: State) -> str:
        (said,) = [
            one
            for one in play(state).verdicts
            if one.power == "red" and one.order.startswith("CHOOSE")
        ]
        return said.reasons[0].text

    assert reason(choice()) == "Combat Heresy and Engage in Diplomacy, as nothing was chosen before"
    known = choice().with_player("red", tasks=("diplomacy", "war"))
    assert reason(known) == "the phases of the last Round"


@pytest.mark.rule("POW-MAIL-2")
@pytest.mark.parametrize("pacing", ["merged", "stepwise"])
def test_of_two_cards_the_later_is_played_and_the_other_is_no_success(pacing: str) -> None:
    text = "DILEMMA LEAD compete\nDILEMMA LEAD cooperate"
    state = choice(pacing=pacing)
    if pacing == "stepwise":
        state = at_phase(state, "game-1")
        for player in state.seats:
            state = state.with_player(player, tasks=("heresy", "diplomacy"))
    leader = state.initiative[0]
    done = play(state, {leader: text})
    assert verdict(done, leader, "DILEMMA LEAD compete") == "excess POW-MAIL-2"
    assert verdict(done, leader, "DILEMMA LEAD cooperate") == "success"
