"""Whatever the position: what must be true of land, states and units through the winter."""

from __future__ import annotations

from collections import Counter
from typing import Any

from hypothesis import given as forall
from hypothesis import settings
from hypothesis import strategies as st

from generator.engine.phases import OrderBook
from generator.engine.units import Unit
from generator.rulesets.europe.data.facts import is_minor
from generator.rulesets.europe.features.marked_units import marks_of
from generator.rulesets.europe.features.winter import claims_of, fallen_by, units_allowed
from generator.rulesets.europe.state.soundness import flaws_of
from generator.rulesets.europe.state.standing import CLOSED
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import free_status
from generator.rulesets.europe.turn.turn import Turn
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import events, opening
from tests.rules.europe_1615_v3.three import given, sheets, through

FACTS = opening(EDITION).facts
LAND = list(FACTS.provinces)
POWERS = list(FACTS.powers)
STATES = list(FACTS.minors)
SIDES = [*POWERS, *STATES]
SEATS = {code: one.seat for code, one in FACTS.minors.items() if one.pliant}
# Most units stand where they matter: in the homes of states, and in centers of powers.
PLACES = [*SEATS.values(), *SEATS.values(), *LAND]

stands = st.dictionaries(st.sampled_from(PLACES), st.sampled_from(SIDES), max_size=30)
captured = st.dictionaries(st.sampled_from(LAND), st.sampled_from(SIDES), max_size=15)
rows = st.dictionaries(st.sampled_from(POWERS), st.integers(1, 9), max_size=3)
infs = st.dictionaries(st.sampled_from(list(SEATS)), rows, max_size=20)


@st.composite
def positions(draw: st.DrawFn, phase: str = "early-winter") -> EuropeState:
    """Any units, captures and INFs; what follows from them."""
    held = {c: side for c, side in draw(captured).items() if side != FACTS.provinces[c].owner}
    lost = [code for code, seat in SEATS.items() if seat in held]
    held = {code: side for code, side in held.items() if side not in lost}
    lost = [code for code, seat in SEATS.items() if seat in held]
    units: dict[str, list[str]] = {side: [] for side in SIDES}
    for code, side in draw(stands).items():
        if side not in lost:
            units[side].append(str(Unit("A", code)))
    markers = {} if "ROM" in held else {"PAPL": "catholic"}
    parts: dict[str, Any] = {
        "units": units, "captures": held, "infs": draw(infs), "markers": markers
    }  # fmt: skip
    return given(phase=phase, year=1617, **parts)


def total(state: EuropeState) -> Counter[str]:
    """All INFs of each power, suspended ones too."""
    found: Counter[str] = Counter()
    for row in state.infs.values():
        found.update(row)
    return found


@settings(max_examples=80, deadline=None)
@forall(positions())
def test_claims_and_falls_agree(before: EuropeState) -> None:
    turn = Turn(EDITION, before, OrderBook({}))
    claims = claims_of(turn)
    fallen = fallen_by(turn, claims)
    for code, side in claims.items():
        assert before.at[code][0] == side
        assert before.standing.holders[code] != side
        assert before.standing.lord_of(side) != CLOSED
    for state, taker in fallen.items():
        # Whoever brings a state down stands, unless both lie on a ring.
        chain, here = [state], taker
        while here in fallen and here not in chain:
            chain.append(here)
            here = fallen[here]
        assert here not in fallen or here in chain
        assert taker not in fallen or state in _around(fallen, taker)
    for state, seat in SEATS.items():
        if seat in claims and before.statuses[state].kind != "captured":
            assert (state in fallen) or claims[seat] in fallen


def _around(fallen: dict[str, str], state: str) -> list[str]:
    """The states that one comes to, going from each to the one that claims its home."""
    seen: list[str] = []
    while state in fallen and state not in seen:
        seen.append(state)
        state = fallen[state]
    return seen


@settings(max_examples=80, deadline=None)
@forall(positions())
def test_land_states_and_units_agree_after_early_winter(before: EuropeState) -> None:
    played = sheets(before)
    after = played.state
    assert flaws_of(after) == ()
    fell = {one.data["side"] for one in events(played, "units-disbanded")}
    for event in events(played, "captured"):
        assert event.data["by"] not in fell - set(POWERS)
        assert before.at[event.data["province"]][0] == event.data["by"]
    standing = after.standing
    for code, capture in after.captures.items():
        assert capture.holder != standing.owners[code]
        assert not standing.is_captured(capture.holder)
        assert capture.holder not in after.eliminated
    turn = Turn(EDITION, after, OrderBook({}))
    for side, own in after.units.items():
        assert len(own) <= units_allowed(turn, side)
    for state in after.states:
        if standing.is_captured(state):
            assert not after.units.get(state)
            assert state not in after.markers
        else:
            assert after.statuses[state] == free_status(EDITION, after, state)
    assert total(after) == total(before)


@settings(max_examples=60, deadline=None)
@forall(positions())
def test_a_winter_is_written_and_read_back(before: EuropeState) -> None:
    state = before
    for played in through(before, "status-check"):
        assert RULESET.load(RULESET.dump(played.state)) == played.state
        state = played.state
    marks = marks_of(state)
    places = {(side, unit.province) for side, unit in state.stands}
    assert {(code, at) for code, at in marks.originals.items()} <= places


@settings(max_examples=60, deadline=None)
@forall(positions("late-winter"))
def test_builds_stay_within_what_is_allowed(before: EuropeState) -> None:
    orders = {
        power: "\n".join(f"BUILD A {code}" for code in FACTS.centers) for power in before.living
    }
    after = sheets(before, **orders).state
    turn = Turn(EDITION, after, OrderBook({}))
    for side, own in after.units.items():
        had = before.units.get(side, ())
        assert set(had) <= set(own)
        assert len(own) <= max(len(had), units_allowed(turn, side))
        for unit in set(own) - set(had):
            assert after.standing.holders[unit.province] == side
            assert is_minor(side) or unit.province in FACTS.centers
    assert flaws_of(after) == ()


@settings(max_examples=60, deadline=None)
@forall(positions("summer"), st.data())
def test_infs_change_by_placements_and_attacks_alone(
    before: EuropeState, data: st.DataObject
) -> None:
    orders = {}
    for power in POWERS:
        lines = [
            f"{data.draw(st.integers(0, 40))}: {data.draw(st.sampled_from(STATES))}"
            for _ in range(data.draw(st.integers(0, 3)))
        ]
        target = data.draw(st.sampled_from(POWERS))
        lines.append(f"{data.draw(st.sampled_from(STATES))} > {target}")
        orders[power] = "\n".join(lines)
    played = sheets(before, **orders)
    expected = total(before)
    for event in events(played, "placement"):
        expected[event.data["power"]] += sum(event.data["placed"].values())
    for event in events(played, "diplomatic-attack"):
        for power in (event.data["by"], event.data["against"]):
            expected[power] -= event.data["lost"]
    assert +total(played.state) == +expected
    year = played.state.parts["annual"]
    for power, spent in year.spent.items():
        assert 0 <= spent <= year.allotment[power]
