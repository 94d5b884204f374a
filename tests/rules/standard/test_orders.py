"""Orders: what may be written, and what becomes of slips."""

from __future__ import annotations

import pytest

from tests.rules.standard.play import adjudicate, open_at, play


@pytest.mark.rule("STD-ORD-1")
def test_a_unit_ordered_to_hold_stays() -> None:
    turn = play("austria: A VIE H\nitaly: A TYR - VIE")
    assert turn.verdict("austria: A VIE H").outcome == "success"
    assert turn.verdict("austria: A VIE H").reasons[0].rule == "STD-ORD-1"
    assert turn.units("austria") == ["A VIE"]


@pytest.mark.rule("STD-ORD-2")
def test_a_unit_without_an_order_holds_and_can_be_supported() -> None:
    turn = play(
        """
        italy: A TYR - VIE
        italy: A BOH S A TYR - VIE
        austria: A BUD S A VIE
        """,
        units="austria: A VIE, A BUD",
    )
    assert turn.verdict("austria: A VIE H").note == "no order given"
    assert turn.verdict("austria: A VIE H").reasons[0].rule == "STD-ORD-2"
    assert turn.said("italy: A TYR - VIE") == "bounce STD-MOV-5"


@pytest.mark.rule("STD-ORD-3")
def test_an_illegal_order_leaves_a_holding_unit() -> None:
    turn = play(
        """
        austria: A VIE - PAR
        austria: A BUD S A VIE
        italy: A TYR - VIE
        italy: A BOH S A TYR - VIE
        """
    )
    assert turn.said("austria: A VIE - PAR") == "illegal STD-MOV-1"
    assert turn.said("austria: A BUD S A VIE") == "success STD-SUP-1"
    assert turn.units("austria") == ["A BUD", "A VIE"]


@pytest.mark.rule("STD-ORD-4")
def test_an_unreadable_line_counts_for_nothing() -> None:
    turn = play("austria: !A VIE - BHO", units="austria: A VIE")
    assert turn.said("austria: A VIE - BHO") == "illegal STD-ORD-4"
    assert turn.units("austria") == ["A VIE"]
    (complaint,) = [one for one in turn.book.complaints if one.severity == "error"]
    assert (complaint.rule, complaint.line, complaint.column) == ("STD-ORD-4", 1, 9)


@pytest.mark.rule("STD-ORD-4")
def test_spelling_does_not_matter_while_the_meaning_is_clear() -> None:
    turn = play("austria: !army vienna to galicia", units="austria: A VIE")
    assert turn.units("austria") == ["A GAL"]
    assert turn.verdict("austria: A VIE - GAL").written == "army vienna to galicia"


@pytest.mark.rule("STD-ORD-5")
def test_nobody_orders_the_units_of_others() -> None:
    turn = play("italy: !A VIE - GAL\nitaly: !A VEN - TYR", units="austria: A VIE\nitaly: A ROM")
    assert turn.said("italy: A VIE - GAL") == "illegal STD-ORD-5"
    assert turn.said("italy: A VEN - TYR") == "illegal STD-ORD-5"
    assert turn.units("austria") == ["A VIE"]


@pytest.mark.rule("STD-ORD-6")
def test_two_different_legal_orders_cancel_each_other() -> None:
    turn = play("austria: A VIE - GAL\naustria: A VIE - BOH")
    assert turn.said("austria: A VIE - GAL") == "illegal STD-ORD-6"
    assert turn.said("austria: A VIE - BOH") == "illegal STD-ORD-6"
    assert turn.units("austria") == ["A VIE"]


@pytest.mark.rule("STD-ORD-6")
def test_the_same_order_twice_counts_once() -> None:
    turn = play("austria: A VIE - GAL\naustria: A VIE - GAL")
    assert turn.said("austria: A VIE - GAL", 1) == "success STD-MOV-3"
    assert turn.said("austria: A VIE - GAL", 2) == "illegal STD-ORD-6"
    assert turn.units("austria") == ["A GAL"]


@pytest.mark.rule("STD-ORD-6")
def test_an_illegal_order_beside_a_legal_one_does_no_harm() -> None:
    turn = play("austria: A VIE - PAR\naustria: A VIE - GAL")
    assert turn.said("austria: A VIE - PAR") == "illegal STD-ORD-6"
    assert turn.units("austria") == ["A GAL"]


@pytest.mark.rule("STD-ORD-7")
def test_the_coast_must_be_named_where_both_are_in_reach() -> None:
    turn = play("france: F MAO - SPA")
    assert turn.said("france: F MAO - SPA") == "illegal STD-ORD-7"
    assert turn.units("france") == ["F MAO"]


@pytest.mark.rule("STD-ORD-7")
def test_the_coast_may_be_left_out_where_only_one_is_in_reach() -> None:
    turn = play("france: F GAS - SPA")
    assert turn.units("france") == ["F SPA/NC"]
    assert turn.book.complaints[0].severity == "warning"


@pytest.mark.rule("STD-ORD-7")
def test_the_wrong_coast_makes_a_move_illegal() -> None:
    assert play("france: F GAS - SPA/SC").said("france: F GAS - SPA/SC") == "illegal STD-MOV-1"


@pytest.mark.rule("STD-ORD-8")
def test_a_wrong_or_missing_type_does_not_spoil_an_order() -> None:
    state = open_at("austria: A VIE, F TRI, A GRE")
    turn = adjudicate(state, "austria: F VIE - GAL\naustria: TRI - ADR\naustria: A GRE - BUL/SC")
    assert turn.units("austria") == ["A BUL", "A GAL", "F ADR"]
    assert turn.verdict("austria: A VIE - GAL").written == "F VIE - GAL"


@pytest.mark.rule("STD-ORD-9")
def test_an_army_whose_convoy_was_not_ordered_has_tried_to_leave() -> None:
    turn = play(
        """
        england: A LON - BEL
        england: F NTH H
        england: A WAL S A LON
        france: F ENG - LON
        france: A YOR S F ENG - LON
        """
    )
    assert turn.said("england: A WAL S A LON") == "void STD-SUP-5"
    assert turn.verdict("england: A LON - BEL").outcome == "void"
    assert turn.units("france") == ["A YOR", "F LON"]
