"""Whatever the position: what must be true when map adjustment is over."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.units import Unit
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe_1619 import EDITION
from tests.rules.europe.building import opening, position
from tests.rules.europe_1619.adjusting import adjust

FACTS = opening(EDITION).facts
LAND = list(FACTS.provinces)
POWERS = list(FACTS.powers)
STATES = list(FACTS.minors)
SIDES = [*POWERS, *STATES]

units = st.dictionaries(st.sampled_from(LAND), st.sampled_from(SIDES), max_size=60)
captures = st.dictionaries(st.sampled_from(LAND), st.sampled_from(SIDES), max_size=40)
infs = st.dictionaries(
    st.sampled_from(STATES),
    st.dictionaries(st.sampled_from(POWERS), st.integers(1, 30), max_size=3),
    max_size=38,
)
pairs = st.lists(st.tuples(st.sampled_from(POWERS), st.sampled_from(POWERS)), max_size=40)


@st.composite
def positions(draw: st.DrawFn) -> EuropeState:
    """Any units, captures, INFs and relations; what statuses follow from them."""
    stands: dict[str, list[str]] = {}
    for code, side in draw(units).items():
        stands.setdefault(side, []).append(str(Unit("A", code)))
    drawn = [pair for pair in draw(pairs) if pair[0] != pair[1]]
    relations = {pair_of(FACTS, *pair): pair for pair in drawn}
    half = len(relations) // 2
    return position(
        EDITION,
        phase="adjustment",
        units=stands,
        captures={
            code: holder
            for code, holder in draw(captures).items()
            if holder != FACTS.provinces[code].owner
        },
        infs=draw(infs),
        wars=list(relations)[:half],
        alliances=list(relations)[half:],
        treasury=dict.fromkeys(POWERS, 3),
    )


@given(positions())
def test_land_states_and_powers_agree_after_map_adjustment(before: EuropeState) -> None:
    after = adjust(before).state
    standing = after.standing
    for code, capture in after.captures.items():
        assert capture.holder != standing.owners[code]
        assert code in after.at
        assert standing.friendly(after.at[code][0], capture.holder)
    held = {capture.holder for capture in after.captures.values()}
    for state in after.states:
        status, seat = after.statuses[state], after.facts.states[state].seat
        if standing.holders[seat] == state:
            assert status == status_of(after.facts, after.infs[state])
            continue
        assert (status.kind, status.captor) == ("captured", standing.holders[seat])
        assert not after.units.get(state)
        assert state not in held
        assert state not in after.markers
        for code in after.facts.states[state].provinces:
            assert standing.holders[code] == state or code in after.captures
    for power, one in after.facts.powers.items():
        alive = power in after.living
        assert alive == any(standing.holders[code] == power for code in one.centers)
        if not alive:
            assert not after.units.get(power)
            assert power not in held
            assert power not in after.treasury
            assert not any(power in pair for pair in after.relations)
            assert not any(power in row for row in after.infs.values())
            assert not any(one.patron == power for one in after.statuses.values())


@settings(max_examples=60, deadline=None)
@given(positions())
def test_a_second_map_adjustment_changes_nothing(before: EuropeState) -> None:
    first = adjust(before).state
    second = adjust(replace(first, moment=EDITION.moment_of(first.year, "adjustment"))).state
    assert second.captures == first.captures
    assert second.statuses == first.statuses
    assert second.units == first.units
    assert second.eliminated == first.eliminated
    assert second.markers == first.markers


@settings(max_examples=60, deadline=None)
@given(positions())
def test_map_adjustment_places_no_infs(before: EuropeState) -> None:
    """INFs stay as they are but for those of powers that fall."""
    after = adjust(before).state
    gone = set(after.eliminated)
    for state, row in before.infs.items():
        kept = {power: number for power, number in row.items() if power not in gone}
        assert MappingProxyType(kept) == after.infs[state]
