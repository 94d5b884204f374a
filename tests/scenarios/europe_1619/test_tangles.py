"""Where several rules meet: the catalogue's edge cases as whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import march, new_game, position


@pytest.mark.rule("E19-POS-6", "E19-STA-2")
def test_x_3_a_state_made_unaligned_is_captured_by_the_army_that_stays(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('spain = ["A TUS"]', phase="diplomatic"))
    game.play(venice="1: TUS\nTUS > SPAIN")
    assert game.status("TUS") == "unaligned"
    game.play(spain="A TUS H")
    assert game.captures() == {"TUS": "spain"}


@pytest.mark.rule("E19-POS-2")
def test_x_4_a_patrons_army_leaves_its_state_that_turns_neutral_or_is_lost(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('france = ["A LOR"]', phase="diplomatic"))
    game.play(spain="1: LOR")
    assert game.status("LOR") == "neutral"
    game.play(france="A LOR H")
    assert game.units("france") == []
    assert game.captures() == {}


@pytest.mark.rule("E19-CAP-6", "E19-ATK-12")
def test_x_5_a_captured_state_without_influence_is_unaligned_when_free(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position(
            'savoy = ["A LOR"]',
            '[infs]\nLOR = "france 2, spain 2"\n[captures]\nLOR = "savoy 1618"',
            "diplomatic",
        ),
    )
    game.play(spain="LOR > FRANCE")
    assert game.status("LOR") == "captured savoy"
    game.play(savoy="A LOR - SAA")
    assert game.status("LOR") == "unaligned"


@pytest.mark.rule("E19-CAP-6", "E19-STA-6")
def test_x_7_a_liberated_vassal_is_a_vassal_again(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'savoy = ["A LOR"]',
        '[infs]\nLOR = "france 25, spain 3"\n[captures]\nLOR = "savoy 1618"',
        savoy="A LOR - SAA",
    )
    assert game.status("LOR") == "vassal france"


@pytest.mark.rule("E19-MOV-15")
def test_x_18_an_alliance_of_next_year_gives_no_rights_this_year(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('savoy = ["A SAV"]', phase="diplomatic"))
    game.play(savoy="ALLIANCE: FRANCE", france="ALLIANCE: SAVOY")
    assert game.check(savoy="A SAV - DAU").line_with("A SAV - DAU", "neither at war nor allied")
    game.play()
    game.finish_year()
    game.play()
    game.play(savoy="A SAV - DAU")
    assert "A DAU" in game.units("savoy")
    assert game.captures() == {}


@pytest.mark.rule("E19-ALL-3")
def test_x_20_an_ally_of_both_sides_hurts_neither(tmp_path: Path) -> None:
    """Savoy is allied with France and Spain, who are at war, and supports France's attack."""
    game = march(
        tmp_path,
        'france = ["A PAR"]\nsavoy = ["A LIE"]\nspain = ["A BRB"]',
        '[relations]\nfrance-spain = "war 1618"\nfrance-savoy = "alliance 1618"\n'
        'spain-savoy = "alliance 1618"',
        france="A PAR - BRB",
        savoy="A LIE S A PAR - BRB",
    )
    assert game.units("spain") == ["A BRB"]
    assert game.units("france") == ["A PAR"]


@pytest.mark.rule("E19-POS-3", "E19-DEC-16")
def test_x_21_after_the_alliance_a_guest_must_be_gone_within_the_year(tmp_path: Path) -> None:
    """In Upper Austria, next to Bohemia; deep in Styria there is no way out."""
    game = march(
        tmp_path,
        'league = ["A UAU", "A STY"]',
        '[relations]\naustria-league = "peace 1619 after alliance"',
        league="A UAU - BOH\nA STY - UAU",
    )
    assert game.units("league") == ["A BOH"]


