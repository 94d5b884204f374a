"""Scores, victory, ties and extensions, and games with fewer players."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, new_game, run


def scoring(tmp_path: Path, more: str, units: str = "", year: int = 1630) -> Folder:
    """A game that waits for the scoring of a year."""
    text = f'year = {year}\nphase = "builds"\nblank = ["units", "infs"]\n[units]\n{units}\n{more}'
    return new_game(tmp_path, text)


def conquests(captor: str, provinces: str) -> str:
    return "".join(f'{code} = "{captor} 1629"\n' for code in provinces.split())


@pytest.mark.rule("E19-SCO-1", "E19-SCO-3", "E19-SCO-4", "E19-SCO-5")
def test_the_items_of_a_score(tmp_path: Path) -> None:
    """Savoy holds Cologne 3 and Dauphiny; France lost Dauphiny and Provence 3, Spain Flanders."""
    game = scoring(
        tmp_path,
        "[captures]\n" + conquests("savoy", "COL DAU PRO") + conquests("dutch", "FLA"),
    )
    game.play()
    assert game.points("savoy") == 3 + 1 + 3
    assert game.points("france") == -1 - 3
    assert game.points("dutch") == 3
    assert game.points("spain") == -1


@pytest.mark.rule("E19-SCO-6")
@pytest.mark.parametrize(("captor", "points"), [("austria", 5 + 5), ("poland", 5)])
def test_bohemia_is_worth_five_more_for_austria(tmp_path: Path, captor: str, points: int) -> None:
    game = scoring(tmp_path, f'[captures]\nBOH = "{captor} 1629"', f'{captor} = ["A BOH"]')
    game.play()
    assert game.points(captor) == points


@pytest.mark.rule("E19-SCO-7")
def test_points_of_a_year_are_not_added_to_the_next(tmp_path: Path) -> None:
    game = new_game(tmp_path)
    game.finish_year()
    assert game.points("austria") == 8
    game.finish_year()
    assert game.points("austria") == 8


@pytest.mark.rule("E19-GEN-7", "E19-END-1")
@pytest.mark.parametrize(("extra", "won"), [("", False), (" SAA", True)])
def test_twenty_five_points_win_at_once(tmp_path: Path, extra: str, won: bool) -> None:
    """London, Stockholm, Vienna and Madrid are 24; Saarbrücken makes 25."""
    game = scoring(tmp_path, "[captures]\n" + conquests("france", "LON STO VIE MAD" + extra))
    printed = game.play()
    assert game.points("france") == (25 if won else 24)
    if won:
        assert "France" in printed.line_with("win")
        assert game.run("adjudicate").code == 1
        assert "won" in game.run("status").text or "win" in game.run("status").text
    else:
        assert game.waits() == (1631, "diplomatic")


@pytest.mark.rule("E19-END-3")
def test_of_two_beyond_the_target_the_higher_wins(tmp_path: Path) -> None:
    game = scoring(
        tmp_path,
        "[captures]\n"
        + conquests("france", "LON STO VIE MAD SAA")
        + conquests("ottoman", "WAR DAN HLD FRI COP ROM"),
    )
    printed = game.play()
    assert game.points("france") == 25
    assert game.points("ottoman") == 5 + 3 + 6 + 3 + 5 + 5
    assert "Ottoman" in printed.line_with("win")


@pytest.mark.rule("E19-END-2")
def test_the_highest_score_wins_in_1648(tmp_path: Path) -> None:
    game = scoring(tmp_path, "[captures]\n" + conquests("sweden", "DAN SAA"), year=1648)
    printed = game.play()
    assert "Sweden" in printed.line_with("win")
    assert game.run("adjudicate").code == 1


@pytest.mark.rule("E19-END-4", "E19-END-5", "E19-INF-16")
def test_a_tie_is_extended_when_all_agree(tmp_path: Path) -> None:
    """1649 has no diplomacy and no influence, and begins with the orders."""
    game = scoring(
        tmp_path,
        "[captures]\n" + conquests("sweden", "SAA") + conquests("denmark", "ERF"),
        'sweden = ["A SAA"]\ndenmark = ["A ERF"]\n',
        year=1648,
    )
    game.play()
    assert game.waits() == (1648, "vote")
    powers = list(game.state()["treasury"])
    game.play(**dict.fromkeys(powers, "EXTEND 1"))
    assert game.waits() == (1649, "movement")
    printed = game.play(sweden="A SAA - TRI", denmark="A ERF H")
    assert printed.code == 0
    printed = game.play()
    assert "Denmark" in printed.text


@pytest.mark.rule("E19-END-4")
def test_a_tie_may_be_called_a_draw(tmp_path: Path) -> None:
    game = scoring(
        tmp_path,
        "[captures]\n" + conquests("sweden", "SAA") + conquests("denmark", "ERF"),
        'sweden = ["A SAA"]\ndenmark = ["A ERF"]\n',
        year=1648,
    )
    game.play()
    powers = list(game.state()["treasury"])
    printed = game.play(**dict.fromkeys(powers, "draw"))
    assert "draw" in printed.text.lower()
    assert game.run("adjudicate").code == 1


# Fewer players


@pytest.mark.rule("E19-PLC-1", "E19-PLC-2", "E19-PLC-9")
def test_fourteen_players(tmp_path: Path) -> None:
    game = new_game(tmp_path, "", "--option", "players=14")
    assert "papacy" not in game.state()["treasury"]
    assert game.status("PAD") == game.status("WES") == "unaligned"
    checked = game.check(england="1: PAPL", ottoman="1: Papal States", france="1: PAPL")
    assert checked.line_with("england.toml")
    assert checked.line_with("ottoman.toml")
    assert "france.toml" not in checked.text
    game.play()
    assert game.status("PAPL") == "aligned france"
    game.play(france="A ROM - NAP")
    game.play(france="BOLSTER A ROM FOR PAPL")
    assert game.units("PAPL") == ["A ROM +1"]


@pytest.mark.rule("E19-PLC-3", "E19-PLC-10")
def test_thirteen_players(tmp_path: Path) -> None:
    """Neutral Saxony is open to all, and pays the Union 3 once it is aligned with it."""
    game = new_game(tmp_path, "", "--option", "players=13")
    assert game.status("SAX") == "neutral"
    game.play(union="1: Saxony")
    assert game.status("SAX") == "aligned union"
    game.play()
    game.play()
    assert game.treasury("union") == 10 + 3


@pytest.mark.rule("E19-PLC-4")
def test_twelve_players(tmp_path: Path) -> None:
    game = new_game(tmp_path, "", "--option", "players=12")
    assert game.status("SAV") == "aligned france"
    checked = game.check(sweden="1: SAV", spain="1: Savoy")
    assert checked.line_with("sweden.toml")
    assert "spain.toml" not in checked.text
    game.play(sweden="", spain="")
    game.play(france="Sv A TUR - SAV\nA PRO - TUR")
    assert game.units("SAV") == ["A SAV"]


@pytest.mark.rule("E19-PLC-5")
def test_eleven_players(tmp_path: Path) -> None:
    game = new_game(tmp_path, "", "--option", "players=11")
    assert game.status("VEN") == "unaligned"
    assert game.check(dutch="1: VEN", austria="1: VEN").line_with("dutch.toml")
    game.play()
    assert game.status("VEN") == "aligned austria"


@pytest.mark.rule("E19-PLC-6", "E19-PLC-7", "E19-PLC-8")
def test_ten_players(tmp_path: Path) -> None:
    game = new_game(tmp_path, "", "--option", "players=10")
    assert len(game.state()["treasury"]) == 10
    assert game.status("BAV") == "aligned austria"
    assert game.status("BOHC") == "aligned union"
    assert game.status("SAX") == "neutral"
    for state in ("TRI", "COL", "WUE"):
        assert game.status(state) == "unaligned"
    assert game.infs("SAX") == {"austria": 1, "union": 1}
    checked = game.check(union="ALLIANCE: AUSTRIA", austria="ALLIANCE: UNION", saxony="5: HES")
    assert checked.line_with("union.toml")
    assert checked.line_with("austria.toml")


@pytest.mark.parametrize("players", ["9", "16", "many"])
def test_other_numbers_of_players_are_refused(tmp_path: Path, players: str) -> None:
    made = run(tmp_path, "new", "odd", "--ruleset", "europe-1619", "--option", f"players={players}")
    assert made.code != 0
    assert "players" in made.text
    assert not (tmp_path / "odd").exists()


@pytest.mark.parametrize("players", [15, 14, 13, 12, 11, 10])
def test_a_year_can_be_played_with_every_number_of_players(tmp_path: Path, players: int) -> None:
    game = new_game(tmp_path, "", "--option", f"players={players}")
    assert len(game.state()["treasury"]) == players
    game.finish_year()
    assert game.waits() == (1620, "diplomatic")
    assert game.run("verify").code == 0
