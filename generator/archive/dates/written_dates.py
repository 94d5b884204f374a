"""Days and times as people write them: "2027-03-07 20:00", "Sunday 8pm", "in 3 days".

What can be read in two ways is refused, and the refusal says how to write it: 3/4/2027 is in March
or in April, "next Sunday" is this one or the one after, midnight is the beginning of a day or its
end. What is left out comes from the clock that is given, never from another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from typing import Final

from generator.archive.dates.deadlines import when_words, zone_of
from generator.archive.files.spans import is_zone, read_span
from generator.archive.game.settings import GameSettings
from generator.engine.errors import UsageError
from generator.engine.words import nearest

_HINT: Final = (
    'like "2027-03-07 20:00" in the zone of the game, "7 March 2027 8pm", "Sunday 20:00", '
    '"in 3 days", 2027-03-07 or 2027-03-07T20:00Z'
)
_MONTHS: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_DAYS: Final = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
_RELATIVE: Final[Mapping[str, int]] = {"yesterday": -1, "today": 0, "tomorrow": 1}
_FILLERS: Final = frozenset({"at", "on", "the", "of", "by", "until"})
_ISO: Final = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_DOTTED: Final = re.compile(r"(\d{1,2})\.(\d{1,2})\.(\d{4})")
_SLASHED: Final = re.compile(r"(\d{1,2})[/-](\d{1,2})[/-](\d{2,4})")
_NUMBER: Final = re.compile(r"(\d{1,2})(?:st|nd|rd|th|\.)?")
_YEAR: Final = re.compile(r"\d{4}")
_CLOCK: Final = re.compile(
    r"(\d{1,2}):(\d{2})(?::(\d{2}))?(am|pm)?|(\d{1,2})(am|pm)|(\d{1,2})h(\d{2})?"
)
_OFFSET: Final = re.compile(r"(?:utc|gmt)?([+-])(\d{1,2}):?(\d{2})?")
_SPLIT: Final = re.compile(r"[\s,]+")
# 20:00+01:00 and 2027-03-07T20:00Z are several words.
_JOINTS: Final = (
    (re.compile(r"(?<![a-z])([ap])\.m\.?", re.I), r"\1m"),
    (re.compile(r"(\d{4}-\d{2}-\d{2})T(?=\d)", re.I), r"\1 "),
    (re.compile(r"(:\d{2})(?=Z\b|UTC\b|[+-]\d)", re.I), r"\1 "),
    (re.compile(r"\b(\d{1,2}(?::\d{2})?)\s+(am|pm)\b", re.I), r"\1\2"),
)


def read_when(text: str, settings: GameSettings, now: datetime | None = None) -> date:
    """A day, or a time: with a zone of its own, or (without) in that of the game. `now` has a zone;
    days like "tomorrow" count from it.

    Raises UsageError for anything else, for what can be read in two ways, and for a time that the
    clocks leave out.
    """
    reading = _TimeReading(text, settings, now)
    when = reading.read()
    if isinstance(when, datetime) and when.tzinfo is None:
        try:
            is_real = clock_time(real_time(when, settings), settings) == when
        except OverflowError:
            is_real = True
        if not is_real:
            raise UsageError(
                f"there is no {text} in {settings.zone}: the clocks leave it out", hint=_HINT
            )
    if isinstance(when, datetime) and when.utcoffset() == timedelta():
        return when.astimezone(UTC)
    return when


def real_time(when: datetime, settings: GameSettings) -> datetime:
    """A time with its zone: that of the game where it has none."""
    zone = zone_of(settings)
    return when.replace(tzinfo=zone) if when.tzinfo is None else when.astimezone(zone)


def clock_time(when: datetime, settings: GameSettings) -> datetime:
    """A time as the clocks of the game's zone show it."""
    return when.astimezone(UTC).astimezone(zone_of(settings)).replace(tzinfo=None, fold=0)


