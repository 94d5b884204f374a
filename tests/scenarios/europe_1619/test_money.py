"""Income, transfers, prices, builds, bolsters, and the units of minor states."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import Folder, new_game, position


def builds(tmp_path: Path, units: str, more: str = "") -> Folder:
    return new_game(tmp_path, position(units, more, phase="builds"))


@pytest.mark.rule("E19-INC-1", "E19-INC-4", "E19-INC-5", "E19-INC-7", "E19-INC-8")
def test_the_income_of_the_opening(tmp_path: Path) -> None:
    """The League has 7: Bavaria 3, Cologne 3, Würzburg 1, as the rulebook's example says."""
    game = new_game(tmp_path)
    game.play("--until", "1619")
    assert game.state()["treasury"] == {
        "austria": 10,
        "denmark": 8,
        "spain": 19,
        "france": 14,
        "dutch": 9,
        "england": 12,
        "sweden": 6,
        "league": 7,
        "union": 10,
        "papacy": 5,
        "poland": 8,
        "saxony": 5,
        "ottoman": 10,
        "venice": 5,
        "savoy": 5,
    }


@pytest.mark.rule("E19-INC-2", "E19-INC-3", "E19-INC-6")
def test_captures_pay_the_captor(tmp_path: Path) -> None:
    """Provence 3 and the plain province of Dauphiny 1 go to Savoy."""
    game = builds(
        tmp_path,
        'savoy = ["A PRO", "A DAU"]',
        '[captures]\nPRO = "savoy 1618"\nDAU = "savoy 1618"',
    )
    game.play()
    assert game.treasury("savoy") == 5 + 3 + 1
    assert game.treasury("france") == 14 - 3


FOUR = 'france = ["A BRIT", "A POI", "A GAS", "A LAN"]'


@pytest.mark.rule("E19-BLD-1", "E19-BLD-2", "E19-BLD-3")
@pytest.mark.parametrize(("purse", "left", "built"), [(10, 0, 2), (9, 14, 1)])
def test_the_worked_example_of_prices(tmp_path: Path, purse: int, left: int, built: int) -> None:
    """From 4 to 5 costs 9, from 5 to 6 costs 15. The income of the year is 14."""
    game = builds(tmp_path, FOUR, f"[treasury]\nfrance = {purse}")
    mail = "BUILD A PAR\nBUILD A LYO"
    checked = game.check(france=mail)
    assert (" 0 errors, 0 warnings" in checked.text) is (built == 2)
    if built == 1:
        assert "15" in checked.line_with("BUILD A LYO")
    game.play()
    assert len(game.units("france")) == 4 + built
    assert game.treasury("france") == left


@pytest.mark.rule("E19-BLD-4", "E19-BLD-12", "E19-BLD-13", "E19-BLD-14")
@pytest.mark.parametrize(
    ("mail", "unit"),
    [
        ("france: BUILD A PAR", "A PAR"),
        ("france: build fleet normandy", "F NORM"),
        ("france: Build: A Paris", "A PAR"),
        ("france: BUILD A BUR", None),
        ("france: BUILD F PAR", None),
        ("france: BUILD A LON", None),
        ("spain: BUILD F NAP", "F NAP"),
        ("spain: BUILD F ANDL", None),
        ("spain: BUILD F ANDL (WC)", "F ANDL/WC"),
        ("spain: build f andalusia east coast", "F ANDL/EC"),
        ("england: BUILD F SCOT", "F SCOT"),
        ("england: BUILD A SCOT", "A SCOT"),
        ("ottoman: BUILD F EDI", "F EDI"),
        ("denmark: BUILD F HOL(EC)", "F HOL/EC"),
    ],
)
def test_where_powers_build(tmp_path: Path, mail: str, unit: str | None) -> None:
    power, _, order = mail.partition(": ")
    game = builds(tmp_path, "")
    checked = game.check(**{power: order})
    assert (checked.code == 0) is (unit is not None), checked.text
    game.play()
    assert game.units(power) == ([unit] if unit else [])


