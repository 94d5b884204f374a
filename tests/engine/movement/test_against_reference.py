"""The resolver against a plain second adjudicator, on positions full of trouble."""

from __future__ import annotations

from random import Random

import pytest

from generator.engine.movement import Movement, resolve_movement
from generator.engine.retreats import mask_of, retreat_places
from tests.datc.cases import DatcCase, datc_cases
from tests.engine.movement.notation import board, parse
from tests.engine.movement.positions import Position, random_position
from tests.engine.movement.reference import Answer, adjudicate

MOVEMENTS = [case for case in datc_cases() if case.phase != "build"]


def retreats(movement: Movement) -> dict[int, tuple[str, ...]]:
    """Where each dislodged unit may go."""
    barred = mask_of(board(), [place for place in movement.places if place])
    barred |= mask_of(board(), movement.contested)
    found = {}
    for one in movement.dislodged:
        closed = barred
        if one.attacker_from is not None:
            closed |= mask_of(board(), [one.attacker_from])
        found[one.index] = retreat_places(board(), one.unit, closed)
    return found


def both(position: Position) -> tuple[Answer, Answer]:
    """The resolver's answer and the reference's, in one form."""
    movement = resolve_movement(board(), position.units, position.orders)
    answer = Answer(
        movement.places,
        frozenset(one.index for one in movement.dislodged),
        movement.contested,
        retreats(movement),
    )
    return answer, adjudicate(board(), position.units, position.orders)


@pytest.mark.parametrize("case", MOVEMENTS, ids=lambda case: case.id)
def test_the_reference_passes_datc(case: DatcCase):
    """So that what it says of other positions has weight."""
    position = Position()
    orders = {}
    for line in case.lines:
        unit, order = parse(line.order)
        orders.setdefault((line.power, unit.province), order)
    for power, own in case.units.items():
        for text in own:
            unit, _ = parse(text)
            position.units.append((power, unit))
            position.orders.append(orders.get((power, unit.province)))
    answer = adjudicate(board(), position.units, position.orders)
    after: dict[str, list[str]] = {}
    for (power, unit), at in zip(position.units, answer.places, strict=True):
        if at is not None:
            after.setdefault(power, []).append(f"{unit.kind} {at}")
    expected = case.after if case.phase == "movement" else case.standing
    assert {power: sorted(own) for power, own in after.items()} == expected
    named = {f"{position.units[i][0]}: {position.units[i][1]}": i for i in answer.dislodged}
    assert {name: list(answer.retreats[i]) for name, i in named.items()} == case.retreats


@pytest.mark.parametrize("block", range(10))
@pytest.mark.parametrize("strengths", [1, 4], ids=["ordinary", "bolstered"])
def test_random_positions_agree(block: int, strengths: int):
    for number in range(40 * block, 40 * block + 40):
        seed = 100_000 * strengths + number
        position = random_position(Random(seed), board(), strengths)
        resolved, expected = both(position)
        assert resolved == expected, f"seed {seed}\n{position.text()}"


def test_random_positions_are_full_of_trouble():
    """The comparison is worth nothing on positions where nobody meets."""
    paradoxes = rings = convoys = dislodged = 0
    for seed in range(200):
        position = random_position(Random(seed), board())
        movement = resolve_movement(board(), position.units, position.orders)
        paradoxes += bool(movement.solver.broken)
        rings += bool(movement.solver.rings)
        convoys += sum(movement.case.by_convoy)
        dislodged += len(movement.dislodged)
    assert paradoxes > 30
    assert rings > 2
    assert convoys > 200
    assert dislodged > 150
