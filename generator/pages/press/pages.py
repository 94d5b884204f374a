"""Press: a page for each piece, and all of it by year."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

from generator.pages.base.dates import date_words
from generator.pages.base.linking import Target
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, link
from generator.pages.press.text import first_words, press_html
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import KINDS, PressPiece

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
    for at, piece in enumerate(press):
        before = press[at - 1] if at else None
        after = press[at + 1] if at + 1 < len(press) else None
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


# Enough of a text for the words of a card, whatever marks stand between them.


def press_card(chronicle: Chronicle, piece: PressPiece, *, words: bool = True) -> PressCard:
    """The card of a piece; without `words` no more than its title."""
    return PressCard(
        f"{chronicle.view.address}{piece.address}",
        piece.title,
        piece.power,
        piece.signature,
        piece.date,
        date_words(piece.date),
        _kind_words(piece),
        piece.text[:BEGINNING] if words else "",
    )


def _kind_words(piece: PressPiece) -> str:
    """What a piece is called beside its author; nothing where the author says so already."""
    said = piece.kind == "press" or (piece.kind == "referee" and "referee" in piece.author.lower())
    return "" if said else KINDS[piece.kind]


def opening_words(cards: Iterable[PressCard]) -> Mapping[str, str]:
    """For each card's address the first words of its text. Reads Markdown: for a page's `draw`."""
    return {card.address: first_words(card.begins) for card in cards if card.begins}
