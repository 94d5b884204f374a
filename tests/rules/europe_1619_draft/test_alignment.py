"""Statuses and confessional markers: E19D-ALN and E19D-CNF, and the edge cases X-7 to X-9."""

from __future__ import annotations

import pytest

from generator.engine.picture import MarkSign
from generator.rulesets.europe.state.standing import Capture, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.telling.pictures import picture_of_phase
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import events, opening, outcome, units_of
from tests.rules.europe_1619_draft.drafted import (
    at,
    diplomatic,
    given,
    said,
    sheets,
)

FACTS = opening(EDITION).facts
POWERS = ("france", "spain", "union", "denmark", "sweden")
NEUTRAL = Status("neutral")


def status(*numbers: int) -> Status:
    """The status of a state with these INFs of France, Spain, Union, Denmark and Sweden."""
    return status_of(FACTS, dict(zip(POWERS, numbers, strict=False)))


def move(state: EuropeState, power: str, order: str) -> str:
    return outcome(sheets(at(state, "movement"), **{power: order}), order)


@pytest.mark.rule("E19D-ALN-1")
def test_who_enters_an_unaligned_state_captures_it():
    state = given(units={"france": ["A BUR"]}, infs={"SWI": {}})
    played = sheets(state, france="A BUR - SWI")
    assert outcome(played, "A BUR - SWI") == "success"
    adjusted = sheets(played.state).state
    assert adjusted.captures["SWI"] == Capture("france", 1619)
    assert adjusted.statuses["SWI"] == Status("captured", "", "france")


@pytest.mark.rule("E19D-ALN-2")
@pytest.mark.parametrize("numbers", [(5, 3, 2), (5, 4, 1), (1,), (3, 1), (6, 5), (30, 30 - 1)])
def test_half_of_the_infs_align_a_state(numbers: tuple[int, ...]):
    assert status(*numbers) == Status("aligned", "france")


@pytest.mark.rule("E19D-ALN-3")
@pytest.mark.parametrize("numbers", [(5, 5), (1, 1)])
def test_two_halves_make_a_state_neutral(numbers: tuple[int, ...]):
    assert status(*numbers) == NEUTRAL


@pytest.mark.rule("E19D-ALN-4")
@pytest.mark.parametrize("numbers", [(4, 3, 3), (6, 6, 1), (49, 26, 25)])
def test_without_half_a_state_is_neutral(numbers: tuple[int, ...]):
    assert status(*numbers) == NEUTRAL


@pytest.mark.rule("E19D-ALN-4")
def test_the_report_says_who_came_how_far():
    state = diplomatic(infs={"HES": {"union": 4}})
    played = sheets(state, france="3: HES", spain="3: HES")
    (event,) = [one for one in events(played, "status") if one.data["state"] == "HES"]
    assert (event.rule, event.data["status"], event.data["total"]) == (
        "E19D-ALN-4", "neutral", 10,
    )  # fmt: skip
    assert "half" in event.text
    assert "Union 4" in event.text


@pytest.mark.rule("E19D-ALN-5")
def test_equal_smaller_holdings_do_not_matter():
    assert status(5, 2, 2) == Status("aligned", "france")
    assert status(4, 2, 2) == Status("aligned", "france")


@pytest.mark.rule("E19D-ALN-8")
def test_nobody_moves_into_a_neutral_state_or_what_it_holds():
    state = given(
        units={"austria": ["A SLO", "A CRO"], "VEN": ["A TYR"]},
        infs={"VEN": {"spain": 1, "france": 1}, "CRO": {"austria": 2}},
        captures={"TYR": "VEN"},
    )
    played = sheets(state, austria="A SLO - VEN")
    assert outcome(played, "A SLO - VEN") == "illegal"
    assert "neutral" in said(played, "A SLO - VEN")
    held = given(
        units={"austria": ["A UAU"], "VEN": ["A TYR"]},
        infs={"VEN": {"spain": 1, "france": 1}},
        captures={"TYR": "VEN"},
    )
    assert move(held, "austria", "A UAU - TYR") == "illegal"
    kept = sheets(sheets(held).state).state
    assert kept.captures["TYR"].holder == "VEN"
    assert units_of(kept, "VEN") == ["A TYR"]


