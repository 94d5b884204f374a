"""Dates in words: of days in a game and of days at table alike, without the machine's language."""

from __future__ import annotations

import re
from typing import Final

# Written out here, since strftime's month names follow the machine's language.
MONTHS: Final = (
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
)  # fmt: skip
_DATE: Final = re.compile(r"(?P<year>\d{1,5})(?:-(?P<month>\d\d)(?:-(?P<day>\d\d))?)?")


def is_date(text: str) -> bool:
    """Whether a text is a year, a month or a day: "1620", "1620-11", "1620-11-08"."""
    found = _DATE.fullmatch(text)
    if not found:
        return False
    return 1 <= int(found["month"] or 1) <= 12 and 1 <= int(found["day"] or 1) <= 31


def date_words(date: str) -> str:
    """ "8 November 1620", "November 1620" or "1620"; any other text as it is."""
    found = _DATE.fullmatch(date)
    if not found or not is_date(date):
        return date
    words = [found["day"].lstrip("0")] if found["day"] else []
    words += [MONTHS[int(found["month"]) - 1]] if found["month"] else []
    return " ".join([*words, found["year"]])
