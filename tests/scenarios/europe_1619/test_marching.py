"""Orders of the year: who may go where, alliances, coasts and straits."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.scenarios.europe_1619.folder import march, new_game, position


@pytest.mark.rule("E19-MOV-2", "E19-MOV-6", "E19-MOV-11")
def test_peace_closes_the_land_even_for_a_standoff(tmp_path: Path) -> None:
    """France may not stop the Spaniards in Spanish Catalonia by walking against them."""
    game = march(
        tmp_path,
        'france = ["A GAS"]\nspain = ["A ARA"]',
        france="A GAS - CAT",
        spain="a Aragon to Catalonia",
    )
    assert game.units("spain") == ["A CAT"]
    assert game.units("france") == ["A GAS"]


@pytest.mark.rule("E19-MOV-3", "E19-POS-6")
def test_unaligned_land_is_open_and_captured(tmp_path: Path) -> None:
    game = march(tmp_path, 'france = ["A LOR"]', france="A LOR - Saarbrücken")
    assert game.captures() == {"SAA": "france"}
    assert game.status("SAA") == "captured france"


@pytest.mark.rule("E19-GEN-2")
def test_two_equal_moves_to_empty_land_bounce(tmp_path: Path) -> None:
    """X-36: nobody captures Erfurt."""
    game = march(
        tmp_path,
        'saxony = ["A SAX"]\nHES = ["A HES"]',
        saxony="A SAX - ERF",
        union="He A HES - ERF",
    )
    assert game.captures() == {}
    assert game.units("saxony") == ["A SAX"]
    assert game.units("HES") == ["A HES"]


@pytest.mark.rule("E19-STA-11", "E19-MOV-4")
def test_neutral_land_is_closed_to_everybody(tmp_path: Path) -> None:
    game = new_game(
        tmp_path,
        position('france = ["A LOR"]\nspain = ["A LIE"]', '[infs]\nSAA = "france 2, spain 2"'),
    )
    checked = game.check(france="A LOR - SAA")
    assert "neutral" in checked.line_with("A LOR - SAA")
    game.play()
    assert game.units("france") == ["A LOR"]


@pytest.mark.rule("E19-STA-5", "E19-MOV-1")
def test_a_state_obeys_its_patron_and_nobody_else(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('HES = ["A HES"]\nfrance = ["A LOR"]'))
    checked = game.check(france="He A HES - SAA\nA LOR H", union="He A HES - ERF")
    assert "A HES" in checked.line_with("france.toml")
    game.play()
    assert game.units("HES") == ["A ERF"]


@pytest.mark.rule("E19-UNIT-7")
@pytest.mark.parametrize(
    "written",
    [
        "He A HES - ERF",
        "A HES - ERF",
        "HES: A HES - ERF",
        "Hesse: A Hesse - Erfurt",
        "Hesse A HES-ERF",
        "he a hes -> erf",
        "A(1) HES - ERF",
        "Army Hesse moves to Erfurt",
        "He A HES to ERF  # with our best wishes",
        "  - He A HES – ERF",
        "He A HES — ERF.",
    ],
)
def test_a_states_army_is_ordered_in_many_words(tmp_path: Path, written: str) -> None:
    game = new_game(tmp_path, position('HES = ["A HES"]'))
    assert " 0 errors" in game.check(union=written).text
    game.play()
    assert game.units("HES") == ["A ERF"]


@pytest.mark.rule("E19-MOV-14")
def test_units_of_unaligned_and_neutral_states_hold(tmp_path: Path) -> None:
    game = new_game(tmp_path, position('MAN = ["A MAN"]\nvenice = ["A VEN"]'))
    assert game.check(venice="Ma A MAN - PARM\nA VEN H").line_with("A MAN - PARM")
    game.play()
    assert game.units("MAN") == ["A MAN"]


@pytest.mark.rule("E19-STA-13")
def test_an_unaligned_states_unit_may_be_attacked_by_anyone(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'savoy = ["A TUR"]\nspain = ["A MIL"]\nGEN = ["F GEN"]',
        savoy="A TUR - Genoa",
        spain="A MIL S A TUR - GEN",
    )
    assert game.units("GEN") == []
    assert game.captures() == {"GEN": "savoy"}


@pytest.mark.rule("E19-MOV-5")
def test_support_asks_for_no_declaration(tmp_path: Path) -> None:
    """X-23: a Danish fleet helps the Dutch into Spanish Flanders."""
    game = march(
        tmp_path,
        'dutch = ["A HLD"]\ndenmark = ["F NAR"]\nspain = ["A FLA"]',
        dutch="A HLD - FLA",
        denmark="F NAR S A HLD - FLA",
    )
    assert game.units("spain") == []
    assert game.captures() == {"FLA": "dutch"}


@pytest.mark.rule("E19-MOV-7")
def test_a_convoyed_army_must_be_entitled_where_it_lands(tmp_path: Path) -> None:
    units = 'england = ["A LON"]\nfrance = ["F ENG"]'
    game = march(tmp_path, units, england="A LON - NORM VIA", france="F ENG C A LON - NORM")
    assert game.units("england") == ["A LON"]
    allied = new_game(
        tmp_path, position(units, '[relations]\nfrance-england = "alliance 1618"'), name="allied"
    )
    allied.play(england="A LON - NORM VIA", france="F ENG C A LON - NORM")
    assert allied.units("england") == ["A NORM"]
    assert allied.captures() == {}


@pytest.mark.rule("E19-MOV-9", "E19-MAP-16")
def test_at_peace_a_fleet_at_sea_is_not_driven_out(tmp_path: Path) -> None:
    units = 'england = ["F NTH", "F YOR"]\ndenmark = ["F NAR"]'
    game = march(tmp_path, units, england="F NTH - NAR\nF YOR S F NTH - NAR", denmark="F NAR H")
    assert game.units("denmark") == ["F NAR"]
    war = new_game(
        tmp_path,
        position(units, '[relations]\nengland-denmark = "war 1618"'),
        name="war",
    )
    war.play(england="F NTH - NAR\nF YOR S F NTH - NAR", denmark="F NAR H")
    assert war.units("denmark") == []


ENGLISH_GUEST = '[relations]\nspain-england = "alliance 1618"\nspain-dutch = "war 1618"\n'


@pytest.mark.rule("E19-MOV-10")
def test_a_guest_of_the_enemy_may_be_attacked_the_worked_example(tmp_path: Path) -> None:
    """England's army in Spanish Flanders; the Dutch are at war with Spain alone."""
    units = 'england = ["A FLA"]\ndutch = ["A HLD", "A BRB"]'
    mails = {"dutch": "A HLD - Flanders\nA BRB S A HLD - FLA", "england": "A FLA H"}
    game = new_game(tmp_path, position(units, ENGLISH_GUEST))
    game.play(**mails)
    assert game.units("england") == []
    assert game.captures()["FLA"] == "dutch"
    allied = new_game(
        tmp_path, position(units, ENGLISH_GUEST + 'dutch-england = "alliance 1618"'), name="allied"
    )
    allied.play(**mails)
    assert allied.units("england") == ["A FLA"]
    assert "FLA" not in allied.captures()


