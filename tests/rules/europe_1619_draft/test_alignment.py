"""Statuses and confessional markers: E19D-ALN and E19D-CNF, and the edge cases X-7 to X-9."""

from __future__ import annotations

import pytest

from generator.engine.picture import MarkSign
from generator.rulesets.europe.state.standing import Status
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe.telling.pictures import picture_of_phase
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening
from tests.rules.europe_1619_draft.drafted import (
    diplomatic,
    given,
    sheets,
)

FACTS = opening(EDITION).facts
POWERS = ("france", "spain", "union", "denmark", "sweden")
NEUTRAL = Status("neutral")


def status(*numbers: int) -> Status:
    """The status of a state with these INFs of France, Spain, Union, Denmark and Sweden."""
    return status_of(FACTS, dict(zip(POWERS, numbers, strict=False)))


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


@pytest.mark.rule("E19D-ALN-5")
def test_equal_smaller_holdings_do_not_matter():
    assert status(5, 2, 2) == Status("aligned", "france")
    assert status(4, 2, 2) == Status("aligned", "france")


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
