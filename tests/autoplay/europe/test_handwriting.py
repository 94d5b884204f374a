"""Every pen can be read: what it writes without slips, the reader reads back as it was meant."""

from __future__ import annotations

from typing import Any

import pytest

from generator.autoplay.europe.handwriting import PENS, Pen, draw_pen, write_line
from generator.engine.chance import Chance
from generator.engine.orders.values import (
    Convoy,
    Disband,
    Hold,
    Move,
    Retreat,
    SupportHold,
    SupportMove,
)
from generator.engine.phases import Setup
from generator.engine.units import Piece
from generator.rulesets.europe.features.extension import Vote
from generator.rulesets.europe.reading.reader import game_reader
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    Declare,
    DiplomaticAttack,
    MinorBuild,
    MinorDisband,
    PlaceInfs,
    Transfer,
)
from generator.rulesets.europe_1619 import EDITION, RULESET
from generator.rulesets.europe_1619.reichstag_orders import ReichstagCall, ReichstagVote
from tests.autoplay.europe.playing import SEEDS, phases, six_years

STATE = RULESET.opening(Setup())
FACTS, BOARD = STATE.facts, STATE.facts.board
READER = game_reader(EDITION, FACTS)


def every_unit() -> list[Piece]:
    """Both kinds of unit wherever they can stand, fleets on their coasts."""
    pieces = []
    for code, one in BOARD.provinces.items():
        if one.kind != "sea":
            pieces.append(Piece("A", code))
        if one.kind != "inland":
            pieces += [Piece("F", f"{code}/{coast}") for coast in one.coasts] or [Piece("F", code)]
    return pieces


def diplomatic_orders() -> list[Any]:
    orders: list[Any] = [
        *(PlaceInfs(number, state) for number in (1, 3, 12) for state in FACTS.minors),
        *(DiplomaticAttack(state, power) for state in FACTS.minors for power in FACTS.powers),
        ReichstagCall(2, "saxony", "infs", "HES"),
        ReichstagCall(3, "france", "", "LOR"),
        ReichstagVote(True),
        ReichstagVote(False),
    ]
    for kind in ("war", "alliance", "dissolution", "armistice"):
        orders += [Declare(kind, power) for power in FACTS.powers]  # type: ignore[arg-type]
    return orders


def builds_orders() -> list[Any]:
    orders: list[Any] = []
    for power in FACTS.powers:
        orders += [
            Transfer("loan", 5, power, 1, 1625),
            Transfer("loan", 4, power, 0, 1630),
            Transfer("loan", 3, power),
            Transfer("grant", 7, power),
            Transfer("repayment", 2, power),
        ]
    for piece in every_unit():
        if BOARD.provinces[piece.province].kind != "sea":
            orders.append(BuildUnit(piece))
        if piece.kind == "A":
            orders += [BolsterUnit(piece), BolsterUnit(piece, 3)]
    for state, minor in FACTS.minors.items():
        home = Piece("A", minor.seat)
        orders += [
            BuyUnit(home, state),
            BolsterUnit(home, 2, state),
            MinorBuild(state, "A"),
            MinorDisband(state, home),
        ]
    return [*orders, MinorBuild("IRE", "F", "EC")]


def movement_orders() -> list[Any]:
    orders: list[Any] = []
    army, fleet = Piece("A", "PAR"), Piece("F", "HOL/EC")
    for piece in every_unit():
        ways = BOARD.fleet_from(piece.at) if piece.kind == "F" else BOARD.army_from(piece.at)
        orders += [Hold(piece), SupportHold(piece, army), SupportHold(piece, fleet)]
        orders += [Move(piece, to) for to in ways]
        orders += [SupportMove(piece, fleet, to) for to in BOARD.fleet_from("HOL/EC")]
        if BOARD.provinces[piece.province].kind == "sea":
            orders += [Convoy(piece, army, to) for to in ("NORM", "BRE", "COP")]
    return orders


def retreat_orders() -> list[Any]:
    orders: list[Any] = []
    for piece in every_unit():
        ways = BOARD.fleet_from(piece.at) if piece.kind == "F" else BOARD.army_from(piece.at)
        orders += [Disband(piece), *(Retreat(piece, to) for to in ways)]
    return orders


ORDERS = {
    "diplomatic": diplomatic_orders(),
    "builds": builds_orders(),
    "movement": movement_orders(),
    "retreats": retreat_orders(),
    "vote": [Vote("extend", 1), Vote("extend", 2), Vote("draw")],
}


@pytest.mark.parametrize("pen", PENS, ids=lambda pen: pen.name)
@pytest.mark.parametrize("phase", ORDERS)
def test_what_a_pen_writes_is_read_as_it_was_meant(pen: Pen, phase: str) -> None:
    for order in ORDERS[phase]:
        text = write_line(FACTS, pen, order)
        read = READER.read_sheet(text, phase, "austria")
        assert [str(one.order) for one in read.orders] == [str(order)], text
        assert not read.complaints, text


@pytest.mark.parametrize("pen", [pen for pen in PENS if pen.labels], ids=lambda pen: pen.name)
def test_a_label_in_front_of_a_state_s_unit_is_read_over(pen: Pen) -> None:
    for state, minor in FACTS.minors.items():
        if not minor.label:
            continue
        for unit in minor.units:
            text = write_line(FACTS, pen, Hold(unit.piece), state)
            assert text.startswith(minor.label)
            read = READER.read_sheet(text, "movement", "austria")
            assert [str(one.order) for one in read.orders] == [str(Hold(unit.piece))], text
            assert not read.complaints, text


def test_all_pens_are_in_use_and_each_power_keeps_its_own() -> None:
    powers = tuple(FACTS.powers)
    drawn = [draw_pen(Chance("ember", "1619"), powers, power) for power in powers]
    assert {pen.name for pen in drawn} == {pen.name for pen in PENS}
    assert drawn == [draw_pen(Chance("ember", "1648"), powers, power) for power in powers]


def test_every_line_is_one_line() -> None:
    for seed in SEEDS:
        for phase in six_years(seed):
            for lines in phase.sheets.values():
                assert all(line.strip() and "\n" not in line for line in lines)


@pytest.mark.parametrize("kind", ["diplomatic", "movement", "builds"])
def test_nearly_all_that_was_meant_is_read_from_the_sheets(kind: str) -> None:
    """Slips spoil a few orders in a hundred, and some there are."""
    meant = lost = 0
    for phase in phases(kind):
        for power, orders in phase.meant.items():
            if not phase.sheets[power]:
                continue
            read = [str(one.order) for one in phase.book.sheets[power].orders]
            meant += len(orders)
            lost += sum(str(order) not in read for order in orders)
    assert meant > 100
    assert lost <= 0.04 * meant
    errors = sum(one.severity == "error" for phase in phases(kind) for one in phase.book.complaints)
    assert errors <= 0.06 * meant


def test_some_sheets_have_slips() -> None:
    kinds = {
        one.problem for seed in SEEDS for phase in six_years(seed) for one in phase.book.complaints
        if one.severity == "error"
    }  # fmt: skip
    assert len(kinds) >= 4
