"""Confessions of captured land and religious rebellion: E15V7-REB, CONF-8 to 12 and 14."""

from __future__ import annotations

from typing import Any

import pytest

from generator.engine.errors import FileError
from generator.rulesets.europe.features.rebellion import Mood
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.landing import (
    adjust,
    after_moves,
    earned,
    holder,
    landed,
    mood,
    next_year,
    rules_of,
    with_moods,
)
from tests.rules.europe_1615_v7.seven import Played, at, given, sheets

CATHOLIC, PROTESTANT = {"spain": 3}, {"sweden": 3}
RED = Mood("revolt", "catholic", "protestant", 1622)


def taken(code: str, by: str, *, year: int = 1620, **parts: Any) -> Played:
    """The map adjustment in which a unit of a side takes a province, war or no war; `marker` is
    that of its state."""
    marker = parts.pop("marker", "")
    owner = given().standing.owners[code]
    if marker:
        parts["markers"] = {owner: marker, **parts.get("markers", {})}
        parts.setdefault("infs", {})[owner] = CATHOLIC if marker == "catholic" else PROTESTANT
    lord = owner if owner.islower() else next(iter(parts.get("infs", {}).get(owner, {})), "")
    side = by if by.islower() else next(iter(parts.get("infs", {}).get(by, {})), "")
    wars = [(side, lord)] if side and lord and side != lord else []
    return adjust(year=year, units={by: [f"A {code}"]}, wars=wars, **parts)


def years(state: EuropeState, number: int) -> list[Played]:
    """The map adjustments of the next years, nobody moving."""
    played = []
    for _ in range(number):
        played.append(sheets(next_year(state)))
        state = played[-1].state
    return played


@pytest.mark.rule("E15V7-CONF-8")
@pytest.mark.rule("E15V7-REB-7")
def test_a_force_of_its_own_confession_is_tolerated_and_paid_at_once():
    played = taken("COL", "france", marker="catholic")
    assert (mood(played, "COL"), earned(played.state, "france")) == (("tolerant", 0), 13)
    assert rules_of(played, "rebellion") == [("COL", "E15V7-CONF-8")]
    (sign,) = RULESET.picture(played.state).markers["COL"]
    assert (sign.kind, sign.title) == ("tolerant", "Cologne: tolerant")


@pytest.mark.rule("E15V7-CONF-9")
@pytest.mark.rule("E15V7-REB-1")
def test_a_force_of_the_opposing_confession_meets_a_revolt():
    for code, marker, by in (("COL", "catholic", "dutch"), ("BRU", "protestant", "poland")):
        played = taken(code, by, marker=marker)
        value = {"COL": 1, "BRU": 3}[code]
        assert mood(played, code) == ("revolt", 1620 + value)
        assert rules_of(played, "rebellion") == [(code, "E15V7-REB-1")]
    (sign,) = RULESET.picture(played.state).markers["BRU"]
    assert (sign.kind, sign.text) == ("revolt", "1623")
    assert "Rebellion" in [section.title for section in RULESET.report(played.state, played)]


@pytest.mark.rule("E15V7-CONF-10")
@pytest.mark.rule("E15V7-REB-7")
def test_land_without_a_marker_neither_shows_a_cross_nor_rebels():
    infs = {"TRI": {"spain": 5, "sweden": 3}}
    played = adjust(units={"dutch": ["A TRI"]}, infs=infs, wars=[("dutch", "spain")])
    assert (holder(played, "TRI"), mood(played, "TRI")) == ("dutch", ("", 0))
    assert "TRI" not in RULESET.picture(played.state).markers
    assert not events(played, "rebellion")


@pytest.mark.rule("E15V7-CONF-12")
@pytest.mark.rule("E15V7-REB-6")
@pytest.mark.parametrize(
    ("code", "by", "marker"),
    [
        ("VIE", "sweden", "revolt"),
        ("BOH", "palatinate", "quelled"),
        ("GUY", "england", "quelled"),
        ("BOH", "bavaria", "tolerant"),
        ("STO", "poland", "revolt"),
        ("COP", "sweden", "tolerant"),
    ],
)
def test_land_of_powers_has_their_confession(code: str, by: str, marker: str):
    played = taken(code, by, year=1619)
    assert mood(played, code)[0] == marker
    value = played.state.facts.provinces[code].center
    before = earned(given(), by)
    assert earned(played.state, by) - before == (0 if marker == "revolt" else value)


