"""Every hand can be read: what it writes without slips, the parser reads back as it was meant."""

from __future__ import annotations

import pytest

from generator.autoplay.handwriting import HANDS, Hand, draw_hand, write_order, write_sheet
from generator.autoplay.slips import misspell
from generator.engine.chance import Chance
from generator.engine.orders import AnyOrder, Build, PhaseKind, Waive, read_order, read_orders
from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Remove,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.units import Piece
from generator.rulesets.standard import RULESET, facts
from tests.autoplay.playing import three_years

BOARD = facts.board()
POWERS = tuple(facts.powers())


def every_unit() -> list[Piece]:
    """Both kinds of unit wherever they can stand, fleets on their coasts."""
    pieces = []
    for code, one in BOARD.provinces.items():
        if one.kind != "sea":
            pieces.append(Piece("A", code))
        if one.kind != "inland":
            pieces += [Piece("F", f"{code}/{coast}") for coast in one.coasts] or [Piece("F", code)]
    return pieces


def orders_of(kind: PhaseKind) -> list[AnyOrder]:
    """Orders of every form for every unit."""
    orders: list[AnyOrder] = []
    army, fleet = Piece("A", "LON"), Piece("F", "SPA/SC")
    for piece in every_unit():
        ways = BOARD.fleet_from(piece.at) if piece.kind == "F" else BOARD.army_from(piece.at)
        if kind == "movement":
            orders += [Hold(piece), SupportHold(piece, army), SupportHold(piece, fleet)]
            orders += [Move(piece, to) for to in ways]
            orders += [SupportMove(piece, fleet, to) for to in BOARD.fleet_from("SPA/SC")]
            if BOARD.provinces[piece.province].kind == "sea":
                orders += [Convoy(piece, army, to) for to in ("BEL", "STP", "TUN")]
            if piece.kind == "A":
                orders.append(Move(piece, "BRE", via=True))
        elif kind == "retreat":
            orders += [Disband(piece), *(Retreat(piece, to) for to in ways)]
        else:
            orders += [Build(piece), Remove(piece)]
    return [*orders, Waive()] if kind == "build" else orders


@pytest.mark.parametrize("hand", HANDS, ids=str)
@pytest.mark.parametrize("kind", ["movement", "retreat", "build"])
def test_what_a_hand_writes_is_read_as_it_was_meant(hand: Hand, kind: PhaseKind) -> None:
    for order in orders_of(kind):
        text = write_order(BOARD, hand, order)
        read = read_order(text, BOARD, kind)
        assert str(read) == str(order), f"{text!r} was read as {read}"


@pytest.mark.parametrize("hand", HANDS, ids=str)
def test_a_sheet_holds_its_orders_unless_its_writer_slips(hand: Hand) -> None:
    """Of 200 sheets of six orders most are without fault, and none but a few orders are lost."""
    orders = orders_of("movement")
    faultless = lost = 0
    for number in range(200):
        draws = Chance("ember", f"sheet {number}")
        meant = [draws.pick(orders) for _ in range(6)]
        text = "\n".join(write_sheet(BOARD, hand, meant, (), draws))
        written, _ = read_orders(text, BOARD, "movement")
        read = [str(one.order) for one in written]
        faultless += read == [str(order) for order in meant]
        lost += sum(str(order) not in read for order in meant)
    assert 160 <= faultless <= 195
    assert 0 < lost < 40


def test_hands_differ_from_power_to_power_and_stay_for_the_game() -> None:
    hands = [draw_hand(Chance("ember", "spring"), POWERS, power) for power in POWERS]
    assert len({hand.name for hand in hands}) == len(POWERS) == len(HANDS)
    assert hands == [draw_hand(Chance("ember", "winter"), POWERS, power) for power in POWERS]


@pytest.mark.parametrize("text", ["A PAR - BUR", "a vie-tri", "Army Paris to Burgundy"])
def test_a_misspelled_order_is_refused_and_never_taken_for_another(text: str) -> None:
    meant = str(read_order(text, BOARD, "movement"))
    for number in range(20):
        wrong = misspell(BOARD, text, Chance("ember", f"slip {number}"))
        assert wrong != text
        written, _ = read_orders(wrong, BOARD, "movement")
        assert all(one.order is None or str(one.order) == meant for one in written)


def test_players_slip_now_and_then() -> None:
    """A few orders of a hundred are complained about as errors, and most sheets have none."""
    orders = errors = 0
    for seed in ("ember", "flint"):
        for phase in three_years(seed):
            orders += sum(len(sheet.orders) for sheet in phase.book.sheets.values())
            errors += sum(one.severity == "error" for one in phase.book.complaints)
    assert 0.005 * orders <= errors <= 0.06 * orders


def test_every_line_is_one_line() -> None:
    for phase in three_years("ember"):
        for power, lines in phase.sheets.items():
            assert power in RULESET.powers
            assert all(line.strip() and "\n" not in line for line in lines)
