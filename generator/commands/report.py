"""The report of a phase in plain text: sections, and tables whose columns are in line."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, Final

from generator.engine.report import Section
from generator.engine.ruleset import Ruleset

SECRET: Final = "for the referee only"


def report_lines(sections: Iterable[Section]) -> Iterator[str]:
    """The lines of a report, each section below its title; secret ones say so in every title."""
    for section in sections:
        yield ""
        yield f"{section.title} ({SECRET})" if section.secret else section.title
        yield from (f"  {line}" for line in section.lines)
        yield from (f"  {line}".rstrip() for line in _table(section))
        yield from (f"  ({note})" for note in section.notes)


def power_names(ruleset: Ruleset[Any], powers: Iterable[str]) -> str:
    """Powers by their names: "Austria, England"."""
    return ", ".join(power_name(ruleset, power) for power in powers)


def power_name(ruleset: Ruleset[Any], power: str) -> str:
    return ruleset.powers[power].short or ruleset.powers[power].name


def report_facts(sections: Iterable[Section]) -> list[dict[str, Any]]:
    """The sections for a program."""
    return [
        {
            "title": section.title,
            "secret": section.secret,
            "lines": list(section.lines),
            "head": list(() if section.worded else section.columns),
            "rows": list(map(list, () if section.worded else section.plain_rows)),
            "notes": list(section.notes),
        }
        for section in sections
    ]


def _table(section: Section) -> Iterator[str]:
    if not section.rows or section.worded:
        return
    lines = [section.columns, *section.plain_rows]
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        yield "  ".join(cells)
