"""Captures, liberation, proxies, minor states whose home falls, and elimination."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, march, new_game, position

NORMANDY = (
    'england = ["A NORM"]',
    '[captures]\nNORM = "england 1618"\n[relations]\nfrance-england = "war 1618"',
)


@pytest.mark.rule("E19-CAP-1", "E19-CAP-2", "E19-CAP-5", "E19-CAP-7")
def test_normandy_is_french_again_when_the_english_leave_the_worked_example(tmp_path: Path) -> None:
    game = march(tmp_path, *NORMANDY, england="A NORM - BRIT")
    assert game.captures() == {"BRIT": "england"}
    stayed = new_game(tmp_path, position(*NORMANDY), name="stayed")
    stayed.play(england="A NORM H")
    assert stayed.captures() == {"NORM": "england"}


@pytest.mark.rule("E19-CAP-4", "E19-CAP-6", "E19-MIN-14")
def test_a_liberated_state_has_its_influence_status_and_unit_again(tmp_path: Path) -> None:
    """Cologne, with five points of the League, is left by the Dutch."""
    game = new_game(
        tmp_path,
        position('dutch = ["A COL"]', '[captures]\nCOL = "dutch 1618"\n', phase="diplomatic"),
    )
    assert game.status("COL") == "captured dutch"
    assert "captured" in game.check(league="1: COL").line_with("1: COL")
    game.play()
    assert game.check(league="Co A COL H").line_with("A COL H")
    game.play(dutch="A COL - LIE", league="")
    assert game.infs("COL") == {"league": 5}
    assert game.status("COL") == "aligned league"
    assert game.marker("COL") == "catholic"
    game.play()
    assert game.units("COL") == ["A COL"]


@pytest.mark.rule("E19-CAP-8", "E19-CAP-12")
def test_kalenberg_returns_to_lower_saxony_the_worked_example(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position('dutch = ["A WES"]', '[relations]\ndenmark-dutch = "war 1618"', "diplomatic"),
    )
    game.play(denmark="1: LOWR")
    game.play(dutch="A WES - KAL")
    assert game.captures() == {"KAL": "dutch"}
    assert game.status("LOWR") == "aligned denmark"
    game.finish_year()
    game.play(denmark="1: LOWR")
    assert game.infs("LOWR") == {"denmark": 3}
    game.play(dutch="A KAL - BRE")
    assert game.captures() == {"BRE": "dutch"}


@pytest.mark.rule("E19-CAP-9", "E19-CAP-10", "E19-CAP-11")
def test_a_captured_home_disbands_frees_and_opens(tmp_path: Path) -> None:
    """Brunswick falls: the other Lower Saxon army is gone, Erfurt is free and Kalenberg is open."""
    game = march(
        tmp_path,
        'saxony = ["A MAG"]\nunion = ["A BRA"]\nLOWR = ["A BRU", "A ERF"]',
        '[captures]\nERF = "LOWR 1618"\nMAG = "saxony 1618"\n'
        '[relations]\ndenmark-saxony = "war 1618"',
        saxony="A MAG - Brunswick",
        union="A BRA S A MAG - BRU",
    )
    assert game.units("LOWR") == []
    assert game.captures() == {"BRU": "saxony"}
    assert game.status("LOWR") == "captured saxony"
    assert game.status("ERF") == "unaligned"
    game.finish_year()
    game.play()
    game.play(saxony="A BRU H", union="A BRA H")
    peace = new_game(
        tmp_path,
        position('saxony = ["A BRU"]\nfrance = ["A HES"]', '[captures]\nBRU = "saxony 1618"\n'),
        name="peace",
    )
    assert " 0 errors" in peace.check(france="A HES - Kalenberg").text
    peace.play()
    assert peace.captures() == {"BRU": "saxony", "KAL": "france"}


@pytest.mark.rule("E19-CAP-13")
def test_what_a_minor_captures_is_the_minors(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'HES = ["A HES"]',
        '[relations]\nunion-papacy = "war 1618"',
        union="He A HES - Paderborn",
    )
    assert game.captures() == {"PAD": "HES"}
    game.play()
    before = game.treasury("union")
    assert before == 3 + 1 + 2 + 2 + 2
    assert game.points("union") == 6


@pytest.mark.rule("E19-CAP-14", "E19-STA-12")
def test_a_neutral_state_keeps_what_it_has_captured(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position(
            'HES = ["A PAD"]\nfrance = ["A WES"]', '[captures]\nPAD = "HES 1618"', "diplomatic"
        ),
    )
    game.play(sweden="5: HES")
    assert game.status("HES") == "neutral"
    checked = game.check(france="A WES - PAD", union="A PAD - WES")
    assert checked.line_with("france.toml", "A WES - PAD")
    assert checked.line_with("union.toml", "A PAD - WES")
    game.play()
    assert game.captures() == {"PAD": "HES"}


@pytest.mark.rule("E19-CAP-15")
def test_the_owners_ally_liberates_and_his_enemys_enemy_captures(tmp_path: Path) -> None:
    """Spain drives the English out of Normandy: for itself, or for France if they are allied."""
    units = 'england = ["A NORM"]\nspain = ["A FLA +1"]'
    captured = '[captures]\nNORM = "england 1618"\n[relations]\nspain-england = "war 1618"\n'
    game = march(tmp_path, units, captured, spain="A FLA - NORM")
    assert game.captures() == {"NORM": "spain"}
    ally = new_game(
        tmp_path, position(units, captured + 'spain-france = "alliance 1618"'), name="ally"
    )
    ally.play(spain="A FLA - NORM")
    assert ally.units("spain") == ["A NORM +1"]
    assert ally.captures() == {}


@pytest.mark.rule("E19-CAP-16")
def test_a_state_gives_back_what_it_took_from_its_new_patron(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position(
            'LOR = ["A CHA"]', '[infs]\nLOR = "spain 3"\n[captures]\nCHA = "LOR 1618"', "diplomatic"
        ),
    )
    game.play(france="9: LOR")
    game.play(france="Lo A CHA H")
    assert game.captures() == {}


FRENCH_SAARBRUECKEN = '[captures]\nSAA = "france 1618"\n'


@pytest.mark.rule("E19-PRX-1", "E19-PRX-4")
def test_a_states_unit_stands_in_for_its_patron(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A SAA"]\nLOR = ["A LOR"]',
        FRENCH_SAARBRUECKEN + '[infs]\nSTR = "france 3"',
        france="A SAA - STR\nLo A LOR - SAA",
    )
    assert game.units("LOR") == ["A SAA"]
    assert game.captures() == {"SAA": "france"}
    game.play()
    assert game.points("france") == 8 + 1


@pytest.mark.rule("E19-PRX-1", "E19-PRX-4")
def test_an_ally_stands_in_and_gains_nothing(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A SAA"]\nsavoy = ["A STR"]',
        FRENCH_SAARBRUECKEN
        + '[relations]\nfrance-savoy = "alliance 1618"\n[infs]\nSTR = "france 3"',
        france="A SAA - LOR",
        savoy="A STR - SAA",
    )
    assert game.captures() == {"SAA": "france"}
    game.play()
    assert game.points("france") == 8 + 1
    assert game.points("savoy") == 8


@pytest.mark.rule("E19-PRX-3")
def test_a_proxy_comes_too_late_the_year_after(tmp_path: Path) -> None:
    game = march(tmp_path, 'france = ["A SAA"]', FRENCH_SAARBRUECKEN, france="A SAA - LOR")
    assert game.captures() == {}
    assert game.status("SAA") == "unaligned"


@pytest.mark.rule("E19-PRX-5")
def test_a_proxy_that_is_no_friend_any_more_captures_for_itself(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'savoy = ["A SAA"]',
        FRENCH_SAARBRUECKEN + '[relations]\nfrance-savoy = "peace 1619 after alliance"',
        savoy="A SAA H",
    )
    assert game.captures() == {"SAA": "savoy"}


def fall_of_spain(
    tmp_path: Path,
    more: str = "",
    units: str = 'spain = ["A MIL", "A FLA +1"]',
    relations: str = "",
) -> Folder:
    """French armies in Aragon and Extremadura take Madrid and Andalusia in one year."""
    game = new_game(
        tmp_path,
        position(
            f'france = ["A ARA", "A EXT"]\n{units}',
            f'[captures]\nARA = "france 1618"\nEXT = "france 1618"\n{more}\n'
            f'[relations]\nspain-france = "war 1618"\n{relations}',
        ),
    )
    game.play(france="A ARA - MAD\nA EXT - Andalusia")
    return game


@pytest.mark.rule("E19-ELM-1", "E19-ELM-3", "E19-ELM-6")
def test_spain_falls_with_madrid_and_andalusia(tmp_path: Path) -> None:
    """Milan and Flanders save nothing; they and Naples become states of their own."""
    game = fall_of_spain(tmp_path)
    assert "spain" in game.state()["eliminated"]
    assert game.units("spain") == []
    for state in ("FLA", "MIL", "NAP"):
        assert game.status(state) == "unaligned"
    assert game.captures() == {"ANDL": "france", "MAD": "france"}
    game.play()
    assert game.units("FLA") == ["F FLA"]
    assert game.units("MIL") == ["A MIL"]
    assert " 0 errors" in game.check(dutch="2: FLA", savoy="2: Milan", venice="1: NAP").text
    game.play()
    assert game.status("FLA") == "aligned dutch"
    assert "Spain" not in game.run("status").text


@pytest.mark.rule("E19-ELM-5")
def test_influence_of_the_fallen_is_gone(tmp_path: Path) -> None:
    game = fall_of_spain(tmp_path, '[infs]\nPOR = "spain 5, england 2"\nTUS = "spain 1"')
    assert game.infs("POR") == {"england": 2}
    assert game.status("POR") == "aligned england"
    assert game.status("TUS") == "unaligned"
    assert game.relation("austria-spain") is None
    assert game.relation("spain-dutch") is None


@pytest.mark.rule("E19-ELM-8")
def test_flanders_in_dutch_hands_is_a_captured_state(tmp_path: Path) -> None:
    game = fall_of_spain(tmp_path, 'FLA = "dutch 1618"', 'dutch = ["A FLA"]')
    assert game.status("FLA") == "captured dutch"
    assert game.captures()["FLA"] == "dutch"


@pytest.mark.rule("E19-ELM-4")
def test_what_the_fallen_held_is_free(tmp_path: Path) -> None:
    game = fall_of_spain(tmp_path, 'COL = "spain 1618"')
    assert "COL" not in game.captures()
    assert game.status("COL") == "aligned league"


@pytest.mark.rule("E19-ELM-9", "E19-SCO-3")
def test_land_of_the_fallen_is_nobodys_and_can_be_captured(tmp_path: Path) -> None:
    game = fall_of_spain(
        tmp_path, units='poland = ["A GAS"]', relations='france-poland = "alliance 1618"'
    )
    game.finish_year()
    checked = game.check(poland="1: LEO")
    assert checked.line_with("1: LEO")
    game.play(poland="")
    game.play(poland="A GAS - Cantabria", france="A MAD H\nA ANDL H")
    assert game.captures() == {"ANDL": "france", "CAN": "poland", "MAD": "france"}
    game.finish_year()
    assert game.points("poland") - game.points("austria") == 1


@pytest.mark.rule("E19-ELM-7", "E19-SET-3")
def test_england_falls_with_london_and_lancashire(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'denmark = ["A YOR", "A WSX"]\nengland = ["F SCOT", "F NTH"]',
        '[relations]\ndenmark-england = "war 1618"\n'
        '[captures]\nYOR = "denmark 1618"\nWSX = "denmark 1618"',
        denmark="A YOR - LNC\nA WSX - LON",
    )
    assert game.state()["eliminated"] in (["england"], {"england": 1619})
    assert game.units("england") == []
    assert game.status("SCOT") == "unaligned"
    game.play()
    assert game.units("SCOT") == ["F SCOT"]
    game.play(sweden="3: Scotland")
    assert game.status("SCOT") == "aligned sweden"


@pytest.mark.rule("E19-ELM-2")
def test_a_guest_in_the_last_home_center_eliminates_nobody(tmp_path: Path) -> None:
    game = march(tmp_path, 'austria = ["A BAV"]', austria="A BAV H")
    assert not game.state().get("eliminated")


@pytest.mark.rule("E19-ELM-1")
def test_x_13_two_powers_that_take_each_others_last_home_both_fall(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'saxony = ["A ANS"]\nleague = ["A BOH"]',
        '[relations]\nleague-saxony = "war 1618"\n[infs]\nBOHC = "league 3"',
        saxony="A ANS - BAV",
        league="A BOH - SAX",
    )
    assert set(game.state()["eliminated"]) == {"league", "saxony"}
    assert game.captures() == {}
    assert game.units("saxony") == []


@pytest.mark.rule("E19-CAP-9")
def test_x_12_two_states_that_take_each_others_homes_lose_their_units(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'HES = ["A WES"]\nWES = ["A HES"]',
        '[relations]\nunion-papacy = "war 1618"\n[captures]\n',
        union="He A WES H",
        papacy="We A HES H",
    )
    assert game.units("HES") == []
    assert game.units("WES") == []
    assert game.captures() == {}
    game.play()
    assert game.units("HES") == ["A HES"]
    assert game.units("WES") == ["A WES"]
