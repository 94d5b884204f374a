"""Mailboxes in one file (mbox): where each mail in it begins."""

from __future__ import annotations

import re
from typing import Final

# The line that mail programs put above each mail: who sent it, and when. A header follows it.
_ENVELOPE: Final = re.compile(
    rb"(?:\A|(?<=\n\n)|(?<=\n\r\n))From [^\r\n]{0,300}\d\d:\d\d[^\r\n]{0,100}\r?\n"
    rb"(?=[!-9;-~]{1,80}:)"
)
_ESCAPED: Final = re.compile(rb"(?m)^>(>*From )")


def is_mbox(data: bytes) -> bool:
    """Whether bytes begin as a mailbox does."""
    return _ENVELOPE.match(data) is not None


def split_mbox(data: bytes) -> tuple[bytes, ...]:
    """The mails of a mailbox; the bytes themselves where they are one mail, or no mailbox."""
    if not is_mbox(data):
        return (data,)
    starts = [found.start() for found in _ENVELOPE.finditer(data)]
    if len(starts) == 1:
        return (data,)
    mails = (data[at:end] for at, end in zip(starts, [*starts[1:], len(data)], strict=True))
    return tuple(_ESCAPED.sub(rb"\1", mail) for mail in mails)
