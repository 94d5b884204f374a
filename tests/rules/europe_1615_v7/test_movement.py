"""Movement, friends and units of states: E15V7-CORE-2 to 5 and 8, -MOVE, -MINOR-1 to 4, 9, 10."""

from __future__ import annotations

import random

from hypothesis import given as with_any
from hypothesis import settings
from hypothesis import strategies as st

from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events
from tests.rules.europe_1615_v7.seven import at, given, sheets


@settings(max_examples=25, deadline=None)
@with_any(seed=st.integers(0, 10**6))
def test_nobody_is_dislodged_by_a_friend_nor_enters_where_he_may_not(seed: int):
    """Random units, statuses, relations and moves: whoever arrived had the right to."""
    chance = random.Random(seed)
    facts = given().facts
    powers, states = list(facts.powers), [code for code, one in facts.states.items() if one.home]
    places = chance.sample(sorted(facts.provinces), 40)
    units: dict[str, list[str]] = {}
    for place in places:
        side = chance.choice(powers + states)
        strong = chance.choice(("", "", " +1")) if side in powers else ""
        units.setdefault(side, []).append(f"A {place}{strong}")
    infs = {
        code: {power: chance.randint(1, 3) for power in chance.sample(powers, chance.randint(0, 2))}
        for code in states
    }
    pairs = [(one, two) for number, one in enumerate(powers) for two in powers[number + 1 :]]
    chosen = chance.sample(pairs, 30)
    state = given(units=units, infs=infs, wars=chosen[:15], alliances=chosen[15:])
    texts: dict[str, list[str]] = {}
    for side, unit in state.stands:
        to = chance.choice(EDITION.board.army_from(unit.province) or (unit.province,))
        patron = state.standing.side_of(side)
        if patron in powers:
            texts.setdefault(patron, []).append(f"A {unit.province} - {to}")
    played = sheets(state, **{power: " ; ".join(own) for power, own in texts.items()})
    standing = state.standing
    sent = [one.data["state"] for one in events(played, "order-overruled")]
    assert len(sent) == len(set(sent))
    for event in events(played, "dislodged"):
        assert not standing.friendly(event.data["by"], event.data["owner"])
    for verdict in played.verdicts:
        if verdict.outcome != "success" or " - " not in verdict.order:
            continue
        owner = state.at[verdict.meant.unit.province][0]
        side, lord = standing.side_of(owner), standing.lords[verdict.meant.to]
        assert lord == "" or lord == side or standing.relation(side, lord) != "peace"
    assert RULESET.load(RULESET.dump(played.state)) == played.state
    assert at(played.state, "adjustment")
