"""What the games of a trial say, in figures. The same records give the same report, byte for byte.

Shares have Wilson's intervals, means Student's, all of 95 percent. Of games that failed nothing is
counted but that they failed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations
from statistics import median
from typing import Any, Final

from msgspec import Struct

from generator import __version__
from generator.engine.chronicle import Chronicling, Gazetteer
from generator.engine.ruleset import Ruleset
from generator.trial.estimates import (
    Estimate,
    Shares,
    mean_interval,
    share_interval,
    shares_of_variance,
)
from generator.trial.playing import GameRecord
from generator.trial.spec import TrialSpec, ruleset_of, setup_of
from generator.trial.standings import final_scores, firsts, has_won, places, value_of

FORMAT: Final = 1
SELDOM: Final = 20
"""Of an opening that was played more seldom than once in so many games nothing is told."""
FEW: Final = 3
"""Nor of one that was played in fewer games than this."""


class PowerRow(Struct, frozen=True):
    """A power in all games. `won` is the share of games that it won, alone or with others; `value`
    is 1 for a victory and a part of 1 for one that was shared, and for a draw; `place` is 1 for
    the first. `first_out` counts the games in which it was eliminated before all others, `alive`
    is the share of games in which it still played after each year, and `course` its mean count.
    """

    power: str
    name: str
    wins: int
    shared: int
    won: Estimate
    value: Estimate
    place: Estimate
    score: Estimate
    survived: Estimate
    first_out: int
    alive: tuple[float, ...]
    course: tuple[float, ...]


class EndingRow(Struct, frozen=True):
    """A kind of ending, by the rule that brought it. `years` says how many of these games lasted
    how long: pairs of years and games."""

    kind: str
    rule: str
    title: str
    games: int
    years: tuple[tuple[int, int], ...]


class RuleRow(Struct, frozen=True):
    """How often a rule decided a verdict or an event, and in how many games it did."""

    rule: str
    title: str
    verdicts: int
    events: int
    games: int


class PlaceRow(Struct, frozen=True):
    """A province, or a minor state. `changes` is how often it changed hands in a game. `held` is in
    how many games somebody held it at the end, `by_first` the share of those in which that was the
    first of the game, `expected` what that share would be if it were like any other place;
    `worth` is the difference."""

    id: str
    name: str
    changes: Estimate
    held: int
    by_first: float
    expected: float
    worth: Estimate


class OpeningRow(Struct, frozen=True):
    """The first moves of a power, and what came of them."""

    power: str
    moves: str
    games: int
    won: Estimate
    place: Estimate


class NatureRow(Struct, frozen=True):
    """A nature of players at all seats: what became of those who had it."""

    nature: str
    seats: int
    value: Estimate
    place: Estimate


class MeetingRow(Struct, frozen=True):
    """Two natures in the same games: of the pairs of seats of a game, one of each nature, the share
    in which the first came before the other; equals count half. The mean over `games`."""

    nature: str
    other: str
    games: int
    ahead: Estimate


class FailedGame(Struct, frozen=True):
    """A game that could not be played to its end."""

    number: int
    seed: str
    said: str


class TrialReport(Struct, frozen=True):
    """The figures of a trial. `measure` is what scores count; `fair` the value of a seat in a fair
    game. `shares` are how much of the differences in place the seat and the nature explain.
    `meetings` have every two natures once, the higher one on the ladder first. `never` are the
    rules that decided nothing. `first` is the record of the first game: who plays it again sees
    whether the program still plays as it did for this report."""

    format: int
    version: str
    ruleset: str
    title: str
    measure: str
    seed: str
    settings: dict[str, Any]
    games: int
    failed: tuple[FailedGame, ...]
    fair: float
    years: tuple[int, float, int]
    phases: float
    powers: tuple[PowerRow, ...]
    endings: tuple[EndingRow, ...]
    shares: Shares
    natures: tuple[NatureRow, ...]
    rules: tuple[RuleRow, ...]
    never: tuple[tuple[str, str], ...]
    provinces: tuple[PlaceRow, ...]
    minors: tuple[PlaceRow, ...]
    openings: tuple[OpeningRow, ...]
    meetings: tuple[MeetingRow, ...] = ()
    first: GameRecord | None = None


def make_report(spec: TrialSpec, records: Sequence[GameRecord]) -> TrialReport:
    """The report of a trial's games, which are in the order of their numbers."""
    with ruleset_of(spec) as ruleset:
        state = ruleset.opening(setup_of(spec))
        known = ruleset.gazetteer(state) if isinstance(ruleset, Chronicling) else Gazetteer()
        measure = next(iter(ruleset.standings(state)), ("Score", {}))[0]
        return _report(spec, ruleset, known, measure, records)


