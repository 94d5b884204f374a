"""Days and times as people write them."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

import pytest

from generator.archive.dates.written_dates import read_when
from generator.archive.game.settings import GameSettings
from generator.engine.errors import UsageError

VIENNA = GameSettings(1, "T", "tiny", zone="Europe/Vienna")
NOW = datetime(2027, 3, 3, 9, 30, tzinfo=UTC)
"""A Wednesday, 10:30 in Vienna."""
SUNDAY = datetime(2027, 3, 7, 20, 0)


@pytest.mark.parametrize(
    "text",
    [
        "2027-03-07 20:00", "2027-03-07T20:00", "7 March 2027 8pm", "7 March 2027, 20:00",
        "March 7, 2027 at 8 pm", "7th of March 2027 20:00", "7 Mar 2027 20h", "7.3.2027 20:00",
        "07.03.2027 20:00:00", "Sunday 20:00", "sunday, 8 p.m.", "Sun 8pm", "on Sunday at 20:00",
        "20:00 Sunday", "Sunday, 7 March 2027, 20:00", "7. March 20:00", "in 4 days 20:00",
    ],
)  # fmt: skip
def test_one_time_is_written_in_many_ways(text: str) -> None:
    assert read_when(text, VIENNA, NOW) == SUNDAY


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("tomorrow 18:00", datetime(2027, 3, 4, 18)),
        ("today noon", datetime(2027, 3, 3, 12)),
        ("tomorrow", date(2027, 3, 4)),
        ("Friday", date(2027, 3, 5)),
        ("Wednesday", date(2027, 3, 3)),
        ("Wednesday 11:00", datetime(2027, 3, 3, 11)),
        ("Wednesday 10:00", datetime(2027, 3, 10, 10)),
        ("1 March", date(2028, 3, 1)),
        ("29 February", date(2028, 2, 29)),
        ("in 3 days", date(2027, 3, 6)),
        ("in 2 weeks", date(2027, 3, 17)),
        ("in 36 hours", datetime(2027, 3, 4, 22, 30)),
        ("in 24 hours", datetime(2027, 3, 4, 10, 30)),
        ("in 48 hours", datetime(2027, 3, 5, 10, 30)),
        ("in two days", date(2027, 3, 5)),
        ("in a week", date(2027, 3, 10)),
        ("in an hour", datetime(2027, 3, 3, 11, 30)),
        ("in one day and twelve hours", datetime(2027, 3, 4, 22, 30)),
        ("in 72 h", datetime(2027, 3, 6, 10, 30)),
        ("in 1 day 12 hours", datetime(2027, 3, 4, 22, 30)),
        ("in 1 day", date(2027, 3, 4)),
        ("2027/3/7", date(2027, 3, 7)),
        ("Sunday 20:00 UTC+2", datetime(2027, 3, 7, 20, tzinfo=timezone(timedelta(hours=2)))),
        ("13/3/2027", date(2027, 3, 13)),
        ("3/13/2027", date(2027, 3, 13)),
        ("4/4/2027", date(2027, 4, 4)),
        ("2027-03-07 20:00Z", datetime(2027, 3, 7, 20, tzinfo=UTC)),
        ("7 March 2027 20:00 UTC", datetime(2027, 3, 7, 20, tzinfo=UTC)),
        ("Sunday 20:00 +02:00", datetime(2027, 3, 7, 20, tzinfo=timezone(timedelta(hours=2)))),
        ("Sunday 20:00 America/New_York", datetime(2027, 3, 8, 1, tzinfo=UTC)),
    ],
)
def test_what_is_left_out_comes_from_the_clock_that_is_given(text: str, meant: date) -> None:
    assert read_when(text, VIENNA, NOW) == meant


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("3/4/2027", "is Sunday, 4 April 2027|is Thursday, 4 March 2027, or Saturday, 3 April"),
        ("3/4/27", "a year of two digits"),
        ("next Sunday 20:00", "may be this one or the one after"),
        ("Sunday midnight", "may be the beginning of the day or its end"),
        ("Sunday 12am", "may be the beginning of the day or its end"),
        ("Monday 7 March 2027", "contradicts itself: Sunday, 7 March 2027"),
        ("Sunday 20:00 CET", "has the zone CET"),
        ("Sunday 8", "a date has a day and a month"),
        ("20:00", "has no day"),
        ("Sunday 25:00", "no such time of the day"),
        ("Sunday 13pm", "no such time of the day"),
        ("31 February 2027", "no such day"),
        ("30 February", "no such day"),
        ("Sunnday 20:00", "did you mean sunday"),
        ("3/4", "is Thursday, 4 March 2027, or Saturday, 3 April 2027"),
        ("2027-03-07 20:00 8pm", "two times of the day"),
        ("Sunday 20:00 America/New_York UTC", "two time zones"),
        ("24 hours", 'write "in 24 hours"'),
        ("in 24 hours 20:00", "has hours to wait"),
        ("Sunday Monday", "two days of the week"),
        ("in 3 days Sunday", "beside a length of time"),
        ("in a while", "not a length of time"),
        ("soon", "is not a date or a time"),
        ("", "is not a date or a time"),
        ("in 9999 weeks", "x"),
        ("28 March 2027 02:30", "the clocks go forward then"),
    ],
)
def test_what_can_be_read_in_two_ways_or_in_none_is_refused(text: str, why: str) -> None:
    if why == "x":  # far away, and a day all the same
        assert read_when(text, VIENNA, NOW) == date(2218, 10, 21)
        return
    with pytest.raises(UsageError) as caught:
        read_when(text, VIENNA, NOW)
    assert any(one in str(caught.value) for one in why.split("|"))


def test_no_day_is_suggested_for_a_word_that_is_none() -> None:
    with pytest.raises(UsageError) as caught:
        read_when("hours", VIENNA, NOW)
    assert "did you mean" not in str(caught.value)


def test_hours_are_counted_by_the_clock_of_the_world() -> None:
    """The clocks go forward on 28 March."""
    evening = datetime(2027, 3, 27, 19, tzinfo=UTC)
    assert read_when("in 24 hours", VIENNA, evening) == datetime(2027, 3, 28, 21)


def test_without_a_clock_nothing_is_guessed() -> None:
    with pytest.raises(UsageError, match="is not a date or a time without a clock"):
        read_when("Sunday 20:00", VIENNA)
    assert read_when("7 March 2027 8pm", VIENNA) == SUNDAY
