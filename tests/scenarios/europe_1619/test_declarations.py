"""War, alliance and their years, and the immunity of the Papacy."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, new_game


def next_year(game: Folder) -> None:
    """Lets the rest of the year pass without orders."""
    game.finish_year()
    assert game.waits()[1] == "diplomatic"


@pytest.mark.rule("E19-DEC-2", "E19-DEC-3")
@pytest.mark.parametrize(
    "written",
    ["WAR: FRANCE", "war: france", "declare war on France", "War on France", "WAR FRANCE"],
)
def test_a_war_begins_the_year_after_it_was_declared(tmp_path: Path, written: str) -> None:
    """It opens the land of either side to the other."""
    game = new_game(tmp_path)
    game.play(england=written)
    assert game.relation("france-england") is None
    game.finish_year()
    assert game.relation("france-england") == "war 1620"
    game.play()
    mails = {"england": "F SCOT - ENG\nF LON - NAR", "france": "F NORM - ENG"}
    game.play(**mails)
    game.finish_year()
    game.play()
    assert " 0 errors" in game.check(england="F NAR - NORM").text


@pytest.mark.rule("E19-DEC-2", "E19-MOV-2")
def test_land_is_closed_until_the_war_is_in_effect(tmp_path: Path) -> None:
    game = new_game(tmp_path, 'blank = ["units"]\n[units]\nfrance = ["A PAR"]')
    game.play(france="WAR: SPAIN")
    refused = game.check(france="A PAR - FLA").line_with("A PAR - FLA")
    assert "neither at war nor allied" in refused
    game.play()
    assert game.units("france") == ["A PAR"]
    game.finish_year()
    game.play()
    game.play(france="a paris - flanders")
    assert game.units("france") == ["A FLA"]
    assert game.captures() == {"FLA": "france"}


@pytest.mark.rule("E19-DEC-4", "E19-MOV-3")
def test_a_war_reaches_the_states_of_the_enemy_as_they_change_sides(tmp_path: Path) -> None:
    """Lorraine is French and enemy land in 1620; after a Spanish coup of influence it is not."""
    position = (
        'blank = ["units"]\n[units]\nunion = ["A PAL"]\n[relations]\nfrance-union = "war 1618"'
    )
    game = new_game(tmp_path, position.replace('"A PAL"', '"A STR"'))
    game.play()
    assert "0 errors" in game.check(union="A STR - LOR").text
    other = new_game(tmp_path, position.replace('"A PAL"', '"A STR"'), name="other")
    other.play(spain="5: LOR")
    assert other.status("LOR") == "aligned spain"
    assert "Spain" in other.check(union="A STR - LOR").line_with("A STR - LOR")


@pytest.mark.rule("E19-DEC-8")
def test_an_alliance_stands_between_those_who_both_declared_it(tmp_path: Path) -> None:
    """France, England and Spain agreed, and France forgot."""
    game = new_game(tmp_path)
    printed = game.play(england="ALLIANCE: FRANCE, SPAIN", spain="Alliance with France and England")
    assert "England" in printed.line_with("Spain", "alliance", "1620")
    game.finish_year()
    assert game.relation("spain-england") == "alliance 1620"
    assert game.relation("spain-france") is None
    assert game.relation("france-england") is None


@pytest.mark.rule("E19-DEC-8")
def test_a_power_may_name_itself_in_the_list_of_an_alliance(tmp_path: Path) -> None:
    """A treaty is often copied into all three mails with all three names."""
    game = new_game(tmp_path)
    treaty = "ALLIANCE: FRANCE, ENGLAND, SWEDEN"
    checked = game.check(france=treaty, england=treaty, sweden=treaty)
    assert " 0 errors" in checked.text
    game.play()
    game.finish_year()
    for pair in ("france-england", "france-sweden", "england-sweden"):
        assert game.relation(pair) == "alliance 1620"


@pytest.mark.rule("E19-DEC-18")
def test_an_offer_without_an_answer_stays_secret(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(dutch="ARMISTICE: SPAIN", france="ALLIANCE: SWEDEN")
    public = game.text(1619, "diplomatic")
    assert "ARMISTICE" not in public
    assert "ALLIANCE" not in public
    game.finish_year()
    assert game.relation("spain-dutch") == "war 1619"


@pytest.mark.rule("E19-DEC-11", "E19-DEC-14", "E19-DEC-15")
def test_from_war_to_alliance_the_worked_example(tmp_path: Path) -> None:
    """War in 1623, armistice announced in 1624, alliance declared in 1626, in effect from 1627."""
    game = new_game(
        tmp_path,
        'year = 1623\nblank = ["units"]\n[units]\nengland = ["A LON", "F NAR"]\n'
        '[relations]\nfrance-england = "war 1622"',
    )
    game.play()
    next_year(game)  # 1624
    game.play(france="ARMISTICE: ENGLAND", england="armistice with France")
    assert "0 errors" in game.check(england="A LON - NORM VIA\nF NAR C A LON - NORM").text
    game.paste({"england": ""})
    next_year(game)  # 1625: peace
    checked = game.check(france="ALLIANCE: ENGLAND", england="ALLIANCE: FRANCE")
    assert checked.line_with("france.toml", "ALLIANCE: ENGLAND")
    game.play()
    assert "neither at war nor allied" in game.check(
        england="A LON - NORM VIA\nF NAR C A LON - NORM"
    ).line_with("A LON - NORM VIA")
    game.paste({"england": ""})
    next_year(game)  # 1626
    game.play(france="ALLIANCE: ENGLAND", england="ALLIANCE: FRANCE")
    assert "neither at war nor allied" in game.check(
        england="A LON - NORM VIA\nF NAR C A LON - NORM"
    ).line_with("A LON - NORM VIA")
    game.paste({"england": ""})
    next_year(game)  # 1627
    game.play()
    game.play(england="Army London - Normandy via convoy\nF NAR CONVOYS A LON - NORM")
    assert "A NORM" in game.units("england")
    assert game.captures() == {}


@pytest.mark.rule("E19-DEC-11")
def test_an_armistice_of_one_side_ends_nothing(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(spain="ARMISTICE: DUTCH")
    game.finish_year()
    assert game.relation("spain-dutch") == "war 1619"


@pytest.mark.rule("E19-DEC-12", "E19-DEC-16")
def test_from_alliance_to_war_takes_a_year_of_peace(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    assert "ally" in game.check(austria="WAR: SPAIN").line_with("WAR: SPAIN")
    game.play(austria="DISSOLVE: SPAIN")
    assert game.relation("austria-spain") == "alliance 1619"
    next_year(game)  # 1620: at peace, too early for a war
    assert "peace" in str(game.relation("austria-spain"))
    assert game.check(austria="WAR: SPAIN").line_with("austria.toml", "WAR: SPAIN")
    game.paste({"austria": ""})
    game.play()
    next_year(game)  # 1621
    game.play(austria="WAR: SPAIN")
    next_year(game)
    assert game.relation("austria-spain") == "war 1622"


@pytest.mark.rule("E19-DEC-13", "E19-DEC-10")
@pytest.mark.parametrize(
    "pair", [("spain", "dutch"), ("union", "league")], ids=["enemies", "union and league"]
)
def test_some_alliances_cannot_be_declared(tmp_path: Path, pair: tuple[str, str]) -> None:
    game = new_game(tmp_path)
    one, other = pair
    checked = game.check(**{one: f"ALLIANCE: {other}", other: f"ALLIANCE: {one}"})
    assert checked.line_with(f"{one}.toml")
    assert checked.line_with(f"{other}.toml")
    game.play()
    game.finish_year()
    assert "alliance" not in str(
        game.relation("-".join(pair)) or game.relation("-".join(pair[::-1]))
    )


@pytest.mark.rule("E19-DEC-9")
def test_the_war_of_an_ally_is_not_ones_own(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[relations]\nfrance-denmark = "alliance 1618"')
    game.play(france="WAR: ENGLAND")
    game.finish_year()
    assert game.relation("france-england") == "war 1620"
    assert game.relation("denmark-england") is None


@pytest.mark.rule("E19-DEC-20")
def test_a_war_beats_an_offer_of_alliance(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(france="WAR: SAVOY", savoy="ALLIANCE: FRANCE")
    game.finish_year()
    assert game.relation("france-savoy") == "war 1620"


@pytest.mark.rule("E19-DEC-19")
def test_contradictions_are_void_on_both_counts(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(england="WAR: FRANCE\nALLIANCE: FRANCE", france="ALLIANCE: ENGLAND")
    game.finish_year()
    assert game.relation("france-england") is None


@pytest.mark.rule("E19-DEC-1")
def test_a_declaration_in_another_phase_does_nothing(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play()
    checked = game.check(england="WAR: SPAIN")
    assert "diplomatic order" in checked.line_with("WAR: SPAIN")
    game.finish_year()
    game.finish_year()
    assert game.relation("spain-england") is None


@pytest.mark.rule("E19-PAP-1", "E19-PAP-2", "E19-PAP-3")
def test_who_may_declare_war_on_and_for_the_papacy(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    checked = game.check(venice="WAR: PAPACY", ottoman="WAR: PAPACY", papacy="WAR: AUSTRIA")
    assert "immunity" in checked.line_with("venice.toml")
    assert "ottoman.toml" not in checked.text
    game.play()
    game.finish_year()
    assert game.relation("papacy-ottoman") == "war 1620"
    assert game.relation("austria-papacy") == "war 1620"
    assert game.relation("papacy-venice") is None


@pytest.mark.rule("E19-PAP-4")
def test_the_immunity_ends_when_the_papacy_captures_a_center(tmp_path: Path) -> None:
    """Unaligned Modena is taken in 1619; Venice may declare war in 1620, not before."""
    game = new_game(tmp_path, 'blank = ["units"]\n[units]\npapacy = ["A RMG"]')
    game.play()
    game.play(papacy="A RMG - Modena")
    assert game.captures() == {"MOD": "papacy"}
    game.finish_year()
    game.play(venice="WAR: PAPACY")
    game.finish_year()
    assert game.relation("papacy-venice") == "war 1621"


@pytest.mark.rule("E19-PAP-4")
def test_a_captured_province_without_a_center_leaves_the_immunity(tmp_path: Path) -> None:
    game = new_game(tmp_path, 'blank = ["units"]\n[units]\npapacy = ["A BUR"]')
    game.play()
    game.play(papacy="A BUR - Swiss Confederation")
    assert game.captures() == {"SWI": "papacy"}
    game.finish_year()
    assert game.check(venice="WAR: PAPACY").line_with("immunity")


@pytest.mark.rule("E19-PAP-5")
def test_the_immunity_ends_when_the_popes_ally_fights_catholics(tmp_path: Path) -> None:
    """Spain at war with the Dutch alone is no reason; Spain declaring war on France is."""
    game = new_game(tmp_path, '[relations]\nspain-papacy = "alliance 1618"')
    assert game.check(venice="WAR: PAPACY", spain="WAR: FRANCE").line_with("immunity")
    game.play()
    game.finish_year()
    game.play(venice="WAR: PAPACY")
    game.finish_year()
    assert game.relation("papacy-venice") == "war 1621"


@pytest.mark.rule("E19-PAP-6")
def test_the_immunity_ends_when_the_papacy_supports_an_attack_on_catholics(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        'blank = ["units"]\n[units]\npapacy = ["A RMG"]\nsaxony = ["A MAN"]\nvenice = ["F VEN"]\n'
        '[relations]\nsaxony-venice = "war 1618"\n[captures]\nMAN = "saxony 1618"',
    )
    game.play()
    game.play(papacy="A RMG S A MAN - VEN", saxony="A MAN - VEN")
    assert game.units("venice") == []
    game.finish_year()
    game.play(austria="WAR: PAPACY")
    game.finish_year()
    assert game.relation("austria-papacy") == "war 1621"
