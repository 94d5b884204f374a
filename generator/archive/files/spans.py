"""Lengths of time in words, and the names of time zones."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Final

_SPAN: Final = re.compile(r"(\d{1,4})\s*(minutes?|hours?|days?|weeks?|h|d|w)")
_UNITS: Final = {
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_ZONE: Final = re.compile(r"[A-Za-z][A-Za-z0-9_+-]*(?:/[A-Za-z][A-Za-z0-9_+-]*){0,2}")


def read_span(text: str) -> timedelta | None:
    """`36 hours`, `2 weeks`, `3d`: a length of time above zero; None for anything else."""
    found = _SPAN.fullmatch(text.strip())
    if found is None or not int(found[1]):
        return None
    return int(found[1]) * _UNITS[found[2][0]]


def span_words(span: timedelta) -> str:
    """A length of time in its largest whole unit: `2 weeks`, `36 hours`."""
    minutes = round(span.total_seconds() / 60)
    for unit, size in (("week", 10080), ("day", 1440), ("hour", 60), ("minute", 1)):
        if minutes % size == 0 and (minutes or unit == "minute"):
            number = minutes // size
            return f"{number} {unit}{'' if number == 1 else 's'}"
    return ""


def is_zone(name: str) -> bool:
    """Whether a name is that of a time zone in the tz database."""
    if not _ZONE.fullmatch(name):
        return False
    from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

    try:
        ZoneInfo(name)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        return False
    return True