def _report(
    spec: TrialSpec,
    ruleset: Ruleset[Any],
    known: Gazetteer,
    measure: str,
    records: Sequence[GameRecord],
) -> TrialReport:
    played = [record for record in records if not record.failed]
    powers = played[0].powers if played else ()
    spots = [places(record) for record in played]
    lengths = sorted(record.years for record in played) or [0]
    titles = {rule.id: rule.title for rule in ruleset.rulebook.rules}
    rules = tuple(_rules(played, titles))
    decided = {row.rule for row in rules}
    natures = tuple(_natures(played, spots))
    return TrialReport(
        FORMAT,
        __version__,
        spec.ruleset,
        ruleset.title,
        measure,
        spec.seed,
        {name: value for name, value in spec.settings.items() if value and name != "ruleset"},
        len(played),
        tuple(FailedGame(one.number, one.seed, one.failed) for one in records if one.failed),
        round(1 / len(powers), 4) if powers else 0.0,
        (lengths[0], float(median(lengths)), lengths[-1]),
        round(sum(record.phases for record in played) / max(1, len(played)), 1),
        tuple(_power(ruleset, power, played, spots) for power in powers),
        tuple(_endings(played, titles)),
        _shares(played, spots),
        natures,
        rules,
        tuple((rule, title) for rule, title in titles.items() if rule not in decided),
        tuple(
            _places(
                [(record.moved, record.holders, firsts(record)) for record in played],
                {code: province.name for code, province in known.provinces.items()},
            )
        ),
        tuple(
            _places(
                [(record.swayed, record.followed, firsts(record)) for record in played],
                {code: minor.name for code, minor in known.minors.items()},
            )
        ),
        tuple(_openings(played, spots, powers)),
        tuple(_meetings(played, spots, [row.nature for row in natures])),
        next((record for record in played if record.number == 1), None),
    )


def _power(
    ruleset: Ruleset[Any],
    power: str,
    played: Sequence[GameRecord],
    spots: Sequence[Mapping[str, float]],
) -> PowerRow:
    wins = sum(has_won(record, power) for record in played)
    shared = sum(record.kind == "draw" and power in record.winners for record in played)
    lived = [record.out.get(power, math.inf) for record in played]
    years = range(1, max(record.years for record in played) + 1)
    return PowerRow(
        power,
        ruleset.powers[power].name,
        wins,
        shared,
        share_interval(wins, len(played)),
        share_interval(math.fsum(value_of(record, power) for record in played), len(played)),
        _bounded(mean_interval([spot[power] for spot in spots]), 1, len(played[0].powers)),
        _bounded(mean_interval([float(final_scores(record)[power]) for record in played])),
        share_interval(sum(year == math.inf for year in lived), len(played)),
        sum(_first_out(record) == power for record in played),
        tuple(_digits(sum(out > year for out in lived) / len(played)) for year in years),
        tuple(_course(power, played, year) for year in years),
    )


def _bounded(found: Estimate, low: float = -1e9, high: float = 1e9) -> Estimate:
    """An interval that does not leave the range of the value; JSON has no infinity."""
    return Estimate(found.mean, max(low, found.low), min(high, found.high))


def _digits(value: float) -> float:
    return round(value, 4) + 0.0


def _first_out(record: GameRecord) -> str:
    """The power that was eliminated before all others; "" for none, and for several at once."""
    first = min(record.out.values(), default=0)
    gone = [power for power, year in record.out.items() if year == first]
    return gone[0] if len(gone) == 1 else ""


def _course(power: str, played: Sequence[GameRecord], year: int) -> float:
    """The mean count after a year; of games that were over by then the last one."""
    counts = [record.scores[power][min(year, record.years) - 1] for record in played]
    return _digits(sum(counts) / len(counts))


def _endings(played: Sequence[GameRecord], titles: Mapping[str, str]) -> Iterable[EndingRow]:
    kinds = Counter((record.kind, record.ended_by) for record in played)
    for (kind, rule), games in sorted(kinds.items(), key=lambda one: (-one[1], one[0])):
        years = Counter(one.years for one in played if (one.kind, one.ended_by) == (kind, rule))
        yield EndingRow(kind, rule, titles.get(rule, ""), games, tuple(sorted(years.items())))


