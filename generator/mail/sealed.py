"""Sealed letters: age files in letters, wherever they stand in a text, and what they are bound to.

    by Marie » 1 Mar 2027                         below: where the letter was posted
    Code: Select all
    > -----BEGIN AGE ENCRYPTED FILE-----          line: counted from 1
    > YWdlLWVuY3J5cHRpb24ub3JnL3YxCi0+IFgy...     base64; its lines may be broken anywhere
    > -----END AGE ENCRYPTED FILE-----

Opened it is an ordinary letter, with three remarks at its end:

    # sealed for: bohemia, france, 1620 movement
    # sealed at: 2027-03-01T10:00:00Z
    # salt: 00112233445566778899aabbccddeeff

They bind the letter, so that one of another game, power or phase is noticed, and of several the
newest is known. The salt keeps the mark of a short letter from being found by trying.

Invariants.
- Every beginning and every end of a block in a text is part of one `SealedBlock`: what cannot be
  read is a block with a `problem`, and none is dropped.
- Noise is taken out of blocks generously (marks of quotes, tags, blanks, hidden signs), for age
  itself notices every sign that is changed.
"""

from __future__ import annotations

import re
from base64 import b64decode, b64encode
from binascii import Error
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from hashlib import sha256
from html import unescape
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

BINARY: Final = b"age-encryption.org/"
"""What every age file begins with before it is put into letters."""
_EDGE: Final = re.compile(
    r"[-‐-―−…]{2,9}[\s>|]{0,9}(BEGIN|END)[\s>|]{1,9}AGE[\s>|]{1,9}ENCRYPTED[\s>|]{1,9}FILE"
    r"[\s>|]{0,9}[-‐-―−…]{2,5}",
    re.IGNORECASE,
)
# A tag or a sign of a quotation: none of it is a letter of base64. Hidden signs are what forums put
# into long words.
_TAG: Final = re.compile(r"<[^<>]{0,300}>|\[[^\[\]]{0,100}\]")
_HIDDEN: Final = r"\u00ad\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\ufeff"
_NOISE: Final = re.compile(rf"[\s>|*`~_‐-―−…{_HIDDEN}-]+")
_BASE64: Final = re.compile(r"[A-Za-z0-9+/]*")
_COPY_LINK: Final = re.compile(
    r"(?:code|quote|citation|zitat|select all|copy|spoiler)\b.{0,30}", re.IGNORECASE
)
_CODE_LINE: Final = re.compile(r"\S{40,}")
_CUT_END: Final = "is cut off: its last line, END AGE ENCRYPTED FILE, is missing"
_CUT_BEGINNING: Final = "is cut off: its first line, BEGIN AGE ENCRYPTED FILE, is missing"
_BROKEN: Final = "is cut off, or has other text in it"
_WIDTH: Final = 64
_LOOK_BACK: Final = 8
_LONGEST_BELOW: Final = 72

_REMARK: Final = re.compile(r"#[ \t]*(?:sealed for|sealed at|salt):.*", re.IGNORECASE)
_FOR: Final = re.compile(
    r"#[ \t]*sealed for:[ \t]*([a-z0-9-]{1,80}),[ \t]*([a-z0-9-]{1,80}),[ \t]*(\d{1,6})[ \t]+"
    r"([a-z0-9-]{1,80})[ \t]*",
    re.IGNORECASE,
)
_AT: Final = re.compile(
    r"#[ \t]*sealed at:[ \t]*(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.\d{1,6})?Z[ \t]*", re.IGNORECASE
)
_SALT: Final = re.compile(r"#[ \t]*salt:[ \t]*[0-9a-f]{32,}[ \t]*", re.IGNORECASE)


class SealedBlock(Struct, frozen=True):
    """A sealed letter as it stands in a text with plain line ends: from the letter `start` to `end`
    of it, beginning in `line`, counted from 1. `data` is the age file; where it cannot be read it
    is empty, and `problem` says why. `below` is the line of words above it, which in a forum says
    who posted it; "" for none."""

    start: int
    end: int
    line: int
    data: bytes = b""
    problem: str = ""
    below: str = ""


class Binding(Struct, frozen=True):
    """What a letter was sealed for. `game` and `power` are slugs, "" where it does not say; `at` is
    when its author sealed it, by his own clock, in UTC ("2027-03-01T10:00:00+00:00"), "" where it
    does not say. `salted`: its mark tells nothing of its orders."""

    game: str = ""
    power: str = ""
    year: int = 0
    phase: str = ""
    at: str = ""
    salted: bool = False


class Seal(Struct, frozen=True):
    """That a letter came sealed: its mark, the line of the text in which it stood, the line of
    words above it, and what it was sealed for."""

    mark: str
    binding: Binding
    line: int = 0
    below: str = ""


def blocks_in(text: str) -> tuple[SealedBlock, ...]:
    """The sealed letters in a text, in its order; also those that are cut or broken."""
    return tuple(_blocks(plain_lines(text)))


