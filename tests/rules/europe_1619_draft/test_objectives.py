"""Secret objectives: E19D-SET-10, E19D-SCO-4."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.features.objectives import Goal
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619_draft import EDITION, RULESET
from tests.rules.europe.building import events, opening, verdict
from tests.rules.europe_1619_draft.drafted import at, given
from tests.rules.europe_1619_draft.lots import Played, draw, published, told

THREE = (
    "OBJECTIVE MILITARY: CONTROL NET; OBJECTIVE POLITICAL: ALIGN SAX;"
    " OBJECTIVE STRATEGIC: make friends"
)

GOALS = {
    "CONTROL NET": Goal("controls", ("NET",)),
    "occupy Milan and Naples": Goal("controls", ("MIL", "NAP")),
    "SWEDEN NOT CONTROL DAN": Goal("not_controls", ("DAN",), "sweden"),
    "ALIGN SAX": Goal("aligned", ("SAX",)),
    "Saxony aligned with Austria": Goal("aligned", ("SAX",), "austria"),
    "MARKER HES CATHOLIC": Goal("marker", ("HES",), "", "catholic"),
    "ELIMINATE PALATINATE": Goal("eliminated", ("union",)),
    "NO INFLUENCE POLAND IN BRA": Goal("no_influence", ("BRA",), "poland"),
    '"that all may sing"': Goal("free", text="that all may sing"),
}


def filed(state: EuropeState) -> list[tuple[str, str, Goal]]:
    return [(one.power, one.sort, one.goal) for one in state.parts["objectives"].objectives]


def final(goal: str, power: str = "france", year: int = 1634, **parts: Any) -> Played:
    """The final tally of a board on which a power has one objective."""
    state = draw(opening(EDITION), **{power: f"OBJECTIVE MILITARY: {goal}"}).state
    part = state.parts["objectives"]
    board = given(phase="scoring", year=year, **{"units": {}, **parts})
    return draw(at(board, "scoring", parts={**board.parts, "objectives": part}))


def points(played: Played, power: str = "france") -> int:
    (row,) = [one for one in events(played, "score") if one.data["power"] == power]
    return int(row.data["items"].get("objective_met", 0))


@pytest.mark.rule("E19D-SET-10")
def test_each_power_files_one_of_each_kind_in_the_first_phase():
    played = draw(opening(EDITION), france=THREE)
    assert filed(played.state) == [
        ("france", "military", Goal("controls", ("NET",))),
        ("france", "political", Goal("aligned", ("SAX",))),
        ("france", "strategic", Goal("free", text="make friends")),
    ]
    twice = draw(opening(EDITION), france="OBJECTIVE MILITARY: CONTROL NET; " * 2)
    assert [one.outcome for one in twice.verdicts] == ["success", "illegal"]


@pytest.mark.rule("E19D-SET-10")
@pytest.mark.parametrize(("text", "goal"), list(GOALS.items()))
def test_objectives_are_read_in_players_words_and_written_back(text: str, goal: Goal):
    played = draw(opening(EDITION), france=f"objective military: {text}")
    assert filed(played.state) == [("france", "military", goal)]
    canonical = played.verdicts[0].order
    again = draw(opening(EDITION), france=canonical)
    assert filed(again.state) == filed(played.state)


@pytest.mark.rule("E19D-SET-10")
def test_waters_are_nothing_to_control():
    played = draw(opening(EDITION), france="OBJECTIVE MILITARY: CONTROL NTH")
    assert [one.outcome for one in played.verdicts] == ["illegal"]
    assert filed(played.state) == []


@pytest.mark.rule("E19D-SET-10")
@pytest.mark.parametrize("phase", ["diplomatic", "movement", "builds"])
def test_no_objective_is_changed_later(phase: str):
    """(source: no change)"""
    before = draw(opening(EDITION), france=THREE).state
    later = at(given(year=1622, units={}), phase, parts=before.parts)
    played = draw(later, france="OBJECTIVE MILITARY: CONTROL MIL")
    found = verdict(played, "OBJECTIVE MILITARY: CONTROL MIL")
    assert (found.outcome, found.reasons[0].rule) == ("illegal", "E19D-SET-10")
    assert found.known_to == ("france",)
    assert filed(played.state) == filed(before)


@pytest.mark.rule("E19D-SET-10")
def test_a_game_may_have_no_objectives():
    played = draw(opening(EDITION, objectives="off"), france=THREE)
    assert {one.outcome for one in played.verdicts} == {"illegal"}
    assert filed(played.state) == []


@pytest.mark.rule("E19D-SET-10")
def test_the_referee_rejects_replaces_and_never_tells():
    facts = {"power": "france", "of": "military", "secret": True}
    reject = Ruling(1, "movement", "objective", "too easy", "", {**facts, "word": "rejected"})
    before = draw(opening(EDITION), france=THREE).state
    played = draw(at(before, "movement"), reject)
    assert played.state.parts["objectives"].objectives[-1].word == "rejected"
    assert told(played, "france")
    assert "too easy" not in published(played)
    other = Ruling(1, "movement", "objective", "instead", "", {**facts, "text": "CONTROL MIL"})
    replaced = draw(at(before, "movement"), other)
    assert ("france", "military", Goal("controls", ("MIL",))) in filed(replaced.state)
    with pytest.raises(GameError, match="add secret = true"):
        draw(
            at(before, "movement"),
            Ruling(1, "movement", "objective", "x", "", {**facts, "secret": False, "word": "met"}),
        )


@pytest.mark.rule("E19D-SCO-4")
@pytest.mark.rule("E19D-SET-10")
def test_nobody_else_learns_of_objectives_before_the_end():
    state = opening(EDITION)
    played = draw(state, france=THREE, spain='OBJECTIVE STRATEGIC: "a quiet sea"')
    for _ in range(6):
        said = published(played).casefold()
        assert not [word for word in ("objective", "make friends", "quiet sea") if word in said]
        played = draw(played.state)
    secret = RULESET.dump(played.state).private["objectives"]
    assert sorted(row["power"] for row in secret["filed"]) == ["france"] * 3 + ["spain"]


MET: list[tuple[str, dict[str, Any], bool]] = [
    ("CONTROL NET", {"captures": {"NET": "france"}, "units": {"france": ["A NET"]}}, True),
    ("CONTROL NET", {}, False),
    ("SPAIN NOT CONTROL NET", {}, False),
    ("SPAIN NOT CONTROL NET", {"captures": {"NET": "dutch"}, "units": {"dutch": ["A NET"]}}, True),
    ("ALIGN LOR", {}, True),
    ("ALIGN LOR", {"infs": {"LOR": {"france": 2, "spain": 2}}}, False),
    ("COL ALIGNED WITH LEAGUE", {}, True),
    ("MARKER HES PROTESTANT", {}, True),
    ("MARKER HES CATHOLIC", {}, False),
    ("NO INFLUENCE POLAND IN BRA", {}, True),
    ("NO INFLUENCE UNION IN BRA", {}, False),
    ("ELIMINATE SWEDEN", {}, False),
    ('"to be liked"', {}, False),
]


@pytest.mark.rule("E19D-SCO-4")
@pytest.mark.parametrize(("goal", "parts", "met"), MET)
def test_an_objective_that_is_met_scores_in_the_final_tally(
    goal: str, parts: dict[str, Any], met: bool
):
    assert points(final(goal, **parts)) == (5 if met else 0)


@pytest.mark.rule("E19D-SCO-4")
def test_a_power_that_has_fallen_is_one_that_was_to_be_eliminated():
    state = draw(opening(EDITION), france="OBJECTIVE MILITARY: ELIMINATE LEAGUE").state
    units = {"austria": ["A BAV"]}
    board = given(phase="adjustment", year=1634, units=units, wars=[("austria", "league")])
    played = draw(at(board, "adjustment", parts={**board.parts, **state.parts}))
    assert "league" in played.state.eliminated
    assert points(draw(at(played.state, "scoring"))) == 5


@pytest.mark.rule("E19D-SCO-4")
def test_it_scores_in_no_other_year():
    parts = {"captures": {"NET": "france"}, "units": {"france": ["A NET"]}}
    assert points(final("CONTROL NET", year=1626, **parts)) == 0
    assert points(final("CONTROL NET", **parts, options={"objective_points": 2})) == 2
    assert points(final("CONTROL NET", **parts, options={"objectives": "off"})) == 0


@pytest.mark.rule("E19D-SCO-4")
def test_the_referee_says_whether_a_free_objective_is_met():
    before = draw(opening(EDITION), france=THREE).state
    board = given(phase="scoring", year=1634, units={})
    state = at(board, "scoring", parts={**board.parts, "objectives": before.parts["objectives"]})
    facts = {"power": "france", "of": "strategic", "word": "met", "secret": True}
    played = draw(state, Ruling(1, "scoring", "objective", "all like it", "", facts))
    assert points(played) == 5


@pytest.mark.rule("E19D-SCO-4")
def test_objectives_are_revealed_when_the_game_is_over():
    parts = {"captures": {"NET": "france"}, "units": {"france": ["A NET"]}}
    played = final("CONTROL NET", **parts)
    assert played.state.ending is not None or played.state.moment.phase == "vote"
    ending = Ruling(1, "movement", "end", "enough", "", {"result": "ended"})
    before = draw(opening(EDITION), france=THREE).state
    over = draw(at(before, "movement"), ending)
    found = events(over, "objective")
    assert [one.data["sort"] for one in found] == ["military", "political", "strategic"]
    assert {one.rule for one in found} == {"E19D-SCO-4"}
    assert all(one.public for one in found)


def test_a_check_tells_only_the_author():
    book = RULESET.read(opening(EDITION), {"france": "OBJECTIVE MILITARY: MARKER HES ISLAND"})
    (complaint,) = book.complaints
    assert (complaint.power, complaint.severity) == ("france", "error")
