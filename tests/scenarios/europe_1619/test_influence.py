"""Influence and diplomatic attacks, told as diplomatic phases of whole games."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import new_game

CROWDED_LORRAINE = """
[infs]
LOR = "england 5, france 10, spain 10"
"""


@pytest.mark.rule("E19-INF-2")
@pytest.mark.parametrize(
    "written",
    ["5: BRE", "5:bre", "5 : Bremen", "5 BRE", "5 bremen", "5 INFs: Bremen", "5 inf in BRE"],
)
def test_five_points_go_to_bremen_however_france_writes_it(tmp_path: Path, written: str) -> None:
    game = new_game(tmp_path)
    assert game.check(france=written).line_with("1 order, 0 errors, 0 warnings")
    game.play()
    assert game.infs("BRE") == {"denmark": 1, "france": 5}
    assert game.status("BRE") == "aligned france"


@pytest.mark.rule("E19-INF-17")
@pytest.mark.parametrize(
    "written", ["2: BRAP", "2: Brandenburg-Prussia", "2: PRU", "2: brandenburg"]
)
def test_a_province_of_a_large_state_names_the_state(tmp_path: Path, written: str) -> None:
    game = new_game(tmp_path)
    game.play(sweden=written)
    assert game.infs("BRAP") == {"sweden": 2, "union": 3}


@pytest.mark.rule("E19-INF-10")
def test_only_protestants_place_in_the_bohemian_confederacy(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    checked = game.check(
        austria="5: BOHC", ottoman="1: Bohemia", saxony="3: BOHC", venice="1: moravia"
    )
    for power in ("austria", "ottoman", "venice"):
        assert "only Protestant powers" in checked.line_with(f"{power}.toml")
    assert "saxony.toml" not in checked.text
    game.play()
    assert game.infs("BOHC") == {"saxony": 3}
    assert game.status("BOHC") == "aligned saxony"


@pytest.mark.rule("E19-INF-5")
def test_the_order_that_does_not_fit_gets_what_is_left(tmp_path: Path) -> None:
    """The Union has five in 1619."""
    game = new_game(tmp_path)
    checked = game.check(union="4: ERF\n3: SAA\n1: HES")
    assert "1 of its 5" in checked.line_with("3: SAA")
    game.play()
    assert game.infs("ERF") == {"union": 4}
    assert game.infs("SAA") == {"union": 1}
    assert game.infs("HES") == {"union": 5}


@pytest.mark.rule("E19-INF-6")
def test_points_that_are_not_placed_are_lost(tmp_path: Path) -> None:
    """Savoy has three in 1619 and three in 1620, not five."""
    game = new_game(tmp_path)
    game.play(savoy="1: GEN")
    game.finish_year()
    game.play(savoy="5: GEN")
    assert game.infs("GEN") == {"savoy": 4}


@pytest.mark.rule("E19-INF-9")
def test_points_stay_from_year_to_year(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(denmark="2: BRE")
    game.finish_year()
    game.play(denmark="2: BRE")
    assert game.infs("BRE") == {"denmark": 5}


@pytest.mark.rule("E19-INF-3", "E19-INF-8")
@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("3: PAR", "not a minor state"),
        ("3: SPAIN", "not a minor state"),
        ("3: NTH", "not a minor state"),
        ("-2: BRE", ""),
        ("0: BRE", ""),
        ("2.5: BRE", ""),
        ("two: BRE", ""),
        ("5: Narnia", "no minor state"),
        ("99999999999999999999999999: BRE", ""),
    ],
)
def test_points_that_cannot_be_placed_are_complained_of(
    tmp_path: Path, written: str, said: str
) -> None:
    game = new_game(tmp_path)
    checked = game.check(denmark=written)
    assert checked.code == 1
    assert said in checked.line_with("denmark.toml:")
    game.play()
    assert game.infs("BRE") == {"denmark": 1}


@pytest.mark.rule("E19-ATK-2", "E19-ATK-6")
def test_a_diplomatic_attack_reduces_both_by_the_lesser(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nBRE = "france 5, denmark 2"')
    game.play(denmark="BRE > FRANCE")
    assert game.infs("BRE") == {"france": 3}
    assert "France 5 to 3" in game.text(1619, "diplomatic")


@pytest.mark.rule("E19-INF-15")
def test_all_points_are_placed_before_the_first_attack(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(sweden="BRAP > Union\n4: BRAP")
    assert game.infs("BRAP") == {"sweden": 1}
    assert game.status("BRAP") == "aligned sweden"


@pytest.mark.rule("E19-ATK-4")
def test_an_attack_may_await_its_target(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(denmark="ham > france", france="3: HAM")
    assert game.infs("HAM") == {"france": 2}


@pytest.mark.rule("E19-ATK-7")
def test_equal_influence_leaves_nothing(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nMAN = "spain 4, france 4"')
    game.play(france="MAN > Spain")
    assert game.infs("MAN") == {}
    assert game.status("MAN") == "unaligned"


@pytest.mark.rule("E19-ATK-8")
def test_attacks_in_one_state_go_by_the_attack_order(tmp_path: Path) -> None:
    """England stands before France in the attack order, whatever order the mails come in."""
    game = new_game(tmp_path, CROWDED_LORRAINE)
    game.play(france="LOR > SPAIN", england="LOR > FRANCE")
    assert game.infs("LOR") == {"spain": 5}
    assert game.status("LOR") == "aligned spain"


@pytest.mark.rule("E19-ATK-9")
def test_an_attacker_that_is_wiped_out_first_attacks_no_more(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nLOR = "england 10, france 10, spain 5"')
    game.play(france="LOR > SPAIN", england="LOR > FRANCE")
    assert game.infs("LOR") == {"spain": 5}


@pytest.mark.rule("E19-ATK-8")
def test_x_1_a_ring_of_attacks(tmp_path: Path) -> None:
    """Savoy, Saxony and Venice, in this order, have three each; Venice keeps its three."""
    game = new_game(tmp_path, '[infs]\nGEN = "savoy 3, saxony 3, venice 3"')
    game.play(savoy="GEN > SAXONY", saxony="GEN > VENICE", venice="GEN > SAVOY")
    assert game.infs("GEN") == {"venice": 3}


@pytest.mark.rule("E19-ATK-8")
def test_x_2_two_attack_the_same_third(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nBRE = "savoy 2, saxony 2, venice 3"')
    game.play(savoy="BRE > VENICE", saxony="BRE > VENICE")
    assert game.infs("BRE") == {"saxony": 1}


@pytest.mark.rule("E19-ATK-10")
def test_a_third_power_keeps_what_it_has(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nSWI = "france 4, austria 4, savoy 2"')
    game.play(france="SWI > AUSTRIA")
    assert game.infs("SWI") == {"savoy": 2}
    assert game.status("SWI") == "aligned savoy"


@pytest.mark.rule("E19-ATK-1")
def test_only_the_first_attack_of_a_year_counts(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nBRE = "sweden 2, denmark 2"\nHAM = "sweden 2, denmark 2"')
    checked = game.check(sweden="BRE > DENMARK\nHAM > DENMARK")
    assert checked.line_with("sweden.toml", "HAM > DENMARK")
    game.play()
    assert game.infs("BRE") == {}
    assert game.infs("HAM") == {"denmark": 2, "sweden": 2}


@pytest.mark.rule("E19-ATK-11")
def test_allies_may_attack_each_other_and_stay_allies(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(austria="1: TUS\nTUS > SPAIN")
    assert game.status("TUS") == "unaligned"
    assert game.relation("austria-spain") == "alliance 1619"


@pytest.mark.rule("E19-ATK-3", "E19-ATK-5")
def test_an_attack_with_nothing_or_on_nothing_changes_nothing(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.play(poland="HES > UNION", denmark="HAM > FRANCE")
    assert game.infs("HES") == {"union": 5}
    assert game.infs("HAM") == {"denmark": 1}


@pytest.mark.rule("E19-ATK-16")
def test_two_that_attack_each_other_reduce_once(tmp_path: Path) -> None:
    game = new_game(tmp_path, '[infs]\nMAN = "savoy 6, venice 4"')
    game.play(savoy="MAN > VENICE", venice="MAN > SAVOY")
    assert game.infs("MAN") == {"savoy": 2}


@pytest.mark.parametrize(
    "written",
    ["BRAP > BRAP", "BRAP > NARNIA", "PAR > SPAIN", "BRAP > SWEDEN", "BRAP >", "> FRANCE"],
)
@pytest.mark.rule("E19-ATK-2")
def test_an_attack_that_makes_no_sense_is_complained_of(tmp_path: Path, written: str) -> None:
    game = new_game(tmp_path)
    checked = game.check(sweden=written)
    assert checked.code == 1
    assert checked.line_with("sweden.toml:")
    before = game.infs("BRAP")
    game.play()
    assert game.infs("BRAP") == before
