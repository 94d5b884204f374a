"""The exemption in the Empire, and the position check: who stays where he has come."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import march, new_game, position


@pytest.mark.rule("E19-HRE-1")
def test_the_union_attacks_french_units_in_saarbruecken_the_worked_example(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A SAA"]\nunion = ["A PAL"]\nSTR = ["A STR"]',
        '[captures]\nSAA = "france 1618"',
        union="A PAL - SAA\nA STR S A PAL - SAA",
    )
    assert game.units("france") == []
    assert game.captures() == {"SAA": "union"}
    assert game.relation("france-union") is None


@pytest.mark.rule("E19-HRE-4")
def test_french_saarbruecken_without_the_french_stays_shut(tmp_path: Path) -> None:
    french = '[infs]\nSAA = "france 2"'
    game = new_game(tmp_path, position('union = ["A PAL"]', french))
    assert "A PAL - SAA" in game.check(union="A PAL - SAA").line_with("A PAL - SAA")
    game.play()
    assert game.units("union") == ["A PAL"]
    held = new_game(
        tmp_path, position('union = ["A PAL", "A STR"]\nfrance = ["A SAA"]', french), name="held"
    )
    assert " 0 errors" in held.check(union="A PAL - SAA\nA STR S A PAL - SAA").text
    held.play()
    assert held.units("france") == []


@pytest.mark.rule("E19-HRE-2", "E19-HRE-3")
@pytest.mark.parametrize("allied", [False, True])
def test_saxon_mecklenburg_attacks_danes_in_the_empire(tmp_path: Path, allied: bool) -> None:
    more = '[infs]\nMEC = "saxony 3"\nHAM = ""\n[captures]\nHAM = "denmark 1618"\n'
    if allied:
        more += '[relations]\ndenmark-saxony = "alliance 1618"\n'
    game = march(
        tmp_path,
        'MEC = ["A MEC"]\nsaxony = ["A BRU"]\ndenmark = ["A HAM"]',
        more,
        saxony="Me A MEC - HAM\nA BRU S A MEC - HAM",
    )
    assert game.units("denmark") == (["A HAM"] if allied else [])


@pytest.mark.rule("E19-HRE-5")
def test_holstein_is_not_the_empire(tmp_path: Path) -> None:
    """The worked example asks for a war before Mecklenburg may attack Holstein."""
    units = 'MEC = ["A MEC"]\ndenmark = ["A HOL"]'
    infs = '[infs]\nMEC = "saxony 3"\n'
    game = new_game(tmp_path, position(units, infs))
    assert "Holstein" in game.check(saxony="Me A MEC - HOL").line_with("A MEC - HOL")
    war = new_game(
        tmp_path, position(units, infs + '[relations]\ndenmark-saxony = "war 1618"'), name="war"
    )
    assert " 0 errors" in war.check(saxony="Me A MEC - HOL").text


@pytest.mark.rule("E19-HRE-6", "E19-CAP-15")
def test_cologne_attacks_the_dutch_in_brabant_the_worked_example(tmp_path: Path) -> None:
    """League and Dutch are at peace, and stay so. Brabant is Spanish again."""
    game = march(
        tmp_path,
        'dutch = ["A BRB"]\nCOL = ["A COL"]\nspain = ["A LIE"]',
        '[captures]\nBRB = "dutch 1618"',
        league="Co A COL - BRB",
        spain="A LIE S A COL - BRB",
    )
    assert game.units("dutch") == []
    assert "BRB" not in game.captures()
    assert game.relation("dutch-league") is None


@pytest.mark.rule("E19-HRE-7")
def test_foreign_is_also_a_state_of_a_foreign_power_from_outside(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'TRA = ["A SIL"]\nsaxony = ["A LUS", "A BOH"]',
        '[captures]\nSIL = "TRA 1618"\nLUS = "saxony 1618"\nBOH = "saxony 1618"',
        saxony="A LUS - SIL\nA BOH S A LUS - SIL",
    )
    assert game.units("TRA") == []


@pytest.mark.rule("E19-HRE-9")
def test_a_foreign_unit_opens_no_neutral_state_and_is_evicted(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A SAA"]\nunion = ["A PAL", "A STR"]',
        '[infs]\nSAA = "france 2, spain 2"',
        union="A PAL - SAA\nA STR S A PAL - SAA",
        france="A SAA H",
    )
    assert game.units("union") == ["A PAL", "A STR"]
    assert game.units("france") == []
    assert game.captures() == {}


# The position check


@pytest.mark.rule("E19-POS-2", "E19-RET-8")
def test_neutral_land_evicts_and_a_bolstered_army_retreats(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position('spain = ["A TUS +1"]', '[infs]\nTUS = "spain 2, venice 2"\n[relations]'),
    )
    game.play(spain="A TUS H")
    assert game.waits() == (1619, "retreats")
    checked = game.check(spain="A TUS R GEN")
    assert " 0 errors" in checked.text
    game.play()
    assert game.units("spain") == ["A GEN"]
    assert game.captures() == {"GEN": "spain"}


@pytest.mark.rule("E19-POS-2", "E19-POS-8")
@pytest.mark.parametrize(("order", "left"), [("A TUS H", []), ("A TUS - GEN", ["A GEN"])])
def test_there_is_one_year_to_leave_neutral_land(
    tmp_path: Path, order: str, left: list[str]
) -> None:
    game = march(tmp_path, 'spain = ["A TUS"]', '[infs]\nTUS = "spain 2, venice 2"', spain=order)
    assert game.units("spain") == left


@pytest.mark.rule("E19-POS-3")
def test_a_former_ally_is_sent_away(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'spain = ["A TYR"]',
        '[relations]\naustria-spain = "peace 1619 after alliance"',
        spain="A TYR H",
    )
    assert game.units("spain") == []
    assert game.captures() == {}


@pytest.mark.rule("E19-POS-4")
def test_land_of_an_enemy_is_captured(tmp_path: Path) -> None:
    game = march(tmp_path, 'dutch = ["A HLD"]', dutch="A HLD - BRB")
    assert game.captures() == {"BRB": "dutch"}


@pytest.mark.rule("E19-POS-7")
def test_ones_own_state_is_not_captured(tmp_path: Path) -> None:
    game = march(tmp_path, 'france = ["A CHA"]', france="A CHA - LOR")
    assert game.units("france") == ["A LOR"]
    assert game.captures() == {}
    assert game.status("LOR") == "aligned france"


@pytest.mark.rule("E19-POS-9")
def test_a_capture_outlasts_the_armistice_while_the_unit_stays(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'england = ["A NORM"]',
        '[captures]\nNORM = "england 1618"\n[relations]\nfrance-england = "peace 1619 after war"',
        england="A NORM H",
    )
    assert game.captures() == {"NORM": "england"}
