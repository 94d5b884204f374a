"""Movement, friends and units of states: E15V7-CORE-2 to 5 and 8, -MOVE, -MINOR-1 to 4, 9, 10."""

from __future__ import annotations

import random
from typing import Any

import pytest
from hypothesis import given as with_any
from hypothesis import settings
from hypothesis import strategies as st

from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, outcome, units_of
from tests.rules.europe_1615_v7.seven import Played, at, cited, given, sheets

FRANCE_SPAIN = [("france", "spain")]


def gone(played: Played) -> list[str]:
    """The units that are dislodged."""
    return sorted(one.data["unit"] for one in events(played, "dislodged"))


def stand(played: Played, side: str) -> list[str]:
    return units_of(played.state, side)


def adjusted(played: Played) -> Played:
    """The map adjustment that follows, with nobody retreating."""
    while played.state.moment.phase != "income":
        played = sheets(played.state)
    return played


# --- what everybody may do


@pytest.mark.rule("E15V7-CORE-2")
@pytest.mark.parametrize(
    ("infs", "relations", "result"),
    [
        ({"france": 1, "spain": 1}, {}, ("illegal", "E15V7-CORE-2")),
        ({}, {}, ("success", "E15V7-STR-1")),
        ({"spain": 2}, {}, ("illegal", "E15V7-MOVE-1")),
        ({"spain": 2}, {"wars": FRANCE_SPAIN}, ("success", "E15V7-STR-1")),
        ({"spain": 2}, {"alliances": FRANCE_SPAIN}, ("success", "E15V7-STR-1")),
        ({"france": 2}, {}, ("success", "E15V7-STR-1")),
    ],
)
def test_the_status_decides_who_enters_savoy(infs: dict[str, int], relations: Any, result: Any):
    state = given(units={"france": ["A BUR"]}, infs={"SAV": infs}, **relations)
    played = sheets(state, france="A BUR - SAV")
    assert cited(played, "A BUR - SAV") == result
    assert stand(played, "france") == ["A SAV" if result[0] == "success" else "A BUR"]


@pytest.mark.rule("E15V7-CORE-3")
def test_fleets_of_powers_at_peace_stand_each_other_off_at_sea():
    state = given(units={"france": ["F NORM"], "england": ["F LON"]})
    played = sheets(state, france="F NORM - ENG", england="F LON - ENG")
    assert outcome(played, "F NORM - ENG") == outcome(played, "F LON - ENG") == "bounce"
    assert [one.provinces for one in events(played, "standoff")] == [("ENG",)]


# --- permission


@pytest.mark.rule("E15V7-MOVE-3")
def test_allies_pass_through_each_others_land_and_states():
    units = {"denmark": ["A BUR"], "HES": ["A TRI"]}
    infs = {"HES": {"denmark": 1}, "LOR": {"france": 1}}
    state = given(units=units, infs=infs, alliances=[("denmark", "france")])
    played = sheets(state, denmark="A BUR - PAR ; A TRI - LOR")
    assert outcome(played, "A BUR - PAR") == outcome(played, "A TRI - LOR") == "success"


@pytest.mark.rule("E15V7-MOVE-8")
def test_ones_own_state_is_entered_and_not_captured():
    state = given(units={"france": ["A BUR"]}, infs={"SAV": {"france": 1}})
    played = sheets(state, france="A BUR - SAV")
    assert outcome(played, "A BUR - SAV") == "success"
    assert "SAV" not in adjusted(played).state.captures


@pytest.mark.rule("E15V7-MOVE-10")
def test_land_of_the_fallen_is_open():
    state = given(units={"bavaria": ["A BAV"]}, eliminated={"palatinate": 1619})
    assert outcome(sheets(state, bavaria="A BAV - UPP"), "A BAV - UPP") == "success"


