"""The marks that mail programs put above others' words, in whatever language, known by their shape.

A header block is several lines in a row with a label, a colon and a value, among which are an
address and a date:

    Fra: Ruth <ruth@example.org>             an address
    Sendt: 26. november 2026 10:03           a date
    Til: Ben <ben@example.net>               an address
    Emne: Std

An attribution is a line, perhaps wrapped, that ends in a colon and has an address and a date, or a
word for "wrote": `czw., 26 lis 2026 o 10:03 Ruth <ruth@example.org> napisał(a):`.

Why by shape: nothing in a mail reveals the language in which its author's program marks quotes, and
no list of languages has been long enough. Names of headers that mails themselves have (`Subject:`)
count beside it. Labels in capitals do not count, so that `FRANCE:` and `WAR:` stay the author's.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from msgspec import Struct

from generator.mailroom.words import says

_SIGNED: Final = re.compile(r"\s*(?:(?:(?![AF]>)[A-Z]{1,3}(?=>\s))?>|\[quote)")
LONGEST: Final = 2000
"""A line that is longer than anyone writes is not searched, so no pattern runs away."""
_MOST_HEADERS: Final = 12
_MOST_UNSIGNED: Final = 4
"""Headers of a block behind which a line without any sign of one is the text."""
_LONGEST_ATTRIBUTION: Final = 300
_WRAPPED: Final = 3
"""Lines over which an attribution may be wrapped."""

_LABELLED: Final = re.compile(
    r"[*_]{0,2}([^\W\d_](?:[^\n:：<>@/\d*_]{0,28}[^\s:：<>@/\d*_])?)[*_]{0,2}\s?[:：](?!//)[*_]{0,2}\s*(.*)"
)
_KNOWN: Final = frozenset(
    ("from", "sent", "date", "to", "cc", "bcc", "subject", "reply-to", "sender", "importance")
)
_ADDRESS: Final = re.compile(r"[^\s<>()\[\]@:;,\"'*]{1,64}@[\w-]{1,60}(?:\.[\w-]{1,60}){1,8}")
# `Ruth <ruth@example.org>`, and as a directory of Notes has it: `Ruth Gray/Games@Example`.
_NAMED: Final = re.compile(r"[^<>@:]{1,60}(?:<[^\s<>]{1,64}@[\w.-]{1,60}>|/\S{1,60}@\w+)")
_TO_ME: Final = re.compile(r"(?:to|an|à|a|para|do|aan|til|till|кому)\s\w{1,20}")
# A line of a box, or of columns that begin far to the right.
_DRAWN: Final = re.compile(r"\s*[|>][-+|>]{9}|\s*\|.*\|?\s*\Z|\s{9,}\S|\s+\Z")
_MOST_DRAWN: Final = 30
_LONGEST_TIME: Final = 60
_CLOCK: Final = re.compile(r"(?<!\d)\d{1,2}(?:[:.h：]| h |\s?[時时시]\s?)\d\d(?!\d)")
_YEAR: Final = re.compile(r"(?<!\d)(?:1[3-9]|2[0-6])\d\d(?!\d)")
_NUMBER: Final = re.compile(r"\d{1,4}")
_MOVE: Final = re.compile(r"\s(?:-|[-=]?>)\s|\b\w{3}\s?[-=]>?\s?\w{3}\b|\b[AF]\s")
# `-----Original Message-----`, in any language; and as Zoho has it, `---- On ... wrote ----`.
_DASHED: Final = re.compile(r"[-_]{2,}\s*([^\W_][^\n]{0,120}?)\s*[-_]{2,}\Z")
# A whole head on one line: `From: Ruth <ruth@example.org> Sent: ... To: Ben Subject: Std`.
_RUN_ON: Final = re.compile(r"(?<!\S)[^\W\d_][^\s:：]{0,20}\s?[:：](?:\s|\Z)")
_MOST_RUN_ON: Final = 400
_BEGIN_FORWARD: Final = re.compile(
    r"begin forwarded message\s?:|anfang der weitergel", re.IGNORECASE
)
_GMAIL_FORWARD: Final = re.compile(r"-{10} [^\W_][^\n]{0,60}? -{8,10}\Z")
_FIRST_PERSON: Final = re.compile(
    r"\b(?:I|[Ww]e|[Mm]y|[Oo]ur|[Ii]ch|[Ww]ir|[Mm]eine?"
    r"|[Jj](?:e (?!napis|pisa)|')|[Nn]ous|[Mm]es)\b"
)
# Possible text between the word and the colon: the name, an address, a date.
_WROTE_END: Final = re.compile(r"(?!.*[.!?]\s)(?:\s*[^\s:：]{1,60}){0,4}\s?[:：]\Z")


class _Evidence(Struct):
    """The fields of a header block so far."""

    lines: int = 0
    addresses: int = 0
    dates: int = 0
    known: int = 0
    gaps: int = 0

    def add(self, label: str, value: str) -> bool:
        """Count a line; gives whether it has any sign of a header."""
        has_address = _has_address(value)
        is_date = not has_address and has_date(value)
        is_known = label.casefold() in _KNOWN
        self.lines += 1
        self.addresses += has_address
        self.dates += is_date
        self.known += is_known
        return has_address or is_date or is_known

    def is_enough(self, *, ruled: bool) -> bool:
        """Whether that makes a header block; `ruled`: it is below a line of dashes."""
        if self.addresses and self.dates:
            return True
        if self.gaps:
            return False
        values = self.addresses + self.dates
        if self.known > 2 or self.addresses > 1 or (self.dates and self.lines > 3):
            return True
        # `From: Paris` and `To: Burgundy` without any address or date may be an order.
        if ruled:
            return self.lines > 2 and values + self.known > 0
        return values > 0 and self.known > 0 and (self.known > 1 or self.lines > 2)


@lru_cache(maxsize=128)
def _has_address(text: str) -> bool:
    return "@" in text and _ADDRESS.search(text) is not None


@lru_cache(maxsize=128)
def has_date(text: str) -> bool:
    """Whether a text has a time of day, or a year with another number."""
    if _CLOCK.search(text) is not None:
        return True
    return has_year(text)


def has_year(text: str) -> bool:
    """Whether a text has a date with its year."""
    return _YEAR.search(text) is not None and len(_NUMBER.findall(text[:200])) > 1


def forward_end(lines: Sequence[str], at: int) -> int:
    """Where the text begins below `---------- Forwarded message` or `Begin forwarded message:`, in
    any language; the line itself if it is not such a mark."""
    plain = lines[at].strip(" *_")
    if not is_forward_mark(plain):
        return at
    below = after_blank(lines, at + 1)
    if plain.startswith("--") or _BEGIN_FORWARD.match(plain):
        return after_headers(lines, below)
    end = header_block(lines, below, ruled=True)
    return after_blank(lines, end) if end > below else at


def is_forward_mark(text: str) -> bool:
    """Whether a line may announce a forwarded mail."""
    if len(text) > 160 or not (text.startswith("--") or text.endswith((":", "："))):
        return False
    if _GMAIL_FORWARD.match(text):
        return says("original", text) is None
    is_short = len(text.split()) <= 8 and not _NUMBER.search(text)
    return is_short and says("forwarded", text) is not None


def header_block(lines: Sequence[str], at: int, *, ruled: bool = False) -> int:
    """Where the header block ends that begins in a line; the line itself where none does."""
    if at < len(lines) and (end := max(_memo_head(lines, at), _drawn_head(lines, at))) > at:
        return end
    found = _Evidence()
    first = _labelled(lines, at)
    if first is None or not _may_begin(lines, at, first):
        return at
    end = last = at
    while end < len(lines) and found.lines < _MOST_HEADERS:
        pair = _labelled(lines, end)
        if pair is not None:
            is_full = found.lines >= _MOST_UNSIGNED and found.is_enough(ruled=ruled)
            has_sign = found.add(*pair)
            if is_full and not has_sign:
                break
            end += 1
            last = end if has_sign or found.gaps == 0 else last
        elif _goes_on(lines, end):
            end += 1
            last = end
        elif _is_gap(lines, end):
            found.gaps += 1
            end += 1
        else:
            break
    if not found.is_enough(ruled=ruled):
        return at
    return last


def after_headers(lines: Sequence[str], at: int) -> int:
    """Where the text begins below a mark: behind blank lines and the headers that follow them."""
    at = after_blank(lines, at)
    end = header_block(lines, at, ruled=True)
    if end == at:
        # Headers with too little in them to be recognized on their own.
        while (pair := _labelled(lines, end)) is not None and pair[0].casefold() in _KNOWN:
            end += 1
    return after_blank(lines, end)


def dashed_end(lines: Sequence[str], at: int) -> int:
    """Where the text begins below `-----Original Message-----` in any language; the line itself
    if it is not such a mark."""
    line = lines[at].strip()
    is_long = 40 < len(line) < _MOST_RUN_ON and has_date(line) and _has_address(line)
    if is_long and len(_RUN_ON.findall(line)) > 2:
        return after_blank(lines, at + 1)
    found = _DASHED.match(line)
    if found is None:
        return at
    words = found[1]
    is_told = has_date(words) and (says("wrote", words) or _ADDRESS.search(words))
    if says("original", words) or is_told:
        return after_headers(lines, at + 1)
    below = after_blank(lines, at + 1)
    end = header_block(lines, below, ruled=True)
    return after_blank(lines, end) if end > below else at


def attribution_end(lines: Sequence[str], at: int) -> int:
    """Where the text begins below `On Thu, 26 Nov 2026, Ruth wrote:`; the line itself where it is
    no such line."""
    joined, is_open = "", False
    for end in range(at, min(at + _WRAPPED, len(lines))):
        plain = lines[end].strip()
        if not plain or len(joined) + len(plain) > _LONGEST_ATTRIBUTION or plain.startswith(">"):
            return at
        joined = f"{joined} {plain}".strip() if not joined.endswith("<") else joined + plain
        if plain.endswith((":", "：")):
            # An order right above such a line does not belong to it.
            if end > at and not is_open and attribution_end(lines, end) > end:
                return at
            is_quote = has_date(joined) and signs_follow(lines, end + 1)
            return end + 1 if is_quote or _is_attribution(joined) else at
        wrote = says("wrote", joined)
        if wrote and wrote.end() == len(joined) and _NUMBER.search(joined[: wrote.start()]):
            return end + 1 if _FIRST_PERSON.search(joined) is None else at
        is_open = plain.endswith(("<", "(", ","))
        is_begun = plain.endswith("<") or _has_address(joined) or _CLOCK.search(joined)
        if not is_begun:
            return at
    return at


def signs_follow(lines: Sequence[str], end: int) -> bool:
    """Whether the next line that is not blank has its own sign that it is quoted."""
    while end < len(lines) and not lines[end].strip():
        end += 1
    return end < len(lines) and _SIGNED.match(lines[end]) is not None


def _is_attribution(text: str) -> bool:
    if _FIRST_PERSON.search(text) is not None:
        return False
    address = _ADDRESS.search(text)
    if address is not None and has_date(text[: address.start()] + " " + text[address.end() :]):
        before = text[: address.start()].rstrip()
        if before.endswith(("<", "(", "[")) or len(text) - address.end() < 20:
            return True
    wrote = says("wrote", text)
    if wrote is None or not text[: wrote.start()].strip() + text[wrote.end() :].strip(" :："):
        return False
    return has_date(text) or _WROTE_END.match(text, wrote.end()) is not None


def _memo_head(lines: Sequence[str], at: int) -> int:
    """Where a head without colons ends: a name with an address, below it a line with the time, and
    perhaps who the mail was for. The line itself for any other."""
    below = lines[at + 1].strip(" >") if at + 1 < len(lines) else ""
    if not (_NAMED.fullmatch(lines[at].strip().lstrip("> ")) and len(below) < _LONGEST_TIME):
        return at
    if not _CLOCK.search(below) or _label_of(below):
        return at
    end = at + 2
    if _TO_ME.fullmatch("".join(lines[end : end + 1]).strip(" >")):
        return end + 1  # as the page of Gmail has it
    if _has_address("".join(lines[at + 4 : at + 5])) and not lines[end].strip(" >"):
        return at + 5
    end = after_blank(lines, end)
    while _labelled(lines, end) is not None:
        end += 1
    return end


def _drawn_head(lines: Sequence[str], at: int) -> int:
    """Where a head ends that Notes has drawn with boxes or in columns; the line itself for any
    other."""
    end = at
    while end < min(at + _MOST_DRAWN, len(lines)) and _DRAWN.match(lines[end][:LONGEST]):
        end += 1
    text = " ".join(line[:LONGEST] for line in lines[at:end])
    is_head = end > at + 3 and _has_address(text) and _CLOCK.search(text)
    return end if is_head else at


def _labelled(lines: Sequence[str], at: int) -> tuple[str, str] | None:
    """The label and the value of a line as headers have them, the value perhaps on the line below;
    None for any other."""
    if at >= len(lines) or len(lines[at]) > LONGEST:
        return None
    pair = _label_of(lines[at])
    if pair is None or pair[1] or at + 1 >= len(lines) or len(lines[at + 1]) > LONGEST:
        return pair
    below = lines[at + 1].strip(" >")
    is_value = _label_of(below) is None and (_has_address(below) or has_date(below))
    return (pair[0], below) if is_value else pair


@lru_cache(maxsize=128)
def _label_of(line: str) -> tuple[str, str] | None:
    found = _LABELLED.match(line.strip(" >"))
    if found is None:
        return None
    label = " ".join(found[1].split())
    is_shouted = label.isascii() and label.isupper() and len(label) > 1
    if len(label.split()) > 3 or (is_shouted and label.casefold() not in _KNOWN):
        return None
    return label, found[2].strip(" *_")


def _may_begin(lines: Sequence[str], at: int, first: tuple[str, str]) -> bool:
    """Whether a header block may begin in a line: `France: A PAR - BUR` right above one does not
    belong to it."""
    if _Evidence().add(*first):
        return True
    below = _labelled(lines, at + 1)
    is_dated = below is not None and (below[0].casefold() in _KNOWN or has_date(below[1]))
    return bool(first[1]) and is_dated and _MOVE.search(first[1]) is None


def _goes_on(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the rest of a header above it: it has an address, or a header follows that
    is recognized without it."""
    line = lines[at].strip(" >")
    if not line or len(line) > LONGEST:
        return False
    below = _labelled(lines, at + 1)
    return _has_address(line) or (below is not None and _Evidence().add(*below))


def _is_gap(lines: Sequence[str], at: int) -> bool:
    """Whether a line is the blank one between two headers of a block that has one between all."""
    is_spaced = at > 1 and _labelled(lines, at - 2) is None
    return not lines[at].strip(" >") and is_spaced and _labelled(lines, at + 1) is not None


def after_blank(lines: Sequence[str], at: int) -> int:
    """The next line that is not blank."""
    while at < len(lines) and not lines[at].strip(" >"):
        at += 1
    return at
