"""A mail or a forum post as it came: its subject, its senders and its words."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from generator.engine.errors import FileError
from generator.mail.plain import decoded, parted, plain_text, text_of_html

if TYPE_CHECKING:
    from email.message import Message

__all__ = ["LONGEST_MAIL", "Letter", "open_letter"]

LONGEST_MAIL: Final = 2_000_000
"""Bytes of a mail with all that is attached to it; no order sheet comes near."""
_LONGEST_TEXT: Final = 400_000
_MOST_PARTS: Final = 60
_DEEPEST: Final = 12
_HEADERS: Final = frozenset(
    b"from to subject date cc message-id received mime-version content-type return-path"
    b" delivered-to reply-to x-mailer".split()
)
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]{0,60}):")
_ADDRESS = re.compile(r"[\w.+%-]{1,64}@[\w.-]{1,200}")


class Letter(Struct, frozen=True):
    """What came. `original` is all of it, `senders` are addresses in lower case, `arrived` is
    when the last server had it, `written` the author's own date. `notes` say what of it was not read."""

    text: str
    original: str
    subject: str = ""
    senders: tuple[str, ...] = ()
    sender_name: str = ""
    message_id: str = ""
    in_reply_to: str = ""
    arrived: str = ""
    written: str = ""
    notes: tuple[str, ...] = ()


def open_letter(data: bytes) -> Letter:
    """Read a mail's source, or text that was copied from somewhere.

    Raises FileError for what is too long, has too many parts, or is encrypted.
    """
    if len(data) > LONGEST_MAIL:
        hint = f"at most {LONGEST_MAIL // 1_000_000} MB; leave out what is attached"
        raise FileError("the mail is too long", hint=hint)
    if not _is_mail(data):
        text = decoded(data)
        return Letter(_bounded(parted(plain_text(text))), text)
    _check_parts(data)
    return _open_mail(data)


def _is_mail(data: bytes) -> bool:
    """Whether a text begins with the headers of a mail."""
    head = re.split(rb"\r?\n\r?\n", data[:20_000].removeprefix(b"\xef\xbb\xbf"), maxsplit=1)[0]
    lines = head.splitlines()
    if lines and lines[0].startswith(b"From "):
        lines = lines[1:]
    names: list[bytes] = []
    for line in lines:
        if names and line[:1] in (b" ", b"\t"):
            continue
        found = _FIELD.match(line)
        if found is None:
            return False
        names.append(found[1].lower())
    return len(_HEADERS.intersection(names)) >= 2 and len(data) > len(head)


def _check_parts(data: bytes) -> None:
    """Raises FileError before the parts are unpacked: they may be nested too deep for that."""
    named = len(re.findall(rb"(?im)^content-type[ \t]*:", data))
    bounds = re.findall(rb"(?i)boundary[ \t]*=[ \t]*\"?([^\s\";]{1,80})", data)
    parts = 0
    for bound in sorted(set(bounds))[: _MOST_PARTS + 1]:
        parts = max(parts, data.count(b"--" + bound))
    if max(named, len(bounds), parts) > _MOST_PARTS:
        raise FileError(
            "the mail has too many parts", hint=f"at most {_MOST_PARTS}; send the text alone"
        )


def _open_mail(data: bytes) -> Letter:
    from email import message_from_bytes, policy

    if data.startswith(b"From "):
        data = data.partition(b"\n")[2]
    message = message_from_bytes(data.removeprefix(b"\xef\xbb\xbf"), policy=policy.compat32)
    if message.get_content_type() == "multipart/encrypted" or b"-----BEGIN PGP MESSAGE" in data:
        raise FileError("the mail is encrypted", hint="decrypt it first")
    found: dict[str, list[str]] = {"plain": [], "html": [], "file": []}
    notes: list[str] = []
    for part in _leaves(message, 0):
        _gather(part, found, notes)
    text = next(("\n".join(v) for v in found.values() if "".join(v).strip()), "")
    senders = _ADDRESS.findall(" ".join((_header(message, "From"), _header(message, "Sender"))))
    try:
        original = data.decode("utf-8")
    except UnicodeDecodeError:
        original = data.decode("latin-1")
    return Letter(
        _bounded(plain_text(text)),
        original,
        _header(message, "Subject"),
        tuple(dict.fromkeys(one.lower() for one in senders)),
        "",
        _header(message, "Message-ID"),
        _header(message, "In-Reply-To"),
        _header(message, "Received").rpartition(";")[2].strip()[:60],
        _header(message, "Date")[:60],
        tuple(notes),
    )


def _leaves(message: Message, depth: int) -> Iterator[Message]:
    if depth > _DEEPEST:
        raise FileError("the mail has parts within parts", hint="send the text alone")
    if message.is_multipart():
        for part in message.get_payload():
            if not isinstance(part, str):
                yield from _leaves(part, depth + 1)
    else:
        yield message


def _gather(part: Message, found: dict[str, list[str]], notes: list[str]) -> None:
    kind = part.get_content_type()
    name = part.get_filename()
    if kind not in ("text/plain", "text/html"):
        label = plain_text(name or kind)[:60]
        notes.append(f"not read: what is attached, {label}")
        return
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        return
    text = decoded(payload, part.get_content_charset() or "")
    if part.get_param("format") == "flowed":
        text = re.sub(r"(?<=\S) \r?\n(?!-- ?\r?\n|>)", " ", text)
    if kind == "text/html":
        text = text_of_html(text)
    attached = part.get_content_disposition() == "attachment"
    found["file" if attached else kind.partition("/")[2]].append(text)


def _header(message: Message, name: str) -> str:
    """A header as one line of text."""
    from email.errors import HeaderParseError
    from email.header import decode_header

    raw = str(message.get(name, ""))[:2000]
    try:
        parts = decode_header(raw)
    except (HeaderParseError, ValueError):
        parts = [(raw, None)]
    text = "".join(
        decoded(part, charset or "") if isinstance(part, bytes) else part for part, charset in parts
    )
    return " ".join(plain_text(text).split())


def _bounded(text: str) -> str:
    if len(text) > _LONGEST_TEXT:
        hint = f"at most {_LONGEST_TEXT} signs; send the orders alone"
        raise FileError("the mail has too much text", hint=hint)
    return text
