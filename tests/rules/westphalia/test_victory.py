"""Victory: by religion, or at the Peace of Westphalia."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from generator.rulesets.westphalia.data.facts import rulebook
from generator.rulesets.westphalia.land.victory import (
    balance_of,
    check_victory,
    peace_scores,
    religious_victory,
    tied_for_peace,
)
from generator.rulesets.westphalia.state.power import power_parts, saved_in
from generator.rulesets.westphalia.state.progress import Progress
from generator.rulesets.westphalia.state.state import State
from tests.rules.westphalia.rounds import at_phase, play, texts_of, verdict
from tests.rules.westphalia.table import ally, foreign, give, level, protestant, six


def with_protestants(number: int) -> State:
    """A board with so many Protestant provinces, none of them an Elector's."""
    state = six()
    able = [
        code
        for code, one in state.provinces.items()
        if one.owner not in state.electors and not one.capital
    ]
    return protestant(state, *able[:number])


@pytest.mark.rule("POW-VIC-1")
def test_catholic_victory() -> None:
    """30 to 24 with all Electors and the Emperor: yes; 27 to 27: no (E-48)."""
    state = with_protestants(24)
    assert balance_of(state).provinces == {"catholic": 30, "protestant": 24}
    assert religious_victory(state) == "catholic"
    assert religious_victory(with_protestants(27)) is None
    assert religious_victory(state.with_player("purple", religion="protestant")) is None
    assert religious_victory(protestant(state, "trier")) is None


@pytest.mark.rule("POW-VIC-2")
@pytest.mark.rule("POW-VIC-4")
def test_protestant_victory_with_three_winners() -> None:
    """25 to 29 in Round 5; RP 9, 8, 8 and 2: three win."""
    state = protestant(six(), *six().electors, *six().seats)
    assert balance_of(state).provinces["protestant"] > 27
    for player, points in {"red": 9, "green": 8, "white": 8, "black": 2}.items():
        state = state.with_player(player, reformation=points)
    progress = Progress(replace(state, round=5))
    assert check_victory(progress, "treaty")
    ending = progress.state.ending
    assert ending is not None
    assert set(ending.powers) == {"red", "green", "white"}


@pytest.mark.rule("POW-VIC-3")
@pytest.mark.parametrize(
    ("round_number", "point", "won"),
    [
        (3, "election", False),
        (4, "upheaval", False),
        (4, "faith", False),
        (4, "treaty", False),
        (4, "religious-war", True),
        (4, "tradeoffs", True),
        (5, "upheaval", True),
        (5, "treaty", True),
    ],
)
def test_first_looked_for_after_the_religious_war_of_round_four(
    round_number: int, point: str, won: bool
) -> None:
    progress = Progress(replace(six(), round=round_number))
    assert check_victory(progress, point) is won  # type: ignore[arg-type]


@pytest.mark.rule("POW-VIC-4")
def test_ties_and_foreign_powers() -> None:
    """Saints 9, 7 and 7: three win, one of them a Foreign Power. One Catholic alone: he (E-47)."""
    state = foreign(six(), "white")
    for player, score in {"red": 9, "green": 7, "white": 7, "black": 3}.items():
        state = state.with_player(player, saints=score)
    assert saved_in(state, "catholic") == ("red", "green", "white")
    alone = protestant(six(), *(seat for seat in six().seats if seat != "purple"))
    assert saved_in(alone, "catholic") == ("purple",)


@pytest.mark.rule("POW-VIC-5")
def test_the_score_of_the_peace() -> None:
    """Imperial Power, and three for each orthodox town; allies' towns do not count."""
    state = give(six(), "red", "D1 E1 D2", capital=False, town=True)
    state = ally(state, "hesse", "red")
    parts = power_parts(state, "red")
    assert peace_scores(state)["red"] == parts.total + 3 * 4
    assert peace_scores(protestant(state, "D1"))["red"] == parts.total - 1 + 3 * 3


@pytest.mark.rule("POW-VIC-5")
def test_a_home_does_not_count() -> None:
    state = foreign(six(), "green", home_ip=17)
    assert power_parts(state, "green").total == 21
    assert peace_scores(state)["green"] == 4 + 3


def last_round(state: State) -> State:
    """The end of Round 6 without a religious victory, the Emperor in his first Round."""
    state = protestant(state, "trier")
    for player in state.seats:
        state = state.with_player(player, tasks=("heresy", "diplomacy"), fought=True)
    return at_phase(state, "election", 6)