@pytest.mark.rule("E19-BLD-4")
def test_no_build_in_an_occupied_or_lost_center(tmp_path: Path) -> None:
    """X-17: the ally's guest in Slovenia blocks it; Vienna has its own army; Provence is lost."""
    game = builds(
        tmp_path,
        'austria = ["A VIE"]\nspain = ["A SLO"]\nsavoy = ["A PRO"]',
        '[captures]\nPRO = "savoy 1618"',
    )
    checked = game.check(austria="BUILD A SLO\nBUILD A VIE", france="BUILD A PRO")
    for order in ("BUILD A SLO", "BUILD A VIE", "BUILD A PRO"):
        assert checked.line_with(order)
    game.play()
    assert game.units("austria") == ["A VIE"]
    assert game.treasury("austria") == 10


@pytest.mark.rule("E19-BLD-7", "E19-BLD-8", "E19-UNIT-3")
@pytest.mark.parametrize(
    ("units", "order", "bolstered"),
    [
        ("A PAR", "BOLSTER A PAR", "A PAR +1"),
        ("A PAR", "bolster a paris 3", "A PAR +3"),
        ("A PAR", "Bolster A PAR by 2", "A PAR +2"),
        ("A PAR +1", "BOLSTER A PAR +1", "A PAR +2"),
        ("A GAS", "BOLSTER A GAS", None),
        ("F NORM", "BOLSTER F NORM", None),
        ("A LOR", "BOLSTER A LOR", "A LOR +1"),
        ("A TUR", "BOLSTER A TUR", "A TUR +1"),
        ("A MIL", "BOLSTER A MIL", None),
        ("A PAR +9", "BOLSTER A PAR", None),
        ("A PAR", "BOLSTER A PAR 0", None),
        ("A PAR", "BOLSTER A PAR -1", None),
    ],
)
def test_where_armies_are_bolstered(
    tmp_path: Path, units: str, order: str, bolstered: str | None
) -> None:
    """Savoy is an ally, Lorraine aligned, Milan a foreign center at peace, Gascony no center."""
    game = builds(
        tmp_path,
        f'france = ["{units}"]',
        '[treasury]\nfrance = 200\n[relations]\nfrance-savoy = "alliance 1618"',
    )
    checked = game.check(france=order)
    assert (checked.code == 0) is (bolstered is not None), checked.text
    game.play()
    assert game.units("france") == [bolstered or units]


@pytest.mark.rule("E19-BLD-8")
def test_an_army_is_bolstered_in_a_center_that_it_has_captured(tmp_path: Path) -> None:
    game = builds(tmp_path, 'france = ["A COL"]', '[captures]\nCOL = "france 1618"')
    game.play(france="BOLSTER A COL")
    assert game.units("france") == ["A COL +1"]
    assert game.treasury("france") == 14 + 3 - 2


@pytest.mark.rule("E19-BLD-6")
def test_nobody_grows_beyond_fifteen(tmp_path: Path) -> None:
    game = builds(tmp_path, 'france = ["A PAR +9", "A GAS +3"]', "[treasury]\nfrance = 999")
    checked = game.check(france="BUILD A LYO\nBUILD F PRO\nBOLSTER A PAR")
    assert "15" in checked.line_with("BUILD F PRO")
    game.play()
    assert game.units("france") == ["A GAS +3", "A LYO", "A PAR +9"]


@pytest.mark.rule("E19-BLD-9", "E19-BLD-10", "E19-BLD-11")
def test_reducing_makes_room_for_a_build_and_bars_bolsters(tmp_path: Path) -> None:
    game = builds(tmp_path, 'france = ["A PAR +9", "A GAS +4"]', "[treasury]\nfrance = 200")
    checked = game.check(france="REDUCE A PAR 1\nBUILD A LYO\nBOLSTER A PAR")
    assert checked.line_with("BOLSTER A PAR")
    game.play()
    assert game.units("france") == ["A GAS +4", "A LYO", "A PAR +8"]
    assert game.treasury("france") == 214 - 114


@pytest.mark.rule("E19-BLD-11", "E19-MIN-7")
def test_disbanding_bars_bolsters_also_for_states(tmp_path: Path) -> None:
    game = builds(
        tmp_path, 'union = ["A PAL", "A UPP"]\nHES = ["A HES"]', "[treasury]\nunion = 100"
    )
    game.play(union="DISBAND A UPP\nBOLSTER A PAL\nBOLSTER A HES FOR HES")
    assert game.units("union") == ["A PAL"]
    assert game.units("HES") == ["A HES"]


