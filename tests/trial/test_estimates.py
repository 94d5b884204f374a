"""Intervals, beside printed tables."""

from __future__ import annotations

import math

import pytest

from generator.trial.comparing import Estimate, mean_interval, share_interval, t_quantile


@pytest.mark.parametrize(
    ("share", "freedom", "printed"),
    [
        (0.975, 1, 12.7062),
        (0.975, 2, 4.3027),
        (0.975, 10, 2.2281),
        (0.95, 5, 2.0150),
        (0.995, 30, 2.7500),
        (0.9995, 7, 5.4079),
        (0.975, 120, 1.9799),
        (0.75, 3, 0.7649),
    ],
)
def test_quantiles_of_student_are_those_of_the_tables(
    share: float, freedom: float, printed: float
) -> None:
    assert t_quantile(share, freedom) == pytest.approx(printed, abs=6e-5)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    # As published for the score interval without a correction of continuity.
    [
        (81, 263, 0.2553, 0.3662),
        (15, 148, 0.0624, 0.1605),
        (0, 20, 0.0, 0.1611),
        (1, 29, 0.0061, 0.1718),
    ],
)
def test_wilsons_interval_is_the_published_one(hits: int, of: int, low: float, high: float) -> None:
    assert share_interval(hits, of) == Estimate(
        round(hits / of, 4), pytest.approx(low, abs=6e-5), pytest.approx(high, abs=6e-5)
    )


def test_nothing_counted_may_be_any_share() -> None:
    assert share_interval(0, 0) == Estimate(0.0, 0.0, 1.0)
    assert share_interval(7, 7).high == 1.0


def test_mean_with_students_interval() -> None:
    # Student's own data of sleep (second minus first drug): mean 1.58, from 0.70 to 2.46.
    gained = [1.2, 2.4, 1.3, 1.3, 0.0, 1.0, 1.8, 0.8, 4.6, 1.4]
    found = mean_interval(gained)
    assert (found.mean, found.low, found.high) == (1.58, 0.7001, 2.4599)


def test_one_value_has_no_interval() -> None:
    assert mean_interval([3.0]) == Estimate(3.0, -math.inf, math.inf)


def test_wider_confidence_is_a_wider_interval() -> None:
    values = [1.0, 2.0, 4.0, 8.0]
    usual, sure = mean_interval(values), mean_interval(values, 0.999)
    assert sure.low < usual.low < usual.high < sure.high
