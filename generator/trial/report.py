"""The findings of a trial, in figures, sentences and tables. The same records always give exactly
the same report.

Shares have Wilson's intervals, means Student's, all of 95 percent. Games that failed count only as
failures. The sentences claim no more than the figures bear: a difference is reported only where its
interval leaves out what chance would give.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, Final

from msgspec import Struct

from generator import __version__
from generator.engine.phases import Setup
from generator.engine.report import Section, table
from generator.engine.ruleset import Ruleset
from generator.engine.words import count, listed, spelled
from generator.trial.comparing import (
    Comparison,
    Estimate,
    compare,
    comparison_sentences,
    mean_interval,
    share_interval,
)
from generator.trial.playing import GameRecord, TrialSpec, changes_of, ruleset_of

FORMAT: Final = 2
PLAYERS: Final = (
    "The players are programs. They order what is legal and plan a phase ahead; they keep "
    "alliances and grudges. They neither talk, nor bluff, nor plan a campaign, and they do not "
    "know which seats have a reputation. So the figures show games without diplomacy: a seat "
    "that depends on it may do better among people."
)
_ENOUGH: Final = 20
"""Games below which nothing is said about fairness."""


class PowerRow(Struct, frozen=True):
    """A power in all games. `value` is 1 for a victory and a part of 1 for one that was shared,
    and for a draw; `place` is 1 for the first, `score` the most telling count at the end."""

    power: str
    name: str
    wins: int
    shared: int
    value: Estimate
    place: Estimate
    score: Estimate
    survived: Estimate


class EndingRow(Struct, frozen=True):
    """A kind of ending, by the rule that brought it. `years` is how many of these games lasted
    how long: pairs of years and games."""

    kind: str
    rule: str
    title: str
    games: int
    years: tuple[tuple[int, int], ...]


class TrialReport(Struct, frozen=True, omit_defaults=True):
    """The figures of a trial. `measure` is what scores count; `fair` the value of a seat in a fair
    game; `failed` are the numbers of games that could not be played to the end; `years` is the
    least and the most that a game lasted, `lasted` the mean. `comparison` is there where something
    was changed."""

    format: int
    version: str
    ruleset: str
    title: str
    measure: str
    seed: str
    most_years: int
    games: int
    failed: tuple[int, ...]
    fair: float
    years: tuple[int, int]
    lasted: Estimate
    phases: float
    powers: tuple[PowerRow, ...]
    endings: tuple[EndingRow, ...]
    comparison: Comparison | None = None


def make_report(
    spec: TrialSpec, records: Sequence[GameRecord], unchanged: Sequence[GameRecord] | None = None
) -> TrialReport:
    """The report of a trial's games, which are in the order of their numbers. `unchanged` are the
    same games by the ruleset as it is, for a comparison."""
    played = [record for record in records if not record.failed]
    powers = played[0].powers if played else ()
    places = [record.places() for record in played]
    lengths = [record.years for record in played] or [0]
    changes = changes_of(spec)
    with ruleset_of(spec) as ruleset:
        state = ruleset.opening(Setup(spec.options))
        titles = {rule.id: rule.title for rule in ruleset.rulebook.rules}
        return TrialReport(
            FORMAT,
            __version__,
            spec.ruleset,
            ruleset.title,
            next(iter(ruleset.standings(state)), ("Score", {}))[0],
            spec.seed,
            spec.years,
            len(played),
            tuple(one.number for one in records if one.failed),
            round(1 / len(powers), 4) if powers else 0.0,
            (min(lengths), max(lengths)),
            _bounded(mean_interval(lengths), 0, spec.years),
            round(sum(record.phases for record in played) / max(1, len(played)), 1),
            tuple(_power(ruleset, power, played, places) for power in powers),
            tuple(_endings(played, titles)),
            compare(unchanged, records, changes) if unchanged is not None else None,
        )


def _power(
    ruleset: Ruleset[Any],
    power: str,
    played: Sequence[GameRecord],
    places: Sequence[Mapping[str, float]],
) -> PowerRow:
    return PowerRow(
        power,
        ruleset.powers[power].name,
        sum(record.kind == "victory" and power in record.winners for record in played),
        sum(record.kind == "draw" and power in record.winners for record in played),
        share_interval(math.fsum(record.value(power) for record in played), len(played)),
        _bounded(mean_interval([place[power] for place in places]), 1, len(played[0].powers)),
        _bounded(mean_interval([float(record.scores[power]) for record in played])),
        share_interval(sum(power not in record.out for record in played), len(played)),
    )


def _bounded(found: Estimate, low: float = -1e9, high: float = 1e9) -> Estimate:
    """An interval that does not leave the range of the value; JSON has no infinity."""
    return Estimate(found.mean, max(low, found.low), min(high, found.high))


def _endings(played: Sequence[GameRecord], titles: Mapping[str, str]) -> Iterable[EndingRow]:
    kinds = Counter((record.kind, record.ended_by) for record in played)
    for (kind, rule), games in sorted(kinds.items(), key=lambda one: (-one[1], one[0])):
        years = Counter(one.years for one in played if (one.kind, one.ended_by) == (kind, rule))
        yield EndingRow(kind, rule, titles.get(rule, ""), games, tuple(sorted(years.items())))


# --- in sentences


def hundred(share: float) -> str:
    """A share in percent: `14.3`, `0`, `100`."""
    return f"{100 * share:.1f}".removesuffix(".0")


def ending_words(kind: str) -> str:
    return "ended without a winner" if kind == "ended" else kind


def sentences(report: TrialReport) -> tuple[str, ...]:
    """The findings of the report, the most telling first."""
    if not report.games:
        return ("No game was played to its end, so there is nothing to report.",)
    return (*_ended(report), *_fairness(report), *_lived(report), *_failures(report))


def change_sentences(report: TrialReport) -> tuple[str, ...]:
    """The effects of the change, if one was tried."""
    names = {row.power: row.name for row in report.powers}
    found = report.comparison
    return tuple(comparison_sentences(found, names, report.measure)) if found else ()


def _ended(report: TrialReport) -> Iterator[str]:
    kinds: Counter[str] = Counter()
    for row in report.endings:
        kinds[row.kind] += row.games
    said = [
        count(kinds["victory"], "was won", "were won"),
        count(kinds["draw"], "was drawn", "were drawn"),
    ]
    if kinds["ended"]:
        said.append(f"{kinds['ended']} ended without a winner")
    if kinds["cut off"]:
        said.append(f"{kinds['cut off']} cut off after {report.most_years} years")
    least, most = report.years
    lasted = f"They lasted {least} to {most} years, {report.lasted.mean:.1f} on average"
    if least == most:
        lasted = f"All lasted {spelled(most, 'year')}"
    games = count(report.games, "game was played", "games were played")
    yield f"{games}: {listed(said)}. {lasted}, and {report.phases:g} phases on average."


def _fairness(report: TrialReport) -> Iterator[str]:
    if report.games < _ENOUGH:
        yield f"{count(report.games, 'game')} are too few to show whether the seats are fair."
        return
    fair = f"If the game were fair, each power would win {hundred(report.fair)} percent of the time"
    rows = sorted(report.powers, key=lambda row: (-row.value.mean, row.name))
    above = [row for row in rows if row.value.low > report.fair]
    below = [row for row in reversed(rows) if row.value.high < report.fair]
    if not above and not below:
        least, most = rows[-1], rows[0]
        differ = least.value.mean != most.value.mean
        ranging = f", from {_part(least)} to {_part(most)}" if differ else ""
        yield f"{fair}; no power differs from that by more than chance explains{ranging}."
        return
    said = [
        f"{listed(map(_part, some))} {'wins' if len(some) == 1 else 'win'} {more}"
        for some, more in ((above, "more"), (below, "less"))
        if some
    ]
    chances = f" By chance, one in twenty of {len(rows)} fair seats would differ as much."
    yield f"{fair}; {', '.join(said)}.{chances if len(rows) > 2 else ''}"


def _part(row: PowerRow) -> str:
    return f"{row.name} ({hundred(row.value.mean)})"


def _lived(report: TrialReport) -> Iterator[str]:
    safest = max(report.powers, key=lambda row: row.survived.mean)
    weakest = min(report.powers, key=lambda row: row.survived.mean)
    if weakest.survived.mean == 1:
        yield "No power was ever eliminated."
    elif report.games >= _ENOUGH:
        yield (
            f"{weakest.name} lives to the end in {hundred(weakest.survived.mean)} percent of "
            f"games, {safest.name} in {hundred(safest.survived.mean)}."
        )


def _failures(report: TrialReport) -> Iterator[str]:
    if report.failed:
        numbers = listed(map(str, report.failed[:10]))
        more = " and others" if len(report.failed) > 10 else ""
        counts = "counts" if len(report.failed) == 1 else "count"
        yield (
            f"{count(len(report.failed), 'game')} could not be played to the end, and {counts} for "
            f"nothing here: {numbers}{more}."
        )


# --- for a terminal


def sections(report: TrialReport) -> Iterator[Section]:
    yield Section("What it shows", lines=sentences(report))
    if not report.games:
        return
    if report.comparison:
        yield Section("What the change did", lines=change_sentences(report))
    yield table(
        "Powers",
        ("power", "won", "drawn", "part %", "place", report.measure, "lived %"),
        (
            (
                row.name,
                str(row.wins),
                str(row.shared),
                _percent(row.value),
                _number(row.place, 2),
                _number(row.score, 1),
                _percent(row.survived),
            )
            for row in report.powers
        ),
        notes=(
            "part: share of the victories; a shared victory or a draw counts in parts",
            "in brackets: the range that holds the true value in 95% of trials",
        ),
    )
    yield table(
        "Endings",
        ("kind", "games", "years", "rule"),
        (
            (
                ending_words(row.kind),
                str(row.games),
                span([year for year, _ in row.years]),
                f"{row.rule} {row.title}",
            )
            for row in report.endings
        ),
        notes=(f"years: {_number(report.lasted, 1)} on average",),
    )
    yield Section("The players", lines=(PLAYERS,))


def _percent(found: Estimate) -> str:
    return f"{100 * found.mean:.1f} ({100 * found.low:.0f}-{100 * found.high:.0f})"


def _number(found: Estimate, digits: int) -> str:
    return f"{found.mean:.{digits}f} ({found.low:.{digits}f} to {found.high:.{digits}f})"


def span(years: Sequence[int]) -> str:
    first, last = years[0], years[-1]
    return str(first) if first == last else f"{first} to {last}"
