"""Powers that fall: E15V7-ELIM."""

from __future__ import annotations

from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.rulesets.europe.features.credit_book import CreditBook, CreditLoan
from generator.rulesets.europe.state.state import ComingChange
from generator.rulesets.europe_1615_v7 import RULESET
from tests.rules.europe.building import events, units_of
from tests.rules.europe_1615_v7.landing import (
    adjust,
    after_moves,
    holder,
    landed,
    next_year,
    rules_of,
    status,
)
from tests.rules.europe_1615_v7.seven import at, given, sheets

WAR = [("austria", "bavaria")]


def fallen(**parts: Any) -> Any:
    """The map adjustment of 1621 in which Austria takes Bavaria from the Duchy."""
    units = {"austria": ["A BAV"], **parts.pop("units", {})}
    return adjust(**{"year": 1621, "wars": WAR, "units": units, **parts})


@pytest.mark.rule("E15V7-ELIM-1")
def test_a_power_without_a_home_center_falls_whatever_else_it_holds():
    played = fallen(
        units={"bavaria": ["A COL", "A WES"]}, captures={"COL": "bavaria", "WES": "bavaria"}
    )
    assert played.state.eliminated == {"bavaria": 1621}
    assert ("BAV", "E15V7-ELIM-1") in rules_of(played, "eliminated")
    (event,) = events(played, "eliminated")
    assert "holds none of its home centers (Bavaria)" in event.text


@pytest.mark.rule("E15V7-ELIM-2")
@pytest.mark.rule("E15V7-ELIM-1")
@pytest.mark.parametrize(("option", "falls"), [("all_lost", False), ("any_lost", True)])
def test_a_power_with_a_home_center_left_plays_on(option: str, falls: bool):
    """Austria loses Vienna and Bohemia, and keeps Slovenia; by option one loss is enough."""
    played = adjust(
        units={"bavaria": ["A VIE", "A BOH"], "austria": ["A SLO"]},
        wars=WAR,
        options={"elimination": option},
    )
    assert ("austria" in played.state.eliminated) == falls
    if falls:
        (event,) = events(played, "eliminated")
        assert "has lost Vienna and Bohemia" in event.text


def test_with_that_option_too_a_power_that_has_all_its_homes_plays_on():
    played = adjust(units={"bavaria": ["A TYR"]}, wars=WAR, options={"elimination": "any_lost"})
    assert (holder(played, "TYR"), played.state.eliminated) == ("bavaria", {})


@pytest.mark.rule("E15V7-ELIM-3")
def test_all_its_units_are_gone():
    played = fallen(units={"bavaria": ["A WES", "A FRA"]})
    assert units_of(played.state, "bavaria") == []
    (event,) = events(played, "units-disbanded")
    assert (event.rule, event.data["units"]) == ("E15V7-ELIM-3", ["A FRA", "A WES"])


@pytest.mark.rule("E15V7-ELIM-4")
def test_what_it_held_goes_back_with_its_suspended_infs():
    played = fallen(
        units={"bavaria": ["A LOR", "A NET"]},
        captures={"LOR": "bavaria", "NET": "bavaria"},
        infs={"LOR": {"france": 5, "spain": 3}},
        wars=[*WAR, ("bavaria", "spain")],
    )
    assert (holder(played, "LOR"), holder(played, "NET")) == ("LOR", "spain")
    assert status(played, "LOR") == ("aligned", "france")
    assert {rule for _, rule in rules_of(played, "liberated")} == {"E15V7-ELIM-4"}


@pytest.mark.rule("E15V7-ELIM-6")
def test_the_ottomans_keep_their_units_when_their_patron_falls():
    played = fallen(units={"OTT": ["A HUN"]}, captures={"HUN": "OTT"}, infs={"OTT": {"bavaria": 3}})
    assert (status(played, "OTT"), holder(played, "HUN")) == (("unaligned", ""), "OTT")


@pytest.mark.rule("E15V7-ELIM-7")
def test_its_wars_alliances_declarations_and_loans_are_closed():
    """A war declared on it lapses too (edge 36), and loans count for nobody (edge 64)."""
    state = replace(
        landed(
            year=1621,
            units={"austria": ["A BAV"]},
            wars=[*WAR, ("denmark", "bavaria")],
            alliances=[("bavaria", "france")],
        ),
        changes=(ComingChange(1622, "war", ("spain", "bavaria"), ("spain",)),),
    )
    owed = CreditBook(
        (
            CreditLoan(1, "bavaria", "spain", 3, 1620, 1625, enforced=True, agreed_by=("spain",)),
            CreditLoan(2, "france", "bavaria", 2, 1620, 1625),
            CreditLoan(3, "france", "spain", 2, 1620, 1625),
        )
    )
    state = replace(state, parts=MappingProxyType({**state.parts, "credit": owed}))
    played = sheets(state)
    assert not [pair for pair in played.state.relations if "bavaria" in pair]
    assert played.state.changes == ()
    loans = played.state.parts["credit"].loans
    assert [one.status for one in loans] == ["closed", "closed", "open"]
    assert rules_of_all(played, "ties-ended") == ["E15V7-ELIM-7"]