class _TimeReading:
    """A text on its way to a day or a time. Each part of it may be given once."""

    def __init__(self, text: str, settings: GameSettings, now: datetime | None) -> None:
        self.text = text
        self.settings = settings
        self._now = now
        self.day: date | None = None
        self.month: int | None = None
        self.number: int | None = None
        self.year: int | None = None
        self.weekday: int | None = None
        self.clock: time | None = None
        self.zone: tzinfo | None = None
        self.shift: timedelta | None = None

    def read(self) -> date:
        text = self.text.strip()
        for pattern, spaced in _JOINTS:
            text = pattern.sub(spaced, text)
        words = [word for word in _SPLIT.split(text) if word]
        if words and words[0].lower() == "in":
            words = self._read_shift(words[1:])
        for word in words:
            if word.lower() not in _FILLERS:
                self._read_word(word)
        return self._combined()

    @property
    def now(self) -> datetime:
        """The time that it is, by the clocks of the game's zone."""
        if self._now is None:
            raise self._wrong(
                "is no day and no time without a clock", "write the date: 2027-03-07 20:00"
            )
        return clock_time(self._now, self.settings)

    def _wrong(self, why: str, hint: str = _HINT) -> UsageError:
        return UsageError(f"{self.text!r} {why}", hint=hint)

    def _once(self, name: str, value: object) -> None:
        if getattr(self, name) is not None:
            raise self._wrong("is no day and no time: something stands there twice")
        setattr(self, name, value)

    def _read_shift(self, words: list[str]) -> list[str]:
        """The length of time after "in"; gives the words after it."""
        for count in (2, 1):
            span = read_span(" ".join(words[:count]))
            if span is not None:
                self.shift = span
                return words[count:]
        raise self._wrong("is no length of time", 'like "in 36 hours", "in 3 days 20:00"')

    def _read_word(self, word: str) -> None:
        low = word.lower().rstrip(".") if not word[:1].isdigit() else word.lower()
        takers: tuple[Callable[[str, str], bool], ...] = (
            self._take_date, self._take_name, self._take_clock, self._take_zone,
        )  # fmt: skip
        if not any(take(low, word) for take in takers):
            known = (*_MONTHS, *_DAYS, *_RELATIVE)
            hint = nearest(low, known, None) if low.isalpha() else ""
            raise self._wrong(
                "is no day and no time" + (f": {word}" if hint else ""), hint or _HINT
            )

    def _take_date(self, low: str, word: str) -> bool:
        """A whole date, the number of a day, or a year."""
        if found := _ISO.fullmatch(low):
            self._once("day", self._date(int(found[1]), int(found[2]), int(found[3])))
        elif found := _DOTTED.fullmatch(low):
            self._once("day", self._date(int(found[3]), int(found[2]), int(found[1])))
        elif found := _SLASHED.fullmatch(low):
            self._take_slashed(int(found[1]), int(found[2]), found[3])
        elif _YEAR.fullmatch(low):
            self._once("year", int(low))
        elif found := _NUMBER.fullmatch(low):
            self._once("number", int(found[1]))
        else:
            return False
        return True

    def _take_slashed(self, first: int, second: int, year: str) -> None:
        if len(year) != 4:
            raise self._wrong("has a year of two digits", "write the date: 2027-03-07")
        if first > 12 or second > 12 or first == second:
            day, month = (first, second) if first > 12 else (second, first)
            self._once("day", self._date(int(year), month, day))
            return
        one, other = (
            when_words(self._date(int(year), month, day), UTC)
            for month, day in ((first, second), (second, first))
        )
        raise self._wrong(
            f"is {one}, or {other}",
            f"write the one you mean: {year}-{first:02}-{second:02} or "
            f"{year}-{second:02}-{first:02}",
        )

    def _take_name(self, low: str, word: str) -> bool:
        """Read the name of a day or a month; three letters are enough."""
        if low == "next":
            raise self._wrong(
                "may be this one or the one after", 'write the date, or "Sunday 20:00"'
            )
        if low in _RELATIVE:
            self._once("day", self.now.date() + timedelta(days=_RELATIVE[low]))
            return True
        for name, names in (("weekday", _DAYS), ("month", _MONTHS)):
            for index, known in enumerate(names):
                if len(low) >= 3 and known.startswith(low):
                    self._once(name, index + (name == "month"))
                    return True
        return False

    def _take_clock(self, low: str, word: str) -> bool:
        if low == "midnight" or low in ("12am", "12:00am"):
            raise self._wrong("may be the beginning of the day or its end", "write 00:00 or 23:59")
        if low == "noon":
            self._once("clock", time(12))
            return True
        found = _CLOCK.fullmatch(low)
        if found is None:
            return False
        hour = int(found[1] or found[5] or found[7])
        half = found[4] or found[6]
        if half and not 1 <= hour <= 12:
            raise self._wrong("is no day and no time: there is no such time of the day")
        if half:
            hour = hour % 12 + (12 if half == "pm" else 0)
        try:
            self._once("clock", time(hour, int(found[2] or found[8] or 0), int(found[3] or 0)))
        except ValueError:
            raise self._wrong("is no day and no time: there is no such time of the day") from None
        return True

    def _take_zone(self, low: str, word: str) -> bool:
        if low in ("z", "utc", "gmt"):
            self._once("zone", UTC)
        elif found := _OFFSET.fullmatch(low):
            hours, minutes = int(found[2]), int(found[3] or 0)
            if hours > 14 or minutes > 59:
                raise self._wrong("has no time zone that exists")
            offset = timedelta(hours=hours, minutes=minutes)
            self._once("zone", timezone(-offset if found[1] == "-" else offset))
        elif "/" in word and is_zone(word):
            from zoneinfo import ZoneInfo

            self._once("zone", ZoneInfo(word))
        elif re.fullmatch(r"[A-Z]{3,5}", word):
            raise self._wrong(
                f"names the zone {word}, and there may be several of that name",
                f"leave it out for the zone of the game, {self.settings.zone or 'UTC'}, or write "
                "+01:00, Europe/Vienna or UTC",
            )
        else:
            return False
        return True

    def _date(self, year: int, month: int, day: int) -> date:
        try:
            return date(year, month, day)
        except ValueError:
            raise self._wrong("is no day and no time: there is no such day") from None

    def _combined(self) -> date:
        """The date and time that all parts give together."""
        if self.shift is not None:
            return self._shifted()
        day = self._the_day()
        if self.weekday is not None and day.weekday() != self.weekday:
            raise self._wrong(
                f"contradicts itself: {when_words(day, UTC)}", "correct one of the two"
            )
        if self.clock is None:
            if self.zone is not None:
                raise self._wrong("has a time zone and no time")
            return day
        when = datetime.combine(day, self.clock)
        return when.replace(tzinfo=self.zone) if self.zone is not None else when

    def _shifted(self) -> date:
        assert self.shift is not None
        if any(part is not None for part in (self.day, self.month, self.weekday, self.zone)):
            raise self._wrong("is no day and no time: a date stands beside a length of time")
        whole_days = not self.shift % timedelta(days=1)
        try:
            if whole_days:
                day = (self.now + self.shift).date()
                return day if self.clock is None else datetime.combine(day, self.clock)
            if self.clock is not None:
                raise self._wrong("has hours to wait, and a time of the day")
            later = clock_time(real_time(self.now, self.settings) + self.shift, self.settings)
        except OverflowError:
            raise self._wrong("is beyond all calendars") from None
        return later.replace(second=0, microsecond=0)

    def _the_day(self) -> date:
        given = self.month is not None or self.number is not None or self.year is not None
        if self.day is not None:
            if given:
                raise self._wrong("is no day and no time: something stands there twice")
            return self.day
        if given:
            if self.month is None or self.number is None:
                raise self._wrong("is no day and no time: a date has a day and a month")
            if self.year is not None:
                return self._date(self.year, self.month, self.number)
            return self._coming(
                lambda day: (day.month, day.day) == (self.month, self.number), 8 * 366
            )
        if self.weekday is None:
            raise self._wrong("is no day and no time" if self.clock is None else "names no day")
        return self._coming(lambda day: day.weekday() == self.weekday, 8)

    def _coming(self, is_meant: Callable[[date], bool], most: int) -> date:
        """The first such day that is not over, at the time that is given."""
        now = self.now
        for number in range(most):
            day = now.date() + timedelta(days=number)
            if is_meant(day) and (number or self.clock is None or self.clock > now.time()):
                return day
        raise self._wrong("is no day and no time: there is no such day")
