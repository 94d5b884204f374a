"""Whatever the position: what must be true after movement, retreats and map adjustment."""

from __future__ import annotations

from types import MappingProxyType

from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from generator.engine.orders import Move, Retreat
from generator.engine.units import Unit
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe_1619_draft import EDITION
from tests.rules.europe.building import opening, play, position
from tests.rules.europe_1619_draft.marching import adjust

FACTS = opening(EDITION).facts
LAND = list(FACTS.provinces)
POWERS = list(FACTS.powers)
STATES = list(FACTS.minors)
SIDES = [*POWERS, *STATES]

units = st.dictionaries(
    st.sampled_from(LAND), st.tuples(st.sampled_from(SIDES), st.integers(1, 3)), max_size=60
)
captures = st.dictionaries(st.sampled_from(LAND), st.sampled_from(SIDES), max_size=40)
infs = st.dictionaries(
    st.sampled_from(STATES),
    st.dictionaries(st.sampled_from(POWERS), st.integers(1, 6), max_size=3),
    max_size=30,
)
pairs = st.lists(st.tuples(st.sampled_from(POWERS), st.sampled_from(POWERS)), max_size=40)


@st.composite
def positions(draw: st.DrawFn, phase: str = "adjustment") -> EuropeState:
    """Any units, captures, INFs and relations; what statuses follow from them."""
    stands: dict[str, list[str]] = {}
    worn: dict[str, tuple[str, ...]] = {}
    for number, (code, (side, strength)) in enumerate(draw(units).items()):
        stands.setdefault(side, []).append(str(Unit("A", code, strength)))
        if side in POWERS and number % 3 == 0:
            worn[side] = (*worn.get(side, ()), code)
    drawn = [pair for pair in draw(pairs) if pair[0] != pair[1]]
    relations = list({pair_of(FACTS, *pair): pair for pair in drawn})
    half = len(relations) // 2
    held = draw(captures)
    state = position(
        EDITION,
        phase=phase,
        units=stands,
        captures={c: side for c, side in held.items() if side != FACTS.provinces[c].owner},
        infs=draw(infs),
        wars=relations[:half],
        alliances=relations[half:],
    )
    parts = {**state.parts, "attrition": worn}
    return replace(state, parts=MappingProxyType(parts))


def with_attrition(state: EuropeState) -> list[tuple[str, str]]:
    return [(owner, code) for owner, codes in state.parts["attrition"].items() for code in codes]


def marched(draw: st.DataObject, before: EuropeState) -> EuropeState:
    """The state after orders for every unit, drawn from where it could go on the map."""
    sheets: dict[str, list[Move | Retreat]] = {}
    for owner, unit in before.stands:
        near = before.facts.board.provinces[unit.province].army
        if near:
            to = draw.draw(st.sampled_from(sorted(near)))
            side = before.standing.side_of(owner)
            sheets.setdefault(side, []).append(Move(unit.piece, to))
    known = {side: own for side, own in sheets.items() if side in POWERS}
    after = play(EDITION, before, known).state
    if after.moment.phase == "retreats":
        retreats: dict[str, list[Move | Retreat]] = {}
        for one in after.displaced:
            side = after.standing.side_of(one.owner)
            retreats.setdefault(side, []).append(Retreat(one.unit.piece, one.places[0]))
        after = play(EDITION, after, retreats).state
    return after


@settings(max_examples=80, deadline=None)
@given(st.data(), positions("movement"))
def test_nobody_stands_after_retreats_where_it_may_not_stay(
    draw: st.DataObject, before: EuropeState
) -> None:
    after = marched(draw, before)
    assert after.moment.phase == "adjustment"
    assert len({unit.province for _, unit in after.stands}) == len(after.stands)
    for owner, unit in after.stands:
        assert check_position(after, owner, unit).kind != "evict"
    worn = with_attrition(after)
    for owner, code in worn:
        assert after.at[code][0] == owner in POWERS
    for owner, code in with_attrition(before):
        stayed = after.at.get(code)
        if stayed is not None and stayed[0] == owner:
            assert (owner, code) in worn


@settings(max_examples=80, deadline=None)
@given(positions())
def test_land_states_and_powers_agree_after_map_adjustment(before: EuropeState) -> None:
    after = adjust(before).state
    standing = after.standing
    for code, capture in after.captures.items():
        assert capture.holder != standing.owners[code]
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
    for power, one in after.facts.powers.items():
        alive = power in after.living
        assert alive == any(standing.holders[code] == power for code in one.centers)
        if not alive:
            assert not after.units.get(power)
            assert power not in held
            assert not any(power in pair for pair in after.relations)
            assert not any(power in row for row in after.infs.values())
    for owner, code in with_attrition(after):
        assert after.at[code][0] == owner
