"""Plain text from bytes, HTML, BBCode and Markdown: same words, ordinary signs."""

from __future__ import annotations

import codecs
import re
import unicodedata
from html.parser import HTMLParser
from typing import Final

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟″«»", '"'),
        **dict.fromkeys("‐‑‒–—―−﹣－", "-"),
        **dict.fromkeys("→⇒➔➜➝➞⟶↦⇨", "->"),
        "…": "...",
        "\t": " ",
        "\v": "\n",
        "\f": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
        "\x85": "\n",
    }
)
_BREAK_TAGS: Final = (
    "p br div li tr ul ol table h1 h2 h3 h4 h5 h6 pre hr blockquote dt dd section article"
)
_BREAKS: Final = frozenset(_BREAK_TAGS.split())
_HIDDEN: Final = frozenset(("style", "script", "head", "title", "template"))
_STRUCK: Final = frozenset(("s", "strike", "del"))
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|div|span|font|a|ul|ol|li|code|pre|tt|h[1-6]|table|tr|td|hr)"
    r"(?:\s[^<>]{0,200})?/?>",
    re.IGNORECASE,
)
_BREAK = re.compile(r"<(?:br|/?(?:p|div|tr|li|h[1-6]))(?:\s[^<>]{0,200})?/?>", re.IGNORECASE)
_DECLARED = re.compile(r"<[!?][^<>]{0,2000}>")
_OPEN = re.compile(r"<(?!/?[A-Za-z][^<>]{0,2000}>)")
_BBCODE = re.compile(
    r"\[/?(?:b|i|u|list|code|color|size|url|font|center|left|right|spoiler|indent)"
    r"(?:=[^\[\]]{0,100})?\]|\[\*\]",
    re.IGNORECASE,
)
_BULLET = re.compile(r"\s*(?:[*+•·‣▪○●◦]\s*|-\s+|#{1,6}\s+(?=\S))+")
_EMPHASIS = re.compile(r"\*\*|__|`+|(?<!\w)[*_](?=\w)|(?<=[\w.:!?)])[*_](?!\w)")


def decoded(data: bytes, charset: str = "") -> str:
    """Bytes as text: by their mark, by the charset named, as UTF-8, or as Windows wrote it."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    if charset:
        try:
            return data.decode(charset)
        except (LookupError, UnicodeError):
            pass
    head = data[:400]
    if head.count(0) > len(head) // 3:
        return data.decode("utf-16-be" if head[:1] == b"\0" else "utf-16-le", "replace")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        return data.decode("cp1252", "replace")


def plain_text(text: str) -> str:
    """A text with plain line ends, dashes, arrows, quotes and blanks, without hidden signs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SIGNS)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
    kept = []
    for sign in text:
        if sign == "\n" or " " <= sign <= "~":
            kept.append(sign)
            continue
        category = unicodedata.category(sign)
        if category == "Zs":
            kept.append(" ")
        elif category not in ("Cc", "Cf", "Cs", "Co", "Cn"):
            kept.append(sign)
    return "".join(kept)


def parted(text: str) -> str:
    """A text that was copied with its tags, with a new line where a tag begins one."""
    return _BREAK.sub("\n", text) if "<" in text else text


def without_marks(line: str) -> str:
    """A line without tags, emphasis and the bullet in front. Numbers stay: they may be orders."""
    line = _BBCODE.sub("", _TAG.sub("", line))
    bullet = _BULLET.match(line)
    if bullet is not None and not line.startswith("# "):
        line = line[bullet.end() :]
    return _EMPHASIS.sub("", line).strip()


def _closed(html: str) -> str:
    """HTML without comments, and without signs that begin a tag and do not end it: the parser of
    the standard library takes time by the square of their number."""
    parts = []
    at = 0
    while (start := html.find("<!--", at)) >= 0:
        parts.append(html[at:start])
        end = html.find("-->", start)
        at = end + 3 if end >= 0 else len(html)
    parts.append(html[at:])
    return _OPEN.sub("&lt;", _DECLARED.sub("", "".join(parts)))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.hidden = 0
        self.quoted = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _HIDDEN:
            self.hidden += 1
        elif tag == "blockquote":
            self.quoted += 1
        if tag in _BREAKS:
            self._break()
        elif tag in ("td", "th"):
            self.parts.append(" ")
        elif tag in _STRUCK:
            self.parts.append("~~")

    def handle_endtag(self, tag: str) -> None:
        if tag in _HIDDEN:
            self.hidden = max(self.hidden - 1, 0)
        elif tag == "blockquote":
            self.quoted = max(self.quoted - 1, 0)
        if tag in _BREAKS and tag != "br":
            self._break()
        elif tag in _STRUCK:
            self.parts.append("~~")

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.parts.append(re.sub(r"[ \t\r\n]+", " ", data))

    def _break(self) -> None:
        self.parts.append("\n> " if self.quoted else "\n")


def text_of_html(html: str) -> str:
    """The words of an HTML page, a line for each paragraph; block quotes behind `>`."""
    reader = _Text()
    reader.feed(_closed(html))
    reader.close()
    lines = "".join(reader.parts).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip(" >"))
