"""Downloads: maps and texts of each phase, the whole game as data, its tables, its press."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import NamedTuple

from generator.engine.words import count
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest
from generator.pages.game.data import (
    SCHEMA,
    game_json,
    influence_csv,
    orders_csv,
    scores_csv,
)
from generator.pages.game.feeds import CALENDAR
from generator.pages.game.schema import FORM, schema_json
from generator.pages.phases.phasetext import phase_text
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.press import PressPiece


class Offer(NamedTuple):
    """A file of the whole game."""

    name: str
    address: str
    about: str


def download_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page of downloads, and all files that it offers and that no other page makes."""
    view = chronicle.view
    if not view.has("downloads"):
        return
    offers = tuple(_offers(chronicle))
    yield from _whole_files(chronicle, {offer.address for offer in offers})
    played = [phase for phase in chronicle.phases if phase.facts is not None]
    for phase, source in zip(played, chronicle.sources, strict=True):
        yield _text_page(chronicle, phase, source)
    values = {
        "offers": offers,
        "schema": SCHEMA,
        "png": chronicle.maker.settings.png,
        "latest": view.latest,
        "years": tuple(_years(chronicle)),
        "press": count(len(chronicle.press), "text") if chronicle.press else "",
    }
    yield chronicle.page(
        "downloads/",
        "downloads.html",
        values,
        title="Downloads",
        tab="downloads",
        description=f"{view.title}: maps, reports, tables and the whole game as data.",
        styles=("rules.css",),
    )


def schema_page(maker: PageMaker) -> Page:
    """The JSON Schema of all games' JSON."""

    return maker.file(SCHEMA, "data", (("form", str(FORM)),), schema_json)


def _years(chronicle: Chronicle) -> Iterator[tuple[int, tuple[tuple[PhaseLink, bool], ...]]]:
    """The newest year first; of each phase whether it has a text."""
    for year in reversed(chronicle.years):
        yield (
            year,
            tuple((phase.link, phase.facts is not None) for phase in chronicle.of_year(year)),
        )


def _offers(chronicle: Chronicle) -> Iterator[Offer]:
    at, words = chronicle.view.address, chronicle.gazetteer
    yield Offer(
        "game.json",
        f"{at}game.json",
        "The whole game as data: names, every phase with its orders, verdicts, events and rulings, "
        "and what it changed of the position.",
    )
    yield Offer(
        "orders.csv", f"{at}orders.csv", "Every order, its result, and the rules that decided it."
    )
    yield Offer(
        "scores.csv", f"{at}scores.csv", "The figures of each power at the end of each year."
    )
    if words.influence:
        about = f"The {words.influence} of each power in each state at the end of each year."
        yield Offer("influence.csv", f"{at}influence.csv", about)
    if chronicle.game.settings.dates:
        about = "The deadlines, as a calendar to subscribe to."
        yield Offer(CALENDAR, f"{at}{CALENDAR}", about)
    if chronicle.press:
        yield Offer("press.md", f"{at}press.md", "All press as written, in Markdown.")


def _whole_files(chronicle: Chronicle, offered: set[str]) -> Iterator[Page]:
    """The files of the whole game."""
    view = chronicle.view
    facts = (
        ("facts", digest(*chronicle.sources)),
        ("positions", digest(chronicle.opening.dump(), chronicle.now.dump())),
        ("game", view.digest),
        ("settings", digest(repr(chronicle.game.settings), chronicle.maker.settings.base)),
    )
    press = (("press", digest(repr(chronicle.press))),)
    address = f"{view.address}game.json"
    files: dict[str, tuple[tuple[tuple[str, str], ...], Callable[[], bytes]]] = {
        address: ((*facts, *press), partial(game_json, chronicle, address)),
        f"{view.address}orders.csv": (facts, partial(orders_csv, chronicle)),
        f"{view.address}scores.csv": (facts, partial(scores_csv, chronicle)),
        f"{view.address}influence.csv": (facts, partial(influence_csv, chronicle)),
        f"{view.address}press.md": (press, partial(press_markdown, chronicle.press)),
    }
    for name, (inputs, make) in files.items():
        if name in offered:
            yield chronicle.maker.file(name, "data", inputs, make, view.slug)


def _text_page(chronicle: Chronicle, phase: ChroniclePhase, source: str) -> Page:
    """A phase as plain text, beside its page."""
    inputs = (
        ("facts", source),
        ("game", chronicle.view.digest),
        ("base", chronicle.maker.settings.base),
    )

    def make() -> bytes:
        return phase_text(chronicle, phase).encode()

    address = f"{phase.link.address}report.txt"
    return chronicle.maker.file(address, "data", inputs, make, chronicle.view.slug)


def press_markdown(press: tuple[PressPiece, ...]) -> bytes:
    """All press as one Markdown text, the oldest first."""
    parts = []
    for piece in press:
        signed = " · ".join(part for part in (piece.author, piece.date) if part)
        head = f"# {piece.title}\n" + (f"\n*{signed}*\n" if signed else "")
        parts.append(f"{head}\n{piece.text.strip()}\n")
    return "\n---\n\n".join(parts).encode()
