"""Two trials compared: what did the change do?

With the same seeds the games are compared one by one: the same natures sit at the same seats, so
that what differs is the change, and what follows from it. A comparison looks at many figures at
once, and among many some always differ; so the intervals are as wide as it takes for all of them
together to hold the truth in 95 of a hundred comparisons (Bonferroni). Only what is clear even then
is told as a finding.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final, Literal

from msgspec import Struct

from generator.engine.errors import GameError
from generator.engine.ruleset import Ruleset
from generator.engine.words import count, listed
from generator.trial.estimates import (
    CONFIDENCE,
    Estimate,
    difference_interval,
    mean_interval,
)
from generator.trial.playing import GameRecord
from generator.trial.records import TrialFolder
from generator.trial.spec import changes_between, ruleset_of
from generator.trial.standings import final_scores, places, value_of

FEWEST: Final = 10
"""Games below which nothing is compared."""

Measure = Callable[[GameRecord], float]
Kind = Literal["value", "place", "score", "lived", "years", "victories"]


class Difference(Struct, frozen=True):
    """How much a figure is higher in the second trial. `power` is "" for figures of the whole game;
    `before` and `after` are its means. A `finding` is clear among all that was looked at."""

    kind: Kind
    power: str
    name: str
    before: float
    after: float
    gap: Estimate
    finding: bool


class Comparison(Struct, frozen=True):
    """Two trials side by side. `changes` say what the second has otherwise; `paired` that the games
    of one seed were compared with each other."""

    ruleset: str
    title: str
    changes: tuple[str, ...]
    games: int
    paired: bool
    measure: str
    differences: tuple[Difference, ...]

    @property
    def findings(self) -> tuple[Difference, ...]:
        return tuple(one for one in self.differences if one.finding)


def compare_trials(one: TrialFolder, other: TrialFolder) -> Comparison:
    """Compare two trials. Raises GameError for trials of other rulesets or versions, and for fewer
    games than can be compared."""
    changes = changes_between(one.head.spec, other.head.spec)
    if (one.head.version, one.head.program) != (other.head.version, other.head.program):
        raise GameError(
            "the trials were played by two versions of the program",
            text=str(other.folder),
            hint="play both anew with the same one",
        )
    paired = one.head.seed == other.head.seed
    first = {record.number: record for record in one.wanted if not record.failed}
    second = {record.number: record for record in other.wanted if not record.failed}
    if paired:
        numbers = [number for number in first if number in second]
        before, after = [first[n] for n in numbers], [second[n] for n in numbers]
    else:
        before, after = list(first.values()), list(second.values())
    games = min(len(before), len(after))
    if games < FEWEST:
        raise GameError(
            f"{count(games, 'game')} that both trials have played are too few to compare",
            hint=f"play {FEWEST} or more, better 200",
        )
    with ruleset_of(one.head.spec) as ruleset:
        names = {power: info.name for power, info in ruleset.powers.items()}
        measure = _measure_of(ruleset, one)
        title = ruleset.title
    powers = [power for power in before[0].powers if power in after[0].scores]
    measures = list(_measures(powers, names))
    confidence = 1 - (1 - CONFIDENCE) / len(measures)
    differences = tuple(
        _difference(kind, power, name, of, before, after, paired=paired, confidence=confidence)
        for kind, power, name, of in measures
    )
    return Comparison(one.head.ruleset, title, changes, games, paired, measure, differences)


def _measure_of(ruleset: Ruleset[object], trial: TrialFolder) -> str:
    from generator.trial.spec import setup_of

    state = ruleset.opening(setup_of(trial.head.spec))
    return next(iter(ruleset.standings(state)), ("score", {}))[0].lower()


def _measures(
    powers: Sequence[str], names: dict[str, str]
) -> Iterator[tuple[Kind, str, str, Measure]]:
    """All figures that are looked at, in their order."""
    yield "victories", "", "", lambda record: float(record.kind == "victory")
    yield "years", "", "", lambda record: float(record.years)
    for power in powers:
        name = names[power]
        yield "value", power, name, lambda record, power=power: value_of(record, power)  # type: ignore[misc]
        yield "place", power, name, lambda record, power=power: places(record)[power]  # type: ignore[misc]
        yield "score", power, name, lambda record, power=power: float(final_scores(record)[power])  # type: ignore[misc]
        yield "lived", power, name, lambda record, power=power: float(power not in record.out)  # type: ignore[misc]


def _difference(
    kind: Kind,
    power: str,
    name: str,
    of: Measure,
    before: Sequence[GameRecord],
    after: Sequence[GameRecord],
    *,
    paired: bool,
    confidence: float,
) -> Difference:
    was, now = [of(record) for record in before], [of(record) for record in after]
    if paired:
        gap = mean_interval([b - a for a, b in zip(was, now, strict=True)], confidence)
    else:
        gap = difference_interval(was, now, confidence)
    return Difference(
        kind,
        power,
        name,
        round(sum(was) / len(was), 4) + 0.0,
        round(sum(now) / len(now), 4) + 0.0,
        gap,
        not gap.holds(0),
    )


def comparison_sentences(found: Comparison) -> tuple[str, ...]:
    """What the comparison shows, in sentences; the clearest findings first."""
    return tuple(_sentences(found))


def _sentences(found: Comparison) -> Iterator[str]:
    how = "compared seed by seed" if found.paired else "of two seeds, compared as wholes"
    if not found.changes:
        yield f"Both trials have the same settings: {count(found.games, 'game')}, {how}."
    else:
        yield f"In the second trial {listed(found.changes)}: {count(found.games, 'game')}, {how}."
    if len(found.changes) > 1:
        yield "More than one thing differs, so what follows may come of any of them, or of several."
    findings = sorted(
        found.findings, key=lambda one: -abs(one.gap.mean) / max(1e-9, _give(one.gap))
    )
    for one in findings:
        yield f"{_told(one, found.measure)}."
    if not findings:
        widest = max((one for one in found.differences if one.kind == "value"), key=_reach)
        yield (
            f"Nothing differs by more than chance explains, of {len(found.differences)} figures "
            "that were compared. A change of a power's part of the victories would have been seen "
            f"from about {100 * _reach(widest):.0f} in a hundred games on."
        )
    else:
        calm = len(found.differences) - len(findings)
        yield (
            f"The other {calm} of {len(found.differences)} figures that were compared differ by no "
            "more than chance explains."
        )


def _reach(one: Difference) -> float:
    return _give(one.gap)


def _give(gap: Estimate) -> float:
    """Half the width of an interval: give or take."""
    return (gap.high - gap.low) / 2


def _told(one: Difference, measure: str) -> str:
    gap, give = one.gap.mean, _give(one.gap)
    more = "more" if gap > 0 else "fewer"
    if one.kind == "victories":
        return (
            f"{100 * abs(gap):.0f} {more} games in a hundred are won outright, give or take "
            f"{100 * give:.0f}"
        )
    if one.kind == "years":
        return (
            f"Games last {abs(gap):.1f} years {'longer' if gap > 0 else 'less'}, give or take "
            f"{give:.1f} (from {one.before:.1f} to {one.after:.1f})"
        )
    if one.kind == "value":
        return (
            f"{one.name} wins {100 * abs(gap):.0f} {more} games in a hundred, give or take "
            f"{100 * give:.0f} (from {100 * one.before:.0f} to {100 * one.after:.0f}, "
            "those that are shared in parts)"
        )
    if one.kind == "lived":
        return (
            f"{one.name} lives to the end of {100 * abs(gap):.0f} {more} games in a hundred, "
            f"give or take {100 * give:.0f}"
        )
    if one.kind == "place":
        better = "better" if gap < 0 else "worse"
        return (
            f"{one.name} comes {abs(gap):.1f} places {better} on average, give or take {give:.1f} "
            f"(from {one.before:.1f} to {one.after:.1f})"
        )
    return (
        f"{one.name} ends {abs(gap):.1f} {'higher' if gap > 0 else 'lower'} in {measure}, "
        f"give or take {give:.1f} (from {one.before:.1f} to {one.after:.1f})"
    )
