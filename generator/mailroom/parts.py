"""The parts of a mail: its text, further parts with text, and notes on what is not read."""

from __future__ import annotations

import csv
import re
from typing import TYPE_CHECKING, Final

from msgspec import Struct, field

from generator.engine.errors import FileError
from generator.mailroom.encrypted import ENCRYPTED_FILE, is_encrypted, is_encrypted_file
from generator.mailroom.plain import decoded, plain_text, text_of_html

if TYPE_CHECKING:
    from email.message import Message

_DEEPEST: Final = 12
_READABLE: Final = frozenset(("text/plain", "text/html", "text/markdown", "text/x-markdown"))
# Mail programs send plain files under all kinds of types; their names are more reliable, and of a
# file of no known kind its bytes.
_TEXT_FILE: Final = re.compile(r".+\.(?:txt|text|md|html?|asc|csv|tsv|log)\Z", re.IGNORECASE)
_TABLE_FILE: Final = re.compile(r".+\.(?:csv|tsv)\Z|text/(?:csv|tab-sep)", re.IGNORECASE)
_ANY_KIND: Final = ("application/octet-stream", "application/x-unknown", "text/")
_NO_TEXT: Final = re.compile(rb"\A{\\rtf|[\0-\x08\x0e-\x1f\x7f]")
_OTHER_TEXTS: Final = ("text/calendar", "text/rtf", "text/x-vcard", "text/vcard", "text/directory")
_SMIME: Final = frozenset(("application/pkcs7-mime", "application/x-pkcs7-mime"))
_LONGEST_HEAD: Final = 200
_WORD: Final = re.compile(r"\w+")
_LINK: Final = re.compile(r"<?https?://\S+")
# Soft ends of lines in a text that is flowed; with `delsp=yes` their last blank is not part of it.
_FLOWED: Final = re.compile(r"(?<=\S)(?<!\n--) \r?\n(?!-- ?\r?\n|>)")
_DELETED: Final = re.compile(r"(?<=\S)(?<!\n--)( ?) \r?\n(?!-- ?\r?\n|>)")
_FORWARDED: Final = "---------- Forwarded message ---------"
HTML_PART: Final = "the HTML part"


class MailPart(Struct, frozen=True):
    """A part of a mail with its own text; `label` is its name for people."""

    label: str
    text: str


class MailContents(Struct):
    """The texts of a mail while they are collected. `notes` list the parts that are not read."""

    plain: list[str] = field(default_factory=list)
    html: list[str] = field(default_factory=list)
    forwarded: list[str] = field(default_factory=list)
    attached: list[MailPart] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """The author's text: the plain text or else the HTML, and then what is forwarded."""
        order = (self.html, self.plain) if self.is_struck else (self.plain, self.html)
        own = next((v for v in order if "".join(v).strip()), [])
        return "\n".join((*own, *self.forwarded))

    @property
    def is_struck(self) -> bool:
        """Whether only the HTML shows what its author has struck out of the same text."""
        plain, html = "\n".join(self.plain), "\n".join(self.html)
        is_marked = "~~" in html and "~~" not in plain
        return is_marked and _word_set(_LINK.sub("", plain)) <= _word_set(html)

    @property
    def further(self) -> tuple[MailPart, ...]:
        """The parts beside the text, the HTML first if it has more than the plain text."""
        parts: list[MailPart] = []
        for part in self.attached:
            alike = sum(other.label.startswith(part.label) for other in parts)
            label = f"{part.label} ({alike + 1})" if alike else part.label
            parts += [MailPart(label, part.text)] if part.text.strip() else []
        plain, html = "\n".join(self.plain), "\n".join(self.html)
        if self.is_struck or not plain.strip() or not _word_set(html) - _word_set(plain):
            return tuple(parts)
        return (MailPart(HTML_PART, html), *parts)


def _word_set(text: str) -> set[str]:
    return set(_WORD.findall(text.casefold()))


def contents_of(message: Message, depth: int = 0) -> MailContents:
    """The parts of a mail. Raises FileError where they are nested too deep."""
    contents = MailContents()
    _gather(message, contents, depth)
    return contents


