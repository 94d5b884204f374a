"""From a line of text to words, numbers and signs, each with its column.

    LOAN: 2½ TP, the "Papal States" -> 1625

    word loan   number 2½   word tp   sign ,   quote Papal States   sign >   number 1625

Invariants: tokens do not overlap and are in the order of the line; what lies between them
(blanks, colons, articles, full stops, marks that no one sees) means nothing, and no text fails.
Words are folded, so that pattern, name and sheet compare as equal; the line keeps what was written.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, NamedTuple

from generator.engine.orders.words import fold

_MARKS = "\u0300-\u036f\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufe00-\ufe0f\ufeff"
_DASH = "\\-\u2010-\u2015\u2212"
_TOKEN = re.compile(
    rf"(?P<quote>\"[^\"]*\"|“[^”]*”|„[^“”]*[“”])"
    rf"|(?P<word>[^\W\d_](?:[^\W\d_]|[{_MARKS}])*(?:['’](?:[^\W\d_]|[{_MARKS}])+)?)"
    rf"|(?P<number>(?:(?<![^\W_])[{_DASH}](?=\d)|\+\s?(?=\d))?\d+(?:[.,/]\d+)*[½¼¾]?|[½¼¾])"
    rf"|(?P<denied>!=|=?/=|<[{_DASH}=])"
    rf"|(?P<point>[{_DASH}=]*[>\u2192\u21d2\u21e8\u27f6\u2794»›]+)"
    rf"|(?P<dash>[{_DASH}]+)"
    r"|(?P<sign>[,;()\[\]/+&%?])"
    rf"|(?P<nothing>[\s{_MARKS}]+|[:.=!*'’`´_\"“”„|~•·‣▪])"
    r"|(?P<other>.)",
    re.DOTALL,
)

_FILLERS: Final = frozenset(("the", "please", "my", "our", "its"))


class Token(NamedTuple):
    """One token. `start` and `end` are positions in the line, counted from 0.

    `sort` is "word", "number", "quote", "sign" or "other". `text` is a word without case and
    accents, a number as written, the inside of a quotation, or the sign itself (every arrow
    is `>`, every dash `-`, `&` a comma).
    """

    sort: str
    start: int
    end: int
    text: str


# The readers of one phase look at the same part of a line one after another.
@lru_cache(maxsize=16)
def read_tokens(line: str, start: int = 0, end: int | None = None) -> tuple[Token, ...]:
    """The tokens of a part of a line. Never fails. Colons and articles are left out."""
    tokens: list[Token] = []
    for found in _TOKEN.finditer(line, start, len(line) if end is None else end):
        sort, text = found.lastgroup or "other", found.group()
        if sort == "nothing":
            continue
        sort = "other" if sort == "denied" else sort
        if sort == "word":
            text = fold(text)
            if text in _FILLERS:
                continue
            sort = sort if text else "other"
        elif sort == "number":
            text = _plain_number(text)
        elif sort == "quote":
            text = text[1:-1].strip()
        elif sort == "point":
            sort, text = "sign", ">"
        elif sort == "dash":
            if _joins(line, found.start(), found.end()):
                continue
            sort, text = "sign", "-"
        elif text == "&":
            text = ","
        tokens.append(Token(sort, found.start(), found.end(), text))
    return tuple(tokens)


def words_of(name: str) -> tuple[str, ...]:
    """The words of a name as `read_tokens` gives them."""
    if name.isascii() and name.isalpha():
        # Most names are one plain word, and a game has a thousand of them.
        word = fold(name)
        return () if word in _FILLERS else (word,)
    return tuple(token.text for token in read_tokens(name) if token.sort == "word")


def _joins(line: str, start: int, end: int) -> bool:
    """Whether a dash joins two words: `Baden-Baden`."""
    return (
        end - start == 1
        and start > 0
        and line[start - 1].isalpha()
        and end < len(line)
        and line[end].isalpha()
    )


def _plain_number(text: str) -> str:
    """A number with a plain sign and Western digits where it is a whole one."""
    sign = "-" if text[0] in "-\u2010\u2011\u2012\u2013\u2014\u2015\u2212" else ""
    digits = text.lstrip("+-\u2010\u2011\u2012\u2013\u2014\u2015\u2212 \t\u00a0")
    # More digits than any count has would only take time to convert.
    return f"{sign}{int(digits)}" if digits.isdecimal() and len(digits) < 10 else sign + digits
