"""Intervals and shares of variance, beside printed tables and layouts that are known by heart."""

from __future__ import annotations

import math

import pytest

from generator.trial.estimates import (
    Estimate,
    difference_interval,
    mean_interval,
    share_interval,
    shares_of_variance,
    t_quantile,
)


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


def test_student_of_very_many_is_the_normal_distribution() -> None:
    assert t_quantile(0.975, 5e6) == pytest.approx(1.959964, abs=1e-6)
    assert t_quantile(0.975, 9e5) == pytest.approx(1.959964, abs=1e-5)


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


def test_difference_of_two_means_by_welch() -> None:
    one = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0]
    other = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4]
    # The same data, not in pairs: t.test in R prints -0.2054832 to 3.3654832.
    assert difference_interval(one, other) == Estimate(1.58, -0.2055, 3.3655)
    assert difference_interval([1.0, 1.0], [2.0, 2.0]) == Estimate(1.0, 1.0, 1.0)


def test_wider_confidence_is_a_wider_interval() -> None:
    values = [1.0, 2.0, 4.0, 8.0]
    usual, sure = mean_interval(values), mean_interval(values, 0.999)
    assert sure.low < usual.low < usual.high < sure.high


def test_shares_of_variance_where_all_comes_from_one_factor() -> None:
    seats = ["a", "b", "c"] * 8
    natures = (["x"] * 12) + (["y"] * 12)
    values = [{"a": 1.0, "b": 2.0, "c": 3.0}[seat] for seat in seats]
    found = shares_of_variance(values, seats, natures)
    assert (found.first, found.second, found.rest) == (100.0, 0.0, 0.0)


def test_shares_of_variance_of_two_factors_that_add_up() -> None:
    # By hand: levels of 1 and -1 give a variance of 1, those of 2 and -2 one of 4, the rest 1.
    rows = [
        (a + b + e, a, b) for a in (-1, 1) for b in (-2, 2) for e in (-1, 1) for _ in range(500)
    ]
    found = shares_of_variance(*map(list, zip(*rows, strict=True)))  # type: ignore[arg-type]
    assert found.first == pytest.approx(100 / 6, abs=0.1)
    assert found.second == pytest.approx(400 / 6, abs=0.1)


def test_an_unbalanced_factor_is_not_given_what_the_other_explains() -> None:
    # All of the strong seat's players but one are of one nature; the nature itself does nothing.
    rows = [(5.0, "strong", "bold")] * 9 + [(5.0, "strong", "shy")]
    rows += [(1.0, "weak", "bold")] + [(1.0, "weak", "shy")] * 9
    found = shares_of_variance(*map(list, zip(*rows, strict=True)))  # type: ignore[arg-type]
    assert found.second == 0.0
    assert found.first > 30


def test_values_without_differences_explain_nothing() -> None:
    assert shares_of_variance([2.0] * 6, list("aabbcc"), list("xyxyxy")).rest == 100.0
