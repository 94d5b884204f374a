"""The status of minor states and confessional markers: E15V7-STAT, E15V7-CONF-1 to 7 and 13."""

from __future__ import annotations

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st

from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.seven import given, sheets


def status(code: str = "HES", **infs: int) -> tuple[str, str]:
    """The status of a state with these INFs after a year's politics."""
    found = sheets(given(infs={code: infs})).state.statuses[code]
    return found.kind, found.patron


def marker(code: str = "HES", **infs: int) -> str:
    return sheets(given(infs={code: infs})).state.markers.get(code, "")


@pytest.mark.rule("E15V7-STAT-5")
def test_a_shared_lead_is_neutral():
    assert status(france=5, spain=5) == ("neutral", "")
    assert status(france=4, spain=4, england=4) == ("neutral", "")
    assert status(france=4, spain=4, england=1) == ("neutral", "")


@pytest.mark.rule("E15V7-STAT-6")
def test_less_than_half_is_neutral():
    assert status(france=3, spain=2, england=2) == ("neutral", "")


@pytest.mark.rule("E15V7-STAT-7")
def test_equality_behind_the_leader_does_not_matter():
    assert status(france=4, spain=2, england=2) == ("aligned", "france")


@pytest.mark.rule("E15V7-STAT-8")
def test_a_single_inf_is_enough_where_nobody_else_has_any():
    assert status(denmark=1) == ("aligned", "denmark")


HESSIAN = {"units": {"HES": ["A HES"]}, "infs": {"HES": {"france": 3}, "WES": {"france": 1}}}


@pytest.mark.rule("E15V7-STAT-14")
def test_without_an_order_it_holds():
    assert units_of(sheets(given(**HESSIAN)).state, "HES") == ["A HES"]


@pytest.mark.rule("E15V7-STAT-20")
def test_statuses_are_reported():
    before = given()
    played = sheets(before, france="2: LOR ; 1: SAX", spain="1: SAX")
    told = {one.data["state"]: one.data["status"] for one in events(played, "status")}
    assert told == {"LOR": "aligned", "SAX": "neutral"}
    table = next(one for one in RULESET.report(before, played) if "Influence" in one.title)
    rows = {row[0]: " ".join(map(str, row)) for row in table.plain_rows}
    assert "aligned" in rows["LOR"]
    assert "neutral" in rows["SAX"]
    assert "unaligned" in rows["HES"]
    assert RULESET.picture(played.state) != RULESET.picture(before)


POWERS = ("france", "spain", "england", "sweden", "austria")


@drawn(infs=st.dictionaries(st.sampled_from(POWERS), st.integers(1, 12)))
def test_status_is_as_the_definition_has_it(infs: dict[str, int]):
    """D1 of the rules, said once more in other words."""
    total, most = sum(infs.values()), max(infs.values(), default=0)
    leaders = [power for power, number in infs.items() if number == most]
    expected = ("neutral", "")
    if not total:
        expected = ("unaligned", "")
    elif len(leaders) == 1 and 2 * most >= total:
        expected = ("aligned", leaders[0])
    assert status("LOR", **infs) == expected


# --- confessional markers


@pytest.mark.rule("E15V7-CONF-4")
def test_less_than_twice_gives_none():
    assert marker(spain=5, sweden=3) == ""


@pytest.mark.rule("E15V7-CONF-5")
def test_no_infs_no_marker():
    assert marker() == ""


@pytest.mark.rule("E15V7-CONF-7")
def test_a_marker_appears_in_the_year_of_the_attack():
    before = given(infs={"HES": {"spain": 5, "sweden": 3, "france": 4}})
    assert sheets(before).state.markers.get("HES") == "catholic"
    before = given(infs={"HES": {"spain": 5, "sweden": 3}})
    assert "HES" not in sheets(before).state.markers
    played = sheets(before, spain="HES > SWEDEN")
    assert played.state.markers["HES"] == "catholic"
    assert [one.data["state"] for one in events(played, "marker")] == ["HES"]


@drawn(infs=st.dictionaries(st.sampled_from(POWERS), st.integers(1, 12)))
def test_marker_is_as_the_definition_has_it(infs: dict[str, int]):
    """D2 of the rules, said once more in other words."""
    protestant = infs.get("england", 0) + infs.get("sweden", 0)
    catholic = sum(infs.values()) - protestant
    expected = ""
    if protestant and protestant >= 2 * catholic:
        expected = "protestant"
    elif catholic and catholic >= 2 * protestant:
        expected = "catholic"
    assert marker("LOR", **infs) == expected
