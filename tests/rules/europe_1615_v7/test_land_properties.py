"""Whatever the position: what must be true of land after map adjustment, and after builds."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import pair_of
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.state.values import DisbandUnit
from generator.rulesets.europe.steps.position import check_position
from generator.rulesets.europe.steps.statuses import status_of
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import opening, position
from tests.rules.europe_1615_v7.landing import next_year, with_moods
from tests.rules.europe_1615_v7.seven import at, sheets

FACTS = opening(EDITION).facts
LAND = list(FACTS.provinces)
POWERS = list(FACTS.powers)
STATES = list(FACTS.minors)
SIDES = [*POWERS, *STATES]

units = st.dictionaries(
    st.sampled_from(LAND), st.tuples(st.sampled_from(SIDES), st.integers(1, 3)), max_size=50
)
captures = st.dictionaries(st.sampled_from(LAND), st.sampled_from(SIDES), max_size=40)
infs = st.dictionaries(
    st.sampled_from(STATES),
    st.dictionaries(st.sampled_from(POWERS), st.integers(1, 6), max_size=3),
    max_size=30,
)
pairs = st.lists(st.tuples(st.sampled_from(POWERS), st.sampled_from(POWERS)), max_size=40)
moods = st.builds(
    Mood,
    st.sampled_from(["", "tolerant", "revolt", "quelled"]),
    st.sampled_from(["", "catholic", "protestant"]),
    st.sampled_from(["", "catholic", "protestant", "muslim"]),
    st.integers(1620, 1625),
)
options = st.fixed_dictionaries(
    {}, optional={"elimination": st.sampled_from(["all_lost", "any_lost"])}
)


@st.composite
def positions(draw: st.DrawFn) -> EuropeState:
    """Any units, captures, INFs, relations and markers; what statuses follow from them."""
    held = {c: side for c, side in draw(captures).items() if side != FACTS.provinces[c].owner}
    lost = {code for code in STATES if FACTS.minors[code].seat in held}
    stands: dict[str, list[str]] = {}
    for code, (side, strength) in draw(units).items():
        if side not in lost:  # a captured state has none
            stands.setdefault(side, []).append(str(Unit("A", code, strength)))
    drawn = [pair for pair in draw(pairs) if pair[0] != pair[1]]
    relations = list({pair_of(FACTS, *pair): pair for pair in drawn})
    half = len(relations) // 2
    state = position(
        EDITION,
        phase="adjustment",
        year=1620,
        units=stands,
        captures=held,
        infs=draw(infs),
        wars=relations[:half],
        alliances=relations[half:],
        options=draw(options),
    )
    return with_moods(state, {code: draw(moods) for code in held if draw(st.booleans())})


def check(state: EuropeState) -> None:
    """The invariants of the rulebook's chapter on state."""
    standing = state.standing
    assert flaws_of(state) == ()
    for code, capture in state.captures.items():
        assert capture.holder != standing.owners[code]
        assert standing.friendly(state.at[code][0], capture.holder)
    for code in state.states:
        status, minor = state.statuses[code], state.facts.states[code]
        if standing.holders[minor.seat] == code:
            assert status == status_of(state.facts, state.infs[code])
        if status.kind == "captured" or (
            status.kind in ("neutral", "unaligned") and not minor.handled
        ):
            assert not state.units.get(code)
            assert code not in [one.holder for one in state.captures.values()]
    any_lost = state.facts.elimination.homes == "any"
    for power, one in state.facts.powers.items():
        held = [standing.holders[code] == power for code in one.centers]
        assert (power in state.living) == (all(held) if any_lost else any(held))
    for code, mood in state.parts["rebellion"].items():
        assert code in state.captures
        if mood.marker == "revolt":
            assert mood.ends > state.year
            assert mood.confession != mood.captor


@given(positions())
def test_land_states_and_powers_agree_after_map_adjustment(before: EuropeState) -> None:
    after = sheets(before).state
    check(after)
    assert RULESET.load(RULESET.dump(after)) == after


@settings(max_examples=60, deadline=None)
@given(positions())
def test_nothing_changes_hands_twice_without_a_move(before: EuropeState) -> None:
    """Whoever could take more in the next year stands on land that came free in this one."""
    first = sheets(before).state
    later = sheets(next_year(first)).state
    for code in LAND:
        held, then = first.standing.holders[code], later.standing.holders[code]
        if held != then:
            stand = first.at.get(code)
            assert stand is None or check_position(first, *stand).kind in ("capture", "liberate")


@settings(max_examples=60, deadline=None)
@given(positions(), st.data())
def test_a_capture_is_for_the_owner_of_the_unit_that_stands_there(
    before: EuropeState, data: st.DataObject
) -> None:
    played = sheets(before)
    for event in played.events:
        if event.kind == "captured":
            code, by = event.data["province"], event.data["by"]
            stands = {unit.province: side for side, unit in before.stands}
            assert stands[code] == by
            side = before.standing.side_of(by)
            holder = before.standing.holders[code]
            assert side != before.standing.side_of(holder) or not holder or is_minor(side)


@settings(max_examples=60, deadline=None)
@given(positions(), st.data())
def test_units_given_up_in_builds_leave_nothing_behind(
    before: EuropeState, data: st.DataObject
) -> None:
    settled = sheets(before).state
    own = [(side, unit) for side, unit in settled.stands if not is_minor(side)]
    chosen = data.draw(st.lists(st.sampled_from(own), unique=True)) if own else []
    orders: dict[str, list[DisbandUnit]] = {}
    for side, unit in chosen:
        orders.setdefault(side, []).append(DisbandUnit(unit.piece))
    after = sheets(at(settled, "builds"), **orders).state
    for code, capture in after.captures.items():
        assert after.standing.friendly(after.at[code][0], capture.holder)