@pytest.mark.rule("E15V7-MOVE-11")
def test_fleets_at_sea_are_attacked_without_war():
    units = {"england": ["F LON", "F NTH"], "dutch": ["F NAR"]}
    played = sheets(given(units=units), england="F LON - NAR ; F NTH S F LON - NAR")
    assert gone(played) == ["F NAR"]
    friends = given(units=units, alliances=[("england", "dutch")])
    assert gone(sheets(friends, england="F LON - NAR ; F NTH S F LON - NAR")) == []


@pytest.mark.rule("E15V7-MOVE-13")
def test_a_war_declared_this_year_opens_nothing_before_the_next():
    state = given(units={"france": ["A PAR"]})
    played = sheets(state, france="WAR: SPAIN ; A PAR - NET")
    assert outcome(played, "A PAR - NET") == "illegal"
    while played.state.year == state.year:
        played = sheets(played.state)
    assert outcome(sheets(played.state, france="A PAR - NET"), "A PAR - NET") == "success"


# --- friends


@pytest.mark.rule("E15V7-MOVE-14")
@pytest.mark.parametrize(
    ("victim", "attackers", "relations", "spared"),
    [
        ("austria", "austria", {}, True),
        ("HES", "austria", {}, True),
        ("austria", "HES", {}, True),
        ("HES", "SAX", {}, True),
        ("HES", "HES", {}, True),
        ("HES", "spain", {"alliances": [("austria", "spain")]}, True),
        ("spain", "SAX", {"alliances": [("austria", "spain")]}, True),
        ("HES", "spain", {}, False),
        ("spain", "SAX", {}, False),
    ],
)
def test_friends_and_others(victim: str, attackers: str, relations: Any, spared: bool):
    """On unaligned land, which all may enter."""
    units: dict[str, list[str]] = {victim: ["A COL"]}
    units.setdefault(attackers, [])
    units[attackers] = [*units[attackers], "A WES", "A TRI"]
    infs = {"HES": {"austria": 1}, "SAX": {"austria": 1}}
    state = given(units=units, infs=infs, **relations)
    side = state.standing.side_of(attackers)
    played = sheets(state, **{side: "A WES - COL ; A TRI S A WES - COL"})
    assert gone(played) == ([] if spared else ["A COL"])


@pytest.mark.rule("E15V7-MOVE-15")
def test_a_friend_that_was_to_leave_is_not_dislodged():
    units = {"france": ["A PAR +1"], "england": ["A BUR"], "spain": ["A DAU"]}
    state = given(units=units, alliances=[("france", "england")])
    played = sheets(state, france="A PAR - BUR", england="A BUR - SAV", spain="A DAU - SAV")
    assert outcome(played, "A BUR - SAV") == "bounce"
    assert cited(played, "A PAR - BUR") == ("bounce", "E15V7-MOVE-15")
    assert gone(played) == []


@pytest.mark.rule("E15V7-MOVE-16")
def test_support_of_the_victims_friend_helps_only_against_others():
    units = {"spain": ["A SAV"], "england": ["A LYO"], "france": ["A DAU"]}
    state = given(units=units, alliances=[("england", "france")], wars=FRANCE_SPAIN)
    orders = {"spain": "A SAV - DAU", "england": "A LYO S A SAV - DAU"}
    played = sheets(state, **orders)
    assert cited(played, "A SAV - DAU") == ("bounce", "E15V7-STR-2")
    assert gone(played) == []
    away = sheets(
        given(
            units={"spain": ["A SAV"], "england": ["A LYO"], "france": ["A BUR"]},
            alliances=[("england", "france")],
            wars=FRANCE_SPAIN,
        ),
        france="A BUR - DAU",
        **orders,
    )
    assert outcome(away, "A SAV - DAU") == "success"


@pytest.mark.rule("E15V7-MOVE-17")
@pytest.mark.parametrize(
    ("alliances", "result"), [([("denmark", "france")], "success"), ([], "cut")]
)
def test_an_ally_does_not_cut_support(alliances: Any, result: str):
    units = {"denmark": ["A TRI", "A COL"], "france": ["A LOR"]}
    played = sheets(
        given(units=units, alliances=alliances),
        denmark="A TRI S A COL - HES ; A COL - HES",
        france="A LOR - TRI",
    )
    assert outcome(played, "A TRI S A COL - HES") == result


