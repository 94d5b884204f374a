"""The report: what is counted, what is said of it, and the forms that it has."""

from __future__ import annotations

import msgspec
import pytest
from msgspec.structs import replace

from generator.trial.playing import GameRecord, TrialSpec
from generator.trial.report import TrialReport, make_report, sections, sentences
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
    assert rows["france"].value.mean == 0.75
    assert rows["france"].place.mean == pytest.approx((3 * 1 + 3.5) / 4, abs=1e-4)
    assert rows["italy"].survived.mean == 0
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


def test_lengths_have_a_mean_with_its_interval() -> None:
    games = [replace(game(n, "france"), years=years) for n, years in ((1, 4), (2, 6), (3, 8))]
    report = make_report(SPEC, games)
    assert report.years == (4, 8)
    assert (report.lasted.mean, report.lasted.low) == (6.0, 1.0317)
    assert "They lasted 4 to 8 years, 6.0 on average" in sentences(report)[0]


def test_failed_games_are_named_and_not_counted() -> None:
    games = [game(1, "france"), GameRecord(2, "the seed", "failed", failed="KeyError: 'X'")]
    report = make_report(SPEC, games)
    assert report.games == 1
    assert report.failed == (2,)
    assert "1 game could not be played to the end" in " ".join(sentences(report))


def test_sentences_claim_no_more_than_there_is() -> None:
    fair = [game(n, SEATS[n % 7]) for n in range(1, 71)]
    said = " ".join(sentences(make_report(SPEC, fair)))
    assert "no power differs from that by more than chance explains" in said
    unfair = [game(n, "france" if n % 2 else SEATS[n % 7]) for n in range(1, 71)]
    said = " ".join(sentences(make_report(SPEC, unfair)))
    assert "France (57.1) wins more. By chance, one in twenty of 7 fair seats" in said
    assert "No power was ever eliminated." in said
    few = " ".join(sentences(make_report(SPEC, fair[:9])))
    assert "9 games are too few to show whether the seats are fair." in few


def test_report_of_real_games_goes_through_json_and_back(small: TrialReport) -> None:
    assert msgspec.json.decode(msgspec.json.encode(small), type=TrialReport) == small
    assert small.games == 4
    assert small.years == (2, 2)


def test_tables_have_a_cell_for_each_column(small: TrialReport) -> None:
    for section in sections(small):
        assert all(len(row) == len(section.columns) for row in section.plain_rows), section.title