@pytest.mark.rule("E19-BLD-15")
def test_a_new_army_may_be_bolstered_at_once(tmp_path: Path) -> None:
    game = builds(tmp_path, "")
    game.play(saxony="BUILD A SAX\nBOLSTER A SAX")
    assert game.units("saxony") == ["A SAX +1"]
    assert game.treasury("saxony") == 5 - 1 - 2


@pytest.mark.rule("E19-LON-1", "E19-LON-3", "E19-LON-5")
def test_a_loan_is_recorded_with_its_terms_and_can_be_spent_at_once(tmp_path: Path) -> None:
    game = builds(tmp_path, 'saxony = ["A SAX +2"]')
    printed = game.play(
        spain="LOAN 5 TO SAXONY INTEREST 1 DUE 1622", saxony="BOLSTER A SAX\nBOLSTER A SAX"
    )
    assert "1622" in printed.line_with("Spain", "Saxony", "5")
    assert game.units("saxony") == ["A SAX +3"]
    assert game.treasury("spain") == 14
    assert game.treasury("saxony") == 5 + 5 - 5
    (loan,) = game.state()["loans"]
    assert (loan["lender"], loan["debtor"], loan["amount"], loan["due"]) == (
        "spain",
        "saxony",
        5,
        1622,
    )


@pytest.mark.rule("E19-LON-1", "E19-LON-2")
def test_a_loan_is_paid_back_in_parts(tmp_path: Path) -> None:
    game = builds(tmp_path, "")
    game.play(spain="loan 5 tp to saxony")
    game.play()
    game.play()
    game.play(saxony="REPAY 3 TO SPAIN")
    assert game.treasury("saxony") == 5 + 5 + 5 - 3
    (loan,) = game.state()["loans"]
    assert loan["amount"] == 2


@pytest.mark.rule("E19-LON-4")
@pytest.mark.parametrize(
    "written",
    [
        "GRANT 50 TO AUSTRIA",
        "GRANT 5 TO MARS",
        "GRANT 5 TO SPAIN",
        "GRANT -5 TO AUSTRIA",
        "GRANT 0 TO AUSTRIA",
        "LOAN TO AUSTRIA",
        "GRANT 5 TO HES",
    ],
)
def test_transfers_that_cannot_be_made_are_complained_of(tmp_path: Path, written: str) -> None:
    game = builds(tmp_path, "")
    checked = game.check(spain=written)
    assert checked.line_with("spain.toml", written)
    game.play()
    assert game.treasury("spain") == 19
    assert game.treasury("austria") == 10


@pytest.mark.rule("E19-LON-4")
def test_money_that_came_in_is_not_sent_on_in_the_same_phase(tmp_path: Path) -> None:
    game = builds(tmp_path, "")
    game.play(spain="GRANT 19 TO AUSTRIA", austria="GRANT 20 TO LEAGUE\nGRANT 8 TO LEAGUE")
    assert game.treasury("austria") == 10 + 19 - 8
    assert game.treasury("league") == 7 + 8


# States


@pytest.mark.rule("E19-MIN-2", "E19-MIN-5")
def test_a_state_with_more_centers_than_units_builds_at_home(tmp_path: Path) -> None:
    """Hesse holds Würzburg with a strong army; its home is free."""
    game = builds(tmp_path, 'HES = ["A WUE +2"]', '[captures]\nWUE = "HES 1618"')
    game.play()
    assert game.units("HES") == ["A HES", "A WUE +2"]


@pytest.mark.rule("E19-MIN-3")
def test_a_guest_keeps_a_state_from_building(tmp_path: Path) -> None:
    """X-33"""
    game = builds(tmp_path, 'union = ["A HES"]')
    game.play()
    assert game.units("HES") == []


