"""Press: a page for each piece, and all of it by year."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from markupsafe import Markup, escape

from generator.pages.base.linking import Target
from generator.pages.base.maker import Crumb
from generator.pages.base.markup import plain_text, safe_html
from generator.pages.base.page import Page, between, link
from generator.pages.base.words import date_words
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import KINDS, PressPiece

# Markdown readers take time that grows with the square of the marks never closed, or fail where it
# is nested too deeply. So a long text is read in parts, and a part with more signs or lines than
# anyone means (as many as a page full of links has) is shown as written. Brackets cost most: beyond
# the length of a booklet, the limit for them is lower.
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

    Quotes and lists are nested no deeper than six times on a line; text that cannot be read as
    Markdown at all stays as written. Headings begin at the second level and leave none out, tables
    can be scrolled, and links have words.
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


STYLES: Final = ("press.css", "letter.css")
NEWEST: Final = 12
"""How many pieces the index announces with their first words."""
LISTED: Final = 120
"""How many pieces the index names; with more, each year has its own list."""

BEGINNING = 2400

_GROUPS: Final = (
    ("power", "Powers"),
    ("minor", "States"),
    ("province", "Provinces"),
    ("rule", "Rules"),
)


class PressCard(NamedTuple):
    """A piece as it is announced: plain values for a page's inputs.

    `address` is whole; `power` the power that speaks, or ""; `signed` its author's name; `when` its
    date in words; `kind` is "" for ordinary press, else what it is called. `begins` is the
    beginning of its Markdown, for `opening_words`.
    """

    address: str
    title: str
    power: str
    signed: str
    date: str
    when: str
    kind: str
    begins: str = ""


PressYear = tuple[int, int, tuple[PressCard, ...], str]
"""A year, how many pieces it has, the newest of them, the newest first, and the address of a page
with all of it, or ""."""


def press_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The index of all press, its years where there is much of it, and every piece."""
    if not chronicle.view.has("press"):
        return
    press = chronicle.press
    years: dict[int, list[PressPiece]] = {}
    for piece in reversed(press):
        years.setdefault(int(piece.date.partition("-")[0]), []).append(piece)
    many = len(press) > LISTED
    yield _index(chronicle, years, many)
    if many:
        for year, pieces in years.items():
            yield _of_year(chronicle, year, pieces)
    for before, piece, after in between(press):
        yield _piece(chronicle, piece, before, after)


def _index(chronicle: Chronicle, years: Mapping[int, Sequence[PressPiece]], many: bool) -> Page:
    shown: list[PressYear] = []
    told = 0
    for year, pieces in years.items():
        room = max(0, LISTED - told) if many else len(pieces)
        cards = tuple(
            press_card(chronicle, piece, words=told + at < NEWEST)
            for at, piece in enumerate(pieces[:room])
        )
        more = f"{chronicle.view.address}press/{year}/" if many else ""
        shown.append((year, len(pieces), cards, more))
        told += len(pieces)
    return chronicle.page(
        "press/",
        "press.html",
        {"years": tuple(shown), "all_of_it": True},
        title="Press",
        tab="press",
        description=f"{chronicle.view.title}: letters of the players and the referee",
        styles=STYLES,
        draw=lambda: {"words": opening_words(card for _, _, cards, _ in shown for card in cards)},
    )


def _of_year(chronicle: Chronicle, year: int, pieces: Sequence[PressPiece]) -> Page:
    words = len(pieces) <= LISTED
    cards = tuple(press_card(chronicle, piece, words=words) for piece in pieces)
    return chronicle.page(
        f"press/{year}/",
        "press.html",
        {"years": ((year, len(cards), cards, ""),), "all_of_it": False},
        title=f"Press of {year}",
        tab="press",
        crumbs=(Crumb("Press", f"{chronicle.view.address}press/"),),
        styles=STYLES,
        draw=lambda: {"words": opening_words(cards)},
    )


def _piece(
    chronicle: Chronicle, piece: PressPiece, before: PressPiece | None, after: PressPiece | None
) -> Page:
    view = chronicle.view
    here = f"{view.address}{piece.address}"
    # The page shows the text itself, and of its neighbors only how they are called.
    card, older, newer = (
        press_card(chronicle, near, words=False) if near else None
        for near in (piece, before, after)
    )
    moment = next(
        ((phase.title, phase.address) for phase in view.phases if phase.address == piece.phase),
        (f"The year {piece.year}", view.year_address(piece.year)) if piece.year else None,
    )
    values = {
        "card": card,
        "kind": KINDS[piece.kind],
        "addressees": piece.addressees,
        "text": piece.text,
        "moment": moment,
        "names": tuple(_names(chronicle, piece.mentions)),
        "older": older,
        "newer": newer,
        "hints": piece.hints,
    }

    def draw() -> Mapping[str, Any]:
        linker, to = view.linker, partial(link, here)
        return {
            "body": linker.link_html(press_html(piece.text), to, here),
            "receivers": linker.link(piece.addressees, to, here),
            "has_initial": piece.text[:1].isalpha() and piece.text[:1] < "\u0250",
            "description": f"{card.when if card else ''}: {first_words(piece.text, 120)}",
        }

    return chronicle.page(
        piece.address,
        "presspiece.html",
        values,
        title=piece.title,
        tab="press",
        crumbs=(Crumb("Press", f"{view.address}press/"),),
        styles=STYLES,
        draw=draw,
    )


def _names(
    chronicle: Chronicle, mentions: Sequence[Target]
) -> Iterator[tuple[str, tuple[tuple[str, Target], ...]]]:
    """The names in a piece by what they are, in the order of the text, with what they name."""
    gazetteer = chronicle.gazetteer
    for kind, heading in _GROUPS:
        found = []
        for mention in mentions:
            if mention.kind != kind:
                continue
            name = mention.id
            if kind == "power":
                name = chronicle.power(mention.id).short
            elif kind == "minor":
                name = gazetteer.minors[mention.id].name
            elif kind == "province":
                name = gazetteer.provinces[mention.id].name
            found.append((name, mention))
        if found:
            yield heading, tuple(found)


def press_card(chronicle: Chronicle, piece: PressPiece, *, words: bool = True) -> PressCard:
    """The card of a piece; without `words` no more than its title."""
    # Whether its author already gives the kind.
    is_said = piece.kind == "press" or (
        piece.kind == "referee" and "referee" in piece.author.lower()
    )
    return PressCard(
        f"{chronicle.view.address}{piece.address}",
        piece.title,
        piece.power,
        piece.signature,
        piece.date,
        date_words(piece.date),
        "" if is_said else KINDS[piece.kind],
        piece.text[:BEGINNING] if words else "",
    )


def opening_words(cards: Iterable[PressCard]) -> Mapping[str, str]:
    """For each card's address the first words of its text. Reads Markdown: for a page's `draw`."""
    return {card.address: first_words(card.begins) for card in cards if card.begins}
