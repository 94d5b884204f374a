"""Where all are at war and no unit is strong, movement is that of Diplomacy: E15V7-CORE-1."""

from __future__ import annotations

from random import Random

import pytest

from generator.engine.board import Board
from generator.engine.movement import STANDARD_POLICY, Movement, MovementPolicy, resolve_movement
from generator.engine.orders.values import UnitOrder
from generator.engine.units import Unit
from generator.rulesets.europe_1615_v7 import EDITION
from tests.engine.movement.positions import random_position
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v7.seven import given

POWERS = tuple(opening(EDITION).facts.powers)
AT_WAR = given(
    units={}, wars=[(one, two) for number, one in enumerate(POWERS) for two in POWERS[number + 1 :]]
)
OURS = {
    "AUSTRIA": "austria",
    "ENGLAND": "england",
    "FRANCE": "france",
    "GERMANY": "bavaria",
    "ITALY": "spain",
    "RUSSIA": "poland",
    "TURKEY": "sweden",
}
Stands = list[tuple[str, Unit]]
Orders = list[UnitOrder | None]


def both(board: Board, stands: Stands, orders: Orders) -> tuple[Movement, Movement]:
    """The movement by this edition's tests, and by those of standard Diplomacy."""
    named = [(OURS[power], unit) for power, unit in stands]
    passage: MovementPolicy = EDITION.passage(AT_WAR.standing, named, EDITION.rulebook)
    ours = resolve_movement(board, named, orders, passage)
    return ours, resolve_movement(board, stands, orders, STANDARD_POLICY)


@pytest.mark.rule("E15V7-CORE-1")
@pytest.mark.parametrize("block", range(4))
def test_random_positions_on_this_board_come_out_the_same(block: int):
    board, dislodged = EDITION.board, 0
    for seed in range(50 * block, 50 * block + 50):
        position = random_position(Random(seed), board)
        ours, standard = both(board, position.units, position.orders)
        assert ours.places == standard.places, f"seed {seed}\n{position.text()}"
        assert ours.outcomes == standard.outcomes, f"seed {seed}\n{position.text()}"
        dislodged += len(ours.dislodged)
    assert dislodged > 20
