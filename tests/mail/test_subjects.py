"""Subjects: the season and the year in them, and numbers that are none."""

from __future__ import annotations

import pytest

from generator.mailroom.subjects import Eyes, Subject, read_subject
from generator.mailroom.table import MailTable
from tests.mail.tables import table_for


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> MailTable:
    return table_for(tmp_path_factory.mktemp("games"), "standard")


def read(text: str, table: MailTable) -> Subject:
    return read_subject(text, Eyes.of(table))


@pytest.mark.parametrize(
    ("text", "season", "year"),
    [
        ("S1901 France", "spring", 1901),
        ("France, S01", "spring", 1901),
        ("France F1901", "fall", 1901),
        ("F 1901", "fall", 1901),
        ("W1901", "winter", 1901),
        ("Spring '01", "spring", 1901),
        ("Fall of 1901", "fall", 1901),
        ("France Spring1902", "spring", 1902),
        ("AB0815 - Russland - F1901", "spring", 1901),
        ("Frankreich, F01", "spring", 1901),
        ("Befehle F 1901", "spring", 1901),
        ("H1901 Russland", "fall", 1901),
        ("France H1901", "fall", 1901),
        ("P1901 France", "spring", 1901),
        ("France A1901", "fall", 1901),
        ("Spring 1801", "spring", 1801),
        ("France 1902", "", 1902),
        # Numbers of other kinds.
        ("[ticket#4711] France", "", 0),
        ("[#1905] France", "", 0),
        ("Ticket 1905: France", "", 0),
        ("ABC1234 France", "", 0),
        ("ABC1905: France", "", 0),
        ("France 4711", "", 0),
        ("[DIP-1905] France", "", 0),
        ("SPRING-1902 France", "spring", 1902),
        ("France S4711", "", 0),
        ("XY1234 S1901 France", "spring", 1901),
        ("Italy 2027-03-01", "", 0),
    ],
)
def test_a_subject_says_a_season_and_a_year(
    table: MailTable, text: str, season: str, year: int
) -> None:
    heading = read(text, table).heading
    assert (next(iter(heading.words), ""), heading.year) == (season, year)


@pytest.mark.parametrize(
    "prefix", ["Re:", "RE: Re[2]:", "SV:", "Odp:", "Ynt:", "VS:", "Vá:", "Отв:", "回复：", "답장:"]
)
def test_a_reply_is_known_in_any_language(table: MailTable, prefix: str) -> None:
    subject = read(f"{prefix} Russia S1901", table)
    assert subject.is_reply
    assert subject.text == "Russia S1901"
    assert subject.heading.powers == ("russia",)
