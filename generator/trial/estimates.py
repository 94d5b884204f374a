"""Intervals around what was counted, and how much of a difference two causes explain.

Plain code for a few textbook formulas, compared in the tests with printed tables: Wilson's interval
of a share, Student's interval of a mean, and the parts of a variance in a layout of two factors.
"""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from functools import cache
from statistics import NormalDist
from typing import Final, NamedTuple

from msgspec import Struct

CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""
DIGITS: Final = 4
"""Decimals that are kept: more say nothing after some hundred games."""


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


def share_interval(hits: float, of: int, confidence: float = CONFIDENCE) -> Estimate:
    """Wilson's interval of a share: `hits` in `of` trials. Without trials it is 0 to 1.

    Hits may count in parts, as a draw that is shared: then the interval is wider than it need be,
    for parts stray less than whole hits.
    """
    if of == 0:
        return Estimate(0.0, 0.0, 1.0)
    z = NormalDist().inv_cdf(0.5 + confidence / 2)
    share = hits / of
    scale = 1 + z * z / of
    middle = (share + z * z / (2 * of)) / scale
    spread = z / scale * math.sqrt(share * (1 - share) / of + z * z / (4 * of * of))
    return _estimate(share, max(0.0, middle - spread), min(1.0, middle + spread))


def mean_interval(values: Sequence[float], confidence: float = CONFIDENCE) -> Estimate:
    """Student's interval of a mean. One value has no spread to judge by: its interval is all."""
    if len(values) < 2:
        return Estimate(round(values[0], DIGITS) if values else 0.0, -math.inf, math.inf)
    mean, variance = _moments(values)
    reach = t_quantile(0.5 + confidence / 2, len(values) - 1) * math.sqrt(variance / len(values))
    return _estimate(mean, mean - reach, mean + reach)


def difference_interval(
    one: Sequence[float], other: Sequence[float], confidence: float = CONFIDENCE
) -> Estimate:
    """Welch's interval of how much the mean of `other` is above that of `one`; both have two values
    or more. For values that do not belong together in pairs."""
    (mean, variance), (their_mean, their_variance) = _moments(one), _moments(other)
    parts = variance / len(one), their_variance / len(other)
    gap, total = their_mean - mean, sum(parts)
    if total == 0:
        return _estimate(gap, gap, gap)
    freedom = total**2 / (parts[0] ** 2 / (len(one) - 1) + parts[1] ** 2 / (len(other) - 1))
    reach = t_quantile(0.5 + confidence / 2, freedom) * math.sqrt(total)
    return _estimate(gap, gap - reach, gap + reach)


def _moments(values: Sequence[float]) -> tuple[float, float]:
    """The mean and the variance of a sample."""
    mean = math.fsum(values) / len(values)
    return mean, math.fsum((value - mean) ** 2 for value in values) / (len(values) - 1)


@cache
def t_quantile(share: float, freedom: float) -> float:
    """The value below which Student's t lies with that share, 0.5 to below 1."""
    if freedom > 1e6:
        return NormalDist().inv_cdf(share)
    low, high = 0.0, 1.0
    while _t_share(high, freedom) < share:
        low, high = high, high * 2
    for _ in range(100):
        middle = (low + high) / 2
        if _t_share(middle, freedom) < share:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _t_share(value: float, freedom: float) -> float:
    """How often Student's t is below a value of 0 or more."""
    return 1 - _beta(freedom / (freedom + value * value), freedom / 2, 0.5) / 2


def _beta(x: float, a: float, b: float) -> float:
    """The regularized incomplete beta function, by its continued fraction (Lentz's method)."""
    if x in (0.0, 1.0):
        return x
    if x > (a + 1) / (a + b + 2):
        return 1 - _beta(1 - x, b, a)
    front = math.exp(
        math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b) + a * math.log(x) + b * math.log1p(-x)
    )
    c, d = 1.0, 1 / (1 - (a + b) * x / (a + 1))
    result = d
    for m in range(1, 300):
        for term in (
            m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m)),
            -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1)),
        ):
            d = 1 / (1 + term * d)
            c = 1 + term / c
            result *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return front * result / a


class Shares(Struct, frozen=True):
    """The parts of the variance of a value that two factors explain, each beside the other, in
    percent; `rest` is what neither does."""

    first: float
    second: float
    rest: float


class _Fit(NamedTuple):
    residual: float
    freedom: int


def shares_of_variance(
    values: Sequence[float], first: Sequence[Hashable], second: Sequence[Hashable]
) -> Shares:
    """How much of the variance of `values` the levels of two factors explain, each beside the other
    (epsilon squared: what chance alone would explain is taken off; never below 0)."""
    both = _fit(values, (first, second))
    total = _fit(values, ())
    if not total.residual or both.freedom <= 0:
        return Shares(0.0, 0.0, 100.0)
    noise = both.residual / both.freedom

    def part(others: Sequence[Hashable], levels: Sequence[Hashable]) -> float:
        without = _fit(values, (others,))
        gained = without.residual - both.residual - noise * (len(set(levels)) - 1)
        return round(max(0.0, 100 * gained / total.residual), 1) + 0.0

    one, other = part(second, first), part(first, second)
    return Shares(one, other, round(max(0.0, 100 - one - other), 1))


def _fit(values: Sequence[float], factors: Sequence[Sequence[Hashable]]) -> _Fit:
    """What is left of the values when each factor's levels have an effect of their own, added up:
    the least sum of squares, found by fitting one factor after the other until nothing moves."""
    mean = math.fsum(values) / len(values)
    left = [value - mean for value in values]
    before = math.inf
    for _ in range(200):
        for levels in factors:
            left = _without_means(left, levels)
        now = math.fsum(residual * residual for residual in left)
        if before - now <= 1e-12 * (1 + now):
            break
        before = now
    used = 1 + sum(len(set(levels)) - 1 for levels in factors)
    return _Fit(math.fsum(residual * residual for residual in left), len(values) - used)


def _without_means(values: Sequence[float], levels: Sequence[Hashable]) -> list[float]:
    groups: dict[Hashable, list[float]] = {}
    for value, level in zip(values, levels, strict=True):
        groups.setdefault(level, []).append(value)
    means = {level: math.fsum(group) / len(group) for level, group in groups.items()}
    return [value - means[level] for value, level in zip(values, levels, strict=True)]
