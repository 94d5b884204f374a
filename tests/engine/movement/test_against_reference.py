"""The resolver against a plain second adjudicator, on positions full of trouble."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.engine.movement import (
    STANDARD_POLICY,
    Explainer,
    Movement,
    MovementPolicy,
    resolve_movement,
)
from generator.engine.movement.solve import SUCCEEDS
from generator.engine.retreats import mask_of, retreat_places
from generator.engine.rulebook import Rulebook
from tests.datc.cases import DatcCase, datc_cases
from tests.engine.movement.notation import Causes, board, parse
from tests.engine.movement.positions import Position, random_position, ring_position
from tests.engine.movement.reference import Answer, adjudicate
from tests.engine.movement.refusals import Drawn

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


def both(position: Position, policy: MovementPolicy = STANDARD_POLICY) -> tuple[Answer, Answer]:
    """The resolver's answer and the reference's, in one form."""
    movement = resolve_movement(board(), position.units, position.orders, policy)
    answer = Answer(
        movement.places,
        frozenset(one.index for one in movement.dislodged),
        movement.contested,
        retreats(movement),
    )
    return answer, adjudicate(board(), position.units, position.orders, policy)


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


# --- with refusals to help and to follow


def drawn_position(seed: int) -> tuple[Position, Drawn]:
    """A position, rather often a ring, and a policy that refuses some or all questions."""
    rng = Random(seed)
    make = rng.choice((random_position, ring_position, ring_position))
    position = make(rng, board(), rng.choice((1, 4)))
    return position, Drawn(seed, rng.choice((0.3, 0.5, 1)), rng.choice((0, 0.3, 0.7)))


@given(seed=st.integers(0, 10**9))
def test_positions_agree_whoever_may_not_help_or_follow(seed: int):
    position, policy = drawn_position(seed)
    resolved, expected = both(position, policy)
    assert resolved == expected, f"{policy}\n{position.text()}"


@given(seed=st.integers(0, 10**9))
def test_a_refusal_is_the_reason_where_it_decides(seed: int):
    """Void help and moves that may not follow have the policy's rule, and no other order has."""
    position, policy = drawn_position(seed)
    movement = resolve_movement(board(), position.units, position.orders, policy)
    case, state = movement.case, movement.solver.state
    explainer = Explainer(movement, Rulebook((), Causes()))
    for index, outcome in enumerate(movement.outcomes):
        rule = explainer.explain(index)[0].rule
        assert (rule == "TST-4") == (index in case.refusal)
        if rule == "TST-4":
            assert outcome == "void"
        elif rule == "TST-3":
            assert outcome == "bounce"
            assert index in case.contingent
        elif index in case.contingent and outcome == "bounce":
            assert state[case.occupant[case.target[index]]] != SUCCEEDS


def test_drawn_positions_refuse_and_hold_back():
    """The comparison is worth nothing where nobody is refused."""
    contingent = void = held_back = 0
    for seed in range(400):
        position, policy = drawn_position(seed)
        movement = resolve_movement(board(), position.units, position.orders, policy)
        contingent += len(movement.case.contingent)
        void += len(movement.case.refusal)
        held_back += bool(movement.solver.held_back)
    assert contingent > 500
    assert void > 300
    assert held_back > 5
