"""Support, and how it is lost."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import play


@pytest.mark.rule("STD-SUP-1")
def test_each_support_adds_one() -> None:
    turn = play(
        """
        italy: A VEN - TRI
        italy: A TYR S A VEN - TRI
        italy: F ADR S A VEN - TRI
        austria: F TRI H
        austria: A VIE S F TRI
        """
    )
    assert turn.said("italy: A TYR S A VEN - TRI") == "success STD-SUP-1"
    assert turn.units("italy") == ["A TRI", "A TYR", "F ADR"]
    assert "attack 3" in turn.verdict("italy: A VEN - TRI").reasons[0].text


@pytest.mark.rule("STD-SUP-2")
def test_support_reaches_no_farther_than_a_move() -> None:
    turn = play("austria: F TRI S A BUD\naustria: A BUD H")
    assert turn.said("austria: F TRI S A BUD") == "illegal STD-SUP-2"


@pytest.mark.rule("STD-SUP-2")
def test_a_fleet_supports_into_a_province_by_either_coast() -> None:
    turn = play(
        """
        france: F MAR S F GAS - SPA/NC
        france: F GAS - SPA/NC
        italy: A POR - SPA
        """
    )
    assert turn.units("france") == ["F MAR", "F SPA/NC"]
    assert turn.said("italy: A POR - SPA") == "bounce STD-MOV-4"


@pytest.mark.rule("STD-SUP-2")
def test_a_convoy_does_not_lengthen_the_reach_of_support() -> None:
    turn = play("england: A LON S A BEL\nfrance: A BEL H\nengland: F NTH C A LON - BEL")
    assert turn.said("england: A LON S A BEL") == "illegal STD-SUP-2"


@pytest.mark.rule("STD-SUP-3")
def test_units_of_others_may_be_supported() -> None:
    turn = play(
        """
        germany: A MUN S A BUR
        france: A BUR H
        italy: A MAR - BUR
        italy: A GAS S A MAR - BUR
        """
    )
    assert turn.said("germany: A MUN S A BUR") == "success STD-SUP-1"
    assert turn.units("france") == ["A BUR"]


@pytest.mark.rule("STD-SUP-3")
def test_nobody_supports_himself_or_an_empty_province() -> None:
    turn = play("austria: A VIE S A VIE\naustria: A BUD S A GAL")
    assert turn.said("austria: A VIE S A VIE") == "illegal STD-SUP-3"
    assert turn.said("austria: A BUD S A GAL") == "illegal STD-SUP-3"


@pytest.mark.rule("STD-SUP-4")
def test_support_for_an_impossible_move_is_illegal() -> None:
    turn = play(
        "russia: F RUM S A SER - BLA\naustria: A SER H\nrussia: A BUL S F ROM - SER\nitaly: F ROM H"
    )
    assert turn.said("russia: F RUM S A SER - BLA") == "illegal STD-SUP-4"
    assert turn.said("russia: A BUL S F ROM - SER") == "illegal STD-SUP-4"


@pytest.mark.rule("STD-SUP-5")
def test_support_must_fit_what_the_other_unit_does() -> None:
    turn = play(
        """
        austria: A BUD S A VIE - GAL
        austria: A VIE - BOH
        turkey: A BUL S A SER
        turkey: A SER S A GRE
        turkey: A GRE - ALB
        """
    )
    assert turn.said("austria: A BUD S A VIE - GAL") == "void STD-SUP-5"
    assert turn.said("turkey: A SER S A GRE") == "void STD-SUP-5"
    assert turn.said("turkey: A BUL S A SER") == "success STD-SUP-1"


@pytest.mark.rule("STD-SUP-6")
def test_a_coast_named_in_a_support_must_be_the_right_one() -> None:
    orders = """
        italy: F TYS - LYO
        italy: F WES S F TYS - LYO
        france: F LYO - SPA/SC
        france: F POR S F LYO - SPA/{}
    """
    assert play(orders.format("NC")).said("france: F POR S F LYO - SPA/NC") == "illegal STD-SUP-4"
    turn = play("france: F MAO - SPA/SC\nfrance: F GAS S F MAO - SPA/NC")
    assert turn.said("france: F GAS S F MAO - SPA/NC") == "void STD-SUP-6"
    turn = play("france: F MAO - SPA/SC\nfrance: F GAS S F MAO - SPA")
    assert turn.said("france: F GAS S F MAO - SPA") == "success STD-SUP-1"


@pytest.mark.rule("STD-SUP-7")
def test_an_attack_cuts_support_even_if_it_fails() -> None:
    turn = play(
        """
        italy: A VEN - TRI
        italy: A TYR S A VEN - TRI
        austria: A VIE - TYR
        austria: F TRI H
        """
    )
    assert turn.said("italy: A TYR S A VEN - TRI") == "cut STD-SUP-7"
    assert turn.said("austria: A VIE - TYR") == "bounce STD-MOV-5"
    assert turn.units("austria") == ["A VIE", "F TRI"]


@pytest.mark.rule("STD-SUP-8")
def test_the_target_of_a_support_does_not_cut_it() -> None:
    turn = play("italy: A VEN - TRI\nitaly: A TYR S A VEN - TRI\naustria: A TRI - TYR")
    assert turn.said("italy: A TYR S A VEN - TRI") == "success STD-SUP-1 STD-SUP-8"
    assert turn.units("italy") == ["A TRI", "A TYR"]


@pytest.mark.rule("STD-SUP-9")
def test_an_own_unit_does_not_cut_support() -> None:
    turn = play(
        "italy: A VEN - TRI\nitaly: A TYR S A VEN - TRI\nitaly: A PIE - TYR\naustria: F TRI H"
    )
    assert turn.said("italy: A TYR S A VEN - TRI") == "success STD-SUP-1 STD-SUP-9"
    assert turn.units("italy") == ["A PIE", "A TRI", "A TYR"]


@pytest.mark.rule("STD-SUP-10")
def test_a_dislodged_supporter_gives_nothing_even_against_its_target() -> None:
    turn = play(
        """
        italy: A VEN - TRI
        italy: A TYR S A VEN - TRI
        austria: A TRI - TYR
        austria: A VIE S A TRI - TYR
        """
    )
    assert turn.said("italy: A TYR S A VEN - TRI").startswith("cut STD-SUP-10")
    assert turn.units("austria") == ["A TYR", "A VIE"]
    assert [str(one.unit) for one in turn.state.dislodged] == ["A TYR"]


@pytest.mark.rule("STD-SUP-11")
def test_a_cut_takes_the_whole_support() -> None:
    """Two supports, one of them cut: exactly one is left."""
    turn = play(
        """
        italy: A VEN - TRI
        italy: A TYR S A VEN - TRI
        italy: F ADR S A VEN - TRI
        germany: A MUN - TYR
        austria: F TRI H
        austria: A VIE S F TRI
        """
    )
    assert "attack 2 (Venice, Adriatic Sea)" in turn.verdict("italy: A VEN - TRI").reasons[0].text
    assert turn.units("austria") == ["A VIE", "F TRI"]
