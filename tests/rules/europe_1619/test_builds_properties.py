"""Whatever is ordered in the builds phase, money and strength keep their rules."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.engine.units import Piece, Unit
from generator.rulesets.europe.state.state import EuropeState, Loan
from generator.rulesets.europe.state.values import (
    BolsterUnit,
    BuildUnit,
    BuyUnit,
    DisbandUnit,
    MinorBuild,
    MinorDisband,
    ReduceUnit,
    Transfer,
)
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import events, play, position

BOARD = EDITION.board
POWERS = ("france", "savoy", "spain", "union")
STATES = ("HES", "IRE", "LOR", "GEN", "ERF", "SAA")
LAND = ("PAR", "LYO", "TUR", "SAV", "MAD", "ANDL", "FLA", "PAL", "HES", "LOR", "IRE", "GEN", "COL")
PLACES = (*LAND, "ANDL/WC", "ANDL/EC", "IRE/WC", "ENG")

powers = st.sampled_from(POWERS)
states = st.sampled_from(STATES)
points = st.integers(-1, 4)
pieces = st.builds(Piece, st.sampled_from(("A", "F")), st.sampled_from(PLACES))

orders = st.one_of(
    st.builds(
        Transfer,
        st.sampled_from(("loan", "grant", "repayment")),
        st.integers(-2, 60),
        powers,
        st.integers(0, 2),
        st.sampled_from((0, 1618, 1622)),
    ),
    st.builds(BuildUnit, pieces),
    st.builds(BuyUnit, pieces, states),
    st.builds(BolsterUnit, pieces, points, st.one_of(st.just(""), states)),
    st.builds(ReduceUnit, pieces, points),
    st.builds(DisbandUnit, pieces),
    st.builds(MinorBuild, states, st.sampled_from(("A", "F")), st.sampled_from(("", "EC", "XX"))),
    st.builds(MinorDisband, states, pieces),
)


@st.composite
def positions(draw: st.DrawFn) -> EuropeState:
    """A position of four powers and a few states, in order but for nothing else."""
    units: dict[str, list[str]] = {}
    strength: Counter[str] = Counter()
    captures: dict[str, str] = {}
    for code in draw(st.lists(st.sampled_from(LAND), unique=True)):
        side = draw(st.sampled_from((*POWERS, "HES", "LOR")))
        number = draw(st.integers(1, 10))
        if strength[side] + number > 15:
            continue
        strength[side] += number
        units.setdefault(side, []).append(str(Unit("A", code, number)))
        if side != EDITION.facts_for(OPTIONS, {}).provinces[code].owner and draw(st.booleans()):
            captures[code] = side
    # A state without its home center has neither units nor captures.
    for state in ("HES", "LOR"):
        if captures.get(state):
            units.pop(state, None)
            captures = {code: side for code, side in captures.items() if side != state}
    infs = {state: draw(st.dictionaries(powers, st.integers(1, 6), max_size=2)) for state in STATES}
    return position(
        EDITION,
        phase="builds",
        units=units,
        infs=infs,
        captures=captures,
        alliances=draw(st.lists(st.sampled_from((("france", "savoy"), ("spain", "union"))))),
        treasury={power: draw(st.integers(0, 120)) for power in POWERS},
        loans=(Loan(1619, "spain", "savoy", 5, 2, 1620),),
    )


OPTIONS: dict[str, Any] = {name: one.default for name, one in EDITION.options.items()}


@pytest.mark.rule("E19-BLD-3")
@pytest.mark.rule("E19-BLD-6")
@pytest.mark.rule("E19-MIN-10")
@given(positions(), st.dictionaries(powers, st.lists(orders, max_size=12)))
def test_money_comes_from_income_and_goes_into_purchases(
    state: EuropeState, sheets: dict[str, list[Any]]
) -> None:
    """Nothing else makes or destroys it, no treasury falls below 0, and all limits hold."""
    result = play(EDITION, state, sheets)
    after = result.state
    earned = sum(one.data["tp"] for one in events(result, "income"))
    spent = sum(one.data["price"] for one in events(result, "purchase"))
    assert sum(after.treasury.values()) == sum(state.treasury.values()) + earned - spent
    assert min(after.treasury.values()) >= 0
    assert len(result.verdicts) == sum(map(len, sheets.values()))
    for power in after.living:
        own = after.units[power]
        assert len(own) <= 15
        assert sum(unit.strength for unit in own) <= 15
    stands = after.stands
    assert len({unit.province for _, unit in stands}) == len(stands)
    for _, unit in stands:
        assert 1 <= unit.strength <= (10 if unit.kind == "A" else 1)
        assert unit.kind == "A" or BOARD.fleet_from(unit.at)


@settings(deadline=None, max_examples=80)
@given(positions(), st.dictionaries(powers, st.lists(orders, max_size=12)))
def test_states_end_with_no_unit_that_nobody_owes_them(
    state: EuropeState, sheets: dict[str, list[Any]]
) -> None:
    after = play(EDITION, state, sheets).state
    holders = after.standing.holders
    for code in STATES:
        centers = sum(holders[one] == code for one in after.facts.centers)
        assert len(after.units.get(code, ())) <= centers + after.extra_units.get(code, 0)
