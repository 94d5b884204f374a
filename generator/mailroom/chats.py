"""Orders in a chat that was exported or copied: who said which line.

    [26.11.26, 10:03] France: A PAR - BUR          WhatsApp on iPhones, Signal, Discord
    26.11.26, 10:03 - France: A PAR - BUR          WhatsApp on Android
    France (26.11.2026, 10:03): A PAR - BUR        Signal
    France, [26.11.2026 10:03]                     Telegram: the lines below it
    France - Today at 10:03 AM                     Discord: the lines below it
    <France> A PAR - BUR                           IRC

A name is that of a power, or of its player. The lines of a chat are below the heading of the
power then; what others have said is not read.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from generator.mailroom.authors import players_in
from generator.mailroom.layers import MailLine
from generator.mailroom.subjects import Eyes
from generator.mailroom.table import Ignored

_LONGEST: Final = 1000
_CLOCK: Final = r"\d{1,2}[:.]\d\d(?:[:.]\d\d)?(?:\s?[AaPp]\.?\s?[Mm]\b\.?)?"
_DATE: Final = r"\d{1,4}[./-](?:\d{1,2}|[A-Z][a-z]{2})[./-]\d{1,4}"
_STAMP: Final = r"\[(?=[^\[\]]{0,40}\d[:.]\d\d)[^\[\]]{4,40}\]"
_NAME: Final = r"~?\s?([^\[\]:<>]{1,60}?)"
_SIGN: Final = re.compile(r"\d[:.]\d\d|<")
# Programs put this behind a line that was changed.
_EDITED: Final = re.compile(
    r"\s?(?:<[^<>]{3,40}>|\((?:edited|bearbeitet|modifiée?|editado|modificato|bewerkt|edytowano)\))\Z",
    re.IGNORECASE,
)
# Words that mark a chat on their own, and words that do next to a name from the game.
_SAID: Final = (
    re.compile(rf"{_STAMP}\s*{_NAME}:(?:\s+(.*))?\Z"),
    re.compile(rf"{_DATE},?\s+{_CLOCK}\s+-\s+{_NAME}:(?:\s+(.*))?\Z"),
    re.compile(rf"{_NAME}\s+\((?=[^()]{{0,40}}\d[:.]\d\d)[^()]{{4,40}}\):(?:\s+(.*))?\Z"),
)
_KNOWN_SAID: Final = (
    re.compile(rf"(?:\[?{_CLOCK}\]?\s*)?<[@+%&~]?\s?([^<>@]{{1,60}})>\s+(.*)\Z"),
    re.compile(rf"{_NAME},?\s+{_STAMP}:?(?:\s+(.*))?\Z"),
    re.compile(rf"{_STAMP}\s*{_NAME}(?:#\d{{4}})?()\Z"),
    re.compile(
        rf"{_NAME}\s+(?:-+\s+)?(?:[^\W\d]+\s(?:at|um|à|alle|om|kl\.?)\s|{_DATE},?\s)?{_CLOCK}()\Z"
    ),
)


def spoken(lines: Sequence[MailLine], eyes: Eyes) -> tuple[tuple[MailLine, ...], list[Ignored]]:
    """The lines without what a chat puts in front of them, below headings with their speakers; and
    the lines of others. Lines that are not chat stay as they are."""
    kinds = [
        pattern
        for pattern in _KNOWN_SAID
        if any(one and one[1] for one in (_said(line, (pattern,), eyes) for line in lines))
    ]
    found = [_said(line, (*_SAID, *kinds), eyes) for line in lines]
    speakers = {who: power for who, power, _ in filter(None, found)}
    powers = set(filter(None, speakers.values()))
    is_below = next((at for at, said in enumerate(found) if said is not None), 0) > 0
    if not speakers or (not powers and len(speakers) > 1):
        return tuple(lines), []
    kept: list[MailLine] = []
    others: list[Ignored] = []
    now = ""
    for line, said in zip(lines, found, strict=True):
        if said is not None:
            who, power, text = said
            if powers and power and who != now:
                kept.append(replace(line, text=f"{eyes.table.powers[power].name}:"))
            now = who
            line = replace(line, text=text)
        line = replace(line, text=_EDITED.sub("", line.text))
        is_other = bool(now and (powers or is_below)) and not speakers[now] and line.layer == "own"
        is_sign = said is not None and line.text and not any(map(str.isalnum, line.text))
        if is_sign or (is_other and (said is not None or line.text)):
            others.append(Ignored(line.number, "...", f"said by {now}"))
        elif line.text:
            kept.append(line)
    return tuple(kept), others


def _said(
    line: MailLine, patterns: Sequence[re.Pattern[str]], eyes: Eyes
) -> tuple[str, str, str] | None:
    """The speaker of a line, the power that is meant ("" for none that is known), and the words;
    None for a line without a speaker."""
    if line.layer != "own" or len(line.text) > _LONGEST or not _SIGN.search(line.text):
        return None
    text = " ".join(line.text.split())
    found = next(filter(None, (pattern.match(text) for pattern in patterns)), None)
    if found is None:
        return None
    who = found[1].strip()
    powers = eyes.headings.powers_in(who) or tuple(players_in([who], [], eyes.table))
    return who, powers[0] if len(powers) == 1 else "", (found[2] or "").strip()
