"""How tables of a report are made: their cells, and the same in plain words."""

from __future__ import annotations

from generator.engine.report import Named, Row, Section, plain_cell
from generator.rulesets.westphalia.state.words import player_name

__all__ = ["named_list", "player_cell", "table"]


def player_cell(player: str) -> Named:
    return Named(player_name(player), player)


def named_list(names: list[Named]) -> tuple[str | Named, ...]:
    """Names one after the other in a cell."""
    found: list[str | Named] = []
    for name in names:
        found += [", ", name] if found else [name]
    return tuple(found)


def table(
    title: str, columns: tuple[str, ...], entries: tuple[Row, ...], notes: tuple[str, ...] = ()
) -> Section:
    """A table with links for pages, and the same in plain words for texts."""
    rows = tuple(tuple(map(plain_cell, entry.cells)) for entry in entries)
    return Section(title, head=columns, rows=rows, notes=notes, columns=columns, entries=entries)
