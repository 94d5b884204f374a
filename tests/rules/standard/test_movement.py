"""Movement, standoffs and dislodgement; units that meet face to face."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import play


@pytest.mark.rule("STD-MOV-1")
def test_a_unit_moves_to_a_neighbor_only() -> None:
    turn = play("france: A PAR - BUR\ngermany: A BER - PAR")
    assert turn.units("france") == ["A BUR"]
    assert turn.said("germany: A BER - PAR") == "illegal STD-MOV-1"


@pytest.mark.rule("STD-MOV-2")
def test_a_move_to_the_own_province_is_illegal() -> None:
    turn = play("england: A YOR - YOR VIA\nengland: F NTH C A YOR - YOR")
    assert turn.said("england: A YOR - YOR VIA") == "illegal STD-MOV-2"


@pytest.mark.rule("STD-MOV-3")
def test_the_stronger_move_arrives() -> None:
    turn = play(
        """
        austria: A VIE - GAL
        austria: A BUD S A VIE - GAL
        russia: A WAR - GAL
        """
    )
    assert turn.said("austria: A VIE - GAL") == "success STD-MOV-3"
    assert turn.said("russia: A WAR - GAL") == "bounce STD-MOV-4"


@pytest.mark.rule("STD-MOV-4")
def test_equals_keep_each_other_out() -> None:
    turn = play("austria: A VIE - GAL\nrussia: A WAR - GAL")
    assert turn.said("austria: A VIE - GAL") == "bounce STD-MOV-4"
    assert turn.units("austria") == ["A VIE"]
    assert turn.units("russia") == ["A WAR"]


@pytest.mark.rule("STD-MOV-5")
def test_an_equal_attack_on_a_unit_fails() -> None:
    turn = play("italy: A VEN - TRI\naustria: F TRI H")
    assert turn.said("italy: A VEN - TRI") == "bounce STD-MOV-5"


@pytest.mark.rule("STD-MOV-6")
def test_a_stronger_attack_dislodges() -> None:
    turn = play("italy: A VEN - TRI\nitaly: A TYR S A VEN - TRI\naustria: F TRI H")
    assert turn.said("austria: F TRI H").startswith("dislodged STD-MOV-6")
    assert turn.units("italy") == ["A TRI", "A TYR"]
    assert [str(one.unit) for one in turn.state.dislodged] == ["F TRI"]
    assert turn.kinds() == ["dislodged"]


@pytest.mark.rule("STD-MOV-7")
def test_support_to_hold_does_not_help_a_unit_that_tried_to_move() -> None:
    turn = play(
        """
        austria: F TRI - ADR
        italy: F APU - ADR
        austria: A VIE S F TRI
        italy: A VEN - TRI
        italy: A TYR S A VEN - TRI
        """
    )
    assert turn.said("austria: A VIE S F TRI") == "void STD-SUP-5"
    assert turn.units("italy") == ["A TRI", "A TYR", "F APU"]


@pytest.mark.rule("STD-MOV-8")
def test_no_power_dislodges_its_own_unit() -> None:
    turn = play("germany: A BER H\ngermany: A MUN - BER\ngermany: F KIE S A MUN - BER")
    assert turn.said("germany: A MUN - BER") == "bounce STD-MOV-8"
    assert turn.units("germany") == ["A BER", "A MUN", "F KIE"]


@pytest.mark.rule("STD-MOV-8")
def test_a_move_against_an_own_unit_still_keeps_rivals_out() -> None:
    turn = play(
        """
        germany: A BER - PRU
        russia: A WAR - PRU
        germany: A MUN - BER
        germany: F KIE S A MUN - BER
        russia: A SIL - BER
        russia: F BAL S A SIL - BER
        """
    )
    assert turn.units("germany") == ["A BER", "A MUN", "F KIE"]
    assert turn.said("russia: A SIL - BER") == "bounce STD-MOV-4"


@pytest.mark.rule("STD-MOV-9")
def test_support_does_not_help_against_an_own_unit() -> None:
    turn = play("italy: A VEN - TRI\naustria: A VIE S A VEN - TRI\naustria: F TRI H")
    assert turn.said("italy: A VEN - TRI") == "bounce STD-MOV-5 STD-MOV-9"


@pytest.mark.rule("STD-MOV-10")
def test_three_units_move_around() -> None:
    turn = play("turkey: F ANK - CON\nturkey: A CON - SMY\nturkey: A SMY - ANK")
    assert turn.said("turkey: F ANK - CON") == "success STD-MOV-10"
    assert turn.units("turkey") == ["A ANK", "A SMY", "F CON"]


@pytest.mark.rule("STD-MOV-11")
def test_a_dislodged_unit_keeps_nobody_out_of_the_attackers_province() -> None:
    turn = play(
        """
        germany: A BER - PRU
        germany: A SIL S A BER - PRU
        russia: A PRU - BER
        germany: A MUN - BER
        """
    )
    assert turn.said("germany: A MUN - BER") == "success STD-MOV-3 STD-MOV-11"
    assert turn.units("germany") == ["A BER", "A PRU", "A SIL"]


@pytest.mark.rule("STD-MOV-12")
def test_equal_attacks_on_one_unit_leave_it_alone() -> None:
    turn = play(
        """
        germany: F HOL - NTH
        germany: F HEL S F HOL - NTH
        france: F ENG - NTH
        france: F BEL S F ENG - NTH
        england: F NTH H
        """
    )
    assert turn.units("england") == ["F NTH"]
    assert turn.said("germany: F HOL - NTH") == "bounce STD-MOV-4"


@pytest.mark.rule("STD-HTH-1")
def test_equals_cannot_trade_places() -> None:
    turn = play("austria: A VIE - TYR\nitaly: A TYR - VIE")
    assert turn.said("austria: A VIE - TYR") == "bounce STD-HTH-1"
    assert turn.said("italy: A TYR - VIE") == "bounce STD-HTH-1"


@pytest.mark.rule("STD-HTH-1")
def test_the_stronger_of_two_that_meet_dislodges_the_other() -> None:
    turn = play("austria: A VIE - TYR\naustria: A BOH S A VIE - TYR\nitaly: A TYR - VIE")
    assert turn.units("austria") == ["A BOH", "A TYR"]
    assert [str(one.unit) for one in turn.state.dislodged] == ["A TYR"]


@pytest.mark.rule("STD-HTH-2")
def test_two_units_trade_places_when_one_goes_by_convoy() -> None:
    turn = play(
        """
        england: A NWY - SWE
        england: F SKA C A NWY - SWE
        russia: A SWE - NWY
        """
    )
    assert turn.said("england: A NWY - SWE").startswith("success STD-HTH-2")
    assert turn.units("england") == ["A SWE", "F SKA"]
    assert turn.units("russia") == ["A NWY"]
