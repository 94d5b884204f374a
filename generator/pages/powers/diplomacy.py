"""Diplomacy: who is at war and allied with whom, now and in every year, and who declared what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, link
from generator.pages.base.public import PublicEvent
from generator.pages.powers.bondtables import band_years, bands_of, relation_matrix, short_year
from generator.pages.press.cards import opening_words, press_card, press_of
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.relations import Relations, Spell, fallen_powers, relations_of

STYLES = ("diplomacy.css", "press.css")
PIECES = 6
"""How many pieces of press the newest page shows."""


ByKind = tuple[tuple[str, tuple[Spell, ...]], ...]
"""Spells by kind of bond."""


def diplomacy_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The relations as they stand with all that has been, and a page for each year."""
    if not chronicle.view.has("diplomacy"):
        return
    relations, fallen = chronicle.once(relations_of), fallen_powers(chronicle)
    yield _newest(chronicle, relations, fallen)
    years = chronicle.years
    for at, year in enumerate(years):
        near = (years[at - 1] if at else 0, years[at + 1] if at + 1 < len(years) else 0)
        yield _of_year(chronicle, relations, fallen, year, near)


def _newest(chronicle: Chronicle, relations: Relations, fallen: Mapping[str, int]) -> Page:
    year = max(chronicle.now.year, chronicle.years[-1])
    years = tuple(dict.fromkeys((*chronicle.years, year)))
    living = [power for power in chronicle.view.powers if power not in fallen]
    in_effect = relations.in_effect(year)
    coming = tuple(change for change in relations.changes if change.due > year)
    cards = tuple(press_card(chronicle, piece) for piece in chronicle.press[: -PIECES - 1 : -1])
    values = {
        "year": year,
        "matrix": relation_matrix(chronicle, in_effect, coming, living),
        "standing": _by_kind(chronicle, in_effect.values()),
        "coming": coming,
        "may_come": any(bond.waits for bond in chronicle.gazetteer.bonds.values()),
        "fallen": tuple(sorted(fallen.items(), key=lambda item: item[1])),
        "years": band_years(chronicle, years),
        "next": short_year(year + 1),
        "bands": bands_of(chronicle, relations.spells, years),
        "cards": cards,
        "more_press": len(chronicle.press) > len(cards),
        "is_over": bool(chronicle.now.ending),
    }
    return chronicle.page(
        "diplomacy/",
        "diplomacy.html",
        values,
        title="Diplomacy",
        tab="diplomacy",
        description=f"{chronicle.view.title}: the relations of the powers in {year}",
        styles=STYLES,
        draw=lambda: {"words": opening_words(cards)},
    )


def _of_year(
    chronicle: Chronicle,
    relations: Relations,
    fallen: Mapping[str, int],
    year: int,
    near: tuple[int, int],
) -> Page:
    there = [power for power in chronicle.view.powers if fallen.get(power, year) >= year]
    # How long it lasted is told by later pages: this one must not change for them.
    in_effect = {
        pair: spell._replace(last=0, ended=None)
        for pair, spell in relations.in_effect(year).items()
    }
    coming = relations.declared(year)
    cards = tuple(press_card(chronicle, piece) for piece in press_of(chronicle, year=year))
    values = {
        "year": year,
        "near": near,
        "next": short_year(year + 1),
        "matrix": relation_matrix(chronicle, in_effect, coming, there),
        "standing": _by_kind(chronicle, in_effect.values()),
        "coming": coming,
        "fallen": tuple(power for power, at in fallen.items() if at == year),
        "steps": tuple(_steps(chronicle, year)),
        "cards": cards,
    }
    view = chronicle.view
    here = f"{view.address}diplomacy/{year}/"

    def draw() -> Mapping[str, Any]:
        linked = partial(view.linker.link, to=partial(link, here), here=here)
        return {"words": opening_words(cards), "linked": linked}

    return chronicle.page(
        f"diplomacy/{year}/",
        "diplomacyyear.html",
        values,
        title=f"Diplomacy in {year}",
        tab="diplomacy",
        description=f"{view.title}: relations and declarations of {year}",
        crumbs=(Crumb("Diplomacy", f"{view.address}diplomacy/"),),
        styles=STYLES,
        draw=draw,
    )


def _by_kind(chronicle: Chronicle, spells: Iterable[Spell]) -> ByKind:
    """Spells by kind of bond, the oldest first; kinds without any are left out."""
    found = sorted(spells, key=lambda spell: spell.since)
    by_kind = {
        kind: tuple(spell for spell in found if spell.kind == kind)
        for kind in chronicle.gazetteer.bonds
    }
    return tuple((kind, of_kind) for kind, of_kind in by_kind.items() if of_kind)


def _steps(chronicle: Chronicle, year: int) -> Iterator[tuple[PhaseLink, tuple[PublicEvent, ...]]]:
    """The phases of a year with their events about diplomacy."""
    kinds = chronicle.gazetteer.topics.get("diplomacy", frozenset())
    for phase in chronicle.of_year(year):
        events = tuple(event for event in phase.events if event.kind in kinds)
        if events:
            yield phase.link, events
