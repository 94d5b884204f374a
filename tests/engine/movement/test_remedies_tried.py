"""Remedies tried out: what is named would have done, and "none" means that nothing would have."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import product
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.engine.movement import (
    STANDARD_POLICY,
    Movement,
    MovementOptions,
    MovementPolicy,
    resolve_movement,
)
from generator.engine.movement.judgment import OrderCase
from generator.engine.movement.why.candidates import Candidates, Scopes
from generator.engine.movement.why.remedies import Remedies
from generator.engine.orders.values import Convoy, Hold, Move, SupportHold, SupportMove, UnitOrder
from generator.engine.verdicts import Remedy
from tests.datc.cases import datc_cases
from tests.engine.movement.alliances import Alliances
from tests.engine.movement.notation import board, parse
from tests.engine.movement.positions import POWERS, Position, random_position
from tests.engine.movement.refusals import Drawn

FAILED = ("bounce", "cut", "disrupted", "dislodged", "void")
FRIENDS = Alliances((frozenset(POWERS[:3]), frozenset(POWERS[3:5])), (("MUN", "TST-1"),))
SETTINGS: list[tuple[MovementPolicy, MovementOptions, int]] = [
    (STANDARD_POLICY, MovementOptions(), 1),
    (STANDARD_POLICY, MovementOptions(), 4),
    (FRIENDS, MovementOptions(), 4),
    (Drawn(1, 0.7, 0.5), MovementOptions(), 4),
    *[
        (STANDARD_POLICY, MovementOptions(paradox=paradox, adjacent_convoy=adjacent), 1)
        for paradox, adjacent in product(
            ("szykman", "all-hold", "1982", "2000"), ("2023", "2000", "via")
        )
    ],
]
REFUSING = 3


def resolve(
    position: Position, number: int, changes: Sequence[tuple[int, UnitOrder | None]] = ()
) -> Movement:
    policy, options, _ = SETTINGS[number]
    orders = list(position.orders)
    for index, order in changes:
        orders[index] = order
    return resolve_movement(board(), position.units, orders, policy, options)


def failures(movement: Movement) -> list[int]:
    return [index for index, one in enumerate(movement.outcomes) if one in FAILED]


def small_position(seed: int, strengths: int) -> Position:
    """A position of at most 12 units: every single change can be tried."""
    rng = Random(seed)
    while True:
        position = random_position(rng, board(), strengths)
        if len(position.units) <= 12:
            return position


def read(position: Position, text: str) -> tuple[int, UnitOrder | None]:
    unit, order = parse(text)
    (index,) = [n for n, (_, one) in enumerate(position.units) if one.piece == unit.piece]
    return index, order


def is_free(position: Position, number: int, index: int) -> bool:
    """Whether a unit held, failed, or gave a support or a convoy without which nothing that
    happened would have been otherwise."""
    now, order = resolve(position, number), position.orders[index]
    if order is None or isinstance(order, Hold) or now.outcomes[index] != "success":
        return True
    then = resolve(position, number, [(index, None)])
    return not isinstance(order, Move) and seen_in(now, index) == seen_in(then, index)


def seen_in(movement: Movement, but: int) -> tuple[object, ...]:
    """Where all units are, what is contested, and which orders but one succeeded."""
    succeeded = [one == "success" for n, one in enumerate(movement.outcomes) if n != but]
    return movement.places, movement.contested, succeeded


def check(position: Position, number: int, goal: int, found: Remedy) -> None:
    """The orders that a remedy names, given or left out as it says, make the goal succeed. Whoever
    is asked for help was free, is named, and loses nothing by it."""
    about = f"{position.text()}\n{SETTINGS[number][1]}\n{position.orders[goal]}: {found}"
    assert bool(found.orders) == (found.kind != "none"), about
    before = resolve(position, number)
    for text in found.orders:
        index, order = read(position, text)
        assert index != goal, about
        assert f"{position.units[index][0]}'s {text}" in found.text, about
        if found.kind == "without":
            assert position.orders[index] == order, about
            order = None
        else:
            assert position.orders[index] != order, about
        changed = resolve(position, number, [(index, order)])
        assert changed.outcomes[goal] == "success", about
        if found.kind in ("support", "convoy"):
            assert changed.outcomes[index] == "success", about
            without = resolve(position, number, [(index, None)])
            assert without.outcomes[goal] != "success", about
        if found.kind in ("support", "convoy") or isinstance(order, Convoy):
            assert is_free(position, number, index), about
            assert before.driven_by(index) >= 0 or changed.driven_by(index) < 0, about


def every_change(position: Position) -> Iterator[tuple[int, UnitOrder | None]]:
    """Every single support of what the others were ordered, convoy of what they were ordered, and
    hold, possible or not."""
    for index, (_, unit) in enumerate(position.units):
        yield index, None
        for other, (_, aided) in enumerate(position.units):
            if other == index:
                continue
            order = position.orders[other]
            yield index, SupportHold(unit.piece, aided.piece)
            if isinstance(order, Move):
                yield index, SupportMove(unit.piece, aided.piece, order.to)
                if aided.kind == "A":
                    yield index, Convoy(unit.piece, aided.piece, order.to)


@given(seed=st.integers(0, 10**9), number=st.integers(0, len(SETTINGS) - 1))
def test_what_is_named_would_have_done(seed: int, number: int):
    position = random_position(Random(seed), board(), SETTINGS[number][2])
    movement = resolve(position, number)
    remedies = Remedies(movement, [owner for owner, _ in position.units])
    for goal in failures(movement):
        check(position, number, goal, remedies.remedy(goal))


def check_none(position: Position, number: int) -> int:
    """Where a remedy is "none" no order fewer and no help by a free unit makes the order succeed;
    return how many are."""
    movement = resolve(position, number)
    remedies = Remedies(movement, [owner for owner, _ in position.units])
    hopeless = [goal for goal in failures(movement) if remedies.remedy(goal).kind == "none"]
    for index, order in every_change(position) if hopeless else ():
        if order == position.orders[index]:
            continue
        changed = resolve(position, number, [(index, order)])
        if order is not None and changed.outcomes[index] in ("void", "illegal"):
            continue
        if order is not None and not is_free(position, number, index):
            continue
        if order is not None and movement.driven_by(index) < 0 <= changed.driven_by(index):
            continue
        for goal in hopeless:
            if goal != index:
                about = (
                    f"{position.text()}\n{position.orders[goal]}: {position.units[index]} {order}"
                )
                assert changed.outcomes[goal] != "success", about
    return len(hopeless)


@given(seed=st.integers(0, 10**9), number=st.integers(0, len(SETTINGS) - 1))
def test_where_nothing_is_named_nothing_would_have_done(seed: int, number: int):
    check_none(small_position(seed, SETTINGS[number][2]), number)


def test_the_cases_of_datc_have_true_remedies():
    """Paradoxes, rings and convoys to neighbors, by every combination of the options."""
    seen: set[str] = set()
    for case in datc_cases():
        if case.phase == "build":
            continue
        position = Position()
        given_orders = {(one.power, one.order.split()[1]): one.order for one in case.lines}
        for power, own in case.units.items():
            for text in own:
                unit, _ = parse(text)
                position.units.append((power, unit))
                order = given_orders.get((power, unit.at))
                position.orders.append(parse(order)[1] if order else None)
        for number in range(len(SETTINGS)):
            movement = resolve(position, number)
            remedies = Remedies(movement, [owner for owner, _ in position.units])
            for goal in failures(movement):
                found = remedies.remedy(goal)
                check(position, number, goal, found)
                seen.add(found.kind)
    assert seen == {"support", "convoy", "without", "matched", "none"}


@settings(max_examples=30, deadline=None)
@given(seed=st.integers(0, 10**9), number=st.integers(0, len(SETTINGS) - 1))
def test_resolving_a_scope_gives_what_resolving_everything_gives(seed: int, number: int):
    position = random_position(Random(seed), board(), SETTINGS[number][2])
    movement = resolve(position, number)
    scopes = Scopes(movement)
    candidates = Candidates(scopes, ["x"] * len(position.units), lambda index, order: True)
    rng = Random(seed)
    for goal in failures(movement):
        changes: list[tuple[int, UnitOrder | None]] = [
            change
            for unit in candidates.helped(scopes.scope(goal))
            for change in (*candidates.supports_of(unit), *candidates.convoys_of(unit))
        ]
        changes += [(index, None) for index in range(len(position.units))]
        for index, order in rng.sample(changes, min(len(changes), 25)):
            if index != goal:
                local = scopes.changed(scopes.scope(goal), index, order)
                whole = resolve(position, number, [(index, order)])
                about = f"{position.text()}\n{position.orders[goal]}: {index} {order}"
                assert local.outcome(goal) == whole.outcomes[goal], about


@pytest.mark.parametrize(
    ("seed", "number"),
    [(n, n % len(SETTINGS)) for n in range(len(SETTINGS))] + [(n, REFUSING) for n in (30, 31)],
)
def test_judging_one_order_anew_gives_what_judging_all_gives(seed: int, number: int):
    policy, options, strengths = SETTINGS[number]
    position = small_position(seed, strengths)
    case = resolve(position, number).case
    seen = 0
    for index, order in every_change(position):
        judged = case.with_order(index, order)
        if judged is not None:
            orders = list(position.orders)
            orders[index] = order
            fresh = OrderCase(board(), position.units, orders, policy, options, case.marches)
            for name in OrderCase.__slots__:
                about = f"{position.text()}\n{index} {order}: {name}"
                assert getattr(judged[0], name) == getattr(fresh, name), about
            seen += 1
    assert seen


@pytest.mark.parametrize("seed", range(6))
def test_a_remedy_does_not_hang_on_what_was_asked_before(seed: int):
    position = random_position(Random(seed), board())
    movement = resolve(position, 0)
    sides = [owner for owner, _ in position.units]
    failed = failures(movement)
    together = Remedies(movement, sides)
    found = [together.remedy(goal) for goal in reversed(failed)]
    assert [Remedies(movement, sides).remedy(goal) for goal in reversed(failed)] == found
    again = Remedies(resolve(position, 0), sides)
    assert [again.remedy(goal) for goal in reversed(failed)] == found


def test_random_positions_have_remedies_of_every_kind():
    """The comparisons are worth nothing where every order has the same remedy."""
    seen: set[tuple[str, str]] = set()
    for seed in range(150):
        position = random_position(Random(seed), board())
        movement = resolve(position, 0)
        remedies = Remedies(movement, [owner for owner, _ in position.units])
        seen |= {(movement.outcomes[n], remedies.remedy(n).kind) for n in failures(movement)}
    assert {kind for _, kind in seen} == {"support", "convoy", "without", "matched", "none"}
    assert {outcome for outcome, _ in seen} == set(FAILED)