@pytest.mark.rule("E19-ALL-1", "E19-ALL-6", "E19-POS-5")
def test_an_ally_walks_in_and_captures_nothing(tmp_path: Path) -> None:
    game = march(tmp_path, 'austria = ["A UAU"]', austria="A UAU - Bavaria")
    assert game.units("austria") == ["A BAV"]
    assert game.captures() == {}
    game.play()
    assert game.treasury("league") == 7


@pytest.mark.rule("E19-ALL-2")
def test_an_ally_is_not_dislodged_even_unexpectedly(tmp_path: Path) -> None:
    """The League's army means to leave and is stopped; Austria's push with 2 stops before it."""
    game = march(
        tmp_path,
        'austria = ["A UAU", "A TYR"]\nleague = ["A BAV"]\nunion = ["A ANS"]',
        austria="A UAU - BAV\nA TYR S A UAU - BAV",
        league="A BAV - UPP",
        union="A ANS - UPP",
    )
    assert game.units("league") == ["A BAV"]
    assert game.units("austria") == ["A TYR", "A UAU"]


@pytest.mark.rule("E19-ALL-3")
def test_support_against_ones_own_ally_does_not_count(tmp_path: Path) -> None:
    """Spain, allied with Austria, supports Venice at war with Austria."""
    game = march(
        tmp_path,
        'venice = ["A VEN"]\nspain = ["A SWI"]\naustria = ["A TYR"]',
        '[relations]\naustria-venice = "war 1618"\naustria-spain = "alliance 1618"',
        venice="A VEN - TYR",
        spain="A SWI S A VEN - TYR",
    )
    assert game.units("austria") == ["A TYR"]


