"""The sections of a phase's page: its events in order, as tables and sentences with links."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from markupsafe import Markup, escape
from msgspec import Struct

from generator.engine.report import Cell, Named, Section
from generator.engine.verdicts import Event
from generator.engine.words import headed
from generator.pages.base.gameview import GameView, slugs

_NUMBER: Final = re.compile(r"[+−-]?\d+")
_WIDE: Final = 5
"""Tables of more columns take the whole width of the page."""
_LONG: Final = 24
"""Letters of a cell that is more than a name."""
HIDDEN: Final = "Secrets revealed"
"""The title of what has been secret."""
_LETTERS: Final = 60
"""About how many letters a line of half the page's width has."""

To = Callable[..., str]
"""Makes an address relative to the page."""


class LineView(NamedTuple):
    """A sentence with links. `event` is the number of the event that it reports, 0 for none; a link
    to one of its `lands` on the page leads here."""

    text: Markup
    event: int = 0
    rule: str = ""
    lands: tuple[str, ...] = ()


class Column(NamedTuple):
    """A column's head; numbers are at the right. `is_long`: its cells are sentences."""

    title: str
    css: str
    is_long: bool = False


class RowView(NamedTuple):
    """A row of finished cells."""

    cells: tuple[Markup, ...]
    event: int = 0
    rule: str = ""
    lands: tuple[str, ...] = ()


