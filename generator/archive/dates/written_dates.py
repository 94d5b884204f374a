"""Days and times as people write them: "2027-03-07 20:00", "Sunday 8pm", "in 3 days".

dateutil reads them. Whatever it would have to guess is refused, with advice on how to write it:
3/4/2027 is in March or in April, "next Sunday" is this one or the one after, midnight begins a day
or ends it. Missing parts come from the clock that is passed in, never from another one.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import UTC, date, datetime, time, timedelta, timezone, tzinfo
from difflib import get_close_matches
from typing import Any, Final

from dateutil.parser import parser, parserinfo

from generator.archive.dates.deadlines import when_words, zone_of
from generator.archive.files.spans import is_zone, read_span
from generator.archive.game.settings import GameSettings
from generator.engine.errors import UsageError

_HINT: Final = (
    'like "2027-03-07 20:00" in the zone of the game, "7 March 2027 8pm", "Sunday 20:00", '
    '"in 3 days", "in 36 hours", 2027-03-07 or 2027-03-07T20:00Z'
)
_RELATIVE: Final = {"yesterday": -1, "today": 0, "tomorrow": 1}
_MONTHS: Final = tuple(names[-1].lower() for names in parserinfo.MONTHS)
_DAYS: Final = tuple(names[-1].lower() for names in parserinfo.WEEKDAYS)
_CLOCK: Final = re.compile(
    r"(?<![+\-:\d])(?:\d{1,2}(?::\d{2}){1,2}(?:\s*[ap]m)?|\d{1,2}\s*[ap]m|\d{1,2}h(?:\d{2})?)(?=z|\b)"
)
_MIDNIGHT: Final = re.compile(r"\bmidnight\b|\b12(?::00)?\s*am\b")
_NO_HALF: Final = re.compile(r"\b(?:0+|1[3-9]|[2-9]\d)(?::\d{2})*\s*[ap]m\b")
_NEXT: Final = re.compile(r"\bnext\b")
_DOTTED: Final = re.compile(r"\b\d{1,2}\.\s?\d{1,2}\.\s?\d{4}\b")
_YEAR_FIRST: Final = re.compile(r"\b\d{4}([-/.])\d{1,2}\1\d{1,2}|\b\d{8}(?=\D|\Z)")
_UTC: Final = re.compile(r"\b(?:utc|gmt)(?=[+-]\d)", re.I)
_ZONE: Final = re.compile(r"\b[A-Za-z]+/[A-Za-z_/+-]+")
_SPAN: Final = re.compile(r"(\d+\s*[a-z]+)(?:\s*,|\s+and\b)?\s*")
_COUNTED: Final = "one two three four five six seven eight nine ten eleven twelve"
_NUMBERS: Final = tuple(_COUNTED.split())
_IN_WORDS: Final = re.compile(rf"\b(?:an?|{'|'.join(_NUMBERS)})(?=\s+(?:minute|hour|day|week)s?\b)")
_HALF: Final = re.compile(r"\b([ap])\.m\.?(?!\w)")


def read_when(text: str, settings: GameSettings, now: datetime | None = None) -> date:
    """A day, or a time: with its own zone, or (without) in that of the game. `now` has a zone;
    days like "tomorrow" count from it. "in 3 days" is a day, and "in 72 hours" a time.

    Raises UsageError for anything else, for what can be read in two ways, and for a time that the
    clocks leave out.
    """
    when = _TimeReading(text, settings, now).read()
    if isinstance(when, datetime) and when.tzinfo is None:
        try:
            is_real = clock_time(real_time(when, settings), settings) == when
        except OverflowError:
            is_real = True
        if not is_real:
            raise UsageError(
                f"{text} does not exist in {settings.zone}: the clocks go forward then", hint=_HINT
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


class _Parts(parserinfo):
    """Keeps the parts that a text contains, before dateutil fills in the rest. Three letters of a
    name are enough."""

    def __init__(self) -> None:
        super().__init__()
        self.found: Any = None
        self.weekdays: set[int] = set()

    def jump(self, name: str) -> bool:
        return name in ("the", "by") or (name not in ("ad", "m", "'") and super().jump(name))

    def weekday(self, name: str) -> int | None:
        found = _index(name, _DAYS)
        if found is not None:
            self.weekdays.add(found)
        return found

    def month(self, name: str) -> int | None:
        found = _index(name, _MONTHS)
        return None if found is None else found + 1

    def convertyear(self, year: int, century_specified: bool = False) -> int:
        return year

    def validate(self, res: Any) -> bool:
        self.found = res
        return super().validate(res)


def _digits(found: re.Match[str]) -> str:
    return str(_NUMBERS.index(found[0]) + 1 if found[0] in _NUMBERS else 1)


def _index(name: str, names: tuple[str, ...]) -> int | None:
    low = name.lower()
    whole = [number for number, known in enumerate(names) if known.startswith(low)]
    return whole[0] if whole and len(low) >= 3 else None


class _TimeReading:
    """A text on its way to a day or a time."""

    def __init__(self, text: str, settings: GameSettings, now: datetime | None) -> None:
        self.text = text
        self.settings = settings
        self._now = now
        self.zone: tzinfo | None = None

    def read(self) -> date:
        low = _HALF.sub(r"\1m", self.text.strip().lower())
        if low.startswith("in "):
            return self._later(low.removeprefix("in "))
        if read_span(low) is not None:
            raise self._wrong("is a length of time", f'write "in {low}"')
        if _NEXT.search(low):
            raise self._wrong(
                "may be this one or the one after", 'write the date, or "Sunday 20:00"'
            )
        if _NO_HALF.search(low):
            raise self._wrong("is not a date or a time: there is no such time of the day")
        if _MIDNIGHT.search(low):
            raise self._wrong("may be the beginning of the day or its end", "write 00:00 or 23:59")
        text = re.sub(r"\bnoon\b", "12:00", _HALF.sub(r"\1m", self.text.strip()), flags=re.I)
        text = _UTC.sub("", _ZONE.sub(self._take_zone, text))
        for word, days in _RELATIVE.items():
            if word in low:
                day = self.now.date() + timedelta(days=days)
                text = re.sub(rf"\b{word}\b", day.isoformat(), text, flags=re.I)
        if len(_CLOCK.findall(text.lower())) > 1:
            raise self._wrong("is not a date or a time: it has two times of the day")
        return self._dated(text)

    @property
    def now(self) -> datetime:
        """The time that it is, by the clocks of the game's zone."""
        if self._now is None:
            raise self._wrong(
                "is not a date or a time without a clock", "write the date: 2027-03-07 20:00"
            )
        return clock_time(self._now, self.settings)

    def _wrong(self, why: str, hint: str = _HINT) -> UsageError:
        return UsageError(f"{self.text!r} {why}", hint=hint)

    def _later(self, low: str) -> date:
        """Read the text after "in": lengths of time, and a time of day. Whole days and weeks give
        a day, hours and minutes a time to the minute."""
        low = _IN_WORDS.sub(_digits, low)
        span, rest, exact = timedelta(), low, False
        while (found := _SPAN.match(rest)) and (length := read_span(found[1])) is not None:
            span, rest = span + length, rest[found.end() :]
            exact = exact or found[1].lstrip("0123456789 ")[0] in "hm"
        if not span:
            raise self._wrong("is not a length of time", 'like "in 36 hours", "in 3 days 20:00"')
        if rest and exact:
            raise self._wrong("has hours to wait, and something after them")
        try:
            if exact:
                later = real_time(self.now, self.settings).astimezone(UTC) + span
                return clock_time(later, self.settings).replace(second=0, microsecond=0)
            day = (self.now + span).date()
        except OverflowError:
            raise self._wrong("is too far ahead") from None
        if not rest:
            return day
        if not _CLOCK.fullmatch(re.sub(r"^(?:at|by|until) ", "", rest.strip())):
            raise self._wrong("has a date beside a length of time")
        return self._dated(f"{day.isoformat()} {rest}")

    def _take_zone(self, found: re.Match[str]) -> str:
        if not is_zone(found[0]):
            return found[0]
        if self.zone is not None:
            raise self._wrong("has two time zones")
        from zoneinfo import ZoneInfo

        self.zone = ZoneInfo(found[0])
        return ""

    def _dated(self, text: str) -> date:
        """The day or the time that dateutil reads, if it is the same with the day before the month
        as after it."""
        # The day comes first in a date with dots, and last after the year; others are ambiguous.
        is_dotted = _DOTTED.search(text) is not None
        orders = (is_dotted,) if is_dotted or _YEAR_FIRST.search(text) else (False, True)
        readings = [self._read(text, dayfirst=dayfirst) for dayfirst in orders]
        one, other = readings[0], readings[-1]
        if one != other:
            days = [when.date() if isinstance(when, datetime) else when for when in readings]
            words = ", or ".join(when_words(day, UTC) for day in days)
            raise self._wrong(
                f"is {words}", f"write the one you mean: {' or '.join(map(str, days))}"
            )
        return one

    def _read(self, text: str, *, dayfirst: bool) -> date:
        parts = _Parts()
        try:
            # A leap year: the 29th of February may be without one.
            some_day = datetime(2000, 1, 1)
            parser(parts).parse(text, default=some_day, ignoretz=True, dayfirst=dayfirst)
        except (ValueError, OverflowError, TypeError, AssertionError) as error:
            raise self._unread(str(error)) from None
        found = parts.found
        if found.year is not None and found.year < 100:
            if found.day is None:  # 33 March
                raise self._wrong("is not a date or a time: there is no such day")
            raise self._wrong("has a year of two digits", "write the date: 2027-03-07")
        if len(parts.weekdays) > 1:
            raise self._wrong("is not a date or a time: it has two days of the week")
        clock = None
        if found.hour is not None:
            if not _CLOCK.search(text.lower()):
                raise self._wrong("has a time of the day without minutes", "write 20:00 or 8pm")
            clock = time(found.hour, found.minute or 0, found.second or 0)
        weekday = min(parts.weekdays, default=None)
        day = self._day(found, weekday, clock)
        if weekday is not None and day.weekday() != weekday:
            raise self._wrong(
                f"contradicts itself: {when_words(day, UTC)}", "correct one of the two"
            )
        zone = self._zone(found)
        if clock is None:
            if zone is not None:
                raise self._wrong("has a time zone and no time")
            return day
        return datetime.combine(day, clock, zone)

    def _unread(self, why: str) -> UsageError:
        """The error for a text that dateutil cannot read."""
        known = (*_MONTHS, *_DAYS, *_RELATIVE)
        for word in re.findall(r"[^\W\d_]+", self.text):
            close = get_close_matches(word.lower(), known, 1, 0.75)
            if close and close[0] != word.lower() and _index(word, (*_MONTHS, *_DAYS)) is None:
                return self._wrong(f"is not a date or a time: {word}", f"did you mean {close[0]}?")
        if "hour must" in why or "minute must" in why or "12-hour" in why:
            return self._wrong("is not a date or a time: there is no such time of the day")
        if "day is out of range" in why or "month must" in why or "day must" in why:
            return self._wrong("is not a date or a time: there is no such day")
        return self._wrong("is not a date or a time")

    def _zone(self, found: Any) -> tzinfo | None:
        if found.tzoffset is None and not found.tzname:
            return self.zone
        if self.zone is not None:
            raise self._wrong("has two time zones")
        if found.tzoffset is None:
            raise self._wrong(
                f"has the zone {found.tzname}, and several zones may have that name",
                f"leave it out for the zone of the game, {self.settings.zone or 'UTC'}, or write "
                "+01:00, Europe/Vienna or UTC",
            )
        if abs(found.tzoffset) > 14 * 3600:
            raise self._wrong("has no time zone that exists")
        return timezone(timedelta(seconds=found.tzoffset)) if found.tzoffset else UTC

    def _day(self, found: Any, weekday: int | None, clock: time | None) -> date:
        if (found.year, found.month, found.day) == (None, None, None):
            if weekday is None:
                raise self._wrong("has no day" if clock else "is not a date or a time")
            return self._coming(lambda day: day.weekday() == weekday, 8, clock)
        if found.month is None or found.day is None:
            raise self._wrong("is not a date or a time: a date has a day and a month")
        wanted = (found.month, found.day)
        if found.year is None:
            return self._coming(lambda day: (day.month, day.day) == wanted, 8 * 366, clock)
        try:
            return date(found.year, *wanted)
        except ValueError:
            raise self._wrong("is not a date or a time: there is no such day") from None

    def _coming(self, is_meant: Callable[[date], bool], most: int, clock: time | None) -> date:
        """The first such day that is not over, at the time that is given."""
        now = self.now
        for number in range(most):
            day = now.date() + timedelta(days=number)
            if is_meant(day) and (number or clock is None or clock > now.time()):
                return day
        raise self._wrong("is not a date or a time: there is no such day")
