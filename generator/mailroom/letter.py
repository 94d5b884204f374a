"""A mail or a forum post as it came: its subject, its senders and its text; and the mails of a
mailbox (mbox)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from generator.engine.errors import FileError
from generator.mailroom.encrypted import ENCRYPTED_FILE, is_encrypted_file
from generator.mailroom.parts import MailPart, contents_of, decoded_words, header_of, headers_of
from generator.mailroom.plain import decoded, parted, plain_text

if TYPE_CHECKING:
    from email.message import Message

LONGEST_MAIL: Final = 2_000_000
"""Bytes of a mail with all that is attached to it; no order sheet comes near."""
_LONGEST_TEXT: Final = 400_000
_MOST_PARTS: Final = 60
_LONGEST_STAMP: Final = 100
_LONGEST_HEAD: Final = 200_000
_MOST_NAMED: Final = 5
_DEEPEST: Final = 3
_HEADERS: Final = frozenset(
    b"from to subject date cc message-id received mime-version content-type return-path"
    b" delivered-to reply-to x-mailer".split()
)
# How files begin that people save instead of a mail, what they are, and what to do.
_SAVE: Final = "save the mail as .eml or as text, or copy its text"
_NO_MAILS: Final = (
    (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1", "an Outlook mail (.msg)", _SAVE),
    (b"!BDN", "an Outlook mailbox (.pst)", _SAVE),
    (b"\x78\x9f\x3e\x22", "an Outlook attachment (winmail.dat)", _SAVE),
    (b"%PDF-", "a PDF", "copy its text"),
    (b"{\\rtf", "a document (.rtf)", "copy its text"),
    (b"PK\x03\x04", "an archive or a document (.zip, .docx, .odt)", "unpack it, or copy its text"),
    (b"\x1f\x8b", "a compressed file (.gz)", "unpack it first"),
    (b"\x89PNG", "a picture", "write its orders as text"),
    (b"\xff\xd8\xff", "a picture", "write its orders as text"),
)
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
_FIELD = re.compile(rb"([A-Za-z][A-Za-z0-9-]{0,60}):")
_ADDRESS = re.compile(r"[^\s@<>()\"]{1,64}@[\w.-]{1,200}")
# Quoted names and remarks in a header with addresses.
_SAID = re.compile(r'"(?:[^"\\]|\\.)*"|\([^()]*\)')


class Letter(Struct, frozen=True):
    """A mail as it came. `original` is its whole source.

    `senders` are the addresses that it comes from, in lower case, and `sender_name` the name beside
    the first. `arrived` is when the last server had it, `written` the author's own date, both as
    the headers have them. `parts` are texts beside `text`, and `notes` list the parts that were not
    read. `doubt` is why its senders are not certain; `receivers` are the addresses that it goes to.
    """

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
    parts: tuple[MailPart, ...] = ()
    doubt: str = ""
    receivers: tuple[str, ...] = ()


def open_letter(data: bytes) -> Letter:
    """Read a mail's source, or text that was copied from somewhere.

    Raises FileError for what is too long, has too many parts, or is a mailbox.
    """
    if len(data) > LONGEST_MAIL:
        hint = f"at most {LONGEST_MAIL // 1_000_000} MB; leave out what is attached"
        raise FileError("the mail is too long", hint=hint)
    for begin, kind, hint in _NO_MAILS:
        if data.startswith(begin):
            raise FileError(f"this is {kind}, which cannot be read", hint=hint)
    data = _without_wrapping(data)
    if not _is_mail(data):
        text = ENCRYPTED_FILE if is_encrypted_file(data) else decoded(data)
        return Letter(_bounded(parted(plain_text(text))), text)
    if len(mails := split_mbox(data)) > 1:
        hint = "submit reads a mailbox by the name of its file"
        raise FileError(f"this is a mailbox with {len(mails)} mails", hint=hint)
    _check_parts(data)
    return _open_mail(data)


def _is_mail(data: bytes) -> bool:
    """Whether a text begins with the headers of a mail."""
    head = re.split(rb"\r?\n\r?\n", data[:_LONGEST_HEAD].removeprefix(_BOM), maxsplit=1)[0]
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
            "the mail has too many parts", hint=f"at most {_MOST_PARTS}; send only the text"
        )


def _open_mail(data: bytes) -> Letter:
    from email import message_from_bytes, policy

    bare = data.removeprefix(_BOM)
    if bare.startswith(b"From "):
        bare = data = bare.partition(b"\n")[2]
    message = message_from_bytes(bare, policy=policy.compat32)
    contents = contents_of(message)
    parts = contents.further
    _bounded("\n".join((contents.text, *(part.text for part in parts))))
    name, senders, doubt = _senders(message)
    try:
        original = data.decode("utf-8")
    except UnicodeDecodeError:
        original = data.decode("latin-1")
    return Letter(
        contents.text,
        original,
        header_of(message, "Subject"),
        senders,
        name,
        header_of(message, "Message-ID"),
        header_of(message, "In-Reply-To"),
        header_of(message, "Received").rpartition(";")[2].strip()[:_LONGEST_STAMP],
        header_of(message, "Date")[:_LONGEST_STAMP],
        tuple(contents.notes),
        parts,
        doubt=doubt,
        receivers=addresses_in([header[:2000] for header in headers_of(message, "To")]),
    )


def _senders(message: Message) -> tuple[str, tuple[str, ...], str]:
    """The name that a mail comes from, its addresses, and why they are not certain ("" if they
    are). An address inside a display name or a remark does not count."""
    # The standard library's reader of addresses takes the first of `a@b <c@d>` for one as well,
    # and runs out of stack in brackets within brackets.
    written = [header[:2000] for header in headers_of(message, "From")]
    sent = [header[:2000] for header in headers_of(message, "Sender")]
    written = written or sent
    doubt = _doubt(written)
    senders = addresses_in(written) or addresses_in(sent)
    name = written[0].partition("<")[0].strip(' "') if written else ""
    return decoded_words(name or "".join(written[:1])), senders, doubt


def _doubt(headers: Sequence[str]) -> str:
    """Why the sender of a mail is not certain: programs and servers read such headers each in
    another way, so one of the addresses may be forged."""
    if not headers:
        return "the mail has no sender"
    if len(headers) > 1:
        return f"the mail has {len(headers)} From headers"
    rest = _unsaid(headers)
    senders = addresses_in(headers)
    if any(sign in rest for sign in '"()\\;') or rest.count("<") != rest.count(">"):
        return "the sender's address is not clear"
    if len(senders) > 1:
        return f"the mail has {len(senders)} senders, {', '.join(senders[:_MOST_NAMED])}"
    if senders and (rest.count("<") > 1 or set(_ADDRESS.findall(rest)) - set(senders)):
        return "the sender's address is not clear"
    return ""


def _unsaid(headers: Sequence[str]) -> str:
    """Headers in lower case without quoted names and remarks, which may hold remarks."""
    rest = ",".join(headers).lower()
    for _ in range(_DEEPEST):
        rest = _SAID.sub(" ", rest)
    return rest


def addresses_in(headers: Sequence[str]) -> tuple[str, ...]:
    """The addresses of headers, in lower case."""
    parts = _unsaid(headers).split(",")
    bare = [
        part.rpartition("<")[2].partition(">")[0].strip() if "<" in part else part.strip()
        for part in parts
    ]
    return tuple(dict.fromkeys(address for address in bare if _ADDRESS.fullmatch(address)))


def _bounded(text: str) -> str:
    if len(text) > _LONGEST_TEXT:
        hint = f"at most {_LONGEST_TEXT} characters; send only the orders"
        raise FileError("the mail has too much text", hint=hint)
    return text


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


def _without_wrapping(data: bytes) -> bytes:
    """A mail without what Apple Mail puts around it in a file (.emlx); any other as it is."""
    found = _COUNTED.match(data)
    end = found.end() + int(found[1]) if found is not None else 0
    is_wrapped = found is not None and data[end:].lstrip().startswith((b"<?xml", b"<!DOCTYPE"))
    return data[found.end() : end] if found is not None and is_wrapped else data
