"""Text from people, as pages, feeds and posts may show it.

Controls (C0, DEL and C1) and code points without a character draw nothing, and trip some readers.
Marks that turn the direction of writing may not reach beyond the text that they are in: what
follows it would be turned around, too. `visible` does the same for terminals, where such
characters are shown and not left out.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import Final

_PARAGRAPH: Final = r"(\n[ \t]*\n)"
_PDF, _PDI = "\u202c", "\u2069"
_EMBEDS, _ISOLATES = "\u202a\u202b\u202d\u202e", "\u2066\u2067\u2068"


@cache
def _controls() -> re.Pattern[str]:
    # Compiled when it is needed first: most texts have nothing of the kind.
    return re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ufdd0-\ufdef\ufffe\uffff]")


@cache
def _turns() -> re.Pattern[str]:
    return re.compile(r"[\u202a-\u202e\u2066-\u2069]")


def plain_line(text: str) -> str:
    """A title, a name or an order as one line: without such characters, blanks joined."""
    if text.isprintable() and "  " not in text and text == text.strip():
        return text
    return " ".join(_turns().sub("", _controls().sub(" ", text)).split())


def plain_lines(text: str) -> str:
    """A text of many lines without controls. A mark that turns the direction of writing is closed
    at the end of its paragraph."""
    if text.replace("\n", "").isprintable():
        return text
    text = _controls().sub("", text.replace("\r\n", "\n"))
    while _turns().search(text):
        balanced = "".join(_balanced(re.split(_PARAGRAPH, text)))
        if balanced == text:
            break
        # A line that held nothing but a stray character is empty now, and so ends a paragraph.
        text = balanced
    return text


def _balanced(parts: Sequence[str]) -> Iterator[str]:
    for part in parts:
        opened: list[str] = []
        kept: list[str] = []
        for letter in part:
            if letter in _EMBEDS:
                opened.append(_PDF)
            elif letter in _ISOLATES:
                opened.append(_PDI)
            elif letter in (_PDF, _PDI):
                if not opened or opened[-1] != letter:
                    continue
                opened.pop()
            kept.append(letter)
        yield "".join(kept) + "".join(reversed(opened))
