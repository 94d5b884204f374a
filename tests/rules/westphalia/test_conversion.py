"""Conversion, salvation, and the Catholic Reformation."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.faith.conversion import (
    begin_reformation,
    convert_player,
    is_reformed,
)
from generator.rulesets.westphalia.faith.dice import earned_faith, roll_faith
from generator.rulesets.westphalia.ruleset import RULESET
from generator.rulesets.westphalia.state.power import is_saved, power_parts, saved_in
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, dice, opened, play, thrown, verdict
from tests.rules.westphalia.table import foreign, protestant, six


def saints(state: State, **scores: int) -> State:
    """Players with scores of their religion."""
    for player, score in scores.items():
        if state.players[player].religion == "catholic":
            state = state.with_player(player, saints=score)
        else:
            state = state.with_player(player, reformation=score)
    return state


def converted(state: State, player: str) -> State:
    progress = Progress(state)
    convert_player(progress, player)
    return progress.state


@pytest.mark.rule("POW-CNV-1")
def test_all_begin_catholic() -> None:
    state = opened("upheaval")
    assert {one.religion for one in state.players.values()} == {"catholic"}
    assert {one.religion for one in state.provinces.values()} == {"catholic"}


@pytest.mark.rule("POW-CNV-2")
@pytest.mark.rule("POW-FP-12")
def test_foreign_powers_never_convert() -> None:
    state = foreign(at_phase(six(), "choice"), "red")
    done = play(state, {"red": "CONVERT\nCHOOSE heresy war"})
    assert verdict(done, "red", "CONVERT") == "illegal POW-CNV-2"
    assert done.state.players["red"].religion == "catholic"


@pytest.mark.rule("POW-CNV-2")
def test_only_who_combats_heresy_converts() -> None:
    done = play(at_phase(six(), "choice"), {"red": "CONVERT\nCHOOSE diplomacy war"})
    assert verdict(done, "red", "CONVERT") == "illegal POW-CNV-2"


@pytest.mark.rule("POW-CNV-3")
@pytest.mark.rule("POW-CNV-6")
def test_conversions_run_in_initiative_order() -> None:
    """E-04: green is first and Martin Luther; red counts him as saved and gets 4."""
    state = at_phase(six("purple green white orange red black"), "choice")
    text = "CONVERT\nCHOOSE heresy war"
    rolls = dice("r1/faith/green", "6 6 6 6 6 6 6") | dice("r1/faith/red", "6 6 6 6 6 6 6")
    done = play(state, {"green": text, "red": text}, rolls)
    assert done.state.players["green"].reformation == 6
    assert done.state.players["red"].reformation == 4


@pytest.mark.rule("POW-CNV-4")
def test_saints_are_lost() -> None:
    state = converted(saints(six(), red=5), "red")
    assert (state.players["red"].saints, state.players["red"].religion) == (0, "protestant")


@pytest.mark.rule("POW-CNV-5")
def test_only_the_capital_follows() -> None:
    state = converted(six(), "red")
    assert state.provinces["A3"].religion == "protestant"
    assert {state.provinces[code].religion for code in ("A2", "A4", "B3")} == {"catholic"}
    assert power_parts(state, "red").own == 1


@pytest.mark.rule("POW-CNV-6")
def test_luther_comes_once() -> None:
    first = converted(six(), "green")
    assert first.players["green"].reformation == 6
    gone = converted(first, "green")
    assert converted(gone, "red").players["red"].reformation == 0


@pytest.mark.rule("POW-CNV-7")
def test_the_first_to_return_when_no_catholic_is_left() -> None:
    """E-06: also a Catholic Foreign Power is a Catholic player."""
    state = replace(protestant(six(), *six().seats), luther=True)
    assert converted(state, "white").players["white"].saints == 6
    one_left = foreign(state.with_player("red", religion="catholic"), "red")
    assert converted(one_left, "white").players["white"].saints == 0
    assert converted(replace(state, francis=True), "white").players["white"].saints == 0


@pytest.mark.rule("POW-CNV-8")
def test_blood_of_the_martyrs() -> None:
    """Green 6; red converts and has 4; black then, with 6 and 4 saved, has 2."""
    state = converted(converted(six(), "green"), "red")
    assert state.players["red"].reformation == 4
    assert converted(state, "black").players["black"].reformation == 2


@pytest.mark.rule("POW-CNV-9")
def test_the_convert_is_not_among_the_saved() -> None:
    state = protestant(six(), "red")
    catholics = saints(state, green=1)
    assert converted(catholics, "red").players["red"].saints == 0
    alone = protestant(six(), *(one for one in six().seats if one != "red"))
    alone = replace(alone, luther=True)
    nobody = alone.with_player("red", religion="protestant")
    assert converted(replace(nobody, francis=True), "red").players["red"].saints == 0


@pytest.mark.rule("POW-CNV-10")
def test_back_again_in_a_later_round() -> None:
    state = converted(converted(six(), "red"), "red")
    assert state.players["red"].religion == "catholic"
    assert state.players["red"].reformation == 0
    assert state.provinces["A3"].religion == "catholic"


def test_an_emperor_who_converts_stays_emperor() -> None:
    """E-05."""
    assert converted(six(), "purple").emperor == "purple"


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


@pytest.mark.rule("POW-REF-1")
def test_the_reformation_begins_with_round_four() -> None:
    for number, begun in ((3, False), (4, True)):
        progress = Progress(replace(six(), round=number))
        begin_reformation(progress)
        assert is_reformed(progress.state) is begun


@pytest.mark.rule("POW-REF-2")
def test_church_abuses_turn_two_faith_into_a_saint() -> None:
    progress = Progress(six().with_player("red", tasks=("heresy", "war")))
    assert sum(part.faith for part in earned_faith(progress.state, "red")) == 5
    roll_faith(progress, thrown({}))
    assert progress.state.players["red"].saints == 2
    assert not progress.state.dice


@pytest.mark.rule("POW-REF-3")
def test_after_it_catholics_roll() -> None:
    state = replace(six(), round=4, reformation=True)
    progress = Progress(state.with_player("red", tasks=("heresy", "war")))
    roll_faith(progress, thrown(dice("r4/faith/red", "1 6 6 6 6 6 6")))
    assert progress.state.dice == {"red": 1}


@pytest.mark.rule("POW-REF-4")
def test_two_more_faith_in_the_reformation() -> None:
    """An unsaved Catholic without Saints under a Protestant Emperor: 2 in Round 4, 0 in Round 3."""
    state = saints(protestant(six(), "purple"), green=3, white=3)
    late = replace(state, round=4, reformation=True)
    assert sum(part.faith for part in earned_faith(late, "red")) == 2
    assert earned_faith(replace(state, round=3), "red") == ()


@pytest.mark.rule("POW-REF-5")
def test_nobody_votes_on_a_council() -> None:
    state = at_phase(six(), "choice")
    book = RULESET.read(state, {"red": "CHOOSE heresy war\nCOUNCIL trent"})
    assert [(one.line, one.severity) for one in book.complaints] == [(2, "error")]
