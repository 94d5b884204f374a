"""Figures by year: courses of powers, as tables and as series of charts."""

from __future__ import annotations

from generator.pages.base.gameview import PowerView
from generator.pages.story.figures import Series, figure_by_year, labeled_ends
from tests.pages.told import sample

AUSTRIA = PowerView("austria", "Austria-Hungary", "pw-austria", short="Austria")
VENICE = PowerView("venice", "Venice", "pw-venice")
COURSE = figure_by_year(
    (AUSTRIA, VENICE),
    [("start", {"austria": 5, "venice": 3}), ("1619", {"austria": 4, "venice": 3}), ("1620", {})],
    short=True,
)


def test_each_power_has_a_number_for_each_year_or_none() -> None:
    assert COURSE.series == (
        Series("Austria", "pw-austria", (5, 4, None)),
        Series("Venice", "pw-venice", (3, 3, None)),
    )
    assert COURSE.rows == (("start", (5, 3)), ("1619", (4, 3)), ("1620", (None, None)))


def test_a_change_is_that_of_the_last_year() -> None:
    first = figure_by_year((AUSTRIA,), [("start", {"austria": 5})])
    two = figure_by_year((AUSTRIA, VENICE), [("start", {"austria": 5}), ("1619", {"austria": 3})])
    assert (first.change(0), two.change(0), two.change(1)) == ("", "−2", "")


def test_years_are_labeled_and_begin_with_the_start() -> None:
    chronicle = sample("first-light")
    ends = labeled_ends(chronicle)
    assert [label for label, _ in ends] == ["start", *map(str, chronicle.years)]
    assert ends[0][1].facts is None
    assert all(end == chronicle.end_of(int(label)) for label, end in ends[1:])
