"""The deadlines of battles: what comes when, and who is waited for."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.state import State
from generator.rulesets.westphalia.turn.turn import Turn
from generator.rulesets.westphalia.wars.plans import NO_PLAN
from generator.rulesets.westphalia.year.flow import to_battles
from tests.rules.westphalia.rounds import at_phase, leagues_at_war, play, texts_of, verdict
from tests.rules.westphalia.table import foreign, six, wars


def at_declarations(state: State, orders: dict[str, str]) -> State:
    """The phase after these declarations."""
    for player in orders:
        state = state.with_player(player, tasks=("diplomacy", "war"))
    return play(at_phase(state, "diplomacy"), orders).state


@pytest.mark.rule("POW-MAIL-5")
def test_step_by_step_swaps_scripts_and_treaties_have_deadlines_of_their_own() -> None:
    state = at_phase(at_declarations(six(), {"red": "WAR black"}), "battles-1")
    state = state_with(state, pacing="stepwise")
    assert RULESET.awaits(state) == ("red", "black")
    script = "BATTLE vs:black policy:most"
    first = play(state, {"red": f"{script}\nTREATY black TAKE G1"})
    assert verdict(first, "red", script) == "success"
    assert verdict(first, "red", "TREATY black TAKE G1") == "void POW-PCE-23"
    assert first.state.moment.phase == "scripts-1"
    assert RULESET.awaits(first.state) == ("red", "black")
    second = play(first.state, {"black": "SWAP C\nBATTLE vs:red policy:least"})
    said = [one for one in second.verdicts if one.power == "black"]
    assert verdict(second, "black", "BATTLE vs:red policy:least") == "success"
    assert [one.order for one in said] == ["SWAP C", "BATTLE vs:red policy:least"]
    assert said[0].outcome == "illegal", "swaps are over"
    assert not [one for one in second.verdicts if one.power == "red"], "its script is on file"
    assert second.state.moment.phase == "treaties-1"
    (war,) = second.state.wars
    assert RULESET.awaits(second.state) == ((war.winner,) if war.winner else ())
    third = play(second.state)
    assert not third.state.hands


@pytest.mark.rule("POW-RWB-1")
def test_step_by_step_the_leagues_swap_write_scripts_and_make_treaties() -> None:
    state = state_with(leagues_at_war(), pacing="stepwise")
    phases = []
    while state.ending is None and state.moment.phase.startswith("religious"):
        phases.append(state.moment.phase)
        waited = RULESET.awaits(state)
        last = state.moment.phase == "religious-treaties"
        assert waited == (("purple", "white") if last else ("red", "green", "purple", "white"))
        state = play(state).state
    assert phases == ["religious-war", "religious-scripts", "religious-treaties"]


def state_with(state: State, **options: object) -> State:
    return replace(state, options={**state.options, **options})


@pytest.mark.rule("POW-BAT-2")
@pytest.mark.parametrize(
    ("options", "phase"),
    [
        ({}, "battles-1"),
        ({"battle_play": "live"}, "treaties-1"),
        ({"pacing": "stepwise"}, "treaties-1"),
    ],
)
def test_where_all_is_won_without_cards_only_treaties_are_made(
    options: dict[str, object], phase: str
) -> None:
    state = foreign(six(**options), "red", "S", 20)
    turn = Turn(wars(state, "red: black").state, RULESET.read(state, {}))
    to_battles(turn)
    state = turn.resolution().state
    assert state.moment.phase == phase
    assert RULESET.awaits(state) == (("red",) if options else ("red", "black"))
    done = play(state, {"red": "TREATY black TAKE G1"})
    assert verdict(done, "red", "TREATY black TAKE G1") == "success"


@pytest.mark.rule("POW-BAT-25")
def test_in_live_play_a_leader_is_waited_for() -> None:
    state = at_declarations(six(battle_play="live"), {"purple": "WAR salzburg"})
    assert state.moment.phase == "battles-1"
    assert RULESET.awaits(state) == ("green", "purple")
    while not state.moment.phase.startswith("treaties"):
        state = play(state).state
    assert not texts_of(play(state), "hand-dealt")


@pytest.mark.rule("POW-PCE-10")
@pytest.mark.rule("POW-BAT-22")
@pytest.mark.parametrize(
    ("status", "winner", "waited"),
    [
        ("won", "purple", ("purple",)),
        ("won", "salzburg", ("purple",)),
        ("inconclusive", "", ()),
    ],
)
def test_treaties_wait_for_those_who_choose_something(
    status: str, winner: str, waited: tuple[str, ...]
) -> None:
    state = at_declarations(six(battle_play="live"), {"purple": "WAR salzburg"})
    state = at_phase(state.with_war(1, status=status, winner=winner), "treaties-1")
    assert RULESET.awaits(state) == waited


@pytest.mark.rule("POW-BAT-26")
def test_a_leader_named_with_the_declarations_is_waited_for_and_sees_the_cards() -> None:
    """E-54: the referee sees who would lead, and replays the phase with a ruling for after it."""
    state = six().with_player("purple", tasks=("diplomacy", "war"))
    facts = {"war": 1, "power": "black", "when": "after"}
    ruling = Ruling(1, "diplomacy", "leader", "Green is a friend of the attacker", facts=facts)
    done = play(at_phase(state, "diplomacy"), {"purple": "WAR salzburg"}, rulings=(ruling,))
    assert RULESET.awaits(done.state) == ("purple", "black")
    told = [one.known_to for one in done.events if one.kind == "hand-dealt"]
    assert told[-1] == ("black",)
    assert not RULESET.read(done.state, {"black": "BATTLE vs:purple policy:most"}).complaints


@pytest.mark.rule("POW-BAT-26")
def test_a_new_leader_does_not_play_what_the_old_one_has_planned() -> None:
    state = at_declarations(six(battle_play="live"), {"purple": "WAR salzburg"})
    state = play(state, {"green": "BATTLE vs:purple policy:most"}).state
    assert state.hands["1"].sides[1].plan.script.policy == "most"
    ruling = Ruling(
        1, state.moment.phase, "leader", "away", facts={"war": 1, "power": ""}
    )  # the automatic script
    done = play(state, rulings=(ruling,))
    side = done.state.hands["1"].sides[1]
    assert (side.leader, side.plan) == ("", NO_PLAN)


@pytest.mark.rule("POW-MAIL-8")
def test_a_ruling_cancels_a_treaty_that_is_not_made_yet() -> None:
    state = at_declarations(six(battle_play="live"), {"red": "WAR black"})
    while state.moment.phase != "treaties-1":
        state = play(state).state
    state = state.with_war(1, status="won", winner="red")
    facts = {"war": 1}
    ruling = Ruling(1, "treaties-1", "cancel-war", "both agree", facts=facts)
    done = play(state, {"red": "TREATY black TAKE G1"}, rulings=(ruling,))
    assert done.state.provinces == state.provinces
    assert not done.state.hands
    assert [war.status for war in done.state.wars] == ["cancelled"]
    late = Ruling(1, done.state.moment.phase, "cancel-war", "both agree", facts=facts)
    with pytest.raises(GameError, match="no war 1 waits for its battle or its treaty"):
        play(done.state, rulings=(late,))