@pytest.mark.rule("E19D-ALN-11")
@pytest.mark.rule("E19D-RPT-1")
def test_the_diplomatic_report_colors_the_map():
    state = diplomatic(infs={"HES": {"union": 4}, "SWI": {}, "VEN": {"spain": 1, "france": 1}})
    played = sheets(state, league="5: HES")
    picture = picture_of_phase(EDITION, state, played)
    assert (picture.fills["HES"].kind, picture.fills["HES"].power) == ("aligned", "league")
    assert picture.fills["DAR"] == picture.fills["HES"]
    assert picture.fills["SWI"].kind == "unaligned"
    assert picture.fills["VEN"].kind == "neutral"
    assert set(played.state.statuses) == set(played.state.facts.minors)


def markers(infs: dict[str, dict[str, int]], **parts: object) -> dict[str, str]:
    """The markers that map adjustment sets with these INFs."""
    state = given(phase="adjustment", infs=infs, **parts)
    return dict(sheets(state).state.markers)


@pytest.mark.rule("E19D-CNF-2")
@pytest.mark.parametrize(
    ("infs", "marker"),
    [
        ({"spain": 4, "union": 2}, "catholic"),
        ({"spain": 3, "france": 1, "union": 1, "sweden": 1}, "catholic"),
        ({"spain": 2, "union": 5}, "protestant"),
        ({"spain": 5, "union": 3}, ""),
        ({"spain": 3, "union": 5}, ""),
    ],
)
def test_twice_the_infs_of_the_other_confession_mark_a_state(infs: dict[str, int], marker: str):
    assert markers({"HES": infs}).get("HES", "") == marker


@pytest.mark.rule("E19D-CNF-4")
def test_a_blue_cross_and_an_orange_one():
    assert EDITION.tables["confessions"] == {
        "catholic": {"name": "Catholic", "marker": "blue cross"},
        "protestant": {"name": "Protestant", "marker": "orange cross"},
    }
    state = opening(EDITION)
    picture = picture_of_phase(EDITION, state, sheets(state))
    assert picture.markers["POR"] == (MarkSign("catholic", "Portugal: Catholic marker"),)
    assert picture.markers["BRU"] == (MarkSign("protestant", "Lower Saxony: Protestant marker"),)
    kinds = {sign.kind for signs in picture.markers.values() for sign in signs}
    assert kinds == {"catholic", "protestant"}


@pytest.mark.rule("E19D-CNF-5")
def test_no_marker_without_infs_and_none_on_a_captured_state():
    infs = {"SWI": {}, "HES": {"union": 4}}
    parts = {"captures": {"HES": "spain"}, "units": {"spain": ["A HES"]}}
    before = {"SWI": "catholic", "HES": "protestant"}
    after = markers(infs, **parts, wars=[("spain", "union")], markers=before)
    assert not {"SWI", "HES"} & set(after)


@pytest.mark.parametrize(
    ("infs", "alliance", "holder", "expelled"),
    [
        ({"union": 4}, None, "france", False),
        ({"france": 4}, None, "HES", False),
        ({"spain": 4}, ("france", "spain"), "HES", False),
        ({}, None, "france", False),
        ({"union": 1, "league": 1}, None, "HES", True),
        ({"league": 4}, None, "HES", True),
    ],
)
def test_x_7_a_foreign_unit_where_the_status_changes(
    infs: dict[str, int], alliance: tuple[str, str] | None, holder: str, expelled: bool
):
    """A French army stands in Hesse; France is at war with the Union."""
    state = given(
        units={"france": ["A HES"]},
        infs={"HES": infs},
        wars=[("france", "union")],
        alliances=[alliance] if alliance else [],
    )
    played = sheets(state, france="A HES H")
    assert outcome(played, "A HES H") == "success"
    assert bool(events(played, "evicted") or played.state.displaced) == expelled
    if not expelled:
        adjusted = sheets(at(played.state, "adjustment")).state
        assert adjusted.standing.holders["HES"] == holder


def test_x_8_a_unit_in_a_neutral_state_still_supports():
    state = given(
        units={"france": ["A LOR", "A BUR"], "spain": ["A FRC"]},
        infs={"LOR": {"france": 1, "spain": 1}},
        wars=[("france", "spain")],
    )
    played = sheets(state, france="A LOR S A BUR - FRC; A BUR - FRC")
    assert outcome(played, "A LOR S A BUR - FRC") == "success"
    assert outcome(played, "A BUR - FRC") == "success"
    assert [one.data["unit"] for one in events(played, "evicted")] == ["A LOR"]