@pytest.mark.rule("E19-MOV-12")
def test_a_legal_move_to_a_unit_that_may_not_be_attacked_neither_cuts_nor_dislodges(
    tmp_path: Path,
) -> None:
    """English guests, at peace with Savoy, stand in the land of Savoy's ally France."""
    units = 'england = ["A DAU"]\nsavoy = ["A SAV", "A TUR"]'
    more = '[relations]\nfrance-savoy = "alliance 1618"\nfrance-england = "alliance 1618"'
    order = "A SAV - DAU\nA TUR S A SAV - DAU"
    game = march(tmp_path, units, more, savoy=order, england="A DAU H")
    assert game.units("england") == ["A DAU"]
    assert game.units("savoy") == ["A SAV", "A TUR"]
    gone = new_game(tmp_path, position(units, more), name="gone")
    gone.play(savoy=order, england="A DAU - LYO")
    assert gone.units("savoy") == ["A DAU", "A TUR"]


@pytest.mark.rule("E19-MOV-11")
def test_a_unit_whose_order_is_void_may_be_supported_where_it_stands(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A CHA", "A PAR"]\nspain = ["A LIE", "A BRB"]\nLOR = ["A LOR"]',
        '[relations]\nfrance-spain = "war 1618"',
        france="A CHA - TYR\nA PAR S A CHA\nLo A LOR S A CHA",
        spain="A LIE - CHA\nA BRB S A LIE - CHA",
    )
    assert game.units("france") == ["A CHA", "A PAR"]


@pytest.mark.rule("E19-HRE-10", "E19-CAP-15")
def test_the_french_leave_saarbruecken_while_the_union_attacks(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'france = ["A SAA"]\nunion = ["A PAL"]',
        '[captures]\nSAA = "france 1618"',
        france="A SAA - LOR",
        union="A PAL - SAA",
    )
    assert game.captures() == {"SAA": "union"}


@pytest.mark.rule("E19-PRX-2")
def test_a_patron_stands_in_for_its_state(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'HES = ["A PAD"]\nunion = ["A HES"]',
        '[captures]\nPAD = "HES 1618"',
        union="He A PAD - KAL\nA HES - PAD",
    )
    assert game.captures()["PAD"] == "HES"


@pytest.mark.rule("E19-INC-9", "E19-CAP-3")
def test_what_is_captured_this_year_pays_this_year(tmp_path: Path) -> None:
    game = march(
        tmp_path, 'saxony = ["A BRA"]', '[infs]\nMEC = ""\nBRAP = "saxony 3"', saxony="A BRA - MEC"
    )
    game.play()
    assert game.captures() == {"MEC": "saxony"}
    assert game.treasury("saxony") == 5 + 1


@pytest.mark.rule("E19-BOL-2", "E19-MOV-7")
def test_x_52_one_fleet_carries_a_bolstered_army_whole(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'denmark = ["F NTH", "A NOR +2"]\nengland = ["A YOR"]',
        '[relations]\ndenmark-england = "war 1618"',
        denmark="army norway - york via convoy\nfleet NTH convoys army norway to york",
    )
    assert game.units("denmark") == ["A YOR +2", "F NTH"]
    assert game.units("england") == []


@pytest.mark.rule("E19-MIN-13")
@pytest.mark.parametrize(
    ("wish", "left"),
    [("", ["A HES"]), ("MINOR HES DISBANDS A HES", ["A ERF"])],
)
def test_a_state_that_loses_a_center_gives_up_a_unit(
    tmp_path: Path, wish: str, left: list[str]
) -> None:
    """Hesse has two armies for Hesse and Würzburg, and Würzburg is left."""
    game = march(
        tmp_path,
        'HES = ["A HES", "A WUE"]',
        '[captures]\nWUE = "HES 1618"',
        union="He A HES H\nHe A WUE - ERF",
    )
    assert game.captures() == {"ERF": "HES"}
    game.play(union=wish)
    assert game.units("HES") == left


