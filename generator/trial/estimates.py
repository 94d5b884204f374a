"""Intervals around what was counted.

Plain code for two textbook formulas, compared in the tests with printed tables: Wilson's interval
of a share and Student's interval of a mean.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from statistics import NormalDist
from typing import Final

from msgspec import Struct

CONFIDENCE: Final = 0.95
"""How often an interval holds the true value."""
DIGITS: Final = 4
"""Decimals that are kept: more say nothing after some hundred games."""
_STEP: Final = 0.001


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