@pytest.mark.rule("E19-ALL-4")
@pytest.mark.parametrize(("relation", "cut"), [("alliance", False), ("war", True)])
def test_an_allys_attack_does_not_cut_support(tmp_path: Path, relation: str, cut: bool) -> None:
    """Bavaria supports Nuremberg's neighbor against the Union while Austria walks into Bavaria."""
    game = march(
        tmp_path,
        'austria = ["A UAU"]\nleague = ["A BAV"]\nWUE = ["A WUE"]\nANS = ["A ANS"]',
        f'[relations]\naustria-league = "{relation} 1618"\nleague-union = "war 1618"',
        austria="A UAU - BAV",
        league="A BAV S A WUE - ANS\nWz A WUE - ANS",
    )
    assert (game.units("ANS") == ["A ANS"]) is cut


@pytest.mark.rule("E19-ALL-7")
def test_a_power_neither_cuts_nor_dislodges_its_own_state(tmp_path: Path) -> None:
    """Hesse is aligned with France in the rulebook's example, here with the Union."""
    game = march(
        tmp_path,
        'union = ["A PAL", "A WUE"]\nHES = ["A HES"]\nfrance = ["A TRI"]\nCOL = ["A COL"]',
        '[relations]\nleague-union = "war 1618"\nfrance-union = "war 1618"',
        union="A PAL - HES\nA WUE S A TRI - HES\nHe A HES S A COL",
        france="A TRI - HES",
    )
    assert game.units("HES") == ["A HES"]


@pytest.mark.rule("E19-ALL-8")
def test_states_of_one_patron_are_on_one_side(tmp_path: Path) -> None:
    game = march(
        tmp_path,
        'HES = ["A HES"]\nWUR = ["A PAL"]\nANS = ["A WUE"]',
        union="A PAL - HES\nA WUE S A PAL - HES\nA HES H",
    )
    assert game.units("HES") == ["A HES"]


# The board


@pytest.mark.parametrize(
    ("unit", "order", "legal"),
    [
        ("denmark F COP", "F COP - HOL", False),
        ("denmark F COP", "F COP - HOL (EC)", True),
        ("denmark F COP", "f copenhagen - holstein(wc)", True),
        ("denmark F COP", "F COP - HOL east coast", True),
        ("denmark F COP", "F COP - NTH", True),
        ("denmark F HOL/EC", "F HOL - HOL (WC)", False),
        ("denmark F BOR", "F BOR - SKA", False),
        ("denmark A COP", "A COP - SCA", True),
        ("england F MUN", "F MUN - IRE", False),
        ("england F MUN", "F MUN - IRE (WC)", True),
        ("england F CEL", "F CEL - IRE (WC)", False),
        ("england F CEL", "F CEL - IRE", True),
        ("england F IRE/EC", "F IRE - ATL", False),
        ("spain F MID", "F MID - MED", True),
        ("spain F MID", "F MID - ANDL", True),
        ("spain F POR", "F POR - ANDL", True),
        ("spain F ANDL/WC", "F ANDL - MED", False),
        ("spain F ANDL/EC", "F ANDL (EC) - MED", True),
        ("ottoman F EDI", "F EDI - AEG", False),
        ("ottoman F EDI", "F EDI - GRE", True),
        ("ottoman F GRE", "F GRE - AEG", True),
    ],
)
@pytest.mark.rule("E19-MAP-4", "E19-MAP-5", "E19-MAP-7", "E19-MAP-9", "E19-MAP-10", "E19-MAP-15")
def test_coasts_and_straits_in_players_words(
    tmp_path: Path, unit: str, order: str, legal: bool
) -> None:
    power, _, place = unit.partition(" ")
    game = new_game(tmp_path, position(f'{power} = ["{place}"]', '[infs]\nPOR = "spain 5"'))
    printed = game.check(**{power: order})
    assert (" 0 errors" in printed.text) is legal, printed.text
    game.play()
    assert (game.units(power) != [place]) is legal
