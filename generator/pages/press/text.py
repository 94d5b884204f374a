"""The text of a press piece as HTML: safe whatever was written, and made in bounded time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Final

from markupsafe import Markup, escape

from generator.pages.base.markup import plain_text, safe_html

# Markdown readers take time that grows with the square of what is never closed, or fail where it
# is nested too deeply. So a long text is read in parts, and a part with more signs or lines than
# anybody means (as many as a page full of links has) is shown as it was written. Brackets cost
# most: beyond what fills a booklet, fewer of them are enough.
PART: Final = 12_000
LINES: Final = 1200
SIGNS: Final = {"[": 150, "<": 150, "`": 300, "\\": 300, "*": 1200, "_": 1200, "|": 2000}
BOOKLET: Final = 10
LATER: Final = {**SIGNS, "[": 15}
DEPTH: Final = 6

_BLANK: Final = re.compile(r"\n[ \t]*\n")
_FENCE: Final = re.compile(r"^(?:`{3,}|~{3,})", re.MULTILINE)
_QUOTES: Final = re.compile(rf"^((?:[ \t]*>){{{DEPTH}}})(?:[ \t]*>)+", re.MULTILINE)
_HEADING: Final = re.compile(r"<(/?)h([2-6])>")
_EMPTY: Final = re.compile(r"<a [^>]*>\s*</a>|<h([2-6])>\s*</h\1>")
_SCROLL: Final = '<div class="scroll" tabindex="0" role="region" aria-label="Table">'
_ITEMS: Final = re.compile(
    rf"^((?:[ \t]*(?:[-*+]|\d+\.)[ \t]+){{{DEPTH}}})(?:(?:[-*+]|\d+\.)[ \t]+)+", re.MULTILINE
)


def press_html(text: str) -> Markup:
    """A player's Markdown as HTML without anything that could harm a reader, page or build.

    Quotes and lists are nested no deeper than six times on a line; what cannot be read as
    Markdown at all stands as written. Headings begin at the second level and leave none out,
    tables can be scrolled, and links have words.
    """
    parts = enumerate(_parts(text))
    html = "\n".join(
        _part_html(part, LATER if number >= BOOKLET else SIGNS) for number, part in parts
    )
    html = _EMPTY.sub("", html)
    html = html.replace("<th>", '<th scope="col">').replace("<pre>", '<pre tabindex="0">')
    html = html.replace("</table>", "</table></div>")
    return Markup(_with_levels(html.replace("<table>", _SCROLL + "<table>")))


def _with_levels(html: str) -> str:
    """Headings without gaps between their levels, wherever the author began."""
    level = 1
    known: dict[str, int] = {}

    def lead(found: re.Match[str]) -> str:
        nonlocal level
        if not found[1]:
            level = known[found[2]] = min(int(found[2]), level + 1)
        return f"<{found[1]}h{known.get(found[2], int(found[2]))}>"

    return _HEADING.sub(lead, html)


def first_words(text: str, limit: int = 220) -> str:
    """The beginning of a press text on one line, without its markup, in `limit` characters."""
    beginning = next(_parts(text[: limit * 12]), "")
    paragraphs = re.findall(r"<p>(.*?)</p>", str(_part_html(beginning, SIGNS)), re.DOTALL)
    # Only a line's end parts words; the tags within a paragraph do not.
    words = (re.sub(r"<(?!br)[^>]*>", "", part) for part in paragraphs)
    return plain_text(" ".join(words), limit)


def _part_html(text: str, most: Mapping[str, int]) -> Markup:
    tame = _ITEMS.sub(r"\1", _QUOTES.sub(r"\1", text))
    is_sane = all(tame.count(sign) <= number for sign, number in most.items())
    if is_sane and tame.count("\n") <= LINES:
        try:
            return safe_html(tame)
        except RecursionError:
            pass
    return _as_written(text)


def _as_written(text: str) -> Markup:
    paragraphs = (part.strip() for part in _BLANK.split(text))
    return Markup("\n").join(
        Markup("<p>%s</p>") % Markup("<br>\n").join(map(escape, part.split("\n")))
        for part in paragraphs
        if part
    )


def _parts(text: str) -> Iterator[str]:
    """The text in parts that end between paragraphs; fenced code stays in one part if it can."""
    start = 0
    while len(text) - start > PART:
        cut = start + PART
        end = max(text.rfind(space, start + 1, cut) for space in "\n ") + 1 or cut
        fences = [found.start() for found in _FENCE.finditer(text, start, cut)]
        for blank in reversed([*_BLANK.finditer(text, start, cut)]):
            while fences and fences[-1] > blank.start():
                fences.pop()
            if len(fences) % 2 == 0:
                end = blank.end()
                break
        yield text[start:end]
        start = end
    yield text[start:]
