"""Mailboxes in one file (mbox): where each mail in it begins. And the files of Apple Mail."""

from __future__ import annotations

import re
from typing import Final

_BOM: Final = b"\xef\xbb\xbf"
# The line that mail programs put above each mail: who sent it, and when. A header follows it.
_ENVELOPE: Final = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]{0,300}\d\d:\d\d[^\r\n]{0,100}\r?\n"
    rb"(?=[!-9;-~]{1,80}:)"
)
# Some programs put no blank line before it. It has its full form then, and several headers follow.
_FULL: Final = re.compile(
    rb"(?<=\n)From [^\s]{1,300}[ ]+(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)[ ]+[A-Z][a-z]{2}[ ]+\d{1,2}[ ]+"
    rb"\d{1,2}:\d\d(?::\d\d)?(?:[ ]+[A-Z0-9+-]{1,6})?[ ]+\d{4}[^\r\n]{0,40}\r?\n"
    rb"(?=(?:[!-9;-~]{1,80}:[^\n]*\n(?:[ \t][^\n]*\n){0,20}){2})"
)
_ESCAPED: Final = re.compile(rb"(?m)^>(>*From )")
# A mail of Apple Mail (.emlx) is between the number of its bytes and a list of properties.
_COUNTED: Final = re.compile(rb"(\d{1,9})[ \t]*\r?\n")


def is_mbox(data: bytes) -> bool:
    """Whether bytes begin as a mailbox does."""
    return _ENVELOPE.match(data.removeprefix(_BOM)) is not None


def split_mbox(data: bytes) -> tuple[bytes, ...]:
    """The mails of a mailbox; the bytes themselves where they are one mail, or no mailbox."""
    if not is_mbox(data):
        return (data,)
    bare = data.removeprefix(_BOM)
    found = {one.start() for pattern in (_ENVELOPE, _FULL) for one in pattern.finditer(bare)}
    starts = sorted(found)
    if len(starts) == 1:
        return (data,)
    mails = (bare[at:end] for at, end in zip(starts, [*starts[1:], len(bare)], strict=True))
    return tuple(_ESCAPED.sub(rb"\1", mail) for mail in mails)


def without_wrapping(data: bytes) -> bytes:
    """A mail without what Apple Mail puts around it in a file (.emlx); any other as it is."""
    found = _COUNTED.match(data)
    end = found.end() + int(found[1]) if found is not None else 0
    is_wrapped = found is not None and data[end:].lstrip().startswith((b"<?xml", b"<!DOCTYPE"))
    return data[found.end() : end] if found is not None and is_wrapped else data
