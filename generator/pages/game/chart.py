"""The chart of a count by year on a game's front page."""

from __future__ import annotations

from collections.abc import Sequence

from markupsafe import Markup

from generator.pages.charts import Series, line_chart

__all__ = ["Series", "count_chart"]


def count_chart(title: str, years: Sequence[str], series: Sequence[Series]) -> Markup:
    """An inline SVG, or nothing where there are fewer than two years to compare."""
    return line_chart(f"{title} by year", years, series, summary="The table has the numbers.")