def plain_lines(text: str) -> str:
    """A text with plain line ends."""
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _blocks(text: str) -> Iterator[SealedBlock]:
    begun: re.Match[str] | None = None
    above = line = at = 0

    def block(start: int, end: int, data: bytes, problem: str = "") -> SealedBlock:
        nonlocal line, at
        line, at = line + text.count("\n", at, start), start
        below = _words_above(text[above:start])
        return SealedBlock(start, end, line + 1, data, problem, below)

    for edge in _EDGE.finditer(text):
        begins = edge[1].upper() == "BEGIN"
        if begins and begun is not None:
            yield block(begun.start(), begun.end(), b"", _CUT_END)
        elif not begins and begun is not None:
            data = _decoded(text[begun.end() : edge.start()])
            yield block(begun.start(), edge.end(), data, "" if data else _BROKEN)
        elif not begins:
            yield block(edge.start(), edge.end(), b"", _CUT_BEGINNING)
        if not begins:
            above = edge.end()
        elif begun is not None:
            above = begun.end()
        begun = edge if begins else None
    if begun is not None:
        yield block(begun.start(), begun.end(), b"", _CUT_END)


def _decoded(body: str) -> bytes:
    """The age file that the lines of a block are; nothing for what is none."""
    if "&" in body:
        body = unescape(body)
    letters = _NOISE.sub("", _TAG.sub("", body)).rstrip("=")
    if not _BASE64.fullmatch(letters):
        return b""
    try:
        data = b64decode(letters + "=" * (-len(letters) % 4), validate=True)
    except Error:
        return b""
    return data if data.startswith(BINARY) else b""


def _words_above(text: str) -> str:
    """The last line of a text that has words of its own."""
    for line in reversed(text.rsplit("\n", _LOOK_BACK)[-_LOOK_BACK:]):
        words = " ".join(_TAG.sub("", line).strip(" \t>|*`~_").split())
        if words and not _COPY_LINK.fullmatch(words) and not _CODE_LINE.fullmatch(words):
            return words if len(words) <= _LONGEST_BELOW else f"{words[: _LONGEST_BELOW - 1]}…"
    return ""


def without_blocks(text: str, blocks: Sequence[SealedBlock]) -> str:
    """A text without its sealed letters. All other lines keep their numbers."""
    text = plain_lines(text)
    parts = []
    at = 0
    for block in blocks:
        parts += [text[at : block.start], "\n" * text.count("\n", block.start, block.end)]
        at = block.end
    return "".join((*parts, text[at:]))


def armored(data: bytes) -> str:
    """An age file in letters."""
    letters = b64encode(data).decode("ascii")
    lines = [letters[at : at + _WIDTH] for at in range(0, len(letters), _WIDTH)]
    name = "AGE ENCRYPTED FILE"
    return "\n".join((f"-----BEGIN {name}-----", *lines, f"-----END {name}-----", ""))


def mark_of(letter: bytes) -> str:
    """The mark of a letter, 80 bits of its hash: `880c-0737-355b-b09d-7080`. Who has the same mark
    has the same letter, to the byte."""
    digits = sha256(letter).hexdigest()[:20]
    return "-".join(digits[at : at + 4] for at in range(0, 20, 4))


def bound_letter(letter: str, binding: Binding, salt: str) -> str:
    """A letter with the remarks that bind it, as the desk seals it. `salt` has 32 digits."""
    at = binding.at.replace("+00:00", "Z")
    return (
        f"{letter.rstrip()}\n\n"
        f"# sealed for: {binding.game}, {binding.power}, {binding.year} {binding.phase}\n"
        f"# sealed at: {at}\n"
        f"# salt: {salt}\n"
    )


def binding_of(letter: str) -> Binding:
    """What an opened letter was sealed for. Of remarks that stand there twice the last one counts:
    that is the one that the desk wrote. Raises ValueError for a remark that cannot be read."""
    found = Binding()
    for line in map(str.strip, letter.splitlines()):
        if not _REMARK.fullmatch(line):
            continue
        if bound := _FOR.fullmatch(line):
            game, power, year, phase = bound.groups()
            named = (game.lower(), power.lower(), int(year), phase.lower())
            found = Binding(*named, found.at, found.salted)
        elif dated := _AT.fullmatch(line):
            when = datetime.fromisoformat(dated[1]).replace(tzinfo=UTC)
            at = when.isoformat(timespec="seconds")
            found = replace(found, at=at)
        elif _SALT.fullmatch(line):
            found = replace(found, salted=True)
        else:
            raise ValueError(line)
    return found


def without_binding(letter: str) -> str:
    """An opened letter with empty lines where the remarks stood that bind it."""
    return "\n".join("" if _REMARK.fullmatch(line.strip()) else line for line in letter.split("\n"))