@pytest.mark.rule("E19-ELM-10", "E19-LON-2")
def test_the_loans_of_the_fallen_lapse(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position(
            'saxony = ["A ANS"]',
            '[relations]\nleague-saxony = "war 1618"\n[treasury]\nleague = 9\n',
        ).replace(
            "blank",
            'loans = [{ year = 1618, lender = "league", debtor = "austria", amount = 4 }]\nblank',
        ),
    )
    game.play(saxony="A ANS - BAV")
    assert list(game.state()["eliminated"]) == ["league"]
    assert not game.state().get("loans")
    assert "league" not in game.state()["treasury"]
    assert game.status("COL") == "unaligned"


@pytest.mark.rule("E19-CAP-11", "E19-POS-6")
def test_x_32_a_guest_in_grey_lusatia_captures_it(tmp_path: Path) -> None:
    """Austria takes Bohemia from Saxony's ally; the Saxon guest in Lusatia holds it for himself."""
    game = march(
        tmp_path,
        'austria = ["A UAU"]\nsaxony = ["A LUS"]',
        '[infs]\nBOHC = "saxony 3"\n[relations]\naustria-saxony = "war 1618"',
        austria="A UAU - BOH",
        saxony="A LUS H",
    )
    assert game.captures() == {"BOH": "austria", "LUS": "saxony"}
    game.finish_year()
    assert game.points("austria") == 8 + 5 + 5


@pytest.mark.rule("E19-ELM-9", "E19-SCO-1")
def test_x_46_the_home_center_of_the_fallen_is_worth_its_value_to_whoever_takes_it(
    tmp_path: Path,
) -> None:
    game = march(
        tmp_path,
        'saxony = ["A ANS +1"]\nunion = ["A UPP"]',
        '[relations]\nleague-saxony = "war 1618"',
        saxony="A ANS - BAV",
    )
    game.finish_year()
    game.play()
    refused = game.check(saxony="A BAV - BOH", union="A UPP - BAV")
    assert refused.line_with("union.toml", "A UPP - BAV")
    game.play(union="A UPP H")
    assert game.captures() == {"BOH": "saxony"}
    game.finish_year()
    game.play()
    game.play(union="A UPP - BAV")
    assert game.captures() == {"BAV": "union", "BOH": "saxony"}
    game.finish_year()
    assert game.points("union") == 6 + 3


@pytest.mark.rule("E19-CAP-1", "E19-PRX-1")
def test_x_54_allies_that_swap_keep_what_they_hold(tmp_path: Path) -> None:
    """France leaves Saarbrücken for Strasbourg, Savoy Strasbourg for Saarbrücken, over Lorraine."""
    game = march(
        tmp_path,
        'france = ["A SAA"]\nsavoy = ["A TRI"]\nLOR = ["A STR"]',
        '[captures]\nSAA = "france 1618"\nTRI = "savoy 1618"\n[infs]\nSTR = "france 3"\n'
        '[relations]\nfrance-savoy = "alliance 1618"',
        france="A SAA - LOR\nLo A STR - SAA",
        savoy="A TRI H",
    )
    assert game.captures() == {"SAA": "france", "TRI": "savoy"}


@pytest.mark.rule("E19-UNIT-3", "E19-MIN-10")
def test_x_39_a_states_army_stops_at_ten(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position('HES = ["A HES +9"]\nunion = ["A PAL"]', "[treasury]\nunion = 99", "builds"),
    )
    assert game.check(union="BOLSTER A HES FOR HES").line_with("10 is the most")
    game.play()
    assert game.units("HES") == ["A HES +9"]
    assert game.treasury("union") == 99 + 10


@pytest.mark.rule("E19-POS-3", "E19-BLD-4")
def test_x_51_an_ex_ally_in_the_home_center_is_evicted_and_the_build_is_free(
    tmp_path: Path,
) -> None:
    game = march(
        tmp_path,
        'austria = ["A BAV"]',
        '[relations]\naustria-league = "peace 1619 after alliance"',
        austria="A BAV H",
    )
    assert game.units("austria") == []
    assert game.captures() == {}
    game.play(league="BUILD A BAV")
    assert game.units("league") == ["A BAV"]
