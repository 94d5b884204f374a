"""Scoring and the end of the game: E19D-SCO."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest

from generator.engine.phases import Ruling
from generator.rulesets.europe.features.decree_records import Decrees, Penalty
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import events, outcome, play, position
from tests.rules.europe_1619_draft.drafted import Played, at, sheets
from tests.rules.europe_1619_draft.lots import published

PLACES = {"france": "COL", "austria": "HES", "spain": "BRA", "sweden": "MEC", "poland": "PRU"}
TARGET: Mapping[str, Any] = MappingProxyType({"end_mode": "target"})
HAPSBURG = (("austria", "spain"),)


def board(year: int = 1634, markers: Mapping[str, str] | None = None, **wanted: Any) -> EuropeState:
    """The scoring of a board on which the powers have so many points from one captured center."""
    options, alliances = wanted.pop("options", {}), wanted.pop("alliances", ())
    return position(
        EDITION,
        phase="scoring",
        year=year,
        units={power: [f"A {PLACES[power]}"] for power in wanted},
        captures={PLACES[power]: power for power in wanted},
        alliances=alliances,
        markers=MappingProxyType(dict(markers or {})),
        tables={"centers": {PLACES[power]: number for power, number in wanted.items()}},
        options=dict(options),
    )


def won(played: Played) -> tuple[str, ...]:
    ending = played.state.ending
    return ending.powers if ending is not None and ending.kind == "victory" else ()


def drawn(played: Played) -> tuple[str, ...]:
    ending = played.state.ending
    return ending.powers if ending is not None and ending.kind == "draw" else ()


def row(played: Played, power: str) -> dict[str, int]:
    (found,) = [one for one in events(played, "score") if one.data["power"] == power]
    return dict(found.data["items"])


@pytest.mark.rule("E19D-SCO-1")
def test_a_game_may_choose_its_last_year():
    assert won(sheets(board(1622, france=20, options={"final_year": 1622}))) == ("france",)


@pytest.mark.rule("E19D-SCO-2")
def test_the_final_tally_is_published_item_by_item():
    played = sheets(board(france=20, austria=3))
    found = events(played, "score")
    assert len(found) == 11
    assert all(one.public for one in found)
    assert {one.rule for one in found} == {"E19D-SCO-2"}
    assert row(played, "france")["captured_center"] == 20
    assert set(row(played, "france")) == {
        "captured_center", "captured_valued_province", "captured_other_province",
        "valued_water_with_own_fleet", "own_marker", "lost_home_center", "lost_valued_province",
        "decree_violation", "objective_met",
    }  # fmt: skip


@pytest.mark.rule("E19D-SCO-3")
@pytest.mark.parametrize(
    ("year", "choice", "public"),
    [
        (1623, "window", False), (1624, "window", True), (1628, "window", True),
        (1629, "window", False), (1620, "always", True), (1626, "final", False),
        (1634, "final", True),
    ],
)  # fmt: skip
def test_interim_scores_are_published_as_the_game_chooses(year: int, choice: str, public: bool):
    played = sheets(board(year, france=17, options={"publish_scores": choice}))
    assert {one.public for one in events(played, "score")} == {public}
    assert bool(played.state.scores) == public
    assert ("17 points" in published(played)) == public
    assert ("captured_center" in published(played)) == public
    assert (row(played, "france").get("objective_met") is None) == (year < 1634)


@pytest.mark.rule("E19D-SCO-3")
def test_a_game_may_choose_the_years_of_interim_scores():
    options = {"midgame_score_window": [1620, 1621]}
    for year, public in ((1619, False), (1621, True), (1622, False), (1626, False)):
        played = sheets(board(year, france=17, options=options))
        assert {one.public for one in events(played, "score")} == {public}


@pytest.mark.rule("E19D-SCO-3")
def test_the_referee_publishes_scores_when_he_likes():
    """(source)"""
    for year, said in ((1620, True), (1626, False)):
        ruling = Ruling(1, "scoring", "publish", "it is time", "", {"published": said})
        played = sheets(board(year, france=17), ruling)
        assert {one.public for one in events(played, "score")} == {said}
        assert bool(played.state.scores) == said


@pytest.mark.rule("E19D-SCO-3")
@pytest.mark.parametrize("mode", ["target", "both"])
def test_where_points_win_scores_are_always_published(mode: str):
    played = sheets(board(1620, france=17, options={"end_mode": mode}))
    assert all(one.public for one in events(played, "score"))


@pytest.mark.rule("E19D-SCO-5")
def test_a_dynastic_alliance_may_win_with_its_sum():
    played = sheets(board(france=20, austria=12, spain=11, alliances=HAPSBURG))
    assert won(played) == ("austria", "spain")
    assert "23 points" in played.state.ending.text


@pytest.mark.rule("E19D-SCO-5")
@pytest.mark.rule("E19D-SCO-6")
@pytest.mark.parametrize(
    ("wanted", "winners"),
    [
        ({"alliances": ()}, ("france",)),
        ({"alliances": HAPSBURG}, ("austria", "spain")),
        ({"alliances": HAPSBURG, "options": TARGET, "year": 1648}, ()),
    ],
)
def test_who_is_a_dynastic_alliance(wanted: dict[str, Any], winners: tuple[str, ...]):
    assert won(sheets(board(**wanted, france=20, austria=12, spain=11))) == winners


@pytest.mark.rule("E19D-SCO-7")
def test_a_tie_is_a_draw_unless_the_tied_agree_on_another_year():
    tied = sheets(board(france=20, austria=20, spain=3))
    assert tied.state.moment.phase == "vote"
    assert RULESET.awaits(tied.state) == ("austria", "france")
    assert drawn(sheets(tied.state, france="EXTEND 1", austria="DRAW")) == ("austria", "france")
    assert drawn(sheets(tied.state)) == ("austria", "france")
    agreed = sheets(tied.state, france="EXTEND 3", austria="EXTEND 2", spain="DRAW")
    assert outcome(agreed, "DRAW", "spain") == "illegal"
    assert agreed.state.ending is None
    assert (agreed.state.year, agreed.state.moment.phase) == (1635, "diplomatic")
    assert agreed.state.facts.infs_of("france", 1635) > 0
    again = sheets(at(agreed.state, "scoring"))
    assert again.state.moment.phase == "vote"  # one year at a time


@pytest.mark.rule("E19D-SCO-7")
def test_a_pair_and_a_power_may_be_tied():
    tied = sheets(board(france=23, austria=12, spain=11, alliances=HAPSBURG))
    assert RULESET.awaits(tied.state) == ("austria", "spain", "france")
    assert drawn(sheets(tied.state)) == ("austria", "spain", "france")
    later = play(EDITION, tied.state, {p: [Vote("extend", 1)] for p in RULESET.awaits(tied.state)})
    assert later.state.year == 1635


@pytest.mark.rule("E19D-SCO-8")
@pytest.mark.parametrize(("points", "winners"), [(24, ()), (25, ("spain",)), (26, ("spain",))])
@pytest.mark.parametrize("mode", ["target", "both"])
def test_points_win_at_once(points: int, winners: tuple[str, ...], mode: str):
    played = sheets(board(1627, spain=points, france=3, options={"end_mode": mode}))
    assert won(played) == winners
    assert won(sheets(board(1627, spain=points))) == ()


@pytest.mark.rule("E19D-SCO-8")
def test_of_several_with_the_points_the_highest_wins_and_equals_play_on():
    assert won(sheets(board(1627, spain=26, france=25, options=TARGET))) == ("spain",)
    equal = sheets(board(1627, spain=26, france=26, options=TARGET))
    assert equal.state.ending is None
    assert equal.state.moment.phase == "diplomatic"
    assert [one.rule for one in events(equal, "tie")] == ["E19D-SCO-8"]
    other = {**TARGET, "target_points": 30}
    assert won(sheets(board(1627, spain=29, options=other))) == ()
    assert won(sheets(board(1627, spain=30, options=other))) == ("spain",)


@pytest.mark.rule("E19D-SCO-8")
def test_where_either_ends_the_game_the_final_score_decides_in_the_last_year():
    played = sheets(board(france=20, austria=3, options={"end_mode": "both"}))
    assert won(played) == ("france",)


@pytest.mark.rule("E19D-SCO-9")
@pytest.mark.parametrize("points", [{"france": 24}, {"france": 26, "spain": 26}])
def test_if_nobody_has_won_by_1648_all_that_are_left_draw(points: dict[str, int]):
    """(source)"""
    played = sheets(board(1648, **points, options=TARGET))
    assert drawn(played) == tuple(played.state.facts.powers)
    assert [one.rule for one in events(played, "game-over")] == ["E19D-SCO-9"]
    assert sheets(board(1647, **points, options=TARGET)).state.ending is None


# --- agreement


def voting(phase: str = "diplomatic", year: int = 1622, **options: Any) -> EuropeState:
    return position(EDITION, phase=phase, year=year, units={}, options=options)


@pytest.mark.rule("E19D-SCO-10")
@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_all_that_are_left_may_agree_on_a_draw(phase: str):
    """(source)"""
    state = voting(phase)
    played = sheets(state, **dict.fromkeys(state.living, "DRAW"))
    assert drawn(played) == state.living
    assert [one.rule for one in events(played, "game-over")] == ["E19D-SCO-10"]
    but_one = sheets(state, **dict.fromkeys(state.living[1:], "draw"))
    assert but_one.state.ending is None


@pytest.mark.rule("E19D-SCO-10")
def test_votes_of_one_year_count_together_and_lapse_with_it():
    state = voting()
    first = sheets(state, **dict.fromkeys(state.living[1:], "DRAW"))
    later = sheets(at(first.state, "builds"), **{state.living[0]: "vote for a draw"})
    assert drawn(later) == state.living
    new_year = sheets(at(first.state, "scoring")).state
    assert drawn(sheets(new_year, **{state.living[0]: "DRAW"})) == ()


# --- what scores


@pytest.mark.rule("E19D-SCO-12")
def test_a_marker_scores_1_for_every_power_of_its_confession():
    codes = ("POR", "CAT", "TUS", "WES", "LOR", "SAV", "PRU", "TRI")
    markers = dict.fromkeys(codes, "catholic")
    played = sheets(board(markers=markers, france=1))
    for power, one in played.state.facts.powers.items():
        assert row(played, power)["own_marker"] == (8 if one.confession == "catholic" else 0)


@pytest.mark.rule("E19D-SCO-13")
def test_penalties_are_taken_off():
    state = board(france=20, austria=15)
    book = Decrees((), tuple(Penalty(1, year, "france", 3) for year in (1620, 1621)))
    state = at(state, "scoring", parts={**state.parts, "decrees": book})
    played = sheets(state)
    assert row(played, "france")["decree_violation"] == -6
    assert won(played) == ("austria",)
