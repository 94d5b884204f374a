"""Plain text from bytes, HTML, BBCode and Markdown: same words, ordinary signs."""

from __future__ import annotations

import codecs
import re
import unicodedata
from collections import Counter
from collections.abc import Mapping
from html import unescape
from html.parser import HTMLParser
from types import MappingProxyType
from typing import Final

from msgspec import Struct

from generator.mailroom.quotations import is_forward_mark

_MARKS: Final = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_SIGNS: Final = str.maketrans(
    {
        **dict.fromkeys("‘’‚‛′", "'"),
        **dict.fromkeys("“”„‟″", '"'),
        **dict.fromkeys("−⁃─━", "-"),
        # Wide letters and signs are ordinary ones.
        **{chr(0xFEE0 + code): chr(code) for code in range(0x21, 0x7F)},
        **dict.fromkeys("「」『』", '"'),
        **dict(zip("【】〔〕", "[][]", strict=True)),
        "。": ".",
        "؛": ";",
        **dict.fromkeys("、،", ","),
        "…": "...",
        **dict.fromkeys("❓❔⁉🤔", "?"),
        "\t": " ",
        "\v": "\n",
        "\f": "\n",
        "\u2028": "\n",
        "\u2029": "\n",
        "\x85": "\n",
    }
)
# The names of signs that point to the right.
_ARROW: Final = re.compile(r"\A(?!.*(?:LEFT|STROKE)).*\bRIGHT(?:WARDS\b|[- ]POINTING\b)")
# Signs as a web page has them, in a text that was copied from its source.
_ENTITY: Final = re.compile(r"&(?:nbsp|[gl]t|amp|quot|[nm]dash|[lr]arr|#\d{2,5});")
_GUILLEMETS: Final = re.compile(r"[«»]([^«»\n]*)[«»]")
# At the beginning of a line they are signs of a quotation, as "%" is; elsewhere arrows.
_QUOTING_SIGNS: Final = re.compile(r"(?m)^([ \t]*)[»›]+")
_ITEM: Final = re.compile(r"(?:\A|\s)[(\[]?(\d{1,2}|[a-h])[.)\]]\s*(?=[^\W_])")
_BREAK_TAGS: Final = (
    "p br div li tr ul ol table h1 h2 h3 h4 h5 h6 pre hr blockquote dt dd section article summary"
)
_BREAKS: Final = frozenset(_BREAK_TAGS.split())
_HIDDEN: Final = frozenset(("style", "script", "head", "title", "template"))
_STRUCK: Final = frozenset(("s", "strike", "del"))
_VOID_TAGS: Final = "area base br col embed hr img input link meta source track wbr"
_VOID: Final = frozenset(_VOID_TAGS.split())
_STRUCK_STYLE: Final = re.compile(r"text-decoration(?:-line)?\s*:[^;]*line-through", re.IGNORECASE)
_HIDDEN_STYLE: Final = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:font-size|max-height|opacity)\s*:"
    r"\s*0(?:px|pt|em|%)?\s*(?:;|\Z|!)|mso-hide\s*:\s*all",
    re.IGNORECASE,
)
# Elements that a new one of their kind ends.
_ENDED: Final = frozenset(["p", "li", "dt", "dd", "td", "th", "tr", "option"])
# The elements in which mail programs put quotations, and those after which all the rest is quoted.
# Outlook puts "x_" in front of the names that others gave.
_QUOTING: Final = re.compile(
    r"(?<![\w-])(?:x_)*(?:ydp\w{0,40}?)?(?:gmail_quote|yahoo_quoted|protonmail_quote|tutanota_quote|zmail_extra"
    r"|moz-cite-prefix|gmail_attr|OLK_SRC_BODY_SECTION|mail-editor-reference-message-container"
    r"|reply-intro|aolmail_quote|aolReplacedBody)",
)
# A line at the left, as GMX and Outlook draw it, and no box around the text.
_QUOTING_STYLE: Final = re.compile(
    r"(?=.*border-left\s*:[^;]*solid)(?=.*padding)(?!.*border(?:-right)?\s*:[^;]*solid)",
    re.IGNORECASE | re.DOTALL,
)
# The classes of a page and what they look like: `.gone { text-decoration: line-through }`.
_RULES: Final = re.compile(r"([^{}]{1,300})\{([^{}]{1,1000})\}")
_CLASSES: Final = re.compile(r"\.([\w-]{1,80})(?=\s*(?:,|\Z))")
_QUOTED_BELOW: Final = re.compile(r"(?<![\w-])(?:x_)*(?:divRplyFwdMsg|appendonsend|stopSpelling)\b")
QUOTED_BELOW: Final = "-----:-----"
"""A line of the text of a page: according to the page, all below it is the mail that is
answered."""
# Letters that are struck out one by one, with the long stroke that Unicode has for it.
_STROKED: Final = re.compile(r"(?:[^\n\u0335\u0336][\u0335\u0336]+ ?){3,}")
_STROKES: Final = re.compile(r"[\u0335\u0336]")
_CROSS: Final = r"[❌❎✗✘✖⛔🚫👎]\ufe0f?"
_CROSSED: Final = re.compile(
    r"(?m)^([ \t]*(?:[-*•+][ \t]+)?)"
    rf"(?:{_CROSS}[ \t]*(?=\w)(.+)|(\w[^\n]*?)[ \t]{{0,4}}{_CROSS})$"
)
# `;-)` at the end of a line.
_SMILEY: Final = re.compile(r"(?<=\S)\s{1,4}[:;=]['-]?[)(DPp|*]+\Z")
_TAG = re.compile(
    r"</?(?:b|i|u|em|strong|p|br|div|span|font|a|ul|ol|li|code|pre|tt|h[1-6]|table|tr|td|hr)"
    r"(?:\s[^<>=]{1,40}=[^<>]{0,200})?/?>",
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
# `+14 = PROTESTANT UNION` begins with a number.
_BULLET = re.compile(
    r"\s*(?:[*•·‣▪○●◦]\s*|\+(?!\d+\s*=)\s*|-\s+|#{1,6}\s+(?=\S)|\[[ xX]\]\s+|->\s*|\d\u20e3\s*)+"
)
# Labels in front of a unit: `b) F BRE - MAO`, `iii. A PAR H`, `P.S. A PAR H`.
_LETTERED = re.compile(
    r"(?:[A-Za-z]\)|[ivxIVX]{1,4}[.)]|[Pp]\.?[Ss][.:]+)\s+(?=(?:[AF]|[Aa]rmy|[Ff]leet)\b)"
)
# The star of `play:MCP*` is part of an order.
_EMPHASIS = re.compile(
    r"((?<![*\w])[a-z]{1,9}:[A-Z]{1,20}\*(?![*\w]))|\*\*|__|`+|(?<!\w)[*_](?=\w)|(?<=[\w.:!?)])[*_](?!\w)"
)


# Charsets that may be said of any bytes, and are of UTF-8 and windows-1252.
_LATIN: Final = frozenset(
    ("iso-8859-1", "iso8859-1", "iso_8859-1", "latin1", "latin-1", "l1", "windows-1252", "cp1252")
)
_SINGLE_BYTES: Final = ("iso-8859-", "windows-125", "cp125", "iso8859")
# The charset of the bytes where a mail declares one that others have outgrown.
_MEANT: Final[Mapping[str, str]] = MappingProxyType(
    {
        **dict.fromkeys(("gb2312", "gb_2312-80", "gbk", "x-gbk"), "gb18030"),
        **dict.fromkeys(("iso-8859-8-i", "iso-8859-8-e"), "iso-8859-8"),
        **dict.fromkeys(("ks_c_5601-1987", "euc-kr", "korean"), "cp949"),
        **dict.fromkeys(("shift_jis", "shift-jis", "sjis", "x-sjis"), "cp932"),
        "iso-8859-9": "cp1254",
        "iso-8859-11": "cp874",
        "tis-620": "cp874",
        "x-mac-roman": "mac-roman",
    }
)


def decoded(data: bytes, charset: str = "") -> str:
    """Bytes as text: by their mark, by the charset named, as UTF-8, or as Windows wrote it."""
    for mark, name in _MARKS:
        if data.startswith(mark):
            return data.decode(name, "replace")
    charset = charset.strip(" \"';").lower()
    is_said = bool(charset) and charset not in _LATIN
    if is_said and charset.startswith(_SINGLE_BYTES) and not data.isascii():
        is_said = not _is_utf8(data)
    if is_said:
        try:
            return data.decode(_MEANT.get(charset, charset))
        except (LookupError, UnicodeError):
            pass
    head = data[:400]
    if head.count(0) > len(head) // 3:
        return data.decode("utf-16-be" if head[:1] == b"\0" else "utf-16-le", "replace")
    return data.decode("utf-8", _AS_WINDOWS)


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode("utf-8")
    except UnicodeDecodeError:
        return False
    return True


def _windows_bytes(error: UnicodeError) -> tuple[str, int]:
    """The bytes that are not UTF-8, as Windows would have written them."""
    assert isinstance(error, UnicodeDecodeError)
    return error.object[error.start : error.end].decode("cp1252", "replace"), error.end


_AS_WINDOWS: Final = "theatrum-windows-1252"
codecs.register_error(_AS_WINDOWS, _windows_bytes)


def plain_text(text: str) -> str:
    """A text with plain line ends, dashes, arrows, quotes and blanks, without hidden signs."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").translate(_SIGNS)
    text = _GUILLEMETS.sub(r'"\1"', text) if "«" in text else text
    text = _QUOTING_SIGNS.sub(r"\1%", text)
    if "&" in text:
        text = _ENTITY.sub(lambda found: unescape(found[0]), text)
    if not text.isascii():
        text = unicodedata.normalize("NFC", text)
        text = _STROKED.sub(lambda found: f"~~{_STROKES.sub('', found[0]).strip()}~~", text)
        text = _CROSSED.sub(r"\1~~\2\3~~", text)
    kept = []
    for sign in text:
        if sign == "\n" or " " <= sign <= "~":
            kept.append(sign)
            continue
        category = unicodedata.category(sign)
        if category == "Zs":
            kept.append(" ")
        elif category == "Pd":
            kept.append("-")
        elif category in ("Sm", "So", "Pf") and _ARROW.search(unicodedata.name(sign, "")):
            kept.append("->")
        elif category == "No" and "CIRCLED" in unicodedata.name(sign):
            kept.append(f"{unicodedata.numeric(sign):.0f}. ")
        elif category not in ("Cc", "Cf", "Cs", "Co", "Cn") and sign != "\ufe0f":
            kept.append(sign)
    return "".join(kept)


def unlisted(line: str) -> str:
    """A line of several numbered items as one with semicolons: `1) A PAR H  2) A MAR H`."""
    items = list(_ITEM.finditer(line))
    numbers = [int(one[1], 36) for one in items]
    if len(items) < 2 or items[0].start() or numbers != [*range(numbers[0], numbers[-1] + 1)]:
        return line
    ends = [*(one.start() for one in items[1:]), len(line)]
    parts = (line[one.end() : end].strip(" ;,") for one, end in zip(items, ends, strict=True))
    return "; ".join(parts)


def parted(text: str) -> str:
    """A text that was copied with its tags, with a new line where a tag begins one."""
    return _BREAK.sub("\n", text) if "<" in text else text


def without_marks(line: str) -> str:
    """A line without tags, emphasis and the bullet in front. Numbers stay: they may be orders."""
    line = _without_symbols(_BBCODE.sub("", _TAG.sub("", line)))
    bullet = _BULLET.match(line)
    if bullet is not None and not line.startswith("# "):
        line = line[bullet.end() :]
    line = unlisted(_SMILEY.sub("", _EMPHASIS.sub(r"\1", line)).strip())
    lettered = _LETTERED.match(line)
    return line[lettered.end() :] if lettered is not None else line


def _without_symbols(line: str) -> str:
    """A line without the emoji and other symbols in front of it and behind it."""
    if line.isascii():
        return line
    symbols = "".join(
        {sign for sign in line if unicodedata.category(sign) in ("So", "Sk")} - {"`", "^"}
    )
    return line.strip(f"{symbols} ") if symbols else line


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


class _Element(Struct):
    """An element that is open, and what the text in it is because of it."""

    tag: str
    hides: bool = False
    strikes: bool = False
    quotes: bool = False
    boxes: bool = False


class _Text(HTMLParser):
    """Collects the text of a page. `open` has the elements that change what is in them, and
    those of the same names within; `boxed` those that quote without being block quotes."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[str] = []
        self.open: list[_Element] = []
        self.tags: Counter[str] = Counter()
        self.boxed: list[_Element] = []
        self.hidden = self.struck = self.quoted = 0
        self.cells: list[int] = []
        self.looks: dict[str, str] = {}

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        found = {name: value or "" for name, value in attrs}
        named = f"{found.get('id', '')} {found.get('class', '')}"
        if _QUOTED_BELOW.search(named) and not self.quoted:
            self.parts.append(f"\n{QUOTED_BELOW}\n")
        if tag in _ENDED and self.open and self.open[-1].tag == tag:
            self._close(tag)
        classes = (self.looks.get(name, "") for name in found.get("class", "").split())
        style = ";".join((*classes, found.get("style", "")))
        one = _Element(
            tag,
            tag in _HIDDEN or "hidden" in found or _HIDDEN_STYLE.search(style) is not None,
            tag in _STRUCK or _STRUCK_STYLE.search(style) is not None,
            tag == "blockquote",
            tag != "blockquote" and bool(_QUOTING.search(named) or _QUOTING_STYLE.search(style)),
        )
        changes = one.hides or one.strikes or one.quotes or one.boxes
        if tag in _BREAKS and not one.quotes and not one.boxes:
            self._break()
        if tag == "hr":
            self.parts.append("-----")
            self._break()
        if tag not in _VOID and (changes or self.tags[tag]):
            self.open.append(one)
            self._count(one, 1)
        if one.quotes or one.boxes:
            self._break()
        elif tag in ("td", "th"):
            self.parts.append(" ")
            self.cells.append(len(self.parts))
        elif tag in ("tr", "table"):
            self.cells.clear()

    def handle_endtag(self, tag: str) -> None:
        self._close(tag)
        if tag == "tr":
            self._join_cells()
        if tag in _BREAKS and tag != "br":
            self._break()

    def _join_cells(self) -> None:
        """Put the cells of a row on one line, where each has only one."""
        ends = [*self.cells[1:], len(self.parts)] if self.cells else []
        cells = ["".join(self.parts[at:end]) for at, end in zip(self.cells, ends, strict=True)]
        if len(cells) > 1 and all(cell.strip(" >~\n").count("\n") == 0 for cell in cells):
            self.parts[self.cells[0] :] = [cell.replace("\n", " ") for cell in cells]
        self.cells.clear()

    def handle_data(self, data: str) -> None:
        if self.open and self.open[-1].tag == "style":
            for names, look in _RULES.findall(data):
                self.looks.update(dict.fromkeys(_CLASSES.findall(names), look))
        if self.hidden:
            return
        text = re.sub(r"[ \t\r\n]+", " ", data)
        if self.boxed and is_forward_mark(plain_text(text[:200]).strip()):
            # A forwarded text is not a quotation, though some programs mark it alike.
            for one in self.boxed:
                one.boxes = False
            self.boxed.clear()
            self._break()
        self.parts.append(text)

    def _close(self, tag: str) -> None:
        """Close an element that changes its text, and what was left open in it."""
        if not self.tags[tag]:
            return
        while self.open:
            one = self.open.pop()
            self._count(one, -1)
            if one.tag == tag:
                break

    def _count(self, one: _Element, by: int) -> None:
        was_struck = bool(self.struck)
        self.tags[one.tag] += by
        self.hidden += by * one.hides
        self.struck += by * one.strikes
        self.quoted += by * one.quotes
        if one.boxes and by > 0:
            self.boxed.append(one)
        elif one.boxes:
            self.boxed.pop()
        if was_struck != bool(self.struck):
            self.parts.append("~~")

    def _break(self) -> None:
        mark = "~~" if self.struck else ""
        self.parts.append(f"{mark}\n{'> ' if self.quoted or self.boxed else ''}{mark}")


def text_of_html(html: str) -> str:
    """The words of an HTML page, a line for each paragraph; block quotes behind `>`."""
    reader = _Text()
    reader.feed(_closed(html))
    reader.close()
    lines = "".join(reader.parts).split("\n")
    return "\n".join(line.strip() for line in lines if line.strip(" >~"))