def _shares(played: Sequence[GameRecord], spots: Sequence[Mapping[str, float]]) -> Shares:
    """How much of the differences in place the seat explains, and how much the player's nature."""
    rows = [
        (spot[power], power, record.natures.get(power, ""))
        for record, spot in zip(played, spots, strict=True)
        for power in record.powers
    ]
    if not rows:
        return Shares(0.0, 0.0, 100.0)
    values, seats, natures = zip(*rows, strict=True)
    return shares_of_variance(values, seats, natures)


def _natures(
    played: Sequence[GameRecord], spots: Sequence[Mapping[str, float]]
) -> Iterable[NatureRow]:
    found: dict[str, list[tuple[float, float]]] = {}
    for record, spot in zip(played, spots, strict=True):
        for power, nature in record.natures.items():
            found.setdefault(nature, []).append((value_of(record, power), spot[power]))
    most = len(played[0].powers) if played else 1
    rows = [
        NatureRow(
            nature,
            len(seats),
            share_interval(math.fsum(value for value, _ in seats), len(seats)),
            _bounded(mean_interval([place for _, place in seats]), 1, most),
        )
        for nature, seats in sorted(found.items())
    ]
    return sorted(rows, key=lambda row: (row.place.mean, row.nature))


def _meetings(
    played: Sequence[GameRecord], spots: Sequence[Mapping[str, float]], ladder: Sequence[str]
) -> Iterable[MeetingRow]:
    met: dict[tuple[str, str], list[float]] = {}
    for record, spot in zip(played, spots, strict=True):
        seated: dict[str, list[float]] = {}
        for power, nature in record.natures.items():
            seated.setdefault(nature, []).append(spot[power])
        for pair in combinations([nature for nature in ladder if nature in seated], 2):
            ours, theirs = (seated[nature] for nature in pair)
            ahead = math.fsum((a < b) + (a == b) / 2 for a in ours for b in theirs)
            met.setdefault(pair, []).append(ahead / (len(ours) * len(theirs)))
    for nature, other in combinations(ladder, 2):
        if shares := met.get((nature, other)):
            yield MeetingRow(nature, other, len(shares), _bounded(mean_interval(shares), 0, 1))


def _rules(played: Sequence[GameRecord], titles: Mapping[str, str]) -> Iterable[RuleRow]:
    verdicts: Counter[str] = Counter()
    events: Counter[str] = Counter()
    games: Counter[str] = Counter()
    for record in played:
        verdicts.update(record.verdicts)
        events.update(record.events)
        games.update({*record.verdicts, *record.events})
    for rule, title in titles.items():
        if games[rule]:
            yield RuleRow(rule, title, verdicts[rule], events[rule], games[rule])


def _places(
    games: Sequence[tuple[Mapping[str, int], Mapping[str, str], Sequence[str]]],
    names: Mapping[str, str],
) -> Iterable[PlaceRow]:
    """The places that anybody held or took; `games` have what changed hands, who held what at the
    end, and who was first."""
    # What any place would be to the first of each game: its part of all that was held.
    usual = []
    for _, held, first in games:
        holders = [holder for holder in held.values() if holder]
        usual.append(sum(one in first for one in holders) / len(holders) if holders else 0.0)
    for code, name in names.items():
        changes = [float(moved.get(code, 0)) for moved, _, _ in games]
        ends = [
            (float(holder in first), part)
            for (_, held, first), part in zip(games, usual, strict=True)
            if (holder := held.get(code, ""))
        ]
        if not any(changes) and not ends:
            continue
        by_first = sum(first for first, _ in ends) / len(ends) if ends else 0.0
        expected = sum(part for _, part in ends) / len(ends) if ends else 0.0
        yield PlaceRow(
            code,
            name,
            _bounded(mean_interval(changes), 0),
            len(ends),
            _digits(by_first),
            _digits(expected),
            _bounded(mean_interval([first - part for first, part in ends]), -1, 1),
        )


def _openings(
    played: Sequence[GameRecord], spots: Sequence[Mapping[str, float]], powers: Sequence[str]
) -> Iterable[OpeningRow]:
    for power in powers:
        found: dict[str, list[tuple[bool, float]]] = {}
        for record, spot in zip(played, spots, strict=True):
            if moves := record.openings.get(power):
                came = has_won(record, power), spot[power]
                found.setdefault(moves, []).append(came)
        for moves, seen in sorted(found.items(), key=lambda one: (-len(one[1]), one[0])):
            if len(seen) >= max(FEW, len(played) / SELDOM):
                yield OpeningRow(
                    power,
                    moves,
                    len(seen),
                    share_interval(sum(won for won, _ in seen), len(seen)),
                    _bounded(mean_interval([place for _, place in seen]), 1, len(powers)),
                )
