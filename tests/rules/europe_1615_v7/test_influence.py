"""Influence and diplomatic attacks: E15V7-INF and E15V7-DIP."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from generator.engine.errors import FileError
from generator.rulesets.europe.playing.read import read_sheets
from generator.rulesets.europe_1615_v7 import EDITION, RULESET
from tests.rules.europe.building import events, infs_in, opening, outcome, verdict
from tests.rules.europe_1615_v7.seven import at, given, sheets, through

EIGHT = {"allotment": {"france": 8, "spain": 8, "denmark": 8}}


def infs(state: str, **numbers: int) -> dict[str, dict[str, dict[str, int]]]:
    return {"infs": {state: numbers}}


@pytest.mark.rule("E15V7-INF-4")
def test_unused_infs_are_lost():
    played = through(given(tables=EIGHT), "scoring", movement={"france": "5: BRA"})
    assert events(played[0], "placement")[0].data["lost"] == 3
    later = sheets(played[-1].state, france="9: BRA ; 8: BRA")
    assert (outcome(later, "9: BRA"), outcome(later, "8: BRA")) == ("excess", "success")


@pytest.mark.rule("E15V7-INF-8")
def test_infs_add_up_over_the_years():
    first = through(given(year=1615), "scoring", movement={"france": "5: BRA"})
    assert infs_in(sheets(first[-1].state, france="3: BRA").state, "BRA") == {"france": 8}


@pytest.mark.rule("E15V7-INF-13")
@pytest.mark.parametrize(
    ("order", "code", "told"),
    [
        ("3: POM", "BRA", True),
        ("3: Pomerania", "BRA", True),
        ("3: BRE", "LOWR", True),
        ("3: BRA", "BRA", False),
        ("3: Brandenburg-Prussia", "BRA", False),
        ("3: SAX", "SAX", False),
        ("3: VEN", "VEN", False),
    ],
)
def test_a_province_stands_for_its_state_and_its_author_is_told(order: str, code: str, told: bool):
    before = given()
    assert infs_in(sheets(before, france=order).state, code) == {"france": 3}
    warned = [
        one
        for one in read_sheets(EDITION, before, {"france": order}).complaints
        if one.rule == "E15V7-INF-13"
    ]
    assert [one.severity for one in warned] == ["warning"] * told


@pytest.mark.rule("E15V7-INF-15")
def test_no_state_has_a_unit_in_the_first_year():
    before = opening(EDITION)
    played = sheets(before, france="3: HES ; A HES H")
    assert not any(code in played.state.facts.states for code in before.units)
    assert outcome(played, "A HES H", "france") == "illegal"
    built = through(before, "builds", movement={"france": "3: HES"})[-1].state
    assert [str(unit) for unit in built.units["HES"]] == ["A HES"]


@pytest.mark.rule("E15V7-INF-16")
def test_a_fallen_power_has_no_infs():
    before = given(year=1621, units={}, eliminated={"palatinate": 1620})
    opened = sheets(at(before, "scoring"))
    assert "palatinate" not in events(opened, "allotment")[0].data["infs"]
    assert events(opened, "allotment")[0].data["infs"]["france"] == 11


@pytest.mark.rule("E15V7-INF-17")
def test_the_table_of_infs_is_public():
    before = given(**infs("BRA", france=2))
    played = sheets(before, spain="1: BRA")
    table = next(one for one in RULESET.report(before, played) if "Influence" in one.title)
    row = next(" ".join(map(str, one)) for one in table.plain_rows if "Brandenburg-Prussia" in one)
    assert "2" in row
    assert not table.secret


# --- diplomatic attacks


@pytest.mark.rule("E15V7-DIP-2")
@pytest.mark.parametrize(
    "order", ["BRA > SPAIN", "PAR > FRANCE", "BRA > NOBODY", "BRA > PALATINATE"]
)
def test_state_and_power_have_to_be_in_the_game(order: str):
    before = given(eliminated={"palatinate": 1618}, units={}, **infs("BRA", spain=3, france=3))
    assert outcome(sheets(before, spain=order), order) == "illegal"


@pytest.mark.rule("E15V7-DIP-2")
def test_the_sender_attacks():
    before = given(**infs("BRA", spain=3, france=2))
    played = sheets(before, spain="BRA > FRANCE")
    (event,) = events(played, "diplomatic-attack")
    assert (event.data["by"], event.data["against"]) == ("spain", "france")


@pytest.mark.rule("E15V7-DIP-5")
def test_new_infs_are_exposed():
    played = sheets(given(**infs("BRA", spain=4)), france="4: BRA", spain="BRA > FRANCE")
    assert infs_in(played.state, "BRA") == {}


@pytest.mark.rule("E15V7-DIP-6")
@pytest.mark.parametrize(
    ("own", "other", "left"), [(5, 8, {"france": 3}), (8, 5, {"spain": 3}), (1, 9, {"france": 8})]
)
def test_both_lose_what_the_weaker_one_has(own: int, other: int, left: dict[str, int]):
    played = sheets(given(**infs("BRA", spain=own, france=other)), spain="BRA > FRANCE")
    assert infs_in(played.state, "BRA") == left


CHAIN = {"england": 5, "france": 10, "spain": 10}


@pytest.mark.rule("E15V7-DIP-9")
def test_attacks_in_one_state_come_one_after_another():
    before = given(**infs("BRA", **CHAIN))
    played = sheets(before, england="BRA > FRANCE", france="BRA > SPAIN")
    made = [one.data["after"] for one in events(played, "diplomatic-attack")]
    assert made == [{"england": 0, "france": 5}, {"france": 0, "spain": 5}]
    assert infs_in(played.state, "BRA") == {"spain": 5}


@pytest.mark.rule("E15V7-DIP-9")
def test_a_year_may_have_an_order_of_attacks_of_its_own():
    order = list(given().facts.attack_order)
    own = {"attack_order": {1620: ["france", *(one for one in order if one != "france")]}}
    orders = {"england": "BRA > FRANCE", "france": "BRA > SPAIN"}
    played = sheets(given(tables=own, **infs("BRA", **CHAIN)), **orders)
    assert infs_in(played.state, "BRA") == {"england": 5}
    later = sheets(given(year=1621, tables=own, **infs("BRA", **CHAIN)), **orders)
    assert infs_in(later.state, "BRA") == {"spain": 5}
    for wrong in ({1620: order[1:]}, {"soon": order}):
        with pytest.raises(FileError, match="attack_order"):
            given(tables={"attack_order": wrong})


@pytest.mark.rule("E15V7-DIP-13")
def test_an_ally_may_be_attacked():
    before = given(alliances=[("france", "denmark")], **infs("BRA", france=3, denmark=2))
    played = sheets(before, france="BRA > DENMARK")
    assert infs_in(played.state, "BRA") == {"france": 1}
    assert played.state.standing.allied("france", "denmark")


POWERS = ("england", "france", "spain", "austria")


@drawn(
    rows=st.dictionaries(st.sampled_from(POWERS), st.integers(0, 9), min_size=1),
    attacks=st.dictionaries(st.sampled_from(POWERS), st.sampled_from(POWERS)),
)
def test_attacks_take_the_same_from_both_and_never_more_than_there_is(
    rows: dict[str, int], attacks: dict[str, str]
):
    """Each loss is that of a pair, and the order of the sheets does not matter."""
    before = given(**infs("BRA", **{p: n for p, n in rows.items() if n}))
    orders = {power: f"BRA > {other.upper()}" for power, other in attacks.items()}
    played = sheets(before, **orders)
    left = infs_in(played.state, "BRA")
    assert all(0 < left[power] <= rows[power] for power in left)
    lost = [one.data["lost"] for one in events(played, "diplomatic-attack")]
    assert sum(rows.values()) - sum(left.values()) == 2 * sum(lost)
    for names in list(permutations(orders))[:3]:
        again = sheets(before, **{power: orders[power] for power in names})
        assert infs_in(again.state, "BRA") == left


@drawn(numbers=st.lists(st.integers(-2, 12), max_size=6))
def test_nobody_places_more_than_the_allotment_and_nothing_is_placed_in_part(numbers: list[int]):
    before = given(tables=EIGHT)
    codes = ("BRA", "HES", "SAX", "WES", "COL", "TRI")
    lines = [f"{number}: {code}" for number, code in zip(numbers, codes, strict=False)]
    played = sheets(before, france=" ; ".join(lines))
    placed = [infs_in(played.state, code).get("france", 0) for code in codes]
    assert sum(placed) <= 8
    for number, line, got in zip(numbers, lines, placed, strict=False):
        assert got in (0, number)
        if number > 0:
            assert (verdict(played, line).outcome == "success") == (got == number)