@pytest.mark.rule("E15V7-MOVE-18")
def test_allies_stand_each_other_off():
    units = {"france": ["A PAR"], "denmark": ["A DAU"]}
    state = given(units=units, alliances=[("france", "denmark")])
    played = sheets(state, france="A PAR - BUR", denmark="A DAU - BUR")
    assert outcome(played, "A PAR - BUR") == outcome(played, "A DAU - BUR") == "bounce"


@pytest.mark.rule("E15V7-MOVE-19")
def test_a_move_follows_a_friend_that_leaves():
    units = {"france": ["A PAR"], "denmark": ["A BUR"]}
    state = given(units=units, alliances=[("france", "denmark")])
    played = sheets(state, france="A PAR - BUR", denmark="A BUR - SAV")
    assert outcome(played, "A PAR - BUR") == "success"


@pytest.mark.rule("E15V7-MOVE-22")
def test_a_retreat_needs_permission():
    """Strength 3 against 2; Burgundy is the only free neighbor that is not closed by standoffs."""
    units = {"spain": ["A SAV +1"], "france": ["A DAU +2"], "GEN": ["A GEN"]}
    infs = {"SWI": {"england": 1}, "GEN": {"france": 1}}
    state = given(
        units={**units, "france": ["A DAU +2", "A MIL", "A PRO", "A BUR"]},
        infs=infs,
        wars=FRANCE_SPAIN,
        captures={"MIL": "france"},
    )
    played = sheets(state, france="A DAU - SAV")
    (lost,) = events(played, "disbanded")
    assert (lost.data["unit"], lost.rule) == ("A SAV +1", "E15V7-RET-7")
    ally = given(
        units={**units, "france": ["A DAU +2", "A MIL", "A PRO", "A BUR"]},
        infs=infs,
        wars=FRANCE_SPAIN,
        alliances=[("spain", "england")],
        captures={"MIL": "france"},
    )
    (waits,) = sheets(ally, france="A DAU - SAV").state.displaced
    assert waits.places == ("SWI",)


# --- units of minor states


@pytest.mark.rule("E15V7-MINOR-1")
def test_a_dislodged_unit_of_a_state_is_disbanded():
    units = {"HES": ["A HES"], "spain": ["A COL +1"]}
    state = given(units=units, infs={"HES": {"france": 1}}, wars=FRANCE_SPAIN)
    played = sheets(state, spain="A COL - HES")
    assert gone(played) == ["A HES"]
    assert played.state.displaced == ()
    assert [one.rule for one in events(played, "disbanded")] == ["E15V7-MINOR-1"]


@pytest.mark.rule("E15V7-MINOR-9")
@pytest.mark.rule("E15V7-MINOR-10")
def test_a_state_captures_for_itself_and_its_land_is_its_patrons():
    state = given(units={"HES": ["A HES"]}, infs={"HES": {"france": 1}})
    after = adjusted(sheets(state, france="HES: A HES - WES")).state
    assert after.captures["WES"].holder == "HES"
    later = given(
        units={"HES": ["A WES"], "spain": ["A COL +1"]},
        infs={"HES": {"france": 1}},
        captures={"WES": "HES"},
    )
    assert outcome(sheets(later, spain="A COL - WES"), "A COL - WES") == "illegal"
    for relation in ("wars", "alliances"):
        open_to = given(
            units={"HES": ["A BRU"], "spain": ["A COL"]},
            infs={"HES": {"france": 1}},
            captures={"WES": "HES"},
            **{relation: FRANCE_SPAIN},
        )
        assert outcome(sheets(open_to, spain="A COL - WES"), "A COL - WES") == "success"


# --- laws


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
