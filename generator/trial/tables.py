"""A report as tables: for a terminal, and in one long table for a spreadsheet."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterator, Sequence
from typing import Final

from generator.engine.report import Section
from generator.trial.estimates import Estimate
from generator.trial.report import PlaceRow, TrialReport
from generator.trial.telling import PLAYERS, ending_words, hundred, sentences

_MOST: Final = 12
CSV_HEAD: Final = ("table", "of", "what", "value", "low", "high")


def sections(report: TrialReport) -> Iterator[Section]:
    """The report for a terminal; of long tables the rows that say most."""
    yield Section("What it shows", lines=sentences(report))
    if not report.games:
        return
    yield Section(
        "Powers",
        head=("power", "won", "drawn", "part %", "place", report.measure, "lived %", "first out"),
        rows=tuple(
            (
                row.name,
                str(row.wins),
                str(row.shared),
                _percent(row.value),
                _number(row.place),
                _number(row.score, 1),
                _percent(row.survived),
                str(row.first_out),
            )
            for row in report.powers
        ),
        notes=(
            "part: of the victories, a shared one or a draw counting in parts",
            "in brackets: where the true value lies, in 95 of a hundred trials",
        ),
    )
    yield Section(
        "Endings",
        head=("kind", "games", "years", "rule"),
        rows=tuple(
            (ending_words(row.kind), str(row.games), _span(row.years), f"{row.rule} {row.title}")
            for row in report.endings
        ),
    )
    if report.natures:
        yield Section(
            "Natures of players",
            head=("nature", "seats", "part %", "place"),
            rows=tuple(
                (row.nature, str(row.seats), _percent(row.value), _number(row.place))
                for row in report.natures
            ),
        )
    if report.meetings:
        yield Section(
            "Natures against each other",
            head=("nature", "before", "games", "in a hundred"),
            rows=tuple(
                (row.nature, row.other, str(row.games), _percent(row.ahead))
                for row in report.meetings
            ),
            notes=("of two seats in one game, how often the first comes before the other",),
        )
    names = {row.power: row.name for row in report.powers}
    if report.openings:
        yield Section(
            "Openings",
            head=("power", "games", "won %", "place", "first moves"),
            rows=tuple(
                (names[row.power], str(row.games), _percent(row.won), _number(row.place), row.moves)
                for row in report.openings
            ),
        )
    for title, rows in (("Provinces", report.provinces), ("Minor states", report.minors)):
        if rows:
            yield _place_section(title, rows)
    yield Section(
        "Rules",
        head=("rule", "verdicts", "events", "games", "title"),
        rows=tuple(
            (row.rule, str(row.verdicts), str(row.events), str(row.games), row.title)
            for row in sorted(report.rules, key=lambda row: (-row.verdicts, -row.events, row.rule))[
                :_MOST
            ]
        ),
        notes=(f"{len(report.rules)} in all; {len(report.never)} decided nothing",),
    )
    yield Section("The players", lines=(PLAYERS,))


def _place_section(title: str, rows: Sequence[PlaceRow]) -> Section:
    chosen = sorted(rows, key=lambda row: (-row.changes.mean, row.id))[:_MOST]
    return Section(
        title,
        head=("", "changes a game", "held by the first %", "usual %"),
        rows=tuple(
            (row.name, _number(row.changes), hundred(row.by_first), hundred(row.expected))
            for row in chosen
        ),
        notes=(f"{len(rows)} in all; these change hands most",) if len(rows) > _MOST else (),
    )


def _percent(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def _number(found: Estimate, digits: int = 2) -> str:
    return f"{found.mean:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def _span(years: Sequence[tuple[int, int]]) -> str:
    first, last = years[0][0], years[-1][0]
    return str(first) if first == last else f"{first}-{last}"


def as_csv(report: TrialReport) -> str:
    """The whole report as one table: a line for each figure, with its interval where it has one."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(CSV_HEAD)
    for table, of, what, value in _figures(report):
        if isinstance(value, Estimate):
            writer.writerow((table, of, what, value.mean, value.low, value.high))
        else:
            writer.writerow((table, of, what, value, "", ""))
    return out.getvalue()


def _figures(report: TrialReport) -> Iterator[tuple[str, str, str, Estimate | float | str]]:
    yield "trial", report.ruleset, "games", report.games
    yield "trial", report.ruleset, "failed", len(report.failed)
    yield "trial", report.ruleset, "phases", report.phases
    for row in report.powers:
        for what in ("wins", "shared", "won", "value", "place", "score", "survived", "first_out"):
            yield "powers", row.power, what, getattr(row, what)
        for year, (alive, score) in enumerate(zip(row.alive, row.course, strict=True), 1):
            yield "years", row.power, f"alive {year}", alive
            yield "years", row.power, f"score {year}", score
    for ending in report.endings:
        for years, games in ending.years:
            yield "endings", f"{ending.kind} {ending.rule}".strip(), f"{years} years", games
    yield "shares", "seat", "percent", report.shares.first
    yield "shares", "nature", "percent", report.shares.second
    for nature in report.natures:
        for what in ("seats", "value", "place"):
            yield "natures", nature.nature, what, getattr(nature, what)
    for meeting in report.meetings:
        yield "meetings", f"{meeting.nature} before {meeting.other}", "ahead", meeting.ahead
    for rule in report.rules:
        for what in ("verdicts", "events", "games"):
            yield "rules", rule.rule, what, getattr(rule, what)
    yield from (("rules", rule, "games", 0) for rule, _ in report.never)
    for name, places in (("provinces", report.provinces), ("minors", report.minors)):
        for place in places:
            for what in ("changes", "held", "by_first", "expected", "worth"):
                yield name, place.id, what, getattr(place, what)
    for opening in report.openings:
        for what in ("games", "won", "place"):
            yield "openings", f"{opening.power}: {opening.moves}", what, getattr(opening, what)
