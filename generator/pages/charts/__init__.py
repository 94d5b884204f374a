"""Charts as inline SVG, made at build time: pure functions from values to markup.

Every chart labels its lines and layers where they end; labels never cover each other. Colors come
from the class of a power (`pw-austria`) or of a layer (`k0` to `k9`), so day, candlelight and paper
each have their own; dashes and words distinguish what the colors do. The `aria-label` of each chart
describes it. The page that shows a chart also has its numbers in a table.

    line_chart       numbers by year, a line for each power, for wide pages
    rank_chart       places by year, who overtook whom
    small_multiples  one small chart for each power on one scale, for phones and wide pages
    stacked_columns  what a number is made of, year by year
    stacked_bar      what one number is made of, for a cell of a table
    sparkline        a number's course, for a cell of a table
    span_chart       an estimate with its interval, for a cell of a table

The styles are in the theme's chart.css. A chart that is wider than its place is in
`<div class="scroll" tabindex="0" role="region" aria-label="..." data-end>`.
"""

from __future__ import annotations

from generator.pages.charts.bars import (
    Layer,
    span_chart,
    sparkline,
    stacked_bar,
    stacked_columns,
)
from generator.pages.charts.lines import line_chart
from generator.pages.charts.multiples import small_multiples
from generator.pages.charts.ranks import rank_chart

__all__ = [
    "Layer",
    "line_chart",
    "rank_chart",
    "small_multiples",
    "span_chart",
    "sparkline",
    "stacked_bar",
    "stacked_columns",
]
