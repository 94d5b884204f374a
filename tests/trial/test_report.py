"""The report: what is counted, what is said of it, and the forms that it has."""

from __future__ import annotations

import csv
import io

import msgspec
import pytest

from generator.rulesets import get_ruleset
from generator.trial.playing import GameRecord
from generator.trial.report import TrialReport, make_report
from generator.trial.spec import TrialSpec
from generator.trial.tables import as_csv, sections
from generator.trial.telling import sentences
from tests.trial.trying import SHORT, made_up, records

SPEC = TrialSpec("standard", "s")
SEATS = ("austria", "england", "france", "germany", "italy", "russia", "turkey")


def game(number: int, winner: str, **more: object) -> GameRecord:
    scores = {power: 3 + 15 * (power == winner) for power in SEATS}
    return made_up(number, winner, scores, **more)


@pytest.fixture(scope="module")
def small() -> TrialReport:
    return make_report(SHORT, records(4))


def test_powers_have_what_became_of_them() -> None:
    games = [game(n, "france", out={"italy": 1}) for n in (1, 2, 3)]
    games.append(game(4, "turkey", out={"italy": 1, "russia": 1}))
    report = make_report(SPEC, games)
    rows = {row.power: row for row in report.powers}
    assert rows["france"].wins == 3
    assert rows["france"].won.mean == 0.75
    assert rows["france"].place.mean == pytest.approx((3 * 1 + 3.5) / 4, abs=1e-4)
    assert rows["italy"].survived.mean == 0
    # In the fourth game two fell at once, so nobody was first.
    assert rows["italy"].first_out == 3
    assert rows["italy"].alive == (0.0,)
    assert rows["turkey"].score.mean == (3 * 3 + 18) / 4
    assert report.fair == 0.1429


def test_endings_are_counted_by_kind_rule_and_length() -> None:
    games = [game(n, "france", ended_by="STD-END-1") for n in (1, 2, 3)] + [game(4, "")]
    rows = make_report(SPEC, games).endings
    assert [(row.kind, row.rule, row.games, row.years) for row in rows] == [
        ("victory", "STD-END-1", 3, ((1, 3),)),
        ("cut off", "", 1, ((1, 1),)),
    ]
    assert rows[0].title


def test_rules_that_decided_nothing_are_named() -> None:
    report = make_report(SPEC, [game(1, "", verdicts={"STD-MOV-1": 4}, events={"STD-END-1": 1})])
    every = {rule.id for rule in get_ruleset("standard").rulebook.rules}
    assert {row.rule for row in report.rules} == {"STD-MOV-1", "STD-END-1"}
    assert {rule for rule, _ in report.never} == every - {"STD-MOV-1", "STD-END-1"}


def test_worth_of_a_place_is_above_what_is_usual_for_the_first() -> None:
    held = {"PAR": "france", "LON": "england", "ROM": "italy", "VIE": "austria"}
    games = [game(n, "france", holders=held, moved={"ROM": 2}) for n in range(1, 6)]
    rows = {row.id: row for row in make_report(SPEC, games).provinces}
    assert rows["PAR"].by_first == 1
    assert rows["PAR"].expected == 0.25
    assert rows["PAR"].worth.mean == 0.75
    assert rows["LON"].worth.mean == -0.25
    assert rows["ROM"].changes.mean == 2
    assert set(rows) == set(held)


def test_openings_that_are_seldom_played_are_left_out() -> None:
    games = [game(n, "france", openings={"france": "A PAR - BUR"}) for n in range(1, 6)]
    games += [game(n, "", openings={"france": "A PAR - GAS"}) for n in (6, 7)]
    (row,) = make_report(SPEC, games).openings
    assert (row.power, row.moves, row.games, row.won.mean) == ("france", "A PAR - BUR", 5, 1)


def test_seats_and_natures_are_weighed_against_each_other() -> None:
    natures = {power: "bold" if number % 2 else "shy" for number, power in enumerate(SEATS)}
    swapped = {power: "shy" if number % 2 else "bold" for number, power in enumerate(SEATS)}
    games = [game(n, "france", natures=(natures, swapped)[n % 2]) for n in range(1, 21)]
    report = make_report(SPEC, games)
    assert report.shares.first == 100
    assert report.shares.second == 0
    assert {row.nature: row.seats for row in report.natures} == {"bold": 70, "shy": 70}