@pytest.mark.rule("POW-VIC-5")
@pytest.mark.rule("POW-GEN-2")
def test_the_highest_score_wins_after_round_six() -> None:
    done = play(last_round(ally(six(), "bohemia", "red", red=9)), rolls={"r6/emperor": 6})
    assert done.state.ending is not None
    assert done.state.ending.powers == ("purple",)
    assert done.state.moment.year == 1635


@pytest.mark.rule("POW-GEN-2")
def test_the_rounds_and_their_years() -> None:
    from generator.rulesets.westphalia.data.facts import year_of

    assert [year_of(number) for number in range(1, 8)] == [1510, 1535, 1560, 1585, 1610, 1635, 1660]


@pytest.mark.rule("POW-VIC-6")
def test_the_emperor_chooses_among_the_tied() -> None:
    """All six have the same; the Emperor may choose another, or himself."""
    state = last_round(level())
    tie = play(state, rolls={"r6/emperor": 6}).state
    assert tie.moment.phase == "peace"
    assert len(tied_for_peace(tie)) == 6
    chosen = play(tie, {"purple": "WINNER white"})
    assert chosen.state.ending is not None
    assert chosen.state.ending.powers == ("white",)
    assert chosen.state.ending.text.endswith(", by the Emperor's choice")
    silent = play(tie)
    assert silent.state.ending is not None
    assert silent.state.ending.powers == ("purple",)


@pytest.mark.rule("POW-VIC-6")
@pytest.mark.parametrize(
    ("heretical", "order", "winner", "why"),
    [
        ("", "", "purple", "as the Emperor: no choice"),
        ("G5", "", "green", "first of the tied in Initiative: no choice"),
        ("G5", "WINNER purple", "green", "first of the tied in Initiative: no choice"),
    ],
)
def test_the_end_names_no_choice_that_the_emperor_did_not_make(
    heretical: str, order: str, winner: str, why: str
) -> None:
    """Purple, Emperor, says nothing, or names himself though he is not tied."""
    state = level()
    state = protestant(state, heretical) if heretical else state
    tie = play(last_round(state), rolls={"r6/emperor": 6}).state
    assert tie.moment.phase == "peace"
    done = play(tie, {"purple": order})
    assert done.state.ending is not None
    assert done.state.ending.powers == (winner,)
    assert why in done.state.ending.text
    assert "Emperor's choice" not in done.state.ending.text
    assert texts_of(done, "game-over") == [done.state.ending.text]


@pytest.mark.rule("POW-VIC-6")
def test_only_the_tied_can_be_chosen() -> None:
    state = last_round(give(level(), "hesse", "A2", town=False))
    tie = play(state, rolls={"r6/emperor": 6}).state
    done = play(tie, {"purple": "WINNER red"})
    assert verdict(done, "purple", "WINNER red") == "illegal POW-VIC-6"


@pytest.mark.rule("POW-VIC-7")
@pytest.mark.rule("POW-MAP-8")
def test_all_provinces_of_the_map_count() -> None:
    state = foreign(six(), "green")
    assert sum(balance_of(state).provinces.values()) == 54


@pytest.mark.rule("POW-VIC-7")
def test_an_option_that_a_reading_replaced_has_no_effect() -> None:
    """A game of an earlier version may still set it."""
    assert "count_fp_home_in_religion" in rulebook().settled
    assert "count_fp_home_in_religion" not in six(count_fp_home_in_religion=True).options


@pytest.mark.rule("POW-VIC-8")
def test_the_last_emperors_bonus_counts() -> None:
    """Red has 2 more land power, but the Emperor has 8."""
    state = ally(six(), "trier", "red")
    done = play(last_round(state), rolls={"r6/emperor": 6})
    assert done.state.ending is not None
    assert done.state.ending.powers == ("purple",)
    assert "Purple 15" in texts_of(done, "peace-scores")[0]


@pytest.mark.rule("POW-VIC-3")
def test_the_check_point_of_the_faith_needs_no_dice() -> None:
    """The Emperor's conversion in Round 5 completes what the Protestants need."""
    state = protestant(six(), *six().electors, *six().seats)
    state = state.with_player("purple", religion="catholic").with_province(
        "F5", religion="catholic"
    )
    state = replace(at_phase(state, "choice", 5), luther=True, reformation=True)
    for player in state.seats:
        state = state.with_player(player, tasks=("diplomacy", "war"))
    rolls = {f"r5/faith/purple/{number}": 6 for number in range(1, 9)}
    done = play(state, {"purple": "CHOOSE heresy war\nCONVERT"}, rolls)
    assert not done.state.dice
    assert done.state.ending is not None
    assert done.state.ending.text.startswith("Protestant Victory")
