"""Bolstered armies: attack, support, retreat."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import march, new_game, position

WAR = '[relations]\nfrance-spain = "war 1618"\n'


@pytest.mark.rule("E19-BOL-2", "E19-UNIT-4", "E19-SET-2")
def test_the_flemish_army_with_its_plus_one_beats_a_plain_army(tmp_path: Path) -> None:
    game = march(tmp_path, 'spain = ["A FLA +1"]\nfrance = ["A PAR"]', WAR, spain="A FLA +1 - PAR")
    assert game.units("spain") == ["A PAR +1"]
    assert game.units("france") == []


@pytest.mark.rule("E19-BOL-2")
@pytest.mark.parametrize(("attacker", "wins"), [("A FLA +1", False), ("A FLA +2", True)])
def test_supported_defense_is_counted_point_by_point(
    tmp_path: Path, attacker: str, wins: bool
) -> None:
    game = march(
        tmp_path,
        f'spain = ["{attacker}"]\nfrance = ["A PAR", "A CHA"]',
        WAR,
        spain="A FLA - PAR",
        france="A PAR H\nA CHA S A PAR",
    )
    assert ("A PAR" not in game.units("france")) is wins


@pytest.mark.rule("E19-BOL-3")
@pytest.mark.parametrize(
    ("supporter", "cutter", "wins"),
    [("A CHA +1", "A LIE", True), ("A CHA +1", "A LIE +1", False), ("A CHA", "A LIE", False)],
)
def test_support_is_reduced_one_to_one(
    tmp_path: Path, supporter: str, cutter: str, wins: bool
) -> None:
    """France attacks Brabant from Paris; the supporter in Champagne is attacked from Liège."""
    game = march(
        tmp_path,
        f'france = ["A PAR", "{supporter}"]\nspain = ["A BRB", "{cutter}"]',
        WAR,
        france="A PAR - BRB\nA CHA S A PAR - BRB",
        spain="A BRB H\nA LIE - CHA",
    )
    assert ("A PAR" not in game.units("france")) is wins
    if supporter == "A CHA +1":
        assert "A CHA +1" in game.units("france")


@pytest.mark.rule("E19-BOL-4")
def test_several_attacks_on_a_supporter_add_up(tmp_path: Path) -> None:
    """Support of 3 against 1 and 1 leaves 1: attack 2 beats hold 1. Against a third it leaves 0."""
    units = 'france = ["A PAR", "A CHA +2"]\nspain = ["A BRB", "A LIE", "A FRC"]\nLOR = ["A LOR"]'
    game = march(
        tmp_path,
        units,
        WAR + '[infs]\nLOR = "spain 3"',
        france="A PAR - BRB\nA CHA S A PAR - BRB",
        spain="A BRB H\nA LIE - CHA\nA FRC - CHA\nA LOR H",
    )
    assert game.units("france") == ["A BRB", "A CHA +2"]
    other = new_game(tmp_path, position(units, WAR + '[infs]\nLOR = "spain 3"'), name="other")
    other.play(
        france="A PAR - BRB\nA CHA S A PAR - BRB",
        spain="A BRB H\nA LIE - CHA\nA FRC - CHA\nLo A LOR - CHA",
    )
    assert other.units("france") == ["A CHA +2", "A PAR"]


@pytest.mark.rule("E19-BOL-5")
def test_an_attack_from_where_the_support_is_directed_takes_nothing(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A PAR", "A CHA"]\nspain = ["A BRB"]',
        WAR,
        france="A PAR - BRB\nA CHA S A PAR - BRB",
        spain="A BRB - CHA",
    )
    assert game.units("france") == ["A BRB", "A CHA"]
    assert game.units("spain") == []


@pytest.mark.rule("E19-BOL-1")
def test_a_bolstered_army_is_not_divided(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('spain = ["A MAD +2"]'))
    checked = game.check(spain="A MAD - ARA\nA MAD - LEO")
    assert checked.line_with("A MAD - ARA")
    game.play()
    assert game.units("spain") == ["A MAD +2"]


@pytest.mark.rule("E19-RET-1", "E19-RET-2", "E19-RET-6")
def test_plain_armies_fleets_and_minor_units_are_disbanded(tmp_path: Path) -> None:
    """Nobody has a choice, so there is no retreat phase."""
    game = new_game(
        tmp_path,
        position(
            'spain = ["A FLA +3", "A MIL +3"]\nfrance = ["A PAR"]\nMAN = ["A MAN +1"]\n'
            'dutch = ["F NAR", "F HLD"]\nengland = ["F ENG"]',
            WAR + 'dutch-england = "war 1618"',
        ),
    )
    game.play(spain="A FLA - PAR\nA MIL - MAN", dutch="F NAR - ENG")
    assert game.waits() == (1619, "builds")
    assert game.units("france") == []
    assert game.units("MAN") == []
    assert game.units("england") == ["F ENG"]


@pytest.mark.rule("E19-RET-3", "E19-RET-4")
@pytest.mark.parametrize(
    ("written", "good", "left"),
    [
        ("A PAR R BUR", True, ["A BUR +1"]),
        ("a paris retreats to burgundy", True, ["A BUR +1"]),
        ("A PAR - BUR", True, ["A BUR +1"]),
        ("A PAR DISBAND", True, []),
        ("A PAR D", True, []),
        ("A PAR R FLA", False, []),
        ("A PAR R MAD", False, []),
        ("A PAR R SPAIN", False, []),
    ],
)
def test_a_bolstered_army_retreats_for_one_point(
    tmp_path: Path, written: str, good: bool, left: list[str]
) -> None:
    """Paris with +2 is beaten by Flanders with +3; no order, or a bad one, disbands it."""
    game = march(tmp_path, 'spain = ["A FLA +3"]\nfrance = ["A PAR +2"]', WAR, spain="A FLA - PAR")
    assert game.waits() == (1619, "retreats")
    assert "France" in game.run("status").text
    checked = game.check(france=written)
    assert (checked.code == 0) is good
    game.play()
    assert game.units("france") == left
    assert game.captures() == {"PAR": "spain"}


@pytest.mark.rule("E19-RET-5")
def test_an_army_with_nowhere_to_go_is_removed_whole(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'spain = ["A BRB +9"]\ndutch = ["A FLA +4", "F NAR"]\nfrance = ["A PAR", "A NORM"]\n'
        'england = ["F HLD"]',
        '[captures]\nFLA = "dutch 1618"\n[relations]\nspain-dutch = "war 1618"',
        spain="A BRB - FLA",
    )
    assert game.waits() == (1619, "builds")
    assert game.units("dutch") == ["F NAR"]


@pytest.mark.rule("E19-RET-7")
def test_a_retreat_goes_only_where_a_move_could(tmp_path: Path) -> None:
    """From Catalonia France may not retreat into neutral or Spanish land it has no war with."""
    game = march(
        tmp_path,
        'france = ["A LOR +1"]\nspain = ["A LIE +2"]',
        WAR + '[infs]\nSAA = "savoy 1, venice 1"\nLOR = "france 3"',
        spain="A LIE - LOR",
    )
    assert game.waits() == (1619, "retreats")
    refused = game.check(france="A LOR R SAA")
    assert refused.line_with("A LOR R SAA")
    game.play(france="A LOR R CHA")
    assert game.units("france") == ["A CHA"]


@pytest.mark.rule("E19-RET-3")
def test_two_that_retreat_to_one_place_are_both_lost(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'spain = ["A FLA +5", "A GAS +5"]\nfrance = ["A PAR +1", "A GUY +1"]',
        WAR + '[captures]\nGAS = "spain 1618"',
        spain="A FLA - PAR\nA GAS - GUY",
    )
    game.play(france="A PAR R LYO\nA GUY R LYO")
    assert game.units("france") == []