@pytest.mark.rule("E19-MIN-4")
@pytest.mark.parametrize(
    ("power", "written", "state", "unit"),
    [
        ("denmark", "", "MEC", "F MEC"),
        ("denmark", "MINOR MEC BUILDS A", "MEC", "A MEC"),
        ("denmark", "minor mecklenburg builds army", "MEC", "A MEC"),
        ("sweden", "MINOR MEC BUILDS A", "MEC", "F MEC"),
        ("union", "MINOR HES BUILDS F", "HES", "A HES"),
        ("england", "", "IRE", "F IRE/EC"),
        ("england", "MINOR IRE BUILDS F (WC)", "IRE", "F IRE/WC"),
        ("england", "MINOR IRE BUILDS A", "IRE", "A IRE"),
    ],
)
def test_the_patron_may_wish_for_the_kind_of_unit(
    tmp_path: Path, power: str, written: str, state: str, unit: str
) -> None:
    game = builds(tmp_path, "", '[infs]\nIRE = "england 1"')
    game.play(**{power: written})
    assert game.units(state) == [unit]


@pytest.mark.rule("E19-MIN-6", "E19-MIN-9", "E19-MIN-11")
def test_a_power_buys_a_unit_for_a_state_at_its_own_price(tmp_path: Path) -> None:
    """The Union has strength 1: 2 TP for the unit, 3 for the point after it; next year 2 again."""
    game = builds(tmp_path, 'union = ["A PAL"]\nHES = ["A PAD"]', '[captures]\nPAD = "HES 1618"\n')
    game.play(union="BUILD A HES FOR HES\nBOLSTER A HES FOR HES")
    assert game.units("HES") == ["A HES +1", "A PAD"]
    assert game.treasury("union") == 10 - 2 - 3
    game.play()
    game.play()
    game.play(union="bolster a hes for hes")
    assert game.units("HES") == ["A HES +2", "A PAD"]
    assert game.treasury("union") == 5 + 10 - 2


@pytest.mark.rule("E19-MIN-7", "E19-MIN-8")
@pytest.mark.parametrize(
    ("order", "state", "units"),
    [
        ("BOLSTER A LOR FOR LOR", "LOR", ["A LOR +1"]),
        ("bolster a lorraine-alsace for lorraine-alsace 2", "LOR", ["A LOR +2"]),
        ("BOLSTER A SAA FOR HES", "HES", ["A SAA"]),
        ("BOLSTER A MAN FOR MAN", "MAN", ["A MAN"]),
        ("BOLSTER A PARM FOR PARM", "PARM", ["A PARM"]),
        ("BOLSTER F POR FOR POR", "POR", ["F POR"]),
    ],
)
def test_which_armies_of_states_savoy_may_bolster(
    tmp_path: Path, order: str, state: str, units: list[str]
) -> None:
    """Lorraine is French; Saarbrücken is no center, Mantua unaligned, Parma neutral."""
    game = builds(
        tmp_path,
        'savoy = ["A TUR"]\nLOR = ["A LOR"]\nHES = ["A SAA"]\nMAN = ["A MAN"]\nPARM = ["A PARM"]\n'
        'POR = ["F POR"]\nCOL = ["A COL"]',
        '[captures]\nSAA = "HES 1618"\n[infs]\nPARM = "spain 1, france 1"\n[treasury]\nsavoy = 20',
    )
    checked = game.check(savoy=order)
    assert (checked.code == 0) is ("+" in units[0]), checked.text
    game.play()
    assert units[0] in game.units(state)


@pytest.mark.rule("E19-MIN-12", "E19-MIN-1")
def test_a_bought_unit_that_is_lost_is_not_replaced(tmp_path: Path) -> None:
    """Hesse has its home army and a bought one in Erfurt, which Saxony at war destroys."""
    game = new_game(
        tmp_path,
        position(
            'HES = ["A HES", "A ERF"]\nsaxony = ["A SAX +2"]',
            '[captures]\nERF = "HES 1618"\n[relations]\nunion-saxony = "war 1618"',
        ),
    )
    game.play(saxony="A SAX - ERF")
    game.play()
    assert game.units("HES") == ["A HES"]


@pytest.mark.rule("E19-MIN-6")
def test_two_buyers_for_one_home_center(tmp_path: Path) -> None:
    """The patron goes first, and the other keeps his money."""
    game = builds(
        tmp_path,
        'HES = ["A PAD"]\nunion = ["A PAL"]\nsaxony = ["A SAX"]',
        '[captures]\nPAD = "HES 1618"',
    )
    game.play(saxony="BUILD A HES FOR HES", union="BUILD A HES FOR HES")
    assert game.units("HES") == ["A HES", "A PAD"]
    assert game.treasury("saxony") == 5
    assert game.treasury("union") == 10 - 2