def test_natures_meet_in_every_pair_of_their_seats() -> None:
    """By hand: France wins, the other six share the fourth and a half place."""
    natures = dict.fromkeys(SEATS, "shy") | {"france": "bold", "italy": "bold"}
    games = [game(n, "france", natures=natures) for n in (1, 2)]
    # Of ten pairs the bold one is ahead in five, where it is France, and even in the other five.
    (row,) = make_report(SPEC, games).meetings
    assert (row.nature, row.other, row.games) == ("bold", "shy", 2)
    assert row.ahead.mean == row.ahead.low == row.ahead.high == 0.75
    # A game in which only one of them sits says nothing of the two.
    alone = game(3, "italy", natures=dict.fromkeys(SEATS, "bold"))
    (same,) = make_report(SPEC, [*games, alone]).meetings
    assert (same.games, same.ahead) == (2, row.ahead)


def test_report_keeps_the_first_game() -> None:
    games = [game(n, "france") for n in (1, 2)]
    assert make_report(SPEC, games).first == games[0]
    failed = GameRecord(1, "s", "failed", failed="x")
    assert make_report(SPEC, [failed, games[1]]).first is None


def test_failed_games_are_named_and_not_counted() -> None:
    games = [game(1, "france"), GameRecord(2, "the seed", "failed", failed="KeyError: 'X'")]
    report = make_report(SPEC, games)
    assert report.games == 1
    assert [(one.number, one.seed, one.said) for one in report.failed] == [
        (2, "the seed", "KeyError: 'X'")
    ]
    assert "1 game could not be played to the end" in " ".join(sentences(report))


def test_trial_in_which_all_failed_says_so() -> None:
    report = make_report(SPEC, [GameRecord(1, "s", "failed", failed="x")])
    assert sentences(report) == ("No game was played to its end, so there is nothing to tell.",)
    assert [section.title for section in sections(report)] == ["What it shows"]


def test_sentences_claim_no_more_than_there_is() -> None:
    fair = [game(n, SEATS[n % 7]) for n in range(1, 71)]
    said = " ".join(sentences(make_report(SPEC, fair)))
    assert "no power's part differs from that by more than chance explains" in said
    unfair = [game(n, "france" if n % 2 else SEATS[n % 7]) for n in range(1, 71)]
    said = " ".join(sentences(make_report(SPEC, unfair)))
    assert "France (57.1) has more. Of 7 fair seats" in said
    assert "No power was ever eliminated." in said
    few = " ".join(sentences(make_report(SPEC, fair[:9])))
    assert "9 games are too few to say whether the seats are fair." in few


def test_report_of_real_games_goes_through_json_and_back(small: TrialReport) -> None:
    assert msgspec.json.decode(msgspec.json.encode(small), type=TrialReport) == small
    assert small.games == 4
    assert small.minors
    assert {row.nature for row in small.natures} == {
        "courtier", "grim", "opportunist", "soldier", "trusting", "zealot",
    }  # fmt: skip


def test_table_for_a_spreadsheet_has_every_figure(small: TrialReport) -> None:
    rows = list(csv.DictReader(io.StringIO(as_csv(small))))
    found = {(row["table"], row["of"], row["what"]): row for row in rows}
    assert len(found) == len(rows)
    for power in small.powers:
        row = found["powers", power.power, "value"]
        assert float(row["value"]) == power.value.mean
        assert float(row["low"]) <= float(row["value"]) <= float(row["high"])
    for met in small.meetings:
        row = found["meetings", f"{met.nature} before {met.other}", "ahead"]
        assert float(row["value"]) == met.ahead.mean
    assert len(small.meetings) == 6 * 5 / 2
    assert sum(row["table"] == "rules" and row["what"] == "games" for row in rows) == len(
        get_ruleset("westphalia").rulebook.rules
    )


def test_tables_have_a_cell_for_each_column(small: TrialReport) -> None:
    for section in sections(small):
        assert all(len(row) == len(section.head) for row in section.rows), section.title
