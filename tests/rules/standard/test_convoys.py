"""Convoys: who carries whom, and what breaks them."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import play

PANDIN = """
    england: F LON S F WAL - ENG
    england: F WAL - ENG
    france: A BRE - LON
    france: F ENG C A BRE - LON
    germany: F NTH S F BEL - ENG
    germany: F BEL - ENG
"""


@pytest.mark.rule("STD-CON-1")
def test_a_fleet_on_a_coast_cannot_convoy() -> None:
    turn = play("turkey: A SEV H\nturkey: F CON C A SEV - BUL\nturkey: A GRE H")
    assert turn.said("turkey: F CON C A SEV - BUL") == "illegal STD-CON-1"


@pytest.mark.rule("STD-CON-2")
def test_only_armies_are_convoyed() -> None:
    turn = play("england: F NTH C A LON - BEL\nengland: F LON - BEL\nfrance: F MAO C A POR - BRE")
    assert turn.said("england: F NTH C A LON - BEL") == "illegal STD-CON-2"
    assert turn.said("england: F LON - BEL") == "illegal STD-MOV-1"
    assert turn.said("france: F MAO C A POR - BRE") == "illegal STD-CON-2"


@pytest.mark.rule("STD-CON-2")
def test_an_army_of_another_power_may_be_convoyed() -> None:
    turn = play("england: F NTH C A DEN - YOR\ngermany: A DEN - YOR")
    assert turn.units("germany") == ["A YOR"]


@pytest.mark.rule("STD-CON-3")
def test_a_chain_may_have_several_fleets() -> None:
    turn = play(
        """
        england: A LON - TUN
        england: F ENG C A LON - TUN
        england: F MAO C A LON - TUN
        england: F WES C A LON - TUN
        """
    )
    assert turn.units("england") == ["A TUN", "F ENG", "F MAO", "F WES"]


@pytest.mark.rule("STD-CON-3")
def test_without_a_chain_the_move_is_illegal() -> None:
    turn = play("england: A LON - TUN\nengland: F ENG H\nengland: F WES H")
    assert turn.said("england: A LON - TUN") == "illegal STD-CON-3"


@pytest.mark.rule("STD-CON-4")
def test_without_the_fleets_order_the_army_stays() -> None:
    turn = play("england: A LON - BEL\nengland: F NTH H")
    assert turn.said("england: A LON - BEL") == "void STD-CON-4"
    assert turn.units("england") == ["A LON", "F NTH"]


@pytest.mark.rule("STD-CON-5")
def test_a_convoy_that_nobody_takes_does_nothing() -> None:
    turn = play(
        """
        england: F NTH C A LON - BEL
        england: A LON H
        england: F EDI S F NTH
        france: F ENG - NTH
        france: F BEL S F ENG - NTH
        """
    )
    assert turn.said("england: F NTH C A LON - BEL") == "void STD-CON-5"
    assert turn.said("france: F ENG - NTH") == "bounce STD-MOV-5"


@pytest.mark.rule("STD-CON-6")
def test_a_fleet_that_no_route_needs_gets_no_convoy_order() -> None:
    turn = play("england: A LON - BEL\nengland: F NTH C A LON - BEL\nengland: F BAL C A LON - BEL")
    assert turn.said("england: F BAL C A LON - BEL") == "illegal STD-CON-6"
    assert turn.units("england") == ["A BEL", "F BAL", "F NTH"]


@pytest.mark.rule("STD-CON-7")
def test_a_dislodged_fleet_breaks_the_convoy() -> None:
    """The army that does not come keeps nobody out of its goal either."""
    turn = play(
        """
        england: A LON - BEL
        england: F NTH C A LON - BEL
        germany: F HOL - NTH
        germany: F HEL S F HOL - NTH
        france: A PIC - BEL
        """
    )
    assert turn.said("england: A LON - BEL") == "disrupted STD-CON-7"
    assert turn.units("england") == ["A LON"]
    assert turn.units("france") == ["A BEL"]


@pytest.mark.rule("STD-CON-8")
def test_an_attack_that_does_not_dislodge_leaves_the_convoy_whole() -> None:
    turn = play("england: A LON - BEL\nengland: F NTH C A LON - BEL\ngermany: F HOL - NTH")
    assert turn.said("england: F NTH C A LON - BEL") == "success STD-CON-8 STD-MOV-5"
    assert turn.units("england") == ["A BEL", "F NTH"]


@pytest.mark.rule("STD-CON-9")
def test_one_standing_route_is_enough() -> None:
    turn = play(
        """
        england: A LON - BEL
        england: F NTH C A LON - BEL
        england: F ENG C A LON - BEL
        germany: F HOL - NTH
        germany: F HEL S F HOL - NTH
        """
    )
    assert turn.said("england: A LON - BEL") == "success STD-MOV-3 STD-CON-9"
    assert turn.units("england") == ["A BEL", "F ENG"]


@pytest.mark.rule("STD-CON-10")
def test_an_own_fleet_that_convoys_puts_the_army_on_board() -> None:
    turn = play("england: A NWY - SWE\nengland: F SKA C A NWY - SWE\nrussia: A SWE - NWY")
    assert turn.units("england") == ["A SWE", "F SKA"]


@pytest.mark.rule("STD-CON-10")
def test_a_foreign_fleet_cannot_put_an_army_on_board() -> None:
    turn = play("england: A NWY - SWE\ngermany: F SKA C A NWY - SWE\nrussia: A SWE - NWY")
    assert turn.said("england: A NWY - SWE") == "bounce STD-HTH-1"
    assert turn.verdict("germany: F SKA C A NWY - SWE").outcome == "void"


@pytest.mark.rule("STD-CON-10")
def test_the_game_may_ask_for_via_in_every_case() -> None:
    orders = "england: A NWY - SWE\nengland: F SKA C A NWY - SWE\nrussia: A SWE - NWY"
    turn = play(orders, options={"adjacent-convoy": "via"})
    assert turn.said("england: A NWY - SWE") == "bounce STD-HTH-1"


@pytest.mark.rule("STD-CON-11")
def test_an_army_whose_convoy_fails_does_not_march() -> None:
    orders = """
        england: A NWY - SWE
        england: F SKA C A NWY - SWE
        germany: F DEN - SKA
        germany: F NTH S F DEN - SKA
    """
    assert play(orders).units("england") == ["A NWY"]
    turn = play("england: A NWY - SWE VIA", units="england: F SKA")
    assert turn.said("england: A NWY - SWE VIA") == "void STD-CON-4"


@pytest.mark.rule("STD-CON-11")
def test_the_game_may_let_it_march() -> None:
    turn = play(
        "england: A NWY - SWE VIA", units="england: F SKA", options={"adjacent-convoy": "2000"}
    )
    assert turn.units("england") == ["A SWE", "F SKA"]


@pytest.mark.rule("STD-CON-12")
def test_a_convoy_that_would_decide_its_own_fate_comes_to_nothing() -> None:
    turn = play(PANDIN)
    assert turn.said("france: A BRE - LON") == "disrupted STD-CON-12"
    assert turn.verdict("england: F LON S F WAL - ENG").outcome == "success"
    assert turn.units("france") == ["A BRE", "F ENG"]


@pytest.mark.rule("STD-CON-12")
@pytest.mark.parametrize("choice", ["szykman", "all-hold", "1982", "2000"])
def test_every_paradox_option_ends_the_paradox(choice: str) -> None:
    turn = play(PANDIN, options={"convoy-paradox": choice})
    assert turn.units("germany") == ["F BEL", "F NTH"]
    assert turn.state.options == ({} if choice == "szykman" else {"convoy-paradox": choice})


@pytest.mark.rule("STD-CON-13")
def test_a_convoyed_army_fights_like_any_other() -> None:
    turn = play(
        """
        italy: A ROM - TUS
        italy: A VEN S A ROM - TUS
        austria: A APU - VEN VIA
        austria: F ADR C A APU - VEN
        austria: A TUS H
        """
    )
    assert turn.said("italy: A VEN S A ROM - TUS") == "cut STD-SUP-7"
    turn = play(
        """
        england: A LON - BEL
        england: F NTH C A LON - BEL
        england: F ENG S A LON - BEL
        france: A BEL H
        """
    )
    assert turn.units("england") == ["A BEL", "F ENG", "F NTH"]
    assert turn.state.dislodged[0].attacker_from is None
