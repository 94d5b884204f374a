"""The maps with which editions open."""

from __future__ import annotations

import pytest

from generator.engine.phases import Setup
from generator.engine.picture import Picture
from generator.pages.maps.drawing import draw_document, map_scene
from generator.rulesets import get_ruleset

BOARDS = ("europe-1615-v3", "europe-1615-v7", "europe-1619", "europe-1619-draft")


def opening_of(board: str) -> Picture:
    """The picture; that it can be drawn is part of every test."""
    ruleset = get_ruleset(board)
    picture = ruleset.picture(ruleset.opening(Setup()))
    scene = map_scene(picture, ruleset.powers, game=ruleset.title)
    assert draw_document(scene).startswith("<?xml")
    return picture


@pytest.mark.parametrize("board", BOARDS)
def test_every_edition_opens_with_its_powers_and_states(board: str) -> None:
    picture = opening_of(board)
    assert picture.board == board
    assert set(picture.land.values()) == set(picture.powers or ())
    assert {sign.owner for sign in picture.units} >= set(picture.powers or ())
    assert not set(picture.fills) & set(picture.land)


def test_version_3_opens_with_lettered_units_one_neutral_state_and_the_ottomans_apart() -> None:
    """Bavaria's army has its letter from the start, the Dutch fleet not yet."""
    picture = opening_of("europe-1615-v3")
    letters = {sign.unit.at: sign.letter for sign in picture.units if sign.letter}
    assert letters["BAV"] == "B"
    assert "DUT" not in letters
    neutral = {code: one for code, one in picture.fills.items() if one.kind == "neutral"}
    assert [code for code, one in neutral.items() if not one.hatched] == ["SUL"]
    assert {one.state for one in neutral.values() if one.hatched} == {"OTT"}
    assert [mark.kind for mark in picture.markers["ROM"]] == ["catholic"]
    assert set(picture.markers) == {"ROM"}
    assert picture.words["hatched"] == "Ottoman Empire"


def test_version_7_tells_centers_by_signs_and_opens_without_states_units() -> None:
    picture = opening_of("europe-1615-v7")
    kinds = picture.center_kinds
    assert (kinds["VIE"], kinds["BOH"], kinds["SLO"]) == ("star-double", "star", "dot")
    assert all(sign.owner for sign in picture.units)
    assert {one.kind for one in picture.fills.values()} == {"unaligned"}


def test_the_draft_prints_values_on_seas_and_regions() -> None:
    picture = opening_of("europe-1619-draft")
    assert picture.center_kinds["NTH"] == "triangle"
    assert picture.center_kinds["STY"] == "triangle"
    assert picture.center_kinds["BOH"] == "double", "who holds it may have a bonus"
    assert picture.values["NTH"] == 1
    assert {"NTH", "STY", "BOH"} <= set(picture.centers)
    assert picture.fills["HES"].power == "union"
