"""Means with their intervals; the games of a trial beside the same games by the ruleset as it is:
what did the change do?

The games are compared seed by seed, so that they differ only by the change and its consequences. A
comparison looks at many figures at once, and among many some always differ; so the intervals are as
wide as it takes for all of them together to hold the truth in 95 percent of comparisons
(Bonferroni). Only differences that are clear even then are reported as findings.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from statistics import NormalDist
from typing import Final, Literal

from msgspec import Struct

from generator.engine.words import count, listed
from generator.trial.playing import GameRecord

CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""
DIGITS: Final = 4
"""Decimals that are kept: more mean nothing after some hundred games."""
_STEP: Final = 0.001
FEWEST: Final = 10
"""Games below which nothing is compared."""

Measure = Callable[[GameRecord], float]
Kind = Literal["value", "place", "score", "lived", "years", "victories"]


class Estimate(Struct, frozen=True):
    """A mean or a share with the ends of its interval."""

    mean: float
    low: float
    high: float

    def holds(self, value: float) -> bool:
        """Whether a value lies in the interval."""
        return self.low <= value <= self.high


def _estimate(mean: float, low: float, high: float) -> Estimate:
    # Adding 0.0 makes a plain zero of a negative one.
    return Estimate(*(round(value, DIGITS) + 0.0 for value in (mean, low, high)))


def share_interval(hits: float, of: int) -> Estimate:
    """Wilson's interval of a share: `hits` in `of` trials. Without trials it is 0 to 1.

    Hits may count in parts, as a draw that is shared: then the interval is wider than it need be,
    for parts stray less than whole hits.
    """
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + CONFIDENCE / 2)
    share = hits / of
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    spread = z / scale * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return _estimate(share, max(0.0, middle - spread), min(1.0, middle + spread))


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Student's interval of a mean. One value has no spread to judge by: its interval is all."""
    if len(values) < 2:
        return Estimate(round(values[0], DIGITS) if values else 0.0, -math.inf, math.inf)
    mean = math.fsum(values) / len(values)
    variance = math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)
    reach = t_quantile(0.5 + confidence / 2, len(values) - 1) * math.sqrt(variance / len(values))
    return _estimate(mean, mean - reach, mean + reach)


@cache
def t_quantile(share: float, freedom: int) -> float:
    """The value below which Student's t lies with that share, 0.5 to below 1: the area under its
    curve is added up in small steps."""
    half = (freedom + 1) / 2
    top = math.exp(math.lgamma(half) - math.lgamma(freedom / 2)) / math.sqrt(freedom * math.pi)
    value, area, height = 0.0, 0.5, top
    while area < share:
        height = top * (1 + (value + _STEP / 2) ** 2 / freedom) ** -half
        area, value = area + _STEP * height, value + _STEP
    return value - (area - share) / height


class Difference(Struct, frozen=True):
    """How much a figure is higher with the change. `power` is "" for figures of the whole game;
    `before` and `after` are its means. A `finding` is clear among all that was looked at."""

    kind: Kind
    power: str
    before: float
    after: float
    gap: Estimate
    finding: bool

    @property
    def give(self) -> float:
        """Half the width of the interval: give or take."""
        return (self.gap.high - self.gap.low) / 2


class Comparison(Struct, frozen=True):
    """The games that were played both ways. `changes` are the changes in words; without
    `differences` there were too few games to compare."""

    changes: tuple[str, ...]
    games: int
    differences: tuple[Difference, ...]


def compare(
    before: Sequence[GameRecord], after: Sequence[GameRecord], changes: tuple[str, ...]
) -> Comparison:
    """Compare the games of the same numbers, without the change and with it."""
    first = {record.number: record for record in before if not record.failed}
    pairs = [
        (first[record.number], record)
        for record in after
        if record.number in first and not record.failed
    ]
    if len(pairs) < FEWEST:
        return Comparison(changes, len(pairs), ())
    measures = list(_measures([one for one in pairs[0][0].powers if one in pairs[0][1].scores]))
    confidence = 1 - (1 - CONFIDENCE) / len(measures)
    return Comparison(
        changes,
        len(pairs),
        tuple(_difference(kind, power, of, pairs, confidence) for kind, power, of in measures),
    )


