"""Diplomacy: who is at war and allied with whom, now and in every year, and who declared what."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any, NamedTuple

from generator.engine.chronicle import BondFacts
from generator.pages.base.gameview import PhaseLink
from generator.pages.base.maker import Crumb
from generator.pages.base.page import Page, between
from generator.pages.base.public import PublicEvent
from generator.pages.press import opening_words, press_card
from generator.pages.story.chronicle import Chronicle
from generator.pages.story.press import pieces_of
from generator.pages.story.relations import (
    Change,
    Relations,
    Spell,
    Where,
    fallen_powers,
    plain_bond,
    relations_of,
)

STYLES = ("diplomacy.css", "press.css")
PIECES = 6
"""How many pieces of press the newest page shows."""


ByKind = tuple[tuple[str, tuple[Spell, ...]], ...]
"""Spells by kind of bond."""


class Cell(NamedTuple):
    """Two powers in the matrix. `look` is the look of their bond, "self" on the diagonal, "" for
    the plain one. `due` is what is coming ("W 22"), `title` describes all of it in words. `anchor`
    is the pair's band, "" for one that is yet without."""

    look: str
    letter: str = ""
    due: str = ""
    title: str = ""
    anchor: str = ""


class Stretch(NamedTuple):
    """Years of a band that are alike: `years` of them, with the kind of bond, "" for the plain."""

    years: int
    kind: str = ""
    words: str = ""
    began: Where | None = None


Band = tuple[tuple[str, str], tuple[Stretch, ...]]
"""A pair and all its years."""


def diplomacy_pages(chronicle: Chronicle) -> Iterator[Page]:
    """The current relations with their history, and a page for each year."""
    if not chronicle.view.has("diplomacy"):
        return
    relations, fallen = chronicle.once(relations_of), fallen_powers(chronicle)
    yield _newest(chronicle, relations, fallen)
    for before, year, after in between(chronicle.years):
        yield _of_year(chronicle, relations, fallen, year, (before or 0, after or 0))


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
    # Later pages report how long it lasted: this one may not change for them.
    in_effect = {
        pair: spell._replace(last=0, ended=None)
        for pair, spell in relations.in_effect(year).items()
    }
    coming = relations.declared(year)
    cards = tuple(press_card(chronicle, piece) for piece in pieces_of(chronicle.press, year))
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
        return {"words": opening_words(cards), "linked": view.linked(here)}

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


def relation_matrix(
    chronicle: Chronicle,
    in_effect: Mapping[tuple[str, str], Spell],
    coming: Iterable[Change],
    powers: Sequence[str],
) -> tuple[tuple[str, tuple[Cell, ...]], ...]:
    """The relations of each power of `powers` with all of them: what is in effect and coming."""
    due = {change.powers: change for change in coming}
    rows = []
    for first in powers:
        row = []
        for second in powers:
            pair = (first, second) if (first, second) in in_effect else (second, first)
            change = due.get((first, second)) or due.get((second, first))
            row.append(
                Cell("self")
                if first == second
                else _cell(chronicle, first, second, in_effect.get(pair), change)
            )
        rows.append((first, tuple(row)))
    return tuple(rows)


def _cell(
    chronicle: Chronicle, first: str, second: str, spell: Spell | None, change: Change | None
) -> Cell:
    gazetteer = chronicle.gazetteer
    plain = gazetteer.bonds.get(plain_bond(gazetteer), BondFacts("no relation", "·", "plain"))
    if spell is None and change is None:
        return Cell("", plain.letter)
    names = " and ".join(chronicle.power(power).short for power in (first, second))
    bond = gazetteer.bonds[spell.kind] if spell else plain
    said = f"{names}: {bond.name}" + (f" since {spell.since}" if spell else "")
    due = ""
    if change:
        coming = gazetteer.bonds[change.kind]
        ends = coming.look == "plain"
        due = f"{'end' if ends else coming.letter} {short_year(change.due)}"
        said += f"; {coming.name} from {change.due}"
    look = "" if bond.look == "plain" else bond.look
    return Cell(look, bond.letter, due, said, pair_anchor(spell.powers) if spell else "")


def band_years(chronicle: Chronicle, years: Sequence[int]) -> tuple[tuple[int, str, bool], ...]:
    """The columns of the bands of these years: the year, its head (in short where each is the next
    of the last), and whether there is a page of its relations."""
    is_close = all(after == before + 1 for before, after in pairwise(years))
    return tuple(
        (year, short_year(year) if is_close else str(year), year in chronicle.years)
        for year in years
    )


def bands_of(
    chronicle: Chronicle, spells: Iterable[Spell], years: Sequence[int]
) -> tuple[Band, ...]:
    """A band for each pair that ever had a bond, in the ruleset's order of powers."""
    by_pair: dict[tuple[str, str], list[Spell]] = {}
    for spell in spells:
        by_pair.setdefault(spell.powers, []).append(spell)
    order = list(chronicle.view.powers)
    pairs = sorted(by_pair, key=lambda pair: (order.index(pair[0]), order.index(pair[1])))
    return tuple((pair, tuple(_stretches(chronicle, by_pair[pair], years))) for pair in pairs)


def _stretches(
    chronicle: Chronicle, spells: Sequence[Spell], years: Sequence[int]
) -> Iterable[Stretch]:
    done = 0
    for spell in spells:
        covered = [at for at, year in enumerate(years) if spell.covers(year) and at >= done]
        if not covered:
            continue
        first, last = covered[0], covered[-1]
        if first > done:
            yield Stretch(first - done)
        yield Stretch(last + 1 - first, spell.kind, spell_words(chronicle, spell), spell.began)
        done = last + 1
    if done < len(years):
        yield Stretch(len(years) - done)


def spell_words(chronicle: Chronicle, spell: Spell) -> str:
    """ "war 1620 to 1624", "alliance since 1631", "war in 1622"."""
    name = chronicle.gazetteer.bonds[spell.kind].name
    if not spell.last:
        return f"{name} since {spell.since}"
    if spell.last == spell.since:
        return f"{name} in {spell.since}"
    return f"{name} {spell.since} to {spell.last}"


def pair_anchor(pair: tuple[str, str]) -> str:
    """Where a pair is on the page of all relations."""
    return f"pair-{pair[0]}-{pair[1]}"


def short_year(year: int) -> str:
    """ "22" for 1622: in a cell there is no room for more. Years before 1000 as they are."""
    return f"{year % 100:02d}" if year >= 1000 else str(year)
