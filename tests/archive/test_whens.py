"""Days and times as people write them."""

from __future__ import annotations

import tomllib
from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from generator.archive.dates.written_dates import read_when
from generator.archive.game.settings import GameSettings
from generator.engine.errors import UsageError

WHENS = tomllib.loads(Path(__file__).with_name("whens.toml").read_text("utf-8"))
VIENNA = GameSettings(1, "T", "tiny", zone="Europe/Vienna")
NOW = datetime(2027, 3, 3, 9, 30, tzinfo=UTC)
"""A Wednesday, 10:30 in Vienna."""
SUNDAY = datetime(2027, 3, 7, 20, 0)


@pytest.mark.parametrize(("text", "meant"), WHENS["meant"].items())
def test_a_time_is_written_in_many_ways_and_the_clock_gives_what_is_left_out(
    text: str, meant: date
) -> None:
    assert read_when(text, VIENNA, NOW) == meant


@pytest.mark.parametrize(("text", "why"), WHENS["refused"].items())
def test_what_can_be_read_in_two_ways_or_in_none_is_refused(text: str, why: str) -> None:
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