def _gather(part: Message, contents: MailContents, depth: int) -> None:
    if depth > _DEEPEST:
        raise FileError("the mail has parts within parts", hint="send only the text")
    kind = part.get_content_type()
    label = plain_text(_name(part) or kind)[:60]
    inner = part.get_payload()
    if kind == "message/rfc822" and isinstance(inner, list):
        for message in inner:
            if not isinstance(message, str):
                _forward(message, contents, depth)
    elif part.is_multipart() and not kind.startswith("message/"):
        for child in inner:
            if not isinstance(child, str):
                _gather(child, contents, depth + 1)
    elif kind in _READABLE or _is_text(part, kind, label):
        _read(part, contents, label)
    else:
        contents.notes.append(f"not read: what is attached, {label}")


def _forward(message: Message, contents: MailContents, depth: int) -> None:
    """A mail that is attached to this one, as a forwarded mail is in a text."""
    inner = contents_of(message, depth + 1)
    heads = ((name, header_of(message, name)) for name in ("From", "Date", "Subject"))
    lines = [_FORWARDED, *(f"{name}: {value}" for name, value in heads if value), "", inner.text]
    contents.forwarded.append("\n".join(lines))
    contents.attached += inner.further
    contents.notes += inner.notes


def _read(part: Message, contents: MailContents, label: str) -> None:
    payload = part.get_payload(decode=True)
    if not isinstance(payload, bytes):
        contents.notes.append(f"not read: what is attached, {label}")
        return
    is_closed = _is_encrypted_file(part, payload, label)
    text = ENCRYPTED_FILE if is_closed else decoded(payload, part.get_content_charset() or "")
    if _said(part, "format") == "flowed":
        joined = r"\1" if _said(part, "delsp") == "yes" else " "
        text = (_DELETED if joined == r"\1" else _FLOWED).sub(joined, text)
    if _TABLE_FILE.match(label) or _TABLE_FILE.match(part.get_content_type()):
        text = _rows_of(text)
    is_html = part.get_content_type() == "text/html" or label.lower().endswith((".html", ".htm"))
    if is_html:
        text = text_of_html(text)
    if part.get_content_disposition() == "attachment" or part.get_content_type() not in _READABLE:
        contents.attached.append(MailPart(f"the attachment {label}", plain_text(text)))
    else:
        (contents.html if is_html else contents.plain).append(plain_text(text))


def _rows_of(text: str) -> str:
    """The rows of a table, the cells of each beside each other."""
    sign = max(",;\t", key=text[:_LONGEST_HEAD].count)
    try:
        return "\n".join(map(" ".join, csv.reader(text.splitlines(), delimiter=sign)))
    except csv.Error:
        return text


def _is_text(part: Message, kind: str, label: str) -> bool:
    """Whether a part that is not text by its type contains text, plain or encrypted."""
    payload = part.get_payload(decode=True)
    if kind.startswith("message/") or not isinstance(payload, bytes):
        return False
    if _TEXT_FILE.match(label) or _is_encrypted_file(part, payload, label):
        return True
    is_any = kind.startswith(_ANY_KIND) and kind not in _OTHER_TEXTS
    first = decoded(payload[:_LONGEST_HEAD]).lstrip().partition("\n")[0]
    return (is_any and not _NO_TEXT.search(payload)) or is_encrypted(first)


def _is_encrypted_file(part: Message, payload: bytes, label: str) -> bool:
    if part.get_content_type() in _SMIME:
        return _said(part, "smime-type") != "signed-data"
    return is_encrypted_file(payload, label)


def _said(part: Message, name: str) -> str:
    """A parameter of a part's type, "" for none."""
    return str(part.get_param(name, "")).strip(" '\"").lower()


def _name(part: Message) -> str:
    """The name of the file that a part is, "" for none. Names may be encoded as headers are."""
    name = part.get_filename() or ""
    return decoded_words(name) if "=?" in name else name


def header_of(message: Message, name: str) -> str:
    """The first header of that name as one line of text; "" for none."""
    return decoded_words(next(iter(headers_of(message, name)), "")[:2000])


def headers_of(message: Message, name: str) -> list[str]:
    """All headers of that name as they are in the mail, with letters that were not encoded."""
    found = (value for key, value in message.raw_items() if key.lower() == name.lower())
    return [
        value if value.isascii() else decoded(value.encode("utf-8", "surrogateescape"))
        for value in map(str, found)
    ]


def decoded_words(raw: str) -> str:
    """A header's text, with what is encoded in it decoded, as one line."""
    from email.errors import HeaderParseError
    from email.header import decode_header

    try:
        parts = decode_header(raw)
    except (HeaderParseError, ValueError):
        parts = [(raw, None)]
    text = "".join(
        decoded(part, charset or "") if isinstance(part, bytes) else part for part, charset in parts
    )
    return " ".join(plain_text(text).split())
