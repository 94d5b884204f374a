"""Encrypted texts in mails: each is reported, and none is opened.

    -----BEGIN PGP MESSAGE-----          named by this line; of age, OpenPGP and S/MIME alike
    Version: GnuPG v2                    part of it
    hQEMA5HHKg0Zp1DVAQf/UhdLdcbuK...     part of it
    -----END PGP MESSAGE-----            part of it, or named where its first line is missing

Signatures and keys of OpenPGP, and the head of a signed text, look alike. They hide nothing, so
their first line is one of a signature.

A line with blanks in it is never part of one, so no order is lost in a text that was cut off.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from generator.engine.orders.sheet import shown

PROBLEM: Final = "an encrypted text, which Theatrum does not open"
HINT: Final = "send the orders as plain text"
ENCRYPTED_FILE: Final = "-----BEGIN ENCRYPTED FILE-----"
"""The text of a file that is encrypted as bytes."""

_EDGE: Final = re.compile(
    r"-{2,9}\s{0,3}(BEGIN|END) ((?:[A-Z]{1,20} ){0,3}ENCRYPTED [A-Z ]{1,20}"
    r"|PGP MESSAGE(?:, PART [\d/]{1,9})?|CMS|PKCS ?#?7"
    r"|(PGP (?:SIGN\w+(?: MESSAGE)?|PUBLIC KEY BLOCK)))\s{0,3}-{2,9}",
    re.IGNORECASE,
)
_HEADER: Final = re.compile(r"(?:version|comment|hash|messageid|charset)\s?:\s", re.IGNORECASE)
# Marks of quotations and tags, which are not letters of base64.
_NOISE: Final = re.compile(r"[>|*`~]{1,9}|</?\w{1,10}\s?/?>|\[/?\w{1,10}\]")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*={0,2}|=[A-Za-z0-9+/]{4}")
_SHORTEST: Final = 20
"""Letters without a blank that are not a word of an order."""
_FILES: Final = re.compile(r".+\.(?:age|gpg|pgp|p7m)\Z", re.IGNORECASE)
# How an age file begins, and one of OpenPGP that is encrypted to a key or with a password.
_BYTES: Final = re.compile(rb"age-encryption\.org/|[\x84\x85\x8c\xc1\xc3].{1,3}[\x03-\x06]", re.S)


def is_encrypted(line: str) -> bool:
    """Whether a line begins an encrypted text, or ends one whose beginning is missing."""
    return "--" in line and (found := _EDGE.search(line)) is not None and not found[3]


def is_signature(line: str) -> bool:
    """Whether a line begins a signed text, its signature or a key, or ends one."""
    return "--" in line and (found := _EDGE.search(line)) is not None and bool(found[3])


def is_encrypted_file(data: bytes, name: str = "") -> bool:
    """Whether a file is encrypted, and not as text."""
    is_text = b"-----BEGIN " in data[:200]
    return not is_text and (_BYTES.match(data) is not None or _FILES.match(name) is not None)


def edge_of(line: str) -> str:
    """The line for a message: a mail that quotes the message has no encrypted text by it."""
    return shown(_EDGE.sub(r"\1 \2", line))


def encrypted_rest(lines: Sequence[str]) -> frozenset[int]:
    """Which lines of a text, counted from 0, are part of an encrypted text or a signature, and not
    the one that identifies it."""
    found: set[int] = set()
    begun = last = -1
    for at, line in enumerate(lines):
        if "--" not in line or not (edges := _EDGE.findall(line)):
            continue
        if edges[0][0].upper() == "END":
            if begun >= 0:
                found |= {n for n in range(begun + 1, at) if _is_part(lines[n])}
                found |= {at} if _is_part(_EDGE.sub("", line)) else set()
            else:
                found |= _run(lines, range(at - 1, last, -1))
        elif begun >= 0:
            found |= _run(lines, range(begun + 1, at))
        begun = at if edges[-1][0].upper() == "BEGIN" else -1
        last = at
    if begun >= 0:
        found |= _run(lines, range(begun + 1, len(lines)))
    return frozenset(found)


def _run(lines: Sequence[str], numbers: range) -> set[int]:
    """The lines of a text that was cut off: those next to its only edge."""
    found: set[int] = set()
    for number in numbers:
        line = lines[number]
        if line.strip() and not _is_part(line, _SHORTEST):
            break
        found.add(number)
    return found


def _is_part(line: str, shortest: int = 0) -> bool:
    """Whether a line is made of letters of base64, or is a header of OpenPGP."""
    words = _NOISE.sub("", line).split()
    if not words or _HEADER.match(line.strip(" >|")):
        return True
    longest = max(map(len, words))
    return longest >= (shortest if not words[1:] else _SHORTEST) and all(
        _BASE64.fullmatch(word) for word in words
    )
