"""Downloads: maps and texts of each phase, the whole game as data, its tables, its press; and the
page behind the tab More.

The game's JSON, for programs, and the tables (CSV) are made from the facts that the pages are made
from, so nothing is in them that they do not show: no order of a phase that waits, nothing that only
some may know. The form of the JSON is described in `schema.py`; its JSON Schema is published beside
the data.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import pairwise
from typing import Any, Final, NamedTuple

from msgspec import convert
from msgspec.json import encode

from generator.archive.people.players import Seat
from generator.engine.report import plain_cell
from generator.engine.words import count
from generator.pages.base.gameview import MORE
from generator.pages.base.maker import PageMaker
from generator.pages.base.page import Page, digest, link
from generator.pages.game.feeds import CALENDAR, PhaseDate, phase_dates
from generator.pages.game.schema import (
    FORM,
    GameData,
    NowData,
    OpeningData,
    PhaseData,
    PlayerData,
    PowerData,
    PressData,
    RecordData,
    RulingData,
    WordsData,
    as_data,
    merge_patch,
    position_data,
    schema_json,
)
from generator.pages.phases.phase import phase_text
from generator.pages.story.chronicle import Chronicle, ChroniclePhase
from generator.pages.story.press import PressPiece

SCHEMA: Final = "schema/game.json"
"""The address of the JSON Schema."""
_FORMULA: Final = ("=", "+", "-", "@", "\t", "\r")


class Offer(NamedTuple):
    """A file or a page to take away. `name` is that of the file, "" for a page."""

    title: str
    address: str
    about: str
    name: str = ""


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
        # Of each phase whether it has a text.
        "years": tuple(
            (year, tuple((one.link, one.facts is not None) for one in chronicle.of_year(year)))
            for year in reversed(chronicle.years)
        ),
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

    return chronicle.maker.file(
        f"{phase.link.address}report.txt",
        "data",
        inputs,
        lambda: phase_text(chronicle, phase).encode(),
        chronicle.view.slug,
    )


def press_markdown(press: tuple[PressPiece, ...]) -> bytes:
    """All press as one Markdown text, the oldest first."""
    parts = []
    for piece in press:
        signed = " · ".join(part for part in (piece.author, piece.date) if part)
        head = f"# {piece.title}\n" + (f"\n*{signed}*\n" if signed else "")
        parts.append(f"{head}\n{piece.text.strip()}\n")
    return "\n---\n\n".join(parts).encode()


def game_json(chronicle: Chronicle, address: str) -> bytes:
    """The game as it is published at `address`: one phase a line, so that it can be compared."""
    game = as_data(_game(chronicle, address))
    lines = ",\n".join(encode(phase).decode() for phase in game.pop("phases"))
    head = json.dumps(game, ensure_ascii=False, indent=1)
    return f'{head.removesuffix("}").rstrip()},\n "phases": [\n{lines}\n ]\n}}\n'.encode()


def _game(chronicle: Chronicle, address: str) -> GameData:
    settings, view, now = chronicle.game.settings, chronicle.view, chronicle.now
    words = chronicle.gazetteer
    opening, *played = chronicle.phases
    positions = [position_data(phase.snapshot) for phase in chronicle.phases]
    return GameData(
        schema=link(address, SCHEMA),
        theatrum=FORM,
        name=view.slug,
        title=view.title,
        ruleset=view.ruleset,
        credit=view.credit,
        introduction=settings.introduction,
        seed_commitment=settings.seed_commitment,
        options={name: _option(value) for name, value in settings.options.items()},
        powers={
            power: PowerData(
                shown.name,
                shown.player,
                tuple(
                    PlayerData(seat.player, str(seat.since or ""), seat.note)
                    for seat in shown.seats or (Seat(shown.player),)
                    if seat.player
                ),
            )
            for power, shown in view.powers.items()
        },
        words=WordsData(
            influence=words.influence,
            points=words.points,
            goal=words.goal,
            provinces=words.provinces,
            minors=words.minors,
            statuses={name: status.word for name, status in words.statuses.items()},
            marks={name: mark.name for name, mark in words.marks.items()},
            bonds={name: bond.name for name, bond in words.bonds.items()},
            scores={name: item.title for name, item in words.items.items()},
            figures={name: figure.title for name, figure in words.figures.items()},
            counts=words.counts,
            records=words.records,
        ),
        opening=OpeningData(opening.year, opening.link.title, opening.snapshot),
        now=convert(now, NowData, from_attributes=True),
        press=tuple(convert(piece, PressData, from_attributes=True) for piece in chronicle.press),
        phases=tuple(
            _phase(phase, when, merge_patch(before, after))
            for phase, when, (before, after) in zip(
                played, phase_dates(chronicle.game), pairwise(positions), strict=True
            )
        ),
    )


def _option(value: Any) -> Any:
    """An option as JSON can hold it."""
    if isinstance(value, Mapping):
        return {name: _option(item) for name, item in value.items()}
    return value if isinstance(value, str | int | bool) else str(value)


def _phase(phase: ChroniclePhase, when: PhaseDate, position: Mapping[str, Any]) -> PhaseData:
    facts = phase.told
    return PhaseData(
        year=phase.year,
        phase=phase.link.slug,
        title=phase.link.title,
        address=phase.link.address,
        due=when[0] if when[1] else "",
        summary=facts.summary,
        verdicts=facts.verdicts,
        events=facts.events,
        rulings=tuple(
            RulingData(ruling.number, ruling.kind, ruling.reason, ruling.rule, dict(ruling.facts))
            for ruling in facts.rulings
        ),
        influence=facts.changes,
        records=tuple(
            RecordData(
                record.kind, record.event, tuple(map(plain_cell, record.cells)), record.deeds
            )
            for record in facts.records
        ),
        standings=dict(facts.after),
        position=position,
    )


def orders_csv(chronicle: Chronicle) -> bytes:
    """Every public order with its outcome, a line each."""
    head = ("year", "phase", "number", "power", "order", "kind", "outcome", "rules", "address")
    rows = []
    for phase, verdict in chronicle.verdicts():
        order = verdict.order
        # Harmless in a spreadsheet: no text from a player may become a formula.
        safe = f"'{order}" if order.startswith(_FORMULA) else order
        rows.append((
            phase.year, phase.link.slug, verdict.number, verdict.power, safe,
            verdict.kind, verdict.outcome, " ".join(verdict.rules),
            f"{phase.link.address}#{verdict.anchor}",
        ))  # fmt: skip
    return _csv(head, rows)


def scores_csv(chronicle: Chronicle) -> bytes:
    """The figures of each power at the end of each year: points, counts and figures, a line
    each."""
    shots = [chronicle.end_of(year) for year in chronicle.years]
    gazetteer = chronicle.gazetteer
    counts = dict.fromkeys(label for phase in shots if phase.facts for label, _ in phase.standings)
    head = ("year", "power", "name", gazetteer.points, *counts, *gazetteer.figures)

    def rows() -> Iterator[Sequence[Any]]:
        for phase in shots:
            after = dict(phase.standings) if phase.facts else {}
            for power, view in chronicle.view.powers.items():
                yield (
                    phase.year,
                    power,
                    view.name,
                    phase.snapshot.points.get(power, 0),
                    *(after.get(label, {}).get(power, 0) for label in counts),
                    *(
                        phase.snapshot.figures.get(name, {}).get(power, "")
                        for name in gazetteer.figures
                    ),
                )

    return _csv(head, rows())


def influence_csv(chronicle: Chronicle) -> bytes:
    """The INFs of each power in each minor state at the end of each year, a line for each."""
    head = ("year", "state", "name", "status", "follows", "mark", "suspended", "power", "influence")

    def rows() -> Iterator[Sequence[Any]]:
        names = chronicle.gazetteer.minors
        for year in chronicle.years:
            for code, minor in chronicle.end_of(year).snapshot.minors.items():
                known = names.get(code)
                state = (
                    year,
                    code,
                    known.name if known else code,
                    minor.status,
                    minor.power,
                    minor.mark,
                )
                for power, amount in minor.influence.items():
                    yield (*state, int(minor.suspended), power, amount)
                if not minor.influence:
                    yield (*state, int(minor.suspended), "", 0)

    return _csv(head, rows())


def _csv(head: Sequence[str], rows: Iterable[Sequence[Any]]) -> bytes:
    text = io.StringIO()
    writer = csv.writer(text, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)
    return text.getvalue().encode()


def more_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The page that the tab More leads to."""
    yield chronicle.page(
        f"{MORE}/",
        "more.html",
        {"offers": tuple(_souvenirs(chronicle))},
        title="More",
        tab=MORE,
        styles=("front.css",),
        scripts=("film.js",),
        description=f"{chronicle.view.title}: rulings, comparisons, rules at work and downloads",
    )


def _souvenirs(chronicle: Chronicle) -> Iterator[Offer]:
    view, settings = chronicle.view, chronicle.maker.settings
    at = view.address
    if settings.png or settings.base:
        yield Offer("Map for a forum", f"{at}map.png", "the position as an image (PNG)",
                    f"{view.slug}.png")  # fmt: skip
    else:
        yield Offer("Map", f"{at}map.svg", "the position as a drawing (SVG)", f"{view.slug}.svg")
    if view.phases:
        yield Offer("Report for a forum", f"{view.latest.address}report.bbcode.txt",
                    f"{view.latest.title}, in BBCode", f"{view.slug}.txt")  # fmt: skip
    yield Offer("Film", f"{at}replay/", "the whole game on one map, phase by phase")
    yield Offer("Data", f"{at}game.json", "the whole game as JSON", f"{view.slug}.json")
