"""Who wrote which line of a mail: the author, or somebody whom the author quotes or forwards.

    Sorry, I meant Burgundy:                      own
    A PAR - BUR                                   own
    ~~A PAR - PIC~~                               own, struck
    --                                            mark
    Jean, from my phone                           signature
    On Tue, 2 Mar 2027, Ruth wrote:               mark: what follows is quoted
    > Will be done:                               quoted (a line of our own receipt)
    >   A PAR - PIC                               quoted
    ---------- Forwarded message ---------        mark: what follows is forwarded
    From: Marie <marie@example.org>               mark, and one of the headers
    F BRE - MAO                                   forwarded

A mark says what all that follows is (`rest`), until another mark. A line's own sign counts for that
line alone: ">" makes it quoted, or leaves it forwarded below the mark of a forwarded mail.

Invariants.
- Every line that is not blank comes back once, in order, with its number in the mail: a receipt
  can name it.
- Only lines of the layer "own" are taken as orders right away. A doubtful mark makes its lines
  quoted, which the receipt lists as not taken; it never makes quoted lines into orders.
- A line that is longer than anybody writes is not searched for marks, so no pattern runs away.

Why by patterns in several languages: mail programs mark quotes as their users' language has it, and
nothing in the mail's headers says which.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, Literal

from msgspec import Struct

from generator.mail.plain import without_marks

Layer = Literal["own", "forwarded", "quoted", "signature", "mark"]

UNDERSTOOD: Final = "Will be done:"
"""Stands in a receipt above the orders."""
FORECAST: Final = "With nothing else changed:"
"""Stands in a receipt above what comes of the orders."""
RECEIPT_LINES: Final = frozenset(
    (UNDERSTOOD, "Would be done:", "Will not be done:", "Would not be done:", "Understood:")
)
"""By these lines a receipt is known where it is quoted, also one of an earlier version."""

_QUOTE = re.compile(r"\s*(?:>\s?)+")
_FIELD: Final = (
    "from|von|de|da|van|od|fra|sent|gesendet|envoyé|enviado|inviato|verzonden|date|datum|fecha|data"
    "|to|an|à|para|aan|cc|subject|betreff|objet|asunto|oggetto|onderwerp|assunto|reply-to"
)
_HEADER = re.compile(rf"[*_]{{0,2}}(?:{_FIELD})[*_]{{0,2}}\s?:[*_]{{0,2}}\s", re.IGNORECASE)
_WROTE: Final = (
    r"(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|escreveu|napisał(?:\(a\))?|skrev|said)"
)
_ATTRIBUTION = re.compile(
    rf"(?:on|am|le|el|il|op|em|w dniu|den|på)\s.{{4,300}}\s{_WROTE}\b.{{0,80}}:\s*\Z"
    rf"|(?!.*\b(?:i|we|ich|je)\s+{_WROTE})\S.{{0,80}}\s{_WROTE}\s?:\s*\Z",
    re.IGNORECASE,
)
_BEGUN = re.compile(r"(?:on|am|le|el|il|op|em|w dniu|den|på)\s.{4,300}\Z", re.IGNORECASE)
_ORIGINAL = re.compile(
    r"[-_]{2,}\s*(?:original message|ursprüngliche nachricht|message d'origine|mensaje original"
    r"|messaggio originale|oorspronkelijk bericht|original-nachricht)\s*[-_]{2,}",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"-{2,}\s*(?:forwarded message|weitergeleitete nachricht|message transféré|mensaje reenviado"
    r"|messaggio inoltrato|doorgestuurd bericht)|begin forwarded message\s?:"
    r"|anfang der weitergeleiteten",
    re.IGNORECASE,
)
_DEVICE = re.compile(
    r"(?:sent from my|sent from|sent with|sent via|get outlook for|von meinem \w+ gesendet"
    r"|gesendet von|envoyé de(?:puis)? mon|enviado desde mi|inviato da|verzonden vanaf)\b",
    re.IGNORECASE,
)


class MailLine(Struct, frozen=True):
    """A line of a mail without marks. `number` counts the mail's lines from 1; a line of the layer
    "mark" only says whose words follow; `struck`: the author has crossed it out."""

    number: int
    text: str
    layer: Layer
    struck: bool = False


def lines_of(text: str) -> tuple[tuple[MailLine, ...], str]:
    """The lines that are not blank, and the headers of what is forwarded ("" for none)."""
    lines = text.split("\n")
    found: list[MailLine] = []
    headers: list[str] = []
    rest: Layer = "own"
    depth = 0
    at = 0
    while at < len(lines):
        line = lines[at]
        plain = line.strip()
        opened = plain.lower().count("[quote")
        if opened or depth:
            depth = max(depth + opened - plain.lower().count("[/quote]"), 0)
            found.append(MailLine(at + 1, without_marks(plain), "quoted"))
        elif len(line) > 2000:
            found.append(MailLine(at + 1, line, rest))
        elif (marked := _marker(lines, at, rest)) is not None:
            rest, end = marked
            headers += lines[at:end] if rest == "forwarded" else []
            found += (
                MailLine(number, lines[number - 1].strip(), "mark")
                for number in range(at + 1, end + 1)
            )
            at = end
            continue
        elif line in ("-- ", "--  ") and rest == "own":
            rest = "signature"
            found.append(MailLine(at + 1, plain, "mark"))
        elif _DEVICE.match(plain):
            found.append(MailLine(at + 1, plain, "signature"))
        elif quote := _QUOTE.match(line):
            inner = without_marks(line[quote.end() :])
            found.append(MailLine(at + 1, inner, "forwarded" if rest == "forwarded" else "quoted"))
        elif plain:
            bare = plain.lstrip("*-• ")
            struck = bare.startswith("~~") and plain.endswith("~~") and len(bare) > 4
            found.append(MailLine(at + 1, without_marks(plain).replace("~~", ""), rest, struck))
        at += 1
    return tuple(line for line in found if line.text), "\n".join(headers)


def _marker(lines: Sequence[str], at: int, rest: Layer) -> tuple[Layer, int] | None:
    """What follows the marks that mail programs put above others' words, and where it begins."""
    plain = lines[at].strip()
    if _FORWARDED.match(plain):
        return "forwarded", _after_headers(lines, at + 1)
    if _ORIGINAL.match(plain):
        return "quoted", _after_headers(lines, at + 1)
    if _HEADER.match(plain) and at + 1 < len(lines) and _HEADER.match(lines[at + 1].strip()):
        return ("forwarded" if rest == "forwarded" else "quoted"), _after_headers(lines, at)
    end = at + 1
    if _BEGUN.match(plain) and not _ATTRIBUTION.match(plain) and end < len(lines):
        plain, end = f"{plain} {lines[end].strip()}", end + 1
    if not _ATTRIBUTION.match(plain):
        return None
    # Where quoted lines have their own mark, those without it are the author's again.
    after = next((line for line in lines[end:] if line.strip()), "")
    return (rest if after.lstrip().startswith((">", "[quote")) else "quoted"), end


def _after_headers(lines: Sequence[str], at: int) -> int:
    while at < len(lines) and (not lines[at].strip() or _HEADER.match(lines[at].strip(" >"))):
        at += 1
    return at