class SectionView(Struct, frozen=True):
    """A section: its lines, then its table. All of it reports `event`, 0 for none.

    `is_full`: the table needs more room than a phone has; `fold` are the words on it while
    it is folded, "" where it never is.
    """

    title: str
    anchor: str
    lines: tuple[LineView, ...] = ()
    columns: tuple[Column, ...] = ()
    rows: tuple[RowView, ...] = ()
    notes: tuple[str, ...] = ()
    event: int = 0
    is_full: bool = False
    fold: str = ""

    @property
    def is_wide(self) -> bool:
        return len(self.columns) > _WIDE

    @property
    def has_rules(self) -> bool:
        return any(row.rule for row in self.rows)

    def beside(self, row: RowView) -> Iterator[tuple[Markup, str]]:
        """The cells of a row after its first, each with the class of its column."""
        return zip(row.cells[1:], (column.css for column in self.columns[1:]), strict=True)

    @property
    def height(self) -> int:
        """About how many lines it takes in half the page's width."""
        texts = (len(line.text.striptags()) for line in self.lines)
        rows = 1 if self.fold else 2 * len(self.rows)
        return 3 + sum(1 + letters // _LETTERS for letters in texts) + rows


Band = tuple[tuple[SectionView, ...], ...]
"""Columns of sections side by side: one that is wide, or as many as come one after another."""


class Contents(Struct, frozen=True):
    """All sections of a phase.

    `elsewhere` are the titles of those that other parts of the game's pages show better, with the
    part; `ruled` has for the number of each ruling the events that only repeat it.
    """

    sections: tuple[SectionView, ...]
    elsewhere: tuple[tuple[str, str], ...]
    ruled: dict[int, tuple[int, ...]]

    @property
    def bands(self) -> tuple[Band, ...]:
        """The sections as they are on a page that is wide enough for two columns."""
        found: list[Band] = []
        narrow: list[SectionView] = []
        for section in self.sections:
            if section.is_wide:
                found += [*_columned(narrow), ((section,),)]
                narrow = []
            else:
                narrow.append(section)
        return (*found, *_columned(narrow))


def _columned(sections: Sequence[SectionView]) -> Iterator[Band]:
    """Sections in two columns of about the same height, the first of them at the left."""
    if not sections:
        return
    # Once each: the letters of all its lines are counted.
    heights = [section.height for section in sections]
    half = sum(heights) / 2
    number = 1
    while number < len(sections) and sum(heights[:number]) + heights[number] / 2 <= half:
        number += 1
    left, right = tuple(sections[:number]), tuple(sections[number:])
    yield (left, right) if right else (left,)


def arrange(
    view: GameView,
    sections: Sequence[Section],
    events: Sequence[Event],
    rulings: Container[int],
    to: To,
    here: str,
    landed: set[str],
) -> Contents:
    """The sections of a phase, and below "Also" the events that none of them reports; those that
    only some knew when they happened come last.

    Every event appears once. A sentence of a section belongs to the event with the same text.
    `rulings` are the numbers of those that the page shows separately. The provinces of events
    join those that have `landed` at an order.
    """
    writer = _Writer(view, events, to, here, landed)
    ruled = writer.take_rulings(rulings)
    elsewhere: list[tuple[str, str]] = []
    found: list[SectionView] = []
    anchors = _anchors(tuple(section.title for section in sections))
    for number, section in enumerate(sections):
        if section.part == "verdicts":
            continue
        if section.part and view.has(section.part):
            elsewhere.append((section.title, section.part))
            continue
        made = writer.section(section, anchors[number])
        if made.lines or made.rows:
            found.append(made)
    rest = tuple(writer.rest(public=True))
    if rest:
        title, anchor = ("Also", "s-rest") if found else ("What happened", "events")
        found.append(SectionView(title, anchor, rest))
    hidden = tuple(writer.rest(public=False))
    if hidden:
        found.append(SectionView(HIDDEN, "s-hidden", hidden))
    return Contents(tuple(found), tuple(elsewhere), ruled)


# The phases of one name have mostly the same sections.
@lru_cache(maxsize=64)
def _anchors(titles: tuple[str, ...]) -> tuple[str, ...]:
    """An anchor for each section, by its title."""
    return tuple(slugs({str(at): f"s {title}" for at, title in enumerate(titles)}).values())


class _Writer:
    """Turns sections into views, and keeps account of the events that they report."""

    def __init__(
        self, view: GameView, events: Sequence[Event], to: To, here: str, landed: set[str]
    ) -> None:
        self.landed = landed
        self.view = view
        self.events = events
        self.to = to
        self.here = here
        self.rules = frozenset(view.rule_ids)
        # The same names and words are in many cells of a page.
        self.names: dict[Named, Markup] = {}
        self.words: dict[str, Markup] = {}
        self.told: set[int] = set()
        self.by_text: dict[str, list[int]] = {}
        for number, event in enumerate(events, 1):
            said = f"{event.text} ({event.rule})" if event.rule else event.text
            self.by_text.setdefault(said, []).append(number)

    def take_rulings(self, shown: Container[int]) -> dict[int, tuple[int, ...]]:
        """The events that announce a ruling which the page shows anyway, by its number."""
        found: dict[int, tuple[int, ...]] = {}
        for number, event in enumerate(self.events, 1):
            if event.ruling in shown:
                found[event.ruling] = (*found.get(event.ruling, ()), number)
                self.told.add(number)
        return found

    def section(self, section: Section, anchor: str) -> SectionView:
        rows = tuple(
            RowView(
                tuple(map(self.cell, row.cells)),
                told := self.tell(row.event),
                self.known(row.rule),
                self.land(told),
            )
            for row in section.rows
        )
        # Sentences do not repeat what is in a table.
        lines = () if rows else tuple(line for line in map(self.line, section.lines) if line)
        cells = [row.cells for row in section.rows]
        return SectionView(
            section.title,
            anchor,
            lines,
            columns_of(section.columns, cells),
            rows,
            section.notes,
            self.tell(section.event) if rows or lines else 0,
            len(section.columns) > _WIDE - 2
            and any(_is_long(cell) for row in cells for cell in row),
            section.fold,
        )

    def line(self, said: str) -> LineView | None:
        """A sentence of the report. None for one about an event that was reported already."""
        numbers = self.by_text.get(said)
        if numbers is None:
            return LineView(self.link(headed(said)))
        for number in numbers:
            if number not in self.told:
                return self.event(number)
        return None

    def event(self, number: int) -> LineView:
        self.told.add(number)
        event = self.events[number - 1]
        text = self.link(headed(event.text))
        return LineView(text, number, self.known(event.rule), self.land(number))

    def land(self, number: int) -> tuple[str, ...]:
        """The provinces of an event that no link has led to so far."""
        places = self.events[number - 1].provinces if number else ()
        found = tuple(dict.fromkeys(place for place in places if place not in self.landed))
        self.landed.update(found)
        return found

    def known(self, rule: str) -> str:
        """The rule's id, if the rulebook has it: nothing else can be linked."""
        return rule if rule in self.rules else ""

    def rest(self, *, public: bool) -> Iterator[LineView]:
        for number, event in enumerate(self.events, 1):
            if number not in self.told and event.public == public:
                yield self.event(number)

    def tell(self, number: int) -> int:
        """The number, if its event was not reported before: an anchor is on a page once."""
        if not number or number in self.told:
            return 0
        self.told.add(number)
        return number

    def cell(self, cell: Cell) -> Markup:
        if isinstance(cell, str):
            known = self.words.get(cell)
            if known is None:
                known = self.words[cell] = self.word(cell)
            return known
        if isinstance(cell, Named):
            return self.name(cell)
        parts = [self.name(part) if isinstance(part, Named) else escape(part) for part in cell]
        return Markup("".join(parts))

    def word(self, text: str) -> Markup:
        # In figures the minus is the one of print.
        return Markup(text.replace("-", "−")) if _NUMBER.fullmatch(text) else self.link(text)

    def name(self, name: Named) -> Markup:
        known = self.names.get(name)
        if known is None:
            known = self.names[name] = self.named(name)
        return known

    def named(self, name: Named) -> Markup:
        view, text = self.view, escape(name.text)
        css = address = ""
        if name.side:
            address = view.side_address(name.side)
            if name.side in view.powers:
                css = f' class="pw {escape(view.side(name.side).css)}"'
        elif name.province in view.province_slugs:
            address = view.province_address(name.province)
        if not address:
            return Markup(f"<span{css}>{text}</span>" if css else text)
        return Markup(f'<a{css} href="{escape(self.to(address))}">{text}</a>')

    def link(self, text: str) -> Markup:
        return self.view.linker.link(text, self.to, self.here, css="")


def _is_long(cell: Cell) -> bool:
    """Whether a cell is a sentence rather than a name or a number."""
    return len(cell) > _LONG if isinstance(cell, str) else len(cell) > len(Named._fields)


def columns_of(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> tuple[Column, ...]:
    """The heads, with a class for columns that hold numbers only."""
    columns = []
    for at, title in enumerate(head):
        texts = [row[at] for row in rows if row[at]]
        numeric = bool(texts) and all(
            isinstance(text, str) and _NUMBER.fullmatch(text) for text in texts
        )
        columns.append(Column(title, "n" if numeric else "", any(map(_is_long, texts))))
    return tuple(columns)


def cell_writer(view: GameView, to: To, here: str) -> Callable[[Cell], Markup]:
    """A function that makes links of the names in a cell, for the page at address `here`."""
    return _Writer(view, (), to, here, set()).cell
