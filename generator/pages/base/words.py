"""Outcomes as a reader sees them: a word, an icon and a class for each, never only a color.

Dates in words as well: of days in a game and of days at table alike.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final

from msgspec import Struct

from generator.engine.verdicts import Outcome


class OutcomeLook(Struct, frozen=True):
    """`word` is in a table, `counted` after a number, `means` in a legend.

    `icon` is the name of a symbol of the theme, `css` a class `vd-...`.
    """

    word: str
    counted: str
    means: str
    icon: str
    css: str


OUTCOME_LOOKS: Final[Mapping[Outcome | str, OutcomeLook]] = {
    "success": OutcomeLook("succeeds", "carried out", "carried out as ordered", "ok", "ok"),
    "hold": OutcomeLook("holds", "held", "stays where it is", "hold", "hold"),
    "bounce": OutcomeLook("bounces", "bounced", "beaten: stopped by another unit", "fail", "fail"),
    "cut": OutcomeLook("cut", "cut", "beaten: the support was cut", "cut", "cut"),
    "disrupted": OutcomeLook(
        "convoy broken", "with a broken convoy", "beaten: its convoy was broken", "gap", "gap"
    ),
    "dislodged": OutcomeLook("dislodged", "dislodged", "beaten: driven out", "dis", "dis"),
    "void": OutcomeLook(
        "unmatched",
        "unmatched",
        "void: possible, but the order that it needs was not given",
        "void",
        "void",
    ),
    "illegal": OutcomeLook(
        "illegal", "illegal", "impossible, whatever others ordered", "bar", "bar"
    ),
    "excess": OutcomeLook(
        "too many", "too many", "possible, but more was ordered than was due", "over", "over"
    ),
}
_ORDER: Final = tuple(OUTCOME_LOOKS)


def look_of(outcome: Outcome, kind: str = "") -> OutcomeLook:
    """The look of a verdict. A hold that no one broke holds; it does not succeed at anything."""
    return (
        OUTCOME_LOOKS["hold"] if outcome == "success" and kind == "hold" else OUTCOME_LOOKS[outcome]
    )


def said_once(look: OutcomeLook, reason: str) -> str:
    """A reason without the outcome at its head, which is before it anyway: "attack 1 against
    hold 2" after "bounces", "" where it has nothing more."""
    if reason in (look.word, look.counted):
        return ""
    for word in (look.counted, look.word):
        reason = reason.removeprefix(f"{word}: ")
        if reason.startswith(f"{word} by "):
            reason = reason.removeprefix(f"{word} ")
    return reason


def tally(looks: Iterable[OutcomeLook]) -> str:
    """ "14 carried out, 3 held, 1 cut": in one fixed order, only what occurs."""
    counts: dict[str, int] = {}
    for look in looks:
        counts[look.counted] = counts.get(look.counted, 0) + 1
    words = [OUTCOME_LOOKS[name].counted for name in _ORDER]
    return ", ".join(f"{counts[word]} {word}" for word in words if word in counts)


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
