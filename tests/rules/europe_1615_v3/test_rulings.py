"""What the referee rules, in the phases of Version 3."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from generator.engine.errors import GameError
from generator.engine.phases import Ruling
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe_1615_v3 import RULESET
from tests.rules.europe.building import infs_in
from tests.rules.europe_1615_v3.three import cited, complaints, given, sheets


def ruling(phase: str, kind: str, **facts: Any) -> Ruling:
    return Ruling(1, phase, kind, "it is ruled", "", facts)


@pytest.mark.rule("E15V3-ID-3")
def test_a_ruled_order_takes_the_place_of_the_written_one() -> None:
    state = given(units={"france": ["A PAR"]})
    ruled = ruling("spring", "order", power="france", order="A PAR - CHA")
    played = sheets(state, ruled, france="A PAR H")
    assert [str(one) for one in played.state.units["france"]] == ["A CHA"]


@pytest.mark.parametrize(
    ("kind", "facts"),
    [
        ("treasury", {"power": "france", "tp": 3}),
        ("income", {"power": "france", "tp": 3}),
        ("prices", {"power": "france", "prices": [1]}),
        ("relation", {"powers": ["france", "spain"], "is": "war"}),
        ("alliance", {"powers": ["france", "spain"], "allowed": False}),
        ("minor", {"state": "HES", "builds": "A HES"}),
    ],
)
@pytest.mark.rule("E15V3-ID-3")
def test_nothing_is_ruled_about_what_the_edition_does_not_have(
    kind: str, facts: Mapping[str, Any]
) -> None:
    with pytest.raises(GameError, match=f"unknown kind of ruling|there is no.*{kind}"):
        sheets(given(phase="late-winter"), ruling("late-winter", kind, **facts))


@pytest.mark.parametrize("phase", ["spring", "early-winter", "late-winter", "scoring"])
@pytest.mark.rule("E15V3-SPU-1")
def test_a_unit_that_is_ruled_away_loses_its_marks(phase: str) -> None:
    state = given(phase=phase, units={"BAV": ["A BAV"]})
    assert state.parts["marks"].letters["B"] == "BAV"
    after = sheets(state, ruling(phase, "units", side="BAV", units=[])).state
    marks = after.parts["marks"]
    assert "B" not in marks.letters
    assert "BAV" not in marks.originals
    assert RULESET.load(RULESET.dump(after)) == after


@pytest.mark.rule("E15V3-EXP-6", "E15V3-EXP-8")
def test_a_state_that_falls_by_a_ruling_leaves_states_behind() -> None:
    state = given(
        phase="early-winter",
        units={"PRU": ["A MEC"]},
        captures={"MEC": "PRU", "BOH": "PRU"},
        infs={"MEC": {"spain": 3}},
    )
    played = sheets(state, ruling("early-winter", "control", province="PRU", holder="france"))
    after = played.state
    assert list(after.captures) == ["PRU"]
    assert after.statuses["BOH"] == Status("unaligned")
    assert after.statuses["MEC"] == Status("aligned", "spain")
    assert infs_in(after, "BOH") == {}


@pytest.mark.rule("E15V3-ELI-1")
def test_a_ruling_on_land_decides_who_is_eliminated() -> None:
    captures = {"YOR": "spain", "WSX": "spain"}
    state = given(phase="early-winter", units={"spain": ["F LON"]}, captures=captures)
    assert "england" in sheets(state).state.eliminated
    ruled = ruling("early-winter", "control", province="LON", holder="england")
    assert "england" not in sheets(state, ruled).state.eliminated


@pytest.mark.rule("E15V3-WAI-1")
def test_a_waiver_in_winter_needs_a_unit_in_the_province() -> None:
    units = {"austria": ["A SAX"], "denmark": ["A HES"], "BRA": ["A MEC"]}
    state = given(phase="early-winter", units=units, infs={"BRA": {"denmark": 5}})
    played = sheets(state, denmark="WAIVE SAX ; WAIVE MEC", austria="WAIVE HES ; WAIVE SAX")
    assert cited(played, "WAIVE CAPTURE SAX", "denmark") == ("illegal", "E15V3-WAI-1")
    assert cited(played, "WAIVE CAPTURE MEC", "denmark")[0] == "success"
    assert cited(played, "WAIVE CAPTURE HES", "austria")[0] == "illegal"
    assert list(played.state.captures) == ["HES"]


@pytest.mark.rule("E15V3-WAI-2", "E15V3-INF-7")
def test_an_order_of_other_phases_is_told_which_take_it() -> None:
    (waiver, *_) = complaints(given(), austria="WAIVE SAX")
    assert waiver.problem == "an order of fall and early winter in spring"
    (infs,) = complaints(given(phase="late-winter"), austria="5: SAX")
    assert infs.problem == "an order of spring, summer and fall in late winter"
