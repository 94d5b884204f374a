"""Retreats of dislodged units."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import Turn, play

VENICE = """
    austria: A TRI - VEN
    austria: A TYR S A TRI - VEN
    italy: A VEN H
"""


def dislodge(more: str = "", units: str = "") -> Turn:
    """Austria takes Venice; the army there may go to Apulia, Piedmont, Rome or Tuscany."""
    return play(VENICE + more, units=units)


@pytest.mark.rule("STD-RET-1")
def test_a_dislodged_unit_retreats_to_a_neighbor() -> None:
    turn = dislodge()
    assert turn.retreats("A VEN") == ["APU", "PIE", "ROM", "TUS"]
    after = turn.then("italy: A VEN - PIE")
    assert after.said("italy: A VEN - PIE") == "success STD-RET-1"
    assert after.units("italy") == ["A PIE"]
    assert turn.then("italy: A VEN - NAP").said("italy: A VEN - NAP") == "illegal STD-RET-1"


@pytest.mark.rule("STD-RET-1")
def test_a_fleet_retreats_along_its_own_coast() -> None:
    turn = play(
        """
        italy: F WES - SPA/SC
        italy: F LYO S F WES - SPA/SC
        france: F SPA/NC H
        """
    )
    assert turn.retreats("F SPA/NC") == ["GAS", "MAO", "POR"]


@pytest.mark.rule("STD-RET-2")
def test_no_retreat_to_an_occupied_province() -> None:
    turn = dislodge(units="italy: A ROM\nfrance: A PIE")
    assert turn.retreats("A VEN") == ["APU", "TUS"]
    assert turn.then("italy: A VEN - PIE").said("italy: A VEN - PIE") == "illegal STD-RET-2"


@pytest.mark.rule("STD-RET-3")
def test_no_retreat_to_the_attackers_province() -> None:
    turn = dislodge().then("italy: A VEN - TRI")
    assert turn.said("italy: A VEN - TRI") == "illegal STD-RET-3"
    assert turn.units("italy") == []


@pytest.mark.rule("STD-RET-3")
def test_the_province_of_an_attacker_that_came_by_convoy_is_open() -> None:
    turn = play(
        """
        austria: A TRI - VEN VIA
        austria: F ADR C A TRI - VEN
        austria: A TYR S A TRI - VEN
        italy: A VEN H
        """
    )
    assert turn.then("italy: A VEN - TRI").units("italy") == ["A TRI"]


@pytest.mark.rule("STD-RET-4")
def test_no_retreat_to_a_province_that_a_standoff_left_empty() -> None:
    turn = dislodge("france: A MAR - PIE\ngermany: F LYO - PIE")
    assert turn.retreats("A VEN") == ["APU", "ROM", "TUS"]
    assert turn.then("italy: A VEN - PIE").said("italy: A VEN - PIE") == "illegal STD-RET-4"


@pytest.mark.rule("STD-RET-5")
def test_two_retreats_to_one_province_disband_both() -> None:
    turn = dislodge(
        """
        france: A MAR - PIE
        france: F LYO S A MAR - PIE
        italy: A PIE H
        """
    ).then("italy: A VEN - TUS\nitaly: A PIE - TUS")
    assert turn.said("italy: A VEN - TUS") == "bounce STD-RET-5"
    assert turn.units("italy") == []
    assert len(turn.texts("disbanded")) == 2


@pytest.mark.rule("STD-RET-6")
def test_a_unit_with_nowhere_to_go_is_disbanded() -> None:
    """The phase is held for the Austrian army; the Turkish fleet has no choice in it."""
    turn = play(
        """
        russia: F BLA - ANK
        russia: F CON S F BLA - ANK
        turkey: F ANK H
        russia: A ARM H
        austria: A VIE H
        italy: A TYR - VIE
        italy: A BOH S A TYR - VIE
        """
    )
    assert turn.retreats("F ANK") == []
    after = turn.then("austria: A VIE - BUD")
    assert after.said("turkey: F ANK D") == "success STD-RET-6"
    assert after.units("turkey") == []


@pytest.mark.rule("STD-RET-7")
def test_without_a_legal_order_the_unit_is_disbanded() -> None:
    turn = dislodge().then("")
    assert turn.said("italy: A VEN D") == "success STD-RET-7"
    assert turn.units("italy") == []
    assert dislodge().then("italy: A VEN - MUN").units("italy") == []


@pytest.mark.rule("STD-RET-8")
def test_a_unit_may_be_disbanded_by_choice() -> None:
    turn = dislodge().then("italy: A VEN D")
    assert turn.said("italy: A VEN D") == "success STD-RET-8"
    assert turn.units("italy") == []


@pytest.mark.rule("STD-RET-9")
def test_only_dislodged_units_take_orders() -> None:
    turn = dislodge(units="italy: A ROM").then("italy: A ROM S A VEN - TUS\nitaly: A VEN - TUS")
    assert turn.said("italy: A ROM S A VEN - TUS") == "illegal STD-RET-9"
    turn = dislodge(units="italy: A ROM").then("italy: A ROM - NAP\nitaly: A VEN - TUS")
    assert turn.said("italy: A ROM - NAP") == "illegal STD-RET-9"
    assert turn.units("italy") == ["A ROM", "A TUS"]


@pytest.mark.rule("STD-RET-10")
def test_no_convoy_carries_a_retreat() -> None:
    turn = dislodge(units="italy: F ADR").then("italy: A VEN - ALB")
    assert turn.said("italy: A VEN - ALB") == "illegal STD-RET-10"


def test_two_different_legal_retreats_count_for_nothing() -> None:
    turn = dislodge().then("italy: A VEN - TUS\nitaly: A VEN - ROM")
    assert turn.said("italy: A VEN - TUS") == "illegal STD-ORD-6"
    assert turn.units("italy") == []


def test_a_bad_retreat_is_reported_while_it_can_be_mended() -> None:
    (complaint,) = dislodge().then("italy: A VEN - TRI").book.complaints
    assert complaint.severity == "error"
    assert complaint.hint == "open: APU, PIE, ROM, TUS"