@pytest.mark.rule("E15V7-CONF-14")
@pytest.mark.parametrize(
    ("marker", "patron", "after"),
    [
        ("protestant", "sweden", "revolt"),
        ("protestant", "france", "revolt"),
        ("", "france", "tolerant"),
        ("", "sweden", "revolt"),
    ],
)
def test_a_states_unit_has_the_confession_of_its_marker_or_else_of_its_patron(
    marker: str, patron: str, after: str
):
    played = adjust(
        units={"BRA": ["A WES"]},
        infs={"BRA": {patron: 3}, "WES": {"austria": 2}},
        markers={"WES": "catholic", **({"BRA": marker} if marker else {})},
        wars=[(patron, "austria")],
    )
    assert (holder(played, "WES"), mood(played, "WES")[0]) == ("BRA", after)


@pytest.mark.rule("E15V7-REB-2")
@pytest.mark.rule("E15V7-REB-3")
@pytest.mark.rule("E15V7-REB-4")
@pytest.mark.rule("E15V7-REB-5")
def test_scenario_1_the_netherlands_in_1620():
    """A Dutch army of strength 2 takes them; they are in revolt until the adjustment of 1621."""
    units = {"dutch": ["A HLD +1"], "spain": ["A NET"]}
    state = given(units=units, wars=[("dutch", "spain")])
    played = after_moves(state, dutch="A HLD - NET")
    assert (units_of(played.state, "spain"), units_of(played.state, "dutch")) == ([], ["A NET +1"])
    assert (holder(played, "NET"), mood(played, "NET")) == ("dutch", ("revolt", 1621))
    assert (earned(played.state, "dutch"), earned(played.state, "spain")) == (8, 14)
    (later,) = years(played.state, 1)
    assert mood(later, "NET") == ("quelled", 0)
    assert rules_of(later, "rebellion") == [("NET", "E15V7-REB-4")]
    assert earned(later.state, "dutch") == 9


@pytest.mark.rule("E15V7-REB-5")
def test_a_center_of_value_3_misses_three_incomes():
    state = taken("BRU", "poland", marker="protestant").state
    own = earned(given(), "poland")
    paid = [earned(state, "poland")] + [
        earned(played.state, "poland") for played in years(state, 3)
    ]
    assert [tp - own for tp in paid] == [0, 0, 0, 3]


@pytest.mark.rule("E15V7-REB-8")
@pytest.mark.rule("E15V7-REB-10")
def test_scenario_10_the_long_revolt():
    """Vienna, Swedish from 1620 on, pays from 1625 on; freed and taken again it rebels anew."""
    state = taken("VIE", "sweden").state
    assert mood(state, "VIE") == ("revolt", 1625)
    played = [*years(state, 5)]
    assert [mood(one, "VIE")[0] for one in played] == ["revolt"] * 4 + ["quelled"]
    states = [state, *(one.state for one in played)]
    assert [earned(one, "sweden") for one in states] == [6, 6, 6, 6, 6, 11]
    assert {earned(one, "austria") for one in states} == {4}
    back = sheets(
        with_moods(
            landed(year=1623, units={"austria": ["A VIE"]}, captures={"VIE": "sweden"}),
            dict(state.parts["rebellion"]),
        )
    )
    assert rules_of(back, "rebellion") == [("VIE", "E15V7-REB-10")]
    assert (mood(back, "VIE"), earned(back.state, "austria")) == (("", 0), 9)
    assert mood(taken("VIE", "sweden", year=1626), "VIE") == ("revolt", 1631)


@pytest.mark.rule("E15V7-REB-10")
def test_land_that_was_left_rebels_anew_when_it_is_taken_again():
    """Left in 1621, retaken in 1622."""
    left = sheets(with_moods(landed(year=1621, units={}, captures={"NAP": "dutch"}), {"NAP": RED}))
    assert rules_of(left, "rebellion") == [("NAP", "E15V7-REB-10")]
    assert mood(taken("NAP", "dutch", year=1622), "NAP") == ("revolt", 1625)


def test_markers_stand_in_the_file_of_the_state_and_in_positions():
    state = with_moods(landed(units={"dutch": ["A NET"]}, captures={"NET": "dutch"}), {"NET": RED})
    document = RULESET.dump(state)
    assert document.public["rebellion"] == {
        "NET": {"marker": "revolt", "confession": "catholic", "captor": "protestant", "ends": 1622}
    }
    assert RULESET.load(document) == state
    assert at(state, "movement").parts["rebellion"]["NET"] == RED


def test_a_position_is_sound_only_with_captors():
    state = landed(units={"dutch": ["A NET"]}, captures={"NET": "dutch"})
    late = Mood("revolt", "catholic", "protestant", 1619)
    for code, flaw, said in (("COL", RED, "held by its owner"), ("NET", late, "1619 is over")):
        with pytest.raises(FileError, match=f"rebellion: {code} .*{said}"):
            RULESET.load(RULESET.dump(with_moods(state, {code: flaw})))
