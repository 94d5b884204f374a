"""What everybody reads and sees of a game: reports, registers, figures and maps; and how a position
of the referee's is completed."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

import pytest
from msgspec.structs import replace

from generator.engine.errors import FileError
from generator.engine.picture import Picture
from generator.engine.report import Section, plain_cell
from generator.engine.words import listed
from generator.rulesets.europe.features.counterbalance import Signed
from generator.rulesets.europe.features.modifiers import SanctionRules
from generator.rulesets.europe.record.opening import place_opening
from generator.rulesets.europe.state.standing import Capture, Status
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe.steps.statuses import confession_of
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from mapsvg import load_geometry
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v3.three import Played, active, at, given, sheets, with_modifiers


def report(before: EuropeState, played: Played) -> dict[str, Section]:
    """The sections that everybody reads, by their titles."""
    told = RULESET.report(before, played)
    return {section.title: section for section in told if not section.secret}


@pytest.mark.rule("E15V3-SCO-5")
def test_the_report_of_scores_shows_what_is_counted_three_times() -> None:
    state = given(phase="scoring", infs={"SAX": {"denmark": 2}}, captures={"MEC": "SAX"})
    shown = report(state, sheets(state))["Scores"]
    (row,) = [row for row in shown.plain_rows if row[0] == "Denmark"]
    assert row[-1] == "Saxony 3 × 12"
    assert shown.columns[-5:] == ("VPs", "Rank", "Rounds", "All VPs", "Aligned states")


@pytest.mark.rule("E15V3-MOT-2")
def test_a_motion_is_public_when_it_is_listed_and_ballots_are_sums() -> None:
    state = active("wallenstein")
    moved = sheets(state, england="MOTION REMOVE WALLENSTEIN")
    (line,) = RULESET.records(moved)
    assert (line.kind, line.about, line.cells[1]) == ("motion", "wallenstein", "Wallenstein")
    ballots = {"england": "+5 = MOTION WALLENSTEIN", "spain": "-2 = MOTION WALLENSTEIN"}
    winter = sheets(at(moved.state, "late-winter"), **ballots)
    (line,) = RULESET.records(winter)
    assert line.cells == ("Wallenstein", "motion", "5", "2", "passes")
    assert not any(verdict.public for verdict in winter.verdicts)
    measure = {one.id: one for one in RULESET.measures(winter.state)}["wallenstein"]
    assert (measure.status, measure.is_active) == ("struck from the game since 1617", False)


@pytest.mark.rule("E15V3-RND-1")
def test_rounds_are_listed_with_their_years() -> None:
    state = given(phase="scoring", infs={"SAX": {"denmark": 5}})
    played = sheets(state)
    (line,) = [one for one in RULESET.records(played) if one.kind == "round"]
    assert plain_cell(line.cells[0]) == "Denmark"
    (shown,) = [one for one in RULESET.tables(played.state) if one.title == "Rounds won"]
    assert shown.plain_rows[0] == ("Denmark", "1", listed(["1615"]))
    before, after = RULESET.standings(state)[0], RULESET.standings(played.state)[0]
    assert (before[1]["denmark"], after[1]["denmark"]) == (0, 1)


def test_nothing_is_named_that_the_edition_has_not() -> None:
    words_of = RULESET.gazetteer(opening(EDITION))
    assert not words_of.bonds
    assert not words_of.accounts
    assert "vassal" not in words_of.statuses
    assert not {"treasury", "price"} & set(words_of.figures)


@pytest.mark.rule("E15V3-CB-9")
def test_the_ratio_of_the_confessions_is_shown_against_what_brings_a_sign() -> None:
    state = sheets(opening(EDITION)).state
    (shown,) = [one for one in RULESET.tables(state) if one.title.startswith("Counterbalance")]
    assert RULESET.snapshot(state).counts["infs"] == {"catholic": 105, "protestant": 66}
    rows = list(shown.plain_rows)
    assert rows == [("Catholic", "105", "1.59", ""), ("Protestant", "66", "0.63", "")]


def _position(tables: Mapping[str, Any]) -> EuropeState:
    """The opening with these tables. Raises FileError with all that is wrong with them."""
    wrong: list[str] = []
    state = place_opening(EDITION, opening(EDITION), tables, wrong)
    if wrong:
        raise FileError("; ".join(wrong))
    return state


@pytest.mark.rule("E15V3-INF-1", "E15V3-SPU-1")
def test_a_position_that_names_little_is_completed() -> None:
    tables = {"year": 1616, "phase": "summer", "captures": {"SAX": "denmark"},
              "units": {"austria": ["A BOH"], "BAV": ["A TYR"]}, "infs": {"SUL": "spain 3"},
              "opened": {"states": ["SUL"]}, "annual": {"leaders": {"all": "denmark"}}}  # fmt: skip
    state = _position(tables)
    assert state.parts["annual"].allotment["denmark"] == 43
    assert state.parts["annual"].spent == {}
    assert state.parts["annual"].leaders["protestant"] == "denmark"
    assert state.statuses["SUL"] == Status("aligned", "spain")
    assert state.statuses["SAX"] == Status("captured", "", "denmark")
    assert state.captures["SAX"] == Capture("denmark", 1616)
    marks = state.parts["marks"]
    assert marks.letters["B"] == marks.originals["BAV"] == "TYR"
    # Wallenstein's army is not in Vienna, and no other is known to be it.
    assert {"W", "N"} <= set(marks.lost)
    assert RULESET.load(RULESET.dump(state)) == state


def picture(state: EuropeState) -> Picture:
    return RULESET.picture(state)


@pytest.mark.rule("E15V3-MAP-6", "E15V3-MAP-7", "E15V3-CB-9", "E15V3-SAN-5")
def test_the_sign_and_all_modifiers_stand_in_the_corner() -> None:
    state = with_modifiers(["polish_intervention", "wallenstein"], units={})
    names = {one.id: one.name for one in state.facts.of(SanctionRules).modifier}
    both = tuple(names[one] for one in names if one in ("polish_intervention", "wallenstein"))
    assert picture(state).corner == both
    parts = MappingProxyType({**state.parts, "counterbalance": Signed("widerstand")})
    under = replace(state, parts=parts)
    assert picture(under).corner == ("WIDERSTAND", *both)


@pytest.mark.rule("E15V3-MAP-8")
def test_the_map_has_the_number_of_each_center_and_home_centers_in_black() -> None:
    state = opening(EDITION)
    facts = state.facts
    shown = picture(state)
    assert (shown.values["SAX"], shown.values["BRA"], shown.values["MEC"]) == (9, 6, 3)
    assert all(shown.values[code] == one for code, one in facts.centers.items())
    homes = {code for one in facts.powers.values() for code in one.centers}
    black = {code for code in facts.centers if code not in shown.center_kinds}
    assert black == homes


@pytest.mark.rule("E15V3-MAP-10")
def test_both_coasts_of_holstein_and_the_straits_are_drawn() -> None:
    board = load_geometry("europe-1615-v3")
    crossings = {frozenset(one.between) for one in board.crossings}
    assert {frozenset({"IRE", "SCOT"}), frozenset({"ANDL", "SUL"})} <= crossings
    coasts = board.provinces["HOL"].coasts
    assert set(coasts) == set(EDITION.board.provinces["HOL"].coasts)
    assert len({coast.unit for coast in coasts.values()}) == 2


@pytest.mark.parametrize(
    ("provinces", "least"), [(1, 5), (2, 9), (3, 12), (4, 14), (5, 15), (9, 15)]
)
@pytest.mark.rule("E15V3-REL-5")
def test_the_minimum_grows_with_the_provinces(provinces: int, least: int) -> None:
    """No state of the board has three or four provinces that count."""
    facts = given().facts
    facts = replace(facts, influence=replace(facts.influence, counted_provinces={"HES": provinces}))
    assert confession_of(facts, "HES", {"denmark": least - 1}) == ""
    assert confession_of(facts, "HES", {"denmark": least}) == "protestant"
