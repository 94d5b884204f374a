"""Press on other pages than its own: which pieces belong to a moment, and how each is announced."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from generator.pages.base.dates import date_words
from generator.pages.base.gameview import PhaseLink
from generator.pages.press.text import first_words
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import KINDS, PressPiece, pieces_of

# Enough of a text for the words of a card, whatever marks stand between them.
BEGINNING = 2400


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


def press_of(
    chronicle: Chronicle, *, year: int | None = None, phase: PhaseLink | None = None
) -> tuple[PressPiece, ...]:
    """The press that belongs to a year of the game, or to one of its phases; the oldest first.

    A piece belongs to a phase only where it says so, to a year also by its date.
    """
    return pieces_of(chronicle.press, year=year, phase=phase.address if phase else "")


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