def rules_of_all(played: Any, kind: str) -> list[str]:
    return [one.rule for one in events(played, kind)]


@pytest.mark.rule("E15V7-ELIM-8")
def test_its_empty_home_is_nobodys_and_open():
    played = adjust(units={"austria": ["A PAL"]}, wars=[("austria", "palatinate")])
    assert (holder(played, "UPP"), holder(played, "PAL")) == ("", "austria")
    assert rules_of(played, "ownerless") == [("UPP", "E15V7-ELIM-8")]
    state = replace(at(next_year(played.state), "movement"))
    state = given(
        year=1622,
        units={"bavaria": ["A BAV"], "austria": ["A PAL"]},
        captures={"PAL": "austria"},
        eliminated={"palatinate": 1621},
    )
    moved = after_moves(state, bavaria="A BAV - UPP")
    assert holder(moved, "UPP") == "bavaria"


@pytest.mark.rule("E15V7-ELIM-9")
def test_a_home_center_that_comes_free_does_not_bring_the_power_back():
    state = given(
        year=1622,
        units={"austria": ["A BAV"]},
        captures={"BAV": "austria"},
        eliminated={"bavaria": 1621},
    )
    played = after_moves(state, austria="A BAV - TYR")
    assert holder(played, "BAV") == ""
    assert "bavaria" not in played.state.living


@pytest.mark.rule("E15V7-ELIM-11")
def test_edge_62_two_powers_that_take_each_others_only_home_fall_together():
    played = adjust(
        units={"bavaria": ["A PAL"], "palatinate": ["A BAV"]}, wars=[("bavaria", "palatinate")]
    )
    assert set(played.state.eliminated) == {"bavaria", "palatinate"}
    assert (holder(played, "PAL"), holder(played, "BAV")) == ("", "")
    assert units_of(played.state, "bavaria") == units_of(played.state, "palatinate") == []


@pytest.mark.rule("E15V7-ELIM-4")
def test_edge_61_what_a_power_captures_as_it_falls_is_free():
    """And it does not fall when its last home center is retaken in the same movement."""
    played = fallen(units={"bavaria": ["A TYR"]})
    assert (holder(played, "TYR"), "bavaria" in played.state.eliminated) == ("austria", True)
    saved = adjust(
        units={"spain": ["A BAV"]},
        captures={"BAV": "austria"},
        wars=[*WAR, ("austria", "spain")],
        alliances=[("bavaria", "spain")],
    )
    assert (holder(saved, "BAV"), saved.state.eliminated) == ("bavaria", {})


def test_a_home_center_that_comes_free_before_saves_its_power():
    """Hesse held it, and falls; or its captor's proxy is gone."""
    played = adjust(
        units={"spain": ["A HES"], "HES": ["A BAV"]},
        captures={"BAV": "HES"},
        infs={"HES": {"austria": 3}},
        wars=[*WAR, ("austria", "spain")],
    )
    assert (holder(played, "BAV"), played.state.eliminated) == ("bavaria", {})
    played = adjust(
        units={"spain": ["A HES"], "HES": ["A BAV"]},
        captures={"BAV": "austria"},
        infs={"HES": {"austria": 3}},
        wars=[*WAR, ("austria", "spain")],
    )
    assert (holder(played, "BAV"), played.state.eliminated) == ("bavaria", {})


def test_a_proxy_of_a_fallen_power_keeps_nothing_in_the_same_map_adjustment():
    played = fallen(
        units={"bavaria": ["A NET"]},
        captures={"NET": "france"},
        alliances=[("bavaria", "france")],
        wars=[*WAR, ("france", "spain")],
    )
    assert holder(played, "NET") == "spain"


@pytest.mark.rule("E15V7-ELIM-10")
def test_a_fallen_power_is_listed_without_a_rank_and_cannot_win():
    """Bavaria fell in 1621; the others tie with nothing."""
    state = given(phase="scoring", year=1629, units={}, eliminated={"bavaria": 1621})
    played = sheets(state)
    assert "bavaria" not in played.state.scores
    assert not any(one.data["power"] == "bavaria" for one in events(played, "score"))
    (table,) = (one for one in RULESET.report(state, played) if one.title == "Scores")
    row = next(row for row in table.plain_rows if row[0] == "Duchy of Bavaria")
    assert row[-4:] == ("0", "0", "eliminated (1621)", "")
    ending = played.state.ending
    assert ending is None or "bavaria" not in ending.powers
