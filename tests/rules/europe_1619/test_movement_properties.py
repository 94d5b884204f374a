"""What holds of movement and retreats whatever is ordered."""

from __future__ import annotations

import random

from hypothesis import given as over
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.orders import AnyOrder, Convoy, Hold, Move, Retreat, SupportHold, SupportMove
from generator.engine.phases import Resolution
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, opening, play, position

OPENING = opening(EDITION)
BOARD = OPENING.facts.board
SIDES = [*OPENING.facts.powers, *(s for s, own in OPENING.units.items() if is_minor(s) and own)]


def _place(chance: random.Random) -> dict[str, list[str]]:
    """Sixty units, strong and weak, anywhere."""
    places = [code for code in BOARD.codes if BOARD.provinces[code].kind != "impassable"]
    units: dict[str, list[str]] = {}
    for code in chance.sample(places, 60):
        one = BOARD.provinces[code]
        fleet = one.kind == "sea" or (one.kind == "coastal" and chance.random() < 0.3)
        at = f"{code}/{chance.choice(list(one.coasts))}" if fleet and one.coasts else code
        unit = Unit("F", at) if fleet else Unit("A", at, chance.choice((1, 1, 2, 4)))
        units.setdefault(chance.choice(SIDES), []).append(str(unit))
    return units


def _position(chance: random.Random, **options: object) -> EuropeState:
    powers = list(OPENING.facts.powers)
    pairs = [(a, b) for n, a in enumerate(powers) for b in powers[n + 1 :]]
    kinds = {pair: chance.choice(("war", "alliance", "peace")) for pair in pairs}
    land = list(OPENING.facts.provinces)
    return position(
        EDITION,
        units=_place(chance),
        wars=[pair for pair, kind in kinds.items() if kind == "war"],
        alliances=[pair for pair, kind in kinds.items() if kind == "alliance"],
        infs={
            state: {chance.choice(powers): chance.randint(0, 4), chance.choice(powers): 2}
            for state in chance.sample(list(OPENING.facts.minors), 20)
        },
        captures={code: chance.choice(powers) for code in chance.sample(land, 15)},
        options=options,
    )


def _orders(chance: random.Random, state: EuropeState) -> dict[str, list[AnyOrder]]:
    sheets: dict[str, list[AnyOrder]] = {}
    units = [unit for _, unit in state.stands]
    for owner, unit in state.stands:
        near = BOARD.army_from(unit.at) if unit.kind == "A" else BOARD.fleet_from(unit.at)
        other = chance.choice(units)
        goal = chance.choice(near or BOARD.codes)
        order: AnyOrder = chance.choice(
            (
                Move(unit.piece, goal),
                Move(unit.piece, goal),
                SupportMove(unit.piece, other.piece, goal),
                SupportHold(unit.piece, other.piece),
                Convoy(unit.piece, other.piece, goal),
                Hold(unit.piece),
            )
        )
        side = state.standing.side_of(owner)
        power = side if not is_minor(side) else chance.choice(state.living)
        sheets.setdefault(power, []).append(order)
    return sheets


def _check(before: EuropeState, result: Resolution[EuropeState]) -> None:
    after = result.state
    standing = [unit.province for _, unit in after.stands]
    assert len(standing) == len(set(standing))
    kinds = {unit.kind: set() for _, unit in after.stands}  # type: ignore[var-annotated]
    for _, unit in after.stands:
        kinds[unit.kind].add(BOARD.provinces[unit.province].kind)
    assert "sea" not in kinds.get("A", ())
    assert "inland" not in kinds.get("F", ())
    lost = len(events(result, "disbanded"))
    waiting = len(before.displaced) - len(after.displaced)
    assert len(after.stands) == len(before.stands) + waiting - lost


@settings(max_examples=25, deadline=None)
@over(seed=st.integers(0, 10**6))
def test_no_unit_is_lost_or_made_and_all_stand_alone(seed: int):
    chance = random.Random(seed)
    state = _position(chance)
    sheets = _orders(chance, state)
    result = play(EDITION, state, sheets)
    _check(state, result)
    assert len(result.verdicts) >= sum(map(len, sheets.values()))
    assert all(one.reasons for one in result.verdicts)
    if result.state.moment.phase == "retreats":
        leaving = result.state.displaced
        assert all(one.places for one in leaving)
        retreats: dict[str, list[AnyOrder]] = {}
        for one in leaving:
            side = result.state.standing.side_of(one.owner)
            to = chance.choice(one.places)
            retreats.setdefault(side, []).append(Retreat(one.unit.piece, to))
        _check(result.state, play(EDITION, result.state, retreats))
