"""Positions in which adjudicators that pass DATC have gone wrong."""

from __future__ import annotations

from generator.engine.retreats import mask_of, retreat_places
from tests.engine.movement.notation import Turn, board, play


def retreats(turn: Turn, unit: str) -> list[str]:
    """Where a dislodged unit may go."""
    movement = turn.movement
    one = next(one for one in movement.dislodged if str(one.unit) == unit)
    barred = mask_of(board(), [place for place in movement.places if place])
    barred |= mask_of(board(), movement.contested)
    if one.attacker_from is not None:
        barred |= mask_of(board(), [one.attacker_from])
    return list(retreat_places(board(), one.unit, barred))


# --- 1: head to head, a power supports the foreign attack on its own unit


def test_own_support_counts_for_the_defender_in_a_head_to_head():
    """Greece supports Turkey against its own Bulgaria: no help in dislodging it, but Bulgaria's
    attack on Constantinople is as strong as Turkey's own with that support."""
    turn = play(
        russia=["A GRE S A CON - BUL", "A BUL - CON", "A ANK S A BUL - CON"],
        turkey=["A CON - BUL"],
    )
    assert turn.moved == []
    assert turn.dislodged == []
    assert turn.outcome("A BUL") == turn.outcome("A CON") == "bounce"
    assert turn.strength("A CON") == turn.strength("A BUL") == 2


def test_two_own_supports_that_meet_head_to_head_move_nobody():
    turn = play(
        austria=["F BAL - SWE", "F PRU S F SWE - BAL"],
        turkey=["F SKA S F BAL - SWE", "F SWE - BAL"],
        russia=["F FIN S F BAL - SWE"],
    )
    assert turn.moved == []
    assert turn.outcome("F BAL") == turn.outcome("F SWE") == "bounce"


# --- 2: no help against one's own unit, by convoy too


def test_support_against_an_own_unit_does_not_help_a_convoyed_attack():
    turn = play(
        france=["A BEL - HOL VIA"],
        turkey=["A HOL H", "A KIE S A BEL - HOL", "F NTH C A BEL - HOL"],
    )
    assert turn.outcome("A BEL") == "bounce"
    assert turn.outcome("F NTH") == "success"
    assert turn.dislodged == []


# --- 3: a convoy falls only with its fleet


def test_an_attack_that_cannot_dislodge_leaves_the_convoy_whole():
    turn = play(
        russia=["A EDI - LON VIA", "F NTH C A EDI - LON", "F NWG S F BEL - NTH"],
        austria=["F BEL - NTH"],
    )
    assert turn.moved == ["A LON"]


def test_an_army_lands_though_its_fleet_is_attacked_with_support_that_it_cuts():
    turn = play(
        france=["A HOL - LON", "F NTH C A HOL - LON", "F ENG S A HOL - LON"],
        england=["F LON S F NWG - NTH", "F NWG - NTH"],
        germany=["F HEL S F NTH"],
    )
    assert turn.moved == ["A LON"]
    assert turn.dislodged == ["F LON"]


# --- 4: an army convoyed to a neighbor cuts support there


def test_an_army_convoyed_to_a_neighbor_cuts_support_there():
    turn = play(
        turkey=["A ROM - TUS", "A VEN S A ROM - TUS", "F ADR C A APU - VEN"],
        austria=["A APU - VEN VIA", "A TUS H"],
    )
    assert turn.outcome("A VEN") == "cut"
    assert turn.outcome("A ROM") == "bounce"
    assert turn.moved == []


# --- 5: retreats after dislodgement by a convoyed army


def test_a_unit_dislodged_by_convoy_may_go_where_the_attacker_came_from():
    turn = play(
        england=["A NWY - DEN", "F SKA C A NWY - DEN", "F HEL S A NWY - DEN"],
        germany=["A DEN H"],
    )
    assert turn.dislodged == ["A DEN"]
    assert retreats(turn, "A DEN") == ["KIE", "SWE"]


def test_a_unit_dislodged_by_convoy_does_not_retreat_to_occupied_or_contested_places():
    turn = play(
        england=["A NWY - DEN", "F SKA C A NWY - DEN", "F HEL S A NWY - DEN", "A BER - KIE"],
        germany=["F DEN H", "A RUH - KIE", "F SWE H"],
        russia=["F BOT - BAL", "F PRU - BAL"],
    )
    assert turn.movement.contested == {"KIE", "BAL"}
    assert retreats(turn, "F DEN") == ["NTH"]


# --- 6: rings with a rival from outside


def test_a_ring_stops_for_an_equal_rival_from_outside():
    turn = play(
        turkey=["A ANK - CON", "A CON - SMY", "A SMY - ANK"],
        austria=["A BUL - CON"],
    )
    assert turn.moved == []
    assert turn.dislodged == []


def test_a_supported_ring_goes_round_in_spite_of_an_outside_rival():
    turn = play(
        turkey=["A ANK - CON", "A CON - SMY", "A SMY - ANK", "F BLA S A ANK - CON"],
        austria=["A BUL - CON"],
    )
    assert turn.moved == ["A CON", "A SMY", "A ANK"]


def test_a_ring_goes_round_when_its_rivals_are_as_strong_as_each_other_but_weaker_than_it():
    turn = play(
        turkey=["A ANK - CON", "A CON - SMY", "A SMY - ANK", "F BLA S A ANK - CON"],
        austria=["A BUL - CON"],
        italy=["F AEG - CON"],
    )
    assert turn.moved == ["A CON", "A SMY", "A ANK"]
