"""What everybody reads of a game: reports, registers, lists and figures; what they leave out."""

from __future__ import annotations

import pytest

from generator.engine.report import Section, plain_cell
from generator.engine.words import listed
from generator.rulesets.europe.state.state import EuropeState
from generator.rulesets.europe_1615_v3 import EDITION, RULESET
from tests.rules.europe.building import opening
from tests.rules.europe_1615_v3.three import Played, active, at, given, sheets


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


@pytest.mark.rule("E15V3-CB-9")
def test_the_ratio_of_the_confessions_is_shown_against_what_brings_a_sign() -> None:
    state = sheets(opening(EDITION)).state
    (shown,) = [one for one in RULESET.tables(state) if one.title.startswith("Counterbalance")]
    assert RULESET.snapshot(state).counts["infs"] == {"catholic": 105, "protestant": 66}
    rows = list(shown.plain_rows)
    assert rows == [("Catholic", "105", "1.59", ""), ("Protestant", "66", "0.63", "")]