def _measures(powers: Sequence[str]) -> Iterator[tuple[Kind, str, Measure]]:
    """All figures that are looked at, in their order."""
    yield "victories", "", lambda record: float(record.kind == "victory")
    yield "years", "", lambda record: float(record.years)
    for power in powers:
        yield "value", power, lambda record, power=power: record.value(power)  # type: ignore[misc]
        yield "place", power, lambda record, power=power: record.places()[power]  # type: ignore[misc]
        yield "score", power, lambda record, power=power: float(record.scores[power])  # type: ignore[misc]
        yield "lived", power, lambda record, power=power: float(power not in record.out)  # type: ignore[misc]


def _difference(
    kind: Kind,
    power: str,
    of: Measure,
    pairs: Sequence[tuple[GameRecord, GameRecord]],
    confidence: float,
) -> Difference:
    was, now = [of(before) for before, _ in pairs], [of(after) for _, after in pairs]
    gap = mean_interval([b - a for a, b in zip(was, now, strict=True)], confidence)
    before, after = (round(sum(values) / len(values), 4) + 0.0 for values in (was, now))
    return Difference(kind, power, before, after, gap, not gap.holds(0))


def comparison_sentences(
    found: Comparison, names: Mapping[str, str], measure: str
) -> Iterator[str]:
    """The effects of the change, the clearest first."""
    changes = listed(found.changes) or "nothing was changed"
    yield f"{count(found.games, 'game')}, compared seed by seed: {changes}."
    if not found.differences:
        yield f"They are too few to compare; play {FEWEST} or more, better 200."
        return
    if len(found.changes) > 1:
        yield "More than one thing differs, so any of them may cause what follows."
    findings = sorted(
        (one for one in found.differences if one.finding),
        key=lambda one: -abs(one.gap.mean) / max(1e-9, one.give),
    )
    for one in findings:
        yield f"{_told(one, names.get(one.power, ''), measure.lower())}."
    compared = len(found.differences)
    if findings:
        yield (
            f"The other {compared - len(findings)} of {compared} figures that were compared differ "
            "by no more than chance explains."
        )
    else:
        widest = max(one.give for one in found.differences if one.kind == "value")
        yield (
            f"Nothing differs by more than chance explains, of {compared} figures that were "
            "compared. A change of a power's part of the victories would have been seen from about "
            f"{100 * widest:.0f} games per 100."
        )


_TOLD: Final[Mapping[Kind, tuple[int, str]]] = {
    "victories": (100, "{gap:.0f} {more} games per 100 are won outright, {give:.0f}"),
    "years": (1, "Games last {gap:.1f} years {longer}, {give:.1f} (from {was:.1f} to {now:.1f})"),
    "value": (
        100,
        "{name} wins {gap:.0f} {more} games per 100, {give:.0f} (from {was:.0f} to {now:.0f})",
    ),
    "place": (
        1,
        "{name} comes {gap:.1f} places {worse}, {give:.1f} (from {was:.1f} to {now:.1f})",
    ),
    "score": (
        1,
        "{name} ends {gap:.1f} {higher} in {measure}, {give:.1f} (from {was:.1f} to {now:.1f})",
    ),
    "lived": (100, "{name} lives to the end of {gap:.0f} {more} games per 100, {give:.0f}"),
}
"""The report of a difference: by how much its numbers are multiplied, and a sentence."""


def _told(one: Difference, name: str, measure: str) -> str:
    by, said = _TOLD[one.kind]
    up = one.gap.mean > 0
    return said.replace("{give", "give or take {give").format(
        name=name,
        measure=measure,
        gap=by * abs(one.gap.mean),
        give=by * one.give,
        was=by * one.before,
        now=by * one.after,
        more="more" if up else "fewer",
        longer="longer" if up else "less",
        worse="worse" if up else "better",
        higher="higher" if up else "lower",
    )
