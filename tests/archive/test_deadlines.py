"""Deadlines: zones, days without a time, grace, and the rhythm of a game."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from types import MappingProxyType
from typing import Any

import pytest

from generator.archive.dates.deadlines import deadline_of, due_words, next_deadline
from generator.archive.files.spans import is_zone, read_span, span_words
from generator.archive.game.settings import GameSettings
from generator.engine.phases import Moment

SPRING, FALL = Moment(1901, 1, "spring-movement"), Moment(1901, 3, "fall-movement")


def settings(due: date, **facts: Any) -> GameSettings:
    dates = MappingProxyType({str(SPRING): due})
    return GameSettings(1, "T", "standard", dates=dates, **facts)


def test_a_time_without_a_zone_is_one_of_the_game() -> None:
    at = deadline_of(settings(datetime(2027, 3, 7, 20), zone="Europe/Vienna"), SPRING)
    assert at is not None
    assert at.due.astimezone(UTC) == datetime(2027, 3, 7, 19, tzinfo=UTC)
    assert due_words(at) == "Sunday, 7 March 2027, 20:00 CET"


def test_a_time_with_a_zone_is_told_in_that_of_the_game() -> None:
    given = datetime(2027, 7, 4, 18, tzinfo=UTC)
    at = deadline_of(settings(given, zone="Europe/Vienna"), SPRING)
    assert at is not None
    assert due_words(at) == "Sunday, 4 July 2027, 20:00 CEST"


def test_without_a_zone_it_is_utc() -> None:
    at = deadline_of(settings(datetime(2027, 3, 7, 20)), SPRING)
    assert at is not None
    assert at.due == datetime(2027, 3, 7, 20, tzinfo=UTC)


def test_all_of_a_day_counts() -> None:
    at = deadline_of(settings(date(2027, 3, 7), zone="America/New_York"), SPRING)
    assert at is not None
    assert not at.is_past(datetime(2027, 3, 8, 4, 58, tzinfo=UTC))
    assert at.is_past(datetime(2027, 3, 8, 5, 0, tzinfo=UTC))
    assert due_words(at) == "Sunday, 7 March 2027"


def test_grace_is_real_time_even_when_the_clocks_change() -> None:
    day = settings(datetime(2027, 3, 27, 20), zone="Europe/Vienna", grace=timedelta(hours=24))
    at = deadline_of(day, SPRING)
    assert at is not None
    assert at.grace == timedelta(hours=24)
    assert at.closes.astimezone(UTC) == datetime(2027, 3, 28, 19, tzinfo=UTC)
    assert due_words(at).endswith("20:00 CET (grace: 1 day)")


@pytest.mark.parametrize(
    ("before", "span", "after"),
    [
        # The clocks go forward on 28 March: days keep the hour, hours are real time.
        (datetime(2027, 3, 21, 20), timedelta(days=14), datetime(2027, 4, 4, 18, tzinfo=UTC)),
        (datetime(2027, 3, 27, 20), timedelta(hours=36), datetime(2027, 3, 29, 7, tzinfo=UTC)),
    ],
)
def test_the_rhythm_when_the_clocks_change(
    before: datetime, span: timedelta, after: datetime
) -> None:
    game = settings(before, zone="Europe/Vienna", rhythm={"fall-movement": span})
    due = next_deadline(game, SPRING, FALL)
    assert due is not None
    assert (due.astimezone(UTC), due.tzname()) == (after, "CEST")


def test_nothing_is_proposed_where_something_is_missing() -> None:
    assert next_deadline(settings(date(2027, 3, 7)), SPRING, FALL) is None
    assert deadline_of(settings(date(2027, 3, 7)), FALL) is None


@pytest.mark.parametrize(
    ("text", "span"),
    [
        ("36 hours", timedelta(hours=36)),
        ("14 days", timedelta(days=14)),
        ("1 week", timedelta(weeks=1)),
        ("90 minutes", timedelta(minutes=90)),
        ("3d", timedelta(days=3)),
        ("0 days", None),
        ("soon", None),
        ("-1 days", None),
        ("99999 days", None),
    ],
)
def test_spans(text: str, span: timedelta | None) -> None:
    assert read_span(text) == span


@pytest.mark.parametrize("text", ["1 week", "36 hours", "10 days", "90 minutes", "1 hour"])
def test_a_span_is_told_as_it_is_read(text: str) -> None:
    span = read_span(text)
    assert span is not None
    assert span_words(span) == text


@pytest.mark.parametrize("name", ["../etc/passwd", "Europe/Atlantis", "", "/etc/localtime", "a\0b"])
def test_what_is_no_time_zone(name: str) -> None:
    assert not is_zone(name)
